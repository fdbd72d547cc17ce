"""Sheets of games whose scores read the row of the schedule, held against the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

import clagdsl
from clagdsl.engine.players.player import random_action
from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.records.csv_sheet import parse_sheet
from clagdsl.records.parse_record import parse_record
from clagdsl.records.replay import replay_sheet
from clagdsl.records.report import ReplayResult

RULES = """clag 2
game "Rows"
players 2
deal a trump none bid in turn score tricks + (row_best when row_made = row_deals, otherwise 0)
schedule
  2 down to 1 cards: a then
  2 down to 1 cards: a
winner highest total, then shared
"""


TALLIES = """clag 2
game "Tallies"
players 3
{remembered}
deal a trump none bid in turn trick worth 3 score tricks + kept
schedule repeat 4 times 3 cards: a
winner highest total, then shared
"""


@pytest.mark.parametrize(
    "remembered",
    [
        "run kept when tricks = most",
        "run kept when bids > cards",
        "tally kept = most - most_count",
        "tally kept = bids - cards",
        "tally kept = makers + bid",
        "tally kept = points - deal",
        "tally kept = 10 when made, otherwise tricks",
    ],
)
def test_a_sheet_tells_all_that_runs_and_tallies_read(remembered: str) -> None:
    """Bids and tricks alone give every score of the rows after them."""
    game = clagdsl.load(text=TALLIES.format(remembered=remembered))
    state = game.start(players=3, seed=7)
    while (action := random_action(state)) is not None:
        state = state.apply(action)
    played = state.record()
    rows = [
        RecordedDeal(number=deal.number, bids=deal.bids, won=deal.won, totals=deal.totals)
        for deal in played.deals
    ]
    sheet = Record("x", played.players, tuple(rows), dealer=played.dealer)
    assert replay_sheet(sheet, game.rules).problems == ()
    last = rows[-1].totals
    assert last is not None
    wrong = replace(rows[-1], totals=(*last[:-1], (last[-1] or 0) + 1))
    sheet = replace(sheet, deals=(*rows[:-1], wrong))
    assert [one.diagnostic.code for one in replay_sheet(sheet, game.rules).problems] == ["R541"]


BAGS = """clag 2
game "Bags"
players 3
run misses when not made
tally bags = tricks
deal normal
  trump none
  bid in turn
  each bid keeps bid > 0 or misses < 1
  score bid + (10 when made, otherwise 0) + bags
schedule repeat 3 times 2 cards: normal
winner highest total, then shared
"""


def replayed_bags(won: str, totals: str | None, deal: int = 2) -> ReplayResult:
    """Replay two deals, the first with these tricks and totals, the second of that number."""
    first = "" if totals is None else f'totals = "{totals}"'
    game = clagdsl.load(text=BAGS)
    text = f"""record = 1
rules = "x"
players = ["Ann", "Bob", "Cai"]
dealer = "Cai"
[[deal]]
deal = 1
bids = "0 0 0"
won = "{won}"
{first}
[[deal]]
deal = {deal}
bids = "0 0 0"
won = "2 0 0"
totals = "777 888 999"
"""
    read = parse_record(text)
    assert read.record is not None, read.diagnostics
    return replay_sheet(read.record, game.rules, read.places)


def test_runs_and_tallies_stay_known_after_a_wrong_total() -> None:
    result = replayed_bags("2 0 0", "0 11 10")
    codes = [(one.deal, one.diagnostic.code) for one in result.problems]
    assert codes == [(1, "R541"), (2, "A203"), *[(2, "R541")] * 3]
    messages = [one.diagnostic.message for one in result.problems[2:]]
    # Ann has scored 0 + 2 bags, Bob's 11 is carried on, 10 each for bids made
    assert [text.split("make it ")[1] for text in messages] == ["`2`", "`21`", "`20`"]
    assert result.unscored == 0


def test_what_is_not_known_only_after_wrong_tricks_is_no_problem_of_its_own() -> None:
    result = replayed_bags("2 1 0", "0 11 10")
    # the scores of deal 2 are not judged, though a bid in it is
    assert [(one.deal, one.diagnostic.code) for one in result.problems][1:] == [(2, "A203")]
    assert result.unscored == 1


def test_a_warning_names_all_that_is_not_known_after_a_missing_deal() -> None:
    result = replayed_bags("2 1 0", "0 11 10", deal=3)
    warning = result.problems[-1].diagnostic
    assert warning.code == "R538"
    assert "`bags` and `misses` have come to before this deal" in warning.message


def test_nothing_is_known_after_a_deal_in_which_one_of_several_figures_is_wrong() -> None:
    result = replayed_bags("2 1 0", None)
    # Ann's 2 tricks or Bob's 1 are wrong, so no limit may read that Bob has missed
    assert [one.diagnostic.code for one in result.problems] == ["R540"]


def test_a_row_told_from_its_middle_on_is_not_judged_and_the_next_is() -> None:
    game = clagdsl.load(text=RULES)
    text = (
        "deal,Ann bid,Ann tricks,Ann total,Bob bid,Bob tricks,Bob total\n"
        "2,1,1,5,0,0,7\n"
        "3,1,1,6,1,1,8\n"
        "4,1,1,9,1,0,8\n"
    )
    record = parse_sheet(text, "x").record
    assert record is not None
    first, *others = (one.diagnostic for one in replay_sheet(record, game.rules).problems)
    assert first.code == "R538"
    assert "from deal 1 on, the first of the row" in first.help
    assert [(one.code, one.message) for one in others] == [
        ("R541", "Ann has `9` after the deal, but 1 trick makes it `8`")
    ]

    record = parse_sheet(text.replace("2,1,1,5,0,0,7\n3,1,1,6,1,1,8\n", ""), "x").record
    assert record is not None
    (alone,) = (one.diagnostic for one in replay_sheet(record, game.rules).problems)
    assert "from deal 3 on, the first of the row" in alone.help


@pytest.mark.parametrize(
    ("first", "second", "codes"),
    [
        ("0 7", "0 9", ["R542"]),  # Bob has won 2 tricks and scored 1, which is his best score
        ("0 7", "0 15", ["R542", "R542"]),  # 7 is nobody's best score
        ("1 7", "1 9", ["R542"]),  # Bob can have won 0 tricks or 1
    ],
)
def test_the_best_score_after_a_wrong_total_is_the_only_one_that_fits(
    first: str, second: str, codes: list[str]
) -> None:
    kind, score = RULES.split("score tricks + ")[0], "(1 when tricks > 0, otherwise 0) + row_best"
    rules = f"{kind}score {score}\nschedule{RULES.split('schedule')[1]}"
    text = f"""record = 1
rules = "x"
players = ["Ann", "Bob"]
[[deal]]
deal = 1
totals = "{first}"
[[deal]]
deal = 2
bids = "0 1"
totals = "{second}"
"""
    record = parse_record(text).record
    assert record is not None
    problems = replay_sheet(record, clagdsl.load(text=rules).rules).problems
    assert [one.diagnostic.code for one in problems] == codes

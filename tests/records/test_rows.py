"""Sheets of games whose scores read the row of the schedule, held against the rules."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest

import clagdsl
from clagdsl.engine.players.player import random_action
from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.records.reading import parse_record
from clagdsl.records.replay import replay_sheet
from clagdsl.records.report import ReplayResult
from clagdsl.records.sheet import parse_sheet

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
    # Bob's tricks are wrong, so his score in deal 2 is not judged; the others' are
    problems = [(one.player, one.diagnostic.code) for one in result.problems]
    assert problems == [("Bob", "R540"), ("Ann", "A203"), ("Ann", "R541"), ("Cai", "R541")]


MISSES = """clag 2
game "Misses"
players 3
run misses when not made
tally over = tricks - bid
deal normal
  trump none
  bid together
  score -1 - bid when made, otherwise 2 * abs(bid - tricks) + misses
schedule repeat 3 times 2 cards: normal
winner lowest total, then shared
"""


def replayed_misses(*rows: tuple[str, str, str], rules: str = MISSES) -> ReplayResult:
    """Replay deals of these bids, tricks and totals."""
    text = 'record = 1\nrules = "x"\nplayers = ["Ann", "Bob", "Cai"]\n'
    for number, (bids, won, totals) in enumerate(rows, 1):
        text += f'[[deal]]\ndeal = {number}\nbids = "{bids}"\nwon = "{won}"\ntotals = "{totals}"\n'
    read = parse_record(text)
    assert read.record is not None, read.diagnostics
    return replay_sheet(read.record, clagdsl.load(text=rules).rules, read.places)


def test_what_has_the_same_value_in_every_case_is_known() -> None:
    """Runs and tallies after one deal, compared with every deal that its row allows."""
    luck, numbers = random.Random(3), range(3)
    divisions = [won for won in product(numbers, repeat=3) if sum(won) == 2]
    deals = [
        (
            bids,
            won,
            tuple(-1 - b if b == t else 2 * abs(b - t) for b, t in zip(bids, won, strict=True)),
        )
        for bids in product(numbers, repeat=3)
        for won in divisions
    ]
    inferred = 0
    for _ in range(60):
        chance = luck.choice((0.2, 0.5, 0.9))
        row = [
            [n if luck.random() > chance else None for n in figures]
            for figures in luck.choice(deals)
        ]
        cases = [
            deal
            for deal in deals
            if all(
                n in (None, m)
                for written, due in zip(row, deal, strict=True)
                for n, m in zip(written, due, strict=True)
            )
        ]
        cells = [" ".join("?" if n is None else str(n) for n in figures) for figures in row]
        rules = MISSES.replace("+ misses", "+ misses + 0 * over")  # only what is read is known
        rows = ((cells[0], cells[1], cells[2]), ("0 0 0", "? ? ?", "? ? ?"))
        result = replayed_misses(*rows, rules=rules)
        for seat, known in enumerate(result.starts[1].past):
            figures = {(bids[seat], won[seat]) for bids, won, _ in cases}
            misses, over = {int(b != t) for b, t in figures}, {t - b for b, t in figures}
            expected = {
                name: min(values)
                for name, values in (("misses", misses), ("over", over))
                if len(values) == 1
            }
            assert dict(known) == expected, row
            inferred += bool(expected) and len(figures) > 1
    assert inferred > 5


def test_a_row_is_judged_if_every_count_before_it_gives_the_same_run() -> None:
    """Ann has won 0 tricks or 2, and Cai the others: both have missed."""
    result = replayed_misses(("1 0 1", "? ? ?", "2 -1 2"), ("0 1 0", "1 0 1", "5 99 5"))
    assert {len(counts) for counts in result.rows[0].tricks} == {1, 2}
    problems = [(one.player, one.diagnostic.code) for one in result.problems]
    assert problems == [("Bob", "R541")]
    assert "make it `1`" in result.problems[0].diagnostic.message


@pytest.mark.parametrize("won", ["0 1 1", "? ? ?"])
def test_only_players_whose_run_is_not_known_are_not_judged(won: str) -> None:
    first = ("? 0 ?", "? 0 ?", "? -1 ?")
    (warning,) = replayed_misses(first, ("0 1 1", won, "777 -3 888")).problems
    assert warning.diagnostic.code == "R538"
    assert "for Ann and Cai before" in warning.diagnostic.message

    _, error = replayed_misses(first, ("0 1 1", won, "777 99 888")).problems
    assert (error.player, error.diagnostic.severity) == ("Bob", "error")


def test_a_warning_names_all_that_is_not_known_after_a_missing_deal() -> None:
    result = replayed_bags("2 1 0", "0 11 10", deal=3)
    warning = result.problems[-1].diagnostic
    assert warning.code == "R538"
    assert "the values of `bags` and `misses` before this deal" in warning.message


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
    assert "from deal 1 on, where the row of the schedule begins" in first.help
    assert [(one.code, one.message) for one in others] == [
        ("R541", "Ann's total is `9`, but 1 trick makes it `8`")
    ]

    record = parse_sheet(text.replace("2,1,1,5,0,0,7\n3,1,1,6,1,1,8\n", ""), "x").record
    assert record is not None
    (alone,) = (one.diagnostic for one in replay_sheet(record, game.rules).problems)
    assert "from deal 3 on, where the row of the schedule begins" in alone.help


@pytest.mark.parametrize(
    ("first", "second", "codes"),
    [
        ("0 7", "0 9", ["R542"]),  # Bob has won 2 tricks and scored 1, which is his best score
        ("0 7", "0 15", ["R542", "R542"]),  # 7 is nobody's best score
        ("1 7", "2 9", ["R542"]),  # Bob can have won 0 tricks or 1
        ("1 7", "0 9", ["R542", "R542"]),  # so only Ann's score is judged, which is at least 1
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

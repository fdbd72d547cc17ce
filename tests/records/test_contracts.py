"""Whether contracts were made, as far as bids and tricks alone determine it."""

from __future__ import annotations

from dataclasses import replace

import pytest

import clagdsl
from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.records.reading import parse_record
from clagdsl.records.replay import replay_sheet

HEAD = """record = 1
rules = "x"
players = ["Ann", "Bob", "Cai"]
dealer = "Cai"
[[deal]]
"""


def made(
    game: clagdsl.PlayableGame, row: str, deals: int = 1, errors: int = 0
) -> tuple[bool | None, ...]:
    """Returns whether each player made the contract of the last deal, as `replay` shows it."""
    read = parse_record(HEAD + row)
    assert read.record is not None, read.diagnostics
    result = replay_sheet(read.record, game.rules, read.places)
    assert result.errors == errors
    assert len(result.deals) == deals
    return tuple(own.made for own in result.rows[-1].figures)


@pytest.mark.parametrize(
    ("row", "made_by_seat"),
    [
        ('bids = "1 2 2"\nwon = "1 2 1"\ntotals = "12 20 0"', (True, True, False)),
        ('bids = "1 2 2"\nwon = "1 2 1"', (True, True, False)),
        # The points show who failed, although several numbers of tricks fit.
        ('bids = "2 1 0"\ntotals = "0 0 10"', (False, False, True)),
        ('bids = "1 ? 2"\nwon = "1 2 1"', (True, None, False)),
        ('bids = "1 2 2"', (None, None, None)),
    ],
)
def test_the_worth_of_tricks_cannot_change_whether_a_bid_was_made(
    row: str, made_by_seat: tuple[bool | None, ...]
) -> None:
    raf = clagdsl.load("raf")
    head = 'deal = 1\ncards = 4\ncalls = "Trumps, Ascending Madness"\n'
    assert made(raf, head + row) == made_by_seat


WORTH = """clag 2 game "Worth" players 3 {past}
deal normal trump none bid in turn trick worth 2 * trick
  score points + 10 * ({bonus}) when made, otherwise 0
  completed when {contract}
schedule 3 cards: normal, normal winner highest total, then shared"""


@pytest.mark.parametrize(
    ("contract", "made_by_seat"),
    [
        ("made", (True, False, False)),
        ("tricks >= bid", (True, False, True)),
        ("made and points > 2", (None, False, False)),
        ("made or points = 6", (True, False, None)),
        ("makers = 1", (True, True, True)),
    ],
)
def test_a_contract_is_known_if_every_way_of_taking_the_tricks_agrees(
    contract: str, made_by_seat: tuple[bool | None, ...]
) -> None:
    game = clagdsl.load(text=WORTH.format(past="", bonus="0", contract=contract))
    assert made(game, 'deal = 1\nbids = "1 1 0"\nwon = "1 0 2"') == made_by_seat


@pytest.mark.parametrize(
    ("contract", "made_by_seat"),
    [("made", (True, False, False)), ("made and bags < 99", (None, None, None))],
)
def test_an_unknown_tally_matters_only_to_a_contract_that_reads_it(
    contract: str, made_by_seat: tuple[bool | None, ...]
) -> None:
    """Leaves out the first deal of the match, so that no score of the second is known."""
    rules = WORTH.format(past="tally bags = tricks", bonus="bags", contract=contract)
    game = clagdsl.load(text=rules)
    assert made(game, 'deal = 2\nbids = "1 1 0"\nwon = "1 0 2"') == made_by_seat


def test_tricks_that_do_not_add_up_decide_no_contract() -> None:
    rules = WORTH.format(past="tally bags = tricks", bonus="bags", contract="made")
    game = clagdsl.load(text=rules)
    assert made(game, 'deal = 2\nbids = "1 1 0"\nwon = "1 0 1"', errors=1) == (None, None, None)


TIED = """clag 2 game "Tied" players 3
param stake = 0 in 0 to 5 "cents for each failed contract of difference"
deal normal trump none bid in turn score tricks
schedule 2 cards: normal, normal
winner highest total, then fewest failed, then shared
settle loser pays winner 2 * (winner.total - loser.total) + stake * (loser.failed - winner.failed)
"""
OPEN = 'deal = 1\nbids = "? 2 {cai}"\nwon = "1 1 0"\n[[deal]]\n'


@pytest.mark.parametrize(
    ("cai", "last", "stake", "winners", "payments"),
    [
        # Ann has failed at most once, and Bob twice.
        ("0", "1 2 0", 0, (0,), (4, 0, -4)),
        ("0", "1 2 0", 1, (0,), None),
        ("?", "1 2 0", 0, (0,), (4, 0, -4)),
        # Ann has failed once or twice, and Bob once.
        ("0", "2 1 0", 0, None, None),
    ],
)
def test_who_wins_and_pays_is_known_if_it_is_the_same_for_every_possible_contract(
    cai: str,
    last: str,
    stake: int,
    winners: tuple[int, ...] | None,
    payments: tuple[int, ...] | None,
) -> None:
    row = OPEN.format(cai=cai) + f'deal = 2\nbids = "{last}"\nwon = "1 1 0"\ntotals = "2 2 0"'
    record = parse_record(HEAD + row).record
    assert record is not None
    record = replace(record, parameters=(("stake", stake),))
    end = replay_sheet(record, clagdsl.load(text=TIED).rules).outcome
    assert end is not None
    assert (end.winners, end.payments) == (winners, payments)


def test_one_unknown_bid_leaves_the_points_of_others_known() -> None:
    """The totals after the next row count from them."""
    rows = """deal = 1
bids = "0 1 ?"
won = "0 1 0"
totals = "10 ? 0"
[[deal]]
deal = 2
bids = "0 0 1"
won = "0 0 2"
totals = "20 {bob} 0"
"""
    foss = clagdsl.load("foss").rules
    for bob, codes in ((22, []), (25, ["R541"])):
        record = parse_record(HEAD + rows.format(bob=bob)).record
        assert record is not None
        result = replay_sheet(record, foss)
        assert [one.diagnostic.code for one in result.problems] == codes
        assert [(own.bid, own.total, own.made) for own in result.rows[0].figures] == [
            (0, 10, True),
            (1, 12, True),
            (1, 0, False),  # a bid of 0 would have been made
        ]


def test_what_would_take_too_long_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what follows from a player's own bid and tricks is known even then."""
    row = 'deal = 1\nbids = "0 1 ?"\nwon = "0 1 0"\ntotals = "10 ? 0"'
    assert made(clagdsl.load("foss"), row) == (True, True, False)
    monkeypatch.setattr("clagdsl.records.replay.ROW_INFERENCE_STEPS", 80)
    assert made(clagdsl.load("foss"), row) == (True, True, False)
    monkeypatch.setattr("clagdsl.records.replay.ROW_INFERENCE_STEPS", 5)
    assert made(clagdsl.load("foss"), row) == (True, True, None)


@pytest.mark.parametrize(
    ("clauses", "is_open"),
    [("bid in turn", True), ("bid fixed 1", True), ("bid none completed not counted", False)],
)
def test_it_is_told_whether_there_is_a_contract_to_make(clauses: str, is_open: bool) -> None:
    """A deal that is not counted has none."""
    text = f"""clag 2 game "Open" players 3 deal normal trump none {clauses}
      score 5 when tricks < 2, otherwise 0 schedule 2 cards: normal
      winner highest total, then shared"""
    record = parse_record(HEAD + 'deal = 1\ntotals = "5 5 5"').record
    assert record is not None
    figures = replay_sheet(record, clagdsl.load(text=text).rules).rows[0].figures
    assert [(own.made, own.is_open) for own in figures] == [(None, is_open)] * 3


def test_each_contract_follows_from_the_score_at_a_large_table() -> None:
    """11 points are a bid of 1 that was made, whoever has them."""
    totals = (2, 11, 11, 3, 11, 0)
    record = Record("x", tuple("ABCDEF"), (RecordedDeal(1, totals=totals),), dealer="D")
    figures = replay_sheet(record, clagdsl.load("oh-hell").rules).rows[0].figures
    assert [own.made for own in figures] == [False, True, True, False, True, False]

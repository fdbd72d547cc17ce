"""Totals on both sides of deals that are missing, or have no totals: they must be possible."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product

import pytest
from support.loaded import loaded

import clagdsl
from clagdsl.lang.record import Record, RecordedAdjustment, RecordedDeal
from clagdsl.records.replay import replay_sheet
from clagdsl.records.report import Disagreement, ReplayResult
from clagdsl.records.sheet import SheetRules, parse_sheet

RULES = """clag 2
game "Gaps"
players 3
deal normal
  trump turned
  bid in turn
  score {score}
schedule 1 up to 4 cards: normal
winner highest total, then shared
"""
MADE = "10 + tricks when made, otherwise 0"
HEAD = (
    "Deal,Ann bid,Ann won,Ann total,Bob bid,Bob won,Bob total,Cai bid,Cai won,Cai total\n"
    "1,0,0,10,1,1,11,1,0,0\n"
)
PLAYERS = ("Ann", "Bob", "Cai")


def problems(text: str, score: str = MADE) -> list[Disagreement]:
    """Returns the disagreements of a CSV sheet with the rules."""
    game = clagdsl.load(text=RULES.format(score=score)).rules
    read = parse_sheet(text, "x")
    assert read.record is not None
    return list(replay_sheet(read.record, game, read.places).problems)


def codes(rows: list[RecordedDeal], score: str = MADE) -> list[tuple[str, str | None]]:
    """Returns the codes of the errors of some rows, each with the player."""
    game = clagdsl.load(text=RULES.format(score=score)).rules
    found = replay_sheet(Record("x", PLAYERS, tuple(rows)), game).problems
    return [
        (one.diagnostic.code, one.player) for one in found if one.diagnostic.severity == "error"
    ]


@pytest.mark.parametrize("between", ["", "2,,,,,,,,,\n", "2,0,,,1,,,0,,\n"])
def test_totals_that_the_deals_between_cannot_give(between: str) -> None:
    """A missing deal, a blank row, and a row with bids only are treated alike."""
    wrong = problems(HEAD + between + "3,0,0,5,1,1,30,1,2,0\n")
    assert [(one.row, one.player, one.diagnostic.code) for one in wrong] == [
        ("3", "Ann", "R549"),
        ("3", "Bob", "R549"),
    ]
    assert wrong[0].diagnostic.message == "no scores in deals 2 and 3 take Ann from `10` to `5`"
    assert "`22`" in (wrong[1].diagnostic.help or "")
    assert problems(HEAD + between + "3,0,0,30,1,1,33,1,2,0\n") == []


def test_the_first_deals_are_missing() -> None:
    wrong = problems(HEAD.splitlines()[0] + "\n3,0,0,30,1,1,11,1,2,-7\n")
    assert [(one.player, one.diagnostic.code) for one in wrong] == [("Cai", "R549")]
    assert "deals 1 to 3 take Cai from `0` to `-7`" in wrong[0].diagnostic.message
    # A row with nothing but totals is where the sheet begins.
    assert problems("Deal,Ann total,Bob total,Cai total\n3,500,11,-7\n") == []


Gain = tuple[int, ...]


def possible_gains(between: RecordedDeal, factors: Iterable[int]) -> set[Gain]:
    """Returns every possible gain of the three players in a deal of one card, by trying all
    outcomes that the figures of its row allow.
    """
    hands = list(product(range(2), repeat=3))
    return {
        tuple(factor * (10 + t) if b == t else 0 for b, t in zip(bids, tricks, strict=True))
        for factor in factors
        for bids in hands
        for tricks in hands
        if sum(tricks) == 1 and agree(between.bids, bids) and agree(between.won, tricks)
    }


def agree(written: Sequence[object] | None, figures: Gain) -> bool:
    return all(one in (None, n) for one, n in zip(written or (None,) * 3, figures, strict=True))


HEARTS = f"({MADE}) * (2 when trump = hearts, otherwise 1)"
BETWEEN = [
    None,
    RecordedDeal(1),
    RecordedDeal(1, bids=(1, 1, 0)),
    RecordedDeal(1, bids=(0, None, 1)),
    RecordedDeal(1, won=(0, 0, 1)),
    RecordedDeal(1, won=(1, None, None), trump="H"),
    RecordedDeal(1, bids=(0, 0, 0), trump="C"),
]


@pytest.mark.parametrize("between", BETWEEN)
@pytest.mark.parametrize(("score", "trumps"), [(MADE, {"": 1}), (HEARTS, {"H": 2, "": 1})])
def test_one_deal_between_is_solved_for_all_players_together(
    score: str, trumps: dict[str, int], between: RecordedDeal | None
) -> None:
    """Every gain that a list of all outcomes holds is accepted, and no other, whether the deal is
    missing or its row is not complete, and with every trump that the row allows.
    """
    rows, luck, row = [between] if between else [], random.Random(3), between or RecordedDeal(1)
    factors = trumps.values() if row.trump is None else [trumps.get(row.trump, 1)]
    gains = possible_gains(row, factors)
    second = RecordedDeal(2, bids=(0, 2, 1), won=(0, 2, 0), trump="C")
    candidates = luck.sample(list(product((0, 5, 10, 11, 20, 22), repeat=3)), 24)
    for gain in {*candidates, *luck.sample(sorted(gains), min(8, len(gains)))}:
        totals = (gain[0] + 10, gain[1] + 12, gain[2])
        wrong = codes([*rows, replace(second, totals=totals)], score)
        assert (wrong == []) == (gain in gains), gain


def test_several_deals_between_bound_each_player() -> None:
    first = RecordedDeal(1, bids=(0, 1, 1), won=(0, 1, 0), totals=(10, 11, 0))
    last = RecordedDeal(4, bids=(0, 0, 0), won=(1, 1, 2))
    sums = {low + high for low in (0, 10, 11, 12) for high in (0, 10, 11, 12, 13)}
    for gain in range(-2, 28):
        rows = [first, replace(last, totals=(10, 11, gain))]
        expected = [] if gain in sums else [("R549", "Cai")]
        assert codes(rows) == expected, gain


def test_a_score_that_depends_on_all_players_is_bounded() -> None:
    score = "10 + bids when made, otherwise -makers"
    rows = [RecordedDeal(2, bids=(0, 0, 1), won=(0, 0, 2), totals=(21, 21, -4))]
    assert codes(rows, score) == []
    assert codes([replace(rows[0], totals=(60, 21, -4))], score) == [("R549", "Ann")]
    # Each of these is possible, but not together: only one player made the bid.
    assert codes([replace(rows[0], totals=(22, 21, -3))], score) == [("R549", None)]


def test_points_behind_a_missing_deal_must_fit_the_totals() -> None:
    head = (
        "Deal,Ann points,Ann total,Bob points,Bob total,Cai points,Cai total\n1,10,10,11,11,0,0\n"
    )
    assert problems(head + "3,10,30,11,34,0,0\n") == []
    wrong = problems(head + "3,10,25,11,34,0,0\n")
    assert [(one.player, one.diagnostic.code) for one in wrong] == [("Ann", "R549")]


def test_what_is_unknown_is_not_an_error() -> None:
    """Adjustments between the rows, and scores that depend on unknown runs, can bring any total."""
    game = clagdsl.load(text=RULES.format(score=MADE)).rules
    rows = (
        RecordedDeal(1, bids=(0, 1, 1), won=(0, 1, 0), totals=(10, 11, 0)),
        RecordedDeal(3, bids=(0, 1, 1), won=(0, 1, 2), totals=(5, 33, 0)),
    )
    record = Record("x", PLAYERS, rows)
    assert [one.player for one in replay_sheet(record, game).problems] == ["Ann"]
    record = replace(record, adjust=(RecordedAdjustment(2, "Ann", -15, "fined"),))
    assert replay_sheet(record, game).problems == ()
    text = RULES.format(score="streak when made, otherwise 0")
    streak = clagdsl.load(text=text.replace("players 3", "players 3\nrun streak when made"))
    errors = [
        one
        for one in replay_sheet(replace(record, adjust=()), streak.rules).problems
        if one.diagnostic.code == "R549"
    ]
    assert errors == []


def foss(text: str, name: str = "foss") -> ReplayResult:
    """Returns the result of a CSV sheet of foss; the bids may not come to the cards."""
    game = loaded(name).rules
    read = parse_sheet(text, SheetRules(name, game))
    assert read.record is not None
    assert read.diagnostics == ()
    return replay_sheet(read.record, game, read.places)


@pytest.mark.parametrize(
    ("sheet", "row"),
    [
        ("2,0,1,0,1,1,12,0,0,22\n", "4,0,1,10,1,1,{},1,2,34\n"),
        ("", "2,0,0,20,0,0,20,1,2,{}\n"),
    ],
)
def test_a_total_is_offered_exactly_if_it_fits(sheet: str, row: str) -> None:
    head = HEAD.splitlines()[0] + "\n"
    (wrong,) = foss(head + sheet + row.format(29)).problems
    listed = {int(text) for text in re.findall("`([0-9]+)`", wrong.diagnostic.help or "")}
    fitting = {total for total in range(45) if foss(head + sheet + row.format(total)).agrees}
    assert listed == fitting != set()


def test_many_possible_totals_are_not_called_a_range() -> None:
    between = "2,,,,,,,,,\n3,,,,,,,,,\n"
    (wrong,) = problems(HEAD + between + "4,0,0,9,1,1,44,1,3,0\n")
    help_text = wrong.diagnostic.help
    assert "no total below `20` or above `45` is possible" in help_text


def test_a_deal_in_between_keeps_the_limits_on_bids() -> None:
    """Bids of 0, 0 and 1 in the first deal of one card were made, but come to the cards."""
    head = HEAD.splitlines()[0] + "\n"
    (wrong,) = foss(head + "2,0,0,20,0,0,20,1,2,12\n").problems
    assert (wrong.diagnostic.code, wrong.player) == ("R549", None)
    assert foss(head + "2,0,0,20,0,0,20,1,2,0\n").agrees


EACH = """clag 2 game "X" players 3
deal normal trump none bid in turn each bid keeps bid != previous_bid
  score 10 + tricks when made, 5 when bid = highest_bid and same_bids = 0, otherwise 0
schedule 1 up to 3 cards: normal
winner highest total, then shared"""


def test_the_limits_of_a_missing_deal_count_for_the_dealer_of_the_row_before() -> None:
    """The rest leaves Cai 0, 5 or 11 in the deal between, but Ann bids first there: not 11."""
    rows = (
        RecordedDeal(1, bids=(0, 1, 1), won=(0, 1, 0), totals=(10, 11, 0)),
        RecordedDeal(3, bids=(1, 3, 0), won=(1, 2, 0), totals=(31, 27, 8)),
    )
    for dealer, due in ((None, "`10`, `15` or `21`"), ("Bob", "`10` or `15`")):
        record = Record("x", PLAYERS, rows, dealer=dealer)
        (wrong,) = replay_sheet(record, clagdsl.load(text=EACH).rules).problems
        assert (wrong.diagnostic.help or "").startswith(f"the total can only be {due};")


def test_tricks_are_bounds_where_a_total_before_the_last_one_counts() -> None:
    """Cai scored 0 or 10 in the first deal, so 12 in the second: one trick, and not 0 to 2."""
    sheet = "Round,Ann total,Bob total,Cai total\n1,10,12,\n2,20,12,12\n"
    assert [row.exact for row in foss(sheet, "scorecard").rows] == [True, False]
    # In foss Cai cannot have bid 0 in the first deal.
    assert [row.exact for row in foss(sheet).rows] == [True, True]


def row_totals(text: str) -> list[tuple[int | None, ...]]:
    """Returns the totals that the report prints, row by row."""
    read = parse_sheet(text, "x")
    assert read.record is not None
    game = clagdsl.load(text=RULES.format(score=MADE)).rules
    rows = replay_sheet(read.record, game, read.places).rows
    return [tuple(own.total for own in row.figures) for row in rows]


def test_no_total_is_worked_out_from_a_wrong_row() -> None:
    """Neither in the row itself nor in the one after it; a written total is printed as it is."""
    head = HEAD.replace("1,1,11", "1,1,12")
    assert row_totals(head + "2,0,0,20,1,1,?,1,1,?\n3,0,0,?,1,1,33,0,2,11\n") == [
        (10, 12, 0),
        (20, None, None),
        (30, 33, 11),
    ]
    assert row_totals(HEAD + "2,0,0,25,1,1,?,1,1,11\n3,0,0,?,1,1,33,0,2,11\n") == [
        (10, 11, 0),
        (25, None, 11),
        (None, 33, 11),
    ]


def test_no_total_is_worked_out_from_a_total_that_no_deal_between_gives() -> None:
    rows = "3,0,0,?,1,1,33,0,2,-5\n4,0,0,?,1,1,44,0,3,?\n"
    assert [(one.row, one.diagnostic.code) for one in problems(HEAD + rows)] == [("3", "R549")]
    assert row_totals(HEAD + rows)[1:] == [(None, 33, -5), (None, 44, None)]


FAILED = "10 + tricks when made, otherwise tricks"
"""Every total tells the tricks, so a total before shows those of the deal between."""


def test_a_fix_leaves_the_row_before_right() -> None:
    """Cai cannot fall from 10 to 0, so to change Bob's total of row 3 alone leaves it wrong."""
    players = ("Ann", "Bob", "Cai", "Dee")
    rows = (
        RecordedDeal(1, bids=(0, 1, 0, 1), won=(1, 0, 0, 0), totals=(1, 0, 10, 0)),
        RecordedDeal(3, bids=(3, 0, 3, 0), won=(3, 0, 0, 0), totals=(14, 12, 0, 20)),
        RecordedDeal(4, bids=(0, 4, 0, 4), won=(0, 1, 3, 0), totals=(24, 11, 15, 20)),
    )
    rules = RULES.format(score=FAILED).replace("players 3", "players 4")
    found = replay_sheet(Record("x", players, rows, dealer="Cai"), clagdsl.load(text=rules).rules)
    assert [(one.row, one.diagnostic.code) for one in found.problems] == [
        ("3", "R549"),
        ("4", "R541"),
        ("4", "R541"),
    ]
    fixes = found.problems[1].fixes
    assert {tuple((own.row, own.player, own.value) for own in fix.changes) for fix in fixes} == {
        (("3", "Bob", 10), ("3", "Cai", 12)),
        (("4", "Bob", 13), ("4", "Cai", 3)),
    }

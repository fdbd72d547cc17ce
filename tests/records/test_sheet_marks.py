"""Marks such as `x` and `yes` in a sheet: a row fits if some division of the tricks does."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from typing import Final

import pytest
from support.checked_games import game_of
from support.loaded import loaded

from clagdsl.lang.rules import Game
from clagdsl.records.replay import replay_sheet
from clagdsl.records.report import ReplayResult
from clagdsl.records.sheet import SheetRules, parse_sheet

PLAYERS: Final = ("Ann", "Bob", "Cai")
CARDS: Final = 2


@cache
def game(missed: str) -> Game:
    return game_of(
        f'clag 2\ngame "X"\nplayers 3\ndeal n\n  trump none\n  bid in turn\n'
        f"  score 10 + tricks when made, otherwise {missed}\n"
        f"schedule repeat 3 times {CARDS} cards: n\nwinner highest total, then shared\n"
    )


def replayed(text: str, rules: Game) -> ReplayResult:
    read = parse_sheet(text, SheetRules("x", rules))
    assert read.record is not None
    return replay_sheet(read.record, rules, read.places)


def score(missed: str, bid: int, won: int) -> int:
    return 10 + won if bid == won else won * (missed == "tricks")


@pytest.mark.parametrize("missed", ["0", "tricks"])
@pytest.mark.parametrize("is_first_known", [True, False])
def test_a_row_with_marks_fits_exactly_what_some_deal_gives(
    missed: str, *, is_first_known: bool
) -> None:
    """If the row before is missing, marks count for the tricks of the row alone."""
    luck, outcomes = random.Random(7), [0, 0]
    ways = [
        (bids, won)
        for bids in product(range(CARDS + 1), repeat=3)
        for won in product(range(CARDS + 1), repeat=3)
        if sum(won) == CARDS
    ]
    before = (10, 11, 11)
    for _ in range(150):
        bids, won = luck.choice(ways)
        written = [bid if luck.random() < 0.8 else None for bid in bids]
        marks = [luck.choice((bid == own, None)) for bid, own in zip(bids, won, strict=True)]
        totals = [
            start + score(missed, bid, own) if is_first_known and luck.random() < 0.6 else None
            for start, bid, own in zip(before, bids, won, strict=True)
        ]
        if luck.random() < 0.6:
            seat = luck.randrange(3)
            marks[seat] = not marks[seat]
        fitting = {
            case_won
            for case_bids, case_won in ways
            if all(
                case in (bid, case if bid is None else bid)
                and mark in (None, case == own)
                and total in (None, start + score(missed, case, own))
                for case, own, bid, mark, total, start in zip(
                    case_bids, case_won, written, marks, totals, before, strict=True
                )
            )
        }
        cells = [
            ""
            if cell is None
            else {True: "yes", False: "no"}.get(cell, cell)
            if kind
            else str(cell)
            for own in zip(written, marks, totals, strict=True)
            for kind, cell in ((0, own[0]), (1, own[1]), (0, own[2]))
        ]
        head = ",".join(f"{who} {kind}" for who in PLAYERS for kind in ("bid", "made", "total"))
        first = "1,0,,10,1,,11,1,,11\n" if is_first_known else ""
        text = f"deal,{head}\n{first}2,{','.join(cells)}\n"
        result = replayed(text, game(missed))
        assert bool(result.errors) == (not fitting), text
        if fitting:
            counts = tuple(tuple(sorted({own[seat] for own in fitting})) for seat in range(3))
            assert result.rows[-1].tricks == counts, text
        outcomes[bool(fitting)] += 1
    assert min(outcomes) > 10


TOTALS: Final = "deal," + ",".join(
    f"{who} {kind}" for who in ("Ann", "Bob", "Cai", "Dee") for kind in ("bid", "total")
)


@pytest.mark.parametrize(
    ("row", "help_text"),
    [
        # Cai made the bid, by the total. No other total is possible, as Dee took the other trick.
        ("0,21,0,20,1 x,21,2 x,1", "leave the mark out"),
        ("0,21,0,20,1 x,21,2 x,", "write the total `12`, or leave the mark out"),
    ],
)
def test_a_mark_that_contradicts_the_total_is_reported_in_every_row(
    row: str, help_text: str
) -> None:
    """In this game a missed bid scores the tricks."""
    text = f"{TOTALS}\n1,1,11,0,10,0,10,1 x,0\n2,{row}\n"
    (problem,) = replayed(text, loaded("pagat").rules).problems
    assert (problem.row, problem.player, problem.diagnostic.code) == ("2", "Cai", "R511")
    assert problem.diagnostic.message == "`x` under `bid` does not fit the other figures"
    assert problem.diagnostic.help == help_text


def test_a_mark_that_contradicts_the_tricks_is_reported() -> None:
    head = "deal," + ",".join(f"{who} {kind}" for who in PLAYERS for kind in ("bid", "tricks"))
    (problem,) = replayed(f"{head}\n2,1 x,1,0 ✓,1,1,0\n", game("0")).problems[:1]
    assert (problem.player, problem.diagnostic.code) == ("Ann", "R511")
    assert "correct the bid or the tricks" in problem.diagnostic.help


def test_two_marks_of_one_bid_must_agree() -> None:
    read = parse_sheet("deal,Ann bid,Ann made,Bob bid,Bob made\n1,1 ✓,no,0,no\n", "foss")
    assert [one.message for one in read.diagnostics] == ["`no` is not a figure for `tricks`"]


@pytest.mark.parametrize(
    ("row", "tricks"),
    [("20,1 x,1 x,1 x", None), ("20,1 x,0 x,1 x", ((0,), (1,), (0,)))],
)
def test_marks_count_if_the_totals_before_are_not_known(
    row: str, tricks: tuple[tuple[int, ...], ...] | None
) -> None:
    """In deal 20 there is one card, so somebody has taken it."""
    rules = loaded("foss").rules
    for first in ("", "19,1 ✓,0 x,0 ✓\n"):
        result = replayed(f"Deal,Ann bid,Bob bid,Cai bid\n{first}{row}\n", rules)
        codes = [problem.diagnostic.code for problem in result.problems]
        assert codes == (["R543"] if tricks is None else [])
        assert tricks is None or result.rows[-1].tricks == tricks


@pytest.mark.parametrize("bid", ["0", ""])
@pytest.mark.parametrize("is_wrong", list(product((False, True), repeat=3)))
def test_marks_count_if_all_bids_are_fixed(bid: str, is_wrong: tuple[bool, ...]) -> None:
    """In Misère of `scottish`, no trick scores 10, otherwise each trick -2.

    `yes` next to a bid stands for the tricks, so then another figure is reported.
    """
    points = (10, -4, -10)
    head = ",".join(f"{who} {kind}" for who in PLAYERS for kind in ("bid", "made", "points"))
    cells = ",".join(
        f"{bid},{'yes' if (own > 0) != wrong else 'no'},{own}"
        for own, wrong in zip(points, is_wrong, strict=True)
    )
    found = replayed(f"Round,{head}\nm,{cells}\n", loaded("scottish").rules).problems
    names = {who for who, wrong in zip(PLAYERS, is_wrong, strict=True) if wrong}
    marked = {one.player for one in found if one.diagnostic.code == "R511"}
    assert marked == (names - {"Bob", "Cai"} if bid else names)
    assert {one.player for one in found} - {None} == names


def test_a_mark_of_a_bid_that_is_not_allowed_is_not_judged() -> None:
    head = "Round," + ",".join(f"{who} {kind}" for who in PLAYERS for kind in ("bid", "points"))
    (problem,) = replayed(f"{head}\nm,2 ✓,-4,0 ✓,10,0 x,-10\n", loaded("scottish").rules).problems
    assert (problem.player, problem.diagnostic.code) == ("Ann", "R537")


@pytest.mark.parametrize(("mark", "points"), [("✓", (10,)), ("x", (0,)), ("", (0, 10))])
def test_a_fix_agrees_with_the_mark_of_a_bid_that_is_not_written(
    mark: str, points: tuple[int, ...]
) -> None:
    """Ann took both tricks, so Bob has 10 if the bid of 0 is made, otherwise 0."""
    head = ",".join(f"{who} {kind}" for who in PLAYERS for kind in ("bid", "tricks", "points"))
    text = f"deal,{head}\n1,2,2,12,,{mark},12,1,0,0\n"
    (problem,) = replayed(text, game("0")).problems
    changes = [fix.changes for fix in problem.fixes]
    assert all((own.player, own.cell) == ("Bob", "points") for (own,) in changes)
    assert tuple(sorted(own.value for (own,) in changes)) == points

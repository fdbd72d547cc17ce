"""Every fix that `replay` offers is a smallest one, compared with all outcomes of small deals."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import Final, TypeAlias

import pytest
from support.checked_games import game_of
from support.loaded import loaded

from clagdsl.lang.record import Record, RecordedDeal, RowFix
from clagdsl.lang.rules import Game
from clagdsl.records.reading import parse_record
from clagdsl.records.repair import FIGURES
from clagdsl.records.replay import replay_sheet
from clagdsl.records.report import Disagreement
from clagdsl.records.sheet import SheetRules, parse_sheet

CARDS: Final = 3
PLAYERS: Final = ("Ann", "Bob", "Cai")

Cells: TypeAlias = dict[tuple[str, int], int]
"""The figures of a row: of each seat, and in `taken` of each trick."""


@dataclass(frozen=True)
class Rules:
    """A game of one deal, once more in Python: a limit on the bids, and the score of a seat."""

    clauses: str
    allows: Callable[[tuple[int, ...]], bool]
    score: Callable[[int, tuple[int, ...], tuple[int, ...], tuple[int, ...]], int]
    completes: Callable[[int, tuple[int, ...], tuple[int, ...]], bool] = lambda seat, bids, won: (
        bids[seat] == won[seat]
    )
    factors: tuple[int, ...] = (1,)
    """By what the scores are multiplied, for each trump that a row can have."""


def of_makers(seat: int, bids: tuple[int, ...], won: tuple[int, ...], _: tuple[int, ...]) -> int:
    if bids[seat] == won[seat]:
        return 12 - 3 * sum(bid == count for bid, count in zip(bids, won, strict=True))
    is_alone = won[seat] == max(won) and won.count(max(won)) == 1
    return 2 if is_alone else sum(bids) - CARDS


def of_worth(seat: int, bids: tuple[int, ...], won: tuple[int, ...], taken: tuple[int, ...]) -> int:
    points = sum(number for number, taker in enumerate(taken, 1) if taker == seat)
    return 10 + points if bids[seat] == won[seat] else 0


GAMES: Final = {
    "makers": Rules(
        "  last bid keeps bids > cards, otherwise bids != cards\n"
        "  score 12 - 3 * makers when made, 2 when tricks = most and most_count = 1, "
        "otherwise bids - cards\n"
        "  completed when makers > 0 and tricks < most\n",
        # Cai bids last, and can always bid more than is left.
        lambda bids: sum(bids) > CARDS if sum(bids[:2]) > 0 else sum(bids) != CARDS,
        of_makers,
        lambda seat, bids, won: (
            any(bid == count for bid, count in zip(bids, won, strict=True)) and won[seat] < max(won)
        ),
    ),
    "worth": Rules(
        "  trick worth trick\n  score 10 + points when made, otherwise 0\n",
        lambda _: True,
        of_worth,
    ),
    "distance": Rules(
        "  last bid keeps bids != cards\n"
        "  score 5 + tricks when made, otherwise -abs(bid - tricks)\n",
        lambda bids: sum(bids) != CARDS,
        lambda seat, bids, won, _: (
            5 + won[seat] if bids[seat] == won[seat] else -abs(bids[seat] - won[seat])
        ),
    ),
    "trump": Rules(
        "  score (10 + tricks when made, otherwise -tricks) "
        "* (2 when trump = hearts, 3 when trump = spades, otherwise 1)\n",
        lambda _: True,
        lambda seat, bids, won, _: 10 + won[seat] if bids[seat] == won[seat] else -won[seat],
        factors=(1, 2, 3),
    ),
}


@cache
def game(name: str) -> Game:
    return game_of(
        'clag 2\ngame "X"\nplayers 3\ndeal n\n  bid in turn\n'
        f"  trump {'turned' if name == 'trump' else 'none'}\n{GAMES[name].clauses}"
        f"schedule repeat 3 times {CARDS} cards: n\nwinner highest total, then shared\n"
    )


@cache
def outcomes(name: str) -> list[Cells]:
    """Every deal that can be played, with all its figures."""
    rules, every = GAMES[name], []
    for bids in product(range(CARDS + 1), repeat=len(PLAYERS)):
        possible = product(range(len(PLAYERS)), repeat=CARDS) if rules.allows(bids) else ()
        for taken, factor in product(possible, rules.factors):
            won = tuple(taken.count(seat) for seat in range(len(PLAYERS)))
            cells = {("taken", trick): seat for trick, seat in enumerate(taken)}
            for seat in range(len(PLAYERS)):
                cells |= {("bid", seat): bids[seat], ("tricks", seat): won[seat]}
                cells["total", seat] = factor * rules.score(seat, bids, won, taken)
                cells["made", seat] = rules.completes(seat, bids, won)
            every.append(cells)
    return every


def smallest(
    name: str, written: Cells, before: Cells | None = None
) -> set[frozenset[tuple[tuple[str, int], int]]]:
    """The smallest changes that make a deal of the figures that are written.

    If a row has the points of the deal, its totals go on from those of the row before.
    """

    def due(cells: Cells, cell: tuple[str, int]) -> int:
        kind, seat = cell
        if kind == "points":
            return cells["total", seat]
        return cells[cell] + (before[cell] if before is not None and kind == "total" else 0)

    changes = {
        frozenset((cell, due(cells, cell)) for cell, n in written.items() if due(cells, cell) != n)
        for cells in outcomes(name)
    }
    fewest = min(map(len, changes))
    return {change for change in changes if len(change) == fewest}


def row_with_gaps(name: str, luck: random.Random, rate: float) -> Cells:
    """A deal with some figures left out."""
    hidden = [["taken"], ["tricks", "taken"], ["tricks"], []][luck.randrange(4)]
    return {
        cell: value
        for cell, value in luck.choice(outcomes(name)).items()
        if cell[0] not in ("made", *hidden) and (cell[0] == "taken" or luck.random() >= rate)
    }


def damaged_row(name: str, luck: random.Random) -> Cells:
    """A deal with some figures left out and one or two others."""
    cells = row_with_gaps(name, luck, 0.1)
    for cell in luck.sample(sorted(cells), luck.randint(1, 2)):
        match cell[0]:
            case "total":
                cells[cell] = luck.randrange(-3, 17)
            case "taken":
                cells[cell] = luck.randrange(len(PLAYERS))
            case _:
                cells[cell] = luck.randrange(CARDS + 1)
    return cells


def record_of(*rows: Cells) -> Record:
    def deal(number: int, cells: Cells) -> RecordedDeal:
        def of(cell: str) -> tuple[int | None, ...]:
            return tuple(cells.get((cell, seat)) for seat in range(len(PLAYERS)))

        return RecordedDeal(
            number=number,
            bids=tuple("?" if bid is None else bid for bid in of("bid")),
            won=of("tricks"),
            totals=of("total"),
            taken=tuple(seat for seat in of("taken") if seat is not None) or None,
        )

    return Record("x", PLAYERS, tuple(map(deal, range(1, 4), rows)), dealer="Cai")


@pytest.mark.parametrize("name", GAMES)
def test_fixes_are_the_smallest_changes_that_make_a_possible_deal(name: str) -> None:
    luck, offered_at_all = random.Random(11), 0
    for _ in range(12):
        cells = damaged_row(name, luck)
        expected = smallest(name, cells)
        problems = replay_sheet(record_of(cells), game(name)).problems
        assert (expected == {frozenset()}) == (not problems), cells
        fixes = {fix for problem in problems for fix in problem.fixes}
        offered = {
            frozenset(
                ((change.cell, change.trick - 1), change.value - 1)
                if change.trick is not None
                else ((change.cell, PLAYERS.index(change.player)), change.value)
                for change in fix.changes
            )
            for fix in fixes
        }
        if not offered:  # nothing is wrong, or a forbidden bid has several fixes
            assert {problem.diagnostic.code[0] for problem in problems} <= {"A"}
            continue
        offered_at_all += 1
        assert offered == expected, cells
    assert offered_at_all > 5


@pytest.mark.parametrize("name", GAMES)
def test_a_figure_is_known_if_all_deals_that_fit_the_row_agree_on_it(name: str) -> None:
    luck, worked_out = random.Random(3), 0
    for _ in range(25):
        cells = row_with_gaps(name, luck, luck.choice((0.2, 0.5)))
        (row,) = replay_sheet(record_of(cells), game(name)).rows
        fitting = [every for every in outcomes(name) if cells.items() <= every.items()]
        for seat, own in enumerate(row.figures):
            shown = {"bid": own.bid, "total": own.points, "made": own.made}
            for kind, value in shown.items():
                possible = {every[kind, seat] for every in fitting}
                expected = possible.pop() if len(possible) == 1 else None
                assert (None if value == "?" else value) == expected, (kind, seat, cells)
                worked_out += expected is not None and (kind, seat) not in cells
    assert worked_out > 20


def fits(cells: Cells, before: Cells) -> bool:
    """Whether a row without takers can be right after the totals of the row before."""
    points = {cell: n - before[cell] if cell[0] == "total" else n for cell, n in cells.items()}
    return any(points.items() <= every.items() for every in outcomes("distance"))


def smallest_after(
    first: Cells, second: Cells, third: Cells
) -> set[frozenset[tuple[str, tuple[str, int], int]]]:
    """The smallest changes that make the third row right.

    They may change totals of the second row, which is then to be right, too.
    """
    totals = [("total", seat) for seat in range(len(PLAYERS))]
    chosen = [cells for size in range(4) for cells in combinations(totals, size)]
    changes = set()
    for cells in outcomes("distance"):
        for in_row_before in chosen:
            change, before = set(), dict(second)
            for cell, value in third.items():
                if cell in in_row_before:
                    before[cell] = value - cells[cell]
                    change.add(("2", cell, before[cell]))
                else:
                    due = cells[cell] + (second[cell] if cell in totals else 0)
                    change |= {("3", cell, due)} if due != value else set()
            differ = all(before[cell] != second[cell] for cell in in_row_before)
            if len(change) < 3 and differ and (not in_row_before or fits(before, first)):
                changes.add(frozenset(change))
    fewest = min(map(len, changes), default=0)
    return {change for change in changes if len(change) == fewest}


def test_fixes_are_the_smallest_if_two_figures_of_the_row_before_are_wrong() -> None:
    luck, offered_at_all = random.Random(5), 0
    for _ in range(15):
        rows: list[Cells] = []
        for number in range(3):
            drawn = luck.choice(outcomes("distance"))
            cells = {c: n for c, n in drawn.items() if c[0] not in ("taken", "made")}
            if luck.random() < 0.6:
                cells = {c: n for c, n in cells.items() if c[0] != "tricks"}
            for seat in range(len(PLAYERS)) if rows else ():
                cells["total", seat] += rows[-1]["total", seat]
            rows.append(cells)
            for _ in range((0, 2, 1)[number]):
                cell = luck.choice(sorted(cells))
                cells[cell] = max(0, cells[cell] + luck.choice((-2, -1, 1, 2)))
        expected = smallest_after(*rows)
        problems = [
            problem
            for problem in replay_sheet(record_of(*rows), game("distance")).problems
            if problem.row == "3"
        ]
        offered = {
            frozenset((c.row, (c.cell, PLAYERS.index(c.player)), c.value) for c in fix.changes)
            for problem in problems
            for fix in problem.fixes
        }
        # A forbidden bid is fixed only if one change alone is possible.
        is_hidden = {problem.diagnostic.code[0] for problem in problems} == {"A"}
        if expected not in (set(), {frozenset()}) and not (is_hidden and len(expected) > 1):
            offered_at_all += 1
            assert offered == expected, rows
    assert offered_at_all > 5


def sheet_of(rows: list[Cells]) -> str:
    """A sheet with the bids, points and totals of deals."""
    kinds = ("bid", "points", "total")
    text = ",".join(["deal", *(f"{who} {kind}" for who in PLAYERS for kind in kinds)])
    for number, cells in enumerate(rows, 1):
        figures = [cells.get((kind, seat), "") for seat in range(len(PLAYERS)) for kind in kinds]
        text += "\n" + ",".join(map(str, [number, *figures]))
    return f"{text}\n"


def sheet_problems(rows: list[Cells]) -> list[Disagreement]:
    read = parse_sheet(sheet_of(rows), SheetRules("x", game("distance")))
    assert read.record is not None
    replayed = replay_sheet(read.record, game("distance"), read.places)
    return [*(Disagreement(None, None, None, one) for one in read.diagnostics), *replayed.problems]


def drawn_sheet(luck: random.Random) -> list[Cells]:
    """Three deals without mistakes, with the points and totals of all players."""
    rows, totals = list[Cells](), [0, 0, 0]
    for _ in range(3):
        deal, cells = luck.choice(outcomes("distance")), Cells()
        for seat in range(len(PLAYERS)):
            totals[seat] += deal["total", seat]
            cells["bid", seat], cells["points", seat] = deal["bid", seat], deal["total", seat]
            cells["total", seat] = totals[seat]
        rows.append(cells)
    return rows


def with_fix(rows: list[Cells], fix: RowFix) -> list[Cells]:
    """The rows with the cells of a fix typed in."""
    typed = [dict(cells) for cells in rows]
    for change in fix.changes:
        typed[int(change.row) - 1][change.cell, PLAYERS.index(change.player)] = change.value
    return typed


@pytest.mark.parametrize("seed", range(4))
def test_fixes_of_sheets_with_points_and_totals_are_the_smallest(seed: int) -> None:
    """The second of three rows has two wrong figures, often the totals of two players swapped."""
    luck, compared, confirmed = random.Random(seed), 0, 0
    for _ in range(12):
        rows = drawn_sheet(luck)
        first, second, _ = rows
        if luck.random() < 0.5:
            second["total", 0], second["total", 1] = second["total", 1], second["total", 0]
        else:
            for cell in luck.sample(sorted(second), 2):
                second[cell] = max(0, second[cell] + luck.choice((-1, 1, 5)))
        expected = smallest("distance", second, first)
        of_row = [one for one in sheet_problems(rows) if one.row == "2"]
        codes = {one.diagnostic.code for one in of_row}
        assert bool(codes) == (expected != {frozenset()}), rows
        fixes = next((one.fixes for one in of_row if one.fixes), ())
        offered = {
            frozenset(((c.cell, PLAYERS.index(c.player)), c.value) for c in fix.changes)
            for fix in fixes
            if all(c.row == "2" for c in fix.changes)
        }
        size = min(map(len, expected))
        assert not fixes or len(fixes[0].changes) <= size, rows
        if fixes and len(fixes[0].changes) == size:
            assert offered == expected or not codes & FIGURES, rows
            compared += 1
        for fix in fixes:
            wrong = [one.row for one in sheet_problems(with_fix(rows, fix))]
            assert "2" not in wrong, (rows, fix)
            assert fix.confirmed == ("3" not in wrong), (rows, fix)
            confirmed += fix.confirmed
    assert compared > 3
    assert confirmed > 2


@pytest.mark.parametrize("seed", range(4))
def test_fixes_after_a_wrong_total_fit_as_typed(seed: int) -> None:
    """The totals of the third row go on from the points, as a total of the second is wrong."""
    luck, offered = random.Random(seed), 0
    for _ in range(20):
        rows = drawn_sheet(luck)
        rows[1]["total", luck.randrange(3)] += 4
        cell = luck.choice(sorted(rows[2]))
        rows[2][cell] = max(0, rows[2][cell] + luck.choice((-1, 1, 5)))
        for fix in {fix for one in sheet_problems(rows) if one.row == "3" for fix in one.fixes}:
            offered += 1
            wrong = [one.row for one in sheet_problems(with_fix(rows, fix))]
            assert "3" not in wrong, (rows, fix)
    assert offered > 5


def test_a_wrong_bid_is_one_figure_if_the_scores_read_all_bids() -> None:
    """Bob has bid 2: then two have made their bids, and the bids come to 4."""
    cells: Cells = {}
    for seat, figures in enumerate(((0, 0, 6), (2, 2, 6), (2, 1, 1))):
        cells |= dict(zip(((c, seat) for c in ("bid", "tricks", "total")), figures, strict=True))
    assert replay_sheet(record_of(cells), game("makers")).agrees
    problems = replay_sheet(record_of(cells | {("bid", 1): 3}), game("makers")).problems
    assert [problem.player for problem in problems] == list(PLAYERS)
    shown = {problem.diagnostic.help for problem in problems}
    assert shown == {"change one figure and the row fits: Bob's bid to `2`"}


def test_two_wrong_totals_are_fixed_together_and_the_next_row_agrees() -> None:
    text = """record = 1
rules = "foss"
players = ["Ann", "Bob", "Cai"]
[[deal]]
deal = 1
bids = "0 0 0"
won = "0 0 1"
totals = "10 10 0"
[[deal]]
deal = 2
bids = "1 1 1"
won = "1 1 0"
totals = "23 21 0"
[[deal]]
deal = 3
bids = "1 1 2"
won = "1 1 1"
totals = "34 34 0"
"""
    record = parse_record(text).record
    assert record is not None
    problems = replay_sheet(record, loaded("foss").rules).problems
    fixes = [one.fixes for one in problems]
    assert [one.row for one in problems] == ["2", "2", "3", "3"]
    assert fixes[0] == fixes[1]
    shown = [[(c.row, c.player, c.cell, c.value) for c in fix.changes] for fix in fixes[0]]
    assert shown == [[("2", "Ann", "total", 22), ("2", "Bob", "total", 22)]]
    assert fixes[0][0].confirmed
    # The row after it offers the same first, and as many figures as that.
    assert fixes[2][0].changes == fixes[0][0].changes
    assert {len(fix.changes) for fix in fixes[2]} == {2}

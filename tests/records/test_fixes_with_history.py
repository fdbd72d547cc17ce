"""A total of the row before is a possible fix even if scores depend on runs, tallies or rows."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest
from support.checked_games import game_of

from clagdsl.lang.record import Record, RecordedDeal, RowFix
from clagdsl.records.replay import replay_sheet

PLAYERS = ("Ann", "Bob")
RULES = """clag 2
game "X"
players 2
run hits when made
tally bags = tricks - bid when tricks > bid, otherwise 0
deal normal
  trump none
  bid in turn
  score (bid when tricks >= bid, otherwise -bid) {more}
schedule repeat 2 times 2 cards: normal
winner highest total, then shared
"""
FIGURES = {
    "run": "+ (5 when hits = 1, otherwise 0)",
    "tally": "- 9 * (bags // 2)",
    "row": "+ (row_best when row_made = row_deals, otherwise 0)",
    "none": "",
}


def score(kind: str, deals: list[tuple[int, int]]) -> int:
    """The score of the last of a player's deals, each a bid and tricks."""
    (bid, won), before = deals[-1], deals[:-1]
    points = bid if won >= bid else -bid
    if kind == "run" and before and before[0][0] == before[0][1]:
        return points + 5
    if kind == "tally" and before:
        return points - 9 * (max(before[0][1] - before[0][0], 0) // 2)
    if kind == "row" and before and all(one == other for one, other in deals):
        return points + max(score(kind, before), 0)
    return points


@pytest.mark.parametrize("kind", FIGURES)
def test_the_total_of_the_row_before_is_among_the_fixes(kind: str) -> None:
    rules, luck, offered = game_of(RULES.format(more=FIGURES[kind])), random.Random(kind), 0
    for _ in range(-60, 100):
        won = [(own, 2 - own) for own in (luck.randrange(3), luck.randrange(3))]
        bids = [tuple(luck.randrange(3) for _ in PLAYERS) for _ in won]
        deals = [list(zip(*row, strict=True)) for row in zip(bids, won, strict=True)]
        rows: list[RecordedDeal] = []
        sums = [0, 0]
        for number in range(2):
            for seat in range(2):
                sums[seat] += score(kind, [deal[seat] for deal in deals[: number + 1]])
            rows.append(RecordedDeal(bids=bids[number], won=won[number], totals=tuple(sums)))
        ann, bob = rows[0].totals or ()
        wrong = bob + luck.choice([-3, -2, -1, 1, 2, 3])
        rows[0] = RecordedDeal(bids=(bids[0][0], "?"), won=won[0], totals=(ann, wrong))
        record = Record("", PLAYERS, tuple(rows), dealer="Bob")
        found = replay_sheet(record, rules)
        if [problem.row for problem in found.problems] != ["2"]:
            continue  # the first row does not fit by itself, or both do
        fixes: tuple[RowFix, ...] = found.problems[0].fixes
        changes = [fix.changes for fix in fixes if len(fix.changes) == 1]
        totals = [own.value for (own,) in changes if (own.row, own.cell) == ("1", "total")]
        assert bob in totals, record
        offered += 1
    assert offered > 2


def test_the_unknown_run_of_another_player_hides_no_fix() -> None:
    """Ann's first bid is unknown, and with it her run; Bob's second total is wrong."""
    rules = game_of(RULES.format(more=FIGURES["run"]).replace("2 times", "3 times"))
    luck, offered = random.Random(1), 0
    for _ in range(40):
        rows: list[RecordedDeal] = []
        sums, hits = [0, 0], [0, 0]
        for won in [(own, 2 - own) for own in luck.choices(range(3), k=3)]:
            bids = tuple(luck.choices(range(3), k=2))
            for seat, (bid, tricks) in enumerate(zip(bids, won, strict=True)):
                sums[seat] += score("none", [(bid, tricks)]) + 5 * (hits[seat] == 1)
                hits[seat] = hits[seat] + 1 if bid == tricks else 0
            rows.append(RecordedDeal(bids=bids, won=won, totals=tuple(sums)))
        first, second = (row.totals or () for row in rows[:2])
        bids = (("?", (rows[0].bids or ())[1]), ((rows[1].bids or ())[0], "?"))
        wrong = (second[1] or 0) + luck.choice([-3, -2, -1, 1, 2, 3])
        rows[0] = replace(rows[0], bids=bids[0], totals=(None, first[1]))
        rows[1] = replace(rows[1], bids=bids[1], totals=(second[0], wrong))
        found = replay_sheet(Record("", PLAYERS, tuple(rows), dealer="Bob"), rules)
        errors = [one for one in found.problems if one.diagnostic.severity == "error"]
        if [one.row for one in errors] != ["3"]:
            continue
        changes = [fix.changes[0] for fix in errors[0].fixes if len(fix.changes) == 1]
        assert ("2", "total", second[1]) in [(own.row, own.cell, own.value) for own in changes]
        offered += 1
    assert offered > 5


OPEN_POINTS = {"run": {0, 5}, "tally": {0, -9, -18, -27}}
"""What a score adds for each value that a run or tally can have before the fourth deal."""


def open_scores(kind: str, bid: int, won: int, before: tuple[int, int]) -> set[int]:
    """Every score of the fourth deal, if only the bid and tricks of the third are known."""
    is_known = kind == "run" and before[0] != before[1]
    points = bid if won >= bid else -bid
    return {points + more for more in ({0} if is_known else OPEN_POINTS[kind])}


@pytest.mark.parametrize("kind", OPEN_POINTS)
def test_a_row_must_fit_some_value_of_an_unknown_run_or_tally(kind: str) -> None:
    """A sheet of the third and fourth of four deals, with a slip in one figure of the fourth.

    The row is wrong if no value gives its scores; every change of one figure that helps is a fix.
    """
    text = RULES.format(more=FIGURES[kind]).replace("2 times", "4 times")
    rules, luck = game_of(text), random.Random(kind)
    seen: Counter[bool] = Counter()
    for _ in range(50):
        won = [(own, 2 - own) for own in luck.choices(range(3), k=4)]
        bids = [tuple(luck.choices(range(3), k=2)) for _ in won]
        third = list(zip(bids[2], won[2], strict=True))
        start, figures = (20, 30), {}
        for seat in range(2):
            figures["bid", seat], figures["tricks", seat] = bids[3][seat], won[3][seat]
            own = open_scores(kind, bids[3][seat], won[3][seat], third[seat])
            figures["total", seat] = start[seat] + luck.choice(sorted(own))
        slip = luck.choice(sorted(figures))
        figures[slip] = luck.choice(range(3) if slip[0] != "total" else range(40))

        def fits(
            figures: dict[tuple[str, int], int],
            start: tuple[int, ...],
            third: Sequence[tuple[int, int]] = third,
        ) -> bool:
            return figures["tricks", 0] + figures["tricks", 1] == 2 and all(
                figures["total", seat] - start[seat]
                in open_scores(kind, figures["bid", seat], figures["tricks", seat], third[seat])
                for seat in range(2)
            )

        rows = [
            RecordedDeal(number=3, bids=bids[2], won=won[2], totals=start),
            RecordedDeal(
                number=4,
                bids=(figures["bid", 0], figures["bid", 1]),
                won=(figures["tricks", 0], figures["tricks", 1]),
                totals=(figures["total", 0], figures["total", 1]),
            ),
        ]
        found = replay_sheet(Record("", PLAYERS, tuple(rows), dealer="Bob"), rules)
        wrong = [problem for problem in found.problems if problem.diagnostic.severity == "error"]
        assert bool(wrong) != fits(figures, start), rows
        seen[bool(wrong)] += 1
        changes = {
            ("4", PLAYERS[figure[1]], figure[0], value)
            for figure, written in figures.items()
            for value in (range(3) if figure[0] != "total" else range(-60, 100))
            if value != written and fits({**figures, figure: value}, start)
        } | {
            ("3", PLAYERS[seat], "total", value)
            for seat, value in product(range(2), range(-60, 100))
            if fits(figures, (*start[:seat], value, *start[seat + 1 :]))
        }
        listed = {
            (own.row, own.player, own.cell, own.value)
            for problem in wrong
            for fix in problem.fixes
            if len(fix.changes) == 1
            for own in fix.changes
        }
        assert listed == (changes if wrong else set()), rows
    assert min(seen[True], seen[False]) > 5

"""A total of the row before is a possible fix even if scores depend on runs, tallies or rows."""

import random

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
    for _ in range(60):
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

"""Sheets of 500 rows are judged in every row, whatever is left out to judge them faster."""

from __future__ import annotations

import random
from typing import Final

import pytest

from clagdsl import load
from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.records import solver
from clagdsl.records.replay import RowReader, replay_sheet
from clagdsl.records.sheet import SheetRules, parse_sheet
from clagdsl.table.budget import Budget
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.scoring import Taking

PLAYERS: Final = ("Ann", "Bob", "Cai")
LONG: Final = load(
    text="""clag 2
game "Long"
players 3
deal normal
  rank A K Q J 10 9 8 7 6 5 4 3 2
  trump turned
  bid in turn
  lead eldest
  follow suit, else anything
  next dealer left
  last bid keeps bids != cards
  score 10 + tricks when made, otherwise 0 - tricks
schedule repeat 125 times (2 up to 5 cards: normal)
winner highest total, then shared
"""
).rules


def true_points(seed: int, rows: int = 500) -> list[list[int]]:
    luck = random.Random(seed)
    points: list[list[int]] = []
    for row in range(rows):
        cards = 2 + row % 4
        takers = [luck.randrange(3) for _ in range(cards)]
        won = [takers.count(seat) for seat in range(3)]
        made = [luck.random() < 0.5 for _ in won]
        made[luck.randrange(3)] = False  # the bids do not add up to the cards
        points.append([10 + n if hit else -n for n, hit in zip(won, made, strict=True)])
    return points


def totals(points: list[list[int]]) -> list[list[int]]:
    sums = [0, 0, 0]
    rows = []
    for row in points:
        sums = [total + own for total, own in zip(sums, row, strict=True)]
        rows.append(sums)
    return rows


def sheet_text(figures: list[list[int]]) -> str:
    lines = [",".join(map(str, (number, *row))) for number, row in enumerate(figures, 1)]
    return "\n".join(["Deal,Ann,Bob,Cai", *lines])


def test_every_row_of_a_long_sheet_of_totals_is_inferred() -> None:
    result = parse_sheet(sheet_text(totals(true_points(1))), SheetRules("long", LONG))
    assert result.record is not None
    replayed = replay_sheet(result.record, LONG, result.places)
    assert (replayed.problems, replayed.judged, replayed.unscored) == ((), 500, 0)


def test_rows_beyond_the_first_decide_where_the_first_fit_both_readings() -> None:
    flat = [[0, 0, 0]] * 120
    for figures, way in ((true_points(2, 30), "points"), (totals(true_points(2, 30)), "totals")):
        rules = SheetRules("long", LONG)
        result = parse_sheet(sheet_text(flat + figures), rules)
        expected = parse_sheet(sheet_text(flat + figures), SheetRules("long", LONG, figures=way))
        assert result.record is not None
        assert result.record == expected.record


def test_a_verdict_alone_names_the_same_cells_as_the_whole_answer() -> None:
    luck = random.Random(3)
    wrong = [list(row) for row in totals(true_points(3, 40))]
    for row in luck.sample(wrong, 12):
        row[luck.randrange(3)] += luck.choice((-7, 1, 2, 30))
    deals = tuple(
        RecordedDeal(number=number, totals=tuple(row)) for number, row in enumerate(wrong, 1)
    )
    record = Record("long", PLAYERS, deals)
    whole, verdict = (replay_sheet(record, LONG, verdict_only=only) for only in (False, True))
    facts = [
        [(one.deal, one.row, one.player, one.diagnostic.code) for one in result.problems]
        for result in (whole, verdict)
    ]
    assert facts[0]
    assert facts[0] == facts[1]
    assert (whole.cells, whole.fitting) == (verdict.cells, verdict.fitting)
    assert any(one.fixes for one in whole.problems)
    assert not any(one.fixes for one in verdict.problems)


def with_every_row_wrong(rows: int) -> Record:
    luck = random.Random(4)
    figures = [list(row) for row in totals(true_points(4, rows))]
    for row in figures:
        row[luck.randrange(3)] += luck.choice((-7, 1, 2, 30))
    deals = tuple(
        RecordedDeal(number=number, bids=(1, 0, 2), totals=tuple(row))
        for number, row in enumerate(figures, 1)
    )
    return Record("long", PLAYERS, deals)


def test_the_search_for_fixes_reads_no_change_of_the_row_before_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[tuple[int, RecordedDeal]] = []
    with_deal = RowReader.with_deal

    def counted(self: RowReader, deal: RecordedDeal, *rest: Budget) -> RowReader:
        read.append((self.index, deal))
        return with_deal(self, deal, *rest)

    monkeypatch.setattr(RowReader, "with_deal", counted)
    replay_sheet(with_every_row_wrong(2), LONG)
    start = next(at for at, (index, _) in enumerate(read) if index == 1)
    own, before = ([deal for index, deal in read[start:] if index == row] for row in (1, 0))
    assert len(own) > len(before) > 4
    assert len(before) == len(set(before))


def test_a_score_of_a_row_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    computed: list[tuple[int, Taking]] = []
    score_or_none = solver.score_or_none

    def counted(rules: DealRules, deal: int, cards: int, taking: Taking) -> int | None:
        computed.append((deal, taking))
        return score_or_none(rules, deal, cards, taking)

    monkeypatch.setattr(solver, "score_or_none", counted)
    replay_sheet(with_every_row_wrong(2), LONG, verdict_only=True)
    assert computed
    assert len(computed) == len(set(computed))

"""Witnesses of what hangs on a row of deals: matches from the first deal on, worked out again."""

import pytest

from clagdsl.check.checker import check_text
from clagdsl.explain.diff.compare import ComparedRules, compare
from clagdsl.explain.diff.witness import record_text, smallest_witness, witness_lines
from clagdsl.records.reading import parse_record
from clagdsl.records.replay import replay_sheet

TEXT = """clag 2
game "Row"
players {players}
deal normal
  trump none
  bid in turn
  {more}
  score (10 + tricks when made, otherwise 0) + ({bonus}, otherwise 0)
schedule {rows}
winner highest total, then shared
"""
ROWS = "repeat 3 times 2 cards: normal"


def searched(first, second, *, players="3", more="", rows=ROWS):
    sides = []
    for name, bonus in (("one", first), ("two", second)):
        text = TEXT.format(players=players, more=more, bonus=bonus, rows=rows)
        result = check_text(text)
        assert result.game is not None, [str(each) for each in result.diagnostics]
        sides.append(ComparedRules(name, result.game))
    comparison = compare(*sides)
    return comparison, smallest_witness(comparison)


def scores(deal, bonus):
    """The points of a deal with a bonus by seat."""
    bids = [int(bid) for bid in deal.bids]
    plain = [10 + won if bid == won else 0 for bid, won in zip(bids, deal.won, strict=True)]
    return [one + more for one, more in zip(plain, bonus, strict=True)]


BONUSES = {
    "another number": ("5 when row_made = row_deals", "7 when row_made = row_deals"),
    "the best of the row": ("11 when row_made = row_deals", "row_best when row_made = row_deals"),
    "for high bids": (
        "5 when row_made = row_deals and bid = cards",
        "0 when row_made = row_deals",
    ),
    "all but one": ("5 when row_made = 2 and row_deals = 3", "0 when row_made = 2"),
}


@pytest.mark.parametrize("limit", ["", "last bid keeps bids != cards"])
@pytest.mark.parametrize("name", BONUSES)
def test_a_bonus_of_a_row_has_a_witness(name, limit):
    comparison, found = searched(*BONUSES[name], more=limit)
    witness = found.witness
    assert witness is not None
    record = parse_record(record_text(witness.shown.record)).record
    assert record == witness.shown.record
    result = replay_sheet(record, comparison.a.game)
    assert result.agrees, [problem.diagnostic.message for problem in result.problems]
    assert len(record.deals) == witness.row_a.number > 1
    assert witness.divergence.kind == "score"
    assert witness.divergence.a != witness.divergence.b
    told = "\n".join(witness_lines(comparison, found))
    assert f"{len(record.deals)} from the first of a match on: normal, 3 players, 2 cards" in told


def test_the_points_of_the_witness_are_those_of_the_row():
    _, found = searched(*BONUSES["another number"])
    own = found.witness.shown.record.deals
    last = own[-1]
    made = [all(int(deal.bids[seat]) == deal.won[seat] for deal in own) for seat in range(3)]
    assert any(made)
    for text, bonus in ((found.witness.divergence.a, 5), (found.witness.divergence.b, 7)):
        figures = scores(last, [bonus * each for each in made])
        assert text == f"{' '.join(map(str, figures))} points"


def test_rows_that_cannot_be_brought_about_are_said_to_be_tried_little():
    rows = "repeat 3 times 13 cards: normal"  # all cards are dealt: no pack can be arranged
    comparison, found = searched(*BONUSES["another number"], players="4", rows=rows)
    assert found.witness is None
    (told,) = witness_lines(comparison, found)
    assert told.endswith(
        "or one that depends on the deals of its row, for which few matches were tried"
    )


def test_no_row_is_looked_at_where_none_is_read(monkeypatch):
    called = []
    monkeypatch.setattr("clagdsl.explain.diff.witness.row_witness", called.append)
    _, found = searched("1 when made", "1 when made and made")
    assert found.witness is None
    assert not called

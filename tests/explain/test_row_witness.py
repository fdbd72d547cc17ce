"""Witnesses that need the deals before: matches from the first deal on, judged by both games."""

from dataclasses import replace

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


def test_a_row_of_one_deal_after_longer_rows_is_compared_by_itself():
    """Its bonus depends on the length of its own row, so no deal before it is needed."""
    rows = "1 up to 2 cards: normal then 1 card: normal"
    comparison, found = searched(*BONUSES["another number"], rows=rows)
    witness = found.witness
    assert (witness.row_a.number, witness.deals, witness.divergence.kind) == (3, 1, "score")
    result = replay_sheet(witness.shown.record, comparison.a.game)
    assert result.agrees, [problem.diagnostic.message for problem in result.problems]


def test_a_deal_by_itself_has_the_trump_of_its_turn():
    text = """clag 2
game "Turns"
players 3
deal normal
  trump rotates throughout spades hearts {last}
  bid none
  score tricks
  completed not counted
schedule 1 up to 3 cards: normal
winner highest total, then shared
"""
    games = [check_text(text.format(last=suit)).game for suit in ("diamonds", "clubs")]
    comparison = compare(*(ComparedRules(name, one) for name, one in zip("ab", games, strict=True)))
    witness = smallest_witness(comparison).witness
    assert (witness.row_a.number, witness.divergence.kind) == (3, "trick")
    assert replay_sheet(witness.shown.record, games[0]).agrees
    assert not replay_sheet(witness.shown.record, games[1]).agrees


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
    assert told.endswith("or one later in a match, for which few matches were tried")


def test_no_row_is_looked_at_where_none_is_read(monkeypatch):
    called = []
    monkeypatch.setattr("clagdsl.explain.diff.witness.match_witness", called.append)
    _, found = searched("1 when made", "1 when made and made")
    assert found.witness is None
    assert not called


PAST = """clag 2
game "Past"
players 3 to 4
run zeros when bid = 0 "zeros in a row"
tally bags = tricks - bid when tricks > bid, otherwise 0 "bags"
deal normal
  trump turned
  bid in turn
  {limit}
  score {score}
schedule 1 up to 4 cards: normal
winner highest total, then shared
"""
FREE, ONE_IN_THREE = "last bid free", "each bid keeps bid > 0 or zeros < 2, otherwise true"
MADE = "10 + tricks when made, otherwise 0"
PASTS = {
    "a score of one size, where a limit reads a run": (
        (ONE_IN_THREE, MADE),
        (ONE_IN_THREE, "10 + tricks when made, -5 when tricks = cards and cards = 3, otherwise 0"),
    ),
    "a limit that reads a run": (
        (ONE_IN_THREE, MADE),
        ("each bid keeps bid > 0 or zeros < 3, otherwise true", MADE),
    ),
    "a limit on the last bid beside it": (
        (f"{ONE_IN_THREE}\n  last bid keeps bids != cards or deal < 3", MADE),
        (f"{ONE_IN_THREE}\n  last bid free", MADE),
    ),
    "a score that reads a tally": (
        (FREE, f"({MADE}) - (10 when bags >= 3, otherwise 0)"),
        (FREE, f"({MADE}) - (9 when bags >= 3, otherwise 0)"),
    ),
}


@pytest.mark.parametrize("name", PASTS)
def test_what_runs_and_tallies_decide_has_a_witness(name):
    games = []
    for limit, score in PASTS[name]:
        result = check_text(PAST.format(limit=limit, score=score))
        assert result.game is not None, [str(each) for each in result.diagnostics]
        games.append(result.game)
    comparison = compare(*(ComparedRules(str(n), game) for n, game in enumerate(games)))
    found = smallest_witness(comparison)
    assert found.witness is not None
    record = found.witness.shown.record
    assert parse_record(record_text(record)).record == record
    assert len(record.deals) == found.witness.deals > 1
    by, other = games if found.witness.shown.by == "a" else games[::-1]
    assert not replay_sheet(record, by).errors
    assert replay_sheet(replace(record, rules_hash=None), other).errors


def test_a_limit_that_no_match_reaches_has_no_witness():
    sides = []
    for most in (50, 60):
        limit = f"each bid keeps bid > 0 or zeros < {most}, otherwise true"
        text = PAST.format(limit=limit, score=MADE).replace("3 to 4", "3")
        sides.append(ComparedRules(str(most), check_text(text).game))
    comparison = compare(*sides)
    found = smallest_witness(comparison)
    assert found.witness is None
    (told,) = witness_lines(comparison, found)
    assert told.endswith("or one later in a match, for which few matches were tried")
    assert ": 1 deal was compared, " in told

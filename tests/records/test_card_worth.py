"""Rows of deals in which cards are worth points of their own."""

import pytest

from clagdsl.api import load
from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.records.reading import parse_record
from clagdsl.records.replay import replay_sheet

PLAYERS = ("Ann", "Bob", "Cai", "Dan")
RULES = """clag 2
game "Hearts"
players 4
deal normal
  trump none
  bid none
  trick worth 0
  card worth 1 hearts, 13 QS
  score points
  completed not counted
schedule 13 cards: normal
winner lowest total, then shared
"""
GAME = load(text=RULES).rules
HEAD = """record = 1
rules = "x"
players = ["Ann", "Bob", "Cai", "Dan"]
dealer = "Dan"
[[deal]]
deal = 1
"""


@pytest.mark.parametrize(
    ("totals", "agrees"),
    [
        ((14, 12, 0, 0), True),
        ((13, 13, 0, 0), True),
        ((12, 14, 0, 0), False),  # the queen of spades alone is worth 13
        ((0, 26, 0, 0), False),
    ],
)
def test_a_trick_whose_cards_are_known_is_worth_what_they_are(
    totals: tuple[int, ...], agrees: bool
) -> None:
    text = HEAD + f'tricks = ["AS QS 2S 3S"]\ntotals = "{" ".join(map(str, totals))}"\n'
    read = parse_record(text)
    assert read.record is not None
    result = replay_sheet(read.record, GAME, read.places)
    assert {one.diagnostic.code for one in result.problems} == (set() if agrees else {"R542"})


@pytest.mark.parametrize(
    ("totals", "won", "codes", "tricks"),
    [
        ((13, 5, 4, 4), None, [], [(1, 9), (2, 10), (1, 9), (1, 9)]),
        ((26, 0, 0, 0), None, [], [(4, 13), (0, 9), (0, 9), (0, 9)]),
        ((13, 13, 0, 0), (4, 4, 4, 1), [], [(4, 4), (4, 4), (4, 4), (1, 1)]),
        ((13, 13, 0, 0), (1, 12, 0, 0), [], [(1, 1), (12, 12), (0, 0), (0, 0)]),
        ((13, 12, 0, 0), None, ["R543"], None),  # they come to 26
        ((27, 0, 0, -1), None, ["R542", "R542"], None),
        ((6, 20, 0, 0), (1, 4, 4, 4), ["R542", "R543"], None),  # four cards are never worth 6
    ],
)
def test_points_of_a_row_are_those_of_one_deal(
    totals: tuple[int, ...],
    won: tuple[int, ...] | None,
    codes: list[str],
    tricks: list[tuple[int, int]] | None,
) -> None:
    said = {} if won is None else {"won": won}
    record = Record("", PLAYERS, (RecordedDeal(number=1, totals=totals, **said),))
    result = replay_sheet(record, GAME)
    assert [one.diagnostic.code for one in result.problems] == codes
    if tricks is not None:
        counts = result.rows[0].tricks
        assert [(min(one), max(one)) for one in counts] == tricks

"""Rows of deals in which cards are worth points of their own."""

import random

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


# --- points that no cards can give --------------------------------------------------------

ACES = RULES.replace(
    "trick worth 0\n  card worth 1 hearts, 13 QS", "trick worth 1 when won_with = A, otherwise 0"
)
LAST = RULES.replace("trick worth 0", "trick worth 5 when trick = cards, otherwise 0")
THREE = RULES.replace("1 hearts, 13 QS", "5 QS, 3 KS, 1 AS")
JACKS = RULES.replace("trump none", "trump named by eldest any suit or none").replace(
    "card worth 1 hearts, 13 QS", "card worth of trump 5 J\n  card worth 1 J"
)


@pytest.mark.parametrize(
    ("rules", "figures", "agrees"),
    [
        (ACES, 'totals = "13 0 0 0"\nwon = "13 0 0 0"', False),  # four aces win four tricks
        (ACES, 'totals = "4 0 0 0"\nwon = "13 0 0 0"', True),
        (ACES, 'totals = "2 1 1 1"', False),
        (ACES, 'totals = "1 1 1 1"', True),
        (ACES, 'totals = "1 1 0 0"', True),  # two aces win no trick
        (THREE, 'totals = "3 3 3 0"', False),
        (THREE, 'totals = "5 4 0 0"', True),
        (RULES, 'totals = "13 13 0 0"\nwon = "1 3 9 0"', False),  # 13 hearts need four tricks
        (RULES, 'totals = "13 13 0 0"\nwon = "1 4 8 0"', True),
        (RULES, 'totals = "13 13 0 0"\nwon = "? ? 9 0"', False),
        (LAST, 'totals = "18 13 0 0"\nwon = "1 4 8 0"', True),
        (LAST, 'totals = "18 13 0 0"\nwon = "1 3 9 0"', False),
        (JACKS, 'totals = "8 0 0 0"', True),
        (JACKS, 'totals = "4 0 0 0"', True),
        (JACKS, 'totals = "4 0 0 0"\ntrump = "none"', True),
        (JACKS, 'totals = "8 0 0 0"\ntrump = "none"', False),
        (JACKS, 'totals = "8 0 0 0"\ntrump = "hearts"', True),
        (JACKS, 'totals = "4 0 0 0"\ntrump = "hearts"', False),
    ],
)
def test_points_must_be_those_of_cards_divided_among_the_players(
    rules: str, figures: str, agrees: bool
) -> None:
    read = parse_record(HEAD + figures + "\n")
    assert read.record is not None
    result = replay_sheet(read.record, load(text=rules).rules, read.places)
    assert (not result.problems) == agrees
    assert not result.rows[0].exact  # that cards can be so has not been shown


@pytest.mark.parametrize("rules", [RULES, ACES, LAST, THREE, JACKS])
@pytest.mark.parametrize("seed", range(4))
def test_the_figures_of_a_deal_that_was_played_agree(rules: str, seed: int) -> None:
    game = load(text=rules)
    state, luck = game.start(players=4, seed=seed), random.Random(seed)
    while state.deal < 2 and state.legal():
        state = state.apply(luck.choice(state.legal()))
    record = state.record()
    (deal,) = record.deals
    for won in (None, deal.won):
        for trump in (None, deal.trump):
            bare = RecordedDeal(number=1, won=won, trump=trump, totals=deal.totals)
            plain = Record("", PLAYERS, (bare,))
            assert not replay_sheet(plain, game.rules).problems

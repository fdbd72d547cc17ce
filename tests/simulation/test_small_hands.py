"""Hands of at most eight cards, a byte each: sorted, told by suits, and played as other hands."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from support.simulation_games import compare_matches
from support.simulation_packs import many_lucks

import clagdsl
from clagdsl.simulation.jit import compiled_entry
from clagdsl.simulation.kernels.small_hands import (
    HELD,
    NEXT,
    NO_CARD,
    SLOTS,
    SUITS_DEALT,
    sort_hand,
)
from clagdsl.simulation.lowering.arrays import LANES, SMALL_ROWS
from clagdsl.simulation.runner import make_simulator


@compiled_entry
def sort_a_hand(small: Any, seat: Any, cards: Any) -> None:
    """Sort the hands of a seat, for Python to call."""
    sort_hand(small, seat, cards)


def sorted_hands(hands: list[list[int]], seat: int) -> np.ndarray[Any, Any]:
    """The rows of bytes once these hands, one a lane, are sorted."""
    small = np.zeros(SMALL_ROWS * LANES, np.uint8)
    for lane, hand in enumerate(hands):
        for slot in range(8):
            place = int(SLOTS) + slot * int(NEXT) + seat * LANES + lane
            small[place] = hand[slot] if slot < len(hand) else NO_CARD
    sort_a_hand(small, np.uint64(seat), len(hands[0]))
    return small


def figures(small: np.ndarray[Any, Any], kind: Any, seat: int, lane: int, many: int) -> list[int]:
    start = int(kind) + seat * LANES + lane
    return [int(small[start + one * int(NEXT)]) for one in range(many)]


def test_whatever_lies_in_eight_slots_is_sorted() -> None:
    # a network that sorts all rows of two figures sorts everything
    rows = [list(row) for row in product((3, 40), repeat=8)]
    for first in range(0, len(rows), LANES):
        part = rows[first : first + LANES]
        small = sorted_hands(part, 5)
        for lane, row in enumerate(part):
            assert figures(small, SLOTS, 5, lane, 8) == sorted(row)


@pytest.mark.parametrize("cards", range(1, 9))
def test_every_suit_of_a_hand_is_told(cards: int) -> None:
    chance = np.random.default_rng(cards)
    hands = [chance.permutation(52)[:cards].tolist() for _ in range(LANES)]
    small = sorted_hands(hands, 2)
    for lane, hand in enumerate(hands):
        known = [
            [place for place, card in enumerate(sorted(hand)) if card // 13 == suit]
            for suit in range(4)
        ]
        assert figures(small, SUITS_DEALT, 2, lane, 4) == [
            sum(1 << place for place in places) for places in known
        ]
        assert figures(small, HELD, 2, lane, 1) == [2**cards - 1]


RULES = """clag 2
game "Small"
players {low} to {high}
{pack}
deal a
{more}  trump {trump}
  bid in turn
  last bid keeps bids != cards
  score 10 + {scored} when made, otherwise tricks
schedule
  {cards} cards: a
winner highest total, then shared
"""
TURNED_RANKS = "  rank 7 2 K A 3 10 J 4 9 Q 5 8 6\n"
WAYS = {
    "an order of ranks": ("turned", TURNED_RANKS),
    "an order of suits": ("order C H S D", ""),
    "orders named": ("named by dealer any order", TURNED_RANKS),
    "trumps owed": ("turned", "  follow suit, else trump, else anything\n"),
    "trumps first": ("hearts", "  follow trump, else suit, else anything\n"),
    "anything": ("spades", "  follow anything\n"),
    "wilds": ("turned", "  wild 7\n"),
    "wilds where trumps are owed": (
        "turned",
        "  wild 7\n  follow suit, else trump, else anything\n",
    ),
    "wilds in their suit": ("turned", "  wild A in suit\n"),
    "wilds in their suit where trumps come first": (
        "hearts",
        "  wild 2 in suit\n  follow trump, else suit, else anything\n",
    ),
    "wilds without trumps": ("none", "  wild K\n"),
    "wilds without duties": ("turned", "  wild K in suit\n  follow anything\n"),
    "wilds of two ranks": ("turned", "  wild 7 8\n"),
    "wilds of two ranks in their suit": ("spades", "  wild A 3 in suit\n"),
    "all ranks wild": ("turned", "  wild A K Q J 10 9 8 7 6 5 4 3 2\n"),
    "wilds in an order of ranks": ("turned", f"{TURNED_RANKS}  wild 7 Q\n"),
    "wilds in orders named": ("named by dealer any order", f"{TURNED_RANKS}  wild 2 3\n"),
    "values of tricks with wilds": ("turned", "  trick worth trick\n  wild 3\n"),
    "values": ("turned", "  trick worth trick\n"),
    "values by the winning card": (
        "turned",
        f"{TURNED_RANKS}  trick worth 7 when won_with = 2, 3 when won_with = K, otherwise trick\n",
    ),
    "values by the winning card in orders of suits": (
        "named by dealer any order",
        "  trick worth 7 when won_with = 2, otherwise 0\n",
    ),
    "values by the winning card and wilds": (
        "turned",
        "  trick worth 7 when won_with = 2, otherwise 1\n  wild A 9\n",
    ),
    "cards worth points": (
        "turned",
        f"{TURNED_RANKS}  card worth 1 hearts, 13 QS, -2 10\n  trick worth 3\n",
    ),
    "cards worth points and wilds": (
        "turned",
        "  card worth 1 hearts, 13 QS, -2 10\n  wild Q 10 2\n",
    ),
    "no trumps led until broken": ("turned", "  open no trump until broken\n"),
    "trumps never led": ("hearts", f"{TURNED_RANKS}  open no trump\n"),
    "a suit led when broken": ("named by dealer any order", "  open no clubs until broken\n"),
    "a suit led when broken, wilds": ("turned", "  open no spades until broken\n  wild 5\n"),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("players", [2, 4, 5, 7])
@pytest.mark.parametrize("cards", [1, 7, 8, 9])
def test_small_hands_are_played_as_the_others_and_the_interpreter(
    way: str, players: int, cards: int
) -> None:
    if players * cards > 51:
        cards = 51 // players
    trump, more = WAYS[way]
    scored = "points" if "worth" in more else "tricks"
    compare_ways(way_rules(players, trump=trump, more=more, scored=scored, cards=cards), players)


PACKS = {
    "few ranks": ("pack highest 9 ranks", 36),
    "few suits": ("pack all ranks, 3 suits", 39),
    "few ranks and suits": ("pack highest 9 ranks, 2 suits", 18),
    "a gap": ("pack A K Q J 10 8 7 6 3", 36),
    "a card less": ("pack all ranks, without 7H", 51),
}


OF_PACKS = {
    "wilds": "  wild A\n",
    "wilds in their suit": "  wild 7 K in suit\n",
    "values by the winning card": "  trick worth 10 when won_with = 7, otherwise trick\n",
    "values by the winning card and wilds": "  trick worth 3 when won_with = A, otherwise 1\n"
    "  wild K\n",
    "cards worth points": "  card worth 1 7, 5 hearts\n",
    "values in another order": "  trick worth 10 when won_with = 7, otherwise 2\n  rank {ranks}\n",
}


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("name", OF_PACKS)
@pytest.mark.parametrize("players", [3, 5])
def test_the_cards_of_a_pack_are_named_and_worth_what_they_are(
    pack: str, name: str, players: int
) -> None:
    said, size = PACKS[pack]
    cards = min(8, (size - 1) // players)
    ranks = clagdsl.load(text=way_rules(players, pack=said)).start(players).table.deck.ranks
    more = OF_PACKS[name].format(ranks=" ".join(ranks[1::2] + ranks[::2]))
    scored = "points" if "worth" in more else "tricks"
    text = way_rules(players, pack=said, more=more, scored=scored, cards=cards)
    compare_ways(text, players)


def way_rules(players: int, **changes: Any) -> str:
    """The rules of a deal, usual but for changes."""
    usual = {"pack": "", "trump": "turned", "more": "", "scored": "tricks", "cards": 2}
    return RULES.format(low=players, high=players, **usual | changes)


def compare_ways(text: str, players: int) -> None:
    """Play matches in step, one by one and by the interpreter: all must agree."""
    table = clagdsl.load(text=text).start(players).table
    simulator = make_simulator(table)
    assert simulator.tables.in_step.all()
    luck = many_lucks(7, 3 * LANES // 2, 1, simulator.decisions, table.deck.size)
    in_step = simulator.play_given(luck.packs, luck.words)
    one_by_one = simulator.play_given(luck.packs, luck.words, in_step=False)
    for name, found, other in zip(in_step._fields, in_step, one_by_one, strict=True):
        assert np.array_equal(found, other), name
    compare_matches(table, luck, in_step)


@pytest.mark.parametrize(
    ("points", "in_step"), [(2**29 - 2, True), (2**29 - 1, True), (2**29, False)]
)
@pytest.mark.parametrize("sign", ["", "-"])
def test_scores_of_thirty_bits_are_played_in_step(points: int, in_step: bool, sign: str) -> None:
    text = way_rules(3).replace("10 + tricks when", f"{sign}{points} when")
    table = clagdsl.load(text=text).start(3).table
    simulator = make_simulator(table)
    assert simulator.tables.in_step.all() == in_step
    luck = many_lucks(3, LANES, 1, simulator.decisions, table.deck.size)
    played = simulator.play_given(luck.packs, luck.words)
    assert np.abs(played.scores).max() == points
    compare_matches(table, luck, played)

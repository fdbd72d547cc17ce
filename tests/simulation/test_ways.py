"""One deal after another in every way in which trick play can go, against the interpreter."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from support.both_backends import agree, agree_by_machine
from support.samples import every_nth

import clagdsl

RULES = """clag 2
game "Ways"
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


@pytest.mark.parametrize(
    ("way", "players", "cards"), every_nth(product(WAYS, (2, 4, 5, 7), (1, 7, 8, 9)), 5)
)
def test_every_way_is_played_as_the_interpreter_plays_it(
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
    """Play matches by arrays and by the interpreter: both must agree."""
    agree(clagdsl.load(text=text).start(players).table, 20)


@pytest.mark.parametrize("way", every_nth(WAYS, 7))
def test_machine_code_plays_every_way_as_arrays_do(way: str) -> None:
    trump, more = WAYS[way]
    scored = "points" if "worth" in more else "tricks"
    text = way_rules(4, trump=trump, more=more, scored=scored, cards=6)
    agree_by_machine(clagdsl.load(text=text).start(4).table, 100)


@pytest.mark.parametrize("points", [2**29 - 1, 2**29, 999_999_999])
@pytest.mark.parametrize("sign", ["", "-"])
def test_scores_of_thirty_bits_are_played(points: int, sign: str) -> None:
    text = way_rules(3).replace("10 + tricks when", f"{sign}{points} when")
    table = clagdsl.load(text=text).start(3).table
    assert np.abs(agree(table, 100).scores).max() == points

"""How special cards can be played, as arrays: each by the numbers of its ways."""

from __future__ import annotations

import numpy as np

from clagdsl.lang.cards import is_special
from clagdsl.lang.special import PlayedAs, Special, Way, ways
from clagdsl.simulation.lowering import arrays as codes
from clagdsl.simulation.lowering.arrays import Array
from clagdsl.simulation.lowering.layout import DECK
from clagdsl.table.table import Table


def lower_specials(table: Table) -> tuple[Array, Array]:
    """`Tables.special_ways` and `Tables.special_plays`; in a game without special cards no room."""
    deck, every = table.deck, {each.name: each for each in table.game.specials}
    if not deck.specials:
        return np.zeros((2, 0), np.uint64), np.zeros((2, 0, 0), np.int64)
    found = {
        (leads, card.rank): _ways(table, every[card.rank], leads=bool(leads))
        for leads in range(2)
        for card in deck.cards
        if is_special(card)
    }
    masks = np.zeros((2, deck.size), np.uint64)
    plays = np.zeros((2, deck.size, max(map(len, found.values()))), np.int64)
    for leads in range(2):
        for place, card in enumerate(deck.cards):
            if is_special(card):
                there = [number_of_way(way.meant) for way in found[leads, card.rank]]
                masks[leads, place] = (1 << len(there)) - 1
                plays[leads, place, : len(there)] = there
    return masks, plays


def _ways(table: Table, special: Special, *, leads: bool) -> tuple[Way, ...]:
    return ways(special, table.deck.suits, leads=leads)


def number_of_way(meant: PlayedAs) -> int:
    """How a special card is played as a number of bits such as `PLAYED_HIGH`."""
    number, asks = codes.PLAYED_HIGH if meant.power == "high" else 0, meant.asks
    if asks is None:
        return number
    extremes = {None: 0, "highest": codes.ASKS_HIGHEST, "lowest": codes.ASKS_LOWEST}
    suit = 0 if asks.suit is None else 1 + DECK.suits.index(asks.suit)
    return number | extremes[asks.extreme] | codes.ASKS_NEXT * asks.next_card | suit

"""The documented random words of many matches in step: see `docs/reference/randomness.md`.

One lane is one match.  Every function is a plain loop over the lanes without branches, which a
compiler turns into vector instructions.  What is kept by lane lies flat, row after row.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.kernels.philox_rounds import BLOCK, MASK, U32, philox
from clagdsl.simulation.lowering.arrays import LANES, Array, Lanes, Whole, Word
from clagdsl.simulation.lowering.layout import PACK_SIZE

EVERY_LANE: Final = np.uint64(LANES)
U2: Final = np.uint64(2)
U3: Final = np.uint64(3)
U4: Final = np.uint64(4)

# What random words are drawn for, each with a type: nothing is compiled for a literal too.
SHUFFLE: Final = np.int64(0)
CHOICE: Final = np.int64(1)
FIRST_BIDDER: Final = np.int64(2)
FIRST_DEALER: Final = np.int64(3)
TRUMP_DRAWN: Final = np.int64(4)
WORLDS: Final = np.int64(5)
PLAYERS: Final = np.int64(6)

NOT_YET: Final = np.uint8(255)
"""Stands for the place drawn in a step to come."""


@compiled
def draw_block(
    words: Array,
    row: Whole,
    first: Whole,
    deal: Whole,
    purpose: Whole,
    block: Whole,
    low: Word,
    high: Word,
) -> None:
    """The four words of a block of every lane's match, into four rows."""
    start = np.uint64(row) * EVERY_LANE
    for lane in range(EVERY_LANE):
        match = (np.uint64(first) + lane) & MASK
        one, two, three, four = philox(match, deal, purpose, block, low, high)
        words[start + lane] = np.uint32(one)
        words[start + lane + EVERY_LANE] = np.uint32(two)
        words[start + lane + U2 * EVERY_LANE] = np.uint32(three)
        words[start + lane + U3 * EVERY_LANE] = np.uint32(four)


@compiled
def draw_words(
    words: Array,
    count: Whole,
    first: Whole,
    deal: Whole,
    purpose: Whole,
    low: Word,
    high: Word,
) -> None:
    """The first words of a deal, at least so many, one row each."""
    for block in range((count + BLOCK - 1) // BLOCK):
        draw_block(words, block * BLOCK, first, deal, purpose, block, low, high)


@compiled
def _draw_places(
    words: Array, wanted: Array, cards: Array, kept: Array, place: Whole, size: Whole
) -> None:
    """Where the card for a place comes from; what is left of the word serves the next draw."""
    start = np.uint64(place // 2) * EVERY_LANE
    to = np.uint64(place) * EVERY_LANE
    left = np.uint64(size - place) & MASK
    own = np.uint8(place)
    for lane in range(EVERY_LANE):
        product = np.uint64(words[start + lane]) * left
        words[start + lane] = np.uint32(product)
        card = np.uint8(np.uint64(place) + (product >> U32))
        wanted[to + lane] = card
        cards[to + lane] = card
        kept[lane] = own


@compiled
def _follow_exchanges(
    wanted: Array, drawn: Array, moved: Array, cards: Array, kept: Array, place: Whole, step: Whole
) -> None:
    """What lies at the place wanted, and at the place itself, after four more exchanges."""
    start = np.uint64(place) * EVERY_LANE
    exchanges = np.uint64(step) * EVERY_LANE
    own = np.uint8(place)
    for lane in range(EVERY_LANE):
        key = wanted[start + lane]
        card = cards[start + lane]
        own_card = kept[lane]
        for later in range(U4):
            other = drawn[exchanges + later * EVERY_LANE + lane]
            here = moved[exchanges + later * EVERY_LANE + lane]
            card = here if other == key else card
            own_card = here if other == own else own_card
        cards[start + lane] = card
        kept[lane] = own_card


@compiled
def _end_place(wanted: Array, drawn: Array, kept: Array, moved: Array, place: Whole) -> None:
    start = np.uint64(place) * EVERY_LANE
    for lane in range(EVERY_LANE):
        drawn[start + lane] = wanted[start + lane]
        moved[start + lane] = kept[lane]


@compiled
def shuffle_lanes(lanes: Lanes, pack: Array, count: Whole) -> None:
    """The first cards of every lane's shuffled pack, as many as counted.

    Step p exchanges the cards at place p and at the place drawn.  No pack is kept: the card that
    lies at a place is looked up in the exchanges made so far, the last one that moved it counts.
    """
    wanted, drawn, moved, kept = lanes.wanted, lanes.drawn, lanes.moved, lanes.kept
    for place in range(np.uint64((count + 3) // 4 * 4) * EVERY_LANE):
        drawn[place] = NOT_YET
    for place in range(count):
        _draw_places(lanes.shuffle_words, wanted, lanes.cards, kept, place, len(pack))
        for step in range(0, place, 4):
            _follow_exchanges(wanted, drawn, moved, lanes.cards, kept, place, step)
        _end_place(wanted, drawn, kept, moved, place)
    if len(pack) < PACK_SIZE:
        for place in range(np.uint64(count) * EVERY_LANE):
            lanes.cards[place] = np.uint8(pack[lanes.cards[place]])

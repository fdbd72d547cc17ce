"""The documented random words of many matches in step: see `docs/reference/randomness.md`.

One lane is one match.  Every function is a plain loop over the lanes without branches, which a
compiler turns into vector instructions.  What is kept by lane lies flat, row after row.
"""

from __future__ import annotations

import sys
from typing import Final

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.kernels.philox_rounds import BLOCK, MASK, U32, philox
from clagdsl.simulation.lowering.arrays import LANES, Array, Lanes, SeedWords, Whole, Word
from clagdsl.simulation.lowering.layout import PACK_SIZE

EVERY_LANE: Final = np.uint64(LANES)
U1: Final = np.uint64(1)
U2: Final = np.uint64(2)
U3: Final = np.uint64(3)
U4: Final = np.uint64(4)
LOW_HALF: Final = np.uint64(0 if sys.byteorder == "little" else 1)
"""Which half of a word lies first in memory."""
HIGH_HALF: Final = U1 - LOW_HALF

# What random words are drawn for, each with a type: nothing is compiled for a literal too.
SHUFFLE: Final = np.int64(0)
CHOICE: Final = np.int64(1)
BIDDER_DRAWN: Final = np.int64(2)
FIRST_DEALER: Final = np.int64(3)
TRUMP_DRAWN: Final = np.int64(4)
WORLDS: Final = np.int64(5)
PLAYERS: Final = np.int64(6)


@compiled
def draw_block(
    words: Array,
    row: Word,
    lane: Word,
    match: Word,
    deal: Whole,
    purpose: Whole,
    block: Whole,
    seed: SeedWords,
) -> None:
    """The four words of a block of one lane's match, into four rows."""
    start = row * EVERY_LANE + lane
    one, two, three, four = philox(match, deal, purpose, block, seed.low, seed.high)
    words[start] = np.uint32(one)
    words[start + EVERY_LANE] = np.uint32(two)
    words[start + U2 * EVERY_LANE] = np.uint32(three)
    words[start + U3 * EVERY_LANE] = np.uint32(four)


@compiled
def draw_four_blocks(
    words: Array,
    places: Array,
    first: Whole,
    deal: Whole,
    purpose: Whole,
    block: Whole,
    seed: SeedWords,
) -> None:
    """The words of four blocks of every lane's match: a processor works at the four together."""
    row = np.uint64(block * BLOCK)
    for lane in range(EVERY_LANE):
        match = (np.uint64(first) + np.uint64(places[lane])) & MASK
        draw_block(words, row, lane, match, deal, purpose, block, seed)
        draw_block(words, row + U4, lane, match, deal, purpose, block + 1, seed)
        draw_block(words, row + U4 + U4, lane, match, deal, purpose, block + 2, seed)
        draw_block(words, row + U4 + U4 + U4, lane, match, deal, purpose, block + 3, seed)


@compiled
def draw_words(
    words: Array,
    count: Whole,
    places: Array,
    first: Whole,
    deal: Whole,
    purpose: Whole,
    seed: SeedWords,
) -> None:
    """The first words of a deal, at least so many, one row each.

    The matches are those at these places of a block that begins with the match numbered `first`.
    """
    blocks = (count + BLOCK - 1) // BLOCK
    for block in range(0, blocks - 3, 4):
        draw_four_blocks(words, places, first, deal, purpose, block, seed)
    for block in range(blocks - blocks % 4, blocks):
        row = np.uint64(block * BLOCK)
        for lane in range(EVERY_LANE):
            match = (np.uint64(first) + np.uint64(places[lane])) & MASK
            draw_block(words, row, lane, match, deal, purpose, block, seed)


@compiled
def _draw_two(words: Array, wanted: Array, cards: Array, place: Whole, size: Whole) -> None:
    """Where the cards for two places come from: what is left of a word serves the second.

    Behind the end of the pack anything may be drawn: no place that is asked for hangs on it.
    """
    start = np.uint64(place // 2) * EVERY_LANE
    to = np.uint64(place) * EVERY_LANE
    first, left = np.uint64(place), np.uint64(max(size - place, 1)) & MASK
    for lane in range(EVERY_LANE):
        product = np.uint64(words[start + lane]) * left
        again = (product & MASK) * ((left - U1) & MASK)
        here, following = first + (product >> U32), first + U1 + (again >> U32)
        wanted[to + lane] = cards[to + lane] = np.uint8(here)
        wanted[to + EVERY_LANE + lane] = cards[to + EVERY_LANE + lane] = np.uint8(following)


@compiled
def _follow_four(
    wanted: Array, moved: Array, cards: Array, kept: Array, place: Whole, step: Whole
) -> None:
    """What lies at the four places wanted, and at four places, after four more exchanges.

    All is read before anything is written: each exchange is loaded once for the four places.
    """
    start = np.uint64(place) * EVERY_LANE
    exchanges = np.uint64(step) * EVERY_LANE
    own = np.uint8(place)
    one, two, three = np.uint8(own + 1), np.uint8(own + 2), np.uint8(own + 3)
    for lane in range(EVERY_LANE):
        second, third, fourth = lane + EVERY_LANE, lane + U2 * EVERY_LANE, lane + U3 * EVERY_LANE
        key, card, own_card = wanted[start + lane], cards[start + lane], kept[lane]
        key_1, card_1, own_1 = wanted[start + second], cards[start + second], kept[second]
        key_2, card_2, own_2 = wanted[start + third], cards[start + third], kept[third]
        key_3, card_3, own_3 = wanted[start + fourth], cards[start + fourth], kept[fourth]
        for earlier in range(U4):
            other = wanted[exchanges + earlier * EVERY_LANE + lane]
            here = moved[exchanges + earlier * EVERY_LANE + lane]
            card, own_card = _now(other, here, key, card), _now(other, here, own, own_card)
            card_1, own_1 = _now(other, here, key_1, card_1), _now(other, here, one, own_1)
            card_2, own_2 = _now(other, here, key_2, card_2), _now(other, here, two, own_2)
            card_3, own_3 = _now(other, here, key_3, card_3), _now(other, here, three, own_3)
        cards[start + lane], kept[lane] = card, own_card
        cards[start + second], kept[second] = card_1, own_1
        cards[start + third], kept[third] = card_2, own_2
        cards[start + fourth], kept[fourth] = card_3, own_3


@compiled
def _now(other: Word, moved: Word, place: Word, card: Word) -> Word:
    """What lies at a place where that card lay, after a card was moved to another."""
    return moved if other == place else card


@compiled
def _end_four(wanted: Array, moved: Array, cards: Array, kept: Array, place: Whole) -> None:
    """The exchanges of four places among themselves, after all before them."""
    start = np.uint64(place) * EVERY_LANE
    own = np.uint8(place)
    one, two, three = np.uint8(own + 1), np.uint8(own + 2), np.uint8(own + 3)
    for lane in range(EVERY_LANE):
        second, third, fourth = lane + EVERY_LANE, lane + U2 * EVERY_LANE, lane + U3 * EVERY_LANE
        key, moved_0 = wanted[start + lane], kept[lane]
        key_1, card_1, own_1 = wanted[start + second], cards[start + second], kept[second]
        key_2, card_2, own_2 = wanted[start + third], cards[start + third], kept[third]
        key_3, card_3, own_3 = wanted[start + fourth], cards[start + fourth], kept[fourth]
        card_1, own_1 = _now(key, moved_0, key_1, card_1), _now(key, moved_0, one, own_1)
        card_2, own_2 = _now(key, moved_0, key_2, card_2), _now(key, moved_0, two, own_2)
        card_3, own_3 = _now(key, moved_0, key_3, card_3), _now(key, moved_0, three, own_3)
        card_2, own_2 = _now(key_1, own_1, key_2, card_2), _now(key_1, own_1, two, own_2)
        card_3, own_3 = _now(key_1, own_1, key_3, card_3), _now(key_1, own_1, three, own_3)
        card_3, own_3 = _now(key_2, own_2, key_3, card_3), _now(key_2, own_2, three, own_3)
        moved[start + lane] = moved_0
        moved[start + second], cards[start + second] = own_1, card_1
        moved[start + third], cards[start + third] = own_2, card_2
        moved[start + fourth], cards[start + fourth] = own_3, card_3


@compiled
def _keep_four(kept: Array, place: Whole) -> None:
    """Before any exchange a card lies at its own place."""
    for mine in range(U4):
        for lane in range(EVERY_LANE):
            kept[mine * EVERY_LANE + lane] = np.uint8(np.uint64(place) + mine)


@compiled
def _follow_last(wanted: Array, moved: Array, cards: Array, place: Whole, step: Whole) -> None:
    """As `_follow_four` for a place behind which no other is asked for."""
    start, exchanges = np.uint64(place) * EVERY_LANE, np.uint64(step) * EVERY_LANE
    for lane in range(EVERY_LANE):
        key, card = wanted[start + lane], cards[start + lane]
        for earlier in range(U4):
            other = wanted[exchanges + earlier * EVERY_LANE + lane]
            card = _now(other, moved[exchanges + earlier * EVERY_LANE + lane], key, card)
        cards[start + lane] = card


@compiled
def shuffle_lanes(lanes: Lanes, pack: Array, count: Whole) -> None:
    """The first cards of every lane's shuffled pack, as many as counted.

    Step p exchanges the cards at place p and at the place drawn.  No pack is kept: the card that
    lies at a place is looked up in the exchanges made so far, the last one that moved it counts.
    """
    wanted, moved, kept, cards = lanes.wanted, lanes.moved, lanes.kept, lanes.cards
    for place in range(0, (count + 3) // 4 * 4, 2):
        _draw_two(lanes.shuffle_words, wanted, cards, place, len(pack))
    fours = count - 1 if count % 4 == 1 else count
    for place in range(0, fours, 4):
        _keep_four(kept, place)
        for step in range(0, place, 4):
            _follow_four(wanted, moved, cards, kept, place, step)
        _end_four(wanted, moved, cards, kept, place)
    if fours < count:
        for step in range(0, fours, 4):
            _follow_last(wanted, moved, cards, fours, step)
    if len(pack) < PACK_SIZE:
        for place in range(np.uint64(count) * EVERY_LANE):
            lanes.cards[place] = np.uint8(pack[lanes.cards[place]])

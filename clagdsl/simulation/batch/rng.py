"""The documented random generator in compiled form: see `docs/reference/randomness.md`.

Words are computed one at a time: the matches of a batch are at different deals and decisions, so
each draw computes its own address.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.lowering.arrays import Array, Whole, Word

U32: Final = np.uint64(32)
MASK: Final = np.uint64(0xFFFFFFFF)
FIRST_MULTIPLIER: Final = np.uint64(0xD2511F53)
OTHER_MULTIPLIER: Final = np.uint64(0xCD9E8D57)
FIRST_WEYL: Final = np.uint64(0x9E3779B9)
OTHER_WEYL: Final = np.uint64(0xBB67AE85)
ROUNDS: Final = 10
BLOCK: Final = 4
"""The number of words in a block."""

# The purposes of random words.  They are typed, so functions are not compiled again for literals.
SHUFFLE: Final = np.int64(0)
CHOICE: Final = np.int64(1)
BIDDER_DRAWN: Final = np.int64(2)
FIRST_DEALER: Final = np.int64(3)
TRUMP_DRAWN: Final = np.int64(4)
WORLDS: Final = np.int64(5)
PLAYERS: Final = np.int64(6)


@compiled
def philox(
    match: Word, deal: Whole, purpose: Whole, block: Whole, low: Word, high: Word
) -> tuple[Word, Word, Word, Word]:
    """Returns the four words of a block (Philox4x32-10)."""
    first, second, third, fourth = match, np.uint64(deal), np.uint64(purpose), np.uint64(block)
    for _ in range(ROUNDS):
        product = FIRST_MULTIPLIER * (first & MASK)
        other = OTHER_MULTIPLIER * (third & MASK)
        first = (other >> U32) ^ second ^ low
        second = other & MASK
        third = (product >> U32) ^ fourth ^ high
        fourth = product & MASK
        low = (low + FIRST_WEYL) & MASK
        high = (high + OTHER_WEYL) & MASK
    return first, second, third, fourth


@compiled
def draw_below(
    match: Word, deal: Whole, purpose: Whole, low: Word, high: Word, count: Whole
) -> Whole:
    """Draws a number below `count` for a purpose; deals are 1-based."""
    word, _, _, _ = philox(match, deal, purpose, 0, low, high)
    return np.int64(scale_word(word, np.uint64(count)))


@compiled
def scale_word(word: Word, count: Word) -> Word:
    """Maps a 32-bit word to a number below `count`."""
    return (word * count) >> U32


# --- draws for a match ------------------------------------------------------------------------


@compiled
def draw_words(
    seed: Array, match: Whole, deal: Whole, purpose: Whole, block: Whole
) -> tuple[Word, Word, Word, Word]:
    """Returns the four words of a block."""
    return philox(np.uint64(match), deal, purpose, block, seed[0], seed[1])


@compiled
def draw_pack(seed: Array, match: Whole, deal: Whole, whole: Array, pack: Array) -> None:
    """Fills `pack` with the cards in `whole`, shuffled for a deal with a 1-based number."""
    size = len(whole)
    for place in range(size):
        pack[place] = whole[place]
    words = draw_words(seed, match, deal, SHUFFLE, 0)
    fraction = words[0]
    for place in range(size - 1):
        if place % 8 == 0:
            words = draw_words(seed, match, deal, SHUFFLE, place // 8)
        if place % 2 == 0:
            fraction = words[place // 2 % 4]
        product = fraction * np.uint64(size - place)
        other = place + np.int64(product >> U32)
        fraction = product & MASK
        card = pack[place]
        pack[place] = pack[other]
        pack[other] = card


@compiled
def draw_lot(seed: Array, match: Whole, deal: Whole, purpose: Whole, count: Whole) -> Whole:
    """Draws a number below `count` for a purpose in a deal; deals are 1-based."""
    return draw_below(np.uint64(match), deal, purpose, seed[0], seed[1], count)


@compiled
def draw_choice(seed: Array, match: Whole, deal: Whole, decision: Whole, count: Whole) -> Whole:
    """Draws a random player's choice, a number below `count`."""
    if count == 1:
        return 0
    words = draw_words(seed, match, deal, CHOICE, decision // BLOCK)
    return np.int64(scale_word(words[decision % BLOCK], np.uint64(count)))

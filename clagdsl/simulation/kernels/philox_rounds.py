"""The documented random generator in compiled form: see `docs/reference/randomness.md`."""

from __future__ import annotations

from typing import Final

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.lowering.arrays import Whole, Word

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

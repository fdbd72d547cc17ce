"""The documented generator, compiled: see `docs/reference/randomness.md`."""

from __future__ import annotations

from typing import Final

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.lowering.arrays import Half, Whole, Word

U32: Final = np.uint64(32)
MASK: Final = np.uint64(0xFFFFFFFF)
FIRST_MULTIPLIER: Final = np.uint64(0xD2511F53)
OTHER_MULTIPLIER: Final = np.uint64(0xCD9E8D57)
FIRST_WEYL: Final = np.uint64(0x9E3779B9)
OTHER_WEYL: Final = np.uint64(0xBB67AE85)
LAST_EIGHT: Final = np.uint16(255)
EIGHT_BITS: Final = np.uint16(8)
LAST_SIX: Final = np.uint16(63)
SIX_BITS: Final = np.uint16(6)
LAST_FIVE: Final = np.uint16(31)
FIVE_BITS: Final = np.uint16(5)
ELEVEN_BITS: Final = np.uint16(11)
SIXTEEN_BITS: Final = np.uint32(16)
ROUNDS: Final = 10
BLOCK: Final = 4
"""How many words a block gives."""


@compiled
def philox(
    match: Word, deal: Whole, purpose: Whole, block: Whole, low: Word, high: Word
) -> tuple[Word, Word, Word, Word]:
    """The four words of a block: Philox4x32-10."""
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
def drawn_of(
    match: Word, deal: Whole, purpose: Whole, low: Word, high: Word, count: Whole
) -> Whole:
    """Which of so many things, from 0, is drawn in a deal, numbered from 1, for a purpose."""
    word, _, _, _ = philox(match, deal, purpose, 0, low, high)
    return np.int64(picked_by(word, np.uint64(count)))


@compiled
def picked_by(word: Word, count: Word) -> Word:
    """Which of so many things a word of 32 bits picks, from 0."""
    return (word * count) >> U32


@compiled
def picked_by_halves(low: Half, high: Half, many: Half) -> Half:
    """Which of at most 256 things a word picks whose halves are given: see `picked_by`.

    The lower byte of the upper half are reckoned apart, so that nothing exceeds sixteen bits.
    """
    below = np.uint16((np.uint32(low) * np.uint32(many)) >> SIXTEEN_BITS)
    last = np.uint16(np.uint16(high & LAST_EIGHT) * many)
    carried = np.uint16(np.uint16(last + below) >> EIGHT_BITS)
    product = np.uint16(np.uint16(high >> EIGHT_BITS) * many)
    return np.uint16(np.uint16(product + carried) >> EIGHT_BITS)


@compiled
def picked_of_many(low: Half, high: Half, many: Half) -> Half:
    """As `picked_by_halves` of at most 511 things: the upper half in three parts."""
    below = np.uint16((np.uint32(low) * np.uint32(many)) >> SIXTEEN_BITS)
    last = np.uint16(np.uint16(np.uint16(high & LAST_SIX) * many) + below)
    middle = np.uint16(np.uint16(np.uint16(high >> SIX_BITS) & LAST_FIVE) * many)
    carried = np.uint16(np.uint16(middle + np.uint16(last >> SIX_BITS)) >> FIVE_BITS)
    product = np.uint16(np.uint16(high >> ELEVEN_BITS) * many)
    return np.uint16(np.uint16(product + carried) >> FIVE_BITS)

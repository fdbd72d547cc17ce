"""The documented random words, computed one at a time: see `docs/reference/randomness.md`.

The matches of a batch are at different deals and decisions, so each draw computes its own address.
"""

from __future__ import annotations

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.kernels.philox_rounds import (
    BLOCK,
    CHOICE,
    MASK,
    SHUFFLE,
    U32,
    draw_below,
    philox,
    scale_word,
)
from clagdsl.simulation.lowering.arrays import Array, Whole, Word


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

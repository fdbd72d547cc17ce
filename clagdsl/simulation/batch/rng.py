"""The documented random words one by one: see `docs/reference/randomness.md`.

Matches of a batch stand at deals and decisions of their own, so each draw is by its address.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.lowering.arrays import Array, Whole

ROUNDS: Final = 10
PACK_SIZE: Final = 52
SHUFFLE: Final = np.uint64(0)
CHOICE: Final = np.uint64(1)
U32: Final = np.uint64(32)
MASK: Final = np.uint64(0xFFFFFFFF)
FIRST_MULTIPLIER: Final = np.uint64(0xD2511F53)
OTHER_MULTIPLIER: Final = np.uint64(0xCD9E8D57)
FIRST_WEYL: Final = np.uint64(0x9E3779B9)
OTHER_WEYL: Final = np.uint64(0xBB67AE85)


@compiled
def draw_words(
    seed: Array, match: Whole, deal: Whole, purpose: Whole, block: Whole
) -> tuple[Whole, Whole, Whole, Whole]:
    """The four words of a block: Philox4x32-10."""
    first, second, third, fourth = np.uint64(match), np.uint64(deal), purpose, np.uint64(block)
    low, high = seed[0], seed[1]
    for _ in range(ROUNDS):
        product = FIRST_MULTIPLIER * first
        other = OTHER_MULTIPLIER * third
        first = (other >> U32) ^ second ^ low
        second = other & MASK
        third = (product >> U32) ^ fourth ^ high
        fourth = product & MASK
        low = (low + FIRST_WEYL) & MASK
        high = (high + OTHER_WEYL) & MASK
    return first, second, third, fourth


@compiled
def draw_pack(seed: Array, match: Whole, deal: Whole, pack: Array) -> None:
    """Fill in the shuffled pack of a deal, numbered from 1."""
    for place in range(PACK_SIZE):
        pack[place] = place
    words = draw_words(seed, match, deal, SHUFFLE, 0)
    fraction = words[0]
    for place in range(PACK_SIZE - 1):
        if place % 8 == 0:
            words = draw_words(seed, match, deal, SHUFFLE, place // 8)
        if place % 2 == 0:
            fraction = words[place // 2 % 4]
        product = fraction * np.uint64(PACK_SIZE - place)
        other = place + np.int64(product >> U32)
        fraction = product & MASK
        card = pack[place]
        pack[place] = pack[other]
        pack[other] = card


@compiled
def draw_choice(seed: Array, match: Whole, deal: Whole, decision: Whole, count: Whole) -> Whole:
    """Which of so many legal actions a random player picks in that decision, from 0."""
    if count == 1:
        return 0
    words = draw_words(seed, match, deal, CHOICE, decision // 4)
    return np.int64((words[decision % 4] * np.uint64(count)) >> U32)

"""The documented random words, compiled: see `docs/reference/randomness.md`."""

from __future__ import annotations

from typing import Final

import numpy as np

from clagdsl.simulator.arrays import Array, Whole
from clagdsl.simulator.compiled import compiled

# The places of `Work.random`.
MATCH: Final = 0
SEED_LOW: Final = 1
SEED_HIGH: Final = 2
DEAL: Final = 3
DECISION: Final = 4  # how many decisions of this deal are made
NOTED: Final = 5  # how many decisions of this match are made
CHOICE_WORDS: Final = 6  # four words of the block in use for choices
SHUFFLE_WORDS: Final = 10
ROOM: Final = 14

U32: Final = np.uint64(32)
MASK: Final = np.uint64(0xFFFFFFFF)
ZERO: Final = np.uint64(0)
ONE: Final = np.uint64(1)
FIRST_MULTIPLIER: Final = np.uint64(0xD2511F53)
OTHER_MULTIPLIER: Final = np.uint64(0xCD9E8D57)
FIRST_WEYL: Final = np.uint64(0x9E3779B9)
OTHER_WEYL: Final = np.uint64(0xBB67AE85)
SHUFFLE: Final = np.uint64(0)
CHOICE: Final = np.uint64(1)


@compiled
def draw_words(random: Array, purpose: np.uint64, block: np.uint64, to: Whole) -> None:
    """The four words of a block, into `random`: Philox4x32-10."""
    first, second, third, fourth = random[MATCH], random[DEAL], purpose, block
    low, high = random[SEED_LOW], random[SEED_HIGH]
    for _ in range(10):
        product = FIRST_MULTIPLIER * first
        other = OTHER_MULTIPLIER * third
        first = (other >> U32) ^ second ^ low
        second = other & MASK
        third = (product >> U32) ^ fourth ^ high
        fourth = product & MASK
        low = (low + FIRST_WEYL) & MASK
        high = (high + OTHER_WEYL) & MASK
    random[to] = first
    random[to + 1] = second
    random[to + 2] = third
    random[to + 3] = fourth


@compiled
def shuffle(random: Array, pack: Array, wanted: Whole) -> None:
    """The first cards of the shuffled pack, as many as wanted."""
    for card in range(52):
        pack[card] = card
    fraction = ZERO
    for place in range(min(wanted, 51)):
        if place % 8 == 0:
            draw_words(random, SHUFFLE, np.uint64(place // 8), SHUFFLE_WORDS)
        if place % 2 == 0:
            fraction = random[SHUFFLE_WORDS + place // 2 % 4]
        product = fraction * np.uint64(52 - place)
        other = place + np.int64(product >> U32)
        fraction = product & MASK
        card = pack[place]
        pack[place] = pack[other]
        pack[other] = card


@compiled
def choose(random: Array, noted: Array, count: Whole) -> Whole:
    """Which of so many legal actions a random player picks, from 0.

    Where there is room in `noted`, it keeps the count and the number picked.
    """
    decision = random[DECISION]
    within = np.int64(decision & np.uint64(3))
    if within == 0:
        draw_words(random, CHOICE, decision >> np.uint64(2), CHOICE_WORDS)
    picked = np.int64((random[CHOICE_WORDS + within] * np.uint64(count)) >> U32)
    random[DECISION] = decision + ONE
    place = np.int64(random[NOTED])
    random[NOTED] += ONE
    if place < noted.shape[0]:
        noted[place, 0] = count
        noted[place, 1] = picked
    return picked


@compiled
def note(random: Array, noted: Array, action: Whole, allowed: Whole) -> None:
    """Keep the action that was picked and what was allowed, with the choice just made."""
    place = np.int64(random[NOTED]) - 1
    if place < noted.shape[0]:
        noted[place, 2] = action
        noted[place, 3] = allowed

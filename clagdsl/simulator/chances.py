"""Single draws of a batch: the pack of any deal and the choice of any decision, by address."""

from __future__ import annotations

import numpy as np

from clagdsl.simulator.arrays import Array, Whole, Work
from clagdsl.simulator.chance import (
    CHOICE,
    CHOICE_WORDS,
    DEAL,
    MATCH,
    SEED_HIGH,
    SEED_LOW,
    U32,
    draw_words,
    shuffle,
)
from clagdsl.simulator.compiled import compiled


@compiled
def _address(work: Work, seed: Array, match: Whole, deal: Whole) -> None:
    work.random[SEED_LOW], work.random[SEED_HIGH] = seed[0], seed[1]
    work.random[MATCH] = np.uint64(match)
    work.random[DEAL] = np.uint64(deal)


@compiled
def draw_pack(work: Work, seed: Array, match: Whole, deal: Whole, pack: Array) -> None:
    """Fill in the pack of a deal, numbered from 1."""
    _address(work, seed, match, deal)
    shuffle(work.random, work.pack, 52)
    for place in range(52):
        pack[place] = work.pack[place]


@compiled
def draw_choice(
    work: Work, seed: Array, match: Whole, deal: Whole, decision: Whole, count: Whole
) -> Whole:
    """Which of so many legal actions a random player picks in that decision, from 0."""
    if count == 1:
        return 0
    _address(work, seed, match, deal)
    draw_words(work.random, CHOICE, np.uint64(decision // 4), CHOICE_WORDS)
    return np.int64((work.random[CHOICE_WORDS + decision % 4] * np.uint64(count)) >> U32)

"""Cards as masks: bit p is card p, as `clagdsl.simulation.lowering.layout` numbers them."""

from __future__ import annotations

from typing import Final

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.kernels.bits import ONE, ZERO
from clagdsl.simulation.lowering.arrays import Tables, Whole, Word

EVERY_CARD: Final = ~ZERO
"""All cards, whatever pack there is."""


@compiled
def one_card(card: Whole) -> Word:
    """The mask of one card."""
    return ONE << np.uint64(card)


@compiled
def distinct(tables: Tables, cards: Word) -> Word:
    """The first of each group of equal cards among these."""
    return first_of_each(cards, tables.equals[1], tables.equals[2])


@compiled
def first_of_each(cards: Word, firsts: Word, lasts: Word) -> Word:
    """As `distinct`, by the first and the last card of each group."""
    return cards & ~((cards | lasts) - firsts)


@compiled
def without_face(free: Word, face: Whole, copies: Whole) -> Word:
    """The faces that are free when a wild stands for one: the first card of it goes last."""
    group = ((ONE << np.uint64(copies)) - ONE) << np.uint64(face)
    return (free & ~group) | (((free & group) >> ONE) & group)

"""Cards as masks: bit p is the card at place p of the fixed order of the pack."""

from __future__ import annotations

from typing import Final

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.kernels.bits import ONE
from clagdsl.simulation.lowering.arrays import Whole, Word
from clagdsl.simulation.lowering.layout import PACK_SIZE, SUIT_SIZE

PACK_MASK: Final = np.uint64((1 << PACK_SIZE) - 1)
SUIT_MASK: Final = np.uint64((1 << SUIT_SIZE) - 1)


@compiled
def one_card(card: Whole) -> Word:
    """The mask of one card."""
    return ONE << np.uint64(card)


@compiled
def suit_of(card: Whole) -> Whole:
    """The suit of a card, by its place among the suits."""
    return np.int64(np.uint64(card) // np.uint64(SUIT_SIZE))


@compiled
def of_suit(suit: Whole) -> Word:
    """The mask of one suit."""
    return SUIT_MASK << np.uint64(SUIT_SIZE * suit)


@compiled
def suit_mask(card: Whole) -> Word:
    """The mask of the suit of a card."""
    return of_suit(suit_of(card))

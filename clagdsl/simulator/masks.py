"""Cards as masks: bit p is the card at place p of the fixed order of the pack."""

from __future__ import annotations

from typing import Final

import numpy as np

from clagdsl.simulator.arrays import Whole, Word
from clagdsl.simulator.bits import ONE, ZERO
from clagdsl.simulator.compiled import compiled

PACK_MASK: Final = np.uint64((1 << 52) - 1)
SUIT_MASK: Final = np.uint64((1 << 13) - 1)


@compiled
def one_card(card: Whole) -> Word:
    """The mask of one card."""
    return ONE << np.uint64(card)


@compiled
def of_suit(suit: Whole) -> Word:
    """The mask of one suit."""
    return SUIT_MASK << np.uint64(13 * suit)


@compiled
def owed(hand: Word, card: Whole, led: Word, wilds: Word) -> bool:
    """Whether a card of the suit led is owed when this card is played: another one is held."""
    others: bool = (hand & led & ~wilds & ~one_card(card)) != ZERO
    return others


@compiled
def faces(
    card: Whole,
    hand: Word,
    led: Word,
    wilds: Word,
    free: Word,
    quiet: Word,
) -> Word:
    """What a card may be played as.  `led` is the suit owed, `quiet` wilds that make no duty."""
    bound = led != ZERO and owed(hand, card, led, quiet)
    if one_card(card) & wilds:
        return free & led if bound else free
    if bound and (one_card(card) & led) == ZERO:
        return ZERO
    return one_card(card)

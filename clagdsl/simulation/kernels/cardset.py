"""Cards as masks: bit p is the card at place p of the fixed order of the pack."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.kernels.bits import ONE, ZERO, bits, lowest, numbered
from clagdsl.simulation.lowering.arrays import Whole, Word

Masks: TypeAlias = tuple[Any, Any, Any, Any]
"""The suit owed, the wilds, the cards that a wild may still stand for, wilds that owe nothing."""

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


@compiled
def plain_plays(cards: Word, hand: Word, masks: Masks) -> Word:
    """Which of these cards that are not wild may be played."""
    led, wilds, _, quiet = masks
    plain = cards & ~wilds
    return plain & led if (hand & led & ~quiet) != ZERO else plain


@compiled
def count_plays(plain: Word, cards: Word, hand: Word, masks: Masks) -> tuple[Whole, Word]:
    """How many plays there are with these cards, and the cards that may be played."""
    led, wilds, free, quiet = masks
    count, allowed = bits(plain), plain
    left = cards & wilds
    while left != ZERO:
        card = lowest(left)
        left = left & (left - ONE)
        may = bits(faces(card, hand, led, wilds, free, quiet))
        count += may
        if may:
            allowed |= one_card(card)
    return count, allowed


@compiled
def numbered_play(plain: Word, cards: Word, hand: Word, masks: Masks, number: Whole) -> Whole:
    """The play of that number: 64 times the card, and what it stands for."""
    led, wilds, free, quiet = masks
    left = cards & wilds
    counted = 0
    while left != ZERO:
        card = lowest(left)
        below = bits(plain & (one_card(card) - ONE))
        if number < below - counted:
            break
        number -= below - counted
        counted = below
        meant = faces(card, hand, led, wilds, free, quiet)
        may = bits(meant)
        if number < may:
            return 64 * card + numbered(meant, number)
        number -= may
        left = left & (left - ONE)
    return 65 * numbered(plain, counted + number)


@compiled
def sum_of_faces(cards: Word, hand: Word, masks: Masks) -> Whole:
    """What all wilds among these cards may stand for, as one number that tells sets apart.

    It is the sum of what each may be, as a mask, times twice its place and one, modulo 2^64.
    """
    led, wilds, free, quiet = masks
    total = ZERO
    left = cards & wilds
    while left != ZERO:
        card = lowest(left)
        left = left & (left - ONE)
        total += faces(card, hand, led, wilds, free, quiet) * np.uint64(2 * card + 1)
    return np.int64(total)

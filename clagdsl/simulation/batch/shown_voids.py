"""What a play shows that its player does not hold, compiled, as `table.following` has it."""

from __future__ import annotations

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.kernels.bits import ONE, ZERO, lowest
from clagdsl.simulation.kernels.cardset import one_card
from clagdsl.simulation.kernels.trick_rules import (
    CardRules,
    Duty,
    TrickSoFar,
    duty_of,
    duty_to_ask,
    faces,
)
from clagdsl.simulation.lowering.arrays import Array, Whole, Word


@compiled
def cannot_hold(
    rules: CardRules, so_far: TrickSoFar, heights: Array, others: Word, card: Whole, face: Whole
) -> Word:
    """Which of these other ordinary cards somebody does not hold who plays a card so.

    With any one of them in the hand the rules would have forbidden it.
    """
    this = one_card(card)
    if rules.top or this & rules.specials != ZERO:
        return ZERO
    if so_far.asked.follows == 0:
        held_back = one_card(face) & so_far.kept != ZERO
        return others & ~so_far.kept if held_back else ZERO
    duty = duty_of(rules, so_far.led, so_far.free, heights, so_far.height)
    if so_far.asked.extreme != 0:
        return _not_extreme(rules, so_far, heights, others & so_far.led, card, face)
    is_wild = this & rules.wilds != ZERO
    lacking, earlier = ZERO, ZERO
    for place in range(4):
        owed_now = _nth_class(duty, place)
        if owed_now == ZERO:
            continue
        rest = owed_now & others & ~earlier
        if not is_wild:
            if owed_now & this != ZERO:
                break
            lacking |= rest
        # a wild card is named in the first class that the rest of the hand has
        elif rest != ZERO and (
            faces(card, this | one_card(lowest(rest)), duty) & one_card(face) == ZERO
        ):
            lacking |= rest
        earlier |= owed_now
    return lacking


@compiled
def _nth_class(duty: Duty, place: Whole) -> Word:
    """The class of cards at a place, of which one is owed."""
    if place == 0:
        return duty.first
    if place == 1:
        return duty.then
    return duty.third if place == 2 else duty.fourth


@compiled
def _not_extreme(
    rules: CardRules, so_far: TrickSoFar, heights: Array, others: Word, card: Whole, face: Whole
) -> Word:
    """As `cannot_hold`, where the highest or lowest card of the suit led is asked for."""
    duty = duty_of(rules, so_far.led, so_far.free, heights, so_far.height)
    lacking, left = ZERO, others
    while left != ZERO:
        other = one_card(lowest(left))
        left = left & (left - ONE)
        hand = one_card(card) | other
        asked = duty_to_ask(rules, so_far.asked, hand, so_far.led, heights, duty)
        if faces(card, hand, asked) & one_card(face) == ZERO:
            lacking |= other
    return lacking

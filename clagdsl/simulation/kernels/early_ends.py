"""When a match is over before its schedule is, compiled: the condition as steps on a stack."""

from __future__ import annotations

from itertools import count
from typing import Final

import numpy as np

from clagdsl.simulation.jit import compiled, compiled_entry
from clagdsl.simulation.lowering.arrays import Array, Whole

_steps = count()
# What a step does; a row of a program is the step and its number.
NUMBER: Final = next(_steps)  # puts its number on the stack
FIGURE: Final = next(_steps)  # puts a figure there: HIGHEST, LOWEST or DEAL
GO: Final = next(_steps)  # goes on at the step of its number
GO_UNLESS: Final = next(_steps)  # the same, if what lies on top is 0; takes it off
NEGATIVE: Final = next(_steps)
INVERSE: Final = next(_steps)
SIZE: Final = next(_steps)
PLUS: Final = next(_steps)  # this and the following take two off and put what comes of them there
LESS: Final = next(_steps)
TIMES: Final = next(_steps)
DIVIDED: Final = next(_steps)
REST: Final = next(_steps)
EQUAL: Final = next(_steps)
UNEQUAL: Final = next(_steps)
BELOW: Final = next(_steps)
AT_MOST: Final = next(_steps)
ABOVE: Final = next(_steps)
AT_LEAST: Final = next(_steps)
SMALLER: Final = next(_steps)
LARGER: Final = next(_steps)

HIGHEST: Final = 0
LOWEST: Final = 1
DEAL_NUMBER: Final = 2


@compiled
def come_to(step: Whole, left: Whole, right: Whole) -> Whole:
    """What comes of two numbers."""
    if step == PLUS:
        return left + right
    if step == LESS:
        return left - right
    if step == TIMES:
        return left * right
    if step == DIVIDED:
        return left // right
    if step == REST:
        return left % right
    if step == SMALLER:
        return min(left, right)
    if step == LARGER:
        return max(left, right)
    return compared(step, left, right)


@compiled
def compared(step: Whole, left: Whole, right: Whole) -> Whole:
    """1 where a comparison holds, else 0."""
    if step == EQUAL:
        return np.int64(left == right)
    if step == UNEQUAL:
        return np.int64(left != right)
    if step == BELOW:
        return np.int64(left < right)
    if step == AT_MOST:
        return np.int64(left <= right)
    if step == ABOVE:
        return np.int64(left > right)
    return np.int64(left >= right)


@compiled
def end_holds(program: Array, stack: Array, highest: Whole, lowest: Whole, deal: Whole) -> bool:
    """Whether the condition holds after the deal of that number; there is a step at least."""
    top, place = -1, 0
    while place < len(program):
        step, number = program[place, 0], program[place, 1]
        place += 1
        if step in (NUMBER, FIGURE):
            top += 1
            value = number
            if step == FIGURE:
                value = highest if number == HIGHEST else lowest if number == LOWEST else deal
            stack[top] = value
        elif step == GO:
            place = number
        elif step == GO_UNLESS:
            top -= 1
            if stack[top + 1] == 0:
                place = number
        elif step == NEGATIVE:
            stack[top] = -stack[top]
        elif step == INVERSE:
            stack[top] = 1 - stack[top]
        elif step == SIZE:
            stack[top] = abs(stack[top])
        else:
            top -= 1
            stack[top] = come_to(step, stack[top], stack[top + 1])
    return bool(stack[0] != 0)


@compiled
def ends_here(program: Array, stack: Array, totals: Array, deal: Whole) -> bool:
    """Whether a match with these totals, by seat, is over after the deal of that number."""
    highest = lowest = totals[0]
    for seat in range(1, len(totals)):
        highest = max(highest, totals[seat])
        lowest = min(lowest, totals[seat])
    return end_holds(program, stack, highest, lowest, deal)


@compiled_entry
def note_ends(
    program: Array, stack: Array, scores: Array, totals: Array, lengths: Array, deal: Whole
) -> Whole:
    """Count in the scores of a deal, [seat, match], and note which matches are over after it.

    `totals` are by match and seat; `lengths` how many deals a match has, 0 while it goes on.  How
    many go on.
    """
    going = 0
    for match in range(len(lengths)):
        if lengths[match]:
            continue
        for seat in range(totals.shape[1]):
            totals[match, seat] += scores[seat, match]
        if ends_here(program, stack, totals[match], deal):
            lengths[match] = deal
        else:
            going += 1
    return going

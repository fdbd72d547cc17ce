"""When a match is over before its schedule is, compiled: the condition as steps on a stack."""

from __future__ import annotations

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.lowering.arrays import Array, Whole
from clagdsl.simulation.lowering.end_steps import (
    ABOVE,
    AT_MOST,
    BELOW,
    DIVIDED,
    EQUAL,
    FIGURE,
    GO,
    GO_UNLESS,
    HIGHEST,
    INVERSE,
    LARGER,
    LESS,
    LOWEST,
    NEGATIVE,
    NUMBER,
    PLUS,
    REST,
    SIZE,
    SMALLER,
    TIMES,
    UNEQUAL,
)


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

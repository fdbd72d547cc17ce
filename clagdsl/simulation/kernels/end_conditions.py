"""Evaluates the condition that ends a match early: a program for a small stack machine.

`lowering.end_conditions` compiles the condition.  `lowering.end_opcodes` lists the steps; note that
SMALLER and LARGER are the minimum and maximum of two values, and SIZE is the absolute value.
BELOW, AT_MOST, ABOVE and AT_LEAST are the comparisons <, <=, > and >=.
"""

from __future__ import annotations

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.lowering.arrays import Array, Whole
from clagdsl.simulation.lowering.end_opcodes import (
    ABOVE,
    AT_MOST,
    BELOW,
    DEAL_NUMBER,
    DIVIDED,
    EQUAL,
    FIGURE,
    JUMP,
    JUMP_UNLESS,
    LARGER,
    LEADERS,
    LOWEST,
    MINUS,
    NEGATIVE,
    NOT,
    NUMBER,
    PLUS,
    REMAINDER,
    SIZE,
    SMALLER,
    TIMES,
    UNEQUAL,
)


@compiled
def apply_arithmetic(step: Whole, left: Whole, right: Whole) -> Whole:
    """Computes a step that takes two operands.

    SMALLER is min and LARGER is max.  Division rounds down.
    """
    if step == PLUS:
        return left + right
    if step == MINUS:
        return left - right
    if step == TIMES:
        return left * right
    if step == DIVIDED:
        return left // right
    if step == REMAINDER:
        return left % right
    if step == SMALLER:
        return min(left, right)
    if step == LARGER:
        return max(left, right)
    return apply_comparison(step, left, right)


@compiled
def apply_comparison(step: Whole, left: Whole, right: Whole) -> Whole:
    """Returns 1 if a comparison is true, else 0; BELOW is < and ABOVE is >."""
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
def _match_figure(figures: Array, number: Whole) -> Whole:
    """Returns the highest or the lowest total, or how many players lead: see `end_opcodes`."""
    column, sign = (number - LEADERS) // 2, 1
    if number < LEADERS:
        column = 0
    if number == LOWEST or (number > LEADERS and (number - LEADERS) % 2):
        sign = -1
    best, level = sign * figures[0, column], 0
    for seat in range(len(figures)):
        merit = sign * figures[seat, column]
        if merit > best:
            best, level = merit, 0
        level += merit == best
    return level if number >= LEADERS else sign * best


@compiled
def match_ends(program: Array, stack: Array, figures: Array, deal: Whole) -> bool:
    """Returns whether a match is over after deal number `deal`; the program must not be empty.

    `figures` are the totals, failed and completed contracts so far, [seat, figure].
    """
    top, place = -1, 0
    while place < len(program):
        step, number = program[place, 0], program[place, 1]
        place += 1
        if step in (NUMBER, FIGURE):
            top += 1
            value = number
            if step == FIGURE:
                value = deal if number == DEAL_NUMBER else _match_figure(figures, number)
            stack[top] = value
        elif step == JUMP:
            place = number
        elif step == JUMP_UNLESS:
            top -= 1
            if stack[top + 1] == 0:
                place = number
        elif step == NEGATIVE:
            stack[top] = -stack[top]
        elif step == NOT:
            stack[top] = 1 - stack[top]
        elif step == SIZE:
            stack[top] = abs(stack[top])
        else:
            top -= 1
            stack[top] = apply_arithmetic(step, stack[top], stack[top + 1])
    return bool(stack[0] != 0)

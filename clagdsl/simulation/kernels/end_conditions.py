"""The condition that ends a match early, as a program for a small stack machine.

- `lower_ending` compiles an expression of a checked game, with the values of its parameters.
- The program has rows of two numbers: a step and its operand.
- `match_ends` evaluates the program for a match, in compiled code.

Jumps only go forwards, so a program executes each step at most once.  Each step pushes at most one
value, so a stack with one entry per step is large enough.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Final, assert_never

import numpy as np

from clagdsl.lang.expr.ast import (
    Arithmetic,
    ArithmeticOperator,
    Choice,
    Comparison,
    ComparisonOperator,
    Expression,
    Function,
    Inverse,
    Logic,
    Negative,
    Number,
    Reference,
    Truth,
    Value,
    Word,
)
from clagdsl.lang.rules import CriterionText
from clagdsl.simulation.jit import compiled
from clagdsl.simulation.lowering.arrays import Array, Whole
from clagdsl.table.table import Table

# --- the instruction set ----------------------------------------------------------------------


_steps = count()
# The steps.  A row of a program is a step and its operand.
NUMBER: Final = next(_steps)  # pushes its operand
FIGURE: Final = next(_steps)  # pushes a figure of the match: HIGHEST, ..., LEADERS + criterion
JUMP: Final = next(_steps)  # continues at the step with that index
JUMP_UNLESS: Final = next(_steps)  # pops a value, and jumps if it is 0
# each of the next three replaces the topmost value: -x, 1 - x (of a truth value), and abs(x)
NEGATIVE: Final = next(_steps)
NOT: Final = next(_steps)
SIZE: Final = next(_steps)
# each of the others replaces the two topmost values with a result
PLUS: Final = next(_steps)
MINUS: Final = next(_steps)
TIMES: Final = next(_steps)
DIVIDED: Final = next(_steps)  # rounded down
REMAINDER: Final = next(_steps)
EQUAL: Final = next(_steps)
UNEQUAL: Final = next(_steps)
BELOW: Final = next(_steps)  # <
AT_MOST: Final = next(_steps)  # <=
ABOVE: Final = next(_steps)  # >
AT_LEAST: Final = next(_steps)  # >=
SMALLER: Final = next(_steps)  # min
LARGER: Final = next(_steps)  # max

# The figures of a match: the highest and the lowest total, the number of the deal, and how many
# players lead.  Added to LEADERS is twice the column that they are compared by (0: totals,
# 1: failed, 2: completed contracts), and 1 if the lowest number leads.
HIGHEST: Final = 0
LOWEST: Final = 1
DEAL_NUMBER: Final = 2
LEADERS: Final = 3


# --- lowering -----------------------------------------------------------------------------


_FIGURES: Final = {
    "highest_total": HIGHEST,
    "lowest_total": LOWEST,
    "deal": DEAL_NUMBER,
}
_COMPARED_BY: Final[Mapping[CriterionText, int]] = {
    "highest total": 0,
    "lowest total": 1,
    "fewest failed": 3,
    "most completed": 4,
}
"""The offset from LEADERS, by criterion."""
_ARITHMETIC: Final[Mapping[ArithmeticOperator, int]] = {
    "+": PLUS,
    "-": MINUS,
    "*": TIMES,
    "//": DIVIDED,
    "%": REMAINDER,
}
_COMPARISONS: Final[Mapping[ComparisonOperator, int]] = {
    "=": EQUAL,
    "!=": UNEQUAL,
    "<": BELOW,
    "<=": AT_MOST,
    ">": ABOVE,
    ">=": AT_LEAST,
}


def lower_ending(table: Table) -> Array:
    """Returns the program that decides whether a match ends early, [step, 2]: step and operand.

    It is empty if matches never end early. The values of parameters are constants in it.
    """
    leaders = LEADERS + _COMPARED_BY[table.game.winner.criteria[0]]
    writer = _StepWriter(table.names, {**_FIGURES, "leaders": leaders})
    if table.game.ends is not None:
        writer.write(table.game.ends.condition)
    return np.array(writer.steps, np.int64).reshape(-1, 2)


class _StepWriter:
    """Compiles an expression to steps; truth values become 1 and 0, words become numbers."""

    def __init__(self, names: Mapping[str, Value], figures: Mapping[str, int]) -> None:
        self.names = names
        self.figures = figures
        self.steps: list[tuple[int, int]] = []
        self.words: dict[str, int] = {}

    def write(self, e: Expression) -> None:
        """Writes the steps that push an expression's value."""
        match e:
            case Number(value=value) | Truth(value=value) | Word(text=value):
                self._constant(value)
            case Reference(name=name) if name in self.figures:
                self.steps.append((FIGURE, self.figures[name]))
            case Reference(name=name):
                self._constant(self.names[name])
            case Negative(operand=operand):
                self._after(operand, NEGATIVE)
            case Inverse(operand=operand):
                self._after(operand, NOT)
            case Arithmetic(operator=operator, left=left, right=right):
                self._pair(left, right, _ARITHMETIC[operator])
            case Comparison(operator=operator, left=left, right=right):
                self._pair(left, right, _COMPARISONS[operator])
            case Function():
                self._function(e)
            case Logic():
                self._logic(e)
            case Choice():
                self._choice(e)
            case _:
                assert_never(e)

    def _constant(self, value: Value) -> None:
        if isinstance(value, str):
            value = self.words.setdefault(value, len(self.words))
        self.steps.append((NUMBER, int(value)))

    def _after(self, operand: Expression, step: int) -> None:
        self.write(operand)
        self.steps.append((step, 0))

    def _pair(self, left: Expression, right: Expression, step: int) -> None:
        self.write(left)
        self._after(right, step)

    def _function(self, e: Function) -> None:
        first, *others = e.arguments
        if e.name == "abs":
            self._after(first, SIZE)
            return
        self.write(first)
        for other in others:
            self._after(other, SMALLER if e.name == "min" else LARGER)

    def _logic(self, e: Logic) -> None:
        """Writes an `and` or `or` chain, which stops at the first operand that decides it."""
        gone: list[int] = []
        *before, last = e.operands
        for operand in before:
            self.write(operand)
            if e.operator == "or":
                self.steps.append((NOT, 0))
            gone.append(self._jump(JUMP_UNLESS))
        self.write(last)
        end = self._jump(JUMP)
        for place in gone:
            self._set_target(place)
        self._constant(e.operator == "or")
        self._set_target(end)

    def _choice(self, e: Choice) -> None:
        ends: list[int] = []
        for branch in e.branches:
            self.write(branch.condition)
            following = self._jump(JUMP_UNLESS)
            self.write(branch.value)
            ends.append(self._jump(JUMP))
            self._set_target(following)
        self.write(e.otherwise)
        for place in ends:
            self._set_target(place)

    def _jump(self, step: int) -> int:
        """Writes a jump with an unknown target, and returns its index."""
        self.steps.append((step, 0))
        return len(self.steps) - 1

    def _set_target(self, place: int) -> None:
        """Sets the target of an earlier jump to the current position."""
        self.steps[place] = (self.steps[place][0], len(self.steps))


# --- evaluation ---------------------------------------------------------------------------


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
    """Returns the highest or the lowest total, or how many players lead: see `LEADERS`."""
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

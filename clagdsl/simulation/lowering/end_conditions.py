"""Compiles the condition that ends a match early to a program for a small stack machine.

- Input: an expression of a checked game, and the values of its parameters.
- Output: rows of two numbers: a step from `end_opcodes` and its operand.

Jumps only go forwards, so a program executes each step at most once.  Each step pushes at most one
value, so a stack with one entry per step is large enough.
"""

from __future__ import annotations

from collections.abc import Mapping
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
from clagdsl.simulation.lowering import end_opcodes as steps
from clagdsl.simulation.lowering.arrays import Array
from clagdsl.table.table import Table

_FIGURES: Final = {
    "highest_total": steps.HIGHEST,
    "lowest_total": steps.LOWEST,
    "deal": steps.DEAL_NUMBER,
}
_COMPARED_BY: Final[Mapping[CriterionText, int]] = {
    "highest total": 0,
    "lowest total": 1,
    "fewest failed": 3,
    "most completed": 4,
}
"""The offset from LEADERS, by criterion."""
_ARITHMETIC: Final[Mapping[ArithmeticOperator, int]] = {
    "+": steps.PLUS,
    "-": steps.MINUS,
    "*": steps.TIMES,
    "//": steps.DIVIDED,
    "%": steps.REMAINDER,
}
_COMPARISONS: Final[Mapping[ComparisonOperator, int]] = {
    "=": steps.EQUAL,
    "!=": steps.UNEQUAL,
    "<": steps.BELOW,
    "<=": steps.AT_MOST,
    ">": steps.ABOVE,
    ">=": steps.AT_LEAST,
}


def lower_ending(table: Table) -> Array:
    """Returns the program that decides whether a match ends early, [step, 2]: step and operand.

    It is empty if matches never end early. The values of parameters are constants in it.
    """
    leaders = steps.LEADERS + _COMPARED_BY[table.game.winner.criteria[0]]
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
                self.steps.append((steps.FIGURE, self.figures[name]))
            case Reference(name=name):
                self._constant(self.names[name])
            case Negative(operand=operand):
                self._after(operand, steps.NEGATIVE)
            case Inverse(operand=operand):
                self._after(operand, steps.NOT)
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
        self.steps.append((steps.NUMBER, int(value)))

    def _after(self, operand: Expression, step: int) -> None:
        self.write(operand)
        self.steps.append((step, 0))

    def _pair(self, left: Expression, right: Expression, step: int) -> None:
        self.write(left)
        self._after(right, step)

    def _function(self, e: Function) -> None:
        first, *others = e.arguments
        if e.name == "abs":
            self._after(first, steps.SIZE)
            return
        self.write(first)
        for other in others:
            self._after(other, steps.SMALLER if e.name == "min" else steps.LARGER)

    def _logic(self, e: Logic) -> None:
        """Writes an `and` or `or` chain, which stops at the first operand that decides it."""
        gone: list[int] = []
        *before, last = e.operands
        for operand in before:
            self.write(operand)
            if e.operator == "or":
                self.steps.append((steps.NOT, 0))
            gone.append(self._jump(steps.JUMP_UNLESS))
        self.write(last)
        end = self._jump(steps.JUMP)
        for place in gone:
            self._set_target(place)
        self._constant(e.operator == "or")
        self._set_target(end)

    def _choice(self, e: Choice) -> None:
        ends: list[int] = []
        for branch in e.branches:
            self.write(branch.condition)
            following = self._jump(steps.JUMP_UNLESS)
            self.write(branch.value)
            ends.append(self._jump(steps.JUMP))
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

"""The value of an expression: a plain walk over its tree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, assert_never

from clagdsl.lang.errors import ClagError
from clagdsl.lang.expr.operators import ARITHMETIC, COMPARISONS, FUNCTIONS, LARGEST, LOGIC
from clagdsl.lang.expr.tree import (
    Arithmetic,
    Choice,
    Comparison,
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
from clagdsl.lang.source import Place

Names: TypeAlias = Mapping[str, Value]
"""What every name stands for: variables, parameters and `let` names, members as `winner.total`."""

Fault: TypeAlias = Literal[
    "division by zero", "too large", "too many deals", "a ladder that stands still", "no such pack"
]


class EvaluationError(ClagError):
    """An expression without a value; the checker proves that no match comes to one.

    `part` is the part of the expression that has none, and `value` what is too large.
    """

    def __init__(
        self, fault: Fault, place: Place | None, part: Expression | None = None, value: int = 0
    ) -> None:
        self.fault: Fault = fault
        self.place = place
        self.part = part
        self.value = value
        super().__init__(f"{place}: {fault}" if place else fault)


def number(expression: Expression, names: Names) -> int:
    """The value of an expression that is a whole number; a truth value is none."""
    value = evaluate(expression, names)
    if type(value) is not int:
        raise TypeError(f"{value!r} is not a whole number")
    return value


def holds(expression: Expression, names: Names) -> bool:
    """Whether a condition holds; a number is no condition."""
    value = evaluate(expression, names)
    if value is True:
        return True
    if value is False:
        return False
    raise TypeError(f"{value!r} is not a truth value")


def evaluate(expression: Expression, names: Names) -> Value:
    """The value of an expression; raises EvaluationError where it has none."""
    match expression:
        case Reference():
            return names[expression.name]
        case Number() | Truth():
            return expression.value
        case Word():
            return expression.text
        case Choice():
            return _choose(expression, names)
        case Arithmetic():
            return _calculate(expression, names)
        case Comparison():
            return _compare(expression, names)
        case Negative():
            return -number(expression.operand, names)
        case Function():
            values = [number(argument, names) for argument in expression.arguments]
            return FUNCTIONS[expression.name].value(*values)
        case Logic():
            return _combine(expression, names)
        case Inverse():
            return not holds(expression.operand, names)
        case _:
            assert_never(expression)


def _choose(choice: Choice, names: Names) -> Value:
    for branch in choice.branches:
        if holds(branch.condition, names):
            return evaluate(branch.value, names)
    return evaluate(choice.otherwise, names)


def _combine(logic: Logic, names: Names) -> bool:
    """`and` stops at the first operand that does not hold, `or` at the first that does."""
    settles = LOGIC[logic.operator].settles
    for operand in logic.operands:
        if holds(operand, names) is settles:
            return settles
    return not settles


def _calculate(expression: Arithmetic, names: Names) -> int:
    left = number(expression.left, names)
    right = number(expression.right, names)
    rule = ARITHMETIC[expression.operator]
    if right == 0 and rule.divides:
        raise EvaluationError("division by zero", expression.place, expression)
    result = rule.value(left, right)
    if not -LARGEST <= result <= LARGEST:
        raise EvaluationError("too large", expression.place, expression, result)
    return result


def _compare(expression: Comparison, names: Names) -> bool:
    rule = COMPARISONS[expression.operator]
    left, right = expression.left, expression.right
    if isinstance(left, Reference) and isinstance(right, Number):  # mostly, and in long lists
        value = names[left.name]
        if type(value) is int:
            return rule.value(value, right.value)
    side = number if rule.ordered else evaluate
    return rule.value(side(expression.left, names), side(expression.right, names))

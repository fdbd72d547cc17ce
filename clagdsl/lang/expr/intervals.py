"""Between which bounds an expression stays, given the bounds of its names.

This is the quick half of the proof that nothing overflows and nothing is divided by zero: what it
accepts is safe for every combination of values within the bounds.  What it does not accept may
still be safe; then the figures are gone through one by one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias, assert_never

from clagdsl.lang.expr.compile_expr import LIMIT
from clagdsl.lang.expr.tree import (
    Arithmetic,
    Choice,
    Comparison,
    Expression,
    Function,
    Inverse,
    LetValue,
    Logic,
    Negative,
    Number,
    ParameterValue,
    Truth,
    Value,
    Variable,
    Word,
)


@dataclass(frozen=True, slots=True)
class Bounds:
    """Whole numbers from `low` to `high`."""

    low: int
    high: int


Among: TypeAlias = frozenset[bool] | frozenset[str]
Range: TypeAlias = Bounds | Among

YES: Final[frozenset[bool]] = frozenset((True,))
NO: Final[frozenset[bool]] = frozenset((False,))
EITHER: Final[frozenset[bool]] = frozenset((True, False))


class NotShownError(Exception):
    """The bounds alone do not show that an expression is safe."""


def exactly(value: Value) -> Range:
    """The range of one known value."""
    if isinstance(value, bool):
        return YES if value else NO
    if isinstance(value, int):
        return Bounds(value, value)
    return frozenset((value,))


def hull(left: Range | None, right: Range) -> Range:
    """The smallest range that holds both."""
    if left is None:
        return right
    if isinstance(left, Bounds) and isinstance(right, Bounds):
        return Bounds(min(left.low, right.low), max(left.high, right.high))
    assert not isinstance(left, Bounds)
    assert not isinstance(right, Bounds)
    joined: Among = left | right  # type: ignore[operator]
    return joined


def range_of(expression: Expression, names: Mapping[str, Range]) -> Range:
    """The range of an expression; NotShownError where it might overflow or divide by zero."""
    match expression:
        case Number(value=value) | Truth(value=value) | Word(text=value):
            return _within(exactly(value))
        case Variable(name=name) | ParameterValue(name=name) | LetValue(name=name):
            try:
                return names[name]
            except KeyError:
                raise NotShownError from None
        case Negative(operand=operand):
            inner = _bounds(operand, names)
            return Bounds(-inner.high, -inner.low)
        case Inverse(operand=operand):
            return frozenset(not value for value in _truths(operand, names))
        case Arithmetic():
            return _within(_arithmetic(expression, names))
        case Comparison():
            return _comparison(expression, names)
        case Logic():
            return _logic(expression, names)
        case Function():
            return _function(expression, names)
        case Choice():
            return _choice(expression, names)
        case _:
            assert_never(expression)


def _within(found: Range) -> Range:
    if isinstance(found, Bounds) and (found.low < -LIMIT or found.high > LIMIT):
        raise NotShownError
    return found


def _bounds(expression: Expression, names: Mapping[str, Range]) -> Bounds:
    found = range_of(expression, names)
    if not isinstance(found, Bounds):
        raise NotShownError
    return found


def _truths(expression: Expression, names: Mapping[str, Range]) -> frozenset[bool]:
    found = range_of(expression, names)
    if isinstance(found, Bounds):
        raise NotShownError
    return frozenset(value is True for value in found)


def _arithmetic(expression: Arithmetic, names: Mapping[str, Range]) -> Bounds:
    left = _bounds(expression.left, names)
    right = _bounds(expression.right, names)
    match expression.operator:
        case "+":
            return Bounds(left.low + right.low, left.high + right.high)
        case "-":
            return Bounds(left.low - right.high, left.high - right.low)
        case "*":
            corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
            return Bounds(min(corners), max(corners))
        case "//":
            if right.low <= 0 <= right.high:
                raise NotShownError
            corners = [a // b for a in (left.low, left.high) for b in (right.low, right.high)]
            return Bounds(min(corners), max(corners))
        case "%":
            if right.low <= 0 <= right.high:
                raise NotShownError
            # the rest has the sign of the divisor, as in Python
            return Bounds(0, right.high - 1) if right.low > 0 else Bounds(right.low + 1, 0)
        case _:
            assert_never(expression.operator)


def _comparison(expression: Comparison, names: Mapping[str, Range]) -> frozenset[bool]:
    left = range_of(expression.left, names)
    right = range_of(expression.right, names)
    if isinstance(left, Bounds) and isinstance(right, Bounds):
        return _compare_bounds(expression.operator, left, right)
    if isinstance(left, Bounds) or isinstance(right, Bounds):
        raise NotShownError
    equal = frozenset(a == b for a in left for b in right)
    return equal if expression.operator == "=" else frozenset(not value for value in equal)


def _compare_bounds(operator: str, left: Bounds, right: Bounds) -> frozenset[bool]:
    if operator in (">", ">="):
        left, right = right, left
        operator = "<" if operator == ">" else "<="
    if operator == "<":
        always, never = left.high < right.low, left.low >= right.high
    elif operator == "<=":
        always, never = left.high <= right.low, left.low > right.high
    else:
        always = left.low == left.high == right.low == right.high
        never = left.high < right.low or right.high < left.low
        if operator == "!=":
            always, never = never, always
    return YES if always else NO if never else EITHER


def _logic(expression: Logic, names: Mapping[str, Range]) -> frozenset[bool]:
    # an operand after one that settles the matter is never worked out
    settles = expression.operator == "or"
    open_so_far = False
    for operand in expression.operands:
        found = _truths(operand, names)
        if found == frozenset((settles,)):
            return EITHER if open_so_far else found
        open_so_far = open_so_far or settles in found
    return EITHER if open_so_far else frozenset((not settles,))


def _function(expression: Function, names: Mapping[str, Range]) -> Bounds:
    inner = [_bounds(argument, names) for argument in expression.arguments]
    match expression.name:
        case "min":
            return Bounds(min(b.low for b in inner), min(b.high for b in inner))
        case "max":
            return Bounds(max(b.low for b in inner), max(b.high for b in inner))
        case "abs":
            low, high = inner[0].low, inner[0].high
            nearest = 0 if low <= 0 <= high else min(abs(low), abs(high))
            return Bounds(nearest, max(abs(low), abs(high)))
        case _:
            assert_never(expression.name)


def _choice(expression: Choice, names: Mapping[str, Range]) -> Range:
    found: Range | None = None
    for branch in expression.branches:
        condition = _truths(branch.condition, names)
        if True in condition:
            found = hull(found, range_of(branch.value, names))
        if False not in condition:
            assert found is not None
            return found
    return hull(found, range_of(expression.otherwise, names))

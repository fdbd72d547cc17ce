"""Interval analysis: bounds on the value of an expression, given bounds on its names.

This is the fast half of the proof that nothing overflows or divides by zero. An accepted expression
is safe for every combination of values within the bounds. A rejected one may still be safe; the
prover then checks the combinations exhaustively.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias, assert_never

from clagdsl.lang.expr.ast import (
    Arithmetic,
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
from clagdsl.lang.expr.operators import (
    ARITHMETIC,
    COMPARISONS,
    FUNCTIONS,
    LARGEST,
    LOGIC,
)
from clagdsl.lang.expr.operators import (
    Bounds as Bounds,
)

ValueSet: TypeAlias = frozenset[bool] | frozenset[str]
Range: TypeAlias = Bounds | ValueSet

YES: Final[frozenset[bool]] = frozenset((True,))
NO: Final[frozenset[bool]] = frozenset((False,))
EITHER: Final[frozenset[bool]] = frozenset((True, False))


class NotShownError(Exception):
    """Raised if the bounds alone do not prove that an expression is safe."""


def point_range(value: Value) -> Range:
    """Returns the range that contains only this value."""
    if isinstance(value, bool):
        return YES if value else NO
    if isinstance(value, int):
        return Bounds(value, value)
    return frozenset((value,))


def hull(left: Range | None, right: Range) -> Range:
    """Returns the smallest range that contains both ranges."""
    if left is None:
        return right
    if isinstance(left, Bounds) and isinstance(right, Bounds):
        return Bounds(min(left.low, right.low), max(left.high, right.high))
    assert not isinstance(left, Bounds)
    assert not isinstance(right, Bounds)
    return frozenset((*left, *right))


def range_of(expression: Expression, names: Mapping[str, Range]) -> Range:
    """Returns the range of an expression; raises NotShownError if it might overflow or divide by
    zero.
    """
    match expression:
        case Number(value=value) | Truth(value=value) | Word(text=value):
            return _within(point_range(value))
        case Reference(name=name):
            try:
                return names[name]
            except KeyError:
                raise NotShownError from None
        case Negative(operand=operand):
            bounds = _bounds(operand, names)
            return Bounds(-bounds.high, -bounds.low)
        case Inverse(operand=operand):
            return frozenset(not value for value in _truths(operand, names))
        case Arithmetic():
            return _within(_arithmetic(expression, names))
        case Comparison():
            return _comparison(expression, names)
        case Logic():
            return _logic(expression, names)
        case Function():
            inner = [_bounds(argument, names) for argument in expression.arguments]
            return FUNCTIONS[expression.name].bounds(inner)
        case Choice():
            return _choice(expression, names)
        case _:
            assert_never(expression)


def _within(interval: Range) -> Range:
    if isinstance(interval, Bounds) and (interval.low < -LARGEST or interval.high > LARGEST):
        raise NotShownError
    return interval


def _bounds(expression: Expression, names: Mapping[str, Range]) -> Bounds:
    interval = range_of(expression, names)
    if not isinstance(interval, Bounds):
        raise NotShownError
    return interval


def _truths(expression: Expression, names: Mapping[str, Range]) -> frozenset[bool]:
    interval = range_of(expression, names)
    if isinstance(interval, Bounds):
        raise NotShownError
    return frozenset(value is True for value in interval)


def _arithmetic(expression: Arithmetic, names: Mapping[str, Range]) -> Bounds:
    left = _bounds(expression.left, names)
    right = _bounds(expression.right, names)
    rule = ARITHMETIC[expression.operator]
    if rule.divides and right.low <= 0 <= right.high:
        raise NotShownError
    return rule.bounds(left, right)


def _comparison(expression: Comparison, names: Mapping[str, Range]) -> frozenset[bool]:
    left = range_of(expression.left, names)
    right = range_of(expression.right, names)
    if isinstance(left, Bounds) and isinstance(right, Bounds):
        return _compare_bounds(expression.operator, left, right)
    if isinstance(left, Bounds) or isinstance(right, Bounds):
        raise NotShownError
    equal = frozenset(a == b for a in left for b in right)
    return equal if expression.operator == "=" else frozenset(not value for value in equal)


def _compare_bounds(operator: ComparisonOperator, left: Bounds, right: Bounds) -> frozenset[bool]:
    rule = COMPARISONS[operator]
    if rule.always(left, right):
        return YES
    return NO if COMPARISONS[rule.opposite].always(left, right) else EITHER


def _logic(expression: Logic, names: Mapping[str, Range]) -> frozenset[bool]:
    # Operands after one that settles the result are not evaluated.
    settles = LOGIC[expression.operator].settles
    open_so_far = False
    for operand in expression.operands:
        values = _truths(operand, names)
        if values == frozenset((settles,)):
            return values
        open_so_far = open_so_far or settles in values
    return EITHER if open_so_far else frozenset((not settles,))


def _choice(expression: Choice, names: Mapping[str, Range]) -> Range:
    interval: Range | None = None
    for branch in expression.branches:
        condition = _truths(branch.condition, names)
        if True in condition:
            interval = hull(interval, range_of(branch.value, names))
        if False not in condition:
            assert interval is not None
            return interval
    return hull(interval, range_of(expression.otherwise, names))

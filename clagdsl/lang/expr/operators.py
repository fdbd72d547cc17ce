"""The operators and functions of expressions: one table for each kind.

The evaluator, the compiled functions, the interval analysis and the unparser use these tables. A
table that lacks an operator of the syntax tree raises TypeError at import.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum, auto
from typing import Any, Final, TypeVar, get_args

from clagdsl.lang.expr.ast import (
    ArithmeticOperator,
    ComparisonOperator,
    FunctionName,
    LogicOperator,
)
from clagdsl.lang.frozen import dataclass

LARGEST: Final = 10**9
"""The largest absolute value of an expression, including intermediate results."""


class Strength(IntEnum):
    """The precedence of each form of expression, loosest first."""

    CHOICE = auto()
    OR = auto()
    AND = auto()
    NOT = auto()
    COMPARISON = auto()
    SUM = auto()
    PRODUCT = auto()
    SIGN = auto()
    ATOM = auto()


@dataclass(frozen=True, slots=True)
class Bounds:
    """The whole numbers from `low` to `high`."""

    low: int
    high: int


K = TypeVar("K", bound=str)
V = TypeVar("V")


def complete_table(names: Any, table: Mapping[K, V]) -> Mapping[K, V]:
    """Returns the table; raises TypeError unless its keys are exactly the words of a Literal."""
    missing = set(get_args(names)) ^ set(table)
    if missing:
        raise TypeError(f"a table and {names} differ in {sorted(missing)}")
    return table


# --- arithmetic ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ArithmeticRule:
    """An operator on two whole numbers; callers rule out division by zero first."""

    strength: Strength
    value: Callable[[int, int], int]
    bounds: Callable[[Bounds, Bounds], Bounds]
    divides: bool = False


def _corners(value: Callable[[int, int], int]) -> Callable[[Bounds, Bounds], Bounds]:
    """Returns the bounds function of an operator whose extremes are at the ends
    of both operands.
    """

    def bounds(left: Bounds, right: Bounds) -> Bounds:
        corners = [value(a, b) for a in (left.low, left.high) for b in (right.low, right.high)]
        return Bounds(min(corners), max(corners))

    return bounds


def _rest(_: Bounds, divisor: Bounds) -> Bounds:
    # the remainder has the sign of the divisor, as in Python
    return Bounds(0, divisor.high - 1) if divisor.low > 0 else Bounds(divisor.low + 1, 0)


ARITHMETIC: Final[Mapping[ArithmeticOperator, ArithmeticRule]] = complete_table(
    ArithmeticOperator,
    {
        "+": ArithmeticRule(Strength.SUM, operator.add, _corners(operator.add)),
        "-": ArithmeticRule(Strength.SUM, operator.sub, _corners(operator.sub)),
        "*": ArithmeticRule(Strength.PRODUCT, operator.mul, _corners(operator.mul)),
        "//": ArithmeticRule(
            Strength.PRODUCT, operator.floordiv, _corners(operator.floordiv), divides=True
        ),
        "%": ArithmeticRule(Strength.PRODUCT, operator.mod, _rest, divides=True),
    },
)


# --- comparisons --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ComparisonRule:
    """A comparison: its Python operator, and a check whether bounds show that it always holds.

    It never holds if its `opposite` always does. Only whole numbers are ordered.
    """

    python: str
    value: Callable[[Any, Any], bool]
    always: Callable[[Bounds, Bounds], bool]
    opposite: ComparisonOperator
    ordered: bool = True


COMPARISONS: Final[Mapping[ComparisonOperator, ComparisonRule]] = complete_table(
    ComparisonOperator,
    {
        "=": ComparisonRule(
            "==",
            operator.eq,
            lambda a, b: a.low == a.high == b.low == b.high,
            "!=",
            ordered=False,
        ),
        "!=": ComparisonRule(
            "!=",
            operator.ne,
            lambda a, b: a.high < b.low or b.high < a.low,
            "=",
            ordered=False,
        ),
        "<": ComparisonRule("<", operator.lt, lambda a, b: a.high < b.low, ">="),
        "<=": ComparisonRule("<=", operator.le, lambda a, b: a.high <= b.low, ">"),
        ">": ComparisonRule(">", operator.gt, lambda a, b: a.low > b.high, "<="),
        ">=": ComparisonRule(">=", operator.ge, lambda a, b: a.low >= b.high, "<"),
    },
)


# --- `and`, `or` --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LogicRule:
    """`and` or `or`; evaluation short-circuits at an operand equal to `settles`."""

    strength: Strength
    settles: bool


LOGIC: Final[Mapping[LogicOperator, LogicRule]] = complete_table(
    LogicOperator,
    {"and": LogicRule(Strength.AND, settles=False), "or": LogicRule(Strength.OR, settles=True)},
)


# --- functions ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FunctionRule:
    """A function of whole numbers, which has the same name in Python."""

    value: Callable[..., int]
    bounds: Callable[[Sequence[Bounds]], Bounds]


def _smallest(inner: Sequence[Bounds]) -> Bounds:
    return Bounds(min(each.low for each in inner), min(each.high for each in inner))


def _largest(inner: Sequence[Bounds]) -> Bounds:
    return Bounds(max(each.low for each in inner), max(each.high for each in inner))


def _without_sign(inner: Sequence[Bounds]) -> Bounds:
    low, high = inner[0].low, inner[0].high
    nearest = 0 if low <= 0 <= high else min(abs(low), abs(high))
    return Bounds(nearest, max(abs(low), abs(high)))


FUNCTIONS: Final[Mapping[FunctionName, FunctionRule]] = complete_table(
    FunctionName,
    {
        "min": FunctionRule(min, _smallest),
        "max": FunctionRule(max, _largest),
        "abs": FunctionRule(abs, _without_sign),
    },
)

"""Evaluates a checked expression in every lane at once.

Input: an expression of a checked game and what its names stand for: Python values where the table
or the deal settles them, otherwise a `Figure`, which is a lane of whole numbers with the bounds
that its values keep.  Output: again a Python value or a figure, or a lane of truth values.

Invariants: a figure is held in 32 bits if its bounds allow it, otherwise in 64.  Every branch of a
choice is evaluated in every lane and then selected, so nothing here may trap: a division by zero
gives 0 in lanes that do not select it.  The checker has proved that selected values exist.

Rejected: tables of all values by what they depend on.  They need a bound on their size, and refuse
games whose scores depend on much.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any, TypeAlias, assert_never

from clagdsl.lang.expr.tree import (
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
    Word,
)
from clagdsl.simulation.vector.backends import Kind

Lane: TypeAlias = Any
Ops: TypeAlias = Any

SMALL = (1 << 31) - 1
"""The largest whole number of 32 bits."""
HUGE = 1 << 62
"""Bounds are cut off here: values that are selected are far smaller."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A whole number in every lane, of kind `i32` or `i64`, and the bounds that it keeps."""

    lane: Lane
    low: int
    high: int

    @property
    def kind(self) -> Kind:
        """Returns the kind of lane that holds such a number."""
        return kind_of(self.low, self.high)


@dataclass(frozen=True, slots=True)
class Condition:
    """A truth value in every lane."""

    lane: Lane


Result: TypeAlias = int | bool | str | Figure | Condition


def kind_of(low: int, high: int) -> Kind:
    """Returns the kind of lane that holds whole numbers within these bounds."""
    return "i32" if low >= -SMALL and high <= SMALL else "i64"


def figure(o: Ops, lane: Lane, low: int, high: int) -> Figure:
    """Returns a lane of small unsigned numbers as a figure."""
    return Figure(o.cast(lane, kind_of(low, high)), low, high)


def _bounds(value: Result) -> tuple[int, int]:
    if isinstance(value, Figure):
        return value.low, value.high
    assert isinstance(value, int)
    return int(value), int(value)


def _made(lane: Lane, low: int, high: int) -> Figure:
    return Figure(lane, max(low, -HUGE), min(high, HUGE))


class Evaluator:
    """Evaluates expressions over the lanes of `o`."""

    def __init__(self, o: Ops, names: Mapping[str, Result]) -> None:
        self.o = o
        self.names = names
        self.codes: dict[str, int] = {}

    def number(self, expression: Expression) -> Figure:
        """Returns the value of an expression that is a whole number."""
        return self.as_figure(self.evaluate(expression))

    def as_figure(self, value: Result) -> Figure:
        """Returns a whole number as a figure."""
        if isinstance(value, Figure):
            return value
        assert type(value) is int
        return Figure(self.o.full(value, kind_of(value, value)), value, value)

    def condition(self, expression: Expression) -> bool | Condition:
        """Returns whether a condition holds: a Python value where that is the same in all lanes."""
        value = self.evaluate(expression)
        assert isinstance(value, bool | Condition)
        return value

    def lane(self, condition: bool | Condition) -> Lane:
        """Returns a truth value as a lane."""
        if isinstance(condition, Condition):
            return condition.lane
        return self.o.full(int(condition), "u8") == 1

    def evaluate(self, expression: Expression) -> Result:
        """Returns the value of any expression."""
        match expression:
            case Number(value=value) | Truth(value=value) | Word(text=value):
                return value
            case Reference(name=name):
                return self.names[name]
            case Negative(operand=operand):
                return self._arithmetic("-", 0, self.evaluate(operand))
            case Inverse(operand=operand):
                held = self.condition(operand)
                return Condition(~held.lane) if isinstance(held, Condition) else not held
            case Arithmetic(operator=operator, left=left, right=right):
                return self._arithmetic(operator, self.evaluate(left), self.evaluate(right))
            case Comparison(operator=operator, left=left, right=right):
                return self._compare(operator, self.evaluate(left), self.evaluate(right))
            case Logic():
                return self._logic(expression)
            case Function():
                return self._function(expression)
            case Choice():
                return self._choice(expression)
            case _:
                assert_never(expression)

    def _as(self, value: Result, kind: Kind) -> Lane:
        """Returns a number as an operand of a lane of this kind."""
        if isinstance(value, Figure):
            return value.lane if value.kind == kind else self.o.cast(value.lane, kind)
        assert isinstance(value, int)
        return int(value)

    def _pair(self, left: Result, right: Result, low: int, high: int) -> tuple[Lane, Lane]:
        """Returns two operands in lanes wide enough for both and for what comes of them."""
        every = (*_bounds(left), *_bounds(right), low, high)
        kind = kind_of(min(every), max(every))
        first, second = self._as(left, kind), self._as(right, kind)
        return (self.o.full(first, kind) if isinstance(first, int) else first), second

    def _arithmetic(self, operator: str, left: Result, right: Result) -> Result:
        a, b = _bounds(left)
        c, d = _bounds(right)
        known = not isinstance(left, Figure) and not isinstance(right, Figure)
        match operator:
            case "+":
                if known:
                    return a + c
                low, high = a + c, b + d
                first, second = self._pair(left, right, low, high)
                return self._fit(first + second, left, right, low, high)
            case "-":
                if known:
                    return a - c
                low, high = a - d, b - c
                first, second = self._pair(left, right, low, high)
                return self._fit(first - second, left, right, low, high)
            case "*":
                if known:
                    return a * c
                ends = (a * c, a * d, b * c, b * d)
                low, high = min(ends), max(ends)
                first, second = self._pair(left, right, low, high)
                return self._fit(first * second, left, right, low, high)
            case "//":
                if known:
                    return a // c if c else 0
                most = max(abs(a), abs(b))
                first, second = self._pair(left, right, -most - 1, most)
                return self._fit(self.o.floor_divide(first, second), left, right, -most - 1, most)
            case "%":
                if known:
                    return a % c if c else 0
                most = max(abs(c), abs(d))
                low, high = (0 if c >= 0 else -most), (0 if d <= 0 else most)
                first, second = self._pair(left, right, low, high)
                return self._fit(self.o.modulo(first, second), left, right, low, high)
            case _:
                raise AssertionError(operator)

    def _fit(self, lane: Lane, left: Result, right: Result, low: int, high: int) -> Figure:
        """Returns a result in the narrowest lane, made in the wider one of its operands."""
        every = (*_bounds(left), *_bounds(right), low, high)
        result = _made(lane, low, high)
        wide = kind_of(min(every), max(every))
        return result if result.kind == wide else Figure(self.o.cast(lane, result.kind), low, high)

    def _compare(self, operator: ComparisonOperator, left: Result, right: Result) -> Result:
        if isinstance(left, str):
            left = self.codes.setdefault(left, len(self.codes))
        if isinstance(right, str):
            right = self.codes.setdefault(right, len(self.codes))
        if isinstance(left, Condition) or isinstance(right, Condition):
            alike = ~(self.lane(_truth(left)) ^ self.lane(_truth(right)))
            return Condition(alike if operator == "=" else ~alike)
        if not isinstance(left, Figure) and not isinstance(right, Figure):
            return bool(_COMPARED[operator](left, right))
        first, second = self._pair(left, right, 0, 0)
        return Condition(_COMPARED[operator](first, second))

    def _logic(self, expression: Logic) -> Result:
        settles = expression.operator == "or"
        lanes = []
        for operand in expression.operands:
            held = self.condition(operand)
            if isinstance(held, Condition):
                lanes.append(held.lane)
            elif held is settles:
                return settles
        if not lanes:
            return not settles
        return Condition(reduce(lambda a, b: a | b if settles else a & b, lanes))

    def _function(self, expression: Function) -> Result:
        first, *others = (self.evaluate(argument) for argument in expression.arguments)
        if expression.name == "abs":
            if not isinstance(first, Figure):
                return abs(_bounds(first)[0])
            most = max(abs(first.low), abs(first.high))
            negative = self._arithmetic("-", 0, first)
            return self.select(first.lane < 0, negative, first, (0, most))
        least = expression.name == "min"
        for other in others:
            first = self._extreme(first, other, least=least)
        return first

    def _extreme(self, left: Result, right: Result, *, least: bool) -> Result:
        (a, b), (c, d) = _bounds(left), _bounds(right)
        pick = min if least else max
        if not isinstance(left, Figure) and not isinstance(right, Figure):
            return pick(a, c)
        first, second = self._pair(left, right, 0, 0)
        taken = first < second if least else first > second
        return self.select(taken, left, right, (pick(a, c), pick(b, d)))

    def select(
        self, taken: Lane, left: Result, right: Result, bounds: tuple[int, int] | None = None
    ) -> Result:
        """Returns the left value where it is taken, otherwise the right one."""
        if isinstance(left, str) or isinstance(right, str):
            left, right = (
                self.codes.setdefault(value, len(self.codes)) if isinstance(value, str) else value
                for value in (left, right)
            )
        if isinstance(left, bool | Condition):
            held, else_held = self.lane(_truth(left)), self.lane(_truth(right))
            return Condition((taken & held) | (~taken & else_held))
        (a, b), (c, d) = _bounds(left), _bounds(right)
        low, high = bounds or (min(a, c), max(b, d))
        first, second = self._pair(left, right, low, high)
        return self._fit(self.o.where(taken, first, second), left, right, low, high)

    def _choice(self, expression: Choice) -> Result:
        branches: list[tuple[Lane, Result]] = []
        otherwise: Result | None = None
        for branch in expression.branches:
            held = self.condition(branch.condition)
            if held is False:
                continue
            value = self.evaluate(branch.value)
            if held is True:
                otherwise = value
                break
            assert isinstance(held, Condition)
            branches.append((held.lane, value))
        if otherwise is None:
            otherwise = self.evaluate(expression.otherwise)
        for taken, value in reversed(branches):
            otherwise = self.select(taken, value, otherwise)
        return otherwise


def _truth(value: Result) -> bool | Condition:
    assert isinstance(value, bool | Condition)
    return value


_COMPARED: Mapping[ComparisonOperator, Any] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}

"""Evaluates a checked expression in every lane at once.

- Input: an expression of a checked game, and the values of its names.  A value is a Python value if
  it is constant for the table or the deal, otherwise a lane.
- Output: again a Python value or a lane, of kind `b` for a truth value.

Invariants:

- The checker has proved that neither values nor the intermediate results that determine them exceed
  10^9 in magnitude.  So 32 bits hold every number; only match totals need 64.
- Every branch of a choice is evaluated in every lane and one is then selected, so nothing here may
  trap.  In lanes that do not select it, a division by zero gives 0 and an overflow wraps around.

Rejected: tables of all values, indexed by the names that they depend on.  Tables need a size limit,
which would rule out games whose scores depend on many names.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any, Final, TypeAlias, assert_never

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
    Word,
)
from clagdsl.lang.rules import TRUMP_WORDS
from clagdsl.simulation.vector.backends import Kind, Lane, Lanes

Result: TypeAlias = int | bool | str | Lane

_COMPARED: Final[Mapping[ComparisonOperator, Callable[[Any, Any], Any]]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class Evaluator:
    """Evaluates expressions over the lanes of `o`; all numbers have the same kind."""

    def __init__(self, o: Lanes, names: Mapping[str, Result], kind: Kind = "i32") -> None:
        self.o = o
        self.names = names
        self.kind = kind
        self.codes = {word: code for code, word in enumerate(TRUMP_WORDS)}
        """The codes of words, which are only compared for equality. A lane of `trump` holds those
        of `TRUMP_WORDS`.
        """

    def number(self, value: Result) -> Lane:
        """Converts a whole number to a lane."""
        if isinstance(value, Lane):
            return value
        assert type(value) is int
        return self.o.full(value, self.kind)

    def truth(self, value: Result) -> Lane:
        """Converts a truth value to a lane."""
        if isinstance(value, Lane):
            return value
        assert isinstance(value, bool)
        return self.o.full(int(value), "u8") == 1

    def evaluate(self, expression: Expression) -> Result:
        """Returns the value of an expression."""
        match expression:
            case Number(value=value) | Truth(value=value) | Word(text=value):
                return value
            case Reference(name=name):
                return self.names[name]
            case Negative(operand=operand):
                return self._calculate("-", 0, self.evaluate(operand))
            case Inverse(operand=operand):
                held = self.evaluate(operand)
                return ~held if isinstance(held, Lane) else not held
            case Arithmetic(operator=sign, left=left, right=right):
                return self._calculate(sign, self.evaluate(left), self.evaluate(right))
            case Comparison(operator=sign, left=left, right=right):
                return self._compare(sign, self.evaluate(left), self.evaluate(right))
            case Logic():
                return self._combine(expression)
            case Function():
                return self._apply(expression)
            case Choice():
                return self._choose(expression)
            case _:
                assert_never(expression)

    def _calculate(self, sign: ArithmeticOperator, left: Result, right: Result) -> Result:
        if isinstance(left, int) and isinstance(right, int):
            return _constant_result(sign, left, right)
        first, second = self.number(left), self.number(right)
        match sign:
            case "+":
                return first + second
            case "-":
                return first - second
            case "*":
                return first * second
            case "//":
                return self.o.floor_divide(first, second)
            case "%":
                return self.o.modulo(first, second)
            case _:
                assert_never(sign)

    def _compare(self, sign: ComparisonOperator, left: Result, right: Result) -> Result:
        left, right = self._coded(left), self._coded(right)
        if not isinstance(left, Lane) and not isinstance(right, Lane):
            return bool(_COMPARED[sign](left, right))
        if isinstance(left, bool) or isinstance(right, bool) or _is_truth(left, right):
            alike = ~(self.truth(left) ^ self.truth(right))
            return alike if sign == "=" else ~alike
        result: Lane = _COMPARED[sign](self.number(left), self.number(right))
        return result

    def _coded(self, value: Result) -> int | bool | Lane:
        """Returns `value`, or its code if it is a word."""
        return self.codes.setdefault(value, len(self.codes)) if isinstance(value, str) else value

    def _combine(self, expression: Logic) -> Result:
        settles = expression.operator == "or"
        lanes: list[Lane] = []
        for operand in expression.operands:
            held = self.evaluate(operand)
            if isinstance(held, Lane):
                lanes.append(held)
            elif held is settles:
                return settles
        if not lanes:
            return not settles
        return reduce(operator.or_ if settles else operator.and_, lanes)

    def _apply(self, expression: Function) -> Result:
        first, *others = (self.evaluate(argument) for argument in expression.arguments)
        match expression.name:
            case "abs":
                return self._extreme(first, self._calculate("-", 0, first), operator.gt)
            case "min":
                return reduce(lambda a, b: self._extreme(a, b, operator.lt), others, first)
            case "max":
                return reduce(lambda a, b: self._extreme(a, b, operator.gt), others, first)
            case _:
                assert_never(expression.name)

    def _extreme(self, left: Result, right: Result, better: Callable[[Any, Any], Any]) -> Result:
        if isinstance(left, int) and isinstance(right, int):
            return left if better(left, right) else right
        first, second = self.number(left), self.number(right)
        return self.o.where(better(first, second), first, second)

    def select(self, taken: Lane, left: Result, right: Result) -> Result:
        """Selects `left` where `taken` is true, otherwise `right`."""
        left, right = self._coded(left), self._coded(right)
        if isinstance(left, bool) or isinstance(right, bool) or _is_truth(left, right):
            return (taken & self.truth(left)) | (~taken & self.truth(right))
        return self.o.where(taken, self.number(left), self.number(right))

    def _choose(self, expression: Choice) -> Result:
        branches: list[tuple[Lane, Result]] = []
        for branch in expression.branches:
            held = self.evaluate(branch.condition)
            if held is False:
                continue
            value = self.evaluate(branch.value)
            if held is True:
                otherwise = value
                break
            assert isinstance(held, Lane)
            branches.append((held, value))
        else:
            otherwise = self.evaluate(expression.otherwise)
        for taken, value in reversed(branches):
            otherwise = self.select(taken, value, otherwise)
        return otherwise


def _constant_result(sign: ArithmeticOperator, left: int, right: int) -> int:
    """Computes an operator on two constants; a division by zero gives 0."""
    match sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "//":
            return left // right if right else 0
        case "%":
            return left % right if right else 0
        case _:
            assert_never(sign)


def _is_truth(*values: object) -> bool:
    return any(isinstance(value, Lane) and value.kind == "b" for value in values)

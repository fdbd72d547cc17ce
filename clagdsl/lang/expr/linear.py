"""Whether an expression only adds a name, or a multiple of it: then its ends tell all of it."""

from __future__ import annotations

from typing import assert_never

from clagdsl.lang.expr.free_variables import variables
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
    PastValue,
    Truth,
    Variable,
    Word,
)


def linear_in(expression: Expression, name: str) -> bool:
    """Whether an expression, whatever the other names are, goes evenly up or down with a name.

    So does every part of it, so that all that can be wrong with it is wrong at one of the ends.
    """
    if name not in variables(expression):
        return True
    match expression:
        case Variable() | PastValue():
            return True
        case Negative(operand=operand):
            return linear_in(operand, name)
        case Arithmetic(operator="+" | "-", left=left, right=right):
            return linear_in(left, name) and linear_in(right, name)
        case Arithmetic(operator="*", left=left, right=right):
            one = name not in variables(left) or name not in variables(right)
            return one and linear_in(left, name) and linear_in(right, name)
        case Choice(branches=branches, otherwise=otherwise):
            chosen = any(name in variables(branch.condition) for branch in branches)
            values = [*(branch.value for branch in branches), otherwise]
            return not chosen and all(linear_in(value, name) for value in values)
        case Arithmetic() | Comparison() | Logic() | Inverse() | Function():
            return False
        case Number() | Truth() | Word() | ParameterValue() | LetValue():
            raise AssertionError("no name stands in it")
        case _:
            assert_never(expression)

"""Prints expressions in the syntax of rules files, with only the brackets that they need."""

from __future__ import annotations

from typing import assert_never

from clagdsl.lang.expr.ast import (
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
    Word,
)
from clagdsl.lang.expr.operators import ARITHMETIC, LOGIC, Strength


def expression_text(expression: Expression, at_least: int = Strength.CHOICE) -> str:
    """Returns an expression as text, in brackets if it binds less tightly than `at_least`."""
    text = _bare_text(expression)
    return f"({text})" if _strength(expression) < at_least else text


def condition_text(condition: Expression) -> str:
    """Returns an expression as text for a position that does not allow a
    choice without brackets.
    """
    return expression_text(condition, Strength.OR)


def _strength(expression: Expression) -> Strength:
    match expression:
        case Choice():
            return Strength.CHOICE
        case Logic(operator=joint):
            return LOGIC[joint].strength
        case Inverse():
            return Strength.NOT
        case Comparison():
            return Strength.COMPARISON
        case Arithmetic(operator=operator):
            return ARITHMETIC[operator].strength
        case Negative():
            return Strength.SIGN
        case Number(value=value) if value < 0:
            return Strength.SIGN
        case Number() | Truth() | Word() | Reference() | Function():
            return Strength.ATOM
        case _:
            assert_never(expression)


def _bare_text(expression: Expression) -> str:
    """Returns the text of an expression without surrounding brackets."""
    tight = _strength(expression)
    match expression:
        case Number(value=value):
            return str(value)
        case Truth(value=truth):
            return "true" if truth else "false"
        case Word(text=text):
            return text
        case Reference(name=name):
            return name
        case Negative(operand=operand):
            return "-" + expression_text(operand, tight)
        case Inverse(operand=operand):
            return "not " + expression_text(operand, tight)
        case Arithmetic(operator=operator, left=left, right=right):
            return f"{expression_text(left, tight)} {operator} {expression_text(right, tight + 1)}"
        case Comparison(operator=sign, left=left, right=right):
            return f"{expression_text(left, tight + 1)} {sign} {expression_text(right, tight + 1)}"
        case Logic(operator=joint, operands=operands):
            return f" {joint} ".join(expression_text(each, tight + 1) for each in operands)
        case Function(name=function, arguments=arguments):
            return f"{function}({', '.join(expression_text(each) for each in arguments)})"
        case Choice(branches=branches, otherwise=otherwise):
            parts = [
                f"{condition_text(branch.value)} when {condition_text(branch.condition)}"
                for branch in branches
            ]
            return f"{', '.join(parts)}, otherwise {condition_text(otherwise)}"
        case _:
            assert_never(expression)

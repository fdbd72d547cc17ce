"""Expressions of checked rules as a person would write them down."""

from __future__ import annotations

from typing import assert_never

from clagdsl.lang.expr.operators import ARITHMETIC, LOGIC, Strength
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
    Variable,
    Word,
)


def formula(expression: Expression, at_least: int = Strength.CHOICE) -> str:
    """An expression as a rules file would say it, in brackets where it must be."""
    strength, text = _written(expression)
    return f"({text})" if strength < at_least else text


def condition(expression: Expression) -> str:
    """A condition in a place that takes no bare choice."""
    return formula(expression, Strength.OR)


def _written(expression: Expression) -> tuple[int, str]:
    match expression:
        case Number(value=value):
            return Strength.ATOM if value >= 0 else Strength.SIGN, str(value)
        case Truth(value=value):
            return Strength.ATOM, "true" if value else "false"
        case Word(text=text):
            return Strength.ATOM, text
        case Variable(name=name) | ParameterValue(name=name) | LetValue(name=name):
            return Strength.ATOM, name
        case Negative(operand=operand):
            return Strength.SIGN, "-" + formula(operand, Strength.SIGN)
        case Inverse(operand=operand):
            return Strength.NOT, "not " + formula(operand, Strength.NOT)
        case Arithmetic(operator=sign, left=left, right=right):
            strength = ARITHMETIC[sign].strength
            return strength, f"{formula(left, strength)} {sign} {formula(right, strength + 1)}"
        case Comparison(operator=sign, left=left, right=right):
            return (
                Strength.COMPARISON,
                f"{formula(left, Strength.SUM)} {sign} {formula(right, Strength.SUM)}",
            )
        case Logic(operator=word, operands=operands):
            strength = LOGIC[word].strength
            return strength, f" {word} ".join(formula(one, strength + 1) for one in operands)
        case Function(name=name, arguments=arguments):
            return Strength.ATOM, f"{name}({', '.join(formula(one) for one in arguments)})"
        case Choice(branches=branches, otherwise=otherwise):
            parts = [f"{condition(one.value)} when {condition(one.condition)}" for one in branches]
            return Strength.CHOICE, f"{', '.join(parts)}, otherwise {condition(otherwise)}"
        case _:
            assert_never(expression)

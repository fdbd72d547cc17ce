"""Expressions of checked rules as a person would write them down."""

from __future__ import annotations

from typing import Final, assert_never

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

CHOICE, OR, AND, NOT, COMPARISON, SUM, PRODUCT, SIGN, ATOM = range(9)
"""How tightly the forms of expressions bind, loosest first."""

_BINDING: Final = {
    "+": SUM,
    "-": SUM,
    "*": PRODUCT,
    "//": PRODUCT,
    "%": PRODUCT,
    "or": OR,
    "and": AND,
}


def formula(expression: Expression, at_least: int = CHOICE) -> str:
    """An expression as a rules file would say it, in brackets where it must be."""
    strength, text = _written(expression)
    return f"({text})" if strength < at_least else text


def condition(expression: Expression) -> str:
    """A condition in a place that takes no bare choice."""
    return formula(expression, OR)


def _written(expression: Expression) -> tuple[int, str]:
    match expression:
        case Number(value=value):
            return ATOM if value >= 0 else SIGN, str(value)
        case Truth(value=value):
            return ATOM, "true" if value else "false"
        case Word(text=text):
            return ATOM, text
        case Variable(name=name) | ParameterValue(name=name) | LetValue(name=name):
            return ATOM, name
        case Negative(operand=operand):
            return SIGN, "-" + formula(operand, SIGN)
        case Inverse(operand=operand):
            return NOT, "not " + formula(operand, NOT)
        case Arithmetic(operator=sign, left=left, right=right):
            strength = _BINDING[sign]
            return strength, f"{formula(left, strength)} {sign} {formula(right, strength + 1)}"
        case Comparison(operator=sign, left=left, right=right):
            return COMPARISON, f"{formula(left, SUM)} {sign} {formula(right, SUM)}"
        case Logic(operator=word, operands=operands):
            strength = _BINDING[word]
            return strength, f" {word} ".join(formula(one, strength + 1) for one in operands)
        case Function(name=name, arguments=arguments):
            return ATOM, f"{name}({', '.join(formula(one) for one in arguments)})"
        case Choice(branches=branches, otherwise=otherwise):
            parts = [f"{condition(one.value)} when {condition(one.condition)}" for one in branches]
            return CHOICE, f"{', '.join(parts)}, otherwise {condition(otherwise)}"
        case _:
            assert_never(expression)

"""Expressions of checked rules as a person would write them down, and with names filled in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias, assert_never

from clagdsl.lang.expr.evaluate import EvaluationError, evaluate
from clagdsl.lang.expr.free_variables import everything_in
from clagdsl.lang.rules import (
    Arithmetic,
    Branch,
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

Known: TypeAlias = Mapping[str, Expression]
"""What stands for a parameter, a `let` name or `players` where it is known."""

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


def constant(value: Value) -> Expression:
    """A value as an expression."""
    if isinstance(value, bool):
        return Truth(value)
    return Number(value) if isinstance(value, int) else Word(value)


def filled(expression: Expression, known: Known) -> Expression:
    """The expression with known names filled in, and worked out as far as that allows."""
    now = _filled(expression, known)
    if isinstance(now, Number | Truth | Word):
        return now
    if any(isinstance(part, Variable | ParameterValue | LetValue) for part in everything_in(now)):
        return now
    try:
        return constant(evaluate(now, {}))
    except EvaluationError:
        return now


def _filled(expression: Expression, known: Known) -> Expression:
    match expression:
        case Number() | Truth() | Word():
            return expression
        case Variable(name=name) | ParameterValue(name=name) | LetValue(name=name):
            return known.get(name, expression)
        case Negative(operand=operand):
            return Negative(filled(operand, known))
        case Inverse(operand=operand):
            return Inverse(filled(operand, known))
        case Arithmetic(operator=sign, left=left, right=right):
            return Arithmetic(sign, filled(left, known), filled(right, known))
        case Comparison(operator=sign, left=left, right=right):
            return Comparison(sign, filled(left, known), filled(right, known))
        case Logic(operator=word, operands=operands):
            return _logic(word == "and", [filled(one, known) for one in operands], expression)
        case Function(name=name, arguments=arguments):
            return Function(name, tuple(filled(one, known) for one in arguments))
        case Choice():
            return _choice(expression, known)
        case _:
            assert_never(expression)


def _logic(every: bool, operands: list[Expression], written: Logic) -> Expression:
    """What is left of `and` or `or` once operands whose truth is known are gone."""
    left = [one for one in operands if not (isinstance(one, Truth) and one.value is every)]
    if any(isinstance(one, Truth) for one in left):
        return Truth(not every)
    if not left:
        return Truth(every)
    return left[0] if len(left) == 1 else Logic(written.operator, tuple(left))


def _choice(choice: Choice, known: Known) -> Expression:
    """The branches that can still be taken."""
    branches: list[Branch] = []
    otherwise = filled(choice.otherwise, known)
    for branch in choice.branches:
        when = filled(branch.condition, known)
        value = filled(branch.value, known)
        if isinstance(when, Truth):
            if when.value:
                otherwise = value
                break
        else:
            branches.append(Branch(value, when))
    return Choice(tuple(branches), otherwise) if branches else otherwise

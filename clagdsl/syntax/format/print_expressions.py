"""Writes expressions, with the brackets that they need and no others."""

from __future__ import annotations

from typing import Final, assert_never

from clagdsl.syntax.nodes import (
    Arithmetic,
    Branch,
    Choice,
    Comparison,
    Expression,
    Function,
    Inverse,
    Logic,
    Member,
    Negative,
    Number,
    Truth,
    Variable,
)

CHOICE, OR, AND, NOT, COMPARISON, SUM, PRODUCT, SIGN, ATOM = range(9)
"""How tightly the forms of expressions bind, loosest first."""

BINDING: Final = {
    "+": SUM,
    "-": SUM,
    "*": PRODUCT,
    "//": PRODUCT,
    "%": PRODUCT,
    "or": OR,
    "and": AND,
}


def expression_text(expression: Expression, at_least: int = CHOICE) -> str:
    """An expression as text, in brackets where it binds less tightly than its place asks."""
    strength, text = written(expression)
    return f"({text})" if strength < at_least else text


def condition_text(condition: Expression) -> str:
    """An expression in a place that takes no bare choice."""
    return expression_text(condition, OR)


def written(expression: Expression) -> tuple[int, str]:
    """How tightly an expression binds, and its text without brackets around it."""
    match expression:
        case Number(value=value):
            return ATOM, str(value)
        case Truth(value=value):
            return ATOM, "true" if value else "false"
        case Variable(name=name):
            return ATOM, name
        case Member(owner=owner, name=name):
            return ATOM, f"{owner}.{name}"
        case Negative(operand=operand):
            return SIGN, "-" + expression_text(operand, SIGN)
        case Inverse(operand=operand):
            return NOT, "not " + expression_text(operand, NOT)
        case Arithmetic(operator=operator, left=left, right=right):
            strength = BINDING[operator]
            first = expression_text(left, strength)
            return strength, f"{first} {operator} {expression_text(right, strength + 1)}"
        case Comparison(operator=operator, left=left, right=right):
            return (
                COMPARISON,
                f"{expression_text(left, SUM)} {operator} {expression_text(right, SUM)}",
            )
        case Logic(operator=operator, operands=operands):
            strength = BINDING[operator]
            parts = [expression_text(operand, strength + 1) for operand in operands]
            return strength, f" {operator} ".join(parts)
        case Function(name=name, arguments=arguments):
            return ATOM, f"{name}({', '.join(expression_text(part) for part in arguments)})"
        case Choice(branches=branches, otherwise=otherwise):
            parts = [branch_text(branch) for branch in branches]
            return CHOICE, f"{', '.join(parts)}, otherwise {condition_text(otherwise)}"
        case _:
            assert_never(expression)


def branch_text(branch: Branch) -> str:
    """`value when condition`."""
    return f"{condition_text(branch.value)} when {condition_text(branch.condition)}"

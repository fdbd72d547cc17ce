"""Going through the tree of an expression: what stands in it, and the same with other parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from clagdsl.lang.expr.tree import (
    Arithmetic,
    Branch,
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
from clagdsl.lang.source import Place


def parts(expression: Expression) -> tuple[Expression, ...]:
    """The expressions directly inside an expression, in the order written."""
    match expression:
        case Number() | Truth() | Word() | Reference():
            return ()
        case Negative(operand=operand) | Inverse(operand=operand):
            return (operand,)
        case Arithmetic(left=left, right=right) | Comparison(left=left, right=right):
            return (left, right)
        case Logic(operands=operands):
            return operands
        case Function(arguments=arguments):
            return arguments
        case Choice(branches=branches, otherwise=otherwise):
            inner = [e for branch in branches for e in (branch.value, branch.condition)]
            return (*inner, otherwise)
        case _:
            assert_never(expression)


def with_parts(
    expression: Expression, inner: Sequence[Expression], place: Place | None = None
) -> Expression:
    """An expression of the same form with these parts, in the order of `parts`, at that place."""
    match expression:
        case Number() | Truth() | Word() | Reference():
            return expression
        case Negative():
            return Negative(inner[0], place)
        case Inverse():
            return Inverse(inner[0], place)
        case Arithmetic(operator=operator):
            left, right = inner
            return Arithmetic(operator, left, right, place)
        case Comparison(operator=comparison):
            left, right = inner
            return Comparison(comparison, left, right, place)
        case Logic(operator=joint):
            return Logic(joint, tuple(inner), place)
        case Function(name=name):
            return Function(name, tuple(inner), place)
        case Choice():
            *branches, otherwise = inner
            pairs = zip(branches[::2], branches[1::2], strict=True)
            return Choice(tuple(Branch(value, when) for value, when in pairs), otherwise, place)
        case _:
            assert_never(expression)


def everything_in(expression: Expression) -> Iterator[Expression]:
    """The expression and all that stands inside it, in the order written."""
    waiting = [expression]
    while waiting:
        now = waiting.pop()
        yield now
        waiting.extend(reversed(parts(now)))

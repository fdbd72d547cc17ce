"""Builds the nodes of expressions from what the grammar found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeAlias, cast

from clagdsl.lang.expr.tree import (
    Arithmetic,
    ArithmeticOperator,
    Branch,
    Choice,
    Comparison,
    ComparisonOperator,
    Expression,
    Function,
    FunctionName,
    Inverse,
    Logic,
    Negative,
    Number,
    Reference,
    Truth,
    everything_in,
)
from clagdsl.lang.source import Node, Span
from clagdsl.syntax.lr_parser import ExpressionTooLargeError
from clagdsl.syntax.token import Token

Builder: TypeAlias = Callable[..., object]

LARGEST: Final = 300
"""The most numbers, names and operations that an expression may have."""


def start_of(piece: Token | Node) -> int:
    """Where a token or node begins."""
    return piece.start if isinstance(piece, Token) else piece.span.start


def end_of(piece: Token | Node) -> int:
    """Where a token or node ends, the end excluded."""
    return piece.end if isinstance(piece, Token) else piece.span.end


def between(first: Token | Node, last: Token | Node) -> Span:
    """The stretch from the beginning of one piece to the end of another."""
    return Span(start_of(first), end_of(last))


def around(*pieces: Token | Node | None) -> Span:
    """The stretch of pieces in the order of the text; those that are None are left out."""
    present = [piece for piece in pieces if piece is not None]
    return between(present[0], present[-1])


def number(digits: Token) -> Number:
    """A whole number."""
    return Number(int(digits), span=between(digits, digits))


def truth(word: Token) -> Truth:
    """`true` or `false`."""
    return Truth(word == "true", span=between(word, word))


def variable(name: Token) -> Expression:
    """A name in an expression."""
    return reference(str(name), between(name, name))


def member(owner: Token, name: Token) -> Expression:
    """`winner.total`."""
    return reference(f"{owner}.{name}", between(owner, name))


def reference(name: str, span: Span) -> Expression:
    """A name before anybody knows what it is."""
    # the checker replaces it, so the type of what comes after need not know of it
    return cast(Expression, Reference(name, span=span))


def negative(sign: Token, operand: Expression) -> Negative:
    """`-x`."""
    return Negative(operand, span=between(sign, operand))


def inverse(word: Token, operand: Expression) -> Inverse:
    """`not x`."""
    return Inverse(operand, span=between(word, operand))


def arithmetic(left: Expression, operator: Token, right: Expression) -> Arithmetic:
    """`x + y` and its kind."""
    sign = cast(ArithmeticOperator, str(operator))
    return Arithmetic(sign, left, right, span=between(left, right))


def compared(left: Expression, operator: Token, right: Expression) -> Comparison:
    """`x < y` and its kind."""
    sign = cast(ComparisonOperator, str(operator))
    return Comparison(sign, left, right, span=between(left, right))


def either(*pieces: Expression | Token) -> Logic:
    """`x or y or z`."""
    return Logic("or", operands(pieces), span=between(pieces[0], pieces[-1]))


def both(*pieces: Expression | Token) -> Logic:
    """`x and y and z`."""
    return Logic("and", operands(pieces), span=between(pieces[0], pieces[-1]))


def operands(pieces: tuple[Expression | Token, ...]) -> tuple[Expression, ...]:
    """The pieces that are expressions."""
    return tuple(piece for piece in pieces if not isinstance(piece, Token))


def function(name: Token, *pieces: Expression | Token) -> Function:
    """`min(x, y)` and its kind, with the brackets and commas among the pieces."""
    word = cast(FunctionName, str(name))
    return Function(word, operands(pieces), span=between(name, pieces[-1]))


def group(opening: Token, inner: Expression, closing: Token) -> Expression:
    """An expression in brackets, which belong to its stretch of the text."""
    return replace(inner, span=between(opening, closing))


def alternative(value: Expression, _when: Token, condition: Expression) -> Branch:
    """`x when c`."""
    return Branch(value, condition, span=between(value, condition))


def choice(*pieces: Branch | Token | Expression) -> Expression:
    """`x when c, otherwise y`."""
    branches = tuple(piece for piece in pieces if isinstance(piece, Branch))
    span = between(pieces[0], pieces[-1])
    return bounded(Choice(branches, cast(Expression, pieces[-1]), span=span))


def bounded(expression: Expression) -> Expression:
    """The expression itself, unless it has more parts than an expression may have."""
    if expression.span.end - expression.span.start < LARGEST:
        return expression
    size = 0
    for part in everything_in(expression):
        size += 1 + (len(part.branches) if isinstance(part, Choice) else 0)
        if size > LARGEST:
            raise ExpressionTooLargeError(expression.span)
    return expression


BUILDERS: Final[dict[str, Builder]] = {
    "expression": bounded,
    "expressions__alternative": alternative,
    "expressions__arithmetic": arithmetic,
    "expressions__both": both,
    "expressions__choice": choice,
    "expressions__compared": compared,
    "expressions__either": either,
    "expressions__function": function,
    "expressions__group": group,
    "expressions__inverse": inverse,
    "expressions__member": member,
    "expressions__negative": negative,
    "expressions__number": number,
    "expressions__truth": truth,
    "expressions__variable": variable,
}

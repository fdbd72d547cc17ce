"""Builds the nodes of expressions from what the grammar found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Literal, TypeAlias, assert_never, cast

from clagdsl.lang.source import Span
from clagdsl.syntax.lr_parser import ExpressionTooLargeError
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
    Node,
    Number,
    Truth,
    Variable,
)
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
    return Number(between(digits, digits), int(digits))


def truth(word: Token) -> Truth:
    """`true` or `false`."""
    return Truth(between(word, word), word == "true")


def variable(name: Token) -> Variable:
    """A name in an expression."""
    return Variable(between(name, name), str(name))


def member(owner: Token, name: Token) -> Member:
    """`winner.total`."""
    return Member(between(owner, name), str(owner), str(name))


def negative(sign: Token, operand: Expression) -> Negative:
    """`-x`."""
    return Negative(between(sign, operand), operand)


def inverse(word: Token, operand: Expression) -> Inverse:
    """`not x`."""
    return Inverse(between(word, operand), operand)


def arithmetic(left: Expression, operator: Token, right: Expression) -> Arithmetic:
    """`x + y` and its kind."""
    sign = cast(Literal["+", "-", "*", "//", "%"], str(operator))
    return Arithmetic(between(left, right), sign, left, right)


def compared(left: Expression, operator: Token, right: Expression) -> Comparison:
    """`x < y` and its kind."""
    sign = cast(Literal["=", "!=", "<", "<=", ">", ">="], str(operator))
    return Comparison(between(left, right), sign, left, right)


def either(*pieces: Expression | Token) -> Logic:
    """`x or y or z`."""
    return Logic(between(pieces[0], pieces[-1]), "or", operands(pieces))


def both(*pieces: Expression | Token) -> Logic:
    """`x and y and z`."""
    return Logic(between(pieces[0], pieces[-1]), "and", operands(pieces))


def operands(pieces: tuple[Expression | Token, ...]) -> tuple[Expression, ...]:
    """The pieces that are expressions."""
    return tuple(piece for piece in pieces if not isinstance(piece, Token))


def function(name: Token, *pieces: Expression | Token) -> Function:
    """`min(x, y)` and its kind, with the brackets and commas among the pieces."""
    word = cast(Literal["min", "max", "abs"], str(name))
    return Function(between(name, pieces[-1]), word, operands(pieces))


def group(opening: Token, inner: Expression, closing: Token) -> Expression:
    """An expression in brackets, which belong to its stretch of the text."""
    return replace(inner, span=between(opening, closing))


def alternative(value: Expression, _when: Token, condition: Expression) -> Branch:
    """`x when c`."""
    return Branch(between(value, condition), value, condition)


def choice(*pieces: Branch | Token | Expression) -> Expression:
    """`x when c, otherwise y`."""
    branches = tuple(piece for piece in pieces if isinstance(piece, Branch))
    span = between(pieces[0], pieces[-1])
    return bounded(Choice(span, branches, cast(Expression, pieces[-1])))


def bounded(expression: Expression) -> Expression:
    """The expression itself, unless it has more parts than an expression may have."""
    if expression.span.end - expression.span.start < LARGEST:
        return expression
    parts = 0
    waiting: list[Expression | Branch] = [expression]
    while waiting:
        parts += 1
        if parts > LARGEST:
            raise ExpressionTooLargeError(expression.span)
        waiting.extend(parts_of(waiting.pop()))
    return expression


def parts_of(part: Expression | Branch) -> tuple[Expression | Branch, ...]:
    """The parts that an expression consists of."""
    match part:
        case Number() | Truth() | Variable() | Member():
            return ()
        case Negative(operand=operand) | Inverse(operand=operand):
            return (operand,)
        case Arithmetic(left=left, right=right) | Comparison(left=left, right=right):
            return (left, right)
        case Logic(operands=operands) | Function(arguments=operands):
            return operands
        case Branch(value=value, condition=condition):
            return (value, condition)
        case Choice(branches=branches, otherwise=otherwise):
            return (*branches, otherwise)
        case _:
            assert_never(part)


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

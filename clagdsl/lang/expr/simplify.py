"""Simplifies expressions: substitutes known names and folds constants.

With `tidy`, for text shown to readers, it also removes arithmetic that does not change the value,
even if that arithmetic could fail.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from hashlib import sha256
from itertools import islice
from typing import Final, TypeAlias

from clagdsl.lang.expr.ast import (
    Arithmetic,
    Choice,
    Expression,
    Let,
    LetValue,
    Logic,
    Negative,
    Number,
    ParameterValue,
    Reference,
    Truth,
    Value,
    Word,
    everything_in,
    parts,
    with_parts,
)
from clagdsl.lang.expr.evaluate import EvaluationError, evaluate
from clagdsl.lang.frozen import dataclass

Substitution: TypeAlias = Mapping[str, Expression]
"""The known values that replace parameters, `let` names or `players`, as expressions."""

NOTHING: Final = Number(0)

MOST_PARTS: Final = 40
"""The maximum size of a `let` that is inlined; a few names could repeatedly double a longer one."""


@dataclass(frozen=True, slots=True)
class NamedLet(LetValue):
    """A `let` name that is not inlined, because its definition is too long.

    Two are equal if their fully expanded definitions are equal: `meaning` is a hash of the whole
    definition. `varies` is true if it depends on a parameter.
    """

    meaning: str = ""
    varies: bool = False
    definition: Expression = field(default=NOTHING, compare=False, repr=False)


def constant(value: Value) -> Expression:
    """Returns a value as a constant expression."""
    if isinstance(value, bool):
        return Truth(value)
    return Number(value) if isinstance(value, int) else Word(value)


def substitution_of(
    values: Mapping[str, Value], lets: Iterable[Let], *, tidy: bool = False
) -> Substitution:
    """Returns the replacements of known names and of `let` names; a long `let` remains a name."""
    substitution = {name: constant(value) for name, value in values.items()}
    for let in lets:
        simplified = simplify(let.expression, substitution, tidy=tidy)
        substitution[let.name] = (
            _named(let.name, simplified) if _is_long(simplified) else simplified
        )
    return substitution


def named_lets(substitution: Substitution) -> dict[str, NamedLet]:
    """Returns the `let` names that are not inlined, in the order of their declaration."""
    return {name: each for name, each in substitution.items() if isinstance(each, NamedLet)}


def is_variable(expression: Expression) -> bool:
    """Returns whether an expression depends on a parameter, directly or through a `NamedLet`."""
    return any(
        isinstance(part, ParameterValue) or (isinstance(part, NamedLet) and part.varies)
        for part in everything_in(expression)
    )


def _is_long(expression: Expression) -> bool:
    return next(islice(everything_in(expression), MOST_PARTS, None), None) is not None


def _named(name: str, definition: Expression) -> NamedLet:
    meaning = sha256(repr(definition).encode()).hexdigest()
    return NamedLet(name, meaning=meaning, varies=is_variable(definition), definition=definition)


def simplify(
    expression: Expression, substitution: Substitution, *, tidy: bool = False
) -> Expression:
    """Returns the expression with known names substituted, and simplified as far as possible.

    Without `tidy`, arithmetic that can fail is kept. With it, for text shown to readers, parts
    without effect are removed as well: `+ 0`, `* 1`, a product with 0, and a last branch equal to
    `otherwise`.
    """
    match expression:
        case Number() | Truth() | Word():
            return expression
        case Reference(name=name):
            return substitution.get(name, expression)
        case _:
            inner = [simplify(part, substitution, tidy=tidy) for part in parts(expression)]
            return _reduced(with_parts(expression, inner), tidy)


def _reduced(e: Expression, tidy: bool) -> Expression:
    """Returns the simplest form of an expression whose parts are already simplified."""
    match e:
        case Logic():
            return _logic(e)
        case Choice():
            return _choice(e, tidy)
        case Arithmetic() if tidy:
            return _arithmetic(e)
        case _:
            return _folded(e)


def _folded(e: Expression) -> Expression:
    if not all(isinstance(part, Number | Truth | Word) for part in parts(e)):
        return e
    try:
        return constant(evaluate(e, {}))
    except EvaluationError:  # a division by zero in a branch that is never reached
        return e


def _arithmetic(e: Arithmetic) -> Expression:
    match e:
        case Arithmetic(operator="*", left=Number(value=0)):
            return NOTHING
        case Arithmetic(operator="*", right=Number(value=0)):
            return NOTHING
        case Arithmetic(operator="*", left=Number(value=1)):
            return e.right
        case Arithmetic(operator="*" | "//", right=Number(value=1)):
            return e.left
        case Arithmetic(operator="+", left=Number(value=0)):
            return e.right
        case Arithmetic(operator="+" | "-", right=Number(value=0)):
            return e.left
        case _:
            return _folded(e)


def _logic(e: Logic) -> Expression:
    """Removes operands without effect; an operand that settles the result replaces the whole
    expression.
    """
    every = e.operator == "and"
    if Truth(not every) in e.operands:
        return Truth(not every)
    left = tuple(operand for operand in e.operands if operand != Truth(every))
    if not left:
        return Truth(every)
    return left[0] if len(left) == 1 else Logic(e.operator, left)


def _choice(e: Choice, tidy: bool) -> Expression:
    """Removes the branches that cannot be taken."""
    otherwise = e.otherwise
    branches = [branch for branch in e.branches if branch.condition != Truth(False)]
    for number, branch in enumerate(branches):
        if branch.condition == Truth(True):
            otherwise = branch.value
            del branches[number:]
            break
    while tidy and branches and branches[-1].value == otherwise:
        branches.pop()
    return Choice(tuple(branches), otherwise) if branches else otherwise


def linear(e: Expression) -> dict[Expression | None, int]:
    """Returns an expression as a linear combination: the coefficient of each term.

    The constant part has the key None. A part that is not a sum of multiples is a term by itself.
    """
    match e:
        case Number(value=value):
            return {None: value} if value else {}
        case Negative(operand=operand):
            return _multiple(linear(operand), -1)
        case Arithmetic(operator="+", left=left, right=right):
            return _sum(linear(left), linear(right))
        case Arithmetic(operator="-", left=left, right=right):
            return _sum(linear(left), _multiple(linear(right), -1))
        case Arithmetic(operator="*", left=Number(value=times), right=other):
            return _multiple(linear(other), times)
        case Arithmetic(operator="*", left=other, right=Number(value=times)):
            return _multiple(linear(other), times)
        case _:
            return {e: 1}


def _multiple(terms: Mapping[Expression | None, int], times: int) -> dict[Expression | None, int]:
    return {thing: times * number for thing, number in terms.items()}


def _sum(
    left: Mapping[Expression | None, int], right: Mapping[Expression | None, int]
) -> dict[Expression | None, int]:
    things = dict.fromkeys((*left, *right))
    total = {thing: left.get(thing, 0) + right.get(thing, 0) for thing in things}
    return {thing: number for thing, number in total.items() if number}

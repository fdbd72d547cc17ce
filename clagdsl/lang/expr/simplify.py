"""Expressions with what is known put in, and worked out as far as that allows."""

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
"""What stands for a parameter, a `let` name or `players` where it is known."""

NOTHING: Final = Number(0)

MOST_PARTS: Final = 40
"""What has more stays behind its `let` name: a few names could double it again and again."""


@dataclass(frozen=True, slots=True)
class NamedLet(LetValue):
    """A `let` name that is left standing, because what it says is too long to be put in its place.

    Two are the same where they say the same, however many names that goes through: `meaning`
    stands for all of it.  `varies` tells whether it depends on a parameter.
    """

    meaning: str = ""
    varies: bool = False
    definition: Expression = field(default=NOTHING, compare=False, repr=False)


def constant(value: Value) -> Expression:
    """Returns a value as an expression."""
    if isinstance(value, bool):
        return Truth(value)
    return Number(value) if isinstance(value, int) else Word(value)


def substitution_of(
    values: Mapping[str, Value], lets: Iterable[Let], *, tidy: bool = False
) -> Substitution:
    """What stands for the names that have a value and for `let` names, themselves if it is long."""
    substitution = {name: constant(value) for name, value in values.items()}
    for let in lets:
        simplified = simplify(let.expression, substitution, tidy=tidy)
        substitution[let.name] = (
            _named(let.name, simplified) if _is_long(simplified) else simplified
        )
    return substitution


def named_lets(substitution: Substitution) -> dict[str, NamedLet]:
    """Returns the `let` names that are left standing, in the order in which they are declared."""
    return {name: each for name, each in substitution.items() if isinstance(each, NamedLet)}


def is_variable(expression: Expression) -> bool:
    """Returns whether an expression depends on a parameter, if only through `let` names left
    standing.
    """
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
    """Returns the expression with known names filled in, and worked out as far as that allows.

    Without `tidy` it keeps the faults that it can come to.  With it, for readers, what changes no
    value goes too: `+ 0`, `* 1`, all of a product with 0, and a last branch that says what
    `otherwise` says.
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
    """Returns an expression whose parts are as simple as they can be."""
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
    """Without the operands that cannot decide; one that decides alone is the whole."""
    every = e.operator == "and"
    if Truth(not every) in e.operands:
        return Truth(not every)
    left = tuple(operand for operand in e.operands if operand != Truth(every))
    if not left:
        return Truth(every)
    return left[0] if len(left) == 1 else Logic(e.operator, left)


def _choice(e: Choice, tidy: bool) -> Expression:
    """Returns the branches that can still be taken."""
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
    """How often each thing counts in a sum; the fixed number stands at None.

    What is not a sum of multiples stands in it as one thing.
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

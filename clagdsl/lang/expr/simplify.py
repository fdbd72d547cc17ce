"""Expressions with what is known put in: what is left is what a player has to be told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from clagdsl.lang.expr.evaluate import EvaluationError, evaluate
from clagdsl.lang.rules import (
    Arithmetic,
    Branch,
    Choice,
    Comparison,
    Expression,
    Function,
    Inverse,
    Let,
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

NOTHING = Number(0)
ONE = Number(1)


def fold(e: Expression, known: Mapping[str, Value], lets: Sequence[Let]) -> Expression:
    """The expression with known names replaced by their values, and worked out where it can be."""
    match e:
        case Number() | Truth() | Word():
            return e
        case Variable(name=name) | ParameterValue(name=name):
            return _literal(known[name]) if name in known else e
        case LetValue(name=name):
            return fold(next(let for let in lets if let.name == name).expression, known, lets)
        case Negative(operand=operand):
            return _worked_out(Negative(fold(operand, known, lets)))
        case Inverse(operand=operand):
            return _worked_out(Inverse(fold(operand, known, lets)))
        case Arithmetic(operator=operator, left=left, right=right):
            return _arithmetic(
                Arithmetic(operator, fold(left, known, lets), fold(right, known, lets))
            )
        case Comparison(operator=comparison, left=left, right=right):
            return _worked_out(
                Comparison(comparison, fold(left, known, lets), fold(right, known, lets))
            )
        case Logic(operator=joint, operands=operands):
            return _logic(joint == "and", tuple(fold(o, known, lets) for o in operands))
        case Function(name=name, arguments=arguments):
            return _worked_out(Function(name, tuple(fold(a, known, lets) for a in arguments)))
        case Choice():
            return _choice(e, known, lets)
        case _:
            assert_never(e)


def _literal(value: Value) -> Expression:
    if isinstance(value, bool):
        return Truth(value)
    return Number(value) if isinstance(value, int) else Word(value)


def _parts(e: Expression) -> tuple[Expression, ...]:
    match e:
        case Negative(operand=operand) | Inverse(operand=operand):
            return (operand,)
        case Arithmetic(left=left, right=right) | Comparison(left=left, right=right):
            return (left, right)
        case Logic(operands=operands):
            return operands
        case Function(arguments=arguments):
            return arguments
        case Choice(branches=branches, otherwise=otherwise):
            return (*(part for b in branches for part in (b.value, b.condition)), otherwise)
        case _:
            return ()


def _worked_out(e: Expression) -> Expression:
    if not all(isinstance(part, Number | Truth | Word) for part in _parts(e)):
        return e
    try:
        return _literal(evaluate(e, {}))
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
            return _worked_out(e)


def _logic(every: bool, operands: Sequence[Expression]) -> Expression:
    """Without the operands that cannot decide; one that decides alone is the whole."""
    if Truth(not every) in operands:
        return Truth(not every)
    left = tuple(operand for operand in operands if operand != Truth(every))
    if not left:
        return Truth(every)
    return left[0] if len(left) == 1 else Logic("and" if every else "or", left)


def _choice(e: Choice, known: Mapping[str, Value], lets: Sequence[Let]) -> Expression:
    branches: list[Branch] = []
    otherwise = fold(e.otherwise, known, lets)
    for branch in e.branches:
        condition = fold(branch.condition, known, lets)
        if condition == Truth(False):
            continue
        value = fold(branch.value, known, lets)
        if condition == Truth(True):
            otherwise = value
            break
        branches.append(Branch(value, condition))
    while branches and branches[-1].value == otherwise:
        branches.pop()
    return Choice(tuple(branches), otherwise) if branches else otherwise


def variables(e: Expression) -> frozenset[str]:
    """The names of the deal, the bid, the tricks or the score that an expression depends on."""
    if isinstance(e, Variable):
        return frozenset((e.name,))
    return frozenset().union(*(variables(part) for part in _parts(e)))


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

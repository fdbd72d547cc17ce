"""Which alternatives of the lists of `when` something reaches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from clagdsl.lang.expr.free_variables import NameBook
from clagdsl.lang.expr.intervals import NO, NotShownError, Range, range_of
from clagdsl.lang.expr.walk import parts
from clagdsl.lang.rules import Branch, Choice, Clause, Expression, Inverse, Logic, Number
from clagdsl.lang.source import Place

NOWHERE = -1


class Lists:
    """One list of `when` within an expression.

    `marker` is an expression that gives the number of the alternative taken, from 0, or NOWHERE
    where the list is not come to.  `open` are the alternatives not yet reached.
    """

    def __init__(
        self, conditions: tuple[Expression, ...], marker: Expression, open: set[int]
    ) -> None:
        self.conditions = conditions
        self.marker = marker
        self.open = open


def lists_in(expression: Expression) -> tuple[Lists, ...]:
    """Every list of `when` in an expression, the outer before the inner."""
    return tuple(_lists(expression, None))


def _lists(expression: Expression, path: Expression | None) -> Iterator[Lists]:
    match expression:
        case Logic(operator=operator, operands=operands):
            for operand in operands:
                yield from _lists(operand, path)
                path = _further(path, operand if operator == "and" else Inverse(operand))
        case Choice(branches=branches, otherwise=otherwise):
            yield _list(expression, path)
            for branch in branches:
                yield from _lists(branch.condition, path)
                yield from _lists(branch.value, _further(path, branch.condition))
                path = _further(path, Inverse(branch.condition))
            yield from _lists(otherwise, path)
        case _:
            for part in parts(expression):
                yield from _lists(part, path)


def _further(path: Expression | None, condition: Expression) -> Expression:
    if path is None:
        return condition
    if isinstance(path, Logic) and path.operator == "and" and path.place is None:
        return Logic("and", (*path.operands, condition))
    return Logic("and", (path, condition))


def _list(choice: Choice, path: Expression | None) -> Lists:
    conditions = tuple(branch.condition for branch in choice.branches)
    marker: Expression = Choice(
        tuple(Branch(Number(at), condition) for at, condition in enumerate(conditions)),
        Number(len(conditions)),
    )
    if path is not None:
        marker = Choice((Branch(marker, path),), Number(NOWHERE))
    return Lists(conditions, marker, set(range(len(conditions))))


class Reached:
    """What a part of the prover reached so far, in expressions and in clauses that choose.

    Each part has one of its own: no expression is worked out by two of them.
    """

    def __init__(self, book: NameBook) -> None:
        self.book = book
        self._expressions: dict[int, tuple[Expression, tuple[Lists, ...], set[str]]] = {}
        self._clauses: dict[int, tuple[Lists, set[str]]] = {}

    def open_lists(self, expression: Expression) -> list[Lists]:
        """The lists of an expression in which something is not yet reached."""
        known = self._expressions.get(id(expression))
        if known is None:
            lists = lists_in(expression)
            parameters = set(self.book.uses(expression).parameters)
            known = self._expressions[id(expression)] = (expression, lists, parameters)
        return [each for each in known[1] if each.open]

    def depends(self, expression: Expression | Clause[object], parameters: frozenset[str]) -> None:
        """Note further parameters that decide where an expression or a clause counts."""
        found: tuple[Any, ...] | None = self._expressions.get(id(expression))
        if isinstance(expression, Clause):
            found = self._clauses.get(id(expression.alternatives))
        if found is not None:
            found[-1].update(parameters)

    def chose(self, clause: Clause[object], number: int) -> None:
        """Note that a clause chose its alternative of that number, from 0.

        A clause that several deals have is one here, whatever these cite.
        """
        known = self._clauses.get(id(clause.alternatives))
        if known is None:
            conditions = tuple(a.condition for a in clause.alternatives if a.condition is not None)
            parameters = {p for c in conditions for p in self.book.uses(c).parameters}
            lists = Lists(conditions, Number(0), set(range(len(conditions))))
            known = self._clauses[id(clause.alternatives)] = (lists, parameters)
        known[0].open.discard(number)

    def never(
        self, ranges: Mapping[str, Range], complete: frozenset[str]
    ) -> Iterator[Place | None]:
        """The places of conditions that nothing reaches, where that is certain.

        It is where at most one parameter matters, of which every value was tried, and where the
        bounds of the names alone show that the condition never holds.
        """
        entries = [
            (lists, names)
            for _, all_lists, names in self._expressions.values()
            for lists in all_lists
        ]
        entries += list(self._clauses.values())
        for lists, parameters in entries:
            tried = len(parameters) <= 1 and parameters <= complete
            for number in sorted(lists.open):
                condition = lists.conditions[number]
                if tried or _never_holds(condition, ranges):
                    yield condition.place


def _never_holds(condition: Expression, ranges: Mapping[str, Range]) -> bool:
    try:
        return range_of(condition, ranges) == NO
    except NotShownError:
        return False

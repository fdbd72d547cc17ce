"""Finds the language features in a tree, each with the version that introduced it.

A word means the same in every version that has it; a newer version only adds words.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Final, TypeGuard

from clagdsl.lang.aspects import OF_A_DEAL, TABLE
from clagdsl.lang.expr.ast import everything_in
from clagdsl.lang.rules import Following, Keeps
from clagdsl.lang.source import Located, Span
from clagdsl.syntax import nodes

FREE: Final = "free"
"""The word after `otherwise` that lifts a limit; a file may also declare it as a name."""


def is_free(otherwise: nodes.Expression | None) -> TypeGuard[nodes.Reference]:
    """Returns whether the `otherwise` of a limit is the word `free`."""
    return isinstance(otherwise, nodes.Reference) and otherwise.name == FREE


_NEW_STATEMENTS: Final = (
    nodes.RunStatement,
    nodes.TallyStatement,
    nodes.SpecialStatement,
    nodes.EndsStatement,
    nodes.DropEnds,
)


def versioned_features(tree: nodes.File, declared: Set[str]) -> Iterator[Located[int]]:
    """Yields the features that a file uses, each with the version that introduced it.

    `declared` are the names of the file's parameters and values.
    """
    for statement in tree.statements:
        inner = statement.statement if isinstance(statement, nodes.ChangeStatement) else statement
        if isinstance(inner, _NEW_STATEMENTS):
            yield Located(inner.keyword, 2)
        if isinstance(inner, nodes.PlayersStatement) and inner.alone:
            yield Located(inner.span, 2)
        elif isinstance(inner, nodes.PlayersStatement):
            newer = (each for each in (inner.dealer, inner.direction) if each is not None)
            yield from (Located(each.span, 2) for each in newer)
        if isinstance(inner, nodes.PackStatement):
            yield Located(Span(inner.span.start, inner.span.start + len("pack")), 2)
        if isinstance(inner, nodes.WinnerStatement):
            lowest = [each.span for each in inner.criteria if each.value == "lowest total"]
            yield from (Located(span, 2) for span in lowest)
        if isinstance(inner, nodes.ScheduleStatement):
            yield from (Located(bracket, 2) for bracket in _brackets(inner.rows))
            for row, _ in inner.iter_rows():
                yield from (Located(step, 2) for step in row.sizes.parts)
                if row.condition is not None:
                    yield Located(row.condition.span, 2)
        if isinstance(statement, nodes.DealStatement | nodes.TwistStatement | nodes.ChangeDeal):
            for clause in statement.clauses:
                yield from _clause_features(clause)
                if FREE not in declared:
                    yield from _free(clause)
                yield from _deal_variables(clause)


def _brackets(rows: tuple[nodes.ScheduleRow | nodes.RepeatedRows, ...]) -> Iterator[Span]:
    """Yields the opening brackets of repeated rows."""
    for row in rows:
        if isinstance(row, nodes.RepeatedRows):
            yield row.bracket
            yield from _brackets(row.rows)


def _free(clause: nodes.Clause) -> Iterator[Located[int]]:
    """Yields the word `free` after the `otherwise` of a limit."""
    for alternative in clause.alternatives:
        value = alternative.value.value
        if isinstance(value, Keeps) and is_free(value.otherwise):
            yield Located(value.otherwise.span, 2)


def _deal_variables(clause: nodes.Clause) -> Iterator[Located[int]]:
    """Yields the uses of deal variables (cards, the deal's number) in conditions of a clause."""
    for alternative in clause.alternatives:
        if alternative.condition is not None:
            for part in everything_in(alternative.condition):
                if isinstance(part, nodes.Reference) and part.name in OF_A_DEAL:
                    yield Located(part.span, 2)


def _clause_features(clause: nodes.Clause) -> Iterator[Located[int]]:
    aspect = TABLE[clause.aspect]
    start = clause.span.start
    yield Located(Span(start, start + len(aspect.keyword.split()[0])), aspect.since)
    for alternative in clause.alternatives:
        written = alternative.value
        if isinstance(written.value, Following):
            for kind, span in zip(written.value.classes, written.parts, strict=True):
                yield Located(span, aspect.policies[kind].since)
        elif aspect.policies.listed and aspect.since == 1:  # newer aspects: by their keyword
            yield Located(written.span, aspect.policies.of(written.value).since)

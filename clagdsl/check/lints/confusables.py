"""Warns of deals whose names look the same although their letters differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clagdsl import problems
from clagdsl.check.hir import Document
from clagdsl.lang.identifiers import confusable_skeleton
from clagdsl.lang.source import Place
from clagdsl.problems.diagnostic import Problem
from clagdsl.syntax import nodes


def lint(documents: Sequence[Document]) -> Iterator[Problem]:
    """Warns of every deal name that looks like an earlier one.

    Other names cannot be confused, since they use one alphabet without accents.
    """
    first: dict[str, tuple[str, Place]] = {}
    for document in reversed(documents):  # base files declare first
        for name in _declared(document):
            place = document.place(name.span)
            other, before = first.setdefault(confusable_skeleton(name.text), (name.text, place))
            if other != name.text:
                yield problems.checks.LooksTheSame(place, name.text, before)


def _declared(document: Document) -> Iterator[nodes.Name]:
    for statement in document.tree.statements:
        if isinstance(statement, nodes.DealStatement | nodes.TwistStatement):
            yield statement.name
            if statement.short is not None:
                yield statement.short

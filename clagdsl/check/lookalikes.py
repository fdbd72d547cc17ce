"""Names that look the same and are not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clagdsl import problems
from clagdsl.check.source_unit import Document, Findings
from clagdsl.lang.appearance import appearance
from clagdsl.lang.source import Place
from clagdsl.syntax import nodes


def warn_of_lookalikes(documents: Sequence[Document], findings: Findings) -> None:
    """Warn of every name of a deal that nobody can tell from another one.

    Names of other things are of one alphabet and have no accents.
    """
    first: dict[str, tuple[str, Place]] = {}
    for document in reversed(documents):  # what is extended declares first
        for name in _declared(document):
            place = document.place(name.span)
            other, before = first.setdefault(appearance(name.text), (name.text, place))
            if other != name.text:
                findings.add(problems.checks.LooksTheSame(place, name.text, before))


def _declared(document: Document) -> Iterator[nodes.Name]:
    for statement in document.tree.statements:
        if isinstance(statement, nodes.DealStatement | nodes.TwistStatement):
            yield statement.name
            if statement.short is not None:
                yield statement.short

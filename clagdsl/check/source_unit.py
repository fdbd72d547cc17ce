"""One parsed file among those that make up the rules, and what was written in which of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import Generic, TypeVar

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import Assumption, Citation, Origin
from clagdsl.lang.source import Place, SourceText, Span
from clagdsl.problems.model import Diagnostic, Problem
from clagdsl.syntax import nodes

N = TypeVar("N", covariant=True)


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed rules file with the sources that it declares or inherits."""

    source: SourceText
    tree: nodes.File
    cited: dict[str, nodes.SourceStatement] = field(compare=False)

    def place(self, span: Span) -> Place:
        """The lines and columns of a span of this file."""
        return self.source.place(span)

    def citations(self, cites: Iterable[nodes.Cite]) -> tuple[Citation, ...]:
        """The citations whose source this file declares; the others are reported elsewhere."""
        return tuple(
            Citation(cite.source.text, self.cited[cite.source.text].title, cite.passage)
            for cite in cites
            if cite.source.text in self.cited
        )

    def assumptions(self, notes: nodes.Notes) -> tuple[Assumption, ...]:
        """The assumptions among the notes."""
        return tuple(
            Assumption(a.text, self.citations(a.cites), self.place(a.span))
            for a in notes.assumptions
        )

    def origin(self, span: Span, notes: nodes.Notes) -> Origin:
        """Where a statement or clause stands, what it cites and what it assumes."""
        return Origin(self.place(span), self.citations(notes.cites), self.assumptions(notes))


@dataclass(frozen=True, slots=True)
class Written(Generic[N]):
    """A node of the syntax tree together with the file that it was written in."""

    node: N
    document: Document


class Findings:
    """The diagnostics collected by one pass, each once, in the order found."""

    __slots__ = ("_found",)

    def __init__(self) -> None:
        self._found: dict[Diagnostic, None] = {}

    def add(self, problem: Problem) -> None:
        """Keep what is told of a problem; the same again changes nothing."""
        self._found.setdefault(problem.diagnostic())

    def add_all(self, problems: Iterable[Problem]) -> None:
        """Keep what is told of several problems."""
        for problem in problems:
            self.add(problem)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What has been found."""
        return tuple(self._found)

    @property
    def failed(self) -> bool:
        """Whether an error has been found."""
        return any(d.severity == "error" for d in self._found)

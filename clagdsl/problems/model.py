"""What is told about a problem: frozen values, not yet text.

The functions in the `problems` module of each stage make diagnostics; their docstrings are the
pages of the documentation.  `clagdsl.problems.render` turns diagnostics into text, JSON or SARIF.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, ParamSpec, TypeAlias, TypeVar

from clagdsl.lang.errors import ClagError
from clagdsl.lang.source import Place, SourceText

Severity: TypeAlias = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Label:
    """A second place that matters, and why."""

    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of a text: what stands at the place is replaced; an empty place inserts."""

    place: Place
    text: str


def replaced(place: Place, text: str) -> tuple[Edit, ...]:
    """The edit that writes a text in the place of another."""
    return (Edit(place, text),)


def inserted_before(place: Place, text: str) -> tuple[Edit, ...]:
    """The edit that inserts a text where a place begins."""
    return (Edit(Place(place.file, place.line, place.column, place.line, place.column), text),)


def inserted_after(place: Place, text: str) -> tuple[Edit, ...]:
    """The edit that inserts a text where a place ends."""
    line, column = place.end_line, place.end_column
    return (Edit(Place(place.file, line, column, line, column), text),)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem: a code, where it is, what is wrong, what else is involved, how to mend it.

    `message` is a lower-case headline without full stop, user text in backticks.  `help` is one
    concrete mend.  `detail` holds further lines, such as the table of a counterexample.  `fix`
    is that mend as edits that do not overlap, where a program can make them; `safe` tells that
    nothing else can have been meant, so that nobody needs to be asked.
    """

    code: str
    severity: Severity
    message: str
    place: Place | None
    help: str
    label: str = ""
    others: tuple[Label, ...] = ()
    detail: tuple[str, ...] = ()
    fix: tuple[Edit, ...] = ()
    safe: bool = False


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """One kind of problem, as `clagdsl explain CODE` describes it; `page` is Markdown."""

    code: str
    severity: Severity
    title: str
    page: str


P = ParamSpec("P")
R = TypeVar("R")

KINDS: Final[dict[str, ProblemKind]] = {}
"""Every kind of problem whose module has been imported, by code."""


def problem(
    code: str, title: str, severity: Severity = "error"
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Register a function that makes problems of one code; its docstring is their page."""

    def register(make: Callable[P, R]) -> Callable[P, R]:
        if code in KINDS:
            raise ValueError(f"problem code {code} stands twice")
        KINDS[code] = ProblemKind(code, severity, title, make.__doc__ or "")
        return make

    return register


class RulesError(ClagError):
    """Rules that do not check.  `diagnostics` holds what `clagdsl check` would print.

    `sources` are the texts of the files that they speak of, where these could be read.
    """

    def __init__(
        self,
        diagnostics: tuple[Diagnostic, ...],
        sources: Mapping[str, SourceText] = MappingProxyType({}),
    ) -> None:
        self.diagnostics = diagnostics
        self.sources = dict(sources)
        errors = [d for d in diagnostics if d.severity == "error"]
        first = errors[0] if errors else diagnostics[0]
        where = f"{first.place}: " if first.place else ""
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        super().__init__(f"{where}{first.code}: {first.message}{more}")

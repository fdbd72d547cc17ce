"""Source texts, places in them, and the origin of a rule: its citations and assumptions."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import field
from typing import Final, Generic, TypeVar

from clagdsl.lang.frozen import dataclass

# --- texts and places ---------------------------------------------------------------------------


V = TypeVar("V", covariant=True)

LINE_END: Final = re.compile(r"\r\n|\n|\r")
"""The line endings of Unix, Windows and old Macs: each ends a line, as in editors."""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A range of one source text: offsets in characters, with the end excluded."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Node:
    """A syntax tree node with its span in the text, which comparisons ignore."""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Located(Node, Generic[V]):
    """A value of the rules with its span in the text and, for a list, the spans of its items."""

    value: V
    parts: tuple[Span, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A range of a named file: lines and columns count from 1, the end column is excluded."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class SourceText:
    """The text of one rules file or record, with its name in reports."""

    name: str
    text: str
    line_starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        starts = (0, *(match.end() for match in LINE_END.finditer(self.text)))
        object.__setattr__(self, "line_starts", starts)

    def place(self, span: Span) -> Place:
        """Returns the lines and columns of a span of this text."""
        line, column = self.position(span.start)
        end_line, end_column = self.position(span.end)
        return Place(self.name, line, column, end_line, end_column)

    def span(self, place: Place) -> Span:
        """Returns the span of a place in this text."""
        start = self.line_starts[place.line - 1] + place.column - 1
        return Span(start, self.line_starts[place.end_line - 1] + place.end_column - 1)

    def position(self, offset: int) -> tuple[int, int]:
        """Returns the 1-based line and column of a character offset."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Returns the text of a line (1-based), without its line ending."""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] - 1 if number < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r")


# --- the origin of a rule -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Citation:
    """A declared source, its title, and the passage if one is named."""

    source: str
    title: str
    passage: str | None = None

    def __str__(self) -> str:
        return self.title if self.passage is None else f"{self.title}, {self.passage}"


_DEVIATION: Final = "deviation: "


@dataclass(frozen=True, slots=True)
class Assumption:
    """A reading that the sources do not state, or one that goes against them."""

    text: str
    citations: tuple[Citation, ...] = ()
    place: Place | None = field(default=None, compare=False, repr=False)

    @property
    def deviation(self) -> str | None:
        """The rule that is played against the source, if this assumption is such a deviation."""
        return self.text.removeprefix(_DEVIATION) if self.text.startswith(_DEVIATION) else None


@dataclass(frozen=True, slots=True)
class Origin:
    """The place of a rule in a file and its citations; a default of the language has no place."""

    place: Place | None = None
    citations: tuple[Citation, ...] = ()
    assumptions: tuple[Assumption, ...] = ()


DEFAULT: Final = Origin()
"""The origin of a default of the language."""

"""Bounds the size of a record before it is parsed, and locates its keys.

Records come from strangers, and the TOML parser itself has no limits: nested brackets exhaust its
stack, dotted keys its memory. So one pass over the characters counts lines, deals, keys, dots and
brackets. The parser gives no positions, so the same pass also stores where each deal and key
begins. It follows the TOML lexer only as far as the TOML is valid: it stops at an unterminated
string, since the parser reads nothing after it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from clagdsl.lang.csv_text import FigureColumn
from clagdsl.lang.source import Place, SourceText, Span

# The bounds on the text of a record.
MOST_BYTES: Final = 1_048_576
MOST_LINES: Final = 20_000
MOST_DEALS: Final = 500
MOST_KEYS: Final = 10_000
MOST_DOTS: Final = 200
MOST_NESTING: Final = 16
MOST_BRACKETS: Final = 5_000
MOST_PROBLEMS: Final = 1_000
"""The maximum number of problems, after which the rest of a record is not read."""

_TOKEN: Final = re.compile(
    r"""(?P<comment>\#[^\n]*+)
      | (?P<text>\"\"\"(?:[^"\\]++|\\.|"{1,2}(?!"))*+\"{3,5}
               | '''(?:[^']++|'{1,2}(?!'))*+'{3,5}
               | (?!\"\"\")"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"
               | (?!''')'[^'\n]*+')
      | (?P<broken>"|')
      | (?P<line>\n)
      | (?P<sign>[\[\]{}=.])
      | (?P<run>[^\n#"'\[\]{}=.]++)""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class SheetMark:
    """A mark in a cell of a sheet, such as `x`, which says that a bid was made or missed."""

    is_made: bool
    column: FigureColumn
    text: str
    has_bid: bool = False
    """True if the number of tricks bid is written as well."""


@dataclass(frozen=True, slots=True)
class RecordPlaces:
    """The places of a record's deals and keys; a missing place falls back to its parent's."""

    source: SourceText
    deals: tuple[Span, ...] = ()
    keys: dict[tuple[int | None, str], tuple[Span, Span]] = field(default_factory=dict)
    cells: dict[tuple[int | None, str, int], Span] = field(default_factory=dict)
    """The places of single figures, for CSV sheets, in which a row is not one key."""
    labels: tuple[str, ...] = ()
    """The label of each row of a sheet, as it is printed."""
    points: frozenset[tuple[int, int]] = frozenset()
    """The rows and seats for which the sheet has the points of the deal but no total."""
    points_written: dict[tuple[int, int], int] = field(default_factory=dict)
    """For rows and seats with both the points of the deal and a total in the sheet, the points."""
    base_totals: dict[tuple[int, int], int] = field(default_factory=dict)
    """For rows and seats with the points of the deal on the sheet, the total before the deal."""
    marks: dict[tuple[int, int], SheetMark] = field(default_factory=dict)
    """The marks of bids by row and seat."""

    def has_figures_of_mark(self, index: int, seat: int) -> bool:
        """Returns whether tricks or points follow from a mark such as `yes`."""
        mark = self.marks.get((index, seat))
        if mark is None:
            return False
        return mark.has_bid if mark.is_made else (index, "totals", seat) not in self.cells

    def label(self, index: int) -> str:
        """Returns the printed label of a row of a sheet; empty for a record."""
        return self.labels[index] if index < len(self.labels) else ""

    def points_against(
        self, index: int, seat: int, before: int | None, total: int | None
    ) -> int | None:
        """Returns the points that two totals imply if the sheet has different points, else None."""
        written = self.points_written.get((index, seat))
        if None in (written, before, total) or (index, seat) in self.base_totals:
            return None
        due = (total or 0) - (before or 0)
        return None if due == written else due

    def whole(self) -> Place:
        """Returns the start of the file."""
        return self.source.place(Span(0, 0))

    def deal(self, index: int | None) -> Place:
        """Returns the header of deal `index` (0-based); for None, the start of the file."""
        if index is None or index >= len(self.deals):
            return self.whole()
        return self.source.place(self.deals[index])

    def key(self, index: int | None, key: str) -> Place:
        """Returns the place of a deal's key, or of a top-level key if `index` is `None`."""
        spans = self.keys.get((index, key))
        return self.deal(index) if spans is None else self.source.place(spans[0])

    def value(self, index: int | None, key: str) -> Place:
        """Returns the place of the value of a key."""
        spans = self.keys.get((index, key))
        return self.deal(index) if spans is None else self.source.place(spans[1])

    def value_text(self, key: str) -> str:
        """Returns the value of a top-level key as it is written; empty if the key is missing."""
        spans = self.keys.get((None, key))
        return "" if spans is None else self.source.text[spans[1].start : spans[1].end]

    def cell(self, index: int | None, key: str, number: int) -> Place:
        """Returns the place of the 0-based `number`-th word of a value or item of a list."""
        if (index, key, number) in self.cells:
            return self.source.place(self.cells[index, key, number])
        spans = self.keys.get((index, key))
        if spans is None:
            return self.deal(index)
        start, end = spans[1].start, spans[1].end
        text = self.source.text[start:end]
        pattern = r'"[^"]*"' + "|'[^']*'" if text.startswith("[") else r'[^\s"]+'
        if text.startswith("[") and text[1:].lstrip().startswith("{"):
            pattern = r"\{[^{}]*\}"
        item = next(islice(re.finditer(pattern, text), number, None), None)
        if item is None:
            return self.source.place(spans[1])
        return self.source.place(Span(start + item.start(), start + item.end()))


@dataclass(slots=True)
class TextMeasure:
    """The counts from one pass over a record's text; `excess` is the first bound exceeded."""

    lines: int = 1
    deals: int = 0
    keys: int = 0
    dots: int = 0
    brackets: int = 0
    nesting: int = 0
    excess: tuple[str, int, int] | None = None
    """The name of the exceeded count, its bound, and the offset at which it was exceeded."""

    def check(self, offset: int) -> bool:
        """Returns whether all counts are still within bounds."""
        for count, most, counted in (
            (self.lines, MOST_LINES, "lines"),
            (self.deals, MOST_DEALS, "deals"),
            (self.keys, MOST_KEYS, "keys"),
            (self.dots, MOST_DOTS, "dotted keys"),
            (self.brackets, MOST_BRACKETS, "brackets"),
            (self.nesting, MOST_NESTING, "nested brackets"),
        ):
            if count > most:
                self.excess = (counted, most, offset)
                return False
        return True


class TomlScanner:
    """Scans the text of a record once."""

    def __init__(self, source: SourceText) -> None:
        self.text = source.text
        self.places = RecordPlaces(source)
        self.measure = TextMeasure()
        self._deals: list[Span] = []
        self._open: list[str] = []
        self._statement: int | None = None
        self._key: tuple[str, Span] | None = None
        self._value_start: int | None = None
        self._end = 0

    def run(self) -> tuple[TextMeasure, RecordPlaces]:
        """Returns the counts and the places; stops at the first bound that is exceeded."""
        for match in _TOKEN.finditer(self.text):
            kind = match.lastgroup
            if kind == "broken":
                break
            if kind == "comment" or (kind == "run" and match.group().isspace()):
                continue
            if kind == "line":
                self._line(match.start())
            else:
                self._take(match, kind or "run")
            if kind == "text":
                self.measure.lines += match.group().count("\n")
            if kind in ("line", "sign", "text") and not self.measure.check(match.start()):
                break
        self._finish()
        places = RecordPlaces(self.places.source, tuple(self._deals), self.places.keys)
        return self.measure, places

    def _line(self, offset: int) -> None:
        self.measure.lines += 1
        if not self._open:
            self._finish()
        self._end = offset

    def _take(self, match: re.Match[str], kind: str) -> None:
        text = match.group()
        start = match.end() - len(text.lstrip())
        end = match.start() + len(text.rstrip())
        if self._statement is None:
            self._statement = start
        elif self._key is not None and self._value_start is None:
            self._value_start = start
        self._end = end
        if kind == "sign":
            self._sign(text, start)

    def _sign(self, sign: str, start: int) -> None:
        match sign:
            case "[" | "{":
                self._open.append(sign)
                self.measure.nesting = max(self.measure.nesting, len(self._open))
                self.measure.brackets += 1
            case "]" | "}":
                if self._open:
                    self._open.pop()
            case "=":
                self.measure.keys += 1
                if not self._open and self._key is None and self._statement is not None:
                    span = Span(self._statement, start)
                    written = self.text[self._statement : start].rstrip()
                    name = written.strip("\"'").split(".")[0].strip()
                    self._key = (name, Span(span.start, span.start + len(written)))
            case _:
                self.measure.dots += 1

    def _finish(self) -> None:
        """Ends the statement: a key with its value, or a table header."""
        if self._statement is None:
            return
        span = Span(self._statement, self._end)
        if self._key is not None:
            name, key_span = self._key
            value = Span(span.end if self._value_start is None else self._value_start, span.end)
            owner = len(self._deals) - 1 if self._deals else None
            self.places.keys.setdefault((owner, name), (key_span, value))
        elif self.text.startswith("[", span.start):
            written = self.text[span.start : span.end].strip("[] \t")
            name, _, inner = (part.strip(" \t\"'") for part in written.partition("."))
            if self.text.startswith("[[", span.start):
                if name == "deal":
                    self._deals.append(span)
                self.measure.deals += 1
            self.places.keys.setdefault((None, name), (span, span))
            if name == "deal" and inner and self._deals:
                key = inner.split(".")[0].strip(" \t\"'")
                self.places.keys.setdefault((len(self._deals) - 1, key), (span, span))
            self.measure.check(span.start)
        self._statement = self._key = self._value_start = None

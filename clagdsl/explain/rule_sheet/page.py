"""A rule sheet with blank score sheets as one self-contained HTML page.

The rules should fill one side of paper in two columns. `_print_size` estimates the font size for
that from the number of characters; tables that do not fit into a column are set across both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from math import sqrt
from pathlib import Path
from typing import Final, Literal, TypeAlias, assert_never

from clagdsl.explain.rule_sheet.document import (
    Block,
    Bullets,
    Entries,
    Entry,
    Grid,
    Paragraph,
    RuleSheet,
    ScoreRow,
    ScoreSheet,
    Section,
)
from clagdsl.problems.escape import escape_invisible

Paper: TypeAlias = Literal["a4", "letter"]


@dataclass(frozen=True, slots=True)
class _Size:
    """The printable area of a sheet of paper, in millimetres."""

    css: str
    width: float
    height: float


_SIZES: Final[dict[Paper, _Size]] = {
    "a4": _Size("A4", 186, 275),
    "letter": _Size("letter", 191.9, 257.4),
}

# Estimates for two columns on one side of A4. _SIDE: characters times the square of the font size
# in points. _LINE, _HEADING: characters that the end of a paragraph and a heading count as.
# _LONG: rows above which a table is long. _LEAST_SIZE, _MOST_SIZE: limits of the font size in
# points.
_SIDE: Final = 625_000
_LINE: Final = 30
_LONG: Final = 10
_HEADING: Final = 170
_LEAST_SIZE: Final = 6.8
_MOST_SIZE: Final = 10.0

# In tenths of a millimetre: the height reserved on a page for everything except the rows of the
# score sheet, and the limits of a row's height.
_RESERVED_HEIGHT: Final = 350
_LEAST_HEIGHT: Final = 52
_MOST_HEIGHT: Final = 120

# Tables of figures. _GAP: millimetres between the columns of a page. _CELL, _FIGURE: padding of a
# cell and width of a digit, in font sizes. _NAME: characters of a row's name that stay on one
# line. _LEAST_IN_COLUMN: the smallest font size in millimetres for a table in one column.
_GAP: Final = 7
_CELL: Final = 0.75
_FIGURE: Final = 0.56
_NAME: Final = 26
_LEAST_IN_COLUMN: Final = 2.2

# Letters below which a note is kept on one line.
_SHORT_NOTE: Final = 28


def page(sheet: RuleSheet, paper: Paper = "a4") -> str:
    """Returns the sheet as a complete HTML document, for screens of any width and for this paper
    size.
    """
    size = _SIZES[paper]
    style = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="generator" content="clagdsl sheet">',
        f"<title>{_text(sheet.title)}: rules and score sheet</title>",
        f"<style>\n{style}@page {{ size: {size.css}; margin: 11mm 12mm; }}\n</style>",
        "</head>",
        f'<body style="--size: {_print_size(sheet, size):.2f}pt">',
        "<header>",
        f"<h1>{_text(sheet.title)}</h1>",
        f'<p class="summary">{_text(sheet.summary)}</p>',
        "</header>",
        '<main class="rules">',
        *(line for section in sheet.sections for line in _section(section, size)),
        "</main>",
        *(
            line
            for number, blank in enumerate(sheet.score_sheets)
            for line in _score_sheet(sheet.title, blank, size, f"score-sheet-{number}")
        ),
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


def _print_size(sheet: RuleSheet, size: _Size) -> float:
    """Returns the font size in points at which the rules fill about one side of paper."""
    room = sum(
        _HEADING + sum(_room(block, size) for block in section.blocks) for section in sheet.sections
    )
    return max(_LEAST_SIZE, min(_MOST_SIZE, sqrt(_SIDE * _share(size) / max(1, room))))


def _share(size: _Size) -> float:
    """Returns the area of one side of the paper as a fraction of A4."""
    a4 = _SIZES["a4"]
    return size.width * size.height / (a4.width * a4.height)


def _room(block: Block, size: _Size) -> int:
    """Returns an estimate of the space that a block takes, in characters."""
    match block:
        case Paragraph(text=text):
            return len(text) + _LINE
        case Bullets(lines=lines):
            return sum(len(line) + _LINE for line in lines)
        case Entries(entries=entries):
            return sum(len(e.title) + len(e.text) + len(e.note) + _LINE for e in entries)
        case Grid(rows=rows):
            room = (len(rows) + 2) * _LINE * 2
            if _is_broad(block, size):
                return room * 2
            # It is never split, so a long one leaves the end of a column empty.
            return room + room // 4 if len(rows) > _LONG else room
        case _:
            assert_never(block)


def _text(text: str) -> str:
    return escape(escape_invisible(text), quote=True)


def _section(section: Section, size: _Size) -> Iterator[str]:
    yield "<section>"
    yield f"<h2>{_text(section.heading)}</h2>"
    # the end of a section leads to nothing, nor does a paragraph before another one
    followers = (*section.blocks[1:], Paragraph(""))
    for block, after in zip(section.blocks, followers, strict=True):
        yield from _block(block, size, leads=not isinstance(after, Paragraph))
    yield "</section>"


def _block(block: Block, size: _Size, *, leads: bool) -> Iterator[str]:
    """Yields the lines of one block.

    If `leads` is true, the block introduces a table or list and is kept on the same page as the
    start of it.
    """
    match block:
        case Paragraph(text=text):
            kind = ' class="leading"' if leads else ""
            yield f"<p{kind}>{_text(text)}</p>"
        case Bullets(lines=lines):
            yield "<ul>"
            yield from (f"<li>{_text(line)}</li>" for line in lines)
            yield "</ul>"
        case Entries(entries=entries, numbered=numbered):
            yield "<ol>" if numbered else '<ul class="entries">'
            yield from (_entry(entry) for entry in entries)
            yield "</ol>" if numbered else "</ul>"
        case Grid():
            yield from _grid(block, size)
        case _:
            assert_never(block)


def _entry(entry: Entry) -> str:
    # Short notes stay on one line.
    words = entry.note.replace(" ", "\u00a0") if len(entry.note) < _SHORT_NOTE else entry.note
    note = f' <span class="note">({_text(words)})</span>' if words else ""
    return f"<li><strong>{_text(entry.title)}.</strong> {_text(entry.text)}{note}</li>"


def _grid(grid: Grid, size: _Size) -> Iterator[str]:
    kind, wide, fit = "grid", "wide", ""
    if grid.figures:
        kind = "grid figures"
        broad = _is_broad(grid, size)
        wide = "wide broad" if broad else "wide"
        print_of = _print_of(grid, size.width if broad else (size.width - _GAP) / 2)
        fit = f' style="--fit: {print_of:.2f}mm"'
    yield f'<div class="{wide}" tabindex="0"><table class="{kind}"{fit}>'
    if grid.caption:
        yield f"<caption>{_text(grid.caption)}</caption>"
    heads = "".join(f'<th scope="col">{_text(cell)}</th>' for cell in grid.head)
    yield f"<thead><tr>{heads}</tr></thead>"
    yield "<tbody>"
    for first, *others in grid.rows:
        cells = "".join(f"<td>{_text(cell)}</td>" for cell in others)
        yield f'<tr><th scope="row">{_text(first)}</th>{cells}</tr>'
    yield "</tbody></table></div>"


def _is_broad(grid: Grid, size: _Size) -> bool:
    """Returns whether a table of figures spans both columns."""
    return grid.figures and _print_of(grid, (size.width - _GAP) / 2) < _LEAST_IN_COLUMN


def _print_of(grid: Grid, width: float) -> float:
    """Returns the font size, in millimetres, at which a table of figures has this width."""
    names, *columns = zip(grid.head, *grid.rows, strict=True)
    longest = min(_NAME, max(len(name) for name in names))
    figures = sum(max(len(cell) for cell in column) for column in columns)
    return width / (_FIGURE * (longest + figures) + _CELL * (len(columns) + 1))


# --- the score sheet ----------------------------------------------------------------------


def _score_sheet(title: str, sheet: ScoreSheet, size: _Size, id: str) -> Iterator[str]:
    yield f'<section class="score-sheet" aria-labelledby="{id}">'
    who = f", {sheet.who}" if sheet.who else ""
    yield f'<h2 id="{id}">Score sheet: {_text(title + who)}</h2>'
    until = f" Play until {_text(sheet.until)}." if sheet.until else ""
    yield (
        '<p class="hint">Names at the top; in each box the running total, and small beside it the'
        f" bid.{until}</p>"
    )
    height = max(
        _LEAST_HEIGHT,
        min(_MOST_HEIGHT, int(size.height * 10 - _RESERVED_HEIGHT) // max(1, len(sheet.rows))),
    )
    yield f'<div class="wide" tabindex="0"><table class="score" style="--row: {height / 10}mm">'
    # An empty column would be taken for another player's.
    named = bool(sheet.label)
    players = '<col class="total"><col class="bid">' * sheet.players
    name = '<col class="name">' if named else ""
    yield f'<colgroup><col class="number"><col class="cards">{name}{players}</colgroup>'
    names = '<td colspan="2"></td>' * sheet.players  # names are written in by hand
    label = f'<th scope="col">{sheet.label}</th>' if named else ""
    head = f'<th scope="col">Deal</th><th scope="col">Cards</th>{label}'
    yield f"<thead><tr>{head}{names}</tr></thead>"
    yield "<tbody>"
    yield from (_score_row(row, sheet.players, named) for row in sheet.rows)
    yield "</tbody></table></div>"
    yield "</section>"


def _score_row(row: ScoreRow, players: int, named: bool) -> str:
    cells = f'<td class="total"></td><td class="bid">{_text(row.bid)}</td>' * players
    name = f'<td class="name">{_text(row.name)}</td>' if named else ""
    return (
        f'<tr><th class="deal" scope="row">{row.number}</th>'
        f'<td class="deal">{_text(row.cards)}</td>{name}{cells}</tr>'
    )

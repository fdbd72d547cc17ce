"""A rule sheet as blocks of plain text, and these as Markdown.

The sections know nothing of markup. `markdown` below and `page` are the only places that escape
text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias, assert_never

from clagdsl.problems.escape import escape_invisible


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One titled rule, and in small print where it comes from or how it is set."""

    title: str
    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Entries:
    """Titled rules: numbered where they happen one after the other."""

    entries: tuple[Entry, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Bullets:
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; `figures` tells that all columns but the first hold numbers."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    figures: bool = False


Block: TypeAlias = Paragraph | Entries | Bullets | Grid


@dataclass(frozen=True, slots=True)
class Section:
    heading: str
    blocks: tuple[Block, ...]


def words_of(sections: Iterable[Section]) -> frozenset[str]:
    """Returns every word of some sections, as it is written."""
    texts = [text for section in sections for block in section.blocks for text in _texts(block)]
    return frozenset(word for text in texts for word in re.findall(r"\w+", text))


def _texts(block: Block) -> tuple[str, ...]:
    match block:
        case Paragraph(text=text):
            return (text,)
        case Bullets(lines=lines):
            return lines
        case Entries(entries=entries):
            return tuple(entry.text for entry in entries)
        case Grid(head=head, caption=caption):
            return (*head, caption)
        case _:
            assert_never(block)


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One deal of a blank score sheet: what is known before it is played, "" where nothing is."""

    number: int
    cards: str
    name: str
    bid: str = ""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A blank score sheet: a row for each deal, a column for each player.

    `label` stands over the column for calls or for the names of deals, "" where there is none;
    `who` tells for how many players it is, where others play other deals; `until` when the match is
    over before the last of the deals, "" where it never is.
    """

    players: int
    label: str
    rows: tuple[ScoreRow, ...]
    who: str = ""
    until: str = ""


@dataclass(frozen=True, slots=True)
class RuleSheet:
    """The rules of a game in words, and the score sheets to play it by."""

    title: str
    summary: str
    sections: tuple[Section, ...]
    score_sheets: tuple[ScoreSheet, ...]


# --- as Markdown ---------------------------------------------------------------------------


_SPECIAL: Final = re.compile(
    r"([\\`*\[\]<>|#~&]|(?<!\w)_|_(?!\w)|^[-+]|(?<=^\d)[.)]|(?<=^\d\d)[.)])"
)


MARK: Final = "<!-- made by clagdsl sheet -->"
"""The last line of a file, so that the same command may write it anew."""


def markdown(sheet: RuleSheet) -> str:
    """Returns the sheet as a Markdown text that ends with a line end; the score sheet is left out."""
    lines = [f"# {_plain(sheet.title)}", "", _plain(sheet.summary)]
    for section in sheet.sections:
        lines += ["", f"## {_plain(section.heading)}"]
        for block in section.blocks:
            lines += ["", *_block(block)]
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    """Text in which nothing is taken for Markdown."""
    return _SPECIAL.sub(r"\\\1", escape_invisible(text))


def _block(block: Block) -> Iterator[str]:
    match block:
        case Paragraph(text=text):
            yield _plain(text)
        case Bullets(lines=lines):
            for line in lines:
                yield f"- {_plain(line)}"
        case Entries(entries=entries, numbered=numbered):
            for number, entry in enumerate(entries, 1):
                yield f"{f'{number}.' if numbered else '-'} {_entry(entry)}"
        case Grid():
            yield from _grid(block)
        case _:
            assert_never(block)


def _entry(entry: Entry) -> str:
    note = f" *({_plain(entry.note)})*" if entry.note else ""
    return f"**{_plain(entry.title)}.** {_plain(entry.text)}{note}"


def _grid(grid: Grid) -> Iterator[str]:
    if grid.caption:
        yield f"{_plain(grid.caption)}:"
        yield ""
    others = len(grid.head) - 1
    yield _row(grid.head)
    yield "|" + "|".join(["---", *(["--:" if grid.figures else "---"] * others)]) + "|"
    for row in grid.rows:
        yield _row(row)


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(_plain(cell) for cell in cells) + " |"

"""The document model of a rule sheet, blocks of plain text, and its Markdown.

The sections know nothing about markup. `markdown` below and `page` are the only places that escape
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
    """One titled rule; the note in small print gives its source or its setting."""

    title: str
    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Entries:
    """A list of titled rules, numbered if they are steps in order."""

    entries: tuple[Entry, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Bullets:
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; `figures` is True if all columns except the first hold numbers."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    figures: bool = False


Block: TypeAlias = Paragraph | Entries | Bullets | Grid


@dataclass(frozen=True, slots=True)
class Section:
    heading: str
    blocks: tuple[Block, ...]


def names_in(sections: Iterable[Section], names: Iterable[str]) -> frozenset[str]:
    """Returns those of some names that are in the sections; a name may have several words."""
    texts = [text for section in sections for block in section.blocks for text in _texts(block)]
    whole = "\n".join(texts)
    return frozenset(name for name in names if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", whole))


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
    """One deal of a blank score sheet: the facts known before it is played, and "" for the rest."""

    number: int
    cards: str
    name: str
    bid: str = ""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A blank score sheet: a row for each deal, a column for each player.

    - `label` heads the column for calls or for names of deals, "" without such a column.
    - `who` gives the numbers of players if the sheet is not for all.
    - `until` gives the condition that ends the match early, "" without one.
    """

    players: int
    label: str
    rows: tuple[ScoreRow, ...]
    who: str = ""
    until: str = ""


@dataclass(frozen=True, slots=True)
class RuleSheet:
    """The rules of a game in natural language, with score sheets to play it by."""

    title: str
    summary: str
    sections: tuple[Section, ...]
    score_sheets: tuple[ScoreSheet, ...]


# --- as Markdown ---------------------------------------------------------------------------


_SPECIAL: Final = re.compile(
    r"([\\`*\[\]<>|#~&]|(?<!\w)_|_(?!\w)|^[-+]|(?<=^\d)[.)]|(?<=^\d\d)[.)])"
)


MARK: Final = "<!-- made by clagdsl sheet -->"
"""The last line of a generated file, which shows that the command may overwrite it."""


def markdown(sheet: RuleSheet) -> str:
    """Returns the sheet as Markdown that ends with a newline, without the score sheets."""
    lines = [f"# {_plain(sheet.title)}", "", _plain(sheet.summary)]
    for section in sheet.sections:
        lines += ["", f"## {_plain(section.heading)}"]
        for block in section.blocks:
            lines += ["", *_block(block)]
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    """Returns text with all Markdown escaped."""
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

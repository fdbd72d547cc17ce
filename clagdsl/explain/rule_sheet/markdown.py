"""A rule sheet as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, assert_never

from clagdsl.explain.rule_sheet.document import (
    Block,
    Bullets,
    Entries,
    Entry,
    Grid,
    Paragraph,
    RuleSheet,
)
from clagdsl.problems.safe_text import visible

_SPECIAL: Final = re.compile(
    r"([\\`*\[\]<>|#~&]|(?<!\w)_|_(?!\w)|^[-+]|(?<=^\d)[.)]|(?<=^\d\d)[.)])"
)


MARK: Final = "<!-- made by clagdsl sheet -->"
"""The last line of a file, so that the same command may write it anew."""


def markdown(sheet: RuleSheet) -> str:
    """The sheet as a Markdown text that ends with a line end; the score sheet is left out."""
    lines = [f"# {_plain(sheet.title)}", "", _plain(sheet.summary)]
    for section in sheet.sections:
        lines += ["", f"## {_plain(section.heading)}"]
        for block in section.blocks:
            lines += ["", *_block(block)]
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    """Text in which nothing is taken for Markdown."""
    return _SPECIAL.sub(r"\\\1", visible(text))


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

"""Lays out text for the terminal: line width, paragraphs, columns."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from typing import Final

from clagdsl.problems.escape import width

MOST_COLUMNS: Final = 80
FEWEST_COLUMNS: Final = 40
WIDEST_TABLE: Final = 240
"""The most columns of a table on a wide terminal."""


_COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")


def line_width(most: int = MOST_COLUMNS) -> int:
    """Returns the width of a line: that of the terminal or COLUMNS, but at most `most`.

    Without a terminal and COLUMNS, returns 80.
    """
    if not os.environ.get("COLUMNS") and (sys.stdout is None or not sys.stdout.isatty()):
        return MOST_COLUMNS
    terminal = shutil.get_terminal_size((MOST_COLUMNS, 24)).columns
    return min(max(terminal, FEWEST_COLUMNS), most)


def columns_of(text: str) -> int:
    """Returns the number of columns that text takes, ignoring colour codes."""
    return width(_COLOURS.sub("", text))


def right(text: str, columns: int) -> str:
    """Returns text right-aligned in `columns` columns."""
    return " " * max(0, columns - columns_of(text)) + text


def cut(text: str, columns: int) -> str:
    """Returns as much of the beginning of `text` as fits into `columns` columns."""
    while columns_of(text) > columns:
        text = text[:-1]
    return text.rstrip()


def paragraph(text: str, indent: str = "", *, break_words: bool = True) -> list[str]:
    """Wraps text into lines; all lines after the first are indented.

    A word that is too long for a line stays whole if `break_words` is false.
    """
    # `textwrap` counts characters, so a wide one is followed by a second, invisible one
    padded = "".join(character + "\0" * (width(character) - 1) for character in text)
    lines = textwrap.wrap(
        padded,
        line_width(),
        subsequent_indent=indent,
        break_long_words=break_words,
        break_on_hyphens=False,
    )
    return [line.replace("\0", "") for line in lines]


def folded(text: str, indent: str = "") -> list[str]:
    """Wraps text into lines, keeping code in backticks whole so that it can be copied."""
    whole = re.sub("`[^`]*`", lambda code: code[0].replace(" ", "\1"), text)
    return [line.replace("\1", " ") for line in paragraph(whole, indent, break_words=False)]


def seat_groups(players: int, most: int) -> list[range]:
    """Returns all seats in groups of at most `most`, equal in size except perhaps the last."""
    groups = -(-players // max(most, 1))
    size = -(-players // groups)
    return [range(first, min(first + size, players)) for first in range(0, players, size)]

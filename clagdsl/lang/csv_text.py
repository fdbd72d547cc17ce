"""CSV as spreadsheets write it: detection of score sheets, and escaping of formulas."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

Column: TypeAlias = Literal["bid", "tricks", "total", "points"]

COLUMNS: Final[Mapping[str, Column]] = {
    "bid": "bid",
    "bids": "bid",
    "tricks": "tricks",
    "won": "tricks",
    "total": "total",
    "totals": "total",
    "points": "points",
    "score": "points",
}
"""The kind of a score sheet's column, for the word next to the player's name."""

DEAL_WORDS: Final = ("deal", "round", "hand", "no", "no.", "number", "#")
"""Headings of the column that identifies the deal of a row."""

TAKEN_WORD: Final = "taken"
"""The heading of the column with the taker of each trick."""

ENDINGS: Final = (".csv", ".tsv")
"""File endings of score sheets saved by spreadsheets."""

DELIMITERS: Final = ",;\t"
_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r")
_SNIFFED_BYTES: Final = 2000


# --- score sheets -------------------------------------------------------------------------


def to_utf8(data: bytes) -> bytes:
    """Returns the bytes of a sheet as UTF-8; UTF-16 is the encoding that spreadsheets call Unicode.

    Without a byte order mark, UTF-16 is recognised by its zero bytes: every digit and Latin letter
    has one.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encoding = "utf-16"
    else:
        pairs = len(data[:_SNIFFED_BYTES]) // 2
        first, second = data[:_SNIFFED_BYTES:2].count(0), data[1:_SNIFFED_BYTES:2].count(0)
        if max(first, second) * 2 <= pairs or not pairs:
            return data
        encoding = "utf-16-be" if first > second else "utf-16-le"
    try:
        return data.decode(encoding).encode("utf-8")
    except UnicodeError:
        return data


def detect_delimiter(line: str) -> str:
    """Returns the delimiter of a header line: the one that occurs most often outside quotes."""
    plain = re.sub(r'"(?:[^"]|"")*"', "", line)
    return max(DELIMITERS, key=plain.count)


def column_of(text: str) -> tuple[str, Column] | None:
    """Returns the player and the kind of a column, or None for other headings.

    The last word is the kind, or else the first.
    """
    words = text.replace("_", " ").split()
    if len(words) < 2:
        return None
    last = COLUMNS.get(words[-1].casefold())
    if last is not None:
        return " ".join(words[:-1]), last
    first = COLUMNS.get(words[0].casefold())
    return None if first is None else (" ".join(words[1:]), first)


def is_score_sheet(head: bytes) -> bool:
    """Returns whether a file with this beginning is a score sheet: it has deals and players'
    figures.
    """
    text = to_utf8(head[: len(head) & ~1]).decode("utf-8", "replace").removeprefix("\ufeff")
    lines = (
        line for line in re.split(r"[\r\n]+", text) if not re.fullmatch("sep=.|[,;\\s]*", line)
    )
    first = next(lines, "")
    cells = [unescape_formula(cell.strip(' "')) for cell in first.split(detect_delimiter(first))]
    named = any(cell.casefold() in DEAL_WORDS for cell in cells)
    return named and any(column_of(cell) is not None for cell in cells)


# --- cells --------------------------------------------------------------------------------


def escape_formula(text: str) -> str:
    """Returns a text, with a leading apostrophe if a spreadsheet would evaluate it as a formula."""
    return f"'{text}" if _is_formula(text) else text


def unescape_formula(text: str) -> str:
    """Returns the text that `escape_formula` escaped."""
    return text[1:] if text.startswith("'") and _is_formula(text) else text


def _is_formula(text: str) -> bool:
    """Returns whether a text is a formula, possibly after apostrophes; either needs one more."""
    return text.lstrip("'").startswith(_SIGNS)

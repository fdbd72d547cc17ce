"""Escapes user text in messages, so that it cannot move the cursor, hide, or reverse a line."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from typing import Final

from clagdsl.lang import numerals
from clagdsl.lang.rules import Origin
from clagdsl.lang.source import Place

TAB_WIDTH: Final = 4

# Symbols for control characters, such as ␀, and code points for other invisible characters.
_PICTURES: Final[dict[int, str]] = {**{code: chr(0x2400 + code) for code in range(32)}, 127: "␡"}
_INVISIBLE: Final = (
    *range(0x80, 0xA0),
    0xAD,
    0x61C,
    *range(0x200B, 0x2010),
    *range(0x2028, 0x202F),
    *range(0x2060, 0x2070),
    0xFEFF,
    *range(0xFFF9, 0xFFFC),
)
_VISIBLE: Final[dict[int, str]] = {
    **_PICTURES,
    **{code: f"<U+{code:04X}>" for code in _INVISIBLE},
}


_FOLDERS: Final = re.compile(
    r"""(?<=[`"'])(?:[A-Za-z]:)?[/\\][^`"'\n]*[/\\](?=[^`"'\n]+[`"'])"""  # in quotes, with spaces
    r"""|(?<![^\s(<])(?:[A-Za-z]:)?[/\\](?:[^\s`"'/\\]+[/\\])+"""
)


def without_folders(text: str) -> str:
    """Returns a text with every absolute path reduced to its last component."""
    return _FOLDERS.sub("", text)


_JOINED: Final = (
    "\u0600-\u1cff\u2190-\u2bff\ua800-\uabff\ufb50-\ufdff\ufe0f\ufe70-\ufefc\U00010000-\U0001faff"
)
"""Scripts and emoji that are spelt with joiners, such as Persian, Hindi and family emoji."""


@cache
def _joiner() -> re.Pattern[str]:
    """Returns the pattern of a joiner between two such characters, which is part
    of the spelling.
    """
    return re.compile(f"(?<=[{_JOINED}])([\u200c\u200d])(?=[{_JOINED}])")


def escape_invisible(text: str) -> str:
    """Returns a text with control characters, direction marks and lone surrogates made visible.

    A joiner between characters that are spelt with it is kept.
    """
    if text.isascii() and text.isprintable():
        return text
    pieces = _joiner().split(text)
    return "".join(
        piece if place % 2 else "".join(map(_visible_character, piece))
        for place, piece in enumerate(pieces)
    )


def _visible_character(character: str) -> str:
    code = ord(character)
    if 0xD800 <= code <= 0xDFFF or 0xE0000 <= code <= 0xE0FFF:
        return f"<U+{code:04X}>"
    return _VISIBLE.get(code, character)


LONGEST_SHOWN: Final = 60
"""The maximum number of characters of a foreign value that a message repeats."""


def shorten(value: object) -> str:
    """Returns any value as a short text; never raises."""
    try:
        text = value if isinstance(value, str) else repr(value)
    except Exception:  # a number with too many digits, or a foreign class with a failing `__repr__`
        text = f"<{type(value).__name__}>"
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."


def width(text: str) -> int:
    """Returns the number of terminal columns of a visible text: wide characters take two, marks
    none.
    """
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width

    columns = 0
    for character in text:
        if east_asian_width(character) in "WF":
            columns += 2
        elif category(character) not in ("Mn", "Me", "Cf"):
            columns += 1
    return columns


def cells(text: str) -> list[str]:
    """Returns the visible form of each character of a line, with tabs expanded to spaces."""
    shown: list[str] = []
    column = 0
    for character in text:
        blank = TAB_WIDTH - column % TAB_WIDTH
        cell = " " * blank if character == "\t" else escape_invisible(character)
        column += width(cell)
        shown.append(cell)
    return shown


# --- formats for words, characters, lists and the source of a rule --------------------------------


# Characters of the longest text that a message repeats whole.
LONGEST_EXCERPT: Final = 40
LONGEST_QUOTED: Final = 60


def excerpt(text: str) -> str:
    """Returns an excerpt of a text in backticks, truncated if it is long."""
    cut = text if len(text) <= LONGEST_EXCERPT else text[: LONGEST_EXCERPT - 3] + "..."
    return f"`{cut}`"


def character_name(character: str) -> str:
    """Returns the code point of a character and its name, if it has one."""
    name = unicodedata.name(character, "").lower()
    return f"U+{ord(character):04X}" + (f" ({name})" if name else "")


def join_in_backticks(things: Sequence[object], joint: str = "or") -> str:
    """Returns values joined into a phrase: `2`, `3` or `4`."""
    return numerals.join_words([f"`{thing}`" for thing in things], joint)


def as_sentence_opening(circumstances: str) -> str:
    """Returns a description of circumstances as the opening of a sentence."""
    return f"{circumstances},"


LONGEST_FILE: Final = 200


def shorten_file_name(name: str) -> str:
    """Returns the name of a file, truncated if it is long."""
    return name if len(name) <= LONGEST_FILE else f"{name[: LONGEST_FILE - 3]}..."


def quoted(text: object) -> str:
    """Returns a user's value in backticks, truncated if it is long."""
    if isinstance(text, int) and text.bit_length() > 64:
        return "a number beyond all bounds"
    whole = str(text)
    return f"`{whole}`" if len(whole) <= LONGEST_QUOTED else f"`{whole[:LONGEST_QUOTED]}…`"


def place_and_source(origin: Origin) -> tuple[Place | None, str | None]:
    """Returns the place of a rule and its citations as text, each None if absent."""
    source = "; ".join(str(citation) for citation in origin.citations)
    return origin.place, source or None

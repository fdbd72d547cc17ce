"""Names: the syntax of a word, the spelling of a name, and names that look the same."""

from __future__ import annotations

import re
from typing import Final

# --- words --------------------------------------------------------------------------------


_WORD: Final = re.compile(r"[^\W\d]\w*")


def is_word(text: str) -> bool:
    """Returns whether the lexer reads a text as one word; `isidentifier` accepts other letters."""
    return _WORD.fullmatch(text) is not None


# --- confusable names ---------------------------------------------------------------------------


_LATIN: Final = dict(
    zip(
        "АВЕЅІЈКМНОРСТУХаеѕіјорсухһԁԛԝӏ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο",
        "ABESIJKMHOPCTYXaesijopcyxhdqwl" + "ABEZHIKMNOPTYXo",
        strict=True,
    )
)
"""The Cyrillic and Greek letters that look like Latin ones."""


def confusable_skeleton(name: str) -> str:
    """Returns the skeleton of a name: the same text for names that look the same.

    It unifies accents typed separately and similar letters of other alphabets or widths, and
    ignores invisible characters.
    """
    if name.isascii():
        return " ".join(name.split())
    from unicodedata import category, normalize

    shown = (c for c in normalize("NFC", name) if category(c) != "Cf")
    plain = "".join(normalize("NFKC", c) if c.isalpha() else c for c in shown)
    return " ".join("".join(_LATIN.get(c, c) for c in plain).split())


def nfc_name(name: str) -> str:
    """Returns a name in the normal form NFC, so that names with the same letters are equal.

    An accent may be typed as part of its letter, or as a separate character.
    """
    if name.isascii():
        return name
    from unicodedata import normalize

    return normalize("NFC", name)


# --- versions of the language, and the words that begin statements ------------------------------


VERSIONS: Final = (1, 2)
"""The versions of the language that the first line of a file can name."""

STATEMENTS: Final = (
    "game",
    "players",
    "pack",
    "special",
    "source",
    "param",
    "let",
    "run",
    "tally",
    "deal",
    "twist",
    "schedule",
    "winner",
    "ends",
    "settle",
    "example",
    "change",
    "drop",
    "add",
)
"""The words that begin a statement."""

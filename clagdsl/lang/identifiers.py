"""Names: what is one word, how a name is spelt, and which names look the same."""

from __future__ import annotations

import re
from typing import Final

# --- words --------------------------------------------------------------------------------


_WORD: Final = re.compile(r"[^\W\d]\w*")


def is_word(text: str) -> bool:
    """Returns whether a text is one word to the scanner; Python has other ideas of letters."""
    return _WORD.fullmatch(text) is not None


# --- how a name looks ---------------------------------------------------------------------


_LATIN: Final = dict(
    zip(
        "АВЕЅІЈКМНОРСТУХаеѕіјорсухһԁԛԝӏ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο",
        "ABESIJKMHOPCTYXaesijopcyxhdqwl" + "ABEZHIKMNOPTYXo",
        strict=True,
    )
)
"""The letters of Cyrillic and of Greek that are drawn as Latin ones."""


def confusable_skeleton(name: str) -> str:
    """What people see of a name: the same text for names that look the same.

    An accent may be a sign of its own, a letter may be of another alphabet or of another width, and
    what cannot be seen does not count.
    """
    if name.isascii():
        return " ".join(name.split())
    from unicodedata import category, normalize

    shown = (c for c in normalize("NFC", name) if category(c) != "Cf")
    plain = "".join(normalize("NFKC", c) if c.isalpha() else c for c in shown)
    return " ".join("".join(_LATIN.get(c, c) for c in plain).split())


def nfc_name(name: str) -> str:
    """Returns the spelling of a name, in the normal form NFC: equal for names that are the same
    letters.

    An accent may be typed as a part of its letter, or as a sign of its own.
    """
    if name.isascii():
        return name
    from unicodedata import normalize

    return normalize("NFC", name)


# --- the first words of a rules file, and those with which its statements begin -------------------


VERSIONS: Final = (1, 2)
"""The versions of the language, as the first line of a file names them."""

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

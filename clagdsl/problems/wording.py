"""How problems show words, characters, lists and where a rule comes from."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

from clagdsl.lang import enumeration
from clagdsl.lang.rules import Origin
from clagdsl.lang.source import Place

LONGEST_EXCERPT: Final = 40
LONGEST_QUOTED: Final = 60


def excerpt(text: str) -> str:
    """A piece of the text in backticks, cut where it is long."""
    cut = text if len(text) <= LONGEST_EXCERPT else text[: LONGEST_EXCERPT - 3] + "..."
    return f"`{cut}`"


def character_name(character: str) -> str:
    """A character by its number and, where it has one, its name."""
    name = unicodedata.name(character, "").lower()
    return f"U+{ord(character):04X}" + (f" ({name})" if name else "")


def listed(things: Sequence[object], joint: str = "or") -> str:
    """Things in words: `2`, `3` or `4`."""
    return enumeration.listed([f"`{thing}`" for thing in things], joint)


def opening(circumstances: str) -> str:
    """Circumstances as a sentence begins with them: with a comma where they hold one."""
    return f"{circumstances}," if ", " in circumstances else circumstances


LONGEST_FILE: Final = 200


def file_named(name: str) -> str:
    """The name of a file, cut where it is so long that nobody reads it."""
    return name if len(name) <= LONGEST_FILE else f"{name[: LONGEST_FILE - 3]}..."


def quoted(text: object) -> str:
    """A user's text as problems of records quote it: in backticks, cut where it is long."""
    if isinstance(text, int) and text.bit_length() > 64:
        return "a number beyond all bounds"
    whole = str(text)
    return f"`{whole}`" if len(whole) <= LONGEST_QUOTED else f"`{whole[:LONGEST_QUOTED]}…`"


def cited(origin: Origin) -> tuple[Place | None, str | None]:
    """Where a rule stands, and what it cites, in words."""
    source = "; ".join(str(citation) for citation in origin.citations)
    return origin.place, source or None

"""How problems of the syntax show words, characters and lists."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

LONGEST_SHOWN: Final = 40


def shown(text: str) -> str:
    """A piece of the text in backticks, cut where it is long."""
    cut = text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."
    return f"`{cut}`"


def character_name(character: str) -> str:
    """A character by its number and, where it has one, its name."""
    name = unicodedata.name(character, "").lower()
    return f"U+{ord(character):04X}" + (f" ({name})" if name else "")


def one_of(choices: Sequence[str]) -> str:
    """Choices as `a`, `a or b`, `a, b or c`."""
    if len(choices) < 2:
        return "".join(choices)
    return f"{', '.join(choices[:-1])} or {choices[-1]}"

"""Small numbers and lists in words, and the syntax of typed numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeVar

from clagdsl.lang.limits import MOST_DIGITS

K = TypeVar("K")
V = TypeVar("V")

NUMERALS: Final = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
)

ORDINALS: Final = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
)


def in_words(number: int) -> str:
    """Returns a small number in words and any other in digits: `four`, `24`."""
    return NUMERALS[number] if 0 <= number < len(NUMERALS) else str(number)


def is_or_are(number: int) -> str:
    """Returns `is` for one, else `are`."""
    return "is" if number == 1 else "are"


# --- several things in one phrase: `a, b and c`, `1 to 7` ---------------------------------------


def join_words(words: Sequence[str], joint: str = "and") -> str:
    """Returns words joined into a phrase: `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"


class ConsecutiveRange(NamedTuple):
    """A range of consecutive whole numbers, both ends included."""

    low: int
    high: int


def consecutive_ranges(numbers: Iterable[int]) -> list[ConsecutiveRange]:
    """Returns increasing numbers grouped into ranges of consecutive ones."""
    joined: list[ConsecutiveRange] = []
    for number in numbers:
        if joined and joined[-1].high == number - 1:
            joined[-1] = ConsecutiveRange(joined[-1].low, number)
        else:
            joined.append(ConsecutiveRange(number, number))
    return joined


# --- the syntax of typed numbers, whose size is checked later -----------------------------------


COUNT: Final = re.compile(f"[0-9]{{1,{MOST_DIGITS}}}")
"""A whole number without a sign."""
NUMBER: Final = re.compile(f"-?[0-9]{{1,{MOST_DIGITS}}}")
"""A whole number, possibly negative."""
POINTS: Final = re.compile(f"[+-]?[0-9]{{1,{MOST_DIGITS}}}")
"""Points added or deducted, possibly with a plus sign."""


def normalize_minus(text: str) -> str:
    """Returns a number with a typographic minus sign replaced with the ASCII one."""
    return text.replace("\N{MINUS SIGN}", "-")


def group(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """Returns the list of values for each key; keys and values keep their original order."""
    groups: dict[K, list[V]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups

"""Small numbers as people write them out."""

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
    """Returns a number written out where that is short: `four`, `24`."""
    return NUMERALS[number] if 0 <= number < len(NUMERALS) else str(number)


def is_or_are(number: int) -> str:
    """Returns the verb for so many: `is` for one."""
    return "is" if number == 1 else "are"


# --- several things in one phrase: `a, b and c`, and neighbouring numbers as `1 to 7` -------------


def join_words(words: Sequence[str], joint: str = "and") -> str:
    """`a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"


class ConsecutiveRange(NamedTuple):
    """Whole numbers one after the other, both ends included."""

    low: int
    high: int


def consecutive_ranges(numbers: Iterable[int]) -> list[ConsecutiveRange]:
    """Rising numbers, neighbours drawn together."""
    joined: list[ConsecutiveRange] = []
    for number in numbers:
        if joined and joined[-1].high == number - 1:
            joined[-1] = ConsecutiveRange(joined[-1].low, number)
        else:
            joined.append(ConsecutiveRange(number, number))
    return joined


# --- whole numbers as people type them, however large: what is too much is told with its bound ----


COUNT: Final = re.compile(f"[0-9]{{1,{MOST_DIGITS}}}")
"""A number that is never below zero."""
NUMBER: Final = re.compile(f"-?[0-9]{{1,{MOST_DIGITS}}}")
"""A number that may be below zero."""
POINTS: Final = re.compile(f"[+-]?[0-9]{{1,{MOST_DIGITS}}}")
"""Points that are given or taken, perhaps with a plus."""


def normalize_minus(text: str) -> str:
    """Returns a number with the sign that keyboards have for the minus that is printed."""
    return text.replace("\N{MINUS SIGN}", "-")


def group(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """Returns the values of each key, keys and values in the order in which they come."""
    groups: dict[K, list[V]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups

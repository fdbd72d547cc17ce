"""Small numbers as people write them out."""

from __future__ import annotations

from typing import Final

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
    """A number written out where that is short: `four`, `24`."""
    return NUMERALS[number] if 0 <= number < len(NUMERALS) else str(number)


def is_or_are(number: int) -> str:
    """The verb for so many: `is` for one."""
    return "is" if number == 1 else "are"

"""Whole numbers as people type them, however large: what is too much is told with its bound."""

from __future__ import annotations

import re
from typing import Final

from clagdsl.lang.limits import MOST_DIGITS

COUNT: Final = re.compile(f"[0-9]{{1,{MOST_DIGITS}}}")
"""A number that is never below zero."""
NUMBER: Final = re.compile(f"-?[0-9]{{1,{MOST_DIGITS}}}")
"""A number that may be below zero."""
POINTS: Final = re.compile(f"[+-]?[0-9]{{1,{MOST_DIGITS}}}")
"""Points that are given or taken, perhaps with a plus."""


def with_hyphen(text: str) -> str:
    """A number with the sign that keyboards have for the minus that is printed."""
    return text.replace("\N{MINUS SIGN}", "-")

"""Texts in cells of CSV: a spreadsheet takes those that begin with certain signs for formulas."""

from __future__ import annotations

from typing import Final

_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r")


def harmless(text: str) -> str:
    """The text, behind an apostrophe where a spreadsheet would calculate it as a formula."""
    return f"'{text}" if text.startswith(_SIGNS) else text


def as_meant(text: str) -> str:
    """The text that was made `harmless`."""
    return text[1:] if text[:1] == "'" and text[1:2] in _SIGNS else text

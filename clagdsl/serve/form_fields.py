"""Parses and validates form fields; an error states what would be accepted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from typing import Final

from clagdsl.lang.errors import ClagError
from clagdsl.problems.escape import escape_invisible, shorten

NOTHING_ENTERED: Final = "Nothing was entered: tap an answer, or type one such as “bid 2”."
NOTHING_FILLED: Final[Mapping[str, str]] = {}
LONGEST_NAME: Final = 40
"""Maximum number of characters in a player's name."""
LONGEST_NOTE: Final = 200
"""Maximum number of characters in a table's note."""
_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


class WrongFormError(ClagError):
    """Raised if a form field is invalid; the text explains why, in whole sentences."""


def read_text(form: Mapping[str, str], field: str, label: str, most: int) -> str:
    """Returns the text of a field.

    Raises WrongFormError if it has more than `most` characters or contains invisible ones.
    """
    text = form.get(field, "").strip()
    if len(text) > most:
        raise WrongFormError(
            f"{label} has at most {most:,} characters, and this one has {len(text):,}: shorten it."
        )
    hidden = why_hidden(text, label)
    if hidden is not None:
        raise WrongFormError(hidden)
    return text


def why_hidden(text: str, label: str) -> str | None:
    """Returns why a text with invisible or bidirectional control characters is rejected, or None.

    Accepted texts are stored unchanged.
    """
    shown = escape_invisible(text)
    if shown == text:
        return None
    return (
        f"{label} has an invisible character, written out here: “{shorten(shown)}”."
        " Type it again instead of pasting it."
    )


def read_date(form: Mapping[str, str]) -> str:
    """Returns the date of a match in ISO 8601, or "" if it is empty; raises WrongFormError if it is
    invalid.
    """
    text = form.get("date", "").strip()
    if text and parse_date(text) is None:
        raise WrongFormError(
            f"“{shorten(escape_invisible(text))}” is not a date: write year, month and day, such as"
            " 2026-01-31, or leave it out."
        )
    return text


def parse_date(text: str) -> date | None:
    """Returns the date that an ISO 8601 text denotes, or None."""
    if _DATE.fullmatch(text):
        with suppress(ValueError):
            return date.fromisoformat(text)
    return None

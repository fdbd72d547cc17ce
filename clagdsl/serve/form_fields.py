"""What people fill in of forms: read, or refused with what is wrong with it and what would do."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from typing import Final

from clagdsl.lang.errors import ClagError
from clagdsl.problems.escape import escape_invisible, shorten

NOTHING_ENTERED: Final = "Nothing was entered: tap what is asked, or type it, such as “bid 2”."
NOTHING_FILLED: Final[Mapping[str, str]] = {}
LONGEST_NOTE: Final = 200
"""No note of a table has more letters."""
_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


class WrongFormError(ClagError):
    """Something that was filled in cannot be taken; the text says why, in whole sentences."""


def read_text(form: Mapping[str, str], field: str, label: str, most: int) -> str:
    """Returns a text of at most so many letters; raises WrongFormError."""
    text = form.get(field, "").strip()
    if len(text) > most:
        raise WrongFormError(
            f"{label} has at most {most:,} letters, and this one has {len(text):,}: shorten it."
        )
    hidden = why_hidden(text, label)
    if hidden is not None:
        raise WrongFormError(hidden)
    return text


def why_hidden(text: str, label: str) -> str | None:
    """Returns why a text cannot be taken in which a sign hides, or turns the line around; or None.

    What is taken is kept as it is, letter by letter.
    """
    shown = escape_invisible(text)
    if shown == text:
        return None
    return (
        f"{label} has a sign that is not seen, which is written out here: “{shorten(shown)}”."
        " Type it anew, without pasting it."
    )


def read_date(form: Mapping[str, str]) -> str:
    """Returns the day of a match as ISO 8601 has it, "" where none is said; raises WrongFormError."""
    text = form.get("date", "").strip()
    if text and parse_date(text) is None:
        raise WrongFormError(
            f"“{shorten(escape_invisible(text))}” is no date: write year, month and day, such as"
            " 2026-01-31, or leave it out."
        )
    return text


def parse_date(text: str) -> date | None:
    """Returns the day of the calendar that a text says as ISO 8601 has it, or None."""
    if _DATE.fullmatch(text):
        with suppress(ValueError):
            return date.fromisoformat(text)
    return None

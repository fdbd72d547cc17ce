"""Parses and validates form fields; an error states what would be accepted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from typing import Final, Literal, TypeAlias

from clagdsl.lang.errors import ClagError
from clagdsl.problems.escape import escape_invisible, shorten
from clagdsl.serve.page_language import phrase

FieldKind: TypeAlias = Literal["name", "note", "entry"]
"""The kind of a text in messages about it."""
NOTHING_FILLED: Final[Mapping[str, str]] = {}
LONGEST_NAME: Final = 40
"""Maximum number of characters in a player's name."""
LONGEST_NOTE: Final = 200
"""Maximum number of characters in a table's note."""
_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


class WrongFormError(ClagError):
    """Raised if a form field is invalid; the text explains why, in whole sentences."""


def read_text(form: Mapping[str, str], field: FieldKind, most: int) -> str:
    """Returns the text of a field.

    Raises WrongFormError if it has more than `most` characters or contains invisible ones.
    """
    text = form.get(field, "").strip()
    if len(text) > most:
        raise WrongFormError(phrase("form-text-too-long", field=field, most=most, number=len(text)))
    hidden = why_hidden(text, field)
    if hidden is not None:
        raise WrongFormError(hidden)
    return text


def why_hidden(text: str, kind: FieldKind) -> str | None:
    """Returns why a text with invisible or bidirectional control characters is rejected, or None.

    Accepted texts are stored unchanged.
    """
    escaped = escape_invisible(text)
    if escaped == text:
        return None
    shown = shorten(escaped)
    if kind == "name":
        return phrase("hidden-sign-in-name", shown=shown)
    if kind == "note":
        return phrase("hidden-sign-in-note", shown=shown)
    return phrase("hidden-sign-in-entry", shown=shown)


def read_date(form: Mapping[str, str]) -> str:
    """Returns the date of a match in ISO 8601, or "" if it is empty; raises WrongFormError if it is
    invalid.
    """
    text = form.get("date", "").strip()
    if text and parse_date(text) is None:
        raise WrongFormError(phrase("form-date-wrong", text=shorten(escape_invisible(text))))
    return text


def parse_date(text: str) -> date | None:
    """Returns the date that an ISO 8601 text denotes, or None."""
    if _DATE.fullmatch(text):
        with suppress(ValueError):
            return date.fromisoformat(text)
    return None

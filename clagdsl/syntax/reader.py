"""Reads rules files."""

from __future__ import annotations

from pathlib import Path

from clagdsl.diagnostics import Diagnostic
from clagdsl.source import SourceText


def read_source(path: Path, shown_name: str) -> SourceText | Diagnostic:
    """The text of a file, or why it cannot be read."""
    try:
        return SourceText(shown_name, path.read_text("utf-8-sig"))
    except (OSError, UnicodeError) as error:
        return Diagnostic("S101", "error", str(error), None, "name a file that can be read")


def check_source(source: SourceText) -> Diagnostic | None:
    """Why a text is refused before it is parsed, or None."""
    return None

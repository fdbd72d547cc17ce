"""Makes the edits that mend a text."""

from __future__ import annotations

from collections.abc import Iterable

from clagdsl.lang.source import SourceText
from clagdsl.problems.model import Diagnostic, Edit


def applied(text: str, edits: Iterable[Edit]) -> str:
    """The text after edits that do not overlap; of edits that do, the first is made."""
    source = SourceText("", text)
    parts: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda edit: edit.place):
        span = source.span(edit.place)
        if span.start < at:
            continue
        parts += [text[at : span.start], edit.text]
        at = span.end
    return "".join(parts) + text[at:]


def safe_edits(diagnostics: Iterable[Diagnostic], name: str) -> tuple[Edit, ...]:
    """The edits of one file that nobody needs to be asked about."""
    return tuple(
        edit
        for diagnostic in diagnostics
        if diagnostic.safe and all(each.place.file == name for each in diagnostic.fix)
        for edit in diagnostic.fix
    )

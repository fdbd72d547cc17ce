"""Expectations about problems and texts: a record, a comparison, and a rewriter of golden files.

A problem is expected by its code and as much more as a test specifies. A whole text is stored in a
golden file; `CLAGDSL_REWRITE=1` rewrites these, and the changes are reviewed as text.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from clagdsl.lang.source import Place
from clagdsl.problems.diagnostic import Diagnostic

REWRITE = bool(os.environ.get("CLAGDSL_REWRITE"))

Line = Callable[[Place | None], int | None]
"""Maps a place to its line, as the expectations count lines."""


@dataclass(frozen=True)
class ExpectedProblem:
    """An expected problem on a line; the kind `also` is a further place of one, None is any kind.

    In `told` and `help`, `...` stands for any text.
    """

    line: int | None
    kind: str | None
    code: str
    told: str | None = None
    help: str | None = None
    detail: tuple[str, ...] | None = None
    span: tuple[int, int] | None = None


def own_line(place: Place | None) -> int | None:
    return None if place is None else place.line


def problem_differences(
    found: Sequence[Diagnostic], expected: Sequence[ExpectedProblem], line_of: Line = own_line
) -> Iterator[str]:
    """Yields the differences: problems that are missing, unexpected, or different in detail."""
    left = list(found)
    for wanted in expected:
        if wanted.kind == "also":
            if not any(_also_at(one, wanted, line_of) for one in found):
                yield f"line {wanted.line}: no {wanted.code} tells of this place too"
            continue
        one = next((one for one in left if _fits(one, wanted, line_of)), None)
        if one is None:
            yield f"line {wanted.line}: no {wanted.kind or 'problem'} {wanted.code} here"
        else:
            left.remove(one)
            for said in _told_otherwise(one, wanted):
                yield f"line {wanted.line}: {said}"
    for one in left:
        line = line_of(one.place)
        yield f"line {line}: {one.severity} {one.code} is not expected: {one.message}"


def _fits(one: Diagnostic, wanted: ExpectedProblem, line_of: Line) -> bool:
    return (
        one.code == wanted.code
        and wanted.kind in (None, one.severity)
        and wanted.line in (None, line_of(one.place))
    )


def _also_at(one: Diagnostic, wanted: ExpectedProblem, line_of: Line) -> bool:
    return one.code == wanted.code and wanted.line in [line_of(other.place) for other in one.others]


def _told_otherwise(one: Diagnostic, wanted: ExpectedProblem) -> Iterator[str]:
    yield from differs_told(one.message, wanted.told)
    yield from differs_told(one.help, wanted.help)
    if wanted.detail is not None:
        yield from differs("detail", one.detail, wanted.detail)
    if wanted.span is not None and one.place is not None:
        yield from differs("columns", (one.place.column, one.place.end_column), wanted.span)


def differs(what: str, found: Any, expected: Any) -> Iterator[str]:
    """Yields the difference between a value and the expected one, if they differ."""
    if found != expected or type(found) is not type(expected):
        yield f"{what}: expected {expected!r}, found {found!r}"


def differs_told(text: str, expected: str | None) -> Iterator[str]:
    """Yields the difference between texts; `...` in the expected one stands for any text."""
    if expected is not None:
        pattern = expected.replace("[", "[[]").replace("*", "[*]").replace("?", "[?]")
        if not fnmatchcase(text, pattern.replace("...", "*")):
            yield f"told: expected {expected!r}, found {text!r}"


def assert_as_reviewed(text: str, path: Path) -> None:
    """Asserts that a text equals its golden file, byte for byte."""
    if REWRITE:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    kept = path.read_text("utf-8")
    lines = unified_diff(kept.splitlines(), text.splitlines(), "reviewed", "now", lineterm="")
    assert text == kept, "\n".join([f"{path} (CLAGDSL_REWRITE=1 writes it anew)", *lines])

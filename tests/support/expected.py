"""What is expected of what somebody is told: one record, one comparer, one rewriter of goldens.

A problem is expected by its code and as much else as a test wants to say; a whole text is kept in a
file. `CLAGDSL_REWRITE=1` writes such files anew; the change is then reviewed as text.
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
"""The line that a place is on, as expectations count them."""


@dataclass(frozen=True)
class ExpectedProblem:
    """A problem is expected on a line; `also` is a further place of one, None is anything.

    In what is told, `...` stands for anything.
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
    """The problems that are missing, not expected, or told otherwise than is expected."""
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
    """How a value differs from what is expected, if it does."""
    if found != expected or type(found) is not type(expected):
        yield f"{what}: expected {expected!r}, found {found!r}"


def differs_told(text: str, expected: str | None) -> Iterator[str]:
    """`...` in what is expected stands for anything."""
    if expected is not None:
        pattern = expected.replace("[", "[[]").replace("*", "[*]").replace("?", "[?]")
        if not fnmatchcase(text, pattern.replace("...", "*")):
            yield f"told: expected {expected!r}, found {text!r}"


def assert_as_reviewed(text: str, path: Path) -> None:
    """The text is the one that is kept in a file, to the byte."""
    if REWRITE:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    kept = path.read_text("utf-8")
    lines = unified_diff(kept.splitlines(), text.splitlines(), "reviewed", "now", lineterm="")
    assert text == kept, "\n".join([f"{path} (CLAGDSL_REWRITE=1 writes it anew)", *lines])

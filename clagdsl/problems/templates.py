"""The texts of problems, in which `{name}` is a fact and `{name:named}` a fact shown so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from string import Formatter
from typing import Final

from clagdsl.problems.naming import named
from clagdsl.problems.safe_text import shortened
from clagdsl.problems.wording import excerpt, file_named, listed, opening, quoted

SHOWN_AS: Final[Mapping[str, Callable[..., str]]] = {
    "excerpt": excerpt,
    "file": file_named,
    "listed": listed,
    "named": named,
    "opening": opening,
    "quoted": quoted,
    "shortened": shortened,
}
"""The ways to show a fact that a text can ask for; other specifications are those of `format`."""


@cache
def _pieces(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """What stands before each fact, which fact it is, and how it is shown."""
    pieces = Formatter().parse(template)
    return tuple((before, fact, show or "") for before, fact, show, _ in pieces)


def filled(template: str, problem: object) -> str:
    """A text with the facts of a problem in it."""
    parts = []
    for before, fact, show in _pieces(template):
        parts.append(before)
        if fact is not None:
            value = getattr(problem, fact)
            parts.append(SHOWN_AS[show](value) if show in SHOWN_AS else format(value, show))
    return "".join(parts)

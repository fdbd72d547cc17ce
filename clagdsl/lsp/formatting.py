"""The one layout of a document, as the change that gives it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from clagdsl.lang.source import Span
from clagdsl.syntax.format import format_text


class Replacement(NamedTuple):
    """A stretch of a text and what takes its place."""

    span: Span
    text: str


def layout_change(text: str) -> Replacement | None:
    """The lines that get another layout; None for a text that has it, or has errors.

    Lines before and after stay as they are, so that the editor keeps what it knows of them.
    """
    laid_out = format_text(text)
    if not isinstance(laid_out, str) or laid_out == text:
        return None
    old, new = text.splitlines(keepends=True), laid_out.splitlines(keepends=True)
    before = _alike(old, new)
    after = _alike(old[before:][::-1], new[before:][::-1])
    start = sum(map(len, old[:before]))
    end = len(text) - sum(map(len, old[len(old) - after :]))
    return Replacement(Span(start, end), "".join(new[before : len(new) - after]))


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """How many lines are the same, from the first on."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))

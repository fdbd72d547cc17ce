"""A reason why something may not be done, which the `reasons_of` modules make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clagdsl.lang.rules import DEFAULT, Origin
from clagdsl.lang.source import Place


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an action is refused: its code, the words, the rule's place in the file, its source."""

    code: str
    reason: str
    place: Place | None = None
    source: str | None = None


def cited(origin: Origin) -> tuple[Place | None, str | None]:
    """Where a rule stands, and what it cites, in words."""
    source = "; ".join(str(citation) for citation in origin.citations)
    return origin.place, source or None


def listed(things: Sequence[object], joint: str = "or") -> str:
    """Things in words: `2`, `3` or `4`."""
    words = [f"`{thing}`" for thing in things]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"


def reason_of(code: str, text: str, origin: Origin = DEFAULT) -> Reason:
    """The reason of one code, with where the rule stands and what it cites."""
    place, source = cited(origin)
    return Reason(code, text, place, source)

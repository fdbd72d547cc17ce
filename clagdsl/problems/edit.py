"""One change of a text: a part of the mend that a problem has."""

from __future__ import annotations

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.source import Place


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of a text: what stands at the place is replaced; an empty place inserts."""

    place: Place
    text: str


def replaced(place: Place, text: str) -> tuple[Edit, ...]:
    """The edit that writes a text in the place of another."""
    return (Edit(place, text),)


def inserted_before(place: Place, text: str) -> tuple[Edit, ...]:
    """The edit that inserts a text where a place begins."""
    return (Edit(Place(place.file, place.line, place.column, place.line, place.column), text),)


def inserted_after(place: Place, text: str) -> tuple[Edit, ...]:
    """The edit that inserts a text where a place ends."""
    line, column = place.end_line, place.end_column
    return (Edit(Place(place.file, line, column, line, column), text),)

"""The rows of a schedule that several sizes in one row are meant as, as `1-7-1` and `1 to 7 to 1`.

Sizes are texts: numbers, names, or what else stands in a row; `deals` is what stands behind the
colon of each row, with the blank before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, Literal, TypeAlias

Way: TypeAlias = Literal["up", "down"]

BACK: Final[dict[Way, Way]] = {"up": "down", "down": "up"}

MOST_SIZES: Final = 8
"""So many sizes are written out as rows of their own."""

DEALT_ONCE: Final = "where the size at which it turns comes once"
DEALT_TWICE: Final = "where it comes twice"
"""When each of the two readings of sizes that turn is meant."""


def ways_to_turn(first: str, turn: str, last: str) -> tuple[Way, ...]:
    """Which way sizes may go before they turn: both where nothing tells, none where they do not."""
    if turn in (first, last):
        return ()
    known = {way for end in (first, last) if (way := _way(end, turn))}
    return ("up", "down") if not known else tuple(known) if len(known) == 1 else ()


def _way(size: str, other: str) -> Way | None:
    """The way from a size to another one, where that is known: none is below 1 card."""
    if size.isdecimal() and other.isdecimal():
        return "up" if int(size) < int(other) else "down"
    return "up" if size == "1" else "down" if other == "1" else None


def there_and_back(
    first: str,
    turn: str,
    last: str,
    deals: str,
    way: Way,
    *,
    twice: bool,
    before: str | None = None,
) -> str:
    """Two rows: one way to a size and back, with the deals of the first `before` if others."""
    back = BACK[way]
    again = turn if twice else beside(turn, back)
    there = deals if before is None else before
    return f"{first} {way} to {turn} cards:{there} then {again} {back} to {last} cards:{deals}"


def beside(size: str, way: Way) -> str:
    """The size beside one, in a way."""
    if size.isdecimal():
        return str(int(size) + (1 if way == "up" else -1))
    return f"{size} {'+' if way == 'up' else '-'} 1"


def each_of(sizes: Sequence[int], deals: str) -> str:
    """The row of a run of sizes, or one row for each; nothing where these would be too many."""
    steps = {after - before for before, after in pairwise(sizes)}
    if steps in ({1}, {-1}):
        return f"{sizes[0]} {'up' if steps == {1} else 'down'} to {sizes[-1]} cards:{deals}"
    if len(sizes) > MOST_SIZES:
        return ""
    return " then ".join(f"{size} {'card' if size == 1 else 'cards'}:{deals}" for size in sizes)

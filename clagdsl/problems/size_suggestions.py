"""Suggests schedule rows for several sizes written in one row, such as `1-7-1` or `1 to 7 to 1`.

Sizes are strings: numbers, names or other expressions. `deals` is the text after the colon of each
row, with the space before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, Literal, TypeAlias

Direction: TypeAlias = Literal["up", "down"]

OPPOSITE: Final[dict[Direction, Direction]] = {"up": "down", "down": "up"}

MOST_SIZES: Final = 8
"""The maximum number of sizes that are written out as one row each."""

DEALT_ONCE: Final = "to deal the size at the turn once"
DEALT_TWICE: Final = "to deal it twice"
"""The condition for each reading of a run of sizes that turns."""


def possible_directions(first: str, turn: str, last: str) -> tuple[Direction, ...]:
    """Returns the possible directions before the turn: both if unknown.

    Returns an empty tuple if the sizes are contradictory or do not turn.
    """
    if turn in (first, last):
        return ()
    directions = {direction for end in (first, last) if (direction := _direction(end, turn))}
    return ("up", "down") if not directions else tuple(directions) if len(directions) == 1 else ()


def _direction(size: str, next_size: str) -> Direction | None:
    """Returns the direction from one size to another, or None if unknown; no size is
    below 1 card.
    """
    if size.isdecimal() and next_size.isdecimal():
        return "up" if int(size) < int(next_size) else "down"
    return "up" if size == "1" else "down" if next_size == "1" else None


def up_and_down_rows(
    first: str,
    turn: str,
    last: str,
    deals: str,
    direction: Direction,
    *,
    twice: bool,
    before: str | None = None,
) -> str:
    """Returns two rows, to the turning size and back; `before` replaces the deals of
    the first row.
    """
    opposite = OPPOSITE[direction]
    again = turn if twice else next_size(turn, opposite)
    there = deals if before is None else before
    return (
        f"{first} {direction} to {turn} cards:{there} then {again} {opposite} to"
        f" {last} cards:{deals}"
    )


def next_size(size: str, direction: Direction) -> str:
    """Returns the next size in a direction."""
    if size.isdecimal():
        return str(int(size) + (1 if direction == "up" else -1))
    return f"{size} {'+' if direction == 'up' else '-'} 1"


def size_rows(sizes: Sequence[int], deals: str) -> str:
    """Returns one row for a run of sizes, else one row per size; "" if there would be too many."""
    steps = {after - before for before, after in pairwise(sizes)}
    if steps in ({1}, {-1}):
        return f"{sizes[0]} {'up' if steps == {1} else 'down'} to {sizes[-1]} cards:{deals}"
    if len(sizes) > MOST_SIZES:
        return ""
    return " then ".join(f"{size} {'card' if size == 1 else 'cards'}:{deals}" for size in sizes)

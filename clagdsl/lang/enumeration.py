"""Several things at once: a list as `a, b and c`, neighbouring numbers, values by a key."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

K = TypeVar("K")
V = TypeVar("V")


def listed(words: Sequence[str], joint: str = "and") -> str:
    """`a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"


class Neighbours(NamedTuple):
    """Whole numbers one after the other, both ends included."""

    low: int
    high: int


def runs(numbers: Iterable[int]) -> list[Neighbours]:
    """Rising numbers, neighbours drawn together."""
    found: list[Neighbours] = []
    for number in numbers:
        if found and found[-1].high == number - 1:
            found[-1] = Neighbours(found[-1].low, number)
        else:
            found.append(Neighbours(number, number))
    return found


def group(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """Return the values of each key, keys and values in the order in which they come."""
    groups: dict[K, list[V]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups

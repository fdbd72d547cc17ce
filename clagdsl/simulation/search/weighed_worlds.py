"""What the worlds of a search come to, in exact fractions: a mean, and how sure that is."""

from __future__ import annotations

from fractions import Fraction

from clagdsl.simulation.lowering.arrays import Array
from clagdsl.simulation.search.search_room import SearchRoom


def mean_of(room: SearchRoom, figures: Array, unit: int) -> Fraction:
    """The mean of whole numbers [world] over the worlds that were taken, in so large a unit."""
    return Fraction(int(room.picked @ figures), _taken(room) * unit)


def variance_of(room: SearchRoom, figures: Array, unit: int) -> Fraction | None:
    """The variance of that mean, as the search reckons it; None where one world says nothing of it.

    Its root is the standard error.  A world that was taken several times is one world.
    """
    taken, squares = _taken(room), int(room.picked @ room.picked)
    if taken * taken == squares:
        return None
    total = int(room.picked @ figures)
    deviation = int(room.picked @ (figures * figures)) - Fraction(total * total, taken)
    return deviation / (taken * (Fraction(taken * taken, squares) - 1) * unit * unit)


def _taken(room: SearchRoom) -> int:
    """How many worlds were taken, each as often as it was."""
    return int(room.picked.sum())

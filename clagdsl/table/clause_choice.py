"""Which alternative of a clause counts at a table."""

from __future__ import annotations

from collections.abc import Callable

from clagdsl.lang.rules import Clause, Expression


def chosen_number(clause: Clause[object], holds: Callable[[Expression], bool]) -> int:
    """The number, from 0, of the first alternative whose condition holds; the last has none."""
    for number, alternative in enumerate(clause.alternatives):
        if alternative.condition is None or holds(alternative.condition):
            return number
    raise AssertionError("the last alternative of a clause has no condition")

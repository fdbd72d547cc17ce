"""Which alternative of a clause counts in a deal."""

from __future__ import annotations

from collections.abc import Callable

from clagdsl.lang.aspects import OF_A_DEAL
from clagdsl.lang.expr.free_variables import variables, written_names
from clagdsl.lang.rules import Clause, Expression


def chosen_number(clause: Clause[object], holds: Callable[[Expression], bool]) -> int:
    """The number, from 0, of the first alternative whose condition holds; the last has none."""
    for number, alternative in enumerate(clause.alternatives):
        if alternative.condition is None or holds(alternative.condition):
            return number
    raise AssertionError("the last alternative of a clause has no condition")


def hangs_on(clause: Clause[object]) -> frozenset[str]:
    """Which of `cards` and `deal` decide between the alternatives of a clause."""
    if len(clause.alternatives) == 1:
        return frozenset()
    conditions = [each.condition for each in clause.alternatives if each.condition is not None]
    return OF_A_DEAL.intersection(*[frozenset[str]().union(*map(variables, conditions))])


def hangs_on_the_deal_alone(clause: Clause[object]) -> bool:
    """Whether `cards` and `deal` alone decide: then all numbers of players choose alike."""
    conditions = [each.condition for each in clause.alternatives if each.condition is not None]
    return all(written_names(condition) <= OF_A_DEAL for condition in conditions)

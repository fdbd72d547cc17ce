"""In which deals anything asks what the tricks of a player are worth together: the `points`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from clagdsl.lang.aspects import AspectName, AspectValue
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.tree import VariableName
from clagdsl.lang.remembered import Past
from clagdsl.lang.rules import Clause, Deal, Twist
from clagdsl.lang.value_parts import value_parts

POINTS: Final[VariableName] = "points"

Said: TypeAlias = Mapping[AspectName, Clause[AspectValue]]
"""The clauses of a deal or of a twist, by their aspects."""


def deals_asking(
    deals: Sequence[Deal], twists: Sequence[Twist], past: Sequence[Past]
) -> frozenset[str]:
    """The deals in which what tricks are worth counts, by name.

    What a call brings may be played in any deal, and a tally may add up what all of them come to.
    """
    anywhere = any(_asks(twist.said()) for twist in twists)
    anywhere |= any(POINTS in variables(each.expression) for each in past)
    return frozenset(deal.name for deal in deals if anywhere or _asks(deal.aspects.said()))


def _asks(said: Said) -> bool:
    return any(
        POINTS in variables(part)
        for clause in said.values()
        for each in clause.alternatives
        for part in value_parts(each.value)
    )

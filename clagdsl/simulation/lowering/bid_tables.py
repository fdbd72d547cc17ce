"""The bids that are allowed, as masks by the sum of the bids before."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from clagdsl import problems
from clagdsl.lang.aspects import BID_LIMITS
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.used_names import value_parts
from clagdsl.simulation.lowering.score_tables import Figures
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.tabulate import bid_table

MOST_MASKS = 1_000_000
"""No deal has more masks."""

MOST_CARDS = 62
"""A mask has no room for higher bids."""


def limit_names(rules: DealRules) -> frozenset[str]:
    """The variables that the limits on bids depend on."""
    limits = (getattr(rules, aspect) for aspect in BID_LIMITS)
    return frozenset(
        name for limit in limits for part in value_parts(limit) for name in variables(part)
    )


def allowed_bids(rules: DealRules, deal: int, cards: int, past: Mapping[str, Figures]) -> list[int]:
    """A mask for every sum of the bids before: first for bids before the last, then for it.

    So for all that the runs and tallies of `past` can have come to, the last of them fastest.
    """
    if cards > MOST_CARDS:
        raise problems.arguments.NotSimulated(
            f"`{rules.name}` has more than {MOST_CARDS} cards"
        ).error()
    masks: list[int] = []
    for figures in product(*past.values()):
        table = bid_table(rules, deal, cards, tuple(zip(past, figures, strict=True)))
        masks += [*table.each, *table.last]
        if len(masks) > MOST_MASKS:
            raise problems.arguments.NotSimulated(
                f"the limits on bids of `{rules.name}` depend on too much"
            ).error()
    return masks

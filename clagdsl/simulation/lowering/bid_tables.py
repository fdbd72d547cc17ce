"""The bids that are allowed, as masks by the sum of the bids before."""

from __future__ import annotations

from clagdsl import problems
from clagdsl.lang.aspects import BID_LIMITS
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.value_parts import value_parts
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.tabulate import bid_table

MOST_CARDS = 62
"""A mask has no room for higher bids."""


def limit_names(rules: DealRules) -> frozenset[str]:
    """The variables that the limits on bids depend on."""
    limits = (getattr(rules, aspect) for aspect in BID_LIMITS)
    return frozenset(
        name for limit in limits for part in value_parts(limit) for name in variables(part)
    )


def allowed_bids(rules: DealRules, deal: int, cards: int) -> list[int]:
    """A mask for every sum of the bids before: first for bids before the last, then for it."""
    if cards > MOST_CARDS:
        raise problems.arguments.NotSimulated(
            f"`{rules.name}` has more than {MOST_CARDS} cards"
        ).error()
    table = bid_table(rules, deal, cards)
    return [*table.each, *table.last]

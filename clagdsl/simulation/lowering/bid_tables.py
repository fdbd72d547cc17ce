"""The bids that are allowed, as masks by the sum of the bids before."""

from __future__ import annotations

from clagdsl import problems
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.rules import Keeps
from clagdsl.table.bids import legal_bids
from clagdsl.table.deal_rules import DealRules

MOST_CARDS = 62
"""A mask has no room for higher bids."""


def limit_names(rules: DealRules) -> frozenset[str]:
    """The variables that the limits on bids depend on."""
    names: frozenset[str] = frozenset()
    for limit in (rules.last_bid, rules.each_bid):
        if isinstance(limit, Keeps):
            names |= variables(limit.condition)
            if limit.otherwise is not None:
                names |= variables(limit.otherwise)
    return names


def allowed_bids(rules: DealRules, deal: int, cards: int) -> list[int]:
    """A mask for every sum of the bids before: first for bids before the last, then for it."""
    if cards > MOST_CARDS:
        raise problems.arguments.NotSimulated(
            f"`{rules.name}` has more than {MOST_CARDS} cards"
        ).error()
    span = (rules.players - 1) * cards + 1
    masks = []
    for before in (rules.players - 2, rules.players - 1):
        for total in range(span):
            masks.append(_mask(rules, deal, cards, total, before))
    return masks


def _mask(rules: DealRules, deal: int, cards: int, total: int, before: int) -> int:
    """The bids allowed after so many bids with that sum; none where they cannot come to it."""
    full, rest = divmod(total, cards)
    bids = ((cards,) * full + (rest,) + (0,) * before)[: max(before, 0)]
    if sum(bids) != total:
        return 0
    try:
        allowed = legal_bids(rules, deal=deal, cards=cards, bids=bids)
    except EvaluationError:  # the checker proves that no match comes here
        return 0
    return sum(1 << bid for bid in allowed)

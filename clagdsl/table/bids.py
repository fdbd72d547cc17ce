"""Which bids may be made, and why another may not.

A bid is a whole number from 0 to the number of cards.  Each limit decides by itself, over all of
these bids, which of its conditions is in force: the one after `keeps`, or, where no bid meets
that one, the one after `otherwise`.  The last bid must meet what is in force of both limits.
"""

from __future__ import annotations

from clagdsl import problems
from clagdsl.lang.expr.evaluate import holds
from clagdsl.lang.rules import ChosenBid, Expression, Limit
from clagdsl.problems.model import Reason
from clagdsl.table.bid_masks import allowed
from clagdsl.table.deal_rules import DealRules


def legal_bids(
    rules: DealRules, *, deal: int, cards: int, bids: tuple[int, ...]
) -> tuple[int, ...]:
    """Every bid that the next player may make after these, lowest first; none where none is made.

    `deal` is the number in the schedule, `bids` the bids already made in turn.
    """
    total = sum(bids)
    last = len(bids) == rules.players - 1
    key = (deal, cards, total, last)
    known = rules.bid_table.get(key)
    if known is None:
        known = rules.bid_table[key] = _legal_bids(rules, deal, cards, total, last)
    return known


def _legal_bids(rules: DealRules, deal: int, cards: int, total: int, last: bool) -> tuple[int, ...]:
    if not isinstance(rules.bid, ChosenBid):
        return ()
    allowed = _meeting(rules.each_bid, rules, deal, cards, total)
    if last:
        allowed &= _meeting(rules.last_bid, rules, deal, cards, total)
    return tuple(sorted(allowed))


def _meeting(limit: Limit, rules: DealRules, deal: int, cards: int, total: int) -> set[int]:
    """The bids that meet what is in force of one limit."""
    names = {**rules.names, "deal": deal, "cards": cards}

    def meets(condition: Expression, rows: list[tuple[int, int]]) -> list[bool]:
        return [holds(condition, {**names, "bid": bid, "bids": bids}) for bid, bids in rows]

    return {bid for bid, mask in enumerate(allowed(limit, 1 << total, cards, meets)) if mask}


def why_not_bid(
    rules: DealRules, *, deal: int, cards: int, bids: tuple[int, ...], bid: int
) -> Reason | None:
    """Why the next player may not make this bid, or None if it may be made."""
    allowed = legal_bids(rules, deal=deal, cards=cards, bids=bids)
    if bid in allowed:
        return None
    if not isinstance(rules.bid, ChosenBid):
        return problems.illegal_actions.NoBidding(origin=rules.origin("bid")).reason()
    if not 0 <= bid <= cards:
        return problems.illegal_actions.BidOutside(bid, cards, origin=rules.origin("bid")).reason()
    total = sum(bids)
    last = len(bids) == rules.players - 1
    if last and bid not in _meeting(rules.last_bid, rules, deal, cards, total):
        return problems.illegal_actions.LastBidBroken(
            bid, total, cards, allowed, origin=rules.origin("last_bid")
        ).reason()
    return problems.illegal_actions.EachBidBroken(
        bid, total, cards, allowed, origin=rules.origin("each_bid")
    ).reason()

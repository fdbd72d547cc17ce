"""Which bids may be made, and why another may not.

A bid is a whole number from 0 to the number of cards.  Of a limit the condition after `keeps` is
in force, or, where none of these bids meets it, the one after `otherwise`.  The last bid must meet
both limits; where no bid does, first the `otherwise` of the last bid counts, then that of each bid.
"""

from __future__ import annotations

from clagdsl import problems
from clagdsl.lang.expr.evaluate import holds
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import ChosenBid, Expression, Free
from clagdsl.problems.model import Reason
from clagdsl.table.bid_masks import Holds, allowed, in_force, make_bidding
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
    each, last_bid = _meeting(rules, deal, cards, total, last)
    return tuple(sorted(each & last_bid))


def _meeting(
    rules: DealRules, deal: int, cards: int, total: int, last: bool
) -> tuple[set[int], set[int]]:
    """The bids that meet what is in force of the limit on each bid, and of that on the last."""
    limit = rules.last_bid if last else Free()
    force = in_force(rules.each_bid, limit, 1 << total, cards, _meets(rules, deal, cards))
    each, only_last = (
        {bid for bid, mask in enumerate(masks) if mask} for masks in (force.each, force.last)
    )
    return each, only_last


def _meets(rules: DealRules, deal: int, cards: int) -> Holds:
    names = {**rules.names, "deal": deal, "cards": cards}

    def meets(condition: Expression, rows: list[tuple[int, int]]) -> list[bool]:
        return [holds(condition, {**names, "bid": bid, "bids": bids}) for bid, bids in rows]

    return meets


@dataclass(frozen=True, slots=True)
class AtOdds:
    """Of which limit the `otherwise` counts somewhere only because no bid meets both limits."""

    last: bool
    each: bool


def limits_at_odds(rules: DealRules, *, deal: int, cards: int) -> AtOdds:
    """Whether bids can come to where some bids meet each limit, and none meets both."""
    each, last, meets = rules.each_bid, rules.last_bid, _meets(rules, deal, cards)
    if isinstance(each, Free) or isinstance(last, Free):
        return AtOdds(False, False)
    sums = make_bidding(rules.players, cards, each, last, meets).reached()[-2]
    force = in_force(each, last, sums, cards, meets)
    return AtOdds(
        force.last != allowed(last, sums, cards, meets),
        force.each != allowed(each, sums, cards, meets),
    )


def why_not_bid(
    rules: DealRules, *, deal: int, cards: int, bids: tuple[int, ...], bid: int
) -> Reason | None:
    """Why the next player may not make this bid, or None if it may be made."""
    legal = legal_bids(rules, deal=deal, cards=cards, bids=bids)
    if bid in legal:
        return None
    if not isinstance(rules.bid, ChosenBid):
        return problems.illegal_actions.NoBidding(origin=rules.origin("bid")).reason()
    if not 0 <= bid <= cards:
        return problems.illegal_actions.BidOutside(bid, cards, origin=rules.origin("bid")).reason()
    total = sum(bids)
    last = len(bids) == rules.players - 1
    if bid not in _meeting(rules, deal, cards, total, last)[1]:
        return problems.illegal_actions.LastBidBroken(
            bid, total, cards, legal, origin=rules.origin("last_bid")
        ).reason()
    return problems.illegal_actions.EachBidBroken(
        bid, total, cards, legal, origin=rules.origin("each_bid")
    ).reason()

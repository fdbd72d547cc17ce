"""Clauses that a deal takes over unchanged, where the words of another deal are not true of it.

A sheet tells a clause as far as it matters in the deals of one name: with their cards and at their
numbers.  A deal that is told by another one has to say for itself what these words leave out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from clagdsl.explain.rule_sheet.context import SheetContext, is_called
from clagdsl.explain.rule_sheet.deal_sentences import (
    at_odds,
    auction_bounds,
    bid_range,
    bids_chosen,
    may_lack,
    told_limit,
)
from clagdsl.explain.rule_sheet.reachable import same_contract, same_score
from clagdsl.explain.rule_sheet.score_sentences import same_trick_values
from clagdsl.explain.rule_sheet.turn_up import card_left
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.operators import table_of_all
from clagdsl.lang.rules import AspectName, AuctionBids, CompletedWhen, Keeps
from clagdsl.table.deal_rules import DealRules

_HoldsToo: TypeAlias = Callable[[SheetContext, DealRules, DealRules], bool]
"""Whether what is told of a clause of the second deal is true of the first one, too."""


def may_differ(aspect: AspectName) -> bool:
    """Whether one clause of that aspect may be told in other words in another deal."""
    return _HOLDS_TOO[aspect] is not _always


def told_as_well(
    reading: SheetContext, rules: DealRules, reference: DealRules, aspect: AspectName
) -> bool:
    """Whether the words in which another deal tells a clause are true of this one, too.

    So they are of a clause that the two do not have in common: this one has its own.
    """
    if getattr(rules, aspect) != getattr(reference, aspect):
        return True
    played = any(table.deals_of(rules.name) for table in reading.tables)
    at = reading if played else (reading.wider or reading)
    called = not rules.calls and is_called(reading.game, rules, aspect)
    return called or _HOLDS_TOO[aspect](at, rules, reference)


# what is told in the same words whatever the cards and the number of the deal
def _always(_reading: SheetContext, _rules: DealRules, _reference: DealRules) -> bool:
    return True


def _trump(reading: SheetContext, rules: DealRules, reference: DealRules) -> bool:
    told = card_left(reading, reference)
    return told in ("sometimes", card_left(reading, rules))


def _auction(reading: SheetContext, rules: DealRules, reference: DealRules) -> bool:
    auction = rules.auction
    if not isinstance(auction, AuctionBids):
        return True
    told = auction_bounds(reading, reference, auction)
    own = auction_bounds(reading, rules, auction)
    # a bound that is told by the cards is true of any
    return all(
        one == other or "cards" in variables(one) for one, other in zip(told, own, strict=True)
    )


def _each_bid(reading: SheetContext, rules: DealRules, reference: DealRules) -> bool:
    if not bids_chosen(rules):
        return True
    told, own = bid_range(reading, reference), bid_range(reading, rules)
    most = told.high
    too_many = own.high != most and most.isdecimal() and int(most) > min(reading.sizes(rules.name))
    limit = told_limit(reading, reference, reference.each_bid)
    if isinstance(limit, Keeps) and limit.otherwise is not None:
        lacks = may_lack(reading, rules, limit)
        if lacks and not may_lack(reading, reference, limit):
            return False
    return not too_many and told_limit(reading, rules, limit) == told_limit(
        reading, rules, rules.each_bid
    )


def _last_bid(reading: SheetContext, rules: DealRules, reference: DealRules) -> bool:
    if not bids_chosen(rules):
        return True
    limit = told_limit(reading, reference, reference.last_bid)
    told, own = at_odds(reading, reference), at_odds(reading, rules)
    return (
        told.last >= own.last
        and told.each >= own.each
        and told_limit(reading, rules, limit) == told_limit(reading, rules, rules.last_bid)
    )


def _completed(reading: SheetContext, rules: DealRules, reference: DealRules) -> bool:
    completed = rules.completed
    if not isinstance(completed, CompletedWhen):
        return True
    return same_contract(reading, rules, reference, completed.condition)


_HOLDS_TOO: Final[Mapping[AspectName, _HoldsToo]] = table_of_all(
    AspectName,
    {
        "rank": _always,
        "trump": _trump,
        "shown": _always,
        "sight": _always,
        "bid": _always,
        "last_bid": _last_bid,
        "each_bid": _each_bid,
        "lead": _always,
        "follow": _always,
        "play": _always,
        "wild": _always,
        "trick_worth": same_trick_values,
        "score": same_score,
        "completed": _completed,
        "won_by": _always,
        "next_dealer": _always,
        "call": _always,
        "open": _always,
        "auction": _auction,
        "equal": _always,
        "card_worth": _always,
    },
)

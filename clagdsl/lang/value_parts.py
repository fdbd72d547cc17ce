"""The expressions inside the value of an aspect: what they are, and the same value with others.

What is left in the last case must be an expression: mypy stops here at a value that is none.
"""

from __future__ import annotations

from collections.abc import Callable

from clagdsl.lang.aspects import AspectValue
from clagdsl.lang.expr.tree import Expression
from clagdsl.lang.policies.auction import AuctionBids, NoAuction
from clagdsl.lang.policies.bid import BidInTurn, BidTogether, FixedBid, Free, Keeps, NoBid
from clagdsl.lang.policies.call import Call, NoCall
from clagdsl.lang.policies.card_worth import CardWorth
from clagdsl.lang.policies.contract import CompletedWhen, NotCounted
from clagdsl.lang.policies.follow import Following
from clagdsl.lang.policies.rank import RankOrder
from clagdsl.lang.policies.trump import (
    AuctionTrump,
    DrawnTrump,
    FixedOrder,
    FixedSuit,
    NamedTrump,
    NoTrump,
    RotatingTrump,
    TurnedTrump,
)
from clagdsl.lang.policies.wild import Wild


def value_parts(value: AspectValue) -> tuple[Expression, ...]:
    """The expressions in a value, in the order written."""
    match value:  # what is asked of every table comes first
        case Keeps(condition=condition, otherwise=otherwise):
            return (condition,) if otherwise is None else (condition, otherwise)
        case CompletedWhen(condition=condition):
            return (condition,)
        case str() | NoTrump() | TurnedTrump() | DrawnTrump() | NamedTrump() | RankOrder() | Wild():
            return ()
        case BidInTurn() | BidTogether() | FixedBid() | NoBid() | Free():
            return ()
        case Following() | NotCounted() | NoAuction() | AuctionTrump() | CardWorth():
            return ()
        case FixedOrder() | FixedSuit() | RotatingTrump() | NoCall() | Call():
            return ()
        case AuctionBids(low=low, high=high):
            return (low, high)
        case _:
            return (value,)


def with_value_parts(value: AspectValue, change: Callable[[Expression], Expression]) -> AspectValue:
    """The same value with each of its expressions changed."""
    match value:
        case str() | NoTrump() | TurnedTrump() | DrawnTrump() | NamedTrump() | RankOrder() | Wild():
            return value
        case BidInTurn() | BidTogether() | FixedBid() | NoBid() | Free():
            return value
        case Following() | NotCounted() | NoAuction() | AuctionTrump() | CardWorth():
            return value
        case FixedOrder() | FixedSuit() | RotatingTrump() | NoCall() | Call():
            return value
        case Keeps(condition=condition, otherwise=otherwise):
            return Keeps(change(condition), None if otherwise is None else change(otherwise))
        case CompletedWhen(condition=condition):
            return CompletedWhen(change(condition))
        case AuctionBids(low=low, high=high, trumps=trumps):
            return AuctionBids(change(low), change(high), trumps)
        case _:
            return change(value)

"""Bids that are made without having seen the own cards, where that is a player's choice."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from clagdsl import problems
from clagdsl.lang.rules import ChosenBid
from clagdsl.problems.model import Reason
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.outcomes import BLIND
from clagdsl.table.past import Past, PastFigures


def may_bid_blind(rules: DealRules) -> bool:
    """Whether who is to bid chooses to look at the own cards first, or not to."""
    return rules.sight == "by choice" and isinstance(rules.bid, ChosenBid)


def blind_bids(rules: DealRules, seats: Collection[int]) -> Past:
    """What a score reads as `blind`, by seat; nothing in a deal in which nobody has the choice.

    `seats` are those who have bid without having looked at the own cards.
    """
    if not may_bid_blind(rules):
        return ()
    return (PastFigures(BLIND, tuple(seat in seats for seat in range(rules.players))),)


def why_not_blind(
    rules: DealRules, bid: int, *, blind: bool, looked: bool, legal: Callable[[], Sequence[int]]
) -> Reason | None:
    """Why a bid may not be said to be blind, or must be: whoever has looked does not bid blind.

    `legal` gives the bids that may be made, of which the reason names this one or the nearest.
    """
    choice = may_bid_blind(rules)
    if blind == (choice and not looked):
        return None
    origin = rules.origin("sight")
    bid = min(legal(), key=lambda number: abs(number - bid), default=bid)
    if blind:
        return problems.illegal_actions.NotBlind(bid, choice, origin=origin).reason()
    return problems.illegal_actions.LookFirst(bid, origin=origin).reason()

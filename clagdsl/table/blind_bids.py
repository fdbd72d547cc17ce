"""Bids that are made without having seen the own cards, where that is a player's choice."""

from __future__ import annotations

from collections.abc import Collection

from clagdsl.lang.rules import ChosenBid
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

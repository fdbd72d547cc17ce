"""What happens in a deal, in order: the phases that its rules need."""

from __future__ import annotations

from typing import Final, assert_never

from clagdsl.lang.rules import (
    AuctionBids,
    BidInTurn,
    Call,
    ChosenBid,
    DrawnTrump,
    NamedTrump,
    TurnedTrump,
)
from clagdsl.table.deal_rules import DealRules, Phase

PHASES: Final[tuple[Phase, ...]] = (
    "size",
    "deal",
    "call",
    "auction",
    "name",
    "rest",
    "turn",
    "first",
    "bid",
    "play",
    "score",
)
"""Every phase, in the usual order; a card may be turned, and trump named, after the bids, too."""


def phases(
    rules: DealRules, *, picked: bool = False, cards: int | None = None
) -> tuple[Phase, ...]:
    """Returns the phases of a deal in order; `picked` tells that the dealer picks the number of
    cards.

    With so many `cards` at most, where that is said.

    Where the dealer names the trump when a special card is turned, `name` comes after `turn`, and
    is passed over where none was.  Where trump is named from the first cards, `rest` comes after
    `name`, and is passed over where all cards are dealt by then. A call changes the rules: what
    comes after it is read from the rules with the calls made.
    """
    order: list[Phase] = ["size", "deal"] if picked else ["deal"]
    if isinstance(rules.call, Call):
        order.append("call")
    if isinstance(rules.auction, AuctionBids):
        order.append("auction")
    named = isinstance(rules.trump, NamedTrump)
    late_name = named and named_after_bids(rules)
    if named and not late_name:
        order.append("name")
        if has_rest_phase(rules, cards):
            order.append("rest")
    turns = isinstance(rules.trump, TurnedTrump | DrawnTrump)
    late = turned_after_bids(rules)
    after: tuple[Phase, ...] = ("turn", "name") if named_when_turned(rules) else ("turn",)
    if turns and not late:
        order.extend(after)
    if isinstance(rules.bid, ChosenBid):
        if rules.bid == BidInTurn("drawn"):
            order.append("first")
        order.append("bid")
    if late:
        order.extend(after)
    if late_name:
        order.append("name")
    return (*order, "play", "score")


def turned_after_bids(rules: DealRules) -> bool:
    """Returns whether the trump card is turned up, or trump is drawn, only when everybody has bid."""
    match rules.shown:
        case "before bids":
            return False
        case "after bids":
            turns = isinstance(rules.trump, TurnedTrump | DrawnTrump)
            return turns and isinstance(rules.bid, ChosenBid)
        case _:
            assert_never(rules.shown)


def has_rest_phase(rules: DealRules, cards: int | None = None) -> bool:
    """Returns whether trump is named from the first cards, and the rest of so many is dealt only
    then.
    """
    if not isinstance(rules.trump, NamedTrump) or rules.trump.first is None:
        return False
    return cards is None or rules.trump.first < cards


def dealt_first(rules: DealRules, cards: int) -> int:
    """How many of so many cards each player is dealt before trump is named, or anything is done."""
    if isinstance(rules.trump, NamedTrump) and rules.trump.first is not None:
        return min(rules.trump.first, cards)
    return cards


def named_when_turned(rules: DealRules) -> bool:
    """Returns whether the dealer may have to name the trump when a card is turned."""
    return isinstance(rules.trump, TurnedTrump) and rules.trump.is_named


def named_after_bids(rules: DealRules) -> bool:
    """Returns whether trump is named only when everybody has bid, so that till then nobody knows
    it.
    """
    if named_when_turned(rules):
        return turned_after_bids(rules)
    if not isinstance(rules.trump, NamedTrump):
        return False
    match rules.trump.by:
        case "dealer" | "caller" | "eldest":
            return False
        case "highest bidder":
            return True
        case _:
            assert_never(rules.trump.by)


def next_phase(rules: DealRules, phase: Phase) -> Phase | None:
    """What comes after a phase, or None after the score, where the deal ends.

    After `call` these are the rules with the calls made.
    """
    cached = rules.next_phases.get(phase)
    if cached is None:
        order = (*phases(rules, picked=phase == "size"), None)
        cached = rules.next_phases[phase] = (order[order.index(phase) + 1],)
    return cached[0]

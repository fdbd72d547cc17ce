"""The phases of a deal, in order, as its rules require them."""

from __future__ import annotations

from typing import Final, assert_never

from clagdsl.lang.rules import (
    AuctionBids,
    Call,
    ChosenBid,
    DrawnTrump,
    NamedTrump,
    TurnedTrump,
)
from clagdsl.table.deal_rules import DealRules, Phase

PHASES: Final[tuple[Phase, ...]] = (
    "size",
    "first",
    "deal",
    "call",
    "auction",
    "name",
    "rest",
    "turn",
    "bid",
    "play",
    "score",
)
"""Every phase in the usual order; `turn` and `name` may also come after the bids."""


def phases(
    rules: DealRules, *, picked: bool = False, cards: int | None = None
) -> tuple[Phase, ...]:
    """Returns the phases of a deal in order.

    `picked` is True if the dealer picks the number of cards. `cards` is the most cards each player
    is dealt, if known.

    - If the first bidder is drawn, that comes before the cards, in case a call asks for it.
    - If the dealer names trump when a special card is turned, `name` follows `turn`; it is skipped
      in other deals.
    - If trump is named from the first cards, `rest` follows `name`; it is skipped if all cards are
      dealt by then.
    - A call changes the rules: the phases after it come from the rules with the calls made.
    """
    order: list[Phase] = ["size"] if picked else []
    order += ["first", "deal"] if rules.draws_bidder else ["deal"]
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
        order.append("bid")
    if late:
        order.extend(after)
    if late_name:
        order.append("name")
    return (*order, "play", "score")


def turned_after_bids(rules: DealRules) -> bool:
    """Returns whether trump is turned up or drawn only after all bids are made."""
    match rules.shown:
        case "before bids":
            return False
        case "after bids":
            turns = isinstance(rules.trump, TurnedTrump | DrawnTrump)
            return turns and isinstance(rules.bid, ChosenBid)
        case _:
            assert_never(rules.shown)


def has_rest_phase(rules: DealRules, cards: int | None = None) -> bool:
    """Returns whether trump is named from the first cards, before the rest of `cards` is dealt."""
    if not isinstance(rules.trump, NamedTrump) or rules.trump.first is None:
        return False
    return cards is None or rules.trump.first < cards


def dealt_first(rules: DealRules, cards: int) -> int:
    """Returns the number of cards per player that are dealt before trump is named."""
    if isinstance(rules.trump, NamedTrump) and rules.trump.first is not None:
        return min(rules.trump.first, cards)
    return cards


def named_when_turned(rules: DealRules) -> bool:
    """Returns whether the dealer may have to name trump after a card is turned."""
    return isinstance(rules.trump, TurnedTrump) and rules.trump.is_named


def named_after_bids(rules: DealRules) -> bool:
    """Returns whether trump is named after the bids, and so is unknown during the bidding."""
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
    """Returns the phase that follows, or None after the score, which ends the deal.

    After `call`, `rules` must be the rules with the calls made.
    """
    cached = rules.next_phases.get(phase)
    if cached is None:
        order = (*phases(rules, picked=phase == "size"), None)
        cached = rules.next_phases[phase] = (order[order.index(phase) + 1],)
    return cached[0]

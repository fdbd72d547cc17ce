"""The legal actions before the card play, and the reasons why others are refused.

These are the spoken actions: picked numbers of cards, calls, auction bids, trumps and bids. Matches
and score sheets share this code, so it uses neither the cards nor the names of players.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, Protocol, TypeAlias, assert_never

from clagdsl import problems
from clagdsl.engine.actions import (
    LOOKED,
    PASSED,
    Bid,
    Look,
    MakeCall,
    NameOrder,
    NameTrump,
    Pass,
    PickCards,
    SayInAuction,
    bid_of,
    naming,
    why_never,
)
from clagdsl.lang.cards import Card
from clagdsl.lang.policies.bid import AuctionContract
from clagdsl.lang.record import RecordedBid, RecordedDeal
from clagdsl.lang.rules import Call, Origin
from clagdsl.problems.diagnostic import Reason
from clagdsl.table.bids import (
    legal_auction_words,
    legal_bids,
    may_bid_blind,
    why_not_bid,
    why_not_bid_in_auction,
    why_not_blind,
)
from clagdsl.table.choices import (
    legal_calls,
    legal_names,
    why_not_call,
    why_not_no_trump,
    why_not_order,
    why_not_size,
    why_not_suit,
)
from clagdsl.table.deal_rules import DealRules, Trumps
from clagdsl.table.history import Past, values_of_seat
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.seats import DealSoFar, bids_by_seat, blind_seats, past_with_auction

SpokenPhase: TypeAlias = Literal["size", "call", "auction", "name", "bid"]
"""A phase in which a player acts by speaking."""

SpokenAction: TypeAlias = (
    PickCards | MakeCall | SayInAuction | Pass | NameTrump | NameOrder | Look | Bid
)
"""An action that can be legal in such a phase."""

PROMPTS: Final = {
    "size": "the dealer must pick the number of cards",
    "call": "the caller must make a call",
    "auction": "a player must bid a number of tricks and a trump, or pass",
    "name": "trump must be named",
    "bid": "a player must bid",
    "over": "nothing is left to do",
}
"""The instruction for each phase, both for a match and for a score sheet."""


class DealBeforePlay(DealSoFar, Protocol):
    """The state of a deal before the card play, with its place in the schedule."""

    @property
    def scheduled(self) -> ScheduledDeal:
        """The deal as listed in the schedule."""

    @property
    def cards(self) -> int | None:
        """The number of cards for each player; None until it is picked."""

    @property
    def calls(self) -> tuple[str, ...] | None:
        """The calls made; None in a deal without a call, or before it."""


def may_look(deal: DealSoFar) -> bool:
    """Returns whether bidders may still look at their cards; not if they have bid blind."""
    return len(deal.bids) < deal.rules.players


def legal_before_play(
    deal: DealBeforePlay,
    phase: SpokenPhase,
    seat: int,
    past: Past,
    *,
    bids: tuple[int, ...],
    looked: bool,
    turned: Card | None = None,
) -> tuple[SpokenAction, ...]:
    """Returns the legal actions of a seat, in a fixed order.

    `past` holds the runs and tallies before the deal. `bids` are the earlier bids that count for
    the limits. `looked` is True if the seat may look at its cards, or has chosen to.
    """
    rules = deal.rules
    number, cards = deal.scheduled.number, deal.cards or 0
    match phase:
        case "bid":
            own = values_of_seat(past_with_auction(deal, past), seat)
            numbers = legal_bids(rules, deal=number, cards=cards, bids=bids, past=own)
            if may_bid_blind(rules) and not looked:
                looks = (LOOKED,) if may_look(deal) else ()
                return (*looks, *[bid_of(bid, blind=True) for bid in numbers])
            return tuple(map(bid_of, numbers))
        case "size":
            return tuple(map(PickCards, deal.scheduled.sizes))
        case "call":
            called = legal_calls(rules.call) if isinstance(rules.call, Call) else ()
            return tuple(map(MakeCall, called))
        case "name":
            return tuple(map(naming, legal_names(rules, turned)))
        case "auction":
            words = legal_auction_words(rules, deal=number, cards=cards, words=deal.auction)
            return tuple(
                [
                    PASSED if word is None else SayInAuction(word.number, word.trump)
                    for word in words
                ]
            )
        case _:
            assert_never(phase)


def why_not_before_play(
    deal: DealBeforePlay,
    phase: SpokenPhase,
    action: object,
    seat: int,
    past: Past,
    *,
    bids: tuple[int, ...],
    looked: bool,
    schedule: Origin,
    turned: Card | None = None,
) -> Reason | Literal["not now"] | None:
    """Returns why a seat may not do this, or None if it may; "not now" if the action belongs to
    another phase.

    The arguments are those of `legal_before_play`. Whether a bid must be blind is checked before
    its number.
    """
    rules = deal.rules
    number, cards = deal.scheduled.number, deal.cards or 0
    match phase, action:
        case "bid", Bid(number=bid, blind=blind):
            own = values_of_seat(past_with_auction(deal, past), seat)

            def legal() -> tuple[int, ...]:
                return legal_bids(rules, deal=number, cards=cards, bids=bids, past=own)

            why = why_not_blind(rules, bid, blind=blind, looked=looked, legal=legal)
            return why or why_not_bid(rules, deal=number, cards=cards, bids=bids, bid=bid, past=own)
        case "bid", Look() if may_bid_blind(rules) and not looked and may_look(deal):
            return None
        case "size", PickCards(number=size):
            return why_not_size(deal.scheduled, size, schedule)
        case "call", MakeCall(names=names):
            return why_not_call(rules, names)
        case "auction", SayInAuction(number=tricks, trump=trump):
            offer = AuctionContract(tricks, trump)
            return why_not_bid_in_auction(
                rules, deal=number, cards=cards, words=deal.auction, bid=offer
            )
        case "auction", Pass():
            return None
        case "name", NameTrump(suit=suit):
            if suit is None:
                return why_not_no_trump(rules, turned)
            return why_not_suit(rules, suit, turned)
        case "name", NameOrder(suits=suits):
            return why_not_order(rules, suits, turned)
        case _:
            return "not now"


def out_of_turn(
    rules: DealRules, phase: str, action: object, prompt: str, *, early: bool
) -> Reason:
    """Returns why an action is refused in this phase: a rule of the deal, or the phase itself.

    `early` is True if the action's own phase may still follow. `prompt` names the action that is
    due.
    """
    never = None if early else why_never(rules, action)
    if never is not None:
        return never
    refused = problems.illegal_actions
    looked_already = isinstance(action, Look) and phase == "bid"
    return (refused.LookedAlready if looked_already else refused.NotNow)(prompt).reason()


# --- as a record --------------------------------------------------------------------------


def recorded_before_play(
    deal: DealBeforePlay, names: Sequence[str], named: Trumps | None
) -> RecordedDeal:
    """Returns the calls, trump and auction of a deal as a record row, without its size and bids.

    `named` is the trump that the row states.
    """
    bids = bids_by_seat(deal)
    return RecordedDeal(
        number=deal.scheduled.number,
        dealer=names[deal.dealer],
        caller=None if deal.caller is None else names[deal.caller],
        calls=deal.calls,
        trump=None if named is None or len(named) > 1 else named[0] if named else "none",
        order=named if named is not None and len(named) > 1 else None,
        auction=deal.auction or None,
        first=None if deal.drawn is None else names[deal.drawn],
        blind=tuple(names[seat] for seat in blind_seats(deal)) or None,
        # players look and then bid one after the other, so at most one has looked without bidding
        looked=next((names[seat] for seat in deal.looked if bids[seat] is None), None),
    )


def recorded_bids(
    deal: DealSoFar, bidding_again: int | None = None
) -> tuple[RecordedBid, ...] | None:
    """Returns the recorded bids by seat, with `?` for missing ones; None before the first bid.

    The bid of a seat that must still bid again does not count.
    """
    if not deal.bids:
        return None
    return tuple(
        "?" if bid is None or seat == bidding_again else bid
        for seat, bid in enumerate(bids_by_seat(deal))
    )

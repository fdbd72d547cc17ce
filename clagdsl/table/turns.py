"""Whose turn it is in a deal, by what has been said in it so far.

Both a match that is played and a score sheet that is kept ask this: cards do not matter.
"""

from __future__ import annotations

from typing import Protocol, assert_never

from clagdsl.lang.policies.bid import AuctionWord
from clagdsl.lang.rules import (
    BidInTurn,
    BidTogether,
    Call,
    ChosenBid,
    FixedBid,
    NamedTrump,
    TurnedTrump,
)
from clagdsl.table.auctions import AuctionStand, auction_stand, won_with
from clagdsl.table.bids import may_bid_blind
from clagdsl.table.deal_rules import DealRules, Phase
from clagdsl.table.past import Past
from clagdsl.table.seats import Seats, caller_of, first_bidder, namer_of


class DealSoFar(Protocol):
    """What has been said in a deal so far.

    `bids` are in turn order, `auction` is by eldest first, `looked` are the seats that have looked
    at their cards before bidding where that is a choice, `drawn` is who is drawn to bid first.
    """

    @property
    def rules(self) -> DealRules:
        """The rules of the deal, with the calls made."""

    @property
    def dealer(self) -> int:
        """The seat that deals."""

    @property
    def caller(self) -> int | None:
        """The seat that calls, None where nothing is called, or not yet."""

    @property
    def drawn(self) -> int | None:
        """The seat that is drawn to bid first."""

    @property
    def bids(self) -> tuple[int, ...]:
        """The bids made."""

    @property
    def auction(self) -> tuple[AuctionWord, ...]:
        """What has been said in the auction."""

    @property
    def looked(self) -> tuple[int, ...]:
        """Who has looked at the own cards before bidding."""


def eldest_of(deal: DealSoFar) -> int:
    """The seat at the dealer's left."""
    return (deal.dealer + 1) % deal.rules.players


def caller_in(deal: DealSoFar) -> int:
    """The caller; in a deal without a call the checker lets no rule speak of one."""
    return deal.dealer if deal.caller is None else deal.caller


# --- the auction --------------------------------------------------------------------------


def stand_of(deal: DealSoFar) -> AuctionStand:
    """How the auction of a deal stands."""
    return auction_stand(deal.rules.players, deal.auction)


def auction_turn(deal: DealSoFar) -> int | None:
    """The seat whose turn it is in the auction, or None where it is over."""
    turn = stand_of(deal).turn
    return None if turn is None else (eldest_of(deal) + turn) % deal.rules.players


def auction_winner(deal: DealSoFar) -> int | None:
    """The seat that has won the auction, or None where there is none, or not yet."""
    stand = stand_of(deal)
    if stand.turn is not None or stand.leader is None:
        return None
    return (deal.dealer + 1 + stand.leader) % deal.rules.players


def past_in(deal: DealSoFar, past: Past) -> Past:
    """What limits and scores read of every player besides the deal's own figures.

    These are runs, tallies, and with what number the auction was won.
    """
    winner = auction_winner(deal) if deal.auction else None
    if winner is None:
        return past
    return past + won_with(deal.rules, winner, stand_of(deal).highest)


# --- bids ---------------------------------------------------------------------------------


def settled_bids(rules: DealRules) -> tuple[int, ...]:
    """The bids that nobody chooses, one for each player; none where they are made, or none are."""
    return (rules.bid.number,) * rules.players if isinstance(rules.bid, FixedBid) else ()


def first_bidder_in(deal: DealSoFar) -> int:
    """Who bids first, eldest where nobody chooses a bid."""
    bid = deal.rules.bid
    seats = _seats(deal, ())
    first = first_bidder(bid if isinstance(bid, ChosenBid) else BidInTurn(), seats)
    assert first is not None
    return first


def acting_in(deal: DealSoFar, phase: Phase, last_winner: int | None) -> tuple[int, ...]:
    """The seats that may act first in a phase, in a match and on a score sheet alike.

    None where chance acts, or nobody does.  `last_winner` has won the deal before, None if there
    is none.
    """
    match phase:
        case "size":
            return (deal.dealer,)
        case "call":
            assert isinstance(deal.rules.call, Call)
            winner = deal.dealer if last_winner is None else last_winner
            return (caller_of(deal.rules.call, deal.dealer, winner),)
        case "auction":
            return (eldest_of(deal),)
        case "name":
            return (namer_in(deal),)
        case "bid":
            if isinstance(deal.rules.bid, BidTogether):
                return tuple(range(deal.rules.players))
            return (first_bidder_in(deal),)
        case "deal" | "rest" | "turn" | "first" | "play" | "score":
            return ()
        case _:
            assert_never(phase)


def bids_by_seat(deal: DealSoFar) -> tuple[int | None, ...]:
    """The bids in seat order, None where none is made yet, or at all."""
    players = deal.rules.players
    bids: list[int | None] = [None] * players
    if deal.bids:
        first = first_bidder_in(deal)
        for step, bid in enumerate(deal.bids):
            bids[(first + step) % players] = bid
    return tuple(bids)


def blind_seats(deal: DealSoFar) -> tuple[int, ...]:
    """The seats that have bid without having looked at their cards, where that is a choice."""
    if not may_bid_blind(deal.rules):
        return ()
    bids = bids_by_seat(deal)
    return tuple(s for s, bid in enumerate(bids) if bid is not None and s not in deal.looked)


# --- who is who ---------------------------------------------------------------------------


def seats_in(deal: DealSoFar) -> Seats:
    """Who is who once all bids are made."""
    return _seats(deal, bids_by_seat(deal) if len(deal.bids) == deal.rules.players else ())


def _seats(deal: DealSoFar, bids: tuple[int | None, ...]) -> Seats:
    return Seats(
        deal.rules.players,
        deal.dealer,
        caller_in(deal),
        drawn=deal.drawn,
        bids=bids,
        auction_winner=auction_winner(deal) if deal.auction else None,
    )


def namer_in(deal: DealSoFar) -> int:
    """Who names trump, where somebody does, or may have to when a card is turned."""
    trump = deal.rules.trump
    if isinstance(trump, TurnedTrump):
        return deal.dealer
    assert isinstance(trump, NamedTrump)
    namer = namer_of(trump, seats_in(deal))
    assert namer is not None
    return namer

"""Which seat the rules of a deal mean: who bids first, who leads first, and who deals next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, assert_never

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import BidTogether, Call, ChosenBid, FirstBidder, Leader, NamedTrump, Namer
from clagdsl.table.deal_rules import DealRules

Seat = TypeVar("Seat", int, int | None)
"""A seat, or one that may not be known."""


@dataclass(frozen=True, slots=True)
class Seats:
    """What the table knows of who is who in a deal.

    None stands where nobody has said it, as in a score sheet; `winner` is who has won the deal,
    `drawn` who is drawn to bid first, `bids` those made, by seat, `auction_winner` who has won the
    auction.
    """

    players: int
    dealer: int | None
    caller: int | None = None
    winner: int | None = None
    drawn: int | None = None
    bids: Sequence[int | None] = ()
    auction_winner: int | None = None

    @property
    def eldest(self) -> int | None:
        """The seat at the dealer's left."""
        return None if self.dealer is None else (self.dealer + 1) % self.players

    @property
    def highest_bidder(self) -> int | None:
        """Who has bid most, of equal bids the first from the dealer's left, the dealer last."""
        known = [bid for bid in self.bids if bid is not None]
        if len(known) < self.players:
            return None
        highest = [seat for seat, bid in enumerate(self.bids) if bid == max(known)]
        if self.dealer is None:
            return highest[0] if len(highest) == 1 else None
        after = self.dealer + 1
        return min(highest, key=lambda seat: (seat - after) % self.players)


def caller_of(call: Call, dealer: Seat, last_winner: Seat) -> Seat:
    """Who calls; in the first deal the dealer stands for `last_winner`."""
    match call.by:
        case "dealer":
            return dealer
        case "winner of last deal":
            return last_winner
        case _:
            assert_never(call.by)


def namer_of(trump: NamedTrump, seats: Seats) -> int | None:
    """Who names trump, where that is known."""
    return _who_is(trump.by, seats)


def first_bidder(bid: ChosenBid, seats: Seats) -> int | None:
    """Who bids first, where that is known; the others follow once round.

    Where all bid at once they are asked in the order of their seats, whoever deals.
    """
    return 0 if isinstance(bid, BidTogether) else _who_is(bid.first, seats)


def first_leader(rules: DealRules, seats: Seats) -> int | None:
    """Who leads to the first trick, where that is known."""
    return _who_is(rules.lead, seats)


def _who_is(role: Namer | FirstBidder | Leader, seats: Seats) -> int | None:
    match role:
        case "eldest":
            return seats.eldest
        case "dealer":
            return seats.dealer
        case "caller":
            return seats.caller
        case "right of dealer":
            return None if seats.dealer is None else (seats.dealer - 1) % seats.players
        case "drawn":
            return seats.drawn
        case "highest bidder":
            return seats.highest_bidder
        case "auction winner":
            return seats.auction_winner
        case _:
            assert_never(role)


def next_dealer(rules: DealRules, seats: Seats) -> int | None:
    """Who deals the next deal, where that is known."""
    match rules.next_dealer:
        case "left" | "right":  # the next in the direction of play, in which seats count
            return seats.eldest
        case "winner":
            return seats.winner
        case _:
            assert_never(rules.next_dealer)

"""Which seat the rules of a deal mean: who bids first, who leads first, and who deals next.

`Seats` says who is who while a deal is played, `DealEnd` how it ended.  Neither has a default: None
stands for what is not known, and the caller writes it, so that no reader forgets a field.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar, assert_never

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.policies.bid import AuctionWord
from clagdsl.lang.policies.deal_end import DEALS_NEXT
from clagdsl.lang.rules import (
    BidInTurn,
    BidTogether,
    Call,
    ChosenBid,
    FirstBidder,
    FixedBid,
    Leader,
    NamedTrump,
    Namer,
    TurnedTrump,
)
from clagdsl.table.bids import AuctionState, auction_figures, auction_state, may_bid_blind
from clagdsl.table.deal_rules import DealRules, Phase
from clagdsl.table.history import Past

Seat = TypeVar("Seat", int, int | None)
"""A seat, or one that may not be known."""


@dataclass(frozen=True, slots=True)
class Seats:
    """Who is who in a deal, as far as that is known; a score sheet may leave it open.

    `drawn` is who is drawn to bid first, `bids` are those made, by seat, `auction_winner` is who
    has won the auction.
    """

    players: int
    dealer: int | None
    caller: int | None
    drawn: int | None
    bids: Sequence[int | None]
    auction_winner: int | None

    @property
    def eldest(self) -> int | None:
        """The seat at the dealer's left."""
        return None if self.dealer is None else (self.dealer + 1) % self.players

    @property
    def highest_bidder(self) -> int | None:
        """Who has bid most, of equal bids the first from the dealer's left, the dealer last."""
        made = [bid for bid in self.bids if bid is not None]
        if len(made) < self.players:
            return None
        return self.first_from_left([bid == max(made) for bid in made])

    def first_from_left(self, marked: Sequence[bool]) -> int | None:
        """Returns the first marked seat from the dealer's left, the dealer last.

        Without a known dealer only a single marked seat is certain.
        """
        if self.dealer is None and marked.count(True) > 1:
            return None
        first = 0 if self.dealer is None else (self.dealer + 1) % self.players
        return (first + (*marked[first:], *marked[:first]).index(True)) % self.players


@dataclass(frozen=True, slots=True)
class DealEnd:
    """How a deal ended, as far as that is known: all that decides who deals next.

    People are lines, because whoever deals next may have sat out: `circle` are the lines of all at
    the table, clockwise, and `dealer`, `leader`, `winner` and `loser` are lines.  `leader` led to
    the first trick.  `bids`, `scores` and `totals` are those of who played, by seat.
    """

    circle: tuple[int, ...]
    dealer: int | None
    leader: int | None
    winner: int | None
    loser: int | None
    bids: Sequence[int | None]
    scores: Sequence[int | None]
    totals: Sequence[int | None]

    @property
    def eldest(self) -> int | None:
        """The next in the circle after the dealer."""
        if self.dealer is None:
            return None
        return self.circle[(self.circle.index(self.dealer) + 1) % len(self.circle)]


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


# --- the end of a deal --------------------------------------------------------------------


def deal_end(
    rules: DealRules,
    seats: Seats,
    *,
    scores: Sequence[int | None],
    totals: Sequence[int | None],
    lines: Sequence[int],
    circle: tuple[int, ...],
) -> DealEnd:
    """Returns the end of a deal in which every seat scored so much; `lines` are those of the seats."""

    def line(seat: int | None) -> int | None:
        return None if seat is None else lines[seat]

    winner = loser = None
    points = [score for score in scores if score is not None]
    if len(points) == seats.players:
        least, enough = min(points), _enough_to_win(rules, max(points))
        winner = seats.first_from_left([score >= enough for score in points])
        loser = seats.first_from_left([score == least for score in points])
    leader = first_leader(rules, seats)
    people = (line(seats.dealer), line(leader), line(winner), line(loser))
    return DealEnd(circle, *people, seats.bids, scores, totals)


def unknown_end(circle: tuple[int, ...], dealer: int | None) -> DealEnd:
    """Returns the end of a deal of which nothing is known but, perhaps, who dealt it."""
    nothing = (None,) * len(circle)
    return DealEnd(circle, dealer, None, None, None, nothing, nothing, nothing)


def _enough_to_win(rules: DealRules, most: int) -> int:
    """Returns the least score that may win a deal in which `most` is the highest."""
    match rules.won_by:
        case "any points":
            return min(most, 1)
        case "most points":
            return most
        case _:
            assert_never(rules.won_by)


def next_dealer(rules: DealRules, end: DealEnd) -> int | None:
    """Returns the line that deals the next deal, which may have sat out; None if that is not known."""
    line: int | None = getattr(end, DEALS_NEXT[rules.next_dealer])
    return line


# --- whose turn it is, by what has been said ----------------------------------------------
# Both a match that is played and a score sheet that is kept ask this: cards do not matter.


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
    """Returns the seat at the dealer's left."""
    return (deal.dealer + 1) % deal.rules.players


def caller_in(deal: DealSoFar) -> int:
    """Returns the caller; in a deal without a call the checker lets no rule speak of one."""
    return deal.dealer if deal.caller is None else deal.caller


# --- the auction --------------------------------------------------------------------------


def auction_state_of(deal: DealSoFar) -> AuctionState:
    """How the auction of a deal stands."""
    return auction_state(deal.rules.players, deal.auction)


def auction_turn(deal: DealSoFar) -> int | None:
    """Returns the seat whose turn it is in the auction, or None where it is over."""
    turn = auction_state_of(deal).turn
    return None if turn is None else (eldest_of(deal) + turn) % deal.rules.players


def auction_winner(deal: DealSoFar) -> int | None:
    """Returns the seat that has won the auction, or None where there is none, or not yet."""
    stand = auction_state_of(deal)
    if stand.turn is not None or stand.leader is None:
        return None
    return (deal.dealer + 1 + stand.leader) % deal.rules.players


def past_with_auction(deal: DealSoFar, past: Past) -> Past:
    """What limits and scores read of every player besides the deal's own figures.

    These are runs, tallies, and with what number the auction was won.
    """
    winner = auction_winner(deal) if deal.auction else None
    if winner is None:
        return past
    return past + auction_figures(deal.rules, winner, auction_state_of(deal).highest)


# --- bids ---------------------------------------------------------------------------------


def fixed_bids(rules: DealRules) -> tuple[int, ...]:
    """Returns the bids that nobody chooses, one for each player; none where they are made, or none
    are.
    """
    return (rules.bid.number,) * rules.players if isinstance(rules.bid, FixedBid) else ()


def first_bidder_in(deal: DealSoFar) -> int:
    """Who bids first, eldest where nobody chooses a bid."""
    bid = deal.rules.bid
    seats = _seats(deal, ())
    first = first_bidder(bid if isinstance(bid, ChosenBid) else BidInTurn(), seats)
    assert first is not None
    return first


def first_actors(deal: DealSoFar, phase: Phase, last_winner: int | None) -> tuple[int, ...]:
    """Returns the seats that may act first in a phase, in a match and on a score sheet alike.

    None where chance acts, or nobody does.  `last_winner` has won the deal before, None if there is
    none.
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
    """Returns the bids in seat order, None where none is made yet, or at all."""
    players = deal.rules.players
    bids: list[int | None] = [None] * players
    if deal.bids:
        first = first_bidder_in(deal)
        for step, bid in enumerate(deal.bids):
            bids[(first + step) % players] = bid
    return tuple(bids)


def blind_seats(deal: DealSoFar) -> tuple[int, ...]:
    """Returns the seats that have bid without having looked at their cards, where that is a choice."""
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

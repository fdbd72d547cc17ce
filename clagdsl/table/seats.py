"""The seats and lines that the rules refer to by role: first bidder, leader, next dealer and so on.

`Seats` holds the roles while a deal is played, `DealEnd` how it ended. Their fields have no
defaults: the caller must write None for an unknown value, so no field is forgotten. Matches and
score sheets (`DealSoFar`) share these functions.

A line identifies a person on a score sheet for good (see `seating`); a seat is a place in one deal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias, TypeVar, assert_never

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
    NamedTrump,
    Namer,
    TurnedTrump,
    trump_name,
)
from clagdsl.table.bids import (
    AuctionState,
    auction_figures,
    auction_state,
    legal_bids,
    may_bid_blind,
)
from clagdsl.table.choices import trump_names_of
from clagdsl.table.deal_rules import DealRules, Phase, Trumps
from clagdsl.table.history import Past, values_of_seat

Seat = TypeVar("Seat", int, int | None)
"""A seat, or a seat that may be unknown."""

Role: TypeAlias = Namer | FirstBidder
"""Somebody who names trump, bids first or leads."""


@dataclass(frozen=True, slots=True)
class Seats:
    """The roles in a deal, as far as they are known; a score sheet may leave gaps.

    `drawn` is the seat drawn to bid first. `bids` are the bids made, by seat.
    """

    players: int
    dealer: int | None
    caller: int | None
    drawn: int | None
    bids: Sequence[int | None]
    auction_winner: int | None

    @property
    def eldest(self) -> int | None:
        """The seat on the dealer's left: eldest hand."""
        return None if self.dealer is None else (self.dealer + 1) % self.players

    @property
    def highest_bidder(self) -> int | None:
        """The seat with the highest bid; of equal bids, the first from the dealer's left."""
        made = [bid for bid in self.bids if bid is not None]
        if len(made) < self.players:
            return None
        return self.first_from_left([bid == max(made) for bid in made])

    def first_from_left(self, marked: Sequence[bool]) -> int | None:
        """Returns the first marked seat from the dealer's left; the dealer comes last.

        Without a known dealer, several marked seats leave the result unknown (None).
        """
        if self.dealer is None and marked.count(True) > 1:
            return None
        first = 0 if self.dealer is None else (self.dealer + 1) % self.players
        return (first + (*marked[first:], *marked[:first]).index(True)) % self.players


@dataclass(frozen=True, slots=True)
class DealEnd:
    """The end of a deal, as far as it is known: everything that decides the next dealer.

    People are given as lines, because the next dealer may have sat out. `circle` holds the lines of
    all people at the table, clockwise; the others are lines of the active players. `most_missed`
    missed the bid by the most tricks, `lowest_total` has the fewest points after the deal.
    """

    circle: tuple[int, ...]
    dealer: int | None
    winner: int | None
    loser: int | None
    most_missed: int | None
    lowest_total: int | None

    @property
    def eldest(self) -> int | None:
        """The line after the dealer's in the circle."""
        if self.dealer is None:
            return None
        return self.circle[(self.circle.index(self.dealer) + 1) % len(self.circle)]


def caller_of(call: Call, dealer: Seat, last_winner: Seat) -> Seat:
    """Returns the caller; in the first deal `last_winner` is the dealer."""
    match call.by:
        case "dealer":
            return dealer
        case "winner of last deal":
            return last_winner
        case _:
            assert_never(call.by)


def namer_of(trump: NamedTrump, seats: Seats) -> int | None:
    """Returns the seat that names trump, if it is known."""
    return _who_is(trump.by, seats)


def first_bidder(bid: ChosenBid, seats: Seats) -> int | None:
    """Returns the seat that bids first, if it is known; the others follow in turn.

    If all players bid together, they are asked in seat order, starting with seat 0. If somebody may
    have to bid again, that player is asked last.
    """
    if isinstance(bid, BidInTurn):
        return _who_is(bid.first, seats)
    if bid.again is None:
        return 0
    last = _who_is(bid.again, seats)
    return None if last is None else (last + 1) % seats.players


def first_leader(rules: DealRules, seats: Seats) -> int | None:
    """Returns the seat that leads to the first trick, if it is known."""
    return _who_is(leading_role(rules), seats)


def leading_role(rules: DealRules) -> Role:
    """Returns the role that leads; without bids in turn, eldest stands for the first bidder."""
    if rules.lead == "first bidder":
        return rules.bid.first if isinstance(rules.bid, BidInTurn) else "eldest"
    return rules.lead


def _who_is(role: Role, seats: Seats) -> int | None:
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
    missed: Sequence[int | None],
    totals: Sequence[int | None],
    lines: Sequence[int],
    circle: tuple[int, ...],
) -> DealEnd:
    """Returns the end of a deal with these figures by seat; `lines` are the lines of the seats.

    `missed` is the difference between bid and tricks, `totals` are the totals after the deal.
    """

    def line(figures: Sequence[int | None], least: Callable[[list[int]], int]) -> int | None:
        """Returns the line of the first seat with the least figure or more."""
        numbers = [figure for figure in figures if figure is not None]
        if len(numbers) < seats.players:
            return None
        enough = least(numbers)
        seat = seats.first_from_left([number >= enough for number in numbers])
        return None if seat is None else lines[seat]

    def negative(figures: Sequence[int | None]) -> list[int | None]:
        return [None if figure is None else -figure for figure in figures]

    return DealEnd(
        circle,
        dealer=None if seats.dealer is None else lines[seats.dealer],
        winner=line(scores, lambda numbers: _enough_to_win(rules, max(numbers))),
        loser=line(negative(scores), max),
        most_missed=line(missed, max),
        lowest_total=line(negative(totals), max),
    )


def unknown_end(circle: tuple[int, ...], dealer: int | None) -> DealEnd:
    """Returns the end of a deal about which nothing is known, except perhaps the dealer."""
    return DealEnd(circle, dealer, None, None, None, None)


def _enough_to_win(rules: DealRules, most: int) -> int:
    """Returns the lowest score that can win a deal in which `most` is the highest."""
    match rules.won_by:
        case "any points":
            return min(most, 1)
        case "most points":
            return most
        case _:
            assert_never(rules.won_by)


def next_dealer(rules: DealRules, end: DealEnd) -> int | None:
    """Returns the line of the next dealer, which may have sat out; None if it is unknown."""
    line: int | None = getattr(end, DEALS_NEXT[rules.next_dealer])
    return line


# --- whose turn it is, from bids and calls ------------------------------------------------


class DealSoFar(Protocol):
    """The calls and bids of a deal so far, without its cards; a match and a score sheet have one.

    `bids` are in turn order, and `auction` starts with eldest hand. `looked` lists the seats that
    looked at their cards before bidding, if they have the choice.
    """

    @property
    def rules(self) -> DealRules:
        """The rules of the deal, with the calls made."""

    @property
    def dealer(self) -> int:
        """The dealer's seat."""

    @property
    def caller(self) -> int | None:
        """The seat that calls; None without a call, or before it."""

    @property
    def drawn(self) -> int | None:
        """The seat that is drawn to bid first."""

    @property
    def trump(self) -> Trumps | None:
        """The trumps, high to low; None as long as they are unknown."""

    @property
    def bids(self) -> tuple[int, ...]:
        """The bids made."""

    @property
    def auction(self) -> tuple[AuctionWord, ...]:
        """The bids and passes of the auction so far."""

    @property
    def looked(self) -> tuple[int, ...]:
        """The seats that have looked at their cards before bidding."""


def eldest_of(deal: DealSoFar) -> int:
    """Returns the seat on the dealer's left."""
    return (deal.dealer + 1) % deal.rules.players


def caller_in(deal: DealSoFar) -> int:
    """Returns the caller; without a call the dealer, although no rule then refers to a caller."""
    return deal.dealer if deal.caller is None else deal.caller


# --- the auction --------------------------------------------------------------------------


def auction_state_of(deal: DealSoFar) -> AuctionState:
    """Returns the state of the auction of a deal."""
    return auction_state(deal.rules.players, deal.auction)


def auction_turn(deal: DealSoFar) -> int | None:
    """Returns the seat whose turn it is in the auction, or None once it is over."""
    turn = auction_state_of(deal).turn
    return None if turn is None else (eldest_of(deal) + turn) % deal.rules.players


def auction_winner(deal: DealSoFar) -> int | None:
    """Returns the seat that has won the auction; None without an auction, or before its end."""
    stand = auction_state_of(deal)
    if stand.turn is not None or stand.leader is None:
        return None
    return (deal.dealer + 1 + stand.leader) % deal.rules.players


def past_with_auction(deal: DealSoFar, past: Past) -> Past:
    """Returns the past, extended by the variable `auction` once an auction is won."""
    winner = auction_winner(deal) if deal.auction else None
    if winner is None:
        return past
    return past + auction_figures(deal.rules, winner, auction_state_of(deal).highest)


def trump_in(deal: DealSoFar, cards: int) -> str | None:
    """Returns the value of `trump` in the formulas of a deal; None as long as it is unknown."""
    if deal.trump is not None:
        return trump_name(deal.trump)
    possible = trump_names_of(deal.rules, cards)
    return possible[0] if len(possible) == 1 else None


# --- bids ---------------------------------------------------------------------------------


def fixed_bids(rules: DealRules) -> tuple[int, ...]:
    """Returns the bids of a deal with fixed bids, one for each player; empty in other deals."""
    return (rules.bid.number,) * rules.players if isinstance(rules.bid, FixedBid) else ()


def first_bidder_in(deal: DealSoFar) -> int:
    """Returns the seat that bids first; eldest hand if nobody chooses a bid."""
    bid = deal.rules.bid
    seats = _seats(deal, ())
    first = first_bidder(bid if isinstance(bid, ChosenBid) else BidInTurn(), seats)
    assert first is not None
    return first


def first_actors(deal: DealSoFar, phase: Phase, last_winner: int | None) -> tuple[int, ...]:
    """Returns the seats that may act first in a phase, both in a match and on a score sheet.

    The result is empty if chance acts or nobody does. `last_winner` won the deal before; it may be
    None.
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
            first, players = first_bidder_in(deal), deal.rules.players
            if isinstance(deal.rules.bid, BidTogether):
                return tuple([(first + step) % players for step in range(players)])
            return (first,)
        case "deal" | "rest" | "turn" | "first" | "play" | "score":
            return ()
        case _:
            assert_never(phase)


def bids_to_meet(deal: DealSoFar) -> tuple[int, ...]:
    """Returns the earlier bids with which the next bid must meet the limits, in turn order.

    If all players bid together, nobody knows another's bid. Once all have bid, the last in turn
    order bids again, knowing the others' bids.
    """
    if not isinstance(deal.rules.bid, BidTogether):
        return deal.bids
    return deal.bids[:-1] if len(deal.bids) == deal.rules.players else ()


def must_bid_again(deal: DealSoFar, number: int, cards: int, past: Past) -> bool:
    """Returns whether the bids of all, made together, break the limit on the last bid.

    `number` is that of the deal. `past` has the runs and tallies of all seats before it.
    """
    if not isinstance(deal.rules.bid, BidTogether) or deal.rules.bid.again is None:
        return False
    seat = (first_bidder_in(deal) - 1) % deal.rules.players
    own = values_of_seat(past_with_auction(deal, past), seat)
    return deal.bids[-1] not in legal_bids(
        deal.rules, deal=number, cards=cards, bids=deal.bids[:-1], past=own
    )


def bids_by_seat(deal: DealSoFar) -> tuple[int | None, ...]:
    """Returns the bids in seat order; None for a seat without a bid."""
    players = deal.rules.players
    bids: list[int | None] = [None] * players
    if deal.bids:
        first = first_bidder_in(deal)
        for step, bid in enumerate(deal.bids):
            bids[(first + step) % players] = bid
    return tuple(bids)


def blind_seats(deal: DealSoFar) -> tuple[int, ...]:
    """Returns the seats that have bid without looking at their cards, in deals that offer the
    choice.
    """
    if not may_bid_blind(deal.rules):
        return ()
    bids = bids_by_seat(deal)
    return tuple(s for s, bid in enumerate(bids) if bid is not None and s not in deal.looked)


# --- the roles of a deal --------------------------------------------------------------------


def seats_in(deal: DealSoFar) -> Seats:
    """Returns the roles of a deal; bids are included once all are made."""
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
    """Returns the seat that names trump, or that must do so if a special card is turned."""
    trump = deal.rules.trump
    if isinstance(trump, TurnedTrump):
        return deal.dealer
    assert isinstance(trump, NamedTrump)
    namer = namer_of(trump, seats_in(deal))
    assert namer is not None
    return namer

"""The knowledge of one seat, or of the public, as a value.

INVARIANT: a view is made only from what its seat may see, so positions that differ only in what the
seat may not see give equal views. The view of seat None is public: it holds what everyone may see.
Hands are listed in the fixed order of suits and ranks, which hides the order of the cards in the
pack.
"""

from __future__ import annotations

from clagdsl.engine.actions import Action
from clagdsl.engine.events import Event, seen_by
from clagdsl.engine.legality import legal_in_view
from clagdsl.engine.match_state import (
    Actor,
    Hands,
    Phase,
    Position,
    actor,
    current_hands,
    has_seen,
    past_of,
)
from clagdsl.engine.transition import tricks_won
from clagdsl.lang.cards import IN_ORDER, Card, Suit
from clagdsl.lang.frozen import added_field, dataclass, replace
from clagdsl.lang.json_schema import Versioned, schema_of
from clagdsl.lang.json_value import JsonObject
from clagdsl.lang.rules import BidTogether
from clagdsl.table.bids import may_bid_blind
from clagdsl.table.history import Past
from clagdsl.table.legal_plays import Voids
from clagdsl.table.seats import bids_by_seat, blind_seats
from clagdsl.table.tricks import PlayedCard


@dataclass(frozen=True, slots=True)
class View(Versioned):
    """The knowledge of one seat about a match; with `seat` null, public knowledge.

    - `players`: the number of players.
    - `deal`: the number of the deal in the schedule.
    - `hand`: the cards that the seat holds and has seen.
    - `unseen`: the number of its cards that it cannot see.
    - `trump`: the trump suits, highest first: empty for no trump, one suit, or all; None if
      unknown.
    - `bids`, `tricks` (won) and `totals`: by seat; a bid is None if it is not made, or not known
      yet.
    - `events`: everything the seat has seen.
    - `legal`: the actions that are legal for it now.
    """

    seat: int | None
    players: int
    deal: int
    dealer: int
    actor: Actor
    phase: Phase
    hand: tuple[Card, ...]
    unseen: int
    trump: tuple[Suit, ...] | None
    turned: Card | None
    calls: tuple[str, ...]
    bids: tuple[int | None, ...]
    trick: tuple[PlayedCard, ...]
    tricks: tuple[int, ...]
    totals: tuple[int, ...]
    events: tuple[Event, ...]
    legal: tuple[Action, ...]
    past: Past = added_field(())
    """The values of every run and tally before this deal, by seat.

    After an auction is won, the last entry is `auction`: the winner's number, 0 for the others.
    """
    shown_hands: Hands = added_field(())
    """The hands of the others, by seat (its own is empty), in deals that show them."""
    blind: tuple[bool, ...] = added_field(())
    """For each seat, True if its bid was blind, in deals that offer the choice."""
    voids: Voids = added_field(())
    """For each seat, the suits in which its plays of this deal show a void; empty before any does.

    Wild cards count only if the rules count them in their printed suit.
    """
    turned_before: tuple[Card, ...] = added_field(())
    """The cards turned up before `turned`, in order, in deals that turn another card after some."""

    @property
    def own_seat(self) -> int:
        """The seat of this view; must not be used on the public view, which has no seat."""
        assert self.seat is not None
        return self.seat


def view_of(position: Position, seat: int | None) -> View:
    """Returns the view of a seat at a position, or the public view for None."""
    dealing, play = position.dealing, position.play
    players = position.setting.table.players
    hands = current_hands(position)
    hand = hands[seat] if hands and seat is not None else ()
    looks = seat is not None and has_seen(dealing, seat)
    standing = position.standing
    return View(
        seat=seat,
        players=players,
        deal=dealing.scheduled.number,
        dealer=dealing.dealer,
        actor=actor(position),
        phase=position.phase,
        hand=_sorted_hand(hand) if looks else (),
        unseen=0 if looks else len(hand),
        trump=dealing.trump,
        turned=dealing.turned,
        calls=dealing.calls or (),
        bids=_bids(position, seat),
        trick=play.trick if play else (),
        tricks=tricks_won(play.finished if play else (), players),
        totals=standing.figures.totals,
        events=seen_by(seat, standing.events) + seen_by(seat, position.events),
        legal=_own_legal(position, seat),
        past=past_of(position),
        shown_hands=_shown_hands(position, seat),
        blind=_blind(position),
        voids=play.voids if play else (),
        turned_before=dealing.turned_before,
    )


def _sorted_hand(hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """Returns a hand sorted in the fixed order of suits and ranks."""
    return tuple(sorted(hand, key=IN_ORDER))


def _shown_hands(position: Position, seat: int | None) -> Hands:
    """Returns the hands of the others, if everyone sees all hands but their own.

    The public view has none of them: each hand is hidden from one of the players.
    """
    if seat is None or not position.dealing.rules.shows_hands:
        return ()
    return tuple(
        () if other == seat else _sorted_hand(hand)
        for other, hand in enumerate(current_hands(position))
    )


def _bids(position: Position, seat: int | None) -> tuple[int | None, ...]:
    """Returns the bids that a seat knows: only its own while players bid simultaneously."""
    bids = bids_by_seat(position.dealing)
    together = isinstance(position.dealing.rules.bid, BidTogether)
    if not together or position.phase != "bid" or None not in bids:
        return bids
    return tuple(bid if other == seat else None for other, bid in enumerate(bids))


def _blind(position: Position) -> tuple[bool, ...]:
    """Returns, by seat, whether it has bid blind, which is public even while the bid is not."""
    dealing = position.dealing
    if not may_bid_blind(dealing.rules):
        return ()
    blind = blind_seats(dealing)
    return tuple(seat in blind for seat in range(dealing.rules.players))


def _own_legal(position: Position, seat: int | None) -> tuple[Action, ...]:
    """Returns the legal actions of a seat, as far as the seat can know them.

    If several seats may act, the actions are computed for this seat, since they may depend on its
    runs and tallies, and on whether it has looked.
    """
    if seat is None or seat not in position.acting:
        return ()
    depends_on_seat = position.standing.figures.past or may_bid_blind(position.dealing.rules)
    if seat != position.acting[0] and depends_on_seat:
        position = replace(position, acting=(seat,))
    return legal_in_view(position)


def view_schema() -> JsonObject:
    """Returns the JSON Schema (2020-12) of the output of `View.to_json`."""
    return schema_of(View, title="The view of one seat")


def event_schema() -> JsonObject:
    """Returns the JSON Schema (2020-12) of the output of an event's `to_json`."""
    return schema_of(Event, title="An event of a match")

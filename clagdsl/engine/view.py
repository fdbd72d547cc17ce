"""What one seat, or everybody, knows of a match, as a value.

A view is made only from what the seat may see: two positions that differ in nothing else give it
equal views.  The view of nobody's seat has what all may see.  Hands are listed in the fixed order
of suits and ranks, so that nothing tells how the cards lay in the pack.
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
    """What one seat knows; with `seat` None, what everybody may know.

    `players` is their number, `deal` the number in the schedule, `hand` the cards that the seat
    holds and knows, `unseen` how many of its cards it cannot see.  `trump` is None while it is
    not known, empty where there is none, one suit, or every suit from the highest.  `bids`
    (None: not made, or not known yet), `tricks` won and `totals` go by seat.  `events` is what the
    seat saw, `legal` what it may do now.
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
    """What every run and tally has come to before this deal, by seat.

    Once an auction is won, `auction` is the last of them: with what number, 0 for the others.
    """
    shown_hands: Hands = added_field(())
    """By seat, where everybody sees the hands of all others: what they hold; of its own none."""
    blind: tuple[bool, ...] = added_field(())
    """By seat, where players choose whether they look at their cards: who has bid without that."""
    voids: Voids = added_field(())
    """By seat, the suits that it has shown to be void of in this deal, by what it has played.

    Empty where nobody has.  Wild cards do not count, but where they are of their printed suit.
    """

    @property
    def own_seat(self) -> int:
        """The seat that this view is of; what everybody may know is the view of none."""
        assert self.seat is not None
        return self.seat


def view_of(position: Position, seat: int | None) -> View:
    """What a seat knows at a position, or everybody."""
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
    )


def _sorted_hand(hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """Returns a hand in the fixed order."""
    return tuple(sorted(hand, key=IN_ORDER))


def _shown_hands(position: Position, seat: int | None) -> Hands:
    """Returns the hands of all others, where everybody sees those; nobody looks at their own.

    What is shown to everybody holds none of them: each is hidden from one of the players.
    """
    if seat is None or not position.dealing.rules.shows_hands:
        return ()
    return tuple(
        () if other == seat else _sorted_hand(hand)
        for other, hand in enumerate(current_hands(position))
    )


def _bids(position: Position, seat: int | None) -> tuple[int | None, ...]:
    """Returns the bids that a seat knows: at most its own as long as all bid at once."""
    bids = bids_by_seat(position.dealing)
    if position.phase != "bid" or not isinstance(position.dealing.rules.bid, BidTogether):
        return bids
    return tuple(bid if other == seat else None for other, bid in enumerate(bids))


def _blind(position: Position) -> tuple[bool, ...]:
    """Who has bid without having looked; that is seen by all, even while the bid is not known."""
    dealing = position.dealing
    if not may_bid_blind(dealing.rules):
        return ()
    blind = blind_seats(dealing)
    return tuple(seat in blind for seat in range(dealing.rules.players))


def _own_legal(position: Position, seat: int | None) -> tuple[Action, ...]:
    """What a seat may do; where several may, each as it stands with runs and tallies.

    So with what it has seen.
    """
    if seat is None or seat not in position.acting:
        return ()
    depends_on_seat = position.standing.figures.past or may_bid_blind(position.dealing.rules)
    if seat != position.acting[0] and depends_on_seat:
        position = replace(position, acting=(seat,))
    return legal_in_view(position)


def view_schema() -> JsonObject:
    """Returns the JSON Schema (2020-12) of what `View.to_json` gives."""
    return schema_of(View, title="What one seat knows of a match")


def event_schema() -> JsonObject:
    """Returns the JSON Schema (2020-12) of what the `to_json` of an event gives."""
    return schema_of(Event, title="Something that has happened in a match")

"""The state of a match: immutable plain data. An action replaces as little of it as possible.

A `Position` is a whole match. Its parts change at different rates: `Setting` never, `Standing`
after each deal, `Dealing` in each phase before the card play, and `CardPlay` with each card.
`transition` creates new positions, and `view` derives from them what each seat may see.
"""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from typing import Final, Literal, TypeAlias

from clagdsl.engine.events import Event
from clagdsl.lang.cards import Card, Suit
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.policies.bid import AuctionWord
from clagdsl.table.counted_cards import suits_played
from clagdsl.table.deal_rules import DealRules, Trumps
from clagdsl.table.history import Past
from clagdsl.table.legal_plays import Turn, Voids
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.scoring import SeatResult
from clagdsl.table.seats import past_with_auction
from clagdsl.table.standings import Figures
from clagdsl.table.table import Table
from clagdsl.table.tricks import PlayedCard


class Chance(Enum):
    """The actor that deals cards and makes draws in a match without a seed."""

    CHANCE = "chance"

    def __repr__(self) -> str:
        return "CHANCE"


CHANCE: Final = Chance.CHANCE

Actor: TypeAlias = int | Literal[Chance.CHANCE] | None
"""A seat, CHANCE, or None when the match is over."""

Phase: TypeAlias = Literal[
    "dealer", "size", "deal", "call", "auction", "name", "first", "bid", "play", "over"
]

Hands: TypeAlias = tuple[tuple[Card, ...], ...]
"""The cards of each seat, in the order dealt."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The constants of a match: the rules at this table, the players' names, and the seed.

    `first_dealer` is None until the first dealer is drawn. `rules` is the reference to the rules in
    records.
    """

    table: Table
    names: tuple[str, ...]
    first_dealer: int | None
    seed: int | None
    match: int
    rules: str


@dataclass(frozen=True, slots=True)
class PlayedTrick:
    """A finished trick: its 1-based number, its cards in the order played, and its winner."""

    number: int
    cards: tuple[PlayedCard, ...]
    winner: int


@dataclass(frozen=True, slots=True)
class Dealing:
    """The current deal, except for the card play.

    Fields that are not known yet are None, or an empty tuple.

    - `hands`: the cards dealt so far.
    - `seen`: True if players may look at their own cards.
    - `looked`: the seats that looked before bidding, if that is a choice.
    - `turned`: the card turned up for trump; `turned_before`: those turned up before it.
    - `bids`: the bids in turn order.
    - `drawn`: the seat drawn to bid first.
    - `auction`: the bids and passes, starting with eldest hand.
    - `suit`: the suit drawn as trump.
    """

    scheduled: ScheduledDeal
    rules: DealRules
    dealer: int
    cards: int | None
    pack: tuple[Card, ...] | None = None
    hands: Hands = ()
    seen: bool = False
    caller: int | None = None
    calls: tuple[str, ...] | None = None
    trump: Trumps | None = None
    turned: Card | None = None
    turned_before: tuple[Card, ...] = ()
    bids: tuple[int, ...] = ()
    drawn: int | None = None
    auction: tuple[AuctionWord, ...] = ()
    suit: Suit | None = None
    looked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CardPlay:
    """The card play: the remaining hands, the trick in progress, and the finished tricks.

    `voids` are the suits in which each seat has shown a void.
    """

    hands: Hands
    leader: int
    trick: tuple[PlayedCard, ...] = ()
    finished: tuple[PlayedTrick, ...] = ()
    voids: Voids = ()


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A finished deal: how it was played, and its result for each seat."""

    dealing: Dealing
    tricks: tuple[PlayedTrick, ...]
    results: tuple[SeatResult, ...]
    winner: int
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of the match after the finished deals: figures, history and events.

    At the end of the match it also holds winners and payments.
    """

    figures: Figures
    history: tuple[PlayedDeal, ...] = ()
    events: tuple[Event, ...] = ()
    winners: tuple[int, ...] = ()
    payments: tuple[Fraction, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """A whole match at one moment.

    `acting` are the seats that may act now. `decisions` is the number of decisions made in this
    deal. `events` are the events after those in `standing`.
    """

    setting: Setting
    standing: Standing
    phase: Phase
    acting: tuple[int, ...]
    dealing: Dealing
    play: CardPlay | None
    decisions: int
    events: tuple[Event, ...]


def actor(position: Position) -> Actor:
    """Returns the first seat that may act, CHANCE, or None when the match is over."""
    if position.acting:
        return position.acting[0]
    return None if position.phase == "over" else CHANCE


def current_hands(position: Position) -> Hands:
    """Returns the cards that each seat holds now; empty before cards are dealt."""
    return position.dealing.hands if position.play is None else position.play.hands


def turn_of(position: Position, play: CardPlay, hand: tuple[Card, ...]) -> Turn:
    """Returns the turn of a player who holds this hand."""
    dealing = position.dealing
    if play.trick or not dealing.rules.holds_back:
        return Turn(hand, play.trick, dealing.trump)
    tricks = (trick.cards for trick in play.finished)
    broken = suits_played(dealing.rules, dealing.trump, tricks)
    return Turn(hand, play.trick, dealing.trump, broken)


def has_seen(dealing: Dealing, seat: int) -> bool:
    """Returns whether a seat may look at its own cards, or has chosen to do so before bidding."""
    return dealing.seen or seat in dealing.looked


def past_of(position: Position) -> Past:
    """Returns the runs, tallies and auction numbers of all seats, for use in limits and scores."""
    return past_with_auction(position.dealing, position.standing.figures.past)

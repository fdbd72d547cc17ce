"""Where a match stands: plain data, of which one action replaces as little as it can."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from typing import Final, Literal, TypeAlias

from clagdsl.engine.events import Event
from clagdsl.lang.cards import Card, Suit
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.policies.bid import AuctionWord
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
    """Who deals the cards and draws lots where no seed does: not a player."""

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
    """What holds for the whole match: the rules at this table, who sits there, the seed.

    `first_dealer` is None until it is drawn, `rules` is how a record names the rules.
    """

    table: Table
    names: tuple[str, ...]
    first_dealer: int | None
    seed: int | None
    match: int
    rules: str


@dataclass(frozen=True, slots=True)
class PlayedTrick:
    """A finished trick: its number from 1, its cards in the order played, who won it."""

    number: int
    cards: tuple[PlayedCard, ...]
    winner: int


@dataclass(frozen=True, slots=True)
class Dealing:
    """The deal being played, but for the play of the cards.

    `hands` are as dealt so far, `bids` in turn order, `seen` tells whether players may look at
    their own cards, `looked` who has done so before bidding, where that is a choice, `drawn` is who
    is drawn to bid first, `suit` what is drawn as trump, `auction` what has been said in the
    auction, by eldest first.  What has not happened yet is None, or missing
    from `bids` and `auction`.
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
    bids: tuple[int, ...] = ()
    drawn: int | None = None
    auction: tuple[AuctionWord, ...] = ()
    suit: Suit | None = None
    looked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CardPlay:
    """The play of the cards: what each seat still holds, the trick begun, the tricks finished.

    `voids` are the suits that each seat has shown to be void of.
    """

    hands: Hands
    leader: int
    trick: tuple[PlayedCard, ...] = ()
    finished: tuple[PlayedTrick, ...] = ()
    voids: Voids = ()


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A finished deal: how it was played, and what each seat made of it."""

    dealing: Dealing
    tricks: tuple[PlayedTrick, ...]
    results: tuple[SeatResult, ...]
    winner: int
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """What the deals so far have come to: figures, history, and at the end who has won."""

    figures: Figures
    history: tuple[PlayedDeal, ...] = ()
    events: tuple[Event, ...] = ()
    winners: tuple[int, ...] = ()
    payments: tuple[Fraction, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """A whole match at one moment.

    `acting` is every seat that may act now, `decisions` how many decisions of this deal are made,
    `events` what has happened since the deals of `standing`.
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
    """Who is to act: the first of the seats that may, CHANCE, or None when it is over."""
    if position.acting:
        return position.acting[0]
    return None if position.phase == "over" else CHANCE


def current_hands(position: Position) -> Hands:
    """What each seat holds now; no hands before the deal."""
    return position.dealing.hands if position.play is None else position.play.hands


def turn_of(position: Position, play: CardPlay, hand: tuple[Card, ...]) -> Turn:
    """What the table knows when this hand has to play."""
    dealing = position.dealing
    if play.trick or not dealing.rules.holds_back:
        return Turn(hand, play.trick, dealing.trump)
    broken = {played.face.suit for trick in play.finished for played in trick.cards}
    return Turn(hand, play.trick, dealing.trump, broken)


def has_seen(dealing: Dealing, seat: int) -> bool:
    """Returns whether a seat may look at its own cards, or has chosen to before bidding."""
    return dealing.seen or seat in dealing.looked


def past_of(position: Position) -> Past:
    """What limits and scores read of every player besides the deal's own figures."""
    return past_with_auction(position.dealing, position.standing.figures.past)

"""What has happened in a match: frozen values, named as past participles.

In JSON `kind` is the name of the class.
`Event` is all of them.  The referee's events hold everything; `seen_by` is what one seat saw.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Final, TypeAlias

from clagdsl.lang.cards import Card, Suit
from clagdsl.lang.frozen import dataclass, later
from clagdsl.lang.json_schema import Versioned
from clagdsl.table.tricks import MOST_KEPT


@dataclass(frozen=True, slots=True)
class DealerDrawn(Versioned):
    """It has been drawn who deals first, or it was said, where the rules have it drawn."""

    seat: int


@dataclass(frozen=True, slots=True)
class DealBegun(Versioned):
    """A deal of the schedule begins: its number there, its name, who deals."""

    deal: int
    name: str
    dealer: int


@dataclass(frozen=True, slots=True)
class CardsPicked(Versioned):
    """The dealer has picked how many cards each player gets."""

    seat: int
    cards: int


@dataclass(frozen=True, slots=True)
class CardsDealt(Versioned):
    """Every player has got so many cards; `pack` is its order from the top, None in a view."""

    cards: int
    pack: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class FirstCardsDealt(Versioned):
    """Every player has got the first so many cards, of `cards` in all, from which trump is named.

    `pack` is its order from the top, None in a view.  `CardsDealt` follows when trump is named.
    """

    first: int
    cards: int
    pack: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class HandSeen(Versioned):
    """A player has looked at the hand, listed in the fixed order of suits and ranks."""

    seat: int
    hand: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HandShown(Versioned):
    """Everybody but the player has seen this hand, listed in the fixed order."""

    seat: int
    hand: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CallMade(Versioned):
    """The caller has chosen these twists, in the order in which the rules declare them."""

    seat: int
    calls: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AuctionSaid(Versioned):
    """A player has said a number of tricks and a trump in the auction, None for no trumps."""

    seat: int
    number: int
    trump: Suit | None


@dataclass(frozen=True, slots=True)
class Passed(Versioned):
    """A player has passed in the auction, and is out of it."""

    seat: int


@dataclass(frozen=True, slots=True)
class AuctionWon(Versioned):
    """A player has won the auction, with the number of tricks and the trump said last."""

    seat: int
    number: int
    trump: Suit | None


@dataclass(frozen=True, slots=True)
class DealThrownIn(Versioned):
    """All have passed in the auction: the deal is not played, and nobody scores."""

    deal: int


@dataclass(frozen=True, slots=True)
class TrumpNamed(Versioned):
    """A player has named the trump suit, or the order of all suits, highest first."""

    seat: int
    trump: tuple[Suit, ...]


@dataclass(frozen=True, slots=True)
class TrumpTurned(Versioned):
    """The next card of the stock has been turned up, or the dealer's last one; its suit is trump.

    `card` is None where no card was left to turn, so that there is no trump.
    """

    card: Card | None


@dataclass(frozen=True, slots=True)
class TrumpDrawn(Versioned):
    """The trump suit of this deal has been drawn, by a card of another pack."""

    suit: Suit


@dataclass(frozen=True, slots=True)
class BidderDrawn(Versioned):
    """It has been drawn who bids first in this deal."""

    seat: int


@dataclass(frozen=True, slots=True)
class Looked(Versioned):
    """A player has looked at the own cards before bidding, where that is a choice: all see that."""

    seat: int


@dataclass(frozen=True, slots=True)
class BidMade(Versioned):
    """A player has nominated a number of tricks.

    Where all bid `together`, `bid` is None in the view of everybody else: `BidsTold` tells it.
    `blind` tells that the player has chosen not to look at the own cards before.
    """

    seat: int
    bid: int | None
    together: bool = later(False)
    blind: bool = later(False)


@dataclass(frozen=True, slots=True)
class BidsTold(Versioned):
    """Everybody has bid at once, and now the bids are known, by seat."""

    bids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardPlayed(Versioned):
    """A player has played a card; `face` is what a wild stands for, None where it is no wild.

    Of a special card it is how it is played, such as `Joker low asks highest H`.
    """

    seat: int
    card: Card
    face: Card | None


@lru_cache(maxsize=MOST_KEPT)
def card_played(seat: int, card: Card, face: Card | None) -> CardPlayed:
    """That a card has been played, mostly what is there already: the same happens in every deal."""
    return CardPlayed(seat, card, face)


@dataclass(frozen=True, slots=True)
class TrickWon(Versioned):
    """A player has won the trick of this number, counted from 1 in every deal."""

    trick: int
    seat: int


@dataclass(frozen=True, slots=True)
class DealScored(Versioned):
    """A deal is over: tricks won, points of this deal and running totals, by seat.

    `winner` is who won the deal as the rules have it.
    """

    deal: int
    tricks: tuple[int, ...]
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    winner: int


@dataclass(frozen=True, slots=True)
class MatchWon(Versioned):
    """The match is over: who has won it, and what each seat gets or pays."""

    winners: tuple[int, ...]
    payments: tuple[Fraction, ...]


Event: TypeAlias = (
    DealerDrawn
    | DealBegun
    | CardsPicked
    | FirstCardsDealt
    | CardsDealt
    | HandSeen
    | HandShown
    | CallMade
    | AuctionSaid
    | Passed
    | AuctionWon
    | DealThrownIn
    | TrumpNamed
    | TrumpTurned
    | TrumpDrawn
    | BidderDrawn
    | Looked
    | BidMade
    | BidsTold
    | CardPlayed
    | TrickWon
    | DealScored
    | MatchWon
)


_NOT_FOR_ALL: Final = frozenset((CardsDealt, FirstCardsDealt, BidMade, HandSeen, HandShown))
"""Events of which not everybody sees everything."""


def seen_by(seat: int | None, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """What one seat saw of these events: no pack, no hand or bid that only others know.

    With None, what everybody saw: no hand at all.
    """
    seen: list[Event] = []
    for event in events:
        if type(event) not in _NOT_FOR_ALL:  # nearly all of a match, which is looked at often
            seen.append(event)
        elif type(event) is CardsDealt:
            seen.append(CardsDealt(event.cards, None))
        elif type(event) is FirstCardsDealt:
            seen.append(FirstCardsDealt(event.first, event.cards, None))
        elif type(event) is BidMade and event.together and event.seat != seat:
            seen.append(BidMade(event.seat, None, together=True, blind=event.blind))
        elif type(event) is HandSeen:
            if event.seat == seat:
                seen.append(event)
        elif type(event) is not HandShown or seat not in (None, event.seat):
            seen.append(event)
    return tuple(seen)

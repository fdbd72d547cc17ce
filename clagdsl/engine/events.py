"""The events of a match: frozen values, named by past participles.

In JSON, `kind` is the name of the class, and its docstring is the description in the schema.
`Event` is the union of all events. The events of a `State` hold everything; `seen_by` returns them
as one seat sees them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal, Protocol, TypeAlias, assert_never

from clagdsl.engine.actions import (
    LOOKED,
    PASSED,
    Action,
    Bid,
    MakeCall,
    PickCards,
    Play,
    SayInAuction,
    naming,
)
from clagdsl.lang.cards import SUIT_NAMES, SUIT_SIGNS, Card, Suit, is_special
from clagdsl.lang.frozen import added_field, dataclass
from clagdsl.lang.json_schema import Versioned
from clagdsl.lang.special_cards import PlayedAs
from clagdsl.problems.escape import escape_invisible
from clagdsl.table.tricks import MOST_KEPT


@dataclass(frozen=True, slots=True)
class DealerDrawn(Versioned):
    """The first dealer of the match has been drawn, or named in its place."""

    seat: int


@dataclass(frozen=True, slots=True)
class DealBegun(Versioned):
    """A deal begins: its number in the schedule, its name and its dealer."""

    deal: int
    name: str
    dealer: int


@dataclass(frozen=True, slots=True)
class CardsPicked(Versioned):
    """The dealer has picked the number of cards for each player."""

    seat: int
    cards: int


@dataclass(frozen=True, slots=True)
class CardsDealt(Versioned):
    """Every player has been dealt `cards`; `pack` is its order from the top, null in a view."""

    cards: int
    pack: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class FirstCardsDealt(Versioned):
    """Every player has been dealt the `first` of all `cards`, from which trump will be named.

    `pack` is its order from the top, or None in a view. `CardsDealt` follows once trump is named.
    """

    first: int
    cards: int
    pack: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class HandSeen(Versioned):
    """A player has looked at their own hand, listed in the fixed order of suits and ranks."""

    seat: int
    hand: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HandShown(Versioned):
    """All other players have seen this hand, listed in the fixed order."""

    seat: int
    hand: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CallMade(Versioned):
    """The caller has chosen these twists, in the order of their declaration."""

    seat: int
    calls: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AuctionSaid(Versioned):
    """A player has bid a number of tricks and a trump in the auction, null for no trumps."""

    seat: int
    number: int
    trump: Suit | None


@dataclass(frozen=True, slots=True)
class Passed(Versioned):
    """A player has passed and left the auction."""

    seat: int


@dataclass(frozen=True, slots=True)
class AuctionWon(Versioned):
    """A player has won the auction with the last bid: a number of tricks and a trump."""

    seat: int
    number: int
    trump: Suit | None


@dataclass(frozen=True, slots=True)
class DealThrownIn(Versioned):
    """All players have passed: the deal is not played, and nobody scores."""

    deal: int


@dataclass(frozen=True, slots=True)
class TrumpNamed(Versioned):
    """A player has named the trump suit, or the order of all suits, highest first."""

    seat: int
    trump: tuple[Suit, ...]


TurnedMeaning: TypeAlias = Literal["its suit", "no trump", "what the dealer names"]


@dataclass(frozen=True, slots=True)
class TrumpTurned(Versioned):
    """The next card of the stock has been turned up, or the dealer's last one.

    Without a card left to turn, `card` is None and the deal has no trump. `before` has the cards
    turned before it, in order.
    """

    card: Card | None
    before: tuple[Card, ...] = added_field(())
    means: TurnedMeaning = added_field("its suit")
    """The trump that the card makes."""


@dataclass(frozen=True, slots=True)
class TrumpDrawn(Versioned):
    """The trump suit has been drawn from another pack."""

    suit: Suit


@dataclass(frozen=True, slots=True)
class BidderDrawn(Versioned):
    """The first bidder of the deal has been drawn."""

    seat: int


@dataclass(frozen=True, slots=True)
class Looked(Versioned):
    """A player has chosen to look at their cards before bidding, as all see."""

    seat: int


@dataclass(frozen=True, slots=True)
class BidMade(Versioned):
    """A player has bid a number of tricks.

    If all players bid `together`, other players see None as the `bid` until `BidsTold` reveals it.
    `blind` is True if the player chose not to look at their cards first. `again` is True if the bid
    replaces the player's bid in `BidsTold`.
    """

    seat: int
    bid: int | None
    together: bool = added_field(False)
    blind: bool = added_field(False)
    again: bool = added_field(False)


@dataclass(frozen=True, slots=True)
class BidsTold(Versioned):
    """All players have bid together; the bids are revealed, by seat."""

    bids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardPlayed(Versioned):
    """A player has played a card; `face` is the card that a wild stands for, otherwise null.

    The face of a special card is how it was played, such as `Joker low asks highest H`.
    """

    seat: int
    card: Card
    face: Card | None


@lru_cache(maxsize=MOST_KEPT)
def card_played(seat: int, card: Card, face: Card | None) -> CardPlayed:
    """Returns the event of a played card, usually from a cache, since plays recur in every deal."""
    return CardPlayed(seat, card, face)


@dataclass(frozen=True, slots=True)
class TrickWon(Versioned):
    """A player has won the trick of this number, counted from 1 in every deal."""

    trick: int
    seat: int


@dataclass(frozen=True, slots=True)
class DealScored(Versioned):
    """A deal is over: tricks won, points of this deal and running totals, by seat.

    `winner` is the seat that won the deal by its rules.
    """

    deal: int
    tricks: tuple[int, ...]
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    winner: int


@dataclass(frozen=True, slots=True)
class MatchWon(Versioned):
    """The match is over: its winners, and what each seat receives or pays."""

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
"""Events that some seats see only in part or not at all."""


def seen_by(seat: int | None, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Returns the events as one seat saw them, without hidden packs, hands and bids.

    If `seat` is None, returns the public events, which do not contain any hands.
    """
    seen: list[Event] = []
    for event in events:
        if type(event) not in _NOT_FOR_ALL:  # by far the most common case, and views are made often
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


# --- the decision behind an event -------------------------------------------------------


def decision_of(event: Event) -> Action | None:
    """Returns the player's action that caused an event; None if chance or the rules caused it.

    Also returns None for a bid whose number is hidden.
    """
    match event:
        case CardPlayed(card=card, face=face):
            return Play(card, face)
        case BidMade(bid=int(bid), blind=blind):
            return Bid(bid, blind)
        case CardsPicked(cards=cards):
            return PickCards(cards)
        case CallMade(calls=calls):
            return MakeCall(calls)
        case AuctionSaid(number=number, trump=trump):
            return SayInAuction(number, trump)
        case Passed():
            return PASSED
        case TrumpNamed(trump=trump):
            return naming(trump)
        case Looked():
            return LOOKED
        case _:
            return None


def all_decisions(events: Iterable[Event]) -> list[Action]:
    """Returns every player's decision behind these events, in order."""
    actions = (decision_of(event) for event in events)
    return [action for action in actions if action is not None]


# --- the text of an event -------------------------------------------------------------------


class Listener(Protocol):
    """The wording for one audience: how players, cards and suits are named."""

    def who(self, seat: int, /) -> str:
        """Returns a player's name, or `You`."""

    def with_verb(self, seat: int, verb: str, /) -> str:
        """Returns a player's name with a verb: `You deal`, `Ann deals`."""

    def card(self, card: Card, /) -> str:
        """Returns a card in short form: `Q♠`."""

    def suits(self, suits: Sequence[Suit], /) -> str:
        """Returns an order of suits as text, highest first."""


@dataclass(frozen=True, slots=True)
class Everybody:
    """The wording for all players together, in which everyone is named."""

    names: Sequence[str]

    def who(self, seat: int) -> str:
        """Returns a player's name."""
        return self.names[seat]

    def with_verb(self, seat: int, verb: str) -> str:
        """Returns a player's name with a verb."""
        return f"{self.names[seat]} {verb}{'es' if verb.endswith('s') else 's'}"

    def card(self, card: Card) -> str:
        """Returns a card with the symbol of its suit."""
        return card_text(card)

    def suits(self, suits: Sequence[Suit]) -> str:
        """Returns the names of suits in order."""
        return suit_words(suits)


_OfPhases: TypeAlias = (
    DealerDrawn
    | DealBegun
    | FirstCardsDealt
    | CardsDealt
    | HandSeen
    | HandShown
    | DealThrownIn
    | BidsTold
    | TrickWon
    | DealScored
    | MatchWon
)
"""The events that concern a phase of the deal rather than single decisions and draws."""


def event_words(event: Event, to: Listener) -> str:
    """Returns a description of an event, or "" if it need not be mentioned.

    The terminal, the log and the browser share these descriptions. `cli/play/event_text` adds
    details for the terminal.
    """
    if isinstance(event, _OfPhases):
        return _words_of_phase(event, to)
    match event:
        case TrumpTurned() | TrumpDrawn() | TrumpNamed() | BidderDrawn():
            return _words_of_draw(event, to)
        case CardsPicked(seat=seat, cards=cards):
            return f"{to.with_verb(seat, 'pick')} {_cards(cards)} each"
        case CallMade(seat=seat, calls=calls):
            return f"{to.with_verb(seat, 'call')} {escape_invisible(', '.join(calls)) or 'nothing'}"
        case AuctionSaid(seat=seat, number=number, trump=trump):
            return f"{to.with_verb(seat, 'say')} {number} {_trump_text(trump)}"
        case AuctionWon(seat=seat, number=number, trump=trump):
            return f"{to.with_verb(seat, 'win')} the auction with {number} {_trump_text(trump)}"
        case Passed(seat=seat):
            return to.with_verb(seat, "pass")
        case Looked(seat=seat):
            return f"{to.with_verb(seat, 'look')} at the cards"
        case BidMade(seat=seat, bid=bid, again=True):
            return f"{to.with_verb(seat, 'change')} the bid to {bid}"
        case BidMade(seat=seat, bid=bid, blind=blind):
            bid_text = f" {bid}" if bid is not None else "" if blind else " without telling yet"
            return f"{to.with_verb(seat, 'bid')}{bid_text}{' blind' if blind else ''}"
        case CardPlayed(seat=seat):
            return f"{to.with_verb(seat, 'play')} {_played(event, to)}"
        case _:
            assert_never(event)


def _words_of_phase(event: _OfPhases, to: Listener) -> str:
    match event:
        case DealerDrawn(seat=seat):
            return f"Drawn to deal first: {to.who(seat)}"
        case DealBegun(deal=deal, name=name, dealer=dealer):
            return (
                f"Deal {deal}{'' if name == 'normal' else f', {name}'}:"
                f" {to.with_verb(dealer, 'deal')}"
            )
        case FirstCardsDealt(first=first):
            return f"Everybody gets the first {first}"
        case CardsDealt(cards=cards):
            return f"Everybody has {_cards(cards)}"
        case HandSeen() | HandShown():
            return ""
        case DealThrownIn(deal=deal):
            return f"All have passed: deal {deal} is thrown in"
        case BidsTold(bids=bids):
            by_player = ", ".join(f"{to.who(seat)} {bid}" for seat, bid in enumerate(bids))
            return f"All have bid: {by_player}"
        case TrickWon(trick=trick, seat=seat):
            return f"{to.with_verb(seat, 'win')} trick {trick}"
        case DealScored(deal=deal, scores=scores):
            by_player = ", ".join(f"{to.who(seat)} {score:+}" for seat, score in enumerate(scores))
            return f"Deal {deal} is scored: {by_player}"
        case MatchWon(winners=(seat,)):
            return f"{to.with_verb(seat, 'win')} the match"
        case MatchWon(winners=winners):
            return f"{' and '.join(map(to.who, winners))} win the match"
        case _:
            assert_never(event)


def _words_of_draw(event: TrumpTurned | TrumpDrawn | TrumpNamed | BidderDrawn, to: Listener) -> str:
    match event:
        case TrumpTurned(card=card, before=before, means=means):
            if card is None:
                return "No card is left to turn: there is no trump"
            cards = ", then ".join(map(to.card, (*before, card)))
            turned = f"{cards} {'are' if before else 'is'} turned"
            match means:
                case "its suit":
                    return f"{turned}: {SUIT_NAMES[card.suit]} are trump"
                case "no trump":
                    return f"{turned}: there is no trump"
                case "what the dealer names":
                    return turned
        case TrumpDrawn(suit=suit):
            return f"Drawn as trump: {SUIT_NAMES[suit]}"
        case TrumpNamed(seat=seat, trump=trump):
            suits = to.suits(trump) if len(trump) > 1 else _trump_text(trump[0] if trump else None)
            return f"{to.with_verb(seat, 'name')} {suits}"
        case BidderDrawn(seat=seat):
            return f"Drawn to bid first: {to.who(seat)}"
        case _:
            assert_never(event)


def _played(event: CardPlayed, to: Listener) -> str:
    if isinstance(event.face, PlayedAs):
        return escape_invisible(str(event.face))
    card = to.card(event.card)
    return card if event.face is None else f"{card} as {to.card(event.face)}"


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _trump_text(trump: Suit | None) -> str:
    return "no trump" if trump is None else SUIT_NAMES[trump]


def card_text(card: Card) -> str:
    """Returns a card in short form: `Q♠`."""
    return str(card) if is_special(card) else f"{card.rank}{SUIT_SIGNS[card.suit]}"


def suit_words(suits: Sequence[Suit]) -> str:
    """Returns the names of suits, such as `hearts`."""
    return ", ".join(SUIT_NAMES[suit] for suit in suits)


def signed(points: int) -> str:
    """Returns points with their sign: `+10`, `0`, `-3`."""
    return f"{points:+d}" if points else "0"

"""The actions of a match: frozen values, each with one text form, and the parser for this form.

`read_action(str(action))` returns an equal action. Common actions are created once and shared. The
face of a played card is the card that it represents, or the way in which a special card is played.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Final, TypeAlias, TypeVar

from clagdsl import problems
from clagdsl.lang.cards import (
    PACK,
    SUIT_NAMES,
    SUITS,
    Card,
    Suit,
    is_special,
    read_card,
    read_suit,
    short_cards,
    special_card,
)
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.json_value import TextValue
from clagdsl.lang.numerals import NUMBER
from clagdsl.lang.policies.bid import PASS, AuctionContract, read_auction_contract
from clagdsl.lang.rules import Call, ChosenBid, NamedTrump
from clagdsl.lang.special_cards import PlayedAs, read_special_play
from clagdsl.problems.diagnostic import Reason
from clagdsl.table.bids import has_auction, may_bid_blind
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.phases import named_when_turned

Part = TypeVar("Part")

CardReader: TypeAlias = Callable[[str], Card | None]  # finds the card that a word names


@dataclass(frozen=True, slots=True)
class DrawDealer(TextValue):
    """Chance draws the player who deals first, by name: `dealer Ann`."""

    player: str

    def __str__(self) -> str:
        return f"dealer {write_name(self.player)}"


@dataclass(frozen=True, slots=True)
class PickCards(TextValue):
    """The dealer picks how many cards each player gets: `cards 5`."""

    number: int

    def __str__(self) -> str:
        return f"cards {self.number}"


@dataclass(frozen=True, slots=True)
class DealPack(TextValue):
    """Chance deals the whole pack, from the top: `deal 2C KD ...`.

    If trump is drawn, its suit follows the cards: `deal 2C KD ... trump hearts`.
    """

    pack: tuple[Card, ...]
    trump: Suit | None = None

    def __str__(self) -> str:
        drawn = "" if self.trump is None else f" {_TRUMP_TEXTS[self.trump]}"
        return "deal " + " ".join(map(str, self.pack)) + drawn


@dataclass(frozen=True, slots=True)
class MakeCall(TextValue):
    """The caller chooses any number of twists: `call Precedence, Nuloss`, `call`."""

    names: tuple[str, ...]

    def __str__(self) -> str:
        return f"call {write_names(self.names)}".rstrip()


@dataclass(frozen=True, slots=True)
class SayInAuction(TextValue):
    """A player bids a number of tricks with a trump in the auction: `auction 5C`."""

    number: int
    trump: Suit | None

    def __str__(self) -> str:
        return f"auction {AuctionContract(self.number, self.trump)}"


@dataclass(frozen=True, slots=True)
class Pass(TextValue):
    """A player passes in the auction: `pass`."""

    def __str__(self) -> str:
        return PASS


@dataclass(frozen=True, slots=True)
class NameTrump(TextValue):
    """A player names the trump suit: `trump hearts`; `trump none`, with no suit, for no trump."""

    suit: Suit | None

    def __str__(self) -> str:
        return _TRUMP_TEXTS[self.suit]


@dataclass(frozen=True, slots=True)
class NameOrder(TextValue):
    """A player names the order of the suits, highest first: `order S H C D`."""

    suits: tuple[Suit, ...]

    def __str__(self) -> str:
        return "order " + " ".join(self.suits)


@dataclass(frozen=True, slots=True)
class DrawBidder(TextValue):
    """Chance draws the player who bids first, by name: `first Ann`."""

    player: str

    def __str__(self) -> str:
        return f"first {write_name(self.player)}"


@dataclass(frozen=True, slots=True)
class Look(TextValue):
    """A player looks at their own cards before bidding: `look`."""

    def __str__(self) -> str:
        return LOOK


@dataclass(frozen=True, slots=True)
class Bid(TextValue):
    """A player bids a number of tricks: `bid 2`.

    If players may choose whether to look at their cards first, a bid without a look is `bid 2
    blind`.
    """

    number: int
    blind: bool = False

    def __str__(self) -> str:
        return f"bid {self.number} {_BLIND}" if self.blind else f"bid {self.number}"


@dataclass(frozen=True, slots=True)
class Play(TextValue):
    """A player plays a card: `play QS`; a wild card stands for its face: `play 2H as AD`.

    The face of a special card is how it is played, if that must be stated: `play Joker low`, `play
    Joker asks highest H`.
    """

    card: Card
    face: Card | None = None

    def __str__(self) -> str:
        if self.face is None or isinstance(self.face, PlayedAs):
            return f"play {self.face or self.card}"
        return f"play {self.card} as {self.face}"


@dataclass(frozen=True, slots=True)
class PlayTop(TextValue):
    """A player plays the top card without knowing it: `play top`, `play top as AD`.

    `face` applies if the card is wild, or if it is that special card: `play top as Joker low`.
    """

    face: Card | None = None

    def __str__(self) -> str:
        return "play top" if self.face is None else f"play top as {self.face}"


Action: TypeAlias = (
    DrawDealer
    | PickCards
    | DealPack
    | MakeCall
    | SayInAuction
    | Pass
    | NameTrump
    | NameOrder
    | DrawBidder
    | Look
    | Bid
    | Play
    | PlayTop
)

LOOK: Final = "look"
_BLIND: Final = "blind"

_TRUMP_TEXTS: Final[dict[Suit | None, str]] = {
    **{suit: f"trump {name}" for suit, name in SUIT_NAMES.items()},
    None: "trump none",
}

# One object per action: a match builds thousands of sets of legal actions, and constructing
# objects dominates the cost. These tables have every card that can be written; a deck uses some
# of them.
PLAYS: Final = {card: Play(card) for card in PACK}
WILD_PLAYS: Final = {card: {face: Play(card, face) for face in PACK} for card in PACK}


@cache
def bid_of(number: int, *, blind: bool = False) -> Bid:
    """Returns the bid of `number` tricks, blind or not."""
    return Bid(number, blind)


@cache
def play_of(card: Card, face: Card | None = None) -> Play:
    """Returns the play of a card, with the face if it must be stated."""
    return Play(card, face)


TRUMPS: Final = {suit: NameTrump(suit) for suit in SUITS}
NO_TRUMP: Final = NameTrump(None)
PLAY_TOP: Final = PlayTop()
PASSED: Final = Pass()
LOOKED: Final = Look()


def naming(suits: tuple[Suit, ...]) -> NameTrump | NameOrder:
    """Returns the action that names a trump suit, an order of suits, or no trump."""
    match suits:
        case ():
            return NO_TRUMP
        case (suit,):
            return TRUMPS[suit]
        case _:
            return NameOrder(suits)


def named(action: Action) -> tuple[Suit, ...]:
    """Returns the suits that an action names as trump, highest first; empty for other actions."""
    match action:
        case NameTrump(suit=suit) if suit is not None:
            return (suit,)
        case NameOrder(suits=suits):
            return suits
        case _:
            return ()


TEXT_LIMIT: Final = 4000
"""The maximum length of an action's text. The largest pack takes 1,912 characters, and the length
of names is bounded.
"""

NUMBER_LIMIT: Final = 10**9
"""Numbers in actions given as values must have an absolute value below this."""


def read_action(text: str, specials: Collection[str] = ()) -> Action | None:
    """Returns the action denoted by `text`, or None if it denotes none; the inverse of `str`.

    `specials` are the names of the special cards in the game.
    """
    if len(text) > TEXT_LIMIT:
        return None
    words = text.split(None, 1)
    if not words:
        return None
    rest = words[1].strip() if len(words) > 1 else ""
    if specials and words[0] in ("deal", "play"):
        read = card_reader(specials)
        return _read_pack(rest, read) if words[0] == "deal" else read_play(rest, read)
    reader = _READERS.get(words[0])
    return None if reader is None else reader(rest)


_NAME: Final = re.compile(r'\s*"([^"]*)"\s*,|([^,]*),')


def read_names(text: str) -> tuple[str, ...]:
    """Returns the comma-separated names of a call; names in quotes may contain commas."""
    if not text.strip():
        return ()
    parts = _NAME.findall(text + ",")
    return tuple(quoted or " ".join(plain.split()) for quoted, plain in parts)


def write_names(names: Sequence[str]) -> str:
    """Joins the names of a call, as in `Precedence, Nuloss`, with quotes only if needed."""
    return ", ".join(
        name if name == " ".join(name.split()) and "," not in name else f'"{name}"'
        for name in names
    )


def write_name(name: str) -> str:
    """Returns a player's name as written at the end of an action, with quotes only if needed."""
    return name if name and name == " ".join(name.split()) and name[0] != '"' else f'"{name}"'


def _read_name(text: str) -> str | None:
    if len(text) > 1 and text[0] == '"' == text[-1]:
        return text[1:-1]
    return " ".join(text.split()) or None


def _action_from(kind: Callable[[Part], Action], part: Part | None) -> Action | None:
    """Returns the action for a parsed part, or None if it could not be parsed."""
    return None if part is None else kind(part)


def _read_number(text: str) -> int | None:
    return int(text) if NUMBER.fullmatch(text) else None


def _read_bid(text: str) -> Action | None:
    figure, *rest = text.split() or [""]
    number = _read_number(figure)
    return None if number is None or rest not in ([], [_BLIND]) else Bid(number, bool(rest))


def _read_pack(text: str, read: CardReader = read_card) -> Action | None:
    pack, drawn, suit = text.partition(" trump ")
    trump = read_suit(suit.strip())
    cards = tuple(read(word) for word in short_cards(pack).split())
    valid = tuple(card for card in cards if card is not None)
    if not cards or len(valid) < len(cards) or (drawn and trump is None):
        return None
    return DealPack(valid, trump)


def _read_call(text: str) -> Action | None:
    names = read_names(text)
    return MakeCall(names) if all(names) else None


def _read_trump(text: str) -> Action | None:
    if text == "none":
        return NO_TRUMP
    suit = read_suit(text)
    return None if suit is None else NameTrump(suit)


def _read_order(text: str) -> Action | None:
    suits = tuple(read_suit(word) for word in text.split())
    valid = tuple(suit for suit in suits if suit is not None)
    return NameOrder(valid) if suits and len(valid) == len(suits) else None


def card_reader(specials: Collection[str]) -> CardReader:
    """Returns a parser for cards that also accepts special cards by name, ignoring case."""
    names = {**{name.casefold(): name for name in specials}, **{name: name for name in specials}}

    def read(word: str) -> Card | None:
        name = names.get(word) or names.get(word.casefold())
        return read_card(word) if name is None else special_card(name)

    return read


def read_play(text: str, read: CardReader) -> Action | None:
    """Parses a play such as `QS`, `2H as AD`, `Joker low`, `top` or `top as Joker low`; returns
    None if the text is not valid.
    """
    word, *rest = short_cards(text).split() or [""]
    card = None if word == "top" else read(word)
    if card is None and word != "top":
        return None
    if card is not None and rest and rest[0] != "as":
        way = read_special_play(str(card), " ".join(rest))
        return None if way is None else Play(card, way)
    face = read(rest[1]) if rest[:1] == ["as"] and len(rest) > 1 else None
    if rest and face is None:
        return None
    if face is not None and len(rest) > 2:
        face = read_special_play(face.rank, " ".join(rest[2:])) if is_special(face) else None
        if face is None:
            return None
    return PlayTop(face) if card is None else Play(card, face)


_READERS: Final[dict[str, Callable[[str], Action | None]]] = {
    "dealer": lambda text: _action_from(DrawDealer, _read_name(text)),
    "cards": lambda text: _action_from(PickCards, _read_number(text)),
    "deal": _read_pack,
    "call": _read_call,
    "auction": lambda text: _action_from(
        lambda said: SayInAuction(said.number, said.trump), read_auction_contract(text)
    ),
    PASS: lambda text: None if text else PASSED,
    "trump": _read_trump,
    "order": _read_order,
    "first": lambda text: _action_from(DrawBidder, _read_name(text)),
    LOOK: lambda text: None if text else LOOKED,
    "bid": _read_bid,
    "play": lambda text: read_play(text, read_card),
}


# --- kinds of actions that a deal never has -----------------------------------------------


def why_never(rules: DealRules, action: object) -> Reason | None:
    """Returns the rule that excludes this kind of action throughout the deal, or None.

    Matches and score sheets share this function.
    """
    refused = problems.illegal_actions
    match action:
        case Bid() if not isinstance(rules.bid, ChosenBid):
            return refused.NoBidding(origin=rules.origin("bid")).reason()
        case Look() if not may_bid_blind(rules):
            return refused.NothingToLookAt(origin=rules.origin("sight")).reason()
        case NameTrump() | NameOrder() if not (
            isinstance(rules.trump, NamedTrump) or named_when_turned(rules)
        ):
            return refused.NothingToName(origin=rules.origin("trump")).reason()
        case SayInAuction() | Pass() if not has_auction(rules):
            return refused.NoAuctionHere(origin=rules.origin("auction")).reason()
        case DrawBidder() if not rules.draws_bidder:
            return refused.NothingToDraw(origin=rules.origin("bid")).reason()
        case MakeCall() if not isinstance(rules.call, Call):
            return refused.NothingToCall(origin=rules.origin("call")).reason()
        case _:
            return None

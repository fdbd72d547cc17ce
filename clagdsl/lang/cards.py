"""Cards and decks. No other module assumes 52 cards, 13 ranks or four suits.

A table's deck is a value: dealing, shuffling, naming trump and wild cards all use it. `RANKS` and
`SUITS` are the ranks and suits that have a written form, whatever the deck.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import field
from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, Literal, TypeAlias, cast

from clagdsl.lang.frozen import dataclass, set_fields

Suit: TypeAlias = Literal["S", "H", "D", "C"]

SUITS: Final[tuple[Suit, ...]] = ("S", "H", "D", "C")
"""The suits that have a written form, in the fixed order in which hands are listed."""

NO_SUIT: Final = cast(Suit, "-")
"""The suit of a special card: a character that is not a written suit."""

CountedSuit: TypeAlias = Literal["spades", "hearts", "diamonds", "clubs", "trump"]
"""The suit to which a card counts in the play, which `rank of trump` may make another one than is
printed on it. `trump` is the suit of its cards if no suit, or several suits, are trump.
"""

COUNTED_AS: Final[Mapping[Suit, CountedSuit]] = {
    "S": "spades",
    "H": "hearts",
    "D": "diamonds",
    "C": "clubs",
}
"""The suit to which a card counts by what is printed on it."""


def counted_name(suit: CountedSuit) -> str:
    """Returns the cards of a suit, as they count, in words: `spades`, `trumps`."""
    return "trumps" if suit == "trump" else suit


SUIT_NAMES: Final[dict[Suit, str]] = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SUIT_SIGNS: Final[dict[Suit, str]] = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

RANKS: Final[tuple[str, ...]] = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
"""The ranks that have a written form, high to low, as an ordinary deal orders them."""

RANK_NAMES: Final[dict[str, str]] = {
    "A": "aces",
    "K": "kings",
    "Q": "queens",
    "J": "jacks",
    "10": "tens",
    "9": "nines",
    "8": "eights",
    "7": "sevens",
    "6": "sixes",
    "5": "fives",
    "4": "fours",
    "3": "threes",
    "2": "twos",
}

CardSet: TypeAlias = int
"""A set of cards of a deck as a bit mask: bit `p` is the card at position `p` of the deck."""


class _InternedCards(type):
    """The metaclass of Card: equal cards are the same object, so that they compare by identity.

    A match constantly compares and looks up cards. Instances of subclasses are not interned.
    """

    kept: Final[dict[tuple[str, str, int], Any]] = {}

    def __call__(cls, *values: Any, **named: Any) -> Any:
        made = super().__call__(*values, **named)
        if cls is not Card:
            return made
        return cls.kept.setdefault((made.rank, made.suit, made.copy), made)


@dataclass(frozen=True, slots=True)
class Card(metaclass=_InternedCards):
    """One card, written as rank then suit: `10H`.

    In decks that distinguish copies, `copy` is the number of the pack, 1 for the best. So the
    better of two tens of hearts is `10H1`. A special card has its name as rank, and the suit
    NO_SUIT.
    """

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    rank: str
    suit: Suit
    copy: int = 0
    sort_key: tuple[int, int, int, str] = field(init=False, compare=False, repr=False)
    """The sort key for listing a hand: by suit, then by rank, high to low; special cards last."""

    def __post_init__(self) -> None:
        key = (len(SUITS), 0, 0, self.rank)
        if self.suit != NO_SUIT:
            key = (SUITS.index(self.suit), RANKS.index(self.rank), self.copy, "")
        object.__setattr__(self, "sort_key", key)

    def __reduce__(self) -> tuple[object, ...]:
        """Ensures that copies and unpickled cards are the interned object as well."""
        return type(self), tuple([getattr(self, name) for name in self.__match_args__])

    def __str__(self) -> str:
        return self.rank if self.suit == NO_SUIT else f"{self.rank}{self.suit}{self.copy or ''}"


@cache
def special_card(name: str) -> Card:
    """Returns the special card with this name, always the same object."""
    return Card(name, NO_SUIT)


def is_special(card: Card) -> bool:
    """Returns whether a card is special, that is, has no ordinary suit and rank."""
    return card.suit == NO_SUIT


@cache
def copy_of(card: Card, copy: int) -> Card:
    """Returns the card with that copy number; 0 removes the number."""
    return card if card.copy == copy else Card(card.rank, card.suit, copy)


def face_of(card: Card) -> Card:
    """Returns a card without its copy number."""
    return copy_of(card, 0) if card.copy else card


IN_ORDER: Final = attrgetter("sort_key")
"""The key that sorts cards into the fixed order: by suit, then by rank, high to low."""


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards from which a match is dealt, in the fixed order, including duplicates.

    A card's position in `cards` is its number wherever numbers represent cards. Equal cards are
    adjacent; `index` gives the number of the first of them.
    """

    cards: tuple[Card, ...]
    suits: tuple[Suit, ...] = field(init=False, compare=False)
    """The suits of its cards, in the fixed order."""
    ranks: tuple[str, ...] = field(init=False, compare=False)
    """The ranks of its cards, high to low as an ordinary deal orders them."""
    faces: tuple[Card, ...] = field(init=False, compare=False, repr=False)
    """Each rank and suit once, without copy numbers: the cards that a wild can represent."""
    kinds: tuple[Card, ...] = field(init=False, compare=False, repr=False)
    """Each face and each special card once: the cards that can differ in value."""
    face_counts: Mapping[Card, int] = field(init=False, compare=False, repr=False)
    """The number of cards with each face."""
    repeats: bool = field(init=False, compare=False, repr=False)
    """True if it has equal cards without copy numbers to distinguish them."""
    specials: tuple[str, ...] = field(init=False, compare=False, repr=False)
    """The names of its special cards, each once."""
    distinguishes_copies: bool = field(init=False, compare=False, repr=False)
    """True if its equal cards are distinguished by copy numbers."""
    counts: Mapping[Card, int] = field(init=False, compare=False, repr=False)
    """The number of copies of each card."""
    places: Mapping[Card, int] = field(init=False, compare=False, repr=False)
    size: int = field(init=False, compare=False, repr=False)
    by_suit: Mapping[Suit, tuple[Card, ...]] = field(init=False, compare=False, repr=False)
    """The cards of each suit in the deck, high to low."""

    def __post_init__(self) -> None:
        cards = tuple(sorted(self.cards, key=IN_ORDER))
        places: dict[Card, int] = {}
        for place, card in enumerate(cards):
            places.setdefault(card, place)
            places.setdefault(face_of(card), place)
        suits, ranks = {card.suit for card in cards}, {card.rank for card in cards}
        face_counts = Counter(face_of(card) for card in cards if not is_special(card))
        specials = tuple(dict.fromkeys(card for card in cards if is_special(card)))
        set_fields(
            self,
            cards=cards,
            suits=tuple(suit for suit in SUITS if suit in suits),
            ranks=tuple(rank for rank in RANKS if rank in ranks),
            specials=tuple(card.rank for card in specials),
            faces=tuple(face_counts),
            kinds=(*face_counts, *specials),
            face_counts=face_counts,
            repeats=len(set(cards)) < len(cards),
            distinguishes_copies=any(card.copy for card in cards),
            counts=Counter(cards),
            places=places,
            size=len(cards),
            by_suit={suit: tuple(of_suit) for suit, of_suit in groupby(cards, attrgetter("suit"))},
        )

    def __hash__(self) -> int:
        return hash((self.size, self.suits, self.ranks))

    @property
    def copies(self) -> int:
        """The number of copies of each ordinary card."""
        return sum(self.face_counts.values()) // len(self.faces)

    def index(self, card: Card) -> int:
        """Returns the number of a card: the position of its first copy, or of the first copy of its
        face.
        """
        return self.places[card]

    def of_suit(self, suit: Suit) -> tuple[Card, ...]:
        """Returns the cards of a suit, high to low."""
        return self.by_suit.get(suit, ())

    def of_rank(self, rank: str) -> tuple[Card, ...]:
        """Returns the cards of a rank, in the order of the suits."""
        return tuple(card for card in self.cards if card.rank == rank)

    def without(self, cards: Collection[Card]) -> tuple[Card, ...]:
        """Returns the cards of the deck other than `cards`, in the fixed order."""
        left = Counter(self.counts)
        left.subtract(cards)
        return tuple((+left).elements())

    def excess(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Returns the cards that occur in `cards` more often than in the deck, in the order of
        `cards`.
        """
        return tuple(Counter(cards) - Counter(self.counts))

    def is_complete(self, cards: Iterable[Card]) -> bool:
        """Returns whether these are exactly the cards of the deck, in any order."""
        return tuple(sorted(cards, key=IN_ORDER)) == self.cards

    def full_set(self) -> CardSet:
        """Returns the set of all cards of the deck."""
        return (1 << self.size) - 1

    def suit_set(self, suit: Suit) -> CardSet:
        """Returns the set of the cards of a suit."""
        return sum(1 << place for place, card in enumerate(self.cards) if card.suit == suit)

    def rank_set(self, ranks: Collection[str]) -> CardSet:
        """Returns the set of the cards of these ranks."""
        return sum(1 << place for place, card in enumerate(self.cards) if card.rank in ranks)


def whole_deck(
    suits: Iterable[Suit] = SUITS, ranks: Collection[str] = RANKS, copies: int = 1
) -> Deck:
    """Returns the deck with every rank in every suit, `copies` of each."""
    return Deck(tuple(Card(rank, suit) for suit in suits for rank in ranks) * copies)


ORDINARY: Final = whole_deck()
"""The ordinary pack: 52 cards, each once."""

PACK: Final[tuple[Card, ...]] = ORDINARY.cards
"""The cards of the ordinary pack, suit by suit in the order of SUITS, ranks high to low."""

_SUIT_WORDS: Final[dict[str, Suit]] = {
    **{suit: suit for suit in SUITS},
    **{name: suit for suit, name in SUIT_NAMES.items()},
    **{sign: suit for suit, sign in SUIT_SIGNS.items()},
}

_CARD_WORDS: Final[dict[str, Card]] = {
    rank + sign: card
    for card in PACK
    for rank in ((card.rank, "T") if card.rank == "10" else (card.rank,))
    for sign in (card.suit, SUIT_SIGNS[card.suit])
}


COPIES: Final = "123456789"
"""The copy numbers with which a card can end."""

_TYPED_SUITS: Final[dict[str, Suit]] = {
    **{word.upper(): suit for word, suit in _SUIT_WORDS.items()},
    **{name.removesuffix("s").upper(): suit for suit, name in SUIT_NAMES.items()},
    **dict(zip("♤♡♢♧", SUITS, strict=True)),
}

_TYPED_RANKS: Final[dict[str, str]] = {
    **{rank: rank for rank in RANKS},
    **{name.upper(): rank for rank, name in RANK_NAMES.items()},
    **{name.removesuffix("s").upper(): rank for rank, name in RANK_NAMES.items()},
    **{"SIX": "6", "T": "10", "KNAVE": "J"},
}


@cache
def _card_pattern() -> re.Pattern[str]:
    """Returns the pattern of a card written as several words, such as `queen of spades`."""
    ranks = "|".join(sorted(_TYPED_RANKS, key=len, reverse=True))
    suits = "|".join(word for word in _TYPED_SUITS if len(word) > 1)
    words = rf"(?<![^\s,=])({ranks})\s+(?:of\s+)?({suits})(?![^\s,=])"
    return re.compile(words, re.IGNORECASE)


def is_card(text: str) -> bool:
    """Returns whether a string is a card as in rules files and records: `10H`, `TH`, `10♥`."""
    return text in _CARD_WORDS or (text[-1:] in COPIES and text[:-1] in _CARD_WORDS)


def read_card(text: str) -> Card | None:
    """Returns the card that a string denotes, or None if it is not a card.

    The string may be `10H`, `TH`, `10♥` or `10H2`, or as people type it: `10h`, `h10`, `10h2`, `ten
    of hearts`. Equal cards are the same object.
    """
    whole = _read_face(text)
    if whole is None and len(text) > 2 and text[-1] in COPIES:
        face = _read_face(text[:-1])
        return None if face is None else copy_of(face, int(text[-1]))
    return whole


def _read_face(text: str) -> Card | None:
    """Returns the card that a string without a copy number denotes, or None."""
    exact = _CARD_WORDS.get(text)
    if exact is not None:
        return exact
    short = short_cards(text.strip()).upper().replace("\ufe0f", "")  # emoji selector
    if short in _TYPED_RANKS:  # `aces` is plural, not `ace` and `s`
        return None
    for cut in (-1, 1):
        first, second = short[:cut], short[cut:]
        rank, suit = (first, second) if cut < 0 else (second, first)
        if rank in _TYPED_RANKS and suit in _TYPED_SUITS:
            return _CARD_WORDS[_TYPED_RANKS[rank] + _TYPED_SUITS[suit]]
    return None


def short_cards(text: str) -> str:
    """Returns the text with cards written as several words replaced with their short form: `QS`."""
    return _card_pattern().sub(
        lambda card: _TYPED_RANKS[card[1].upper()] + _TYPED_SUITS[card[2].upper()], text
    )


def short_plays(text: str, wild: Collection[str] = ()) -> str:
    """Returns the text with plays of wilds replaced with their short form: `2H=AC`.

    Between lower-case cards, `as` is the ace of spades, as in `ks as 2h`. But if the card before it
    has a `wild` rank, it is the word "as", and the card after it is the one that the wild
    represents.
    """

    def joined(match: re.Match[str]) -> str:
        card = read_card(match[1])
        is_wild = match[1] == match[1].upper() or (card is not None and card.rank in wild)
        return f"{match[1]}=" if is_wild else match[0]

    short = re.sub(r"\s*=\s*", "=", short_cards(text))
    return re.sub(r"(?<![^\s,])([^\s,=]+)\s+as\s+(?=[^\s,=])", joined, short)


def read_suit(text: str) -> Suit | None:
    """Returns the suit that a string denotes (`H`, `hearts`, `♥`), or None."""
    return _SUIT_WORDS.get(text)


def read_typed_suit(text: str) -> Suit | None:
    """Returns the suit that a typed string denotes, in upper or lower case, or None."""
    return read_suit(text) or read_suit(text.upper()) or read_suit(text.lower())

"""Cards and packs.  Nothing outside this module assumes 52 cards, 13 ranks or four suits."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

Suit: TypeAlias = Literal["S", "H", "D", "C"]

SUITS: Final[tuple[Suit, ...]] = ("S", "H", "D", "C")
"""The suits in the fixed order in which hands are listed."""

SUIT_NAMES: Final[dict[Suit, str]] = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SUIT_SIGNS: Final[dict[Suit, str]] = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

RANKS: Final[tuple[str, ...]] = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
"""The ranks of the pack, high to low, as an ordinary deal orders them."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the pack, written rank then suit: `10H`."""

    rank: str
    suit: Suit
    sort_key: tuple[int, int] = field(init=False, compare=False, repr=False)
    """Where the card stands in a listed hand: by suit, then by rank, high to low."""

    def __post_init__(self) -> None:
        key = (SUITS.index(self.suit), RANKS.index(self.rank))
        object.__setattr__(self, "sort_key", key)

    def __str__(self) -> str:
        return self.rank + self.suit


PACK: Final[tuple[Card, ...]] = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
"""The 52 cards, suit by suit in the order of SUITS, ranks high to low."""

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


def read_card(text: str) -> Card | None:
    """The card that a text names (`10H`, `TH`, `10♥`), always the same object, or None."""
    return _CARD_WORDS.get(text)


def read_suit(text: str) -> Suit | None:
    """The suit that a text names (`H`, `hearts`, `♥`), or None."""
    return _SUIT_WORDS.get(text)

"""Defines the card numbers that all compiled code uses.

Card p is the card at place p of a deck, suit by suit.  Usually that is the standard deck, even if a
game uses fewer cards.  If a game has several copies of cards, or special cards, it is the game's
own deck; there, special cards come last.  Everything that depends on this numbering is data.
"""

from __future__ import annotations

from typing import Final

from clagdsl import problems
from clagdsl.lang.cards import COUNTED_AS, ORDINARY, CountedSuit, Deck

DECK: Final[Deck] = ORDINARY
MOST_CARDS: Final = 64
"""The number of bits in a word, which limits the size of a pack that can be simulated."""
MOST_SCENES: Final = 4_000_000
"""The maximum number of scenes in a game, over all deals, calls and numbers of cards."""
SUITS: Final = len(DECK.suits)


def check_pack(deck: Deck) -> None:
    """Raises ArgumentError U635 if a pack is too large to be simulated."""
    if deck.size > MOST_CARDS:
        raise problems.arguments.TooManyCards(deck.size, MOST_CARDS).error()


COUNTED_SUITS: Final[tuple[CountedSuit, ...]] = (
    *(COUNTED_AS[suit] for suit in DECK.suits),
    "trump",
)
"""The suits to which cards count, by number: those of the pack, then that of listed trumps."""


def deck_by_number(deck: Deck) -> Deck:
    """Returns the deck in which a card's place is its number in compiled code."""
    return deck if _has_own_numbers(deck) else DECK


def numbers_of(deck: Deck) -> list[int]:
    """Returns the number of each card in a deck, by place."""
    if _has_own_numbers(deck):
        return list(range(deck.size))
    return [DECK.index(card) for card in deck.cards]


def _has_own_numbers(deck: Deck) -> bool:
    return deck.copies > 1 or bool(deck.specials)


def first_equals(deck: Deck) -> list[int]:
    """Returns, by card number, the number of the first equal card."""
    numbered = deck_by_number(deck)
    return [numbered.index(card) for card in numbered.cards]

"""How cards are numbered in compiled code, which takes all its numbers from here.

Card p is the one at place p of a deck, suit by suit: of the ordinary deck, whatever cards of it a
game has, but of the game's own where that has cards more than once, or special cards, which come
last there.  All that hangs on it is data.
"""

from __future__ import annotations

from typing import Final

from clagdsl import problems
from clagdsl.lang.cards import ORDINARY, Deck

DECK: Final[Deck] = ORDINARY
MOST_CARDS: Final = 64
"""The bits of a word, and so the cards of the largest pack that is played."""
MOST_SCENES: Final = 4_000_000
"""No game has more deals with their calls and numbers of cards."""
SUITS: Final = len(DECK.suits)


def check_pack(deck: Deck) -> None:
    """Raises ArgumentError U635 if a pack is too large to be simulated."""
    if deck.size > MOST_CARDS:
        raise problems.arguments.TooManyCards(deck.size, MOST_CARDS).error()


def deck_by_number(deck: Deck) -> Deck:
    """Returns the deck whose places are the numbers of the cards of another one."""
    return deck if _has_own_numbers(deck) else DECK


def numbers_of(deck: Deck) -> list[int]:
    """Returns the numbers of the cards of a deck, by place."""
    if _has_own_numbers(deck):
        return list(range(deck.size))
    return [DECK.index(card) for card in deck.cards]


def _has_own_numbers(deck: Deck) -> bool:
    return deck.copies > 1 or bool(deck.specials)


def first_equals(deck: Deck) -> list[int]:
    """By the number of a card that of the first card of the deck which is equal to it."""
    numbered = deck_by_number(deck)
    return [numbered.index(card) for card in numbered.cards]

"""How cards are numbered in compiled code, which takes all its numbers from here.

Card p is the one at place p of a deck, suit by suit: of the ordinary deck, whatever cards of it a
game has, but of the game's own where that has cards more than once.  All that hangs on it is data.
"""

from __future__ import annotations

from typing import Final

from clagdsl.lang.cards import ORDINARY, Deck

DECK: Final[Deck] = ORDINARY
PACK_SIZE: Final = DECK.size
MOST_CARDS: Final = 64
"""The bits of a word, and so the cards of the largest pack that is played."""
SUITS: Final = len(DECK.suits)
SUIT_SIZE: Final = len(DECK.ranks)
"""How many cards a suit has in the lanes."""


def deck_by_number(deck: Deck) -> Deck:
    """The deck whose places are the numbers of the cards of another one."""
    return deck if copies_of(deck) > 1 else DECK


def numbers_of(deck: Deck) -> list[int]:
    """The numbers of the cards of a deck, by place."""
    if copies_of(deck) > 1:
        return list(range(deck.size))
    return [DECK.index(card) for card in deck.cards]


def copies_of(deck: Deck) -> int:
    """How often a deck has each of its cards, whether or not they are told apart."""
    return deck.size // len(deck.faces)

"""How cards are numbered in compiled code, which takes all its numbers from here.

They are constants of that code: card p is the one at place p of the ordinary deck, suit by suit,
whatever cards of it a game has.  A game's own pack is data: `Tables.pack` lists it.
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
"""How many cards a suit has."""

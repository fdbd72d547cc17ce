"""How cards are numbered in compiled code, which takes all its numbers from here.

They are constants of that code: card p is the one at place p of the ordinary deck, suit by suit,
whatever cards of it a game has.  A game's own pack is data: `Tables.pack` lists it.
"""

from __future__ import annotations

from typing import Final

from clagdsl.lang.cards import ORDINARY, Deck

DECK: Final[Deck] = ORDINARY
PACK_SIZE: Final = DECK.size
SUITS: Final = len(DECK.suits)
SUIT_SIZE: Final = len(DECK.ranks)
"""How many cards a suit has."""

"""How the cards of the deck that is simulated lie: all compiled code takes its numbers from here.

They are constants of that code, so a game with another deck is refused.  Card p is the one at place
p of the deck, suit by suit.
"""

from __future__ import annotations

from typing import Final

from clagdsl.lang.cards import ORDINARY, Deck

DECK: Final[Deck] = ORDINARY
PACK_SIZE: Final = DECK.size
SUITS: Final = len(DECK.suits)
SUIT_SIZE: Final = len(DECK.ranks)
"""How many cards a suit has."""

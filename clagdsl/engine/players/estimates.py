"""The numbers that the steady player reckons with: see `docs/reference/steady.md`."""

from __future__ import annotations

from typing import Final

CHANCE_BITS: Final = 12
CERTAIN: Final = 1 << CHANCE_BITS
"""A chance is a whole number from 0 to this."""

LIKELY_BITS: Final = 20
ALL_LIKELY: Final = 1 << LIKELY_BITS
"""What the likelihoods of every number of tricks come to, but for what is rounded away."""

WILD_CHANCE: Final = CERTAIN * 15 // 16
"""The chance that a wild card wins a trick later on."""

MOST_CALLS: Final = 64
"""So many calls are estimated at most."""

CARD_WEIGHT: Final = 6
"""What a card adds to the weight of its suit, besides the cards of its suit that it beats."""

"""WorldLots of any size from documented words of the generator."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

from clagdsl.lang.philox import WORLDS, Words, random_words

SPARE_BITS = 64
"""So many bits more than a limit has are drawn: no lot is likelier than another by 2^-64."""


class WorldLots:
    """Draws whole numbers, one after the other, for one world of a seed."""

    def __init__(self, seed: int, world: int, deal: int) -> None:
        self._address = seed, world, deal
        self._block = 0
        self._words: Words = (0, 0, 0, 0)
        self._left = 0

    def below(self, limit: int) -> int:
        """A number from 0 up to but not including the limit, each as likely as another."""
        if limit == 1:
            return 0
        words = -(-(limit.bit_length() + SPARE_BITS) // 32)
        fraction = 0
        for _ in range(words):
            fraction = fraction << 32 | self._word()
        return fraction * limit >> 32 * words

    def shuffle(self, cards: MutableSequence[Any]) -> None:
        """Bring cards into an order of which none is likelier than another."""
        for place in range(len(cards) - 1):
            other = place + self.below(len(cards) - place)
            cards[place], cards[other] = cards[other], cards[place]

    def _word(self) -> int:
        if self._left == 0:
            seed, world, deal = self._address
            self._words = random_words(seed, world, deal, WORLDS, self._block)
            self._block += 1
            self._left = 4
        self._left -= 1
        return self._words[3 - self._left]

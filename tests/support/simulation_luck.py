"""Packs and random words for many matches at a time, by the specification.

Written for arrays from `docs/reference/randomness.md`; it shares no code with either engine.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray[Any, Any]

MASK = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
SHUFFLING, CHOOSING, FIRST_BIDDER, FIRST_DEALER, TRUMP = 0, 1, 2, 3, 4
SHOWN = 2


class Luck(NamedTuple):
    """Everything that is random in some matches of random players."""

    packs: Array  # [match, deal, place]: cards by their place in the fresh pack, from the top
    words: Array  # [match, deal, decision]: a decision picks number word * count / 2^32
    seed: int = 0  # seed for all other draws, even if the packs are given
    first: int = 0  # number of the first match

    def lot(self, place: int, deal: int, purpose: int, count: int) -> int:
        """Returns a number below `count`, drawn for a purpose in a deal of one match."""
        number = self.first + place
        words = words_of(self.seed, range(number, number + 1), deal + 1, purpose, 1)
        return int(words[0, deal, 0]) * count >> 32

    def __repr__(self) -> str:
        """Returns a short text: the first deals of the first match."""
        deals = zip(self.packs[0, :SHOWN].tolist(), self.words[0, :SHOWN].tolist(), strict=True)
        told = [
            f"pack {' '.join(map(str, pack))}, words {' '.join(map(str, words[:20]))} ..."
            for pack, words in deals
        ]
        return f"Luck of {len(self.packs)} matches: {'; '.join(told)} ..."


def documented(seed: int, matches: range, deals: int, decisions: int, size: int = 52) -> Luck:
    """Returns the packs and words that the seed gives these matches, with packs of `size` cards."""
    words = words_of(seed, matches, deals, CHOOSING, decisions)
    return Luck(packs_of(seed, matches, deals, size), words, seed, matches.start)


def words_of(seed: int, matches: range, deals: int, purpose: int, wanted: int) -> Array:
    """Returns the first `wanted` words of a purpose as an array [match, deal, word]."""
    shape = (len(matches), deals, (wanted + 3) // 4)
    c0 = np.broadcast_to(np.array(matches, np.uint64)[:, None, None], shape)
    c1 = np.broadcast_to(np.arange(1, deals + 1, dtype=np.uint64)[:, None], shape)
    c2 = np.full(shape, purpose, np.uint64)
    c3 = np.broadcast_to(np.arange(shape[2], dtype=np.uint64), shape)
    k0, k1 = seed % 2**32, seed // 2**32
    for _ in range(10):
        first, other = np.uint64(0xD2511F53) * c0, np.uint64(0xCD9E8D57) * c2
        c0, c1, c2, c3 = (
            (other >> HALF) ^ c1 ^ np.uint64(k0),
            other & MASK,
            (first >> HALF) ^ c3 ^ np.uint64(k1),
            first & MASK,
        )
        k0, k1 = (k0 + 0x9E3779B9) % 2**32, (k1 + 0xBB67AE85) % 2**32
    words: Array = np.stack([c0, c1, c2, c3], axis=-1)
    return words.reshape(len(matches), deals, -1)[:, :, :wanted]


def packs_of(seed: int, matches: range, deals: int, size: int) -> Array:
    """Returns the shuffled pack of every deal as an array [match, deal, place]."""
    words = words_of(seed, matches, deals, SHUFFLING, size // 2).reshape(-1, size // 2)
    rows = np.arange(len(words))
    packs = np.tile(np.arange(size), (len(words), 1))
    fraction = words[:, 0]
    for place in range(size - 1):
        if place % 2 == 0:
            fraction = words[:, place // 2]
        product = fraction * np.uint64(size - place)
        other = place + (product >> HALF).astype(np.int64)
        fraction = product & MASK
        drawn = packs[rows, other]
        packs[rows, other] = packs[:, place]
        packs[:, place] = drawn
    return packs.reshape(len(matches), deals, size)

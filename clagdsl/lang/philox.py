"""Seeded randomness: a counter-based generator that every engine can reproduce.

Philox4x32-10 by Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3"
(2011). A draw is a function of its address: key = seed, counter = (match, deal, purpose, block). So
a browser, a vectorised kernel and this module agree without sharing state.
`docs/reference/randomness.md` is the exact definition.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, TypeAlias

from clagdsl.lang.cards import ORDINARY, Card, Deck, Suit

Words: TypeAlias = tuple[int, int, int, int]

SEED_LIMIT: Final = 1 << 64
"""Seeds are whole numbers from 0 up to but not including this."""

MATCH_LIMIT: Final = 1 << 32
"""Match numbers are whole numbers from 0 up to but not including this."""

SHUFFLE: Final = 0
"""The purpose of the random words that shuffle the pack of a deal."""

CHOICE: Final = 1
"""The purpose of the random words with which random players choose."""

FIRST_BIDDER: Final = 2
"""The purpose of the random words that draw the first bidder of a deal."""

FIRST_DEALER: Final = 3
"""The purpose of the random words that draw the first dealer of a match, in its first deal."""

TRUMP: Final = 4
"""The purpose of the random words that draw the trump suit of a deal."""

WORLDS: Final = 5
"""The purpose of the random words that deal the cards a seat cannot see; the match is the world's
number.
"""

PLAYERS: Final = 6
"""The purpose of the random words that registered players draw for a decision."""

# The constants of Philox4x32-10, from the paper.
_MASK: Final = 0xFFFFFFFF
_MULTIPLIERS: Final = (0xD2511F53, 0xCD9E8D57)
_WEYL: Final = (0x9E3779B9, 0xBB67AE85)
_ROUNDS: Final = 10


# The bits of a lane: room for a product of two 32-bit words.
_LANE: Final = 64


@cache
def _lanes(blocks: int) -> int:
    """Returns an integer with a 1 in each block's lane; multiplied by a word, it
    fills every lane.
    """
    return sum(1 << _LANE * block for block in range(blocks))


@cache
def _block_numbers(blocks: int) -> int:
    """Returns an integer with each block's number in its lane."""
    return sum(block << _LANE * block for block in range(blocks))


@lru_cache(maxsize=64)
def _round_keys(key: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    return tuple(
        ((key[0] + turn * _WEYL[0]) & _MASK, (key[1] + turn * _WEYL[1]) & _MASK)
        for turn in range(_ROUNDS)
    )


def philox(counter: Words, key: tuple[int, int], lanes: int = 1) -> Words:
    """Returns four random 32-bit words: Philox4x32-10 of a counter and a key of 32-bit words.

    `lanes` computes several blocks in one call. Each integer of the counter, and of the result,
    then holds one word of each block, in lanes of 64 bits: the product of two words fits in a lane.
    """
    first, second, third, fourth = counter
    multiplier, other = _MULTIPLIERS
    words = _MASK * lanes
    for low, high in _round_keys(key):
        product = multiplier * first
        other_product = other * third
        first = (other_product >> 32 & words) ^ second ^ low * lanes
        second = other_product & words
        third = (product >> 32 & words) ^ fourth ^ high * lanes
        fourth = product & words
    return first, second, third, fourth


def first_words(seed: int, match: int, deal: int, purpose: int, blocks: int) -> list[int]:
    """Returns the words of the first `blocks` blocks, in order, as `random_words` returns them."""
    lanes = _lanes(blocks)
    counter = (match * lanes, deal * lanes, purpose * lanes, _block_numbers(blocks))
    words = philox(counter, (seed & _MASK, seed >> 32), lanes)
    places = range(0, _LANE * blocks, _LANE)
    return [word >> place & _MASK for place in places for word in words]


def random_words(seed: int, match: int, deal: int, purpose: int, block: int) -> Words:
    """Returns the four words of one block: key = seed, counter = (match, deal, purpose, block)."""
    return philox((match, deal, purpose, block), (seed & _MASK, seed >> 32))


def shuffled(deck: Deck, seed: int, match: int, deal: int) -> tuple[Card, ...]:
    """Returns the shuffled pack of a deal (numbered from 1 in the schedule), from the top."""
    pack = list(deck.cards)
    size = deck.size
    words = first_words(seed, match, deal, SHUFFLE, (size + 6) // 8)
    for place in range(0, size - 1, 2):
        product = words[place // 2] * (size - place)
        other = place + (product >> 32)
        pack[place], pack[other] = pack[other], pack[place]
        # The remaining fraction swaps the next card; the last card swaps with itself.
        following = place + 1
        other = following + ((product & _MASK) * (size - following) >> 32)
        pack[following], pack[other] = pack[other], pack[following]
    return tuple(pack)


def random_below(seed: int, match: int, deal: int, purpose: int, count: int) -> int:
    """Returns a number below `count`, drawn for a purpose with the first random word of a deal."""
    return (random_words(seed, match, deal, purpose, 0)[0] * count) >> 32


def random_suit(seed: int, match: int, deal: int) -> Suit:
    """Returns the trump suit drawn in a deal: the suit of a card from a separate pack."""
    return ORDINARY.suits[random_below(seed, match, deal, TRUMP, len(ORDINARY.suits))]


def random_choice(seed: int, match: int, deal: int, decision: int, count: int) -> int:
    """Returns the 0-based index of the action that a random player picks from `count` legal ones.

    `decision` counts the decisions of the deal from 0, including forced ones and those of other
    players.
    """
    words = random_words(seed, match, deal, CHOICE, decision // 4)
    return (words[decision % 4] * count) >> 32

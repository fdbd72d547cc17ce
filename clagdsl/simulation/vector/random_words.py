"""Random words by address, and the packs, lots and choices derived from them.

docs/reference/randomness.md defines every word; this module implements that page over lanes.

- Input: the seed, the number of the deal in the schedule, and a lane with the number of each match.
- Output: the places that shuffled cards come from (`draw_exchanges` and `resolve_exchanges`), the
  words for decisions (`words`), the word for a lot (`draw_word`), and the number that a word
  selects (`picked`).

Invariants:

- A word depends on its address alone, so neither the number of lanes, nor their order, nor the
  backend makes a difference.
- A decision's word is passed as two 16-bit halves.  Choosing among up to 65,535 items takes only
  16-bit products, and a vector holds twice as many of them as 32-bit ones.
- The Fisher-Yates shuffle never indexes a pack by data.  For each place, it is enough to compare
  the place that its card comes from with the exchanges of earlier steps.

Tried and rejected: a pack in memory that each lane indexes (a gather and a scatter per card).  In
machine code it is slower for the packs of all bundled games.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from clagdsl.simulation.vector.backends import BITS, Lane, Lanes

Halves = tuple[Lane, Lane]
"""A word as two u16 halves, the low one first."""

WORD: Final = 0xFFFFFFFF
ROUNDS: Final = 10
MULTIPLIERS: Final = 0xD2511F53, 0xCD9E8D57
WEYL: Final = 0x9E3779B9, 0xBB67AE85
"""The constants added to the two words of the key after each round."""

# the purposes of words, which are part of their addresses
SHUFFLE: Final = 0
CHOICE: Final = 1
FIRST_BIDDER: Final = 2
FIRST_DEALER: Final = 3
TRUMP_DRAWN: Final = 4


class Address:
    """The part of an address that all words of a deal share: seed, match and deal, as u64 lanes."""

    def __init__(self, o: Lanes, seed: Halves, match: Lane, deal: Lane) -> None:
        self.o = o
        self.match = match
        self.deal = deal
        self.keys = [
            tuple((word + turn * weyl) & WORD for word, weyl in zip(seed, WEYL, strict=True))
            for turn in range(ROUNDS)
        ]

    def block(self, purpose: Lane | int, number: Lane | int) -> list[Lane]:
        """Returns the four words of a block (Philox4x32-10), as u64 lanes."""
        o = self.o
        a, b = self.match, self.deal
        c, d = o.operand(purpose, "u64"), o.operand(number, "u64")
        for low, high in self.keys:
            # `& WORD` changes nothing, but shows the backend that both factors have 32 bits
            left, right = (a & WORD) * MULTIPLIERS[0], (c & WORD) * MULTIPLIERS[1]
            a, b = (right >> 32) ^ b ^ low, right & WORD
            c, d = (left >> 32) ^ d ^ high, left & WORD
        return [a, b, c, d]

    def words(self, purpose: int, count: int) -> list[Lane]:
        """Returns the first `count` words for a purpose, as u64 lanes."""
        words: list[Lane] = []
        for number in range(-(-count // 4)):
            words += self.block(purpose, number)
        return words[:count]

    def draw_word(self, purpose: int) -> Halves:
        """Returns the first word for a purpose."""
        return self.o.halves(self.block(purpose, 0)[0])

    def draw_exchanges(self, size: int, count: int) -> list[Lane]:
        """Returns, for each of the top places of a pack, the place to exchange it with, as u8."""
        o = self.o
        places: list[Lane] = []
        for word in self.words(SHUFFLE, (count + 1) // 2):
            place = o.full(len(places), "u8")
            places += two_exchanges(o.halves(word), place, o.full(size - len(places), "u16"))
        return places[:count]


def two_exchanges(word: Halves, place: Lane, left: Lane) -> list[Lane]:
    """Returns the places to exchange with `place` and with the next one, as u8.

    `left` (u16) is the number of cards from `place` to the end of the pack.
    """
    o = place.o
    number, rest = multiplied(o, word, left)
    after, _ = multiplied(o, rest, left - 1)
    return [o.cast(number, "u8") + place, o.cast(after, "u8") + place + 1]


def multiplied(o: Lanes, word: Halves, many: Lane) -> tuple[Lane, Halves]:
    """Returns the upper 32 bits (as u16) and the lower 32 bits of the product of `word` and `many`.

    Let word = high * 65536 + low.  The upper 32 of the product's 48 bits are those of high * many +
    upper(low, many), where upper is the upper half of a product.  This sum may carry out of its
    lower half.
    """
    low, high = word
    product = high * many
    middle = product + o.upper(low, many)
    carry = o.cast(middle < product, "u16")
    return o.upper(high, many) + carry, (low * many, middle)


def resolve_exchanges(
    o: Lanes, exchanges: Sequence[Lane], first: Sequence[Lane] = ()
) -> list[Lane]:
    """Returns, for each of the top places of a shuffled pack, the original place of its card.

    Step p brings the card at `exchanges[p]` to place p.  Looking back, a card at that place came
    there in the last earlier step with the same exchange, from the place of that step; and so on,
    until a place that no earlier step has touched.

    If `first` is given, it has the numbers of the places instead of 0, 1, ..., and the caller must
    look at the steps before these.
    """
    numbers = first or [o.full(place, "u8") for place in range(len(exchanges))]
    cards: list[Lane] = []
    for place, card in enumerate(exchanges):
        for step in reversed(range(place)):
            card = o.where(card == exchanges[step], numbers[step], card)
        cards.append(card)
    return cards


def map_cards(o: Lanes, places: Sequence[Lane], pack: Sequence[int]) -> list[Lane]:
    """Maps places in the unshuffled pack to cards."""
    if tuple(pack) == tuple(range(len(pack))):
        return list(places)
    return [o.lookup(place, pack, "u8") for place in places]


def picked(o: Lanes, word: Halves, many: Lane) -> Lane:
    """Returns which of `many` (u8 or u16) items a word selects: `word * many >> 32`."""
    kind = many.kind
    if kind not in ("u8", "u16"):
        raise TypeError(f"a number of choices must be of kind u8 or u16, not {kind}")
    return o.cast(multiplied(o, word, o.cast(many, "u16"))[0], kind)


def numbered(o: Lanes, mask: Lane, number: Lane, most: int) -> Lane:
    """Returns set bit number `number` (u8, 0-based) among the lowest `most` bits of a mask.

    Each step halves the range that contains the bit.  If the lower half has more than `number` set
    bits, the bit is there; otherwise it is in the upper half, and the lower half's count is
    subtracted from `number`.  If too few bits are set, the result is one of them or 0.
    """
    kind, size = mask.kind, BITS[mask.kind]
    every, half = (1 << size) - 1, size // 2
    while half:
        if half < most:
            # the lower half of every part of 2 * half bits
            lower = sum(((1 << half) - 1) << start for start in range(0, size, 2 * half))
            near = o.cast(o.bits(mask & lower), "u8")
            far = number >= near
            mask = mask & o.where(far, o.full(every ^ lower, kind), lower)
            number = o.where(far, number - near, number)
        half //= 2
    return mask

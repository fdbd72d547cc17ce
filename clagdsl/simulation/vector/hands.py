"""Cards and hands over lanes: the properties of a pack, and hands as sorted slots.

A card is its number according to `clagdsl.simulation.lowering.layout`: suit by suit, special cards
last.  A hand is a list of slots, each holding a card number as a byte, in ascending order.  So the
fixed order of legal actions is the order of the slots.  A set of cards in a hand is a bit mask of
slots, in the narrowest unsigned kind that has enough bits.  Slots never move during a deal: playing
a card only clears its bit in the mask of cards held.

Rejected: hands as 64-bit sets of cards.  A vector register holds eight of these, but 64 hands of
eight slots (decision 0033).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Final

from clagdsl.lang.cards import Card, is_special
from clagdsl.simulation.lowering.layout import DECK, deck_by_number, first_equals, numbers_of
from clagdsl.simulation.vector.backends import Kind, Lane
from clagdsl.simulation.vector.backends import Lanes as Ops
from clagdsl.table.counted_cards import counted_cards
from clagdsl.table.deal_rules import DealRules

SUITS: Final = len(DECK.suits)
NO_SUIT: Final = SUITS
"""The suit number of special cards, and of a trick to which no suit has been led."""
NO_TRUMP: Final = SUITS + 1
"""The trump suit number in deals without trumps; it matches no card, not even a special one."""


_MASKS: Final[tuple[Kind, ...]] = ("u8", "u16", "u32", "u64")


def mask_kind(bits: int) -> Kind:
    """Returns the narrowest kind of lane with at least `bits` bits."""
    return next(kind for kind in _MASKS if bits <= int(kind[1:]))


def count_kind(most: int) -> Kind:
    """Returns the narrowest kind of lane that can hold counts up to `most`."""
    return "u8" if most <= 255 else "u16"


@dataclass(frozen=True, slots=True)
class CardFacts:
    """Tables indexed by card number, for one order of ranks."""

    cards: tuple[Card, ...]
    """The cards, by number."""
    pack: tuple[int, ...]
    """The card numbers of the pack, in its fixed order."""
    suit: tuple[int, ...]
    strength: tuple[int, ...]
    """The number of ranks in its suit that the card beats; 0 for special cards."""
    strengths: int
    """The number of distinct strengths, including those of listed trumps."""
    copy: tuple[int, ...]
    """The pack that the card belongs to, if better packs win; otherwise 0."""
    first: tuple[int, ...]
    """The first card that is equal to this one."""
    distinct_copies: int
    """The number of distinct packs if better packs win; otherwise 1."""
    copies: int
    """The number of copies of each card."""
    wild: tuple[int, ...]
    """1 for wild cards, 0 for others."""
    faces: int
    """The faces that a wild card can stand for, as a mask with the first card of each face."""
    by_suit: tuple[int, ...]
    """The cards of each suit in the pack, as a mask of card numbers."""
    always: tuple[int, ...]
    """1 for cards that are trumps whatever the trump suit, 0 for others."""
    own_height: tuple[int, ...]
    """The height of a card as a trump if its printed suit is trump; 0 for special cards."""
    listed_height: tuple[int, ...]
    """The height of a card that is a trump although its printed suit is not; else 0."""
    suit_starts: tuple[int, ...]
    """The number of the first card of each suit except the first, followed by the special cards."""

    @property
    def has_equals(self) -> bool:
        """True if some cards of the pack are equal."""
        return any(first != number for number, first in enumerate(self.first))


def card_facts(rules: DealRules) -> CardFacts:
    """Returns the tables for the cards of a deal."""
    deck = rules.deck
    numbered = deck_by_number(deck).cards
    suit = tuple(NO_SUIT if is_special(card) else DECK.suits.index(card.suit) for card in numbered)
    pack = tuple(numbers_of(deck))
    distinct_copies = deck.copies if deck.distinguishes_copies else 1
    listed = counted_cards(rules, ())
    always = tuple(int(card in listed.top) for card in numbered)
    faces, seen = 0, set()
    for number in pack:
        card = numbered[number]
        if not is_special(card) and (card.rank, card.suit) not in seen:
            seen.add((card.rank, card.suit))
            faces |= 1 << number
    return CardFacts(
        cards=numbered,
        pack=pack,
        suit=suit,
        strength=tuple(rules.strength.get(card.rank, 0) for card in numbered),
        strengths=len(rules.ranks) + len(rules.trump_rank.top),
        always=always,
        own_height=tuple(
            0 if is_special(card) else counted_cards(rules, (card.suit,)).height.get(card, 0)
            for card in numbered
        ),
        listed_height=tuple(listed.height[card] if card in listed.top else 0 for card in numbered),
        copy=tuple(
            0 if is_special(card) else n % distinct_copies for n, card in enumerate(numbered)
        ),
        first=tuple(first_equals(deck)),
        distinct_copies=distinct_copies,
        copies=deck.copies,
        wild=tuple(int(card.rank in rules.wild.ranks) for card in numbered),
        faces=faces,
        by_suit=tuple(sum(1 << n for n in pack if suit[n] == s) for s in range(SUITS)),
        suit_starts=tuple(
            next((n for n, s in enumerate(suit) if s >= start), len(suit))
            for start in range(1, SUITS + 1)
        ),
    )


def exchanges(count: int) -> Iterator[tuple[int, int]]:
    """Yields the index pairs to compare and swap in Batcher's odd-even merge sorting network."""
    size = 1 << (count - 1).bit_length()
    p = size // 2
    while p:
        q, r, d = size // 2, 0, p
        while True:
            yield from ((i, i + d) for i in range(count - d) if i & p == r)
            if q == p:
                break
            d, q, r = q - p, q // 2, p
        p //= 2


def sorted_slots(o: Ops, cards: list[Lane]) -> list[Lane]:
    """Sorts the cards within each lane in ascending order."""
    slots = list(cards)
    for i, j in exchanges(len(slots)):
        less = slots[i] < slots[j]
        slots[i], slots[j] = o.where(less, slots[i], slots[j]), o.where(less, slots[j], slots[i])
    return slots


def suit_of(o: Ops, facts: CardFacts, card: Lane) -> Lane:
    """Returns the suit of a card; NO_SUIT for a special card."""
    return o.lookup(card, facts.suit, "u8")


def slots_where(o: Ops, conditions: Sequence[Lane], kind: Kind) -> Lane:
    """Returns the slots whose conditions are true; there is one condition for each slot."""
    mask = o.full(0, kind)
    for slot, held in enumerate(conditions):
        mask = mask | o.where(held, o.full(1 << slot, kind), 0)
    return mask


def suit_masks(o: Ops, facts: CardFacts, slots: list[Lane], kind: Kind) -> list[Lane]:
    """Returns, for each suit, the slots that hold its cards; special cards belong to no suit."""
    below = [o.full(0, kind)]
    for start in facts.suit_starts:
        below.append(slots_where(o, [card < start for card in slots], kind))
    return [below[suit] ^ below[suit + 1] for suit in range(SUITS)]


def marked_slots(o: Ops, marks: tuple[int, ...], slots: list[Lane], kind: Kind) -> Lane:
    """Returns the slots whose cards are marked; `marks` has a 1 for each marked card number."""
    return slots_where(o, [o.lookup(card, marks, "u8") != 0 for card in slots], kind)


def equal_runs(o: Ops, facts: CardFacts, slots: list[Lane], kind: Kind) -> tuple[Lane, Lane]:
    """Returns the first slot of each run of equal cards, and the last of each but the last run."""
    groups = [o.lookup(card, facts.first, "u8") for card in slots]
    # no slot follows the last run, so no borrow in `first_of_each` has to stop there
    firsts, lasts = o.full(1, kind), o.full(0, kind)
    for slot in range(1, len(slots)):
        new = groups[slot] != groups[slot - 1]
        firsts = firsts | o.where(new, o.full(1 << slot, kind), 0)
        lasts = lasts | o.where(new, o.full(1 << (slot - 1), kind), 0)
    return firsts, lasts


def first_of_each(held: Lane, firsts: Lane, lasts: Lane) -> Lane:
    """Returns the first slot that is still held in each run of equal cards."""
    return held & ~((held | lasts) - firsts)


def by_index(o: Ops, index: Lane, rows: Sequence[Lane]) -> Lane:
    """Selects, in each lane, the row with that index, or the last row if it is too high."""
    value = rows[-1]
    for number in range(len(rows) - 2, -1, -1):
        value = o.where(index == number, rows[number], value)
    return value


def rotated(o: Ops, rows: Sequence[Sequence[Lane]], by: Lane) -> list[tuple[Lane, ...]]:
    """Returns rows rotated so that the row with index `by` is first."""
    turned = [tuple(row) for row in rows]
    count, step = len(turned), 1
    while step < count:
        far = (by & step) != 0
        turned = [
            tuple(map(o.where, repeat(far), turned[(i + step) % count], turned[i]))
            for i in range(count)
        ]
        step *= 2
    return turned

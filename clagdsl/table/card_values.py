"""What the cards in tricks are worth by themselves, and what so many of them can come to.

A wild card is worth what the card is that it stands for, whatever else is played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import gcd
from typing import Final, TypeAlias

from clagdsl.lang.cards import Deck, face_of, is_special
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.policies.card_worth import CardWorth
from clagdsl.lang.policies.wild import Wild
from clagdsl.table.budget import Budget
from clagdsl.table.outcomes import PointSums

Sums: TypeAlias = int
"""A set of whole numbers from 0 as the bits of one."""


@dataclass(frozen=True, slots=True)
class CardValues:
    """What the cards of a pack are worth: by value how many there are that are not wild.

    `wild` is how many are wild, each of which can be worth any of `choices`.
    """

    ordinary: tuple[tuple[int, int], ...]
    wild: int
    choices: tuple[int, ...]

    @property
    def total(self) -> int:
        """What all cards are worth together; a wild one counts as the least that it can be."""
        told = sum(value * many for value, many in self.ordinary)
        return told + self.wild * min(self.choices, default=0)

    @property
    def size(self) -> int:
        """How many cards there are."""
        return self.wild + sum(many for _, many in self.ordinary)

    def usual(self, cards: int) -> int:
        """What so many cards are worth on the average, rounded down."""
        return self.total * cards // self.size


NO_CARD_VALUES: Final = CardValues((), 0, ())
"""Where no card is worth anything by itself."""


def card_values(worth: CardWorth, wild: Wild, deck: Deck) -> CardValues:
    """What the cards of a deck are worth where these ranks are wild."""
    # it is asked for every deal that is proved, and of few games anything is worth anything
    return _worked_out(worth, wild, deck) if worth.worths else NO_CARD_VALUES


@lru_cache(maxsize=256)
def _worked_out(worth: CardWorth, wild: Wild, deck: Deck) -> CardValues:
    by_face = {face: worth.of(face) for face in deck.faces}
    if not any(by_face.values()):
        return NO_CARD_VALUES
    ordinary: Counter[int] = Counter()
    wilds = 0
    for card in deck.cards:
        if card.rank in wild.ranks:
            wilds += 1
        else:
            ordinary[0 if is_special(card) else by_face[face_of(card)]] += 1
    choices = tuple(sorted(set(by_face.values()))) if wilds else ()
    return CardValues(tuple(sorted(ordinary.items())), wilds, choices)


def with_cards(
    points: PointSums, values: CardValues, players: int, budget: Budget | None = None
) -> PointSums:
    """What any number of tricks can be worth, when the cards in them are counted, too.

    A trick holds one card of each player, and any cards of the pack may lie in it together.
    Raises TooMuchError where the sums are too many.
    """
    if values == NO_CARD_VALUES:
        return points
    budget = budget or Budget()
    found: list[tuple[int, ...]] = []
    many = 0
    for own, sums in zip(points, _of_tricks(values, players, len(points), budget), strict=True):
        many += len(own) * len(sums)
        budget.allow(many)
        budget.spend(len(own) * len(sums))
        found.append(tuple(sorted({one + other for one in own for other in sums})))
    return tuple(found)


def _of_tricks(
    values: CardValues, players: int, numbers: int, budget: Budget
) -> Iterator[Sequence[int]]:
    """What the cards in 0, 1, 2, ... tricks can be worth."""
    groups = [(value, many) for value, many in values.ordinary if many]
    every = {value for value, _ in groups} | set(values.choices)
    lowest = min(every)
    step = gcd(*(value - lowest for value in every)) or 1
    # every card counts from the lowest on, in steps, so that nothing is negative
    reached = _reached(
        [((value - lowest) // step, many) for value, many in groups],
        [(value - lowest) // step for value in values.choices],
        values.wild,
        min(players * (numbers - 1), values.size),
        budget,
    )
    for tricks in range(numbers):
        cards = players * tricks
        held = reached[min(cards, values.size)]  # where more are dealt something else is wrong
        yield [cards * lowest + step * each for each in _bits(held)]


def _reached(
    groups: Sequence[tuple[int, int]],
    choices: Sequence[int],
    wild: int,
    most: int,
    budget: Budget,
) -> list[Sums]:
    """For every number of cards up to `most` what they can come to."""
    highest = sum(value * many for value, many in groups) + wild * max(choices, default=0)
    ways = sum(many for _, many in groups) + wild * len(choices)
    budget.allow(highest)
    budget.spend(ways * (most + 1) * (2 + highest // 2048))
    reached: list[Sums] = [1] + [0] * most
    for value, many in groups:
        for taken in range(most, 0, -1):
            for more in range(1, min(many, taken) + 1):
                reached[taken] |= reached[taken - more] << more * value
    for _ in range(wild):
        for taken in range(most, 0, -1):
            for value in choices:
                reached[taken] |= reached[taken - 1] << value
    return reached


def _bits(sums: Sums) -> list[int]:
    return [place for place, bit in enumerate(reversed(f"{sums:b}")) if bit == "1"]

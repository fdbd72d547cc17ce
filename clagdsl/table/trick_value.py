"""What cards and tricks are worth: every value that they can have in a deal, worked out once.

`CardValues` is what cards are worth by themselves, and what so many of them can come to; a wild
card is worth what the card is that it stands for, whatever else is played.  `Worths` adds what the
tricks of a deal are worth by their place and by the rank that wins them.  `scoring` works both out
for the rules of a deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from math import gcd
from typing import Final, TypeAlias

from clagdsl.lang.cards import RANKS, Card, Deck, face_of, is_special
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.policies.play import CardWorth, Wild
from clagdsl.table.budget import Budget
from clagdsl.table.outcomes import PointSums

# --- cards by themselves ------------------------------------------------------------------


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
        ordinary_total = sum(value * many for value, many in self.ordinary)
        return ordinary_total + self.wild * min(self.choices, default=0)

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
    totals: list[tuple[int, ...]] = []
    many = 0
    for own, sums in zip(points, _of_tricks(values, players, len(points), budget), strict=True):
        many += len(own) * len(sums)
        budget.allow(many)
        budget.spend(len(own) * len(sums))
        totals.append(tuple(sorted({one + other for one in own for other in sums})))
    return tuple(totals)


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


# --- the tricks of a deal -----------------------------------------------------------------


WON_WITH: Final = "won_with"
"""What the worth of a trick reads: the rank of the card that wins it."""

RankValues: TypeAlias = Mapping[str, int]
"""What a trick is worth by the rank of the card that wins it, for every rank of the pack.

A special card that wins stands there by its name.
"""


def winning_ranks(deck: Deck) -> tuple[str, ...]:
    """What a trick can be won with: ranks, and special cards, which have none, each by its name."""
    return (*deck.ranks, *deck.specials)


@dataclass(slots=True)
class Worths:
    """What the tricks of a deal with some number of cards can be worth, from the first to the last.

    `by_face` is what every card adds to its trick by itself, empty where none adds anything.
    `usual` is what is reckoned with before anybody knows the cards: the value that most ranks give
    to who wins with them, of those the lowest, and what the cards of a trick add on the average.
    `each` is what every trick is worth whoever wins it with what, None where they differ;
    `takers_decide`, whether the points are known once it is known who took which trick.
    """

    by_rank: tuple[RankValues, ...]
    by_face: Mapping[Card, int] = field(default_factory=dict)
    cards: CardValues = NO_CARD_VALUES
    players: int = 0
    by_winner: tuple[int, ...] = field(init=False)
    """For each trick the value that most ranks give to who wins with them."""
    usual: tuple[int, ...] = field(init=False)
    choices: tuple[tuple[int, ...], ...] = field(init=False)
    """For each trick every value that it can have by who wins it, the lowest first."""
    each: int | None = field(init=False)
    takers_decide: bool = field(init=False)
    points: PointSums = ()
    """For every number of tricks won what those can be worth together; () before that is asked."""

    def __post_init__(self) -> None:
        more = self.cards.usual(self.players) if self.by_face else 0
        self.by_winner = tuple(_usual(values) for values in self.by_rank)
        self.usual = tuple(value + more for value in self.by_winner)
        self.choices = tuple(tuple(sorted(set(values.values()))) for values in self.by_rank)
        every = {value for choices in self.choices for value in choices}
        self.each = every.pop() if len(every) == 1 and not self.by_face else None
        alone = all(len(choices) == 1 for choices in self.choices)
        self.takers_decide = alone and not self.by_face

    @property
    def key(self) -> tuple[object, ...]:
        """What is the same for all deals of so many players whose tricks can be worth the same."""
        return (self.choices, self.usual, self.cards)


def _usual(values: RankValues) -> int:
    counts = Counter(value for rank, value in values.items() if rank in RANKS)
    most = max(counts.values())
    return min(value for value, count in counts.items() if count == most)

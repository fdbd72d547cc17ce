"""The values of cards and tricks: every value that they can have in a deal, computed once.

`CardValues` holds the values of the cards themselves, and from them the possible sums of any number
of cards. A wild card has the value of the card that it stands for, whatever else is played.
`Worths` adds the values of tricks by their place in the deal and by the rank that wins them.
`scoring` computes both from the rules of a deal.

Sets of sums are kept as bits of an integer. Values are first shifted by the lowest one and divided
by their common step, so that nothing is negative and the integers stay short.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from math import gcd
from typing import Final, TypeAlias

from clagdsl.lang.cards import RANKS, Card, Deck, face_of, read_suit
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.policies.play import CardWorth, Wild
from clagdsl.lang.policies.trump_order import TrumpRanks, TrumpWorth
from clagdsl.table.budget import Budget
from clagdsl.table.outcomes import PointSums

# --- cards by themselves ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardWorths:
    """All that decides the worth of a card by itself.

    `trumps` has the values that the name `trump` can have in the deal; it is empty if trumps are
    worth the same as other cards.
    """

    cards: CardWorth
    of_trump: TrumpWorth = TrumpWorth()
    ranks: TrumpRanks = TrumpRanks()
    trumps: tuple[str, ...] = ()

    def of(self, card: Card, trump: str) -> int:
        """Returns the worth of a card under this value of `trump`."""
        if self.of_trump.worths and self.ranks.is_trump(card, read_suit(trump)):
            return self.of_trump.of(card)
        return self.cards.of(card)

    def by_trump(self, deck: Deck) -> dict[str, dict[Card, int]]:
        """Returns the worth of every card, by trump; under the trump "" if that does not matter.

        The result is empty if no card of the deck has a worth.
        """
        names = self.trumps if self.of_trump.worths else ("",)
        worths = {name: {card: self.of(card, name) for card in deck.kinds} for name in names}
        return worths if any(any(of_card.values()) for of_card in worths.values()) else {}


Sums: TypeAlias = int
"""A set of whole numbers, as the bits of an integer."""


@dataclass(frozen=True, slots=True)
class CardValues:
    """The values of the cards of a pack: pairs of a value and the number of ordinary cards with it.

    `wild` is the number of wild cards; each can have any value of `choices`.
    """

    ordinary: tuple[tuple[int, int], ...]
    wild: int
    choices: tuple[int, ...]

    @property
    def total(self) -> int:
        """The sum of all values; a wild card counts as the lowest value that it can have."""
        ordinary_total = sum(value * many for value, many in self.ordinary)
        return ordinary_total + self.wild * min(self.choices, default=0)

    @property
    def size(self) -> int:
        """The number of cards."""
        return self.wild + sum(many for _, many in self.ordinary)

    def usual(self, cards: int) -> int:
        """Returns the average value of `cards` cards, rounded down."""
        return self.total * cards // self.size


def card_values(worths: CardWorths, wild: Wild, deck: Deck) -> tuple[CardValues, ...]:
    """Returns the values of the cards of a deck, given the wild ranks, without duplicates.

    There is one for each trump that distinguishes them, and none if no card has a value.
    """
    # called for every deal that is proved, and in few games cards have values
    return _worked_out(worths, wild, deck) if worths.cards.worths or worths.of_trump.worths else ()


@lru_cache(maxsize=256)
def _worked_out(worths: CardWorths, wild: Wild, deck: Deck) -> tuple[CardValues, ...]:
    by_trump = worths.by_trump(deck).values()
    return tuple(dict.fromkeys(_values_of(by_kind, wild, deck) for by_kind in by_trump))


def _values_of(by_kind: Mapping[Card, int], wild: Wild, deck: Deck) -> CardValues:
    ordinary: Counter[int] = Counter()
    wilds = 0
    for card in deck.cards:
        if card.rank in wild.ranks:
            wilds += 1
        else:
            ordinary[by_kind[face_of(card)]] += 1
    choices = tuple(sorted({by_kind[face] for face in deck.faces})) if wilds else ()
    return CardValues(tuple(sorted(ordinary.items())), wilds, choices)


def with_cards(
    points: PointSums, values: Sequence[CardValues], players: int, budget: Budget | None = None
) -> PointSums:
    """Returns the possible totals for each number of tricks, with the values of their cards.

    All tricks of a deal have their cards by the same one of these values.
    A trick holds one card of each player. Any cards of the pack may be in it together. Raises
    TooMuchError if there are too many sums.
    """
    if not values:
        return points
    budget = budget or Budget()
    totals: list[set[int]] = [set() for _ in points]
    many = 0
    for under_trump in values:
        sums_of_tricks = _of_tricks(under_trump, players, len(points), budget)
        for total, own, sums in zip(totals, points, sums_of_tricks, strict=True):
            many += len(own) * len(sums)
            budget.allow(many)
            budget.spend(len(own) * len(sums))
            total |= {one + other for one in own for other in sums}
    return tuple(tuple(sorted(total)) for total in totals)


def _of_tricks(
    values: CardValues, players: int, numbers: int, budget: Budget
) -> Iterator[Sequence[int]]:
    """Yields the possible sums of the cards in 0, 1, 2, ... tricks."""
    groups = [(value, many) for value, many in values.ordinary if many]
    every = {value for value, _ in groups} | set(values.choices)
    lowest = min(every)
    step = gcd(*(value - lowest for value in every)) or 1
    # every value counts from the lowest in steps, so that nothing is negative
    reached = _reached(
        [((value - lowest) // step, many) for value, many in groups],
        [(value - lowest) // step for value in values.choices],
        values.wild,
        min(players * (numbers - 1), values.size),
        budget,
    )
    for tricks in range(numbers):
        cards = players * tricks
        held = reached[min(cards, values.size)]  # more cards than in the pack: reported elsewhere
        yield [cards * lowest + step * each for each in _bits(held)]


def _reached(
    groups: Sequence[tuple[int, int]],
    choices: Sequence[int],
    wild: int,
    most: int,
    budget: Budget,
) -> list[Sums]:
    """Returns for every number of cards up to `most` the set of their possible sums."""
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
"""The name a trick's value may read: the rank of the card that wins it."""

RankValues: TypeAlias = Mapping[str, int]
"""The value of a trick for every rank of the pack that can win it.

A special card that wins is listed under its name.
"""


def winning_ranks(deck: Deck) -> tuple[str, ...]:
    """Returns everything that can win a trick: the ranks, and the names of the special cards."""
    return (*deck.ranks, *deck.specials)


@dataclass(slots=True)
class Worths:
    """The possible values of the tricks of a deal with some number of cards, from first to last.

    - `by_trump`: the value that each card adds to its trick, by trump, or under the trump "" if
      that does not matter; empty if cards add nothing.
    - `usual`: the value assumed before the cards are known: the one that most winning ranks give
      (the lowest of several), plus the average value of the trick's cards.
    - `each`: the value of every trick, or None if tricks can differ.
    - `takers_decide`: True if the winners of the tricks determine the points.
    """

    by_rank: tuple[RankValues, ...]
    by_trump: Mapping[str, Mapping[Card, int]] = field(default_factory=dict)
    cards: tuple[CardValues, ...] = ()
    players: int = 0
    by_winner: tuple[int, ...] = field(init=False)
    """For each trick, the value that most winning ranks give it."""
    usual: tuple[int, ...] = field(init=False)
    choices: tuple[tuple[int, ...], ...] = field(init=False)
    """For each trick, its possible values by winning rank, lowest first."""
    each: int | None = field(init=False)
    takers_decide: bool = field(init=False)
    points: PointSums = ()
    """For every number of tricks won, the possible sums; empty before they are computed."""
    points_of_winners: PointSums = ()
    """The same if each card wins at most one trick."""
    divided: dict[tuple[tuple[int, ...], tuple[int | None, ...]], bool] = field(
        default_factory=dict
    )
    """Cached results: whether players can have these points, by their tricks and points."""

    def __post_init__(self) -> None:
        more = self.cards[0].usual(self.players) if self.cards else 0
        self.by_winner = tuple(_usual(values) for values in self.by_rank)
        self.usual = tuple(value + more for value in self.by_winner)
        self.choices = tuple(tuple(sorted(set(values.values()))) for values in self.by_rank)
        every = {value for choices in self.choices for value in choices}
        self.each = every.pop() if len(every) == 1 and not self.by_trump else None
        alone = all(len(choices) == 1 for choices in self.choices)
        self.takers_decide = alone and not self.by_trump

    def by_face(self, trump: str | None) -> Mapping[Card, int]:
        """Returns the value that each card adds to its trick under this value of `trump`.

        If it is unknown (None), the first trump counts. The result is empty if cards add nothing.
        """
        worths = self.by_trump.get("" if trump is None else trump)
        return worths if worths is not None else next(iter(self.by_trump.values()), {})

    @property
    def key(self) -> tuple[object, ...]:
        """A key that is equal for deals with the same number of players and the same possible
        values.
        """
        return (self.choices, self.usual, self.cards)


def _usual(values: RankValues) -> int:
    counts = Counter(value for rank, value in values.items() if rank in RANKS)
    most = max(counts.values())
    return min(value for value, count in counts.items() if count == most)

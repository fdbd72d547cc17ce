"""The values that the tricks of one deal can have, worked out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, TypeAlias

from clagdsl.lang.cards import RANKS, Card
from clagdsl.lang.frozen import dataclass
from clagdsl.table.card_values import NO_CARD_VALUES, CardValues

if TYPE_CHECKING:
    from clagdsl.table.outcomes import PointSums

RankValues: TypeAlias = Mapping[str, int]
"""What a trick is worth by the rank of the card that wins it, for every rank of the pack.

A special card that wins stands there by its name.
"""


@dataclass(slots=True)
class Worths:
    """What the tricks of a deal with some number of cards can be worth, from the first to the last.

    `by_face` is what every card adds to its trick by itself, empty where none adds anything.
    `usual` is what is reckoned with before anybody knows the cards: the value that most ranks give
    to who wins with them, of those the lowest, and what the cards of a trick add on the average.
    `each` is what every trick is worth whoever wins it with what, None where they differ;
    `told_by_takers`, whether the points are known once it is known who took which trick.
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
    told_by_takers: bool = field(init=False)
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
        self.told_by_takers = alone and not self.by_face

    @property
    def key(self) -> tuple[object, ...]:
        """What is the same for all deals of so many players whose tricks can be worth the same."""
        return (self.choices, self.usual, self.cards)


def _usual(values: RankValues) -> int:
    counts = Counter(value for rank, value in values.items() if rank in RANKS)
    most = max(counts.values())
    return min(value for value, count in counts.items() if count == most)

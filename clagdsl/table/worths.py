"""The values that the tricks of one deal can have, worked out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from clagdsl.lang.cards import RANKS

if TYPE_CHECKING:
    from clagdsl.table.outcomes import PointSums

RankValues: TypeAlias = Mapping[str, int]
"""What a trick is worth by the rank of the card that wins it, for every rank of the pack.

A special card that wins stands there by its name.
"""


@dataclass(slots=True)
class Worths:
    """What the tricks of a deal with some number of cards can be worth, from the first to the last.

    `usual` is what is reckoned with before anybody knows the card that wins: the value that most
    ranks give, of those the lowest.  `each` is what every trick is worth whoever wins it with what,
    None where they differ; `told_by_takers`, whether the points are known once it is known who
    took which trick.
    """

    by_rank: tuple[RankValues, ...]
    usual: tuple[int, ...] = field(init=False)
    choices: tuple[tuple[int, ...], ...] = field(init=False)
    """For each trick every value that it can have, the lowest first."""
    each: int | None = field(init=False)
    told_by_takers: bool = field(init=False)
    points: PointSums = ()
    """For every number of tricks won what those can be worth together; () before that is asked."""

    def __post_init__(self) -> None:
        self.usual = tuple(_usual(values) for values in self.by_rank)
        self.choices = tuple(tuple(sorted(set(values.values()))) for values in self.by_rank)
        every = {value for choices in self.choices for value in choices}
        self.each = every.pop() if len(every) == 1 else None
        self.told_by_takers = all(len(choices) == 1 for choices in self.choices)


def _usual(values: RankValues) -> int:
    counts = Counter(value for rank, value in values.items() if rank in RANKS)
    most = max(counts.values())
    return min(value for value, count in counts.items() if count == most)

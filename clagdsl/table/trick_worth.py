"""What tricks are worth: by their place in the deal, and by the rank of the card that wins them.

A wild card that wins counts as the rank that it stands for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from clagdsl.lang.cards import Card
from clagdsl.lang.expr.evaluate import number
from clagdsl.lang.rules import Value
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.outcomes import PointSums, point_sums

WON_WITH: Final = "won_with"

RankValues: TypeAlias = Mapping[str, int]
"""What a trick is worth by the rank of the card that wins it, for every rank of the pack."""


@dataclass(frozen=True, slots=True)
class WonTrick:
    """Who won a trick, and with which card, a wild as what it stands for."""

    winner: int
    face: Card


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
    counts = Counter(values.values())
    most = max(counts.values())
    return min(value for value, count in counts.items() if count == most)


def worths(rules: DealRules, cards: int) -> Worths:
    """What the tricks of a deal with that many cards can be worth, worked out once."""
    known = rules.worth_table.get(cards)
    if known is None:
        names: dict[str, Value] = {**rules.names, "cards": cards}
        values: list[RankValues] = []
        for trick in range(1, cards + 1):
            names["trick"] = trick
            values.append(_by_rank(rules, names))
        known = rules.worth_table[cards] = Worths(tuple(values))
    return known


def _by_rank(rules: DealRules, names: dict[str, Value]) -> RankValues:
    ranks = rules.deck.ranks
    if not rules.worth_by_rank:
        return dict.fromkeys(ranks, number(rules.trick_worth, names))
    return {rank: number(rules.trick_worth, {**names, WON_WITH: rank}) for rank in ranks}


def trick_values(rules: DealRules, cards: int) -> tuple[int, ...]:
    """The value of each trick of a deal, the usual one where the card that wins it decides."""
    return worths(rules, cards).usual


def each_worth(rules: DealRules, cards: int) -> int | None:
    """What every trick of a deal is worth, whoever wins it with what; None where they differ."""
    return worths(rules, cards).each


def points_of(rules: DealRules, cards: int, won: Sequence[WonTrick]) -> tuple[int, ...]:
    """What the tricks of each seat are worth."""
    points = [0] * rules.players
    for trick, values in zip(won, worths(rules, cards).by_rank, strict=True):
        points[trick.winner] += values[trick.face.rank]
    return tuple(points)


def possible_points(rules: DealRules, cards: int) -> PointSums:
    """For every number of tricks won what those tricks can be worth together."""
    known = worths(rules, cards)
    if not known.points:
        known.points = point_sums(known.choices)
    return known.points

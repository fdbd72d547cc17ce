"""What tricks are worth: by their place in the deal, and by the rank of the card that wins them.

A wild card that wins counts as the rank that it stands for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from clagdsl.lang.cards import Card
from clagdsl.lang.expr.evaluate import number
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import Value
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.outcomes import PointSums, point_sums
from clagdsl.table.worths import RankValues, Worths

WON_WITH: Final = "won_with"


@dataclass(frozen=True, slots=True)
class WonTrick:
    """Who won a trick, and with which card, a wild as what it stands for."""

    winner: int
    face: Card


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
    # a special card that wins has no rank: its name is none that anything is compared with
    ranks = (*rules.deck.ranks, *rules.deck.specials)
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

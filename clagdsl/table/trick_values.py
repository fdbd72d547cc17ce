"""What tricks are worth: by their place in the deal, the rank that wins them, the cards in them.

A wild card counts as what it stands for, a special card as no rank at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final

from clagdsl.lang.cards import Card, face_of
from clagdsl.lang.expr.evaluate import number
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import Value
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.outcomes import PointSums, point_sums
from clagdsl.table.worths import (
    NO_CARD_VALUES,
    RankValues,
    Worths,
    card_values,
    winning_ranks,
    with_cards,
)

WON_WITH: Final = "won_with"


@dataclass(frozen=True, slots=True)
class WonTrick:
    """Who won a trick with which card, and all cards in it; a wild as what it stands for."""

    winner: int
    face: Card
    faces: tuple[Card, ...]


def worths(rules: DealRules, cards: int) -> Worths:
    """What the tricks of a deal with that many cards can be worth, worked out once."""
    known = rules.worth_table.get(cards)
    if known is None:
        names: dict[str, Value] = {**rules.names, "cards": cards}
        values: list[RankValues] = []
        for trick in range(1, cards + 1):
            names["trick"] = trick
            values.append(_by_rank(rules, names))
        by_card = card_values(rules.card_worth, rules.wild, rules.deck)
        by_face = {face: rules.card_worth.of(face) for face in rules.deck.faces}
        if by_card == NO_CARD_VALUES:
            by_face = {}
        known = Worths(tuple(values), by_face, by_card, rules.players)
        rules.worth_table[cards] = known
    return known


def _by_rank(rules: DealRules, names: dict[str, Value]) -> RankValues:
    ranks = winning_ranks(rules.deck)
    if not rules.worth_by_rank:
        return dict.fromkeys(ranks, number(rules.trick_worth, names))
    return {rank: number(rules.trick_worth, {**names, WON_WITH: rank}) for rank in ranks}


def trick_values(rules: DealRules, cards: int) -> tuple[int, ...]:
    """The value of each trick of a deal, the usual one where the cards in it decide."""
    return worths(rules, cards).usual


def each_worth(rules: DealRules, cards: int) -> int | None:
    """What every trick of a deal is worth, whoever wins it with what; None where they differ."""
    return worths(rules, cards).each


def points_of(rules: DealRules, cards: int, won: Sequence[WonTrick]) -> tuple[int, ...]:
    """What the tricks of each seat are worth."""
    points = [0] * rules.players
    known = worths(rules, cards)
    for trick, values in zip(won, known.by_rank, strict=True):
        points[trick.winner] += trick_value(known, values, trick.face, trick.faces)
    return tuple(points)


def trick_value(known: Worths, values: RankValues, won_with: Card, faces: Iterable[Card]) -> int:
    """What a trick is worth that a card wins, with all cards in it."""
    value = values[won_with.rank]
    if known.by_face:
        value += sum(known.by_face.get(face_of(face), 0) for face in faces)
    return value


def possible_points(rules: DealRules, cards: int) -> PointSums:
    """For every number of tricks won what those tricks can be worth together."""
    known = worths(rules, cards)
    if not known.points:
        known.points = with_cards(point_sums(known.choices), known.cards, rules.players)
    return known.points


def points_by_takers(
    rules: DealRules, cards: int, taken: Sequence[int]
) -> tuple[frozenset[int], ...]:
    """Returns for each seat everything that its tricks can be worth, by who took which trick."""
    known = worths(rules, cards)
    points: list[frozenset[int]] = []
    for seat in range(rules.players):
        own = [
            choices for taker, choices in zip(taken, known.choices, strict=True) if taker == seat
        ]
        points.append(frozenset(with_cards(point_sums(own), known.cards, rules.players)[-1]))
    return tuple(points)


def possible_together(
    rules: DealRules, cards: int, tricks: Sequence[int], points: Sequence[int]
) -> bool:
    """Whether players who won so many tricks may have so many points.

    The points of any of them together must be what their tricks can be worth together.
    """
    possible = [frozenset(sums) for sums in possible_points(rules, cards)]
    together = [(0, 0)]
    for won, worth in zip(tricks, points, strict=True):
        together += [(before + won, own + worth) for before, own in together]
    return all(worth in possible[won] for won, worth in together)


def some_points(rules: DealRules, cards: int, taken: Sequence[int]) -> tuple[int, ...]:
    """Points that the seats may have who took the tricks, where it does not matter which.

    The tricks hold the first cards of the pack, and are won with what is worth the usual.
    """
    known = worths(rules, cards)
    points = [0] * rules.players
    left = iter(rules.deck.cards)
    for seat, value in zip(taken, known.by_winner, strict=True):
        held = islice(left, rules.players)
        points[seat] += value + sum(known.by_face.get(face_of(card), 0) for card in held)
    return tuple(points)

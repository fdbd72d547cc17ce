"""Whether the tricks and the cards of a deal can be divided so that players have certain points.

Two kinds of items have values: tricks, by their number or by the card that wins them, and cards.
Every player has some items of each kind. `can_divide` searches for a division of both; items that
nobody wins go to a last seat without limits. Only numbers are compared: that a card must follow
suit, or that it wins its trick, is not considered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, TypeAlias

from clagdsl.lang.frozen import dataclass
from clagdsl.table.budget import Budget
from clagdsl.table.trick_value import Worths

Values: TypeAlias = tuple[tuple[int, int], ...]
"""Pairs of a value and the number of items that have it, highest value first."""

SEARCH_STEPS: Final = 5_000
"""The steps that one search may take."""


def _sorted(values: Counter[int]) -> Values:
    return tuple(sorted(values.items(), reverse=True))


def values_of(worths: Worths, by_winner: Counter[int] | None) -> list[list[Values]]:
    """Returns the values of the tricks and of the cards, one way for each possible trump.

    `by_winner` counts the cards by the value of a trick that they win. The result is empty if
    values are not fixed: a wild card is in the pack, or a trick's value depends on its number and
    on the card that wins it.
    """
    of_tricks = Counter(values[0] for values in worths.choices)
    if any(len(values) > 1 for values in worths.choices):
        if by_winner is None:
            return []
        of_tricks = by_winner
    if any(cards.wild for cards in worths.cards):
        return []
    ways = [_sorted(Counter(dict(cards.ordinary))) for cards in worths.cards]
    return [[_sorted(of_tricks), way] for way in ways] or [[_sorted(of_tricks)]]


def can_divide(
    kinds: Sequence[Values],
    tricks: Sequence[int],
    points: Sequence[int | None],
    players: int,
) -> bool:
    """Returns whether players with these tricks can have these points; None stands for any points.

    `kinds` are the values of tricks and, if they have any, of cards. Raises TooMuchError if the
    search takes too long.
    """
    sizes = [(*(won * size for won in tricks), None) for size in (1, players)[: len(kinds)]]
    return _Division(kinds, sizes, Budget(SEARCH_STEPS), set()).is_possible((*points, None))


@dataclass(slots=True)
class _Division:
    """A search for a division, one group of items with the same value after the other."""

    kinds: Sequence[Values]
    sizes: Sequence[tuple[int | None, ...]]
    budget: Budget
    failed: set[tuple[object, ...]]

    def is_possible(self, points: tuple[int | None, ...]) -> bool:
        """Returns whether some division gives each seat these points."""
        return self._fits(0, 0, 0, self.kinds[0][0][1], self.sizes[0], points)

    def _fits(
        self,
        kind: int,
        group: int,
        seat: int,
        many: int,
        slots: tuple[int | None, ...],
        points: tuple[int | None, ...],
    ) -> bool:
        """Returns whether the rest can be divided: `many` items of a group are left for a seat and
        those after it.

        `slots` are the items of this kind that each seat still gets, `points` those of all kinds.
        """
        if seat == len(slots):
            if many:
                return False
            seat, group = 0, group + 1
            if group == len(self.kinds[kind]):
                kind, group = kind + 1, 0
                if kind == len(self.kinds):
                    return not any(points)
                slots = self.sizes[kind]
            many = self.kinds[kind][group][1]
        key = (kind, group, seat, many, slots, points)
        if key in self.failed:
            return False
        self.budget.spend(1)
        value, left, due = self.kinds[kind][group][0], slots[seat], points[seat]
        is_last = group == len(self.kinds[kind]) - 1
        most = many if left is None else min(many, left)
        least = most if left is None and is_last else 0
        if is_last and left is not None:
            least = left
        for taken in range(most, least - 1, -1):
            rest = None if left is None else left - taken
            owed = None if due is None else due - taken * value
            if owed is not None and not self._is_reachable(kind, group, rest or 0, seat, owed):
                continue
            after = (*slots[:seat], rest, *slots[seat + 1 :])
            then = (*points[:seat], owed, *points[seat + 1 :])
            if self._fits(kind, group, seat + 1, many - taken, after, then):
                return True
        self.failed.add(key)
        return False

    def _is_reachable(self, kind: int, group: int, slots: int, seat: int, owed: int) -> bool:
        """Returns whether items after this group can be worth what a seat is owed, if it gets any
        of them.
        """
        own = self.kinds[kind][group + 1 :] or ((0, 0),)
        low, high = slots * own[-1][0], slots * own[0][0]
        for values, sizes in zip(self.kinds[kind + 1 :], self.sizes[kind + 1 :], strict=True):
            low += (sizes[seat] or 0) * values[-1][0]
            high += (sizes[seat] or 0) * values[0][0]
        return low <= owed <= high

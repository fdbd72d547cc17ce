"""Counting seats beside the others at their table, compiled: last bidders, callers."""

from __future__ import annotations

from typing import Final

import numpy as np

from clagdsl.simulation.jit import compiled, compiled_entry
from clagdsl.simulation.lowering.arrays import Whole
from clagdsl.simulation.stats.count_layout import Notes, Slice

# The figures of limited deals, in the rows of `Sums.limited`.
LIMITED_DEALS: Final = 0
LAST_POINTS: Final = 1
LAST_COUNTED: Final = 2
LAST_COMPLETED: Final = 3
OTHER_POINTS: Final = 4
OTHER_COUNTED: Final = 5
OTHER_COMPLETED: Final = 6
LIMITED_FIGURES: Final = 7

# The figures of callers, in the rows of `Sums.callers`.
CALLED_DEALS: Final = 0
CALLER_POINTS: Final = 1
NOT_CALLER_POINTS: Final = 2
CALLS_FOLLOWED: Final = 3  # by another deal in which somebody calls
CALLS_KEPT: Final = 4  # by one in which the same seat does
CALLER_FIGURES: Final = 5


@compiled
def limited_sizes(some: Slice, deal: Whole) -> tuple[Whole, Whole]:
    """The fewest and the most cards of a deal where the last bid is limited; 0 for none."""
    low, high = np.int64(127), np.int64(0)
    for match in range(some.cards.shape[1]):
        if some.limited[deal, match] >= 0:
            low = min(low, np.int64(some.cards[deal, match]))
            high = max(high, np.int64(some.cards[deal, match]))
    return low, high


@compiled_entry
def count_limited(some: Slice, notes: Notes) -> None:
    """Note the last bidder beside the others where the last bid is limited."""
    hooks, hook = notes.limited, notes.hook
    deals, players, matches = some.scores.shape
    for deal in range(deals):
        low, high = limited_sizes(some, deal)
        if high == 0:
            continue
        for figure in range(3):
            for match in range(matches):
                hook[figure, match] = 0
        for seat in range(players):
            for match in range(matches):
                last = np.int64(some.limited[deal, match] == seat)
                fate = some.completed[deal, seat, match]
                hook[0, match] += last * some.scores[deal, seat, match]
                hook[1, match] += last * (fate >= 0)
                hook[2, match] += last * (fate == 1)
        for cards in range(low, high + 1):
            first = LIMITED_FIGURES * cards
            for match in range(matches):
                here = np.int64(
                    (some.limited[deal, match] >= 0) & (some.cards[deal, match] == cards)
                )
                hooks[first + LIMITED_DEALS, match] += here
                for figure in range(3):
                    mine = here * hook[figure, match]
                    hooks[first + LAST_POINTS + figure, match] += mine
                    others = here * notes.deals[3 * deal + figure, match] - mine
                    hooks[first + OTHER_POINTS + figure, match] += others
    for place in range(LIMITED_FIGURES, len(hooks)):
        for match in range(matches):
            hooks[place % LIMITED_FIGURES, match] += hooks[place, match]


@compiled_entry
def count_callers(some: Slice, notes: Notes) -> None:
    """Note what callers come to beside the others, and whether they call the next deal too."""
    called = notes.callers
    deals, players, matches = some.scores.shape
    for deal in range(deals):
        for match in range(matches):
            caller = np.int64(some.callers[deal, match])
            if caller >= 0:
                following = np.int64(-1)
                if deal + 1 < deals:
                    following = np.int64(some.callers[deal + 1, match])
                score = np.int64(some.scores[deal, caller, match])
                for first in (CALLER_FIGURES * caller, CALLER_FIGURES * players):
                    called[first + CALLED_DEALS, match] += 1
                    called[first + CALLER_POINTS, match] += score
                    called[first + NOT_CALLER_POINTS, match] += notes.deals[3 * deal, match] - score
                    called[first + CALLS_FOLLOWED, match] += following >= 0
                    called[first + CALLS_KEPT, match] += following == caller

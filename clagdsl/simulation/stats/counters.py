"""The integer arrays into which matches are counted.

A row of *moments* of some figures consists of their sums, followed by the sums of their pairwise
products: for the figures a and b, the row is a, b, aa, ab, bb.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from clagdsl.simulation.lowering.arrays import Array
from clagdsl.simulation.stats.count_layout import Frame

# The outcome of a contract ("fate"), the last dimension of counts.
NO_CONTRACT: Final = 0
FAILED: Final = 1
COMPLETED: Final = 2
FATES: Final = 3

# The figures of deals with a limited last bid, in the rows of `Sums.limited`.
LIMITED_DEALS: Final = 0  # the number of such deals
LAST_POINTS: Final = 1  # the points of the last bidder
LAST_COUNTED: Final = 2  # its contracts, completed or failed
LAST_COMPLETED: Final = 3  # its contracts completed
OTHER_POINTS: Final = 4  # likewise of all other seats together
OTHER_COUNTED: Final = 5
OTHER_COMPLETED: Final = 6
LIMITED_FIGURES: Final = 7

# The figures of callers, in the rows of `Sums.callers`.
CALLED_DEALS: Final = 0  # the deals in which the seat is the caller
CALLER_POINTS: Final = 1  # its points in them
NOT_CALLER_POINTS: Final = 2  # the points of all other seats in them
CALLS_FOLLOWED: Final = 3  # deals after which somebody calls the next one as well
CALLS_KEPT: Final = 4  # deals after which the same seat does
CALLER_FIGURES: Final = 5


class Counts(NamedTuple):
    """Numbers of matches, contracts, or totals in bins."""

    joint_wins: Array  # [seat, number of winners]: matches that the seat won
    contracts: Array  # [deal, seat, fate]
    bids: Array  # [cards, bid, fate]
    lead_changes: Array  # [deal]: matches in which the deal brought a new leader
    led: Array  # [deal, number of leaders after it]: the number of these that won the match
    running: Array  # [deal, bin]: totals after the deal, of all seats, if it was played
    final: Array  # [seat, bin]: final totals


class Sums(NamedTuple):
    """Sums of points and of other figures, and of their squares and products."""

    points: Array  # [deal, seat, 2]: points, squares
    bids: Array  # [cards, bid, 2]: points, squares
    seats: Array  # [seat, moments of total, contracts that count, completed]; last: all seats
    deals: Array  # [deal, moments of points, contracts that count, completed]: of all seats
    limited: Array  # [cards, moments of the figures of limited deals]; row 0: all cards
    callers: Array  # [seat, moments of the figures of callers]; last: all seats
    decided: Array  # [deal]: points times (players times the total, minus all totals), over seats
    thirds: Array  # [0, moments of what each third decided]; zeros if not `thirds_fit`
    changes: Array  # [0, moments of the changes of the lead]


class Pairs(NamedTuple):
    """Sums over pairs of matches; figures of the first game come before those of the second."""

    seats: Array  # [seat, moments of the three figures of `Sums.seats`]; last: all seats
    deals: Array  # [deal that both have, moments of the three figures of `Sums.deals`]
    wins: Array  # [seat, winners if it won or 0, likewise in the second game]
    changes: Array  # [0, moments of the changes of the lead]
    thirds: Array  # [0, moments of what each third decided]; zeros if not `thirds_fit`
    both: Array  # [deal that both have]: pairs of matches in which both play it


class Marks(NamedTuple):
    """Individual figures for each match, so that matches can be compared."""

    winners: Array  # [match]: the winners, as a mask of seats
    changes: Array  # [match]: the number of changes of the lead
    decided: Array  # [third, match]: see `Sums.decided`; zeros if not `thirds_fit`


def moments(figures: int) -> int:
    """Returns the length of a row of moments of `figures` figures."""
    return figures + figures * (figures + 1) // 2


def count_shapes(frame: Frame) -> dict[str, tuple[int, ...]]:
    """Returns the shapes of `Counts`."""
    players, deals, sizes = frame.players, frame.deals, frame.most_cards + 1
    return {
        "joint_wins": (players, players + 1),
        "contracts": (deals, players, FATES),
        "bids": (sizes, sizes, FATES),
        "lead_changes": (deals,),
        "led": (deals, players + 1),
        "running": (deals, frame.bins),
        "final": (players, frame.bins),
    }


def sum_shapes(frame: Frame) -> dict[str, tuple[int, ...]]:
    """Returns the shapes of `Sums`."""
    players, deals, sizes = frame.players, frame.deals, frame.most_cards + 1
    return {
        "points": (deals, players, 2),
        "bids": (sizes, sizes, 2),
        "seats": (players + 1, moments(3)),
        "deals": (deals, moments(3)),
        "limited": (sizes, moments(LIMITED_FIGURES)),
        "callers": (players + 1, moments(CALLER_FIGURES)),
        "decided": (deals,),
        "thirds": (1, moments(3)),
        "changes": (1, moments(1)),
    }


def make_counts(frame: Frame) -> Counts:
    """Returns counts that are all 0."""
    return Counts(**{name: np.zeros(each, np.int64) for name, each in count_shapes(frame).items()})


def make_sums(frame: Frame) -> Sums:
    """Returns sums that are all 0, as Python integers."""
    return Sums(**{name: np.zeros(each, object) for name, each in sum_shapes(frame).items()})

"""What is counted in matches, in whole numbers.

A row of *moments* of a few figures holds their sums, then the sums of their products by pairs:
of a, b: a, b, aa, ab, bb.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from clagdsl.simulation.lowering.arrays import Array
from clagdsl.simulation.stats.caller_stats import CALLER_FIGURES, LIMITED_FIGURES
from clagdsl.simulation.stats.count_layout import Frame

# What became of a contract, in the last dimension of counts.
NO_CONTRACT: Final = 0
FAILED: Final = 1
COMPLETED: Final = 2
FATES: Final = 3


class Counts(NamedTuple):
    """How often something came about."""

    joint_wins: Array  # [seat, how many won]
    contracts: Array  # [deal, seat, fate]
    bids: Array  # [cards, bid, fate]
    lead_changes: Array  # [deal]: matches in which it brought a new leader
    led: Array  # [deal, how many led after it]: how many of those won the match
    running: Array  # [deal, bin]: totals after the deal, of all seats of matches that came to it
    final: Array  # [seat, bin]: totals


class Sums(NamedTuple):
    """Sums of points and of other figures, and of their squares and products."""

    points: Array  # [deal, seat, 2]: points, squares
    bids: Array  # [cards, bid, 2]: points, squares
    seats: Array  # [seat, moments of total, contracts that count, completed]; last: all seats
    deals: Array  # [deal, moments of points, contracts that count, completed]: of all seats
    limited: Array  # [cards, moments of the figures of limited deals]; row 0: all cards
    callers: Array  # [seat, moments of the figures of callers]; last: all seats
    decided: Array  # [deal]: points times how far the total is from the mean one, over seats
    thirds: Array  # [0, moments of what each third decided]; zeros where the frame has no room
    changes: Array  # [0, moments of the changes of the lead]


class Pairs(NamedTuple):
    """Sums over the same matches of two games, of figures of the one and then of the other."""

    seats: Array  # [seat, moments of the three figures of `Sums.seats`]; last: all seats
    deals: Array  # [deal that both have, moments of the three figures of `Sums.deals`]
    wins: Array  # [seat, how many won if it did or 0, the same of the other game]
    changes: Array  # [0, moments of the changes of the lead]
    thirds: Array  # [0, moments of what each third decided]; zeros where a frame has no room
    both: Array  # [deal that both have]: pairs of matches that both come to it


class Marks(NamedTuple):
    """What is told of each match, so that matches can be compared."""

    winners: Array  # [match]: as a mask of the seats
    changes: Array  # [match]: of the lead
    decided: Array  # [third, match]: see `Sums.decided`; zeros where the frame has no room


def moments(figures: int) -> int:
    """How many entries a row has for so many figures."""
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
    """Nothing counted."""
    return Counts(**{name: np.zeros(each, np.int64) for name, each in count_shapes(frame).items()})


def make_sums(frame: Frame) -> Sums:
    """Nothing summed, as Python's whole numbers."""
    return Sums(**{name: np.zeros(each, object) for name, each in sum_shapes(frame).items()})

"""Figures that people read, from exact sums; and who wins a match."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt, sqrt

import numpy as np

from clagdsl.game import Winner
from clagdsl.machine.table import ScheduledDeal, Table
from clagdsl.simulator.arrays import Array, Outcome
from clagdsl.simulator.summary import Summary
from clagdsl.simulator.tally import COMPLETED, FAILED


def mean_of(count: int, total: int) -> float:
    """The mean of so many figures with that sum."""
    return float(Fraction(total, count))


def sd_of(count: int, total: int, squares: int) -> float:
    """The standard deviation of just these figures, with their number below the line."""
    above = count * squares - total * total
    if above < 2**100:
        return sqrt(above) / count
    return float(Fraction(isqrt(above), count))


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """One seat: its totals, and how much of the matches it won, a joint win shared."""

    seat: int
    mean: float
    sd: float
    won: float


@dataclass(frozen=True, slots=True)
class DealFigures:
    """One deal of the schedule: the points of a seat, and the share of contracts completed."""

    deal: ScheduledDeal
    mean: float
    sd: float
    made: float | None


def seat_figures(summary: Summary) -> tuple[SeatFigures, ...]:
    """The figures of every seat; there must be a match."""
    seats = []
    for seat, row in enumerate(summary.counts.joint_wins.tolist()):
        total, squares = (summary.sums.seats[seat, place] for place in (0, 3))
        won = sum(Fraction(wins, many) for many, wins in enumerate(row) if wins)
        seats.append(
            SeatFigures(
                seat,
                mean_of(summary.matches, total),
                sd_of(summary.matches, total, squares),
                float(won / summary.matches),
            )
        )
    return tuple(seats)


def deal_figures(summary: Summary, table: Table) -> tuple[DealFigures, ...]:
    """The figures of every deal over all seats; there must be a match."""
    deals = []
    for place, deal in enumerate(table.schedule):
        total, squares = summary.sums.points[place].sum(axis=0)
        count = summary.matches * table.players
        fates = summary.counts.contracts[place].sum(axis=0).tolist()
        deals.append(
            DealFigures(
                deal, mean_of(count, total), sd_of(count, total, squares), share_made(fates)
            )
        )
    return tuple(deals)


def share_made(fates: list[int]) -> float | None:
    """The share of contracts completed, or None where none counts."""
    counted = fates[FAILED] + fates[COMPLETED]
    return fates[COMPLETED] / counted if counted else None


def winning_seats(winner: Winner, block: Outcome) -> Array:
    """Whether each seat wins each match, [match, seat]: criteria decide between those tied."""
    merits = {
        "highest total": block.scores.sum(axis=1, dtype=np.int64),
        "fewest failed": -(block.completed == 0).sum(axis=1),
        "most completed": (block.completed == 1).sum(axis=1),
    }
    tied = np.ones(merits["highest total"].shape, np.bool_)
    for criterion in winner.criteria:
        merit = np.where(tied, merits[criterion], np.iinfo(np.int64).min)
        tied = merit == merit.max(axis=1, keepdims=True)
    return tied

"""What many matches come to, in exact sums: no order of blocks and no rounding changes them."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt, sqrt
from typing import Final

import numpy as np

from clagdsl.game import Winner
from clagdsl.machine.table import Table
from clagdsl.simulator.arrays import Array, Outcome

SHARES: Final = 420
"""A match in shares that up to seven joint winners divide evenly."""


@dataclass(slots=True)
class Sums:
    """How many figures there are, their sum and the sum of their squares."""

    count: int = 0
    total: int = 0
    squares: int = 0

    def add(self, figures: Array) -> None:
        """Count in more figures."""
        wide = figures.astype(np.int64).ravel()
        largest = int(np.abs(wide).max(initial=0))
        self.count += len(wide)
        self.total += int(wide.sum())
        if largest * largest * len(wide) < 2**62:
            self.squares += int(np.dot(wide, wide))
        else:
            self.squares += sum(figure * figure for figure in wide.tolist())

    @property
    def mean(self) -> float:
        """The mean; every figure counts the same."""
        return float(Fraction(self.total, self.count))

    @property
    def sd(self) -> float:
        """The standard deviation of these figures, with their number below the line."""
        above = self.count * self.squares - self.total * self.total
        if above < 2**100:
            return sqrt(above) / self.count
        return float(Fraction(isqrt(above), self.count))


@dataclass(slots=True)
class DealFigures:
    """One deal of the schedule: the points of a seat, and how many contracts are completed."""

    number: int
    name: str
    cards: int | None
    points: Sums = field(default_factory=Sums)
    counted: int = 0
    completed: int = 0

    @property
    def made(self) -> float | None:
        """The share of contracts completed, or None where none counts."""
        return self.completed / self.counted if self.counted else None


@dataclass(slots=True)
class SeatFigures:
    """One seat: its totals, and how much of the matches it won, a joint win shared."""

    seat: int
    totals: Sums = field(default_factory=Sums)
    shares: int = 0

    @property
    def won(self) -> float:
        """The share of matches won."""
        return self.shares / (SHARES * self.totals.count)


@dataclass(slots=True)
class Summary:
    """The figures of the matches played so far."""

    winner: Winner
    seats: list[SeatFigures]
    deals: list[DealFigures]
    matches: int = 0

    def add(self, block: Outcome) -> None:
        """Count in a block of matches."""
        self.matches += len(block.cards)
        totals = block.scores.sum(axis=1, dtype=np.int64)
        won = winning_seats(self.winner, block)
        shares = won * (SHARES // won.sum(axis=1, keepdims=True))
        for seat in self.seats:
            seat.totals.add(totals[:, seat.seat])
            seat.shares += int(shares[:, seat.seat].sum())
        for place, deal in enumerate(self.deals):
            deal.points.add(block.scores[:, place])
            deal.counted += int((block.completed[:, place] >= 0).sum())
            deal.completed += int((block.completed[:, place] == 1).sum())


def make_summary(table: Table) -> Summary:
    """The figures before any match is played."""
    return Summary(
        table.game.winner,
        [SeatFigures(seat) for seat in range(table.players)],
        [DealFigures(row.number, row.name, row.cards) for row in table.schedule],
    )


def winning_seats(winner: Winner, block: Outcome) -> Array:
    """Whether each seat wins each match, [match, seat]."""
    return best_seats(
        winner,
        block.scores.sum(axis=1, dtype=np.int64),
        (block.completed == 0).sum(axis=1),
        (block.completed == 1).sum(axis=1),
    )


def best_seats(winner: Winner, totals: Array, failed: Array, completed: Array) -> Array:
    """Whether each seat wins, [match, seat] as all that is given: criteria decide between tied."""
    merits = {"highest total": totals, "fewest failed": -failed, "most completed": completed}
    tied = np.ones(totals.shape, np.bool_)
    for criterion in winner.criteria:
        merit = np.where(tied, merits[criterion], np.iinfo(np.int64).min)
        tied = merit == merit.max(axis=1, keepdims=True)
    return tied

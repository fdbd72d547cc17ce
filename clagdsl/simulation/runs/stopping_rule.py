"""How exactly a run knows what it is asked for."""

from __future__ import annotations

from fractions import Fraction

from clagdsl.simulation.blocks import Figures
from clagdsl.simulation.stats.differences import seat_differences
from clagdsl.simulation.stats.statistics import ONE, POINTS, known, seat_moments


def widest(figures: Figures) -> float | None:
    """The widest interval, to one side, of the seats' mean totals; None before the second match.

    Where two games are compared, it is that of the differences of the mean totals.
    """
    if figures.matches < 2:
        return None
    if figures.comparison is not None:
        rows = seat_differences(figures.comparison)
        each = [row.mean.within for row in rows if row.seat is not None]
    else:
        each = [
            known(seat_moments(figures.summary, seat).ratio(POINTS, ONE)).within
            for seat in range(figures.summary.frame.players)
        ]
    return max(within for within in each if within is not None)


def is_reached(within: float | None, until: Fraction | None) -> bool:
    """Whether means that are known so exactly are as exact as asked for."""
    return within is not None and until is not None and within <= float(until)

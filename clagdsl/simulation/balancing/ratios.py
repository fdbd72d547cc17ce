"""Figures as sums divided by others, over sets of packs, with intervals of 95 %."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np

from clagdsl.simulation.lowering.arrays import Array
from clagdsl.simulation.stats.confidence import Estimate, Moments, Weights

ONCE: Final = Fraction(1)
ROOM: Final = 1 << 62


@dataclass(frozen=True, slots=True, eq=False)
class Ratio:
    """One sum over sets of packs divided by another, so often as `scale` says.

    Both have a whole number of each set.  A set is what is drawn: all matches with the same packs
    have to do with each other.
    """

    above: Array
    below: Array
    scale: Fraction = ONCE
    share: bool = False
    """Whether it lies between 0 and 1: then that all sets agree does not make it certain."""


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """Ratios of the same sets of packs, added up with their signs."""

    ratios: tuple[Ratio, ...]
    signs: tuple[int, ...] = (1,)

    def less(self, other: Figure) -> Figure:
        """This figure less another one of the same sets."""
        return Figure(self.ratios + other.ratios, self.signs + tuple(-s for s in other.signs))

    def estimate(self) -> Estimate | None:
        """The figure with its interval; None where there is nothing to divide by."""
        columns = [column for each in self.ratios for column in (each.above, each.below)]
        moments = _moments(columns)
        parts: list[tuple[Weights, Weights, int]] = []
        for place, (ratio, sign) in enumerate(zip(self.ratios, self.signs, strict=True)):
            before: tuple[int | Fraction, ...] = (0,) * (1 + 2 * place)
            parts.append(((*before, ratio.scale), (*before, 0, 1), sign))
        if len(parts) == 1 and self.ratios[0].share:
            above, below, _ = parts[0]
            return moments.share(above, below)
        return moments.combined(parts)


def ratio(above: Array, below: Array, scale: Fraction = ONCE) -> Figure:
    """One sum divided by another."""
    return Figure((Ratio(above, below, scale),))


def share(above: Array, below: Array, scale: Fraction = ONCE) -> Figure:
    """A part of a whole."""
    return Figure((Ratio(above, below, scale, share=True),))


def mean(figures: Array, scale: Fraction = ONCE) -> Figure:
    """The mean over sets of packs."""
    return ratio(figures, np.ones(len(figures), np.int64), scale)


def mean_share(figures: Array, scale: Fraction) -> Figure:
    """The mean over sets of packs of what lies, so often as is said, between 0 and 1."""
    return share(figures, np.ones(len(figures), np.int64), scale)


def _moments(columns: Sequence[Array]) -> Moments:
    """Exact sums of the columns and of their products, as `Moments` has them."""
    sets = len(columns[0])
    largest = max(int(abs(each).max(initial=0)) for each in columns)
    kind = np.int64 if sets * largest * largest < ROOM else object
    whole = [each.astype(kind) for each in columns]
    row: list[Any] = [int(column.sum()) for column in whole]
    for place, one in enumerate(whole):
        row += [int((one * other).sum()) for other in whole[place:]]
    return Moments(sets, row, len(whole))

"""Means, shares and their differences with intervals, from exact sums over matches.

A match is what is drawn: deals and seats of one match have to do with each other.  An estimate
lies within 1.96 standard errors, 95 times in 100, of what endlessly many matches would come to; the
standard error of a share of two sums is that of its linear part.

Matches that all have the same share tell nothing of how far others lie apart.  What is not known
then is how many others there are: of n matches none is one, so by Wilson's interval z² / (n + z²)
of all at most, each with any share from nothing to all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt, sqrt
from typing import Any, Final, TypeAlias

STANDARD_ERRORS: Final = 1.959963984540054
"""How many standard errors an interval of 95 % goes to each side."""

Weights: TypeAlias = Sequence[int | Fraction]
"""A sum of figures, each so often; the first weight is that of 1 a match."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and how far the truth may be to each side; None where one match tells nothing."""

    value: float
    within: float | None
    ends: tuple[float, float] | None = field(default=None, repr=False)
    """The ends of an interval that goes further to one side; `within` is the longer one."""

    @property
    def interval(self) -> tuple[float, float] | None:
        """The two ends."""
        if self.within is None or self.ends is not None:
            return self.ends
        return self.value - self.within, self.value + self.within


@dataclass(frozen=True, slots=True)
class Moments:
    """The sums over so many matches of some figures, and of their products by pairs: see `tally`.

    A figure 0 is added that is 1 in every match; the others count from 1.
    """

    matches: int
    row: Sequence[Any]
    figures: int

    def sum(self, weights: Weights) -> Any:
        """The sum of the figures, each so often."""
        return sum(
            weight * (self.row[place - 1] if place else self.matches)
            for place, weight in enumerate(weights)
            if weight
        )

    def product(self, one: int, other: int) -> Any:
        """The sum of the products of two figures."""
        low, high = sorted((one, other))
        if low == 0:
            return self.row[high - 1] if high else self.matches
        before = sum(range(self.figures, self.figures - low + 1, -1))
        return self.row[self.figures + before + high - low]

    def ratio(self, above: Weights, below: Weights) -> Estimate | None:
        """One sum divided by another; None where that is 0."""
        return self.combined([(above, below, 1)])

    def share(self, above: Weights, below: Weights) -> Estimate | None:
        """A ratio from 0 to 1, which is not certain where it is the same in all matches."""
        found = self.ratio(above, below)
        if found is None or found.within != 0:
            return found
        square = STANDARD_ERRORS**2
        others = square / (self.matches + square)
        ends = (found.value * (1 - others), found.value + (1 - found.value) * others)
        return Estimate(found.value, others * max(found.value, 1 - found.value), ends)

    def difference(
        self, first: tuple[Weights, Weights], second: tuple[Weights, Weights]
    ) -> Estimate | None:
        """The first ratio less the second; None where one has no value."""
        return self.combined([(*first, 1), (*second, -1)])

    def combined(self, ratios: Sequence[tuple[Weights, Weights, int]]) -> Estimate | None:
        """The sum of several ratios, each with a sign; None where one has no value."""
        value = Fraction(0)
        linear = [Fraction(0)] * (self.figures + 1)
        for above, below, sign in ratios:
            whole = self.sum(below)
            if whole == 0:
                return None
            ratio = Fraction(self.sum(above)) / whole
            value += sign * ratio
            for place in range(self.figures + 1):
                part = _at(above, place) - ratio * _at(below, place)
                linear[place] += sign * part / whole
        return Estimate(float(value), self._within(linear))

    def _within(self, linear: Sequence[Fraction]) -> float | None:
        if self.matches < 2:
            return None
        used = [place for place, weight in enumerate(linear) if weight]
        square = sum(
            linear[one] * linear[other] * self.product(one, other) for one in used for other in used
        )
        return STANDARD_ERRORS * sqrt(square * Fraction(self.matches, self.matches - 1))


def _at(weights: Weights, place: int) -> int | Fraction:
    return weights[place] if place < len(weights) else 0


def mean_of(count: int, total: Any) -> float:
    """The mean of so many figures with that sum."""
    return float(Fraction(total) / count)


def sd_of(count: int, total: Any, squares: Any) -> float:
    """The standard deviation of just these figures, with their number below the line."""
    above = count * squares - total * total
    if above < 2**100:
        return sqrt(above) / count
    return float(Fraction(isqrt(above), count))

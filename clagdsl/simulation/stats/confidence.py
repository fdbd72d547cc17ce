"""Means, shares and their differences with intervals, from exact sums over matches.

A match is what is drawn: deals and seats of one match have to do with each other.  An estimate
lies within so many standard errors, 95 times in 100, of what endlessly many matches would come to,
as Student's t says for that number of matches; the standard error of a share of two sums is that of
its linear part.  An interval of a share that would go below nothing or beyond all is Wilson's of as
many independent draws as have that standard error.

Matches that all have the same share tell nothing of how far others lie apart.  What is not known
then is how many others there are: of n matches none is one, so by Wilson's interval z² / (n + z²)
of all at most, each with any share from nothing to all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt, pi, sqrt, tan
from typing import Any, Final, TypeAlias

STANDARD_ERRORS: Final = 1.959963984540054
"""How many standard errors an interval of 95 % goes to each side, of endlessly many matches."""

Weights: TypeAlias = Sequence[int | Fraction]
"""A sum of figures, each so often; the first weight is that of 1 a match."""

ONE: Final[Weights] = (1,)
POINTS: Final[Weights] = (0, 1)


def single_weight(place: int, weight: int = 1) -> Weights:
    """Returns the weights of one figure alone; figures count from 0."""
    return (*(0 for _ in range(place + 1)), weight)


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

    @property
    def is_certain(self) -> bool:
        """Whether the interval leaves out that there is nothing."""
        return self.within is not None and abs(self.value) > self.within

    @property
    def is_constant(self) -> bool:
        """Whether it is the same in every match that was played."""
        return self.within == 0


@dataclass(frozen=True, slots=True)
class Moments:
    """The sums over so many matches of some figures, and of their products by pairs: see `tally`.

    A figure 0 is added that is 1 in every match; the others count from 1.
    """

    matches: int
    row: Sequence[Any]
    figures: int

    def sum(self, weights: Weights) -> Any:
        """Returns the sum of the figures, each so often."""
        return sum(
            weight * (self.row[place - 1] if place else self.matches)
            for place, weight in enumerate(weights)
            if weight
        )

    def product(self, first: int, second: int) -> Any:
        """Returns the sum of the products of two figures."""
        low, high = sorted((first, second))
        if low == 0:
            return self.row[high - 1] if high else self.matches
        before = sum(range(self.figures, self.figures - low + 1, -1))
        return self.row[self.figures + before + high - low]

    def ratio(self, above: Weights, below: Weights) -> Estimate | None:
        """Returns one sum divided by another; None where that is 0."""
        return self.combined([(above, below, 1)])

    def part(self, above: Weights, below: Weights) -> Estimate | None:
        """Returns a ratio from 0 to 1, which rules alone can make the same in all matches."""
        estimate = self.ratio(above, below)
        if estimate is None or estimate.interval is None or not estimate.within:
            return estimate
        if not 0 < estimate.value < 1:  # nothing or all of a whole that differs from match to match
            return Estimate(estimate.value, 0.0)
        low, high = estimate.interval
        return estimate if low >= 0 and high <= 1 else _wilson(estimate.value, estimate.within)

    def share(self, above: Weights, below: Weights) -> Estimate | None:
        """Returns a ratio from 0 to 1, which is not certain where it is the same in all matches."""
        estimate = self.part(above, below)
        if estimate is None or estimate.within != 0:
            return estimate
        square = STANDARD_ERRORS**2
        others = square / (self.matches + square)
        ends = (estimate.value * (1 - others), estimate.value + (1 - estimate.value) * others)
        return Estimate(estimate.value, others * max(estimate.value, 1 - estimate.value), ends)

    def difference(
        self, first: tuple[Weights, Weights], second: tuple[Weights, Weights]
    ) -> Estimate | None:
        """Returns the first ratio less the second; None where one has no value."""
        return self.combined([(*first, 1), (*second, -1)])

    def combined(self, ratios: Sequence[tuple[Weights, Weights, int]]) -> Estimate | None:
        """Returns the sum of several ratios, each with a sign; None where one has no value."""
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
        error = sqrt(square * Fraction(self.matches, self.matches - 1))
        return standard_errors(self.matches) * error


def standard_errors(matches: int) -> float:
    """How many standard errors an interval of 95 % of a mean goes to each side; at least 2 matches.

    The quantile of Student's t: exact with one and two degrees of freedom, else the expansion of
    Abramowitz and Stegun 26.7.5, within 0.2 % with three of them and closer with each more.
    """
    freedom = matches - 1
    if freedom == 1:
        return tan(pi * (0.975 - 0.5))
    if freedom == 2:
        return 0.95 / sqrt(2 * 0.975 * 0.025)
    z = STANDARD_ERRORS
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return float(z + sum(term / freedom**power for power, term in enumerate(terms, 1)))


def _wilson(share: float, within: float) -> Estimate:
    """Returns a share between nothing and all, whose interval would go so far beyond one of them."""
    draws = share * (1 - share) / within**2  # so many standard errors' squares of one draw
    middle = (share + 1 / (2 * draws)) / (1 + 1 / draws)
    half = sqrt(share * (1 - share) / draws + 1 / (2 * draws) ** 2) / (1 + 1 / draws)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return Estimate(share, max(share - low, high - share), (low, high))


def _at(weights: Weights, place: int) -> int | Fraction:
    return weights[place] if place < len(weights) else 0


def mean_of(count: int, total: Any) -> float:
    """Returns the mean of so many figures with that sum."""
    return float(Fraction(total) / count)


def sd_of(count: int, total: Any, squares: Any) -> float:
    """Returns the standard deviation of just these figures, with their number below the line."""
    above = count * squares - total * total
    if above < 2**100:
        return sqrt(above) / count
    return float(Fraction(isqrt(above), count))

"""Means, shares, their differences and confidence intervals, from exact sums over matches.

The sampling unit is the match, because the deals and seats of one match are not independent.
Intervals have a confidence level of 95 % and use the quantile of Student's t for the number of
matches. The standard error of a ratio of two sums is that of its linear approximation (the delta
method). The interval of a share may extend below 0 or above 1. Wilson's interval then replaces it,
for the number of independent draws that have the same standard error. The interval of a difference
of two shares is cut off at -1 and 1.

If all matches have the same share, their spread reveals nothing about that of other matches. The
unknown is then the proportion of matches with a different share. None of the n observed matches has
one, so by Wilson's interval that proportion is at most z² / (n + z²). Each such match may have any
share from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt, pi, sqrt, tan
from statistics import NormalDist
from typing import Any, Final, TypeAlias

STANDARD_ERRORS: Final = 1.959963984540054
"""The half width of a 95 % interval, in standard errors, for infinitely many matches."""

TAIL: Final = 0.025
"""The probability that a 95 % interval leaves out at each end."""

Weights: TypeAlias = Sequence[int | Fraction]
"""The coefficients of a weighted sum of figures; the first is for the constant figure 0."""

ONE: Final[Weights] = (1,)
POINTS: Final[Weights] = (0, 1)


def single_weight(place: int, weight: int = 1) -> Weights:
    """Returns the weights that select one figure; `place` 0 is the first after the constant."""
    return (*(0 for _ in range(place + 1)), weight)


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate and the half width of its interval, which is None for a single match."""

    value: float
    within: float | None
    ends: tuple[float, float] | None = field(default=None, repr=False)
    """The ends of an asymmetric interval, else None; `within` is then its longer side."""

    @property
    def interval(self) -> tuple[float, float] | None:
        """The two ends of the interval; None if it is unknown."""
        if self.within is None or self.ends is not None:
            return self.ends
        return self.value - self.within, self.value + self.within

    @property
    def sides(self) -> tuple[float, float] | None:
        """The distances from the value to the ends of the interval; None if they are unknown."""
        if self.within is None or self.ends is None:
            return None if self.within is None else (self.within, self.within)
        return self.value - self.ends[0], self.ends[1] - self.value

    @property
    def is_certain(self) -> bool:
        """True if the interval excludes 0."""
        return self.within is not None and abs(self.value) > self.within

    @property
    def is_constant(self) -> bool:
        """True if the value was the same in all matches."""
        return self.within == 0

    def limited(self, low: float, high: float) -> Estimate:
        """Returns the estimate with an interval that does not extend beyond `low` and `high`."""
        if self.interval is None or low <= self.interval[0] <= self.interval[1] <= high:
            return self
        ends = max(low, self.interval[0]), min(high, self.interval[1])
        return Estimate(self.value, max(self.value - ends[0], ends[1] - self.value), ends)


@dataclass(frozen=True, slots=True)
class Moments:
    """The sums of some figures and of their pairwise products over `matches` matches: see `tally`.

    Figure 0 is implicit and is 1 in every match; the others are numbered from 1.
    """

    matches: int
    row: Sequence[Any]
    figures: int

    def sum(self, weights: Weights) -> Any:
        """Returns the weighted sum of the figures."""
        return sum(
            weight * (self.row[place - 1] if place else self.matches)
            for place, weight in enumerate(weights)
            if weight
        )

    def product(self, first: int, second: int) -> Any:
        """Returns the sum of the products of two figures, given by their numbers."""
        low, high = sorted((first, second))
        if low == 0:
            return self.row[high - 1] if high else self.matches
        before = sum(range(self.figures, self.figures - low + 1, -1))
        return self.row[self.figures + before + high - low]

    def ratio(self, above: Weights, below: Weights) -> Estimate | None:
        """Estimates the ratio of two weighted sums; None if the divisor is 0."""
        return self.combined([(above, below, 1)])

    def part(self, above: Weights, below: Weights) -> Estimate | None:
        """Estimates a ratio between 0 and 1; returns None if the divisor is 0.

        The interval has width 0 if all matches agree, since the rules may force them to.
        """
        estimate = self.ratio(above, below)
        if estimate is None or estimate.interval is None or not estimate.within:
            return estimate
        if not 0 < estimate.value < 1:  # all or nothing, yet the divisor varies
            return Estimate(estimate.value, 0.0)
        low, high = estimate.interval
        return estimate if low >= 0 and high <= 1 else _wilson(estimate.value, estimate.within)

    def share(self, above: Weights, below: Weights) -> Estimate | None:
        """Estimates a ratio between 0 and 1 that stays uncertain even if all matches agree.

        Returns None if the divisor is 0.
        """
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
        """Estimates the first ratio minus the second; None if a divisor is 0."""
        return self.combined([(*first, 1), (*second, -1)])

    def share_difference(
        self, first: tuple[Weights, Weights], second: tuple[Weights, Weights]
    ) -> Estimate | None:
        """Estimates the first share minus the second, between -1 and 1; None if a divisor is 0."""
        estimate = self.difference(first, second)
        return None if estimate is None else estimate.limited(-1, 1)

    def combined(self, ratios: Sequence[tuple[Weights, Weights, int]]) -> Estimate | None:
        """Estimates a sum of ratios, each with a sign; None if a divisor is 0."""
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


def standard_errors(matches: int, tail: float = TAIL) -> float:
    """Returns the half width, in standard errors of a mean, that leaves out `tail` at one end.

    This is the quantile of Student's t; there must be at least 2 matches.  It is exact for one and
    two degrees of freedom.  For more, it is the expansion of Abramowitz and Stegun 26.7.5.  With
    the default tail it is within 0.2 % for three degrees of freedom, and closer above.
    """
    freedom = matches - 1
    if freedom == 1:
        return tan(pi * (0.5 - tail))
    if freedom == 2:
        return (1 - 2 * tail) / sqrt(2 * (1 - tail) * tail)
    z = STANDARD_ERRORS if tail == TAIL else NormalDist().inv_cdf(1 - tail)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return float(z + sum(term / freedom**power for power, term in enumerate(terms, 1)))


def _wilson(share: float, within: float) -> Estimate:
    """Returns a share with Wilson's interval, used if a symmetric interval would leave 0 to 1."""
    draws = share * (1 - share) / within**2  # independent draws, over the squared quantile
    middle = (share + 1 / (2 * draws)) / (1 + 1 / draws)
    half = sqrt(share * (1 - share) / draws + 1 / (2 * draws) ** 2) / (1 + 1 / draws)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return Estimate(share, max(share - low, high - share), (low, high))


def _at(weights: Weights, place: int) -> int | Fraction:
    return weights[place] if place < len(weights) else 0


def mean_of(count: int, total: Any) -> float:
    """Returns the mean of `count` figures with the sum `total`."""
    return float(Fraction(total) / count)


def sd_of(count: int, total: Any, squares: Any) -> float:
    """Returns the population standard deviation of `count` figures (with divisor `count`)."""
    above = count * squares - total * total
    if above < 2**100:
        return sqrt(above) / count
    return float(Fraction(isqrt(above), count))

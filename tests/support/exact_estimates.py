"""Checks of estimates against their exact values and textbook intervals."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt

import pytest

from clagdsl.simulation.stats.confidence import Estimate
from support.students_t import students_t


def spread(values: Iterable[Fraction | int]) -> float:
    """Returns the half-width of the 95 % confidence interval of a mean, by the textbook."""
    numbers = list(values)
    mean = Fraction(sum(numbers)) / len(numbers)
    variance = sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1)
    return students_t(len(numbers) - 1) * sqrt(variance / len(numbers))


def same(estimate: Estimate | None, value: Fraction | int, linear: Iterable[Fraction]) -> None:
    """Asserts an estimate's value, and its interval as that of the mean of the linearised terms."""
    assert estimate is not None
    assert estimate.value == pytest.approx(float(value), rel=1e-12, abs=1e-12)
    assert estimate.within == pytest.approx(spread(linear), rel=1e-4, abs=1e-12)


def same_ratio(estimate: Estimate | None, above: list[int], below: list[int]) -> None:
    ratio = Fraction(sum(above), sum(below))
    mean = Fraction(sum(below), len(below))
    pairs = zip(above, below, strict=True)
    same(estimate, ratio, [(one - ratio * other) / mean for one, other in pairs])


def same_share(estimate: Estimate | None, above: list[int], below: list[int]) -> None:
    """Asserts a share as `same_ratio` does, but with Wilson's interval where that one fails."""
    assert estimate is not None
    ratio = Fraction(sum(above), sum(below))
    if len({Fraction(one, of) for one, of in zip(above, below, strict=True) if of}) > 1:
        mean = Fraction(sum(below), len(below))
        within = spread((a - ratio * b) / mean for a, b in zip(above, below, strict=True))
        if within <= ratio <= 1 - within:
            same_ratio(estimate, above, below)
        else:
            is_wilson(estimate, float(ratio), within)
        return
    assert estimate.value == ratio
    squared = 1.959963984540054**2
    assert estimate.within == pytest.approx(squared / (len(below) + squared))


def is_wilson(estimate: Estimate, share: float, within: float) -> None:
    """Asserts Wilson's interval: each end is at the distance given by its own standard error."""
    assert estimate.value == pytest.approx(share, rel=1e-12)
    assert estimate.interval is not None
    assert 0 <= estimate.interval[0] < share < estimate.interval[1] <= 1
    for end in estimate.interval:
        far = within * sqrt(end * (1 - end) / (share * (1 - share)))
        assert abs(share - end) == pytest.approx(far, rel=1e-3)

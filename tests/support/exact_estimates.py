"""An estimate is held to its value and its interval, worked out as in every book."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt

import pytest

from clagdsl.simulation.stats.confidence import Estimate
from support.students_t import students_t


def spread(values: Iterable[Fraction | int]) -> float:
    """The half of an interval of 95 % of a mean, as in every book."""
    numbers = list(values)
    mean = Fraction(sum(numbers)) / len(numbers)
    variance = sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1)
    return students_t(len(numbers) - 1) * sqrt(variance / len(numbers))


def same(estimate: Estimate | None, value: Fraction | int, linear: Iterable[Fraction]) -> None:
    """An estimate has this value, and the interval of the mean of what each match adds to it."""
    assert estimate is not None
    assert estimate.value == pytest.approx(float(value), rel=1e-12, abs=1e-12)
    assert estimate.within == pytest.approx(spread(linear), rel=1e-4, abs=1e-12)


def same_ratio(estimate: Estimate | None, above: list[int], below: list[int]) -> None:
    ratio = Fraction(sum(above), sum(below))
    mean = Fraction(sum(below), len(below))
    pairs = zip(above, below, strict=True)
    same(estimate, ratio, [(one - ratio * other) / mean for one, other in pairs])


def same_share(estimate: Estimate | None, above: list[int], below: list[int]) -> None:
    """As `same_ratio`, but by Wilson's interval where that goes too far or tells nothing."""
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
    """The ends are the shares that lie just so far from this one, by the spread that they have."""
    assert estimate.value == pytest.approx(share, rel=1e-12)
    assert estimate.interval is not None
    assert 0 <= estimate.interval[0] < share < estimate.interval[1] <= 1
    for end in estimate.interval:
        far = within * sqrt(end * (1 - end) / (share * (1 - share)))
        assert abs(share - end) == pytest.approx(far, rel=1e-3)

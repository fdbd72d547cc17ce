"""Quantiles of Student's t distribution, computed from its density."""

from __future__ import annotations

from functools import cache
from math import exp, lgamma, pi, sqrt

STEPS = 2000


@cache
def students_t(freedom: int) -> float:
    """Returns the half-width of a 95 % interval in standard errors, by bisection."""
    low, high = 0.0, 20.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < 0.95 else (low, middle)
    return low


def _within(end: float, freedom: int) -> float:
    """Returns the probability of a value within `end` of 0, by Simpson's rule."""
    factor = exp(lgamma((freedom + 1) / 2) - lgamma(freedom / 2)) / sqrt(freedom * pi)
    values = [
        (1 + (end * step / STEPS) ** 2 / freedom) ** (-(freedom + 1) / 2)
        for step in range(STEPS + 1)
    ]
    odd, even = sum(values[1:-1:2]), sum(values[2:-1:2])
    return 2 * factor * end / STEPS / 3 * (values[0] + 4 * odd + 2 * even + values[-1])

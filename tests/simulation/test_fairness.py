"""The spread of best and worst seat: its interval covers the truth and claims none by luck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np
import pytest

from clagdsl.simulation.balancing.balance_report import Interval95
from clagdsl.simulation.balancing.fairness import win_spread, win_spread_difference
from clagdsl.simulation.stats.confidence import Moments

SETS = 40
TRIALS = 400
UNIT = Fraction(1, 12)


def moments(wins: np.ndarray) -> Moments:
    """Returns the moments of [set, seat]."""
    row = [int(each) for each in wins.sum(axis=0)]
    for place in range(wins.shape[1]):
        row += [int(each) for each in (wins[:, [place]] * wins[:, place:]).sum(axis=0)]
    return Moments(len(wins), row, wins.shape[1])


def drawn_wins(generator: np.random.Generator, chances: Sequence[float]) -> np.ndarray:
    """Returns twelve matches with each of the sets of packs, won with these chances."""
    return generator.multinomial(12, chances, SETS).astype(np.int64)


def missed(
    spread: Callable[[np.random.Generator], Interval95], truth: float
) -> tuple[float, float]:
    """Returns how often the interval lies above the truth, and how often below."""
    above = below = 0
    generator = np.random.default_rng(1)
    for _ in range(TRIALS):
        low, high = spread(generator).ends
        above += low > truth + 1e-9
        below += high < truth - 1e-9
    return above / TRIALS, below / TRIALS


CHANCES = (
    (0.5, 0.5),
    (0.25, 0.25, 0.25, 0.25),
    (0.27, 0.25, 0.25, 0.23),
    (0.30, 0.25, 0.25, 0.20),
    (0.4, 0.2, 0.2, 0.2),
    (0.1,) * 10,
)


@pytest.mark.parametrize("chances", CHANCES)
def test_the_interval_covers_the_true_spread(chances: tuple[float, ...]) -> None:
    def spread(generator: np.random.Generator) -> Interval95:
        return win_spread(moments(drawn_wins(generator, chances)), len(chances), UNIT)

    above, below = missed(spread, max(chances) - min(chances))
    # 2.5 % at each end, and three standard errors of 400 trials
    assert above <= 0.05
    assert below <= 0.05


@pytest.mark.parametrize(
    ("first", "second"),
    [(CHANCES[1], CHANCES[1]), (CHANCES[1], CHANCES[3]), (CHANCES[3], CHANCES[2])],
)
def test_the_interval_covers_the_true_difference_of_two_games(
    first: tuple[float, ...], second: tuple[float, ...]
) -> None:
    def difference(generator: np.random.Generator) -> Interval95:
        wins = np.hstack([drawn_wins(generator, first), drawn_wins(generator, second)])
        return win_spread_difference(moments(wins), len(first), UNIT)

    above, below = missed(difference, np.ptp(first) - np.ptp(second))
    assert above <= 0.05
    assert below <= 0.05


def test_the_figure_is_the_observed_spread_and_lies_in_its_interval() -> None:
    wins = drawn_wins(np.random.default_rng(2), (0.4, 0.3, 0.2, 0.1))
    found = win_spread(moments(wins), 4, UNIT)
    assert found.value == pytest.approx(np.ptp(wins.mean(axis=0)) / 12)
    assert found.low is not None
    assert found.high is not None
    assert 0 < found.low < found.value < found.high
    more = win_spread_difference(moments(np.hstack([wins, wins[:, ::-1]])), 4, UNIT)
    assert more.value == 0
    assert more.low == -more.high  # type: ignore[operator]


def test_no_interval_goes_beyond_the_possible_spreads() -> None:
    few = np.array([[12, 0], [6, 6]])
    assert win_spread(moments(few), 2, UNIT) == Interval95(0.5, 0, 1)
    both = np.hstack([few, np.array([[6, 6], [6, 6]])])
    assert win_spread_difference(moments(both), 2, UNIT) == Interval95(0.5, -1, 1)


def test_two_games_that_end_alike_have_no_difference_and_one_set_no_interval() -> None:
    wins = drawn_wins(np.random.default_rng(2), (0.4, 0.6))
    assert win_spread_difference(moments(np.hstack([wins, wins])), 2, UNIT) == Interval95(0, 0, 0)
    assert win_spread(moments(wins[:1]), 2, UNIT).low is None
    assert win_spread_difference(moments(np.hstack([wins, wins])[:1]), 2, UNIT).low is None

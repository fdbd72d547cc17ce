"""Differences between two games that were played with the same packs: first minus second."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from clagdsl.simulation.stats.confidence import ONE, POINTS, Estimate, Moments, single_weight
from clagdsl.simulation.stats.paired_comparison import Comparison
from clagdsl.simulation.stats.statistics import THIRDS, require_estimate

FIGURES: Final = 3
"""The number of figures per game: points, contracts that count, contracts completed."""


@dataclass(frozen=True, slots=True)
class SeatDifference:
    """The differences in a seat's totals, completed contracts and wins; seat None is the mean."""

    seat: int | None
    mean: Estimate
    made: Estimate | None
    won: Estimate | None


@dataclass(frozen=True, slots=True)
class DealDifference:
    """The differences in one deal: in a seat's points, and in completed contracts."""

    number: int
    mean: Estimate
    made: Estimate | None


@dataclass(frozen=True, slots=True)
class GameDifferences:
    """The first game's figures minus the second's, structured like `GameFigures`."""

    seats: tuple[SeatDifference, ...]
    """Every seat, then all of them together."""
    deals: tuple[DealDifference, ...]
    """The deals that exist in both games."""
    thirds: tuple[Estimate | None, ...]
    lead_changes: Estimate


def game_differences(comparison: Comparison) -> GameDifferences:
    """Returns all differences between two games; requires at least one match."""
    return GameDifferences(
        seat_differences(comparison),
        deal_differences(comparison),
        third_differences(comparison),
        lead_difference(comparison),
    )


def seat_differences(comparison: Comparison) -> tuple[SeatDifference, ...]:
    """Returns each seat's differences, then those of all; requires at least one match."""
    pairs, matches = comparison.pairs, comparison.other.matches
    players = comparison.frames[0].players
    rows = []
    for seat, row in enumerate(pairs.seats):
        moments = Moments(matches, row, 2 * FIGURES)
        over_all = seat == players
        rows.append(
            SeatDifference(
                None if over_all else seat,
                _means(moments, players if over_all else 1),
                _made(moments),
                None if over_all else _won(matches, pairs.wins[seat].tolist()),
            )
        )
    return tuple(rows)


def deal_differences(comparison: Comparison) -> tuple[DealDifference, ...]:
    """Returns the differences in deals that exist in both games; requires at least one match.

    Only pairs of matches that both play the deal are counted.
    """
    players = comparison.frames[0].players
    deals = []
    pairs = comparison.pairs
    for place, (row, matches) in enumerate(zip(pairs.deals, pairs.both, strict=True)):
        if not matches:
            break
        moments = Moments(matches, row, 2 * FIGURES)
        deals.append(DealDifference(place + 1, _means(moments, players), _made(moments)))
    return tuple(deals)


def lead_difference(comparison: Comparison) -> Estimate:
    """Returns the difference in the number of lead changes; requires at least one match."""
    moments = Moments(comparison.other.matches, comparison.pairs.changes[0], 2)
    return require_estimate(moments.difference((single_weight(0), ONE), (single_weight(1), ONE)))


def third_differences(comparison: Comparison) -> tuple[Estimate | None, ...]:
    """Returns the difference in each third's contribution; None if products were not summed."""
    if not all(frame.thirds_fit for frame in comparison.frames):
        return (None,) * THIRDS
    moments = Moments(comparison.other.matches, comparison.pairs.thirds[0], 2 * THIRDS)
    whole, other_whole = (0, 1, 1, 1), (0, 0, 0, 0, 1, 1, 1)
    return tuple(
        moments.difference(
            (single_weight(third), whole), (single_weight(third + THIRDS), other_whole)
        )
        for third in range(THIRDS)
    )


def _means(moments: Moments, seats: int) -> Estimate:
    return require_estimate(
        moments.difference((POINTS, (seats,)), (single_weight(FIGURES), (seats,)))
    )


def _made(moments: Moments) -> Estimate | None:
    return moments.share_difference(
        (single_weight(2), single_weight(1)),
        (single_weight(2 + FIGURES), single_weight(1 + FIGURES)),
    )


def _won(matches: int, wins: Sequence[Sequence[int]]) -> Estimate:
    """Returns the difference in wins; `wins` is indexed by the number of winners in each game."""
    total = squares = Fraction(0)
    for many, row in enumerate(wins):
        for others, count in enumerate(row):
            share = _share(many) - _share(others)
            total += count * share
            squares += count * share * share
    estimate = require_estimate(Moments(matches, (total, squares), 1).ratio(POINTS, ONE))
    return estimate.limited(-1, 1)


def _share(many: int) -> Fraction:
    return Fraction(1, many) if many else Fraction(0)

"""Figures for reports, computed from exact sums, and the winners of matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from clagdsl.lang.rules import CriterionText, Winner
from clagdsl.simulation.lowering.arrays import Array, Outcome
from clagdsl.simulation.stats.confidence import (
    ONE,
    POINTS,
    Estimate,
    Moments,
    Weights,
    mean_of,
    sd_of,
    single_weight,
)
from clagdsl.simulation.stats.count_layout import Frame
from clagdsl.simulation.stats.counters import (
    CALLED_DEALS,
    CALLER_FIGURES,
    CALLER_POINTS,
    CALLS_FOLLOWED,
    CALLS_KEPT,
    COMPLETED,
    FAILED,
    LAST_COMPLETED,
    LAST_COUNTED,
    LAST_POINTS,
    LIMITED_DEALS,
    LIMITED_FIGURES,
    NOT_CALLER_POINTS,
    OTHER_COMPLETED,
    OTHER_COUNTED,
    OTHER_POINTS,
)
from clagdsl.simulation.stats.summary import Summary
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.table import Table

QUANTILES: Final = (5, 25, 50, 75, 95)
"""The quantiles of running totals to report, in percent."""

THIRDS: Final = 3

# Weights of the moments of a seat or a deal; see `Sums`.
COUNTED: Final[Weights] = (0, 0, 1)
MADE: Final[Weights] = (0, 0, 0, 1)


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """A seat's final totals, its contracts, and its share of wins (joint wins are shared).

    `totals` are the quantiles of its final totals.
    """

    seat: int
    total: Estimate
    sd: float
    won: Estimate
    made: Estimate | None
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Points:
    """A seat's points in some deals, and the number of its contracts that were completed.

    `counted` is the number of contracts that were completed or failed.
    """

    count: int
    mean: float
    sd: float
    completed: int
    counted: int

    @property
    def made(self) -> float | None:
        """The share of contracts that were completed; None without contracts."""
        return self.completed / self.counted if self.counted else None


@dataclass(frozen=True, slots=True)
class DealFigures:
    """One deal of the schedule, with `points` over all seats and `seats` for each of them.

    `decides` is the deal's share of the spread of final totals; None if totals are always equal.
    `lead_changes` is the share of matches in which the deal brings a new leader. `leader_wins` is
    the probability that a leader after the deal wins the match. `totals` are the quantiles of the
    running totals after it.
    """

    deal: ScheduledDeal
    points: Points
    mean: Estimate
    made: Estimate | None
    seats: tuple[Points, ...]
    decides: float | None
    lead_changes: float
    leader_wins: float
    totals: tuple[int, ...]
    played: float = 1.0
    """The share of matches in which the deal was played."""

    @property
    def cards(self) -> str:
        """The number of cards dealt to each player, as text."""
        return "picked" if self.deal.cards is None else str(self.deal.cards)


@dataclass(frozen=True, slots=True)
class BidFigures:
    """The figures for one bid with `cards` cards in hand."""

    cards: int
    bid: int
    points: Points


@dataclass(frozen=True, slots=True)
class LastBidFigures:
    """The last bidder compared with the others, in deals where the rules limit the last bid.

    `cards` is None for all numbers of cards together; `deals` is the mean number of such deals per
    match.
    """

    cards: int | None
    deals: float
    mean: tuple[Estimate, Estimate]
    made: tuple[Estimate, Estimate] | None
    mean_difference: Estimate
    made_difference: Estimate | None


@dataclass(frozen=True, slots=True)
class ThirdFigures:
    """A third of the deals, and its share of the spread of final totals."""

    first: int
    last: int
    share: Estimate | None


@dataclass(frozen=True, slots=True)
class CallerFigures:
    """A seat as caller, compared with the other seats in the same deals; seat None is all callers.

    `called` is the seat's share of the deals with a caller. `kept` is the probability that the
    caller also calls in the next deal; None without a next deal.
    """

    seat: int | None
    called: Estimate
    mean: tuple[Estimate, Estimate]
    mean_difference: Estimate
    kept: Estimate | None


def seat_moments(summary: Summary, seat: int) -> Moments:
    """Returns the moments of a seat's total, its contracts that count, and those completed.

    The index after the last seat means all seats together.
    """
    return Moments(summary.matches, summary.sums.seats[seat], 3)


def seat_figures(summary: Summary) -> tuple[SeatFigures, ...]:
    """Returns every seat's figures; requires at least one match."""
    seats = []
    for seat, row in enumerate(summary.counts.joint_wins.tolist()):
        moments = seat_moments(summary, seat)
        seats.append(
            SeatFigures(
                seat,
                require_estimate(moments.ratio(POINTS, ONE)),
                sd_of(summary.matches, moments.sum(POINTS), moments.product(1, 1)),
                require_estimate(won_moments(summary.matches, row).share(POINTS, ONE)),
                moments.share(MADE, COUNTED),
                quantiles(summary.frame, summary.counts.final[seat]),
            )
        )
    return tuple(seats)


def won_moments(matches: int, wins: Sequence[int]) -> Moments:
    """Returns the moments of a seat's wins, given their counts by number of joint winners."""
    shares = [(Fraction(count, many), many) for many, count in enumerate(wins) if many]
    return Moments(matches, (sum(s for s, _ in shares), sum(s / many for s, many in shares)), 1)


def require_estimate(estimate: Estimate | None) -> Estimate:
    """Returns the estimate; raises ValueError for None, which occurs only if a divisor is 0."""
    if estimate is None:
        raise ValueError("there are no matches")
    return estimate


def _points(fates: Sequence[int], sums: Sequence[int]) -> Points:
    count = sum(fates)
    total, squares = sums
    return Points(
        count,
        mean_of(count, total),
        sd_of(count, total, squares),
        fates[COMPLETED],
        fates[FAILED] + fates[COMPLETED],
    )


def deal_figures(summary: Summary, table: Table) -> tuple[DealFigures, ...]:
    """Returns every deal's figures, over the matches in which it was played.

    Requires at least one match.
    """
    counts, sums = summary.counts, summary.sums
    whole = sum(sums.decided)
    deals = []
    for place, deal in enumerate(table.schedule):
        fates = counts.contracts[place].tolist()
        matches = sum(fates[0])
        if not matches:
            continue
        # if a match does not reach a deal, all figures of the deal are 0
        moments = Moments(matches, sums.deals[place], 3)
        led = counts.led[place].tolist()
        wins = sum(Fraction(won, many) for many, won in enumerate(led) if many)
        deals.append(
            DealFigures(
                deal,
                _points(
                    [sum(each) for each in zip(*fates, strict=True)], sums.points[place].sum(0)
                ),
                require_estimate(moments.ratio(POINTS, (table.players,))),
                moments.share(MADE, COUNTED),
                tuple(_points(*each) for each in zip(fates, sums.points[place], strict=True)),
                float(Fraction(sums.decided[place], whole)) if whole else None,
                int(counts.lead_changes[place]) / matches,
                float(wins / matches),
                quantiles(summary.frame, counts.running[place]),
                matches / summary.matches,
            )
        )
    return tuple(deals)


def deals_played(summary: Summary) -> float:
    """Returns the mean number of deals per match."""
    return mean_of(summary.matches, int(summary.counts.contracts[:, 0].sum()))


def quantiles(frame: Frame, totals: Array) -> tuple[int, ...]:
    """Returns, for each of QUANTILES, the lowest total not exceeded in at least that percentage.

    If totals are counted in wider bins, this is the lower end of the bin.
    """
    below = np.cumsum(totals)
    places = np.searchsorted(100 * below, [each * below[-1] for each in QUANTILES]).tolist()
    return tuple(frame.lowest + (place << frame.shift) for place in places)


def bid_figures(summary: Summary) -> Iterator[BidFigures]:
    """Yields the figures for every bid that was made, by number of cards."""
    fates = summary.counts.bids
    for cards, bid in np.argwhere(fates.any(axis=2)).tolist():
        points = _points(fates[cards, bid].tolist(), summary.sums.bids[cards, bid])
        yield BidFigures(cards, bid, points)


@dataclass(frozen=True, slots=True)
class GameFigures:
    """All figures of a game in a run, which the text, the JSON and the plots share."""

    seats: tuple[SeatFigures, ...]
    deals: tuple[DealFigures, ...]
    bids: tuple[BidFigures, ...]
    last_bids: tuple[LastBidFigures, ...]
    callers: tuple[CallerFigures, ...]
    thirds: tuple[ThirdFigures, ...]
    lead_changes: Estimate
    lead_changes_sd: float
    deals_played: float
    """The mean number of deals per match."""
    deals_scheduled: int
    ends_early: bool
    """Whether a match may end before its last deal."""


def game_figures(summary: Summary, table: Table) -> GameFigures:
    """Returns all figures of a game; requires at least one match."""
    return GameFigures(
        seat_figures(summary),
        deal_figures(summary, table),
        tuple(bid_figures(summary)),
        last_bid_figures(summary),
        caller_figures(summary),
        third_figures(summary),
        *lead_changes(summary),
        deals_played(summary),
        summary.frame.deals,
        summary.frame.ends,
    )


# --- the last bid -------------------------------------------------------------------------


def last_bid_figures(summary: Summary) -> tuple[LastBidFigures, ...]:
    """Compares the last bidder with the others: over all deals, then by number of cards.

    The result is empty if the last bid is never limited.
    """
    rows = enumerate(summary.sums.limited)
    return tuple(_last_bid(summary, cards, row) for cards, row in rows if row[LIMITED_DEALS])


def _last_bid(summary: Summary, cards: int, row: Sequence[int]) -> LastBidFigures:
    moments = Moments(summary.matches, row, LIMITED_FIGURES)
    shares = (
        (single_weight(LAST_COMPLETED), single_weight(LAST_COUNTED)),
        (single_weight(OTHER_COMPLETED), single_weight(OTHER_COUNTED)),
    )
    last, rest = (moments.share(*each) for each in shares)
    means, difference = _own_and_others(
        moments, (LAST_POINTS, OTHER_POINTS), LIMITED_DEALS, summary.frame.players - 1
    )
    return LastBidFigures(
        cards or None,
        mean_of(summary.matches, row[LIMITED_DEALS]),
        means,
        None if last is None or rest is None else (last, rest),
        difference,
        moments.share_difference(*shares),
    )


def _own_and_others(
    moments: Moments, points: tuple[int, int], deals: int, others: int
) -> tuple[tuple[Estimate, Estimate], Estimate]:
    """Returns the points per deal of a seat and of each other seat, and their difference."""
    first, second = (
        (single_weight(points[0]), single_weight(deals)),
        (single_weight(points[1]), single_weight(deals, others)),
    )
    return (
        (require_estimate(moments.ratio(*first)), require_estimate(moments.ratio(*second))),
        require_estimate(moments.difference(first, second)),
    )


# --- callers ------------------------------------------------------------------------------


def caller_figures(summary: Summary) -> tuple[CallerFigures, ...]:
    """Compares callers with the others: all callers together, then each seat that ever calls.

    The result is empty if nobody calls and the previous result never determines the dealer.
    """
    *seats, every = (Moments(summary.matches, row, CALLER_FIGURES) for row in summary.sums.callers)
    if not every.row[CALLED_DEALS]:
        return ()
    # Every match has equally many deals with a caller, unless it ends early.
    deals = Fraction(every.row[CALLED_DEALS], summary.matches)
    rows = [(seat, row) for seat, row in enumerate(seats) if row.row[CALLED_DEALS]]
    return tuple(
        _caller(seat, row, deals, summary.frame.players - 1) for seat, row in [(None, every), *rows]
    )


def _caller(seat: int | None, moments: Moments, deals: Fraction, others: int) -> CallerFigures:
    return CallerFigures(
        seat,
        require_estimate(moments.part(single_weight(CALLED_DEALS), (deals,))),
        *_own_and_others(moments, (CALLER_POINTS, NOT_CALLER_POINTS), CALLED_DEALS, others),
        moments.share(single_weight(CALLS_KEPT), single_weight(CALLS_FOLLOWED)),
    )


# --- where the match is decided -----------------------------------------------------------


def third_of(deal: int, deals: int) -> int:
    """Returns the third (0, 1 or 2) that contains a 0-based deal."""
    return THIRDS * deal // deals


def third_figures(summary: Summary) -> tuple[ThirdFigures, ...]:
    """Returns the share that each third of the deals decides; a third may be empty."""
    deals = summary.frame.deals
    places = [third_of(deal, deals) for deal in range(deals)]
    thirds = []
    for third in range(THIRDS):
        first = places.index(third) if third in places else deals
        share = _share_decided(summary, third, [each == third for each in places])
        thirds.append(ThirdFigures(first + 1, first + places.count(third), share))
    return tuple(thirds)


def _share_decided(summary: Summary, third: int, among: Sequence[bool]) -> Estimate | None:
    whole = sum(summary.sums.decided)
    if not whole:
        return None
    if summary.frame.thirds_fit:
        moments = Moments(summary.matches, summary.sums.thirds[0], THIRDS)
        return moments.ratio(single_weight(third), (0, 1, 1, 1))
    return Estimate(float(Fraction(sum(summary.sums.decided[list(among)]), whole)), None)


def lead_changes(summary: Summary) -> tuple[Estimate, float]:
    """Returns the mean number of lead changes per match, and the standard deviation."""
    total, squares = summary.sums.changes[0]
    estimate = require_estimate(Moments(summary.matches, (total, squares), 1).ratio(POINTS, ONE))
    return estimate, sd_of(summary.matches, total, squares)


def winning_seats(winner: Winner, block: Outcome) -> Array:
    """Returns the winners of each match as booleans, [match, seat]."""
    return best_seats(
        winner,
        block.scores.sum(axis=1, dtype=np.int64),
        (block.completed == 0).sum(axis=1),
        (block.completed == 1).sum(axis=1),
    )


def best_seats(winner: Winner, totals: Array, failed: Array, completed: Array) -> Array:
    """Returns the winners as booleans, [match, seat]; all array arguments have this shape as well.

    Each criterion breaks the ties left by the previous one.
    """
    merits: dict[CriterionText, Array] = {
        "highest total": totals,
        "fewest failed": -failed,
        "most completed": completed,
        "lowest total": -totals,
    }
    tied = np.ones(totals.shape, np.bool_)
    for criterion in winner.criteria:
        merit = np.where(tied, merits[criterion], np.iinfo(np.int64).min)
        tied = merit == merit.max(axis=1, keepdims=True)
    return tied

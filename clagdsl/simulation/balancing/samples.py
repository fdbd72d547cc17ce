"""Samples for a balance: the results of matches as integers, for each set of packs.

A set of packs consists of the packs of all deals in one match. It is played several times, and its
matches together are one independent observation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import lcm
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from clagdsl.simulation.lowering.arrays import Array, Outcome
from clagdsl.simulation.stats.count_layout import Frame
from clagdsl.simulation.stats.match_counter import (
    NOBODY,
    MatchCounter,
    counted_rows,
    last_bidder_in,
)
from clagdsl.simulation.stats.statistics import winning_seats
from clagdsl.simulation.vector.count_lanes import NumpyCounting
from clagdsl.table.table import Table

MAX_SAFE_FACTOR: Final = 1 << 20
"""The bound below which products of two factors can be summed in 64 bits."""


class PackSums(NamedTuple):
    """Match results for each set of packs, added up over the rotations of the hands.

    Seats are counted from the left of the first dealer.
    """

    points: Array
    """[set, seat]: the points in a match."""
    won: Array
    """[set, seat]: the wins (joint ones divided) in units of `win_share_denominator`."""
    played: Array
    """[set, deal]: the number of matches in which the deal was played."""
    decided: Array
    """[set, deal]: the sum over seats of players times points times (total minus mean total)."""
    spread: Array
    """[set, deal]: the highest points of a seat minus the lowest."""
    lead_changes: Array
    """[set]: how often a seat leads alone that was not the last to lead alone."""
    cards: Array
    """[set]: the cards that a seat plays in a match."""
    final_spread: Array
    """[set]: the highest final total minus the lowest."""
    limited: Array
    """[set, deal]: the number of matches with a limited last bid; the fields below are for these.
    """
    last_points: Array
    last_counted: Array
    last_made: Array
    other_points: Array
    other_counted: Array
    other_made: Array


class Gains(NamedTuple):
    """The gains of one better player among worse ones, added up over all seats."""

    points: Array
    """[set]: the better player's points minus a worse player's in the same seat."""
    won: Array
    """[set]: the better player's wins, in units of `win_share_denominator`."""


class DecisionSums(NamedTuple):
    """The numbers of decisions in the matches of each set of packs."""

    made: Array
    """[set, kind, 2]: see `PlayedPacks`."""


Measured: TypeAlias = PackSums | Gains | DecisionSums
"""Integer samples for each set of packs."""


def combine_parts(parts: Sequence[Measured], join: Callable[[list[Array]], Array]) -> Any:
    """Joins the samples of all parts, array by array."""
    return type(parts[0])(*(join(list(arrays)) for arrays in zip(*parts, strict=True)))


def win_share_denominator(players: int) -> int:
    """Returns the number of units per win, which is divisible by any number of joint winners."""
    return lcm(*range(1, players + 1))


def pack_sums(table: Table, frame: Frame, outcome: Outcome) -> PackSums:
    """Returns the results of the matches, one with each set of packs."""
    players = table.players
    totals = outcome.scores.sum(axis=1, dtype=np.int64)
    seats = (outcome.dealers[:, :1].astype(np.int64) + 1 + np.arange(players)) % players
    won = shares_won(table, outcome)
    scores = _widened(outcome.scores)
    sums = scores.sum(axis=1)
    crossed = (scores * sums[:, None, :]).sum(axis=2)
    among = scores.sum(axis=2) * sums.sum(axis=1)[:, None]
    return PackSums(
        np.take_along_axis(totals, seats, 1),
        np.take_along_axis(won, seats, 1),
        (outcome.cards > 0).astype(np.int64),
        players * crossed - among,
        np.ptp(outcome.scores, axis=2).astype(np.int64),
        _lead_changes(outcome, low_wins=table.game.winner.low_wins),
        outcome.cards.sum(axis=1, dtype=np.int64),
        np.ptp(totals, axis=1),
        *_limited(frame, outcome),
    )


def _lead_changes(outcome: Outcome, *, low_wins: bool) -> Array:
    totals = outcome.scores.cumsum(axis=1, dtype=np.int64) * (-1 if low_wins else 1)
    alone = (totals == totals.max(axis=2, keepdims=True)).sum(axis=2) == 1
    leaders = np.where(alone, totals.argmax(axis=2), NOBODY)
    last = np.full(len(leaders), NOBODY)
    changes = np.zeros(len(leaders), np.int64)
    for deal in range(leaders.shape[1]):
        leader = leaders[:, deal]
        changes += (leader != NOBODY) & (last != NOBODY) & (leader != last)
        last = np.where(leader == NOBODY, last, leader)
    return changes


def shares_won(table: Table, outcome: Outcome) -> Array:
    """Returns each seat's share of each win, in units of `win_share_denominator`."""
    winners = winning_seats(table.game.winner, outcome).astype(np.int64)
    shares: Array = winners * (
        win_share_denominator(table.players) // winners.sum(axis=1, keepdims=True)
    )
    return shares


def _widened(scores: Array) -> Array:
    """Converts scores to integers wide enough for products: Python integers if necessary."""
    largest = int(np.abs(scores.astype(np.int64)).max(initial=0)) * scores.shape[1]
    return scores.astype(np.int64 if largest < MAX_SAFE_FACTOR else object)


def _limited(frame: Frame, outcome: Outcome) -> Iterator[Array]:
    """Yields where the last bid is limited, the last bidder's results, and then the others'."""
    counter = MatchCounter(frame)
    rows = counted_rows(counter, outcome)
    o = NumpyCounting(counter, rows, {}, {})
    bidders = np.stack([o.rows(last_bidder_in(o, frame, deal)) for deal in range(frame.deals)])
    limited = bidders != NOBODY
    yield limited.T.astype(np.int64)
    last = bidders[:, None] == np.arange(frame.players)[:, None]
    figures = (rows["scores"].astype(np.int64), rows["completed"] >= 0, rows["completed"] == 1)
    for among in (last, limited[:, None] & ~last):
        for each in figures:
            yield (each * among).sum(axis=1, dtype=np.int64).T

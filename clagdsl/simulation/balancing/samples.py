"""Samples of a balance: the results of matches as integers, for each set of packs.

A set of packs is the packs of all deals of one match. It is played several times, and its matches
together are one independent observation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import lcm
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from clagdsl.simulation.lowering.arrays import Array, Outcome
from clagdsl.simulation.stats.caller_stats import NOBODY, last_bidder_in
from clagdsl.simulation.stats.count_layout import Frame
from clagdsl.simulation.stats.match_counter import MatchCounter, counted_rows
from clagdsl.simulation.stats.statistics import winning_seats
from clagdsl.simulation.vector.count_lanes import NumpyCounting
from clagdsl.table.table import Table

MAX_SAFE_FACTOR: Final = 1 << 20
"""A bound on factors below which sums of products fit into 64 bits."""


class PackSums(NamedTuple):
    """Results of the matches in all turns, added up for each set of packs.

    Seats count from the left of the first dealer.
    """

    points: Array
    """[set, seat]: the points of a match."""
    won: Array
    """[set, seat]: shares of matches won (joint wins divided), in `win_share_denominator` units."""
    played: Array
    """[set, deal]: the number of matches in which the deal was played."""
    decided: Array
    """[set, deal]: players times points times (total minus mean total), over seats."""
    spread: Array
    """[set, deal]: the most points minus the fewest."""
    limited: Array
    """[set]: deals with a limited last bid; the points and contracts in them follow."""
    last_points: Array
    last_counted: Array
    last_made: Array
    other_points: Array
    other_counted: Array
    other_made: Array


class Gains(NamedTuple):
    """Gains of one better player among worse ones, added up over all seats."""

    points: Array
    """[set]: points of the better player minus those of a worse one in the same seat."""
    won: Array
    """[set]: shares of matches won by the better player, in units of `win_share_denominator`."""


class DecisionSums(NamedTuple):
    """The decisions in the matches with each set of packs."""

    made: Array
    """[set, kind, 2]: see `PlayedPacks`."""


Measured: TypeAlias = PackSums | Gains | DecisionSums
"""Integers for each set of packs."""


def combine_parts(parts: Sequence[Measured], join: Callable[[list[Array]], Array]) -> Any:
    """Returns samples whose arrays are joined from those of all parts."""
    return type(parts[0])(*(join(list(arrays)) for arrays in zip(*parts, strict=True)))


def win_share_denominator(players: int) -> int:
    """Returns the number of units of a win that any number of joint winners can divide."""
    return lcm(*range(1, players + 1))


def pack_sums(table: Table, frame: Frame, outcome: Outcome) -> PackSums:
    """Returns the results of one match with each set of packs."""
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
        *_limited(frame, outcome),
    )


def shares_won(table: Table, outcome: Outcome) -> Array:
    """Returns the share of each match won by each seat, in units of `win_share_denominator`."""
    winners = winning_seats(table.game.winner, outcome).astype(np.int64)
    shares: Array = winners * (
        win_share_denominator(table.players) // winners.sum(axis=1, keepdims=True)
    )
    return shares


def _widened(scores: Array) -> Array:
    """Returns scores as integers wide enough for products, Python integers if necessary."""
    largest = int(np.abs(scores.astype(np.int64)).max(initial=0)) * scores.shape[1]
    return scores.astype(np.int64 if largest < MAX_SAFE_FACTOR else object)


def _limited(frame: Frame, outcome: Outcome) -> Iterator[Array]:
    """Yields the number of limited deals, then the results of the last bidder and of the others."""
    counter = MatchCounter(frame)
    rows = counted_rows(counter, outcome)
    o = NumpyCounting(counter, rows, {}, {})
    bidders = np.stack([o.rows(last_bidder_in(o, frame, deal)) for deal in range(frame.deals)])
    limited = bidders != NOBODY
    yield limited.sum(axis=0, dtype=np.int64)
    last = bidders[:, None] == np.arange(frame.players)[:, None]
    figures = (rows["scores"].astype(np.int64), rows["completed"] >= 0, rows["completed"] == 1)
    for among in (last, limited[:, None] & ~last):
        for each in figures:
            yield (each * among).sum(axis=(0, 1), dtype=np.int64)

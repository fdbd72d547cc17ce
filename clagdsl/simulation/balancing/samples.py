"""What matches with the same packs come to, as whole numbers of each set of packs."""

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
"""Products of points that are all below it are reckoned with 64 bits."""


class PackSums(NamedTuple):
    """What matches come to with all hands turned in every way, added up for each set of packs.

    Seats count from the one that is left of the first dealer.
    """

    points: Array
    """[set, seat]"""
    won: Array
    """[set, seat]: the share of the match, a joint win shared, so often as `joint` says."""
    played: Array
    """[set, deal]: how many of the matches came to it."""
    decided: Array
    """[set, deal]: points times how far the total is from the mean one, over seats, times these."""
    spread: Array
    """[set, deal]: the most points less the fewest."""
    limited: Array
    """[set]: deals where the rules limit the last bid; points and contracts in them follow."""
    last_points: Array
    last_counted: Array
    last_made: Array
    other_points: Array
    other_counted: Array
    other_made: Array


class Gains(NamedTuple):
    """[set]: what one player gains in every seat by being better than the others there."""

    points: Array
    """Over all seats, those of the better player less those of the worse one in its place."""
    won: Array
    """What the better player wins, out of `joint`, over all seats."""


class DecisionSums(NamedTuple):
    """The decisions in the matches with each set of packs."""

    made: Array
    """[set, kind, 2]: see `PlayedPacks`."""


Measured: TypeAlias = PackSums | Gains | DecisionSums
"""Whole numbers of each set of packs."""


def combine_parts(parts: Sequence[Measured], join: Callable[[list[Array]], Array]) -> Any:
    """Returns figures of one kind, every array made from those of all parts."""
    return type(parts[0])(*(join(list(arrays)) for arrays in zip(*parts, strict=True)))


def win_share_denominator(players: int) -> int:
    """So often a match is counted that any number of joint winners have whole shares."""
    return lcm(*range(1, players + 1))


def pack_sums(table: Table, frame: Frame, outcome: Outcome) -> PackSums:
    """What one match with each set of packs came to."""
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
    """[match, seat]: what each seat has won, out of `joint`."""
    winners = winning_seats(table.game.winner, outcome).astype(np.int64)
    shares: Array = winners * (
        win_share_denominator(table.players) // winners.sum(axis=1, keepdims=True)
    )
    return shares


def _widened(scores: Array) -> Array:
    """Scores whose products fit, as Python's own numbers where they have to be."""
    largest = int(np.abs(scores.astype(np.int64)).max(initial=0)) * scores.shape[1]
    return scores.astype(np.int64 if largest < MAX_SAFE_FACTOR else object)


def _limited(frame: Frame, outcome: Outcome) -> Iterator[Array]:
    """Returns how many deals are limited, then what the last bidder and the others come to."""
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

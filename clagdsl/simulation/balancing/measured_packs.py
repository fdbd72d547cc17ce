"""What matches with the same packs come to, as whole numbers of each set of packs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from math import lcm
from typing import Final

import numpy as np

from clagdsl.simulation.lowering.arrays import Array, Outcome
from clagdsl.simulation.stats.caller_stats import NOBODY, last_bidder_in
from clagdsl.simulation.stats.count_layout import Frame
from clagdsl.simulation.stats.match_counter import MatchCounter, counted_rows
from clagdsl.simulation.stats.statistics import winning_seats
from clagdsl.simulation.vector.count_lanes import NumpyCounting
from clagdsl.table.table import Table

SAFE: Final = 1 << 20
"""Products of points that are all below it are reckoned with 64 bits."""


@dataclass(frozen=True, slots=True)
class LimitedSums:
    """[set]: points and contracts in the deals where the rules limit the last bid."""

    deals: Array
    last_points: Array
    last_counted: Array
    last_made: Array
    other_points: Array
    other_counted: Array
    other_made: Array


@dataclass(frozen=True, slots=True)
class PackSums:
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
    limited: LimitedSums

    def __add__(self, other: PackSums) -> PackSums:
        """The sums of both, of the same sets of packs."""
        return joined((self, other), lambda figures: figures[0] + figures[1])


def one_after_another(parts: Sequence[PackSums]) -> PackSums:
    """The sets of packs of all parts."""
    return joined(parts, np.concatenate)


def joined(parts: Sequence[PackSums], join: Callable[[list[Array]], Array]) -> PackSums:
    """Every array made from those of all parts."""
    limited = [each.limited for each in parts]
    return PackSums(
        points=join([each.points for each in parts]),
        won=join([each.won for each in parts]),
        played=join([each.played for each in parts]),
        decided=join([each.decided for each in parts]),
        spread=join([each.spread for each in parts]),
        limited=LimitedSums(
            *(join([getattr(each, one.name) for each in limited]) for one in fields(LimitedSums))
        ),
    )


def joint(players: int) -> int:
    """So often a match is counted that any number of joint winners have whole shares."""
    return lcm(*range(1, players + 1))


def pack_sums(table: Table, frame: Frame, outcome: Outcome) -> PackSums:
    """What one match with each set of packs came to."""
    players = table.players
    totals = outcome.scores.sum(axis=1, dtype=np.int64)
    seats = (outcome.dealers[:, :1].astype(np.int64) + 1 + np.arange(players)) % players
    won = shares_won(table, outcome)
    scores = _wide(outcome.scores)
    sums = scores.sum(axis=1)
    crossed = (scores * sums[:, None, :]).sum(axis=2)
    among = scores.sum(axis=2) * sums.sum(axis=1)[:, None]
    return PackSums(
        points=np.take_along_axis(totals, seats, 1),
        won=np.take_along_axis(won, seats, 1),
        played=(outcome.cards > 0).astype(np.int64),
        decided=players * crossed - among,
        spread=np.ptp(outcome.scores, axis=2).astype(np.int64),
        limited=_limited(frame, outcome),
    )


def shares_won(table: Table, outcome: Outcome) -> Array:
    """[match, seat]: what each seat has won, out of `joint`."""
    winners = winning_seats(table.game.winner, outcome).astype(np.int64)
    shares: Array = winners * (joint(table.players) // winners.sum(axis=1, keepdims=True))
    return shares


def _wide(scores: Array) -> Array:
    """Scores whose products fit, as Python's own numbers where they have to be."""
    largest = int(np.abs(scores.astype(np.int64)).max(initial=0)) * scores.shape[1]
    return scores.astype(np.int64 if largest < SAFE else object)


def _limited(frame: Frame, outcome: Outcome) -> LimitedSums:
    counter = MatchCounter(frame)
    rows = counted_rows(counter, outcome)
    o = NumpyCounting(counter, rows, {}, {})
    bidders = np.stack([o.rows(last_bidder_in(o, frame, deal)) for deal in range(frame.deals)])
    limited = bidders != NOBODY
    last = bidders[:, None] == np.arange(frame.players)[:, None]
    other = limited[:, None] & ~last
    scores = rows["scores"].astype(np.int64)

    def summed(figures: Array, among: Array) -> Array:
        found: Array = (figures * among).sum(axis=(0, 1), dtype=np.int64)
        return found

    counted, made = rows["completed"] >= 0, rows["completed"] == 1
    return LimitedSums(
        limited.sum(axis=0, dtype=np.int64),
        *(summed(figures, among) for among in (last, other) for figures in (scores, counted, made)),
    )

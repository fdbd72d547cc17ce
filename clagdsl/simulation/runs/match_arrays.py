"""Simulated matches as arrays, as returned by `PlayableGame.simulate`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from clagdsl import problems
from clagdsl.engine.players.named_players import seat_policies
from clagdsl.simulation.blocks import simulator_for
from clagdsl.simulation.lowering.arrays import TRUMPS, Array, Outcome
from clagdsl.simulation.ordered_pool import Stopped, never_stopped, results_in_order
from clagdsl.simulation.request_error import check_request
from clagdsl.simulation.runner import Simulator
from clagdsl.simulation.stats.statistics import winning_seats
from clagdsl.table.choices import calls_of
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.table import Table

MOST_SEATS: Final = 1 << 29
"""The maximum of matches times deals times seats for arrays, which take about seven GiB."""


@dataclass(frozen=True, slots=True, eq=False)
class Matches:
    """Simulated matches; match m is `start(seed=seed, match=m)` played by the seats' policies.

    The policies are `random_action` and `steady_action`. `winners` and `played` are boolean arrays,
    all others are integer arrays. Seats are 0-based.
    """

    seed: int
    players: int
    policies: tuple[str, ...]
    """The policy of each seat."""
    schedule: tuple[ScheduledDeal, ...]
    scores: Array
    """[match, deal, seat]: the points scored."""
    bids: Array
    """[match, deal, seat]: the bid, or -1."""
    blind: Array
    """[match, deal, seat]: 1 for a blind bid, 0 for another, -1 if blind bids are not allowed."""
    tricks: Array
    """[match, deal, seat]: the tricks won."""
    completed: Array
    """[match, deal, seat]: 1 for a completed contract, 0 for a failed one, -1 without contracts."""
    cards: Array
    """[match, deal]: the cards dealt to each player, 0 if the deal was not played."""
    played: Array
    """[match, deal]: whether the deal was played."""
    calls: Array
    """[match, deal]: the index of the call in `called[deal]`, or -1."""
    dealers: Array
    """[match, deal]: the dealer, or -1 if the deal was not played."""
    bidders: Array
    """[match, deal]: the first bidder if drawn by lot, otherwise -1."""
    auctions: Array
    """[match, deal]: the winning number of the auction, 0 if all passed, -1 without an auction."""
    auction_winners: Array
    """[match, deal]: the winner of the auction, or -1."""
    trumps: Array
    """[match, deal]: the index of the trump in `trump_names`."""
    totals: Array
    """[match, seat]: the points in the match."""
    winners: Array
    """[match, seat]: whether the seat wins, alone or jointly."""
    called: tuple[tuple[tuple[str, ...], ...], ...]
    """Every call of each deal, in the order of legal actions."""
    trump_names: tuple[str, ...]
    """The possible trumps: none, a suit, or all suits in descending order."""


def _check_memory(matches: int, seats: int) -> None:
    most = MOST_SEATS // seats
    if matches > most:
        raise problems.arguments.WrongSimulation(
            f"{matches} matches are too many for arrays, which hold at most {most} of this game; "
            "`clagdsl simulate` counts any number without storing them"
        ).error()


def _blocks(simulator: Simulator, matches: int, seed: int, threads: int) -> Iterator[Outcome]:
    """Yields the outcomes of matches 0 to `matches` (exclusive) block by block, to limit memory."""

    def block(start: int, stopped: Stopped) -> Outcome:
        most = min(simulator.block, matches - start)
        return simulator.play(seed, start, most, stopped=stopped)

    starts = range(0, matches, simulator.block)
    if threads == 1:
        return (block(start, never_stopped) for start in starts)
    return results_in_order((partial(block, start) for start in starts), threads, never_stopped)


def simulate(
    table: Table, matches: int, seed: int, threads: int, policy: str | Sequence[str] = "random"
) -> Matches:
    """Plays `matches` matches; `policy` is one policy for all seats, or a list with one per seat.

    Raises ArgumentError if an argument is invalid or the arrays would be too large.
    """
    check_request(matches, seed, threads)
    _check_memory(matches, len(table.schedule) * table.players)
    simulator = simulator_for(table, seat_policies(policy, table.players), matches)
    blocks, won = [], []
    for block in _blocks(simulator, matches, seed, threads):
        blocks.append(block)
        won.append(winning_seats(table.game.winner, block))

    def joined(name: str) -> Array:
        whole: Array = np.concatenate([getattr(block, name) for block in blocks])
        return whole

    names = ("scores", "bids", "tricks", "completed", "cards", "calls", "dealers", "bidders")
    whole = {name: joined(name) for name in (*names, "auctions", "auction_winners", "trumps")}
    blind, scores = joined("blind"), whole["scores"]
    return Matches(
        seed=seed,
        players=table.players,
        policies=simulator.policies,
        schedule=table.schedule,
        **whole,
        blind=np.broadcast_to(blind if blind.size else np.int8(-1), scores.shape),
        played=whole["cards"] > 0,
        totals=scores.sum(axis=1, dtype=np.int64),
        winners=np.concatenate(won),
        called=tuple(calls_of(table.rules(row.name)) for row in table.schedule),
        trump_names=tuple(" ".join(trumps) for trumps in TRUMPS),
    )

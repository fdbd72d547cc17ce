"""Plays the matches of a balance, in as many threads as wanted."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import reduce
from operator import add
from typing import cast

import numpy as np

from clagdsl.players.named_players import COMPILED, make_ready
from clagdsl.simulation.balancing.balance_jobs import (
    Gains,
    PackJob,
    Part,
    ReadyGame,
    jobs_of,
    seat_game,
    spread_evenly,
)
from clagdsl.simulation.balancing.balance_request import (
    BalanceRequest,
    BalanceTable,
    read_balance_tables,
)
from clagdsl.simulation.balancing.measured_packs import PackSums, one_after_another
from clagdsl.simulation.kept_code import KeptFunction
from clagdsl.simulation.lowering.arrays import Array
from clagdsl.simulation.part_threads import results_in_order
from clagdsl.simulation.runs.watch import Progress, Watch


@dataclass(frozen=True, slots=True)
class MeasuredGame:
    """What the matches of one game came to, by sets of packs."""

    reference: str
    game: ReadyGame
    rules: PackSums
    without_limit: PackSums | None
    luck: Gains
    """Of a steady player among random ones."""
    skill: Gains | None
    """Of a searching player among steady ones; None where nobody can search."""
    decisions: Array | None
    """[match, kind, 2]: see `PlayedPacks`."""


@dataclass(frozen=True, slots=True)
class MeasuredGames:
    """The game of a balance, and the one that it is compared with."""

    request: BalanceRequest
    here: MeasuredGame
    other: MeasuredGame | None
    note: str | None
    """Why there is no other one."""


def measure(request: BalanceRequest, watch: Watch) -> MeasuredGames | None:
    """Play all matches; None where it is stopped.  Raises ArgumentError, RulesError."""
    request.check()
    read = read_balance_tables(request)
    if request.player not in COMPILED:
        make_ready(request.player)
    wanted = [read.here] if read.other is None else [read.here, read.other]
    KeptFunction.missing = watch.compiling
    # both are played with as many sets of packs, so that the same can be compared
    seated = [seat_game(request, each.table, len(wanted)) for each in wanted]
    games = [_alike(each, seated) for each in seated]
    jobs = [[*jobs_of(game, request.seed)] for game in games]
    done = _played([job for each in jobs for job in each], request.threads, watch)
    if done is None:
        return None
    measured = []
    for one, game, own in zip(wanted, games, jobs, strict=True):
        measured.append(_measured(one, game, own, done[: len(own)]))
        del done[: len(own)]
    return MeasuredGames(request, measured[0], measured[1] if measured[1:] else None, read.note)


def _alike(game: ReadyGame, games: Sequence[ReadyGame]) -> ReadyGame:
    fewest = min(each.packs for each in games)
    searched = min(each.searched for each in games)
    free = None if game.free is None else replace(game.free, packs=fewest, searched=searched)
    return replace(game, packs=fewest, searched=searched, free=free)


Done = PackSums | Gains | Array


def _measured(
    wanted: BalanceTable, game: ReadyGame, jobs: Sequence[PackJob], done: Sequence[Done]
) -> MeasuredGame:
    by_part: dict[Part, list[Done]] = {}
    for job, result in zip(jobs, done, strict=True):
        by_part.setdefault(job.part, []).append(result)
    skill, decisions = by_part.get(Part.SKILL), by_part.get(Part.DECISIONS)
    free = by_part.get(Part.WITHOUT_LIMIT)
    return MeasuredGame(
        wanted.reference,
        game,
        _turned(cast(list[PackSums], by_part[Part.RULES]), game.turns),
        None if free is None else _turned(cast(list[PackSums], free), game.turns),
        _gains(cast(list[Gains], by_part[Part.LUCK])),
        None if skill is None else _gains(cast(list[Gains], skill)),
        None if decisions is None else np.concatenate(cast(list[Array], decisions)),
    )


def _turned(parts: list[PackSums], turns: int) -> PackSums:
    """All turns of all sets of packs added up; those of one turn follow each other."""
    size = len(parts) // turns
    starts = range(0, len(parts), size)
    whole = [one_after_another(parts[start : start + size]) for start in starts]
    return reduce(add, whole)


def _gains(parts: list[Gains]) -> Gains:
    return Gains(
        np.concatenate([each.points for each in parts]),
        np.concatenate([each.won for each in parts]),
    )


# --- playing ------------------------------------------------------------------------------


def _played(jobs: list[PackJob], threads: int, watch: Watch) -> list[Done] | None:
    """What the jobs come to, in their order; None where they are stopped."""
    order = spread_evenly(jobs, lambda job: (id(job.game), job.part))
    matches = sum(job.matches for job in jobs)
    done: list[Done | None] = [None] * len(jobs)
    count = 0
    watch.progress(Progress(0, 0, matches, None, None))
    # also one thread is another one: a signal would wait here for a long decision
    parts = results_in_order((jobs[place].do for place in order), threads, watch.stopped)
    with watch.playing, closing(parts) as results:
        for place, result in zip(order, results, strict=False):  # fewer where it is stopped
            done[place] = result
            count += jobs[place].matches
            watch.progress(Progress(0, count, matches, None, None))
            if watch.stopped():
                break
    return None if any(each is None for each in done) else cast(list[Done], done)

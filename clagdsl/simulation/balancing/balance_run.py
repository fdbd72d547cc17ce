"""Plays the matches of a balance as jobs in threads, and collects samples by set of packs.

Each game is played for several purposes (`Part`): under its rules, without the limit on the last
bid, with one better player among worse ones, and to count decisions. All parts use the same sets of
packs, and so do two games that are compared; differences are therefore paired.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final, cast

import numpy as np

from clagdsl.check.prove import prove_table
from clagdsl.engine.players.named_players import COMPILED, RANDOM, STEADY, load_player
from clagdsl.lang.rules import Alternative, Clause, Free, Game, Limit, Value
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.simulation.balancing.balance_request import (
    BalanceRequest,
    packs_for_search,
    packs_to_play,
    read_balance_tables,
)
from clagdsl.simulation.balancing.duplicate_play import PlayedPacks, play_packs
from clagdsl.simulation.balancing.samples import (
    DecisionSums,
    Gains,
    Measured,
    PackSums,
    combine_parts,
    pack_sums,
    shares_won,
)
from clagdsl.simulation.batch.vector_env import PreparedGame, prepare_game
from clagdsl.simulation.blocks import simulator_for
from clagdsl.simulation.code_cache import FunctionCache
from clagdsl.simulation.ordered_pool import Stopped, never_stopped, results_in_order
from clagdsl.simulation.runs.progress import Progress, Watch
from clagdsl.simulation.stats.count_layout import Frame, make_frame
from clagdsl.table.table import Table, open_table

SEARCHER: Final = "search:16"
"""The player that competes with steady seats, unless the requested player itself searches."""

MAX_COUNTED_MATCHES: Final = 100
"""The maximum number of matches in which decisions are counted."""

TOGETHER: Final = 128
SEARCHED_TOGETHER: Final = 4
"""The maximum number of sets of packs in a job with compiled and with searching players."""


class Part(Enum):
    """The purpose of a job's matches."""

    RULES = "rules"
    WITHOUT_LIMIT = "without limit"
    DECISIONS = "decisions"
    SKILL = "skill"
    LUCK = "luck"


@dataclass(frozen=True, slots=True)
class ReadyGame:
    """A game at a table, prepared for competent players."""

    table: Table
    frame: Frame
    """The frame for the rules with the limit, also used to find the last bidder without it."""
    prepared: PreparedGame | None
    """The game prepared for batches; None if it is too large for search."""
    refusal: str | None
    """The reason why the game is too large; None if it is not."""
    unlimited: ReadyGame | None
    """The game without the limit on the last bid; None if it has no limit that can be removed."""
    packs: int
    searched: int
    """The number of sets of packs played with a searching seat."""
    player: str

    @property
    def turns(self) -> int:
        """The number of rotations of the hands among the seats."""
        return 1 if self.prepared is None else self.table.players

    @property
    def searcher(self) -> str:
        """The player that competes with steady seats."""
        return SEARCHER if self.player in COMPILED else self.player

    @property
    def counted(self) -> int:
        """The number of matches in which decisions are counted."""
        return min(self.packs, MAX_COUNTED_MATCHES)


def seat_game(request: BalanceRequest, table: Table, games: int) -> ReadyGame:
    """Prepares a game at a table; raises ArgumentError if it is too large."""
    packs = packs_to_play(request, table, games)
    searched = min(packs, packs_for_search(table, games))

    frame = make_frame(table)

    def make_ready_game(played: Table, free: ReadyGame | None) -> ReadyGame:
        prepared, refusal = None, None
        try:
            prepared = prepare_game(played)
        except ArgumentError as error:
            if request.player not in COMPILED:
                raise
            refusal = error.reason
        return ReadyGame(played, frame, prepared, refusal, free, packs, searched, request.player)

    free = without_limit(table) if any(frame.limited) else None
    return make_ready_game(table, None if free is None else make_ready_game(free, None))


# --- removing the limit -----------------------------------------------------------------

NO_LIMIT: Final[Clause[Limit]] = Clause((Alternative(Free()),))


def without_limit(table: Table) -> Table | None:
    """Returns the table without the limit on the last bid; None if its rules are then invalid."""
    game = _game_without_limit(table.game)
    parameters: Mapping[str, Value] = table.parameters
    if prove_table(game, table.players, parameters):
        return None
    return open_table(game, table.players, parameters)


def _game_without_limit(game: Game) -> Game:
    deals = tuple(
        replace(deal, aspects=replace(deal.aspects, last_bid=NO_LIMIT)) for deal in game.deals
    )
    twists = tuple(
        twist if twist.last_bid is None else replace(twist, last_bid=NO_LIMIT)
        for twist in game.twists
    )
    return replace(game, deals=deals, twists=twists)


# --- jobs ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PackJob:
    """Some matches of a game, with consecutive sets of packs starting at number `first`."""

    game: ReadyGame
    part: Part
    seed: int
    first: int
    packs: int
    turn: int = 0

    @property
    def matches(self) -> int:
        """The number of matches in the job."""
        per_pack = self.game.table.players + 1 if self.part in (Part.SKILL, Part.LUCK) else 1
        return self.packs * per_pack

    def run(self, stopped: Stopped = never_stopped) -> Measured:
        """Plays the job's matches and returns their samples.

        Raises StoppedError if it is stopped before all matches are over.
        """
        game = self.game
        if self.part is Part.SKILL:
            return self._gains(game.searcher, STEADY, stopped)
        if self.part is Part.LUCK:
            return self._gains(STEADY, RANDOM, stopped)
        counted = self.part is Part.DECISIONS
        played = self._play([game.player] * game.table.players, stopped, counted=counted)
        if played.decisions is not None:
            return DecisionSums(played.decisions)
        return pack_sums(game.table, game.frame, played.outcome)

    def _gains(self, better: str, worse: str, stopped: Stopped) -> Gains:
        table = self.game.table
        alike = self._play([worse] * table.players, stopped)
        points = -alike.outcome.scores.sum(axis=(1, 2), dtype=np.int64)
        won = np.zeros(self.packs, np.int64)
        for seat in range(table.players):
            players = [better if each == seat else worse for each in range(table.players)]
            outcome = self._play(players, stopped).outcome
            points += outcome.scores[:, :, seat].sum(axis=1, dtype=np.int64)
            won += shares_won(table, outcome)[:, seat]
        return Gains(points, won)

    def _play(
        self, players: Sequence[str], stopped: Stopped, *, counted: bool = False
    ) -> PlayedPacks:
        game = self.game
        if game.prepared is None:
            simulator = simulator_for(game.table, tuple(players))
            return PlayedPacks(simulator.play(self.seed, self.first, self.packs))
        matches = range(self.first, self.first + self.packs)
        return play_packs(
            game.prepared, self.seed, matches, self.turn, players, counted=counted, stopped=stopped
        )


def jobs_of(game: ReadyGame, seed: int) -> Iterator[PackJob]:
    """Yields all jobs of a game by part and rotation, in ascending order of sets of packs."""
    slow = game.player not in COMPILED
    together = SEARCHED_TOGETHER if slow else TOGETHER

    def part(
        which: Part, of: ReadyGame, packs: int, size: int, turns: int = 1
    ) -> Iterator[PackJob]:
        for turn in range(turns):
            for first in range(0, packs, size):
                yield PackJob(of, which, seed, first, min(size, packs - first), turn)

    yield from part(Part.RULES, game, game.packs, together, game.turns)
    if game.unlimited is not None:
        yield from part(Part.WITHOUT_LIMIT, game.unlimited, game.packs, together, game.turns)
    yield from part(Part.LUCK, game, game.packs, TOGETHER)
    if game.prepared is not None:
        yield from part(Part.DECISIONS, game, game.counted, together)
        yield from part(Part.SKILL, game, game.searched, SEARCHED_TOGETHER)


def spread_evenly(jobs: list[PackJob], cost: Callable[[PackJob], object]) -> list[int]:
    """Returns the indices of the jobs in an order that spreads the jobs of each cost evenly."""
    counts: dict[object, int] = {}
    for job in jobs:
        counts[cost(job)] = counts.get(cost(job), 0) + 1
    seen: dict[object, int] = {}
    keys = []
    for place, job in enumerate(jobs):
        kind = cost(job)
        seen[kind] = seen.get(kind, 0) + 1
        keys.append(((seen[kind] - 0.5) / counts[kind], place))
    return [place for _, place in sorted(keys)]


def judging_jobs(game: ReadyGame, seed: int) -> list[PackJob]:
    """Returns the jobs of a game without those of searching players, which take longest."""
    return [job for job in jobs_of(game, seed) if job.part not in (Part.SKILL, Part.DECISIONS)]


# --- collecting the results -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MeasuredGame:
    """The samples from the matches of one game, by set of packs."""

    reference: str
    game: ReadyGame
    rules: PackSums
    without_limit: PackSums | None
    luck: Gains
    """The gains of a steady player among random ones."""
    skill: Gains | None
    """The gains of a searching player among steady ones; None if the game is too large."""
    decisions: DecisionSums | None


@dataclass(frozen=True, slots=True)
class MeasuredGames:
    """The samples of the game being balanced, and of the game it is compared with."""

    request: BalanceRequest
    here: MeasuredGame
    other: MeasuredGame | None
    note: str | None
    """The reason why the game is not compared with another one."""


def measure(request: BalanceRequest, watch: Watch) -> MeasuredGames | None:
    """Plays all matches; returns None if stopped.

    Raises ArgumentError or RulesError if the request is invalid.
    """
    request.check()
    here, other, note = read_balance_tables(request)
    if request.player not in COMPILED:
        load_player(request.player)
    tables = [here] if other is None else [here, other]
    FunctionCache.on_missing = watch.compiling
    # both games need equally many sets of packs for paired differences
    seated = [seat_game(request, each.table, len(tables)) for each in tables]
    games = [_with_common_packs(each, seated) for each in seated]
    jobs = [[*jobs_of(game, request.seed)] for game in games]
    done = _run_jobs([job for each in jobs for job in each], request.threads, watch)
    if done is None:
        return None
    measured = []
    for one, game, own in zip(tables, games, jobs, strict=True):
        measured.append(collect_game(one.reference, game, own, done[: len(own)]))
        del done[: len(own)]
    return MeasuredGames(request, measured[0], measured[1] if measured[1:] else None, note)


def _with_common_packs(game: ReadyGame, games: Sequence[ReadyGame]) -> ReadyGame:
    fewest = min(each.packs for each in games)
    searched = min(each.searched for each in games)
    free = (
        None if game.unlimited is None else replace(game.unlimited, packs=fewest, searched=searched)
    )
    return replace(game, packs=fewest, searched=searched, unlimited=free)


def collect_game(
    reference: str, game: ReadyGame, jobs: Sequence[PackJob], done: Sequence[Measured]
) -> MeasuredGame:
    """Returns the samples of a game from the results of its jobs."""
    by_part: dict[Part, list[Measured]] = {}
    for job, result in zip(jobs, done, strict=True):
        by_part.setdefault(job.part, []).append(result)

    def whole(part: Part, turns: int = 1) -> Any:
        """Returns a part's samples, summed over rotations; None if it was not played."""
        if part not in by_part:
            return None
        results = by_part[part]
        size = len(results) // turns
        starts = range(0, len(results), size)
        each_turn = [
            combine_parts(results[start : start + size], np.concatenate) for start in starts
        ]
        return combine_parts(each_turn, lambda arrays: sum(arrays[1:], arrays[0]))

    return MeasuredGame(
        reference,
        game,
        whole(Part.RULES, game.turns),
        whole(Part.WITHOUT_LIMIT, game.turns),
        whole(Part.LUCK),
        whole(Part.SKILL),
        whole(Part.DECISIONS),
    )


# --- playing ------------------------------------------------------------------------------


def _run_jobs(jobs: list[PackJob], threads: int, watch: Watch) -> list[Measured] | None:
    """Returns the jobs' results in order; None if stopped."""
    order = spread_evenly(jobs, lambda job: (id(job.game), job.part))
    matches = sum(job.matches for job in jobs)
    done: list[Measured | None] = [None] * len(jobs)
    count = 0
    watch.progress(Progress(0, 0, matches, None, None))
    # even one thread is a separate one, as a long decision here would delay signals
    parts = results_in_order((jobs[place].run for place in order), threads, watch.stopped)
    with watch.playing, closing(parts) as results:
        for place, result in zip(order, results, strict=False):  # fewer results if stopped
            done[place] = result
            count += jobs[place].matches
            watch.progress(Progress(0, count, matches, None, None))
            if watch.stopped():
                break
    return None if any(each is None for each in done) else cast(list[Measured], done)

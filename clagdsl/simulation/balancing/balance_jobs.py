"""The matches of one game that a balance needs, in jobs that any thread can do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

import numpy as np

from clagdsl.players.named_players import COMPILED, RANDOM, STEADY
from clagdsl.problems.model import ArgumentError
from clagdsl.simulation.balancing.balance_request import (
    BalanceRequest,
    packs_searched,
    packs_wanted,
)
from clagdsl.simulation.balancing.free_last_bid import without_limit
from clagdsl.simulation.balancing.measured_packs import PackSums, pack_sums, shares_won
from clagdsl.simulation.balancing.played_packs import (
    PacksWanted,
    PlayedPacks,
    everybody,
    play_packs,
    seated,
)
from clagdsl.simulation.batch.env import Prepared, prepare
from clagdsl.simulation.lowering.arrays import Array
from clagdsl.simulation.part_threads import Stopped, never
from clagdsl.simulation.runner import make_simulator
from clagdsl.simulation.simulators import simulator_for
from clagdsl.simulation.stats.count_layout import Frame, make_frame
from clagdsl.table.table import Table

SEARCHER: Final = "search:16"
"""Who plays against steady seats, where the player of all seats does not search itself."""

COUNTED: Final = 100
"""In so many matches decisions are counted."""

TOGETHER: Final = 128
SEARCHED_TOGETHER: Final = 4
"""So many sets of packs a job has at most; fewer where they take long."""


class Part(Enum):
    """What the matches of a job are for."""

    RULES = "rules"
    WITHOUT_LIMIT = "without limit"
    DECISIONS = "decisions"
    SKILL = "skill"
    LUCK = "luck"


@dataclass(frozen=True, slots=True)
class Gains:
    """[set]: what one player gains in every seat by being better than the others there."""

    points: Array
    """Over all seats, those of the better player less those of the worse one in its place."""
    won: Array
    """What the better player wins, out of `joint`, over all seats."""


@dataclass(frozen=True, slots=True)
class ReadyGame:
    """A game at a table, ready to be played by good players."""

    table: Table
    frame: Frame
    """Of the rules with the limit, also where it is gone: so it is known whose bid it was."""
    prepared: Prepared | None
    """None where only the simulator has room for the game: then nobody searches."""
    refusal: str | None
    """Why it has not."""
    free: ReadyGame | None
    """The same without the limit of the last bid, where there is one."""
    packs: int
    searched: int
    """How many sets of packs a searching seat plays."""
    player: str

    @property
    def turns(self) -> int:
        """In how many ways hands are turned."""
        return 1 if self.prepared is None else self.table.players

    @property
    def searcher(self) -> str:
        """Who plays against steady seats."""
        return SEARCHER if self.player in COMPILED else self.player

    @property
    def counted(self) -> int:
        """In how many matches decisions are counted."""
        return min(self.packs, COUNTED)


def seat_game(request: BalanceRequest, table: Table, games: int) -> ReadyGame:
    """A game at a table; raises ArgumentError where even the simulator has no room for it."""
    packs = packs_wanted(request, table, games)
    searched = min(packs, packs_searched(table, games))

    frame = make_frame(make_simulator(table))

    def at(played: Table, free: ReadyGame | None) -> ReadyGame:
        prepared, refusal = None, None
        try:
            prepared = prepare(played)
        except ArgumentError as error:
            if request.player not in COMPILED:
                raise
            refusal = error.reason
        return ReadyGame(played, frame, prepared, refusal, free, packs, searched, request.player)

    free = without_limit(table) if any(frame.limited) else None
    return at(table, None if free is None else at(free, None))


# --- jobs ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PackJob:
    """Some matches of a game: sets of packs from a number on."""

    game: ReadyGame
    part: Part
    seed: int
    first: int
    packs: int
    turn: int = 0

    @property
    def matches(self) -> int:
        """How many matches it has."""
        per_pack = self.game.table.players + 1 if self.part in (Part.SKILL, Part.LUCK) else 1
        return self.packs * per_pack

    def do(self, stopped: Stopped = never) -> PackSums | Gains | Array:
        """Play its matches and add up what they come to.

        Raises BrokenOffError where it is stopped before all are over.
        """
        game, players = self.game, self.game.table.players
        if self.part is Part.SKILL:
            return self._gains(game.searcher, STEADY, stopped)
        if self.part is Part.LUCK:
            return self._gains(STEADY, RANDOM, stopped)
        all_seats = tuple(everybody(game.player, players))
        counted = self.part is Part.DECISIONS
        played = self._play(game, all_seats, stopped, counted=counted)
        if played.decisions is not None:
            return played.decisions
        return pack_sums(game.table, game.frame, played.outcome)

    def _gains(self, better: str, worse: str, stopped: Stopped) -> Gains:
        game, players = self.game, self.game.table.players
        alike = self._play(game, tuple(everybody(worse, players)), stopped)
        points = -alike.outcome.scores.sum(axis=(1, 2), dtype=np.int64)
        won = np.zeros(self.packs, np.int64)
        for seat in range(players):
            one = self._play(game, seated(better, seat, worse, players), stopped).outcome
            points += one.scores[:, :, seat].sum(axis=1, dtype=np.int64)
            won += shares_won(game.table, one)[:, seat]
        return Gains(points, won)

    def _play(
        self,
        game: ReadyGame,
        players: tuple[str, ...],
        stopped: Stopped,
        *,
        counted: bool = False,
    ) -> PlayedPacks:
        if game.prepared is None:
            simulator = simulator_for(game.table, players)
            return PlayedPacks(simulator.play(self.seed, self.first, self.packs))
        wanted = PacksWanted(self.seed, self.first, self.packs, self.turn, players)
        return play_packs(game.prepared, wanted, counted=counted, stopped=stopped)


def jobs_of(game: ReadyGame, seed: int) -> Iterator[PackJob]:
    """All jobs of a game, part after part, with the sets of packs of each part in order."""
    slow = game.player not in COMPILED
    together = SEARCHED_TOGETHER if slow else TOGETHER

    def part(
        which: Part, of: ReadyGame, packs: int, size: int, turns: int = 1
    ) -> Iterator[PackJob]:
        for turn in range(turns):
            for first in range(0, packs, size):
                yield PackJob(of, which, seed, first, min(size, packs - first), turn)

    yield from part(Part.RULES, game, game.packs, together, game.turns)
    if game.free is not None:
        yield from part(Part.WITHOUT_LIMIT, game.free, game.packs, together, game.turns)
    yield from part(Part.LUCK, game, game.packs, TOGETHER)
    if game.prepared is not None:
        yield from part(Part.DECISIONS, game, game.counted, together)
        yield from part(Part.SKILL, game, game.searched, SEARCHED_TOGETHER)


def spread_evenly(jobs: list[PackJob], cost: Callable[[PackJob], object]) -> list[int]:
    """The places of jobs in an order in which those of each cost are spread over the whole."""
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

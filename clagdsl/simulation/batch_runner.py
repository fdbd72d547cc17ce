"""Plays blocks of matches in which not all seats play at random, by the step machine of batches.

Steady seats, also beside random ones, play match after match to the end in one compiled call.
Where others sit, the matches of a block are stepped together, decision by decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from clagdsl.engine.players.named_players import COMPILED, RANDOM, find_player, load_player
from clagdsl.engine.players.player import is_batch_player
from clagdsl.lang.record import PlayerName
from clagdsl.simulation.batch.batch_state import (
    DEAL,
    Boards,
)
from clagdsl.simulation.batch.matches import recording_batch
from clagdsl.simulation.batch.rollout import play_on
from clagdsl.simulation.batch.vector_env import PreparedGame, begin_boards, boards_of, prepare_game
from clagdsl.simulation.lowering.arrays import (
    Outcome,
    clear_unplayed,
    make_sheet,
    make_steady,
    outcome_of,
)
from clagdsl.simulation.ordered_pool import Stopped, check_stop, never_stopped
from clagdsl.simulation.runner import Simulator, Workspace
from clagdsl.simulation.search.rollouts import PLAYS_RANDOMLY, PLAYS_STEADY
from clagdsl.simulation.search.search_player import SearchPlayer
from clagdsl.simulation.search.searcher import make_match_searcher
from clagdsl.table.table import Table

STEADY_MATCHES: Final = 1024
"""So many matches make a block where they are played in one call."""

MATCHES: Final = 32
"""So many matches make a block: a decision in them may take thousands of times as long."""

WORLDS: Final = 512
"""So many worlds at most are searched for one decision in each match of a block: who stops a run
loses the block in hand."""


@dataclass(frozen=True)
class SteadySimulator(Simulator):
    """A game at a table with steady and random seats."""

    prepared: PreparedGame | None = None

    @property
    def block(self) -> int:
        """How many matches make a block."""
        return min(STEADY_MATCHES, super().block)

    @property
    def uses_workspaces(self) -> bool:
        """Whether it plays in rooms that are made once: a batch brings its own each time."""
        return False

    @property
    def entries(self) -> tuple[str, ...]:
        """The compiled functions that it plays with."""
        return ("play_on",)

    @property
    def compiles(self) -> bool:
        """Whether machine code of the vector engine is used: only to count."""
        return self.is_worth_compiling is not False

    def compile_all(self) -> None:
        """Compiles nothing: these simulators have no machine code of their own."""

    def play(
        self,
        seed: int,
        first: int,
        matches: int,
        *,
        course: bool = False,
        workspace: Workspace | None = None,
        stopped: Stopped = never_stopped,
    ) -> Outcome:
        """Plays so many matches from that number on; of tricks and decisions nothing is kept.

        Raises BrokenOffError if it is stopped before it begins.
        """
        assert self.prepared is not None
        assert not course
        assert workspace is None
        check_stop(stopped)
        prepared, players = self.prepared, self.table.players
        boards = begin_boards(prepared, matches, first, seed, history=False, results=True)
        # steady seats do not ask which suits others have shown to be void of
        boards = boards._replace(lacking=boards.lacking[:0])
        sheet = make_sheet(
            players,
            len(prepared.tables.past.kinds),
            self.table.deck.size,
            len(prepared.plan.program),
        )
        rewards = np.empty((matches, players), np.int64)
        steady = make_steady(self.policies)
        if not play_on(prepared.tables, prepared.plan, steady, sheet, boards, rewards, True, False):
            raise RuntimeError("the matches came to what their tables do not hold")
        return recorded_outcome(boards)


@dataclass(frozen=True)
class BatchSimulator(SteadySimulator):
    """A game at a table with any players of the registry: as `Simulator`, and much slower."""

    @property
    def block(self) -> int:
        """How many matches make a block."""
        return max(1, min(MATCHES, WORLDS // max(1, *map(_level_of, self.policies))))

    @property
    def entries(self) -> tuple[str, ...]:
        """The compiled functions that it plays with."""
        return ("search_matches",) if self._searches else ("step_matches",)

    @property
    def _searches(self) -> bool:
        """Whether the search plays the matches, with all the seats that it knows to play."""
        return all(isinstance(find_player(each), SearchPlayer) for each in self._others)

    @property
    def _others(self) -> list[PlayerName]:
        """The players that are not compiled for matches one after the other."""
        return [name for name in self.policies if name not in COMPILED]

    def play(
        self,
        seed: int,
        first: int,
        matches: int,
        *,
        course: bool = False,
        workspace: Workspace | None = None,
        stopped: Stopped = never_stopped,
    ) -> Outcome:
        """So many matches from that number on; of their tricks and decisions nothing is kept.

        Raises BrokenOffError where it is stopped before all are over.
        """
        assert self.prepared is not None
        assert not course
        assert workspace is None
        history = not all(is_batch_player(find_player(each)) for each in self._others)
        batch = recording_batch(self.prepared, first, matches, seed, history=history)
        if self._searches:
            searcher = make_match_searcher(self.prepared, list(map(_level_of, self.policies)))
            while not batch.over.all():
                check_stop(stopped)
                searcher.choose(boards_of(batch), batch.seat, plays=True)
        while not batch.over.all():
            check_stop(stopped)
            batch.step(batch.actions_by(self.policies))
        return recorded_outcome(boards_of(batch))


def _level_of(name: PlayerName) -> int:
    if name == RANDOM:
        return int(PLAYS_RANDOMLY)
    player = find_player(name)
    return player.worlds if isinstance(player, SearchPlayer) else int(PLAYS_STEADY)


def recorded_outcome(boards: Boards) -> Outcome:
    """What the deals came to on boards that keep results, when all their matches are over."""
    lengths, matches = boards.progress[:, DEAL] + 1, len(boards.progress)
    clear_unplayed(boards.results, None, lengths, np.zeros(matches, np.int64))
    return outcome_of(boards.results, None, matches)


def make_batch_simulator(table: Table, policies: Sequence[str], matches: int | None) -> Simulator:
    """Returns what plays a game with players that do not all play at random; ArgumentError."""
    for name in dict.fromkeys(policies):
        load_player(name)
    compiled = set(policies) <= set(COMPILED)
    prepared = prepare_game(table, limited=not compiled)
    kind = SteadySimulator if compiled else BatchSimulator
    return kind(table, tuple(policies), matches, prepared=prepared)

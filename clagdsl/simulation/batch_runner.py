"""Plays blocks of matches with at least one non-random seat, using the step machine (`batch`).

If all seats are steady or random, one compiled call plays every match of a block to the end.  With
any other player, the matches of a block advance together, decision by decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from clagdsl.engine.players.named_players import COMPILED, RANDOM, find_player, load_player
from clagdsl.engine.players.player import is_batch_player
from clagdsl.lang.record import PlayerName
from clagdsl.simulation.batch.batch_policies import play_on
from clagdsl.simulation.batch.batch_state import DEAL, Boards
from clagdsl.simulation.batch.matches import recording_batch
from clagdsl.simulation.batch.vector_env import PreparedGame, begin_boards, boards_of, prepare_game
from clagdsl.simulation.lowering.arrays import Outcome, clear_unplayed, make_steady, outcome_of
from clagdsl.simulation.ordered_pool import Stopped, check_stop, never_stopped
from clagdsl.simulation.runner import Simulator, Workspace
from clagdsl.simulation.search.rollouts import PLAYS_RANDOMLY, PLAYS_STEADY
from clagdsl.simulation.search.search_player import SearchPlayer
from clagdsl.simulation.search.searcher import make_match_searcher
from clagdsl.table.table import Table

STEADY_MATCHES: Final = 1024
"""The block size if one compiled call plays all matches."""

MATCHES: Final = 32
"""The block size if matches advance decision by decision, which is far slower."""

WORLDS: Final = 512
"""The maximum number of worlds that a block searches at once, over all of its matches.

Stopping a run loses the current block, so blocks must be short.
"""


@dataclass(frozen=True)
class SteadySimulator(Simulator):
    """Plays a game at a table with steady and random seats."""

    prepared: PreparedGame | None = None

    @property
    def block(self) -> int:
        """The number of matches in a block."""
        return min(STEADY_MATCHES, super().block)

    @property
    def uses_workspaces(self) -> bool:
        """False: every batch allocates its own arrays, so workspaces are not reused."""
        return False

    @property
    def entries(self) -> tuple[str, ...]:
        """The compiled functions that play the matches."""
        return ("play_on",)

    @property
    def compiles(self) -> bool:
        """True if the matches may be counted by machine code; they are never played by it."""
        return self.is_worth_compiling is not False

    def compile_all(self) -> None:
        """Does nothing: matches are played by Numba functions, not by the vector engine's code."""

    def play(
        self,
        seed: int,
        first: int,
        matches: int,
        *,
        workspace: Workspace | None = None,
        stopped: Stopped = never_stopped,
    ) -> Outcome:
        """Plays `matches` matches starting at number `first`.

        Raises StoppedError if a stop was requested before the block begins.
        """
        assert self.prepared is not None
        assert workspace is None
        check_stop(stopped)
        prepared, players = self.prepared, self.table.players
        boards = begin_boards(prepared, matches, first, seed, history=False, results=True)
        # steady seats do not use the suits in which others have shown a void
        boards = boards._replace(lacking=boards.lacking[:0])
        sheet = prepared.make_sheet()
        rewards = np.empty((matches, players), np.int64)
        steady = make_steady(self.policies)
        if not play_on(prepared.tables, prepared.plan, steady, sheet, boards, rewards, True, False):
            raise RuntimeError("the matches came to what their tables do not hold")
        return recorded_outcome(boards)


@dataclass(frozen=True)
class BatchSimulator(SteadySimulator):
    """Plays a game at a table with any registered players: like `Simulator`, but much slower."""

    @property
    def block(self) -> int:
        """The number of matches in a block, which is smaller if players search more worlds."""
        return max(1, min(MATCHES, WORLDS // max(1, *map(_level_of, self.policies))))

    @property
    def entries(self) -> tuple[str, ...]:
        """The compiled functions that play the matches."""
        return ("search_matches",) if self._searches else ("step_matches",)

    @property
    def _searches(self) -> bool:
        """True if the searcher plays the matches: all players without compiled policies search."""
        return all(isinstance(find_player(each), SearchPlayer) for each in self._others)

    @property
    def _others(self) -> list[PlayerName]:
        """The players that have no compiled policy, being neither random nor steady."""
        return [name for name in self.policies if name not in COMPILED]

    def play(
        self,
        seed: int,
        first: int,
        matches: int,
        *,
        workspace: Workspace | None = None,
        stopped: Stopped = never_stopped,
    ) -> Outcome:
        """Plays `matches` matches starting at number `first`.

        Raises StoppedError if a stop is requested before all of them are over.
        """
        assert self.prepared is not None
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
    """Returns the results of finished matches, from boards that record them."""
    lengths, matches = boards.progress[:, DEAL] + 1, len(boards.progress)
    clear_unplayed(boards.results, lengths)
    return outcome_of(boards.results, matches)


def make_batch_simulator(table: Table, policies: Sequence[str], matches: int | None) -> Simulator:
    """Returns a simulator for players that are not all random.

    Raises ArgumentError if a player is unknown or cannot play this game.
    """
    for name in dict.fromkeys(policies):
        load_player(name)
    compiled = set(policies) <= set(COMPILED)
    prepared = prepare_game(table, limited=not compiled)
    kind = SteadySimulator if compiled else BatchSimulator
    return kind(table, tuple(policies), matches, prepared=prepared)

"""Blocks of matches in which players sit that no kernel plays: stepped by a batch, all together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from clagdsl.players.named_players import COMPILED, RANDOM, PlayerName, find_player, make_ready
from clagdsl.players.player import is_batch_player
from clagdsl.simulation.batch.batch_state import DEAL
from clagdsl.simulation.batch.env import Prepared, boards_of, prepare
from clagdsl.simulation.batch.matches import Batch, kept_batch
from clagdsl.simulation.lowering.arrays import Outcome, Room, blank, outcome_of
from clagdsl.simulation.part_threads import Stopped, check_stop, never
from clagdsl.simulation.runner import Simulator, make_simulator
from clagdsl.simulation.search.search_player import SearchPlayer
from clagdsl.simulation.search.searcher import make_match_searcher
from clagdsl.simulation.search.weigh_actions import PLAYS_RANDOMLY, PLAYS_STEADY
from clagdsl.table.table import Table

MATCHES: Final = 32
"""So many matches make a block: a decision in them may take thousands of times as long."""

WORLDS: Final = 512
"""So many worlds at most are searched for one decision in each match of a block: who stops a run
loses the block in hand."""


@dataclass(frozen=True, slots=True)
class SteppedSimulator(Simulator):
    """A game at a table with any players of the registry: as `Simulator`, and much slower."""

    prepared: Prepared | None = None

    @property
    def block(self) -> int:
        """How many matches make a block."""
        return max(1, min(MATCHES, WORLDS // max(1, *map(_level_of, self.policies))))

    @property
    def uses_rooms(self) -> bool:
        """Whether it plays in rooms that are made once: a batch brings its own each time."""
        return False

    @property
    def compiled(self) -> tuple[str, ...]:
        """The functions of which each has to be compiled before it plays."""
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
        room: Room | None = None,
        stopped: Stopped = never,
    ) -> Outcome:
        """So many matches from that number on; of their tricks and decisions nothing is kept.

        Raises BrokenOffError where it is stopped before all are over.
        """
        assert self.prepared is not None
        assert not course
        assert room is None
        history = not all(is_batch_player(find_player(each)) for each in self._others)
        batch = kept_batch(self.prepared, first, matches, seed, history=history)
        if self._searches:
            searcher = make_match_searcher(self.prepared, list(map(_level_of, self.policies)))
            while not batch.over.all():
                check_stop(stopped)
                searcher.choose(boards_of(batch), batch.seat, plays=True)
        while not batch.over.all():
            check_stop(stopped)
            batch.step(batch.actions_by(self.policies))
        return kept_outcome(batch)


def _level_of(name: PlayerName) -> int:
    if name == RANDOM:
        return int(PLAYS_RANDOMLY)
    player = find_player(name)
    return player.worlds if isinstance(player, SearchPlayer) else int(PLAYS_STEADY)


def kept_outcome(batch: Batch) -> Outcome:
    """What the deals of a batch that keeps results came to, when all its matches are over."""
    boards, matches = boards_of(batch), batch.matches
    lengths = boards.progress[:, DEAL] + 1
    blank(boards.results, None, lengths, np.zeros(matches, np.int64))
    return outcome_of(boards.results, None, matches)


def simulator_for(table: Table, policies: Sequence[str], matches: int | None = None) -> Simulator:
    """What plays a game at a table with these players; ArgumentError where it does not fit.

    `matches` are how many will be played, None where nobody knows.
    """
    if set(policies) <= set(COMPILED):
        return make_simulator(table, policies, matches)
    for name in dict.fromkeys(policies):
        make_ready(name)
    prepared = prepare(table)
    return SteppedSimulator(table, prepared.tables, tuple(policies), prepared)

"""Plays matches of a run in the interpreter, for where Numba is missing.

Input and output are those of `Simulator.play`. The matches are the same, and so are their figures,
but each takes thousands of times as long. Only the results that are counted are written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from clagdsl.engine.match_state import PlayedDeal
from clagdsl.engine.state import start_at_table
from clagdsl.lang.record import PlayerName
from clagdsl.simulation.lowering.arrays import (
    Outcome,
    Results,
    clear_unplayed,
    make_results,
    outcome_of,
)
from clagdsl.simulation.ordered_pool import Stopped, check_stop, never_stopped
from clagdsl.simulation.runner import Simulator, Workspace, make_simulator
from clagdsl.simulation.runs.match_record import finish_match
from clagdsl.table.choices import calls_of
from clagdsl.table.seats import auction_winner, bids_by_seat
from clagdsl.table.table import Table

MATCHES: Final = 32
"""The number of matches in a block."""

COMPLETED: Final = {True: 1, False: 0, None: -1}


@dataclass(frozen=True)
class InterpretedSimulator(Simulator):
    """Plays a game at a table with any players, match by match."""

    @property
    def block(self) -> int:
        """The number of matches in a block."""
        return MATCHES

    @property
    def uses_workspaces(self) -> bool:
        """False, because every block allocates its own results."""
        return False

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
        assert workspace is None
        results = make_results(matches, len(self.table.schedule), self.table.players)
        lengths = np.zeros(matches, np.int64)
        for place in range(matches):
            check_stop(stopped)
            begun = start_at_table(self.table, seed, first + place)
            history = finish_match(begun, self.policies).history
            lengths[place] = len(history)
            for number, deal in enumerate(history):
                _write_deal(results, number, place, deal)
        clear_unplayed(results, lengths)
        return outcome_of(results, matches)


def _write_deal(results: Results, number: int, match: int, played: PlayedDeal) -> None:
    dealing = played.dealing
    winner = auction_winner(dealing) if dealing.auction else None
    results.cards[number, match] = dealing.cards or 0
    results.dealers[number, match] = dealing.dealer
    if dealing.calls is not None:
        results.calls[number, match] = calls_of(dealing.rules).index(dealing.calls)
    results.deal_winners[number, match] = played.winner
    results.bidders[number, match] = -1 if dealing.drawn is None else dealing.drawn
    results.auction_winners[number, match] = -1 if winner is None else winner
    for seat, bid in enumerate(bids_by_seat(dealing)):
        results.bids[number, seat, match] = -1 if bid is None else bid
    for seat, result in enumerate(played.results):
        results.scores[number, seat, match] = result.score
        results.completed[number, seat, match] = COMPLETED[result.completed]


def make_interpreted_simulator(table: Table, policies: Sequence[PlayerName]) -> Simulator:
    """Returns a simulator for these players; raises ArgumentError if the game has too many cards.

    The table is checked like that of a run with random players.
    """
    make_simulator(table, policies, machine=False)
    return InterpretedSimulator(table, tuple(policies), machine=False)

"""Which simulator plays a game, by its players."""

from __future__ import annotations

from collections.abc import Sequence

from clagdsl.engine.players.named_players import RANDOM
from clagdsl.simulation.runner import Simulator, make_simulator
from clagdsl.table.table import Table


def simulator_for(table: Table, policies: Sequence[str], matches: int | None = None) -> Simulator:
    """Returns what plays a game with these players; raises ArgumentError if it does not fit.

    `matches` are how many will be played, None where nobody knows.  Players that do not all play at
    random need Numba.
    """
    if set(policies) <= {RANDOM}:
        return make_simulator(table, policies, matches)
    from clagdsl.simulation.stepped import stepped_simulator

    return stepped_simulator(table, policies, matches)

"""What is remembered of earlier deals: what depends on it, and where a row of the schedule ends.

All of it goes over the runs and tallies of the game, and what its scores read of a row; often there
are none.
"""

from __future__ import annotations

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.lowering.arrays import ROW_BEST, ROW_MADE, Array, Tables, Whole


@compiled
def bids_further(tables: Tables, past: Array, scene: Whole, seat: Whole) -> Whole:
    """How much further the bids allowed to a seat lie, as it stands with runs and tallies."""
    further = np.int64(0)
    for one in range(past.shape[1]):
        further += tables.past.limit_steps[scene, one] * past[seat, one]
    return further


@compiled
def scores_further(tables: Tables, past: Array, scene: Whole, seat: Whole) -> Whole:
    """How much further the scores of a seat lie, as it stands with runs and tallies."""
    further = np.int64(0)
    for one in range(past.shape[1]):
        figure = past[seat, one]
        if tables.past.kinds[one] == ROW_BEST:
            figure = tables.past.best_places[figure]
        further += tables.past.score_steps[scene, one] * figure
    return further


@compiled
def end_row(tables: Tables, past: Array, deal: Whole) -> None:
    """Forget what is remembered of a row, [seat, one], once its last deal is over."""
    if not tables.past.ends_row[deal]:
        return
    for one in range(past.shape[1]):
        if tables.past.kinds[one] >= ROW_MADE:
            for seat in range(past.shape[0]):
                past[seat, one] = 0


@compiled
def copy_past(to: Array, source: Array) -> None:
    """Copy what runs and tallies have come to, [seat, one]."""
    for seat in range(source.shape[0]):
        for one in range(source.shape[1]):
            to[seat, one] = source[seat, one]

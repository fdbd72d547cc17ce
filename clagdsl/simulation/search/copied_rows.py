"""Rows of boards copied, compiled."""

from __future__ import annotations

from clagdsl.simulation.batch.batch_state import Boards
from clagdsl.simulation.jit import compiled, compiled_apart
from clagdsl.simulation.kernels.past_figures import copy_past
from clagdsl.simulation.lowering.arrays import Array, Whole


@compiled_apart
def copy_row(boards: Boards, source: Whole, target: Whole) -> None:
    """Copy all that a match is played on with from one row to another."""
    copy_figures(boards.progress[target], boards.progress[source])
    copy_past(boards.sums[target], boards.sums[source])
    copy_past(boards.past[target], boards.past[source])
    copy_figures(boards.hands[target], boards.hands[source])
    copy_figures(boards.packs[target], boards.packs[source])
    boards.free[target] = boards.free[source]


@compiled
def copy_figures(to: Array, source: Array) -> None:
    """Copy a row of figures."""
    for place in range(source.shape[0]):
        to[place] = source[place]

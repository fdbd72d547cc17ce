"""Runs and tallies: what depends on them, and how a deal moves them.

All of it goes over the runs and tallies of the game, which are often none.
"""

from __future__ import annotations

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.lowering.arrays import Array, Tables, Whole


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
        further += tables.past.score_steps[scene, one] * past[seat, one]
    return further


@compiled
def copy_past(to: Array, source: Array) -> None:
    """Copy what runs and tallies have come to, [seat, one]."""
    for seat in range(source.shape[0]):
        for one in range(source.shape[1]):
            to[seat, one] = source[seat, one]

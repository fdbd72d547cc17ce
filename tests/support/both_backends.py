"""Checks of both simulator backends: NumPy against the interpreter, machine code against NumPy."""

from __future__ import annotations

import numpy as np

from clagdsl.simulation.lowering.arrays import Outcome, Results
from clagdsl.table.table import Table
from support.recorded_matches import RecordingSimulator, ScriptedMachine, most_decisions
from support.simulation_games import compare_matches
from support.simulation_luck import Luck
from support.simulation_packs import LAST_WORD, many_lucks


def agree(table: Table, luck: Luck | int) -> Outcome:
    """Compares matches that NumPy plays with the interpreter's, decision by decision.

    A number stands for as many matches with arbitrary packs and choices. In the first two of these,
    all choices are alike.
    """
    if isinstance(luck, int):
        luck = lucks_of(table, luck)
    recorded = RecordingSimulator(table).record_scripted(luck.packs, luck.words)
    compare_matches(table, luck, recorded)
    return recorded.outcome


def agree_by_machine(table: Table, luck: Luck | int) -> None:
    """Compares matches that machine code plays with those that NumPy plays."""
    if isinstance(luck, int):
        luck = lucks_of(table, luck)
    by_arrays = RecordingSimulator(table).record_scripted(luck.packs, luck.words).outcome
    by_machine = ScriptedMachine(table).play_scripted(luck.packs, luck.words)
    for name in Results._fields:
        assert np.array_equal(getattr(by_arrays, name), getattr(by_machine, name)), name


def lucks_of(table: Table, matches: int) -> Luck:
    """Returns arbitrary packs and choices, always the same ones.

    In the first match all choices are the lowest, in the second the highest.
    """
    decisions = most_decisions(RecordingSimulator(table))
    luck = many_lucks(7, matches, len(table.schedule), decisions, table.deck.size)
    luck.words[:2] = np.array([[[0]], [[LAST_WORD]]])[:matches]
    return luck

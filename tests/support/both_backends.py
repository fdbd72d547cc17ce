"""Checks of both simulator backends: NumPy against the interpreter, machine code against NumPy."""

from __future__ import annotations

import numpy as np

from clagdsl.simulation.lowering.arrays import Outcome, Results
from clagdsl.simulation.runner import make_simulator
from clagdsl.table.table import Table
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
    out = make_simulator(table, machine=False).play_scripted(luck.packs, luck.words)
    compare_matches(table, luck, out)
    return out


def agree_by_machine(table: Table, luck: Luck | int) -> None:
    """Compares matches that machine code plays with those that NumPy plays."""
    if isinstance(luck, int):
        luck = lucks_of(table, luck)
    by_arrays, by_machine = (
        make_simulator(table, machine=machine).play_scripted(luck.packs, luck.words, course=False)
        for machine in (False, True)
    )
    for name in Results._fields:
        assert np.array_equal(getattr(by_arrays, name), getattr(by_machine, name)), name


def lucks_of(table: Table, matches: int) -> Luck:
    """Returns arbitrary packs and choices, always the same ones.

    In the first match all choices are the lowest, in the second the highest.
    """
    decisions = make_simulator(table, machine=False).decisions
    luck = many_lucks(7, matches, len(table.schedule), decisions, table.deck.size)
    luck.words[:2] = np.array([[[0]], [[LAST_WORD]]])[:matches]
    return luck

"""What is used again changes no match."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

import clagdsl
from clagdsl.simulation.blocks import make_run
from clagdsl.simulation.lowering.arrays import Outcome
from clagdsl.simulation.runner import Simulator, make_simulator

HOUSE = Path(__file__).parent.parent.parent / "rules" / "house"


def simulator_of(name: str) -> Simulator:
    return make_simulator(clagdsl.load(name).start().table, machine=False)


def assert_same(one: Outcome, other: Outcome) -> None:
    for name, figures in one._asdict().items():
        assert np.array_equal(figures, getattr(other, name)), name


@pytest.mark.parametrize("name", ["raf", "precedence"])
def test_a_room_that_has_been_used_changes_nothing(name: str) -> None:
    path = str(HOUSE / f"{name}.clag") if name == "precedence" else name
    simulator = simulator_of(path)
    room = simulator.make_workspace(100)
    simulator.play(5, 1000, 100, workspace=room)
    for first, matches in ((0, 100), (77, 65), (9, 1)):
        again = simulator.play(7, first, matches, workspace=room)
        assert_same(again, simulator.play(7, first, matches))


def test_parts_of_two_runs_in_turn_are_those_of_each_alone() -> None:
    runs = [make_run(simulator_of(name), 3) for name in ("pagat", "raf", "scottish")]
    alone = [run.part(40, 50).figures.to_json() for run in runs]
    assert [run.part(40, 50).figures.to_json() for run in runs] == alone


@pytest.mark.parametrize("name", ["foss", "raf"])
def test_a_simulator_travels(name: str) -> None:
    """It may be handed to another process."""
    simulator = simulator_of(name)
    assert_same(pickle.loads(pickle.dumps(simulator)).play(5, 3, 9), simulator.play(5, 3, 9))

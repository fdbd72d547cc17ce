"""What is used again, and what another process compiles, changes no match."""

from __future__ import annotations

import io
import pickle
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import clagdsl
from clagdsl.simulation.blocks import make_run
from clagdsl.simulation.lowering.arrays import CodeAsked, Outcome
from clagdsl.simulation.runner import Simulator, make_simulator
from clagdsl.simulation.runs import precompile as warming

HOUSE = Path(__file__).parent.parent.parent / "rules" / "house"


def simulator_of(name: str) -> Simulator:
    return make_simulator(clagdsl.load(name).start().table)


def assert_same(one: Outcome, other: Outcome) -> None:
    for name, figures in one._asdict().items():
        assert np.array_equal(figures, getattr(other, name)), name


@pytest.mark.parametrize("name", ["pagat", "raf", "mcleod", "precedence"])
def test_a_room_that_has_been_used_changes_nothing(name: str) -> None:
    path = str(HOUSE / f"{name}.clag") if name == "precedence" else name
    simulator = simulator_of(path)
    room = simulator.make_room(300)
    simulator.play(5, 1000, 300, room=room)
    for first, matches in ((0, 300), (77, 130), (9, 1)):
        again = simulator.play(7, first, matches, room=room)
        assert_same(again, simulator.play(7, first, matches))


def test_parts_of_two_runs_in_turn_are_those_of_each_alone() -> None:
    runs = [make_run(simulator_of(name), 3) for name in ("pagat", "raf", "scottish")]
    alone = [run.part(40, 50).figures.to_json() for run in runs]
    for _ in range(2):
        assert [run.part(40, 50).figures.to_json() for run in runs] == alone


def test_the_other_process_compiles_by_the_simulator_that_it_is_handed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    handed = io.BytesIO(pickle.dumps(simulator_of("pagat")))
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=handed))
    warming.compile_rest()
    assert not handed.read()


@pytest.mark.parametrize("program", ["raise SystemExit(1)", "import os; os.kill(os.getpid(), 9)"])
def test_another_process_that_fails_only_takes_longer(
    program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warming, "is_kept", lambda _: False)
    monkeypatch.setattr(warming, "PROGRAM", program)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    run = make_run(simulator_of("pagat"), 1)
    warming.compile_in_two(run)
    assert run.part(0, 10).figures.matches == 10


def test_a_python_that_cannot_be_started_only_takes_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "is_kept", lambda _: False)
    monkeypatch.setattr("sys.executable", "no-such-python")
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    warming.compile_in_two(make_run(simulator_of("foss"), 1))


BOTH_KINDS = """clag 2 game "Both" players 3
deal a trump turned bid in turn score tricks
deal b is a with sight by choice
schedule 2 cards: a, b, a winner highest total, then shared"""


def test_the_code_of_every_kind_of_deal_is_asked_for_once_in_a_room() -> None:
    simulator = make_simulator(clagdsl.load(text=BOTH_KINDS).start().table)
    assert simulator.tables.in_step.tolist() == [True, False, True]
    room = simulator.make_room(300)
    first = simulator.play(3, 0, 300, room=room).scores.copy()
    known = dict(room.codes)
    assert known.keys() == {CodeAsked(True, False, False), CodeAsked(False, False, False)}
    assert np.array_equal(first, simulator.play(3, 0, 300, room=room).scores)
    assert room.codes == known

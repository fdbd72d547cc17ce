"""What workers of a cluster answer is plain data, and nothing that matches cannot come to."""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import clagdsl
from clagdsl.lang.fingerprint import program_hash
from clagdsl.lang.source import SourceText
from clagdsl.simulation.blocks import Run, TableData, make_run
from clagdsl.simulation.cluster.wire_format import WrongAnswerError, read_part, write_part
from clagdsl.simulation.cluster.worker import Job, play, read_job, write_job
from clagdsl.simulation.runner import Simulator, make_simulator

CLUSTER = Path(clagdsl.__file__).parent / "simulation" / "cluster"
FIRST, MATCHES = 300, 40


def simulator_of(name: str, **parameters: bool) -> Simulator:
    return make_simulator(clagdsl.load(name).start(parameters=parameters).table, machine=False)


@pytest.fixture(scope="module")
def run() -> Run:
    return make_run(simulator_of("foss"), 7)


@pytest.fixture(scope="module")
def answer(run: Run) -> bytes:
    return write_part(run.part(FIRST, MATCHES))


@pytest.mark.parametrize("name", ["foss", "pagat", "raf", "mcleod"])
@pytest.mark.parametrize("keep", [False, True])
def test_a_part_comes_back_as_it_was(name: str, keep: bool) -> None:
    run = make_run(simulator_of(name), 7, keep=keep)
    part = run.part(FIRST, MATCHES)
    read = read_part(write_part(part), run, FIRST, MATCHES)
    assert (read.first, read.figures) == (FIRST, part.figures)
    assert (read.block is None) == (part.block is None)
    if read.block is not None and part.block is not None:
        for mine, other in zip(read.block, part.block, strict=True):
            assert np.array_equal(mine, other)
            assert mine.dtype == other.dtype
            assert mine.flags.c_contiguous == other.flags.c_contiguous  # nothing compiles anew


def test_a_comparison_comes_back_as_it_was() -> None:
    hooked = simulator_of("scorecard", hook=True)
    run = make_run(hooked, 7, against=simulator_of("scorecard", hook=False))
    part = run.part(FIRST, MATCHES)
    read = read_part(write_part(part), run, FIRST, MATCHES)
    assert read.figures.to_json() == part.figures.to_json()


def test_a_job_comes_back_as_it_was() -> None:
    texts = (("a.clag", "clag 1\n\u2660"), ("b.clag", ""))
    data = TableData(texts, 4, (("hook", True), ("prize", 1), ("kind", "x")))
    policies = ("steady", "random")
    for job in (
        Job((data,), policies, 2**64 - 1, False),
        Job((data, replace(data, players=5)), policies, 0, True),
    ):
        assert read_job(write_job(job)) == job
        assert [type(value) for _, value in read_job(write_job(job)).tables[0].parameters] == [
            bool,
            int,
            str,
        ]


def test_a_worker_plays_what_is_asked(run: Run, answer: bytes) -> None:
    path = Path(clagdsl.__file__).parent.parent / "rules" / "foss.clag"
    chain = [SourceText("foss.clag", path.read_text("utf-8"))]
    data = TableData.of(run.simulator.table, chain)
    job = write_job(Job((data,), run.simulator.policies, 7, False))
    assert play(program_hash(), job, FIRST, MATCHES) == answer
    assert play("sha256:0", job, FIRST, MATCHES) is None


# --- lies ---------------------------------------------------------------------------------


def changed(answer: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    line, _, arrays = answer.partition(b"\n")
    figures = json.loads(line)
    change(figures)
    return json.dumps(figures).encode() + b"\n" + arrays


LIES: dict[str, Callable[[dict[str, Any]], object]] = {
    "another number of matches": lambda it: it["summary"].update(matches=MATCHES + 1),
    "no matches": lambda it: it["summary"].update(matches=0),
    "a truth for a number": lambda it: it["summary"].update(matches=True),
    "a broken number": lambda it: it["summary"]["counts"]["bids"]["values"].__setitem__(0, 0.5),
    "no number": lambda it: it["summary"]["counts"]["bids"]["values"].__setitem__(0, float("nan")),
    "less than nothing": lambda it: it["summary"]["counts"]["bids"]["values"].__setitem__(0, -1),
    "too many": lambda it: it["summary"]["counts"]["bids"]["values"].__setitem__(0, 10**6),
    "a count without end": lambda it: it["summary"]["counts"]["led"]["values"].__setitem__(
        0, 10**40
    ),
    "a sum without end": lambda it: it["summary"]["sums"]["seats"]["values"].__setitem__(0, 10**60),
    "a place outside": lambda it: it["summary"]["counts"]["led"]["places"].__setitem__(0, 10**9),
    "another shape": lambda it: it["summary"]["sums"]["points"]["shape"].append(2),
    "another table": lambda it: it["summary"]["counts"].update(more={}),
    "a table less": lambda it: it["summary"]["counts"].pop("led"),
    "two games": lambda it: it.update(comparison={"other": it["summary"], "pairs": {}}),
    "no figures": lambda it: it.clear(),
}


@pytest.mark.parametrize("lie", LIES)
def test_figures_that_cannot_be(lie: str, run: Run, answer: bytes) -> None:
    assert read_part(changed(answer, lambda _: None), run, FIRST, MATCHES).figures.matches
    with pytest.raises(WrongAnswerError):
        read_part(changed(answer, LIES[lie]), run, FIRST, MATCHES)


class Trap:
    """What runs a program when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        return os.mkdir, (str(self.path),)


def test_nothing_is_unpickled(run: Run, answer: bytes, tmp_path: Path) -> None:
    trap = pickle.dumps(Trap(tmp_path / "sprung"))
    texts = [trap, trap + b"\n", answer + trap, b"", b"\n", b"null\n", b"[" * 10**5, b"\xff", b"{}"]
    for lie in (*texts, b"9" * 10**5, None, answer.decode(), bytearray(answer), run.part(0, 1)):
        with pytest.raises(WrongAnswerError):
            read_part(lie, run, FIRST, MATCHES)
    assert list(tmp_path.iterdir()) == []
    assert not any("pickle" in path.read_text("utf-8") for path in CLUSTER.glob("*.py"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cards", 9),
        ("calls", 5),
        ("calls", -2),
        ("dealers", 3),
        ("dealers", -1),
        ("trumps", 100),
        ("trumps", -1),
        ("bids", 100),
        ("bids", -2),
        ("tricks", -1),
        ("scores", 2**31 - 1),
        ("completed", 2),
        ("deal_winners", 3),
    ],
)
def test_matches_that_cannot_be(name: str, value: int, run: Run) -> None:
    keeping = replace(run, keep=True)
    part = keeping.part(FIRST, MATCHES)
    assert part.block is not None
    getattr(part.block, name)[MATCHES // 2, 0] = value
    with pytest.raises(WrongAnswerError):
        read_part(write_part(part), keeping, FIRST, MATCHES)


def test_matches_that_are_cut_or_not_asked_for(run: Run, answer: bytes) -> None:
    keeping = replace(run, keep=True)
    kept = write_part(keeping.part(FIRST, MATCHES))
    assert read_part(kept, keeping, FIRST, MATCHES).figures.matches == MATCHES
    for lie in (kept[:-1], kept + b"\0", answer):
        with pytest.raises(WrongAnswerError):
            read_part(lie, keeping, FIRST, MATCHES)
    with pytest.raises(WrongAnswerError):
        read_part(kept, run, FIRST, MATCHES)

"""Everything is compiled before matches are played in earnest: till then a signal ends at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import clagdsl
from clagdsl.simulation import code_cache
from clagdsl.simulation.blocks import Part, Run
from clagdsl.simulation.runner import Simulator, make_simulator
from clagdsl.simulation.runs import run
from clagdsl.simulation.runs.progress import Watch
from clagdsl.simulation.runs.request import Request, RulesSource


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("policy", ["random", "steady"])
@pytest.mark.parametrize("state", ["kept", "lacking", "nowhere"])
def test_a_match_is_played_for_nothing_before_a_signal_only_asks(
    state: str, policy: str, threads: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if state == "nowhere":
        monkeypatch.setattr(code_cache, "KEPT", None)
    else:
        monkeypatch.setattr(code_cache, "KEPT", tmp_path)
        monkeypatch.setattr(code_cache, "is_kept", lambda _: state == "kept")
    order: list[str] = []
    part = Run.part

    def noted(whole: Run, first: int, matches: int, *asked: Any) -> Part:
        order.append(f"{matches} from {first}")
        return part(whole, first, matches, *asked)

    @contextmanager
    def playing() -> Iterator[None]:
        order.append("signals ask")
        yield

    monkeypatch.setattr(Run, "part", noted)
    request = Request(RulesSource("foss"), 5, seed=3, policy=policy, threads=threads)
    result = run.run_matches(request, Watch(playing=playing()))
    compiled = [] if state == "kept" or policy == "random" else ["1 from 0"]
    assert order == [*compiled, "signals ask", "5 from 0"]
    assert result.matches == 5


def test_machine_code_is_made_before_a_signal_only_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []

    def compile_all(simulator: Simulator) -> None:
        order.append(f"compile for {simulator.matches}")

    @contextmanager
    def playing() -> Iterator[None]:
        order.append("signals ask")
        yield

    monkeypatch.setattr(Simulator, "compile_all", compile_all)
    run.run_matches(Request(RulesSource("foss"), 5, seed=3), Watch(playing=playing()))
    assert order == ["compile for 5", "signals ask"]


ONE_KIND = """clag 2
game "One kind"
players 4
deal normal trump turned bid in turn score tricks
schedule 3 cards: normal
winner highest total, then shared
"""


def test_what_is_compiled_comes_to_the_same_as_what_is_not() -> None:
    table = clagdsl.load(text=ONE_KIND).start().table
    arrays, code = (
        make_simulator(table, machine=machine).play(7, 5, 70) for machine in (False, True)
    )
    assert (arrays.scores == code.scores).all()
    assert (arrays.trumps == code.trumps).all()

"""Everything is compiled before matches are played in earnest: till then a signal ends at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import clagdsl
from clagdsl.simulation import runner
from clagdsl.simulation.blocks import Part, Run
from clagdsl.simulation.runner import WORTH_COMPILING, make_simulator
from clagdsl.simulation.runs import precompile, run
from clagdsl.simulation.runs.request import Request, RulesWanted
from clagdsl.simulation.runs.watch import Watch


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("policy", ["random", "steady"])
@pytest.mark.parametrize("state", ["kept", "lacking", "nowhere"])
def test_a_match_is_played_for_nothing_before_a_signal_only_asks(
    state: str, policy: str, threads: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if state == "nowhere":
        monkeypatch.setattr(precompile, "KEPT", None)
    else:
        monkeypatch.setattr(precompile, "KEPT", tmp_path)
        monkeypatch.setattr(precompile, "is_kept", lambda _: state == "kept")
        monkeypatch.setattr(run, "compile_in_two", lambda _: None)
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
    request = Request(RulesWanted("foss"), 5, seed=3, policy=policy, threads=threads)
    result = run.run_matches(request, Watch(playing=playing()))
    compiled = [] if state == "kept" else ["1 from 0"]
    assert order == [*compiled, "signals ask", "5 from 0"]
    assert result.matches == 5


MIXED = """clag 2
game "Mixed"
players 4
deal ordinary trump turned bid in turn score tricks
deal unseen is ordinary with sight by choice
schedule 3 cards: ordinary, unseen
winner highest total, then shared
"""
"""Of two deals one can be played in step."""


@pytest.mark.parametrize(
    ("matches", "kept", "compiled"),
    [
        (None, False, ("play_in_step", "play_one_by_one")),
        (WORTH_COMPILING - 1, False, ("play_one_by_one",)),
        (WORTH_COMPILING + 1, False, ("play_in_step", "play_one_by_one")),
        (1, True, ("play_in_step", "play_one_by_one")),
    ],
)
def test_a_kernel_is_compiled_where_it_pays(
    matches: int | None,
    kept: bool,
    compiled: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(runner, "KEPT", tmp_path)
    monkeypatch.setattr(runner, "is_kept", lambda _: kept)
    table = clagdsl.load(text=MIXED).start().table
    simulator = make_simulator(table, matches=matches)
    assert simulator.compiled == compiled
    whole = make_simulator(table)
    ours, theirs = simulator.play(7, 0, 30), whole.play(7, 0, 30)
    assert (ours.scores == theirs.scores).all()
    assert (ours.trumps == theirs.trumps).all()

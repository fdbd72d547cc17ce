"""Everything is compiled before matches are played in earnest: till then a signal ends at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from clagdsl.simulation.blocks import Part, Run
from clagdsl.simulation.runs.request import Request, RulesWanted
from clagdsl.simulation.runs.run import run_matches
from clagdsl.simulation.runs.watch import Watch


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("policy", ["random", "steady"])
def test_a_match_is_played_for_nothing_before_a_signal_only_asks(
    policy: str, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    part = Run.part

    def noted(run: Run, first: int, matches: int) -> Part:
        order.append(f"{matches} from {first}")
        return part(run, first, matches)

    @contextmanager
    def playing() -> Iterator[None]:
        order.append("signals ask")
        yield

    monkeypatch.setattr(Run, "part", noted)
    request = Request(RulesWanted("foss"), 5, seed=3, policy=policy, threads=threads)
    result = run_matches(request, Watch(playing=playing()))
    assert order == ["1 from 0", "signals ask", "5 from 0"]
    assert result.matches == 5

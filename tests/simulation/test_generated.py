"""The engines agree on rules files drawn at random, too, not only on those that people play."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from support.simulation_games import compare
from support.simulation_rules import (
    KINDS,
    in_rounds,
    kinds_of,
    playable,
    rules_files,
    tabled,
    values_of,
)


@pytest.mark.long
def test_drawn_rules_have_everything() -> None:
    found: dict[str, set[Any]] = {kind: set() for kind in KINDS}

    def look(text: str) -> None:
        game = playable(text)
        low, high = game.rules.players
        for players in range(low, high + 1):
            for kind, some in kinds_of(game.start(players=players).table).items():
                found[kind] |= some

    def missing() -> dict[str, set[Any]]:
        return {kind: some - found[kind] for kind, some in KINDS.items() if some - found[kind]}

    # what is rare may not come at once: whatever is added to the files moves all that is drawn
    in_rounds(60, look, rules_files(), lambda: not missing())
    assert missing() == {}


NEVER = {
    "return False",
    "return -1",
    "return NO_CLAIM",
}
"""Where the tables have no answer, which the checker proves never happens."""


def test_drawn_rules_come_to_every_line_of_the_kernels() -> None:
    tests = Path(__file__).parent.parent
    program = tests / "support" / "simulation_by_hand.py"
    path = os.pathsep.join([str(tests), str(tests.parent)])
    done = subprocess.run(
        [sys.executable, str(program), *NEVER],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    left = [line for line in done.stdout.splitlines() if line.split(": ", 1)[1] not in NEVER]
    assert left == []


def test_drawn_rules_at_every_table() -> None:
    in_rounds(1, agree_on_drawn_rules, st.data())


@pytest.mark.long
@settings(max_examples=5000, deadline=None)
@given(st.data())
def test_many_drawn_rules(data: st.DataObject) -> None:
    agree_on_drawn_rules(data)


def agree_on_drawn_rules(data: st.DataObject) -> None:
    text = data.draw(rules_files())
    note(text)
    game = playable(text)
    low, high = game.rules.players
    chosen = {p.name: data.draw(st.sampled_from(values_of(p))) for p in game.rules.parameters}
    first = data.draw(st.integers(0, 2**32 - 1))
    for players in range(low, high + 1):
        with tabled():
            compare(game, players, 1, range(first, min(first + 2, 2**32)), chosen)

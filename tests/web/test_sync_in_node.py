"""The page's side of the sync in Node: its laws one by one, and a trial with much bad luck."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest
from support.node import node, whole_json
from support.table_server import QUICK

from clagdsl.api import load

ROOT: Final = Path(__file__).parents[2]
SUPPORT: Final = ROOT / "tests" / "support"
GAME: Final = whole_json(load(ROOT / "rules" / "pagat.clag").rules)


def run_node(*arguments: str, text: str = "", **environment: str) -> str:
    done = subprocess.run(
        [node(), *arguments],
        input=text,
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_laws_of_the_page(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(json.dumps(whole_json(load(text=QUICK).rules)), "utf-8")
    cases = str(SUPPORT / "sync_cases.mjs")
    told = run_node("--test", "--test-reporter=tap", cases, SYNC_GAME=str(tmp_path / "game.json"))
    assert "# fail 0" in told
    assert "# skipped 0" in told
    assert told.count("    ok ") + told.count("\nok ") >= 20


def trial(runs: int, ignored: str = "") -> Any:
    """The counts of so many matches; the server ignores one field of requests."""
    question = json.dumps({"game": GAME, "runs": runs, "ignored": ignored})
    return json.loads(run_node(str(SUPPORT / "sync_trial.mjs"), text=question))


BAD: Final = ("doubled", "silent", "otherSeat", "falseAlarms", "unequalLogs", "stuck")


def check(counts: Any, runs: int) -> None:
    assert {name: counts[name] for name in BAD} == dict.fromkeys(BAD, 0)
    assert counts["logged"] > 40 * runs
    assert counts["refused"] > 20 * runs
    assert counts["reloads"] > 3 * runs
    assert counts["entered"] == counts["logged"] + counts["refused"]


def test_nothing_is_lost_doubled_or_taken_for_another_seat() -> None:
    check(trial(60), 60)


@pytest.mark.long
def test_nothing_is_lost_in_three_hundred_matches() -> None:
    check(trial(300), 300)


def test_the_trial_notices_a_server_that_ignores_for_whom_an_entry_is() -> None:
    assert trial(6, "for")["otherSeat"] > 0


@pytest.mark.long
def test_the_trial_notices_a_server_that_forgets_keys() -> None:
    assert trial(60, "key")["doubled"] > 0

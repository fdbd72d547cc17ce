"""Programs killed in the middle of it: what was acknowledged is kept, and nothing twice."""

from __future__ import annotations

import os
import random
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support import storage_writer

from clagdsl.storage.store import Store

TABLES = 5


def killed(path: Path, seed: int, acknowledged: list[int]) -> list[int]:
    """How many events of each table are acknowledged after one more program that was killed."""
    script = storage_writer.__file__
    command = [sys.executable, script, str(path), str(seed), *map(str, acknowledged)]
    after = list(acknowledged)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "serving\n"
        select.select([program.stdout], [], [], 5)
        time.sleep(random.Random(seed).random() * 0.06)
        os.kill(program.pid, signal.SIGKILL)
        lines = program.stdout.read().splitlines(keepends=True)
    for line in lines:
        if line.endswith("\n"):
            table, kept, number = map(int, line.split())
            assert kept == number, "an event under its key has the number that it always had"
            after[table - 1] = number
    return after


def check(path: Path, acknowledged: list[int]) -> None:
    store = Store(path)
    for number, least in enumerate(acknowledged, 1):
        events = store.events(f"table {number}")
        assert [each.number for each in events] == list(range(1, len(events) + 1))
        assert [each.key for each in events] == [f"key {each.number}" for each in events]
        assert least <= len(events) <= least + 1
        table = store.table(f"table {number}")
        assert (table is None) == (not events)
        if table is not None:
            assert table.summary == f"after {len(events)}", "the list is as the events are"
            assert table.standing == ("over" if len(events) % 7 == 0 else "running")
    assert store.integrity_errors() == ()
    store.close()


def go_on(path: Path, kills: int) -> None:
    acknowledged = [0] * TABLES
    for seed in range(kills):
        acknowledged = killed(path, seed, acknowledged)
        check(path, acknowledged)
    assert sum(acknowledged) > kills


def test_what_was_acknowledged_outlives_four_kills(tmp_path: Path) -> None:
    go_on(tmp_path / "tables.db", 4)


@pytest.mark.long
def test_what_was_acknowledged_outlives_five_hundred_kills(tmp_path: Path) -> None:
    go_on(tmp_path / "tables.db", 500)

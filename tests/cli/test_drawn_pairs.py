"""Drawn pairs of rules files through the commands: no bug of ours, whatever the rules are."""

from __future__ import annotations

import contextlib
import io
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, seed, settings
from support.simulation_rules import rules_files

from clagdsl.cli.main import main

COMMANDS = ("explain A", "graph A", "compile A", "diff A B", "diff A B --witness", "fmt A")


def answered(command: str, folder: str) -> tuple[int, str]:
    """The exit status of a command and what it told."""
    told = io.StringIO()
    names = {"A": f"{folder}/a.clag", "B": f"{folder}/b.clag", "C": f"{folder}/c.json"}
    with contextlib.redirect_stdout(told), contextlib.redirect_stderr(told):
        status = main([names.get(word, word) for word in command.split()])
    return status, told.getvalue()


def assert_answered(first: str, second: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "a.clag").write_text(first)
        Path(folder, "b.clag").write_text(second)
        for command in COMMANDS:
            status, told = answered(command, folder)
            assert status in (0, 1), (command, told, first, second)
            assert "Traceback" not in told
            if command == "compile A" and status == 0:
                Path(folder, "c.json").write_text(told)
                assert answered("compile C", folder) == (0, told), first


SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]


@seed(1)
@settings(max_examples=12, deadline=None, database=None, suppress_health_check=SLOW)
@given(rules_files(), rules_files())
def test_drawn_pairs_are_answered(first: str, second: str) -> None:
    assert_answered(first, second)


@pytest.mark.long
@settings(max_examples=5_000, deadline=None, suppress_health_check=SLOW)
@given(rules_files(), rules_files())
def test_many_drawn_pairs_are_answered(first: str, second: str) -> None:
    assert_answered(first, second)

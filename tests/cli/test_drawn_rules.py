"""Drawn rules files through everything that takes rules: nothing crashes, memory is bounded."""

from __future__ import annotations

import logging
import random
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, note, seed, settings
from support.all_commands import bounded_memory, put_through, run
from support.simulation_rules import rules_files


def with_large_pack(text: str) -> str:
    """The same rules with as many special cards of each kind as a pack may have."""
    return re.sub(r"\b\d+ (Joker|Wizard|Fool)", r"40 \1", text)


FILES = rules_files() | rules_files().map(with_large_pack)
"""Also packs with more cards than the simulator has room for."""

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]


@pytest.fixture(autouse=True, scope="module")
def _quiet_server() -> Iterator[None]:
    """Keep what the language server logs of refused renames out of the output."""
    logging.disable(logging.ERROR)
    yield
    logging.disable(logging.NOTSET)


def assert_put_through(text: str) -> None:
    note(text)
    with tempfile.TemporaryDirectory() as folder, bounded_memory():
        put_through(text, Path(folder), random.Random(text))


@seed(4)
@settings(max_examples=2, deadline=None, database=None, suppress_health_check=SLOW)
@given(FILES)
def test_drawn_rules_go_through_every_command(text: str) -> None:
    assert_put_through(text)


@pytest.mark.long
@settings(max_examples=2_000, deadline=None, suppress_health_check=SLOW)
@given(FILES)
def test_many_drawn_rules_go_through_every_command(text: str) -> None:
    assert_put_through(text)


def assert_compared(first: str, second: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "a.clag").write_text(first)
        Path(folder, "b.clag").write_text(second)
        for further in ("", "--witness"):
            run(Path(folder), f"diff {{}}/a.clag {{}}/b.clag {further}")


@seed(1)
@settings(max_examples=3, deadline=None, database=None, suppress_health_check=SLOW)
@given(rules_files(), rules_files())
def test_drawn_pairs_are_compared(first: str, second: str) -> None:
    assert_compared(first, second)


@pytest.mark.long
@settings(max_examples=5_000, deadline=None, suppress_health_check=SLOW)
@given(rules_files(), rules_files())
def test_many_drawn_pairs_are_compared(first: str, second: str) -> None:
    assert_compared(first, second)

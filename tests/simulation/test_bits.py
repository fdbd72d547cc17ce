"""Bits by single instructions, and without them where a processor has none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clagdsl.simulation.jit import compiled_entry
from clagdsl.simulation.kernels import bits as kernel

MASKS = st.integers(1, 2**64 - 1)
ROOT = Path(__file__).parent.parent.parent


@compiled_entry
def all_of(mask: Any, number: Any) -> Any:
    """What each of the functions says, for Python to call."""
    return (
        kernel.bits(mask),
        kernel.lowest(mask),
        kernel.numbered(mask, number),
        kernel._numbered_by_steps(mask, number),
    )


def places(mask: int) -> list[int]:
    return [place for place in range(64) if mask >> place & 1]


@settings(deadline=None)
@given(MASKS, st.data())
def test_the_places_of_bits(mask: int, data: st.DataObject) -> None:
    known = places(mask)
    number = data.draw(st.integers(0, len(known) - 1))
    counted = (len(known), known[0], known[number], known[number])
    assert all_of(np.uint64(mask), number) == counted


@pytest.mark.parametrize(
    ("name", "features", "there"),
    [
        ("other", "+avx2,+bmi2", True),
        ("other", "+avx2", False),
        ("other", None, False),
        ("", "+bmi2", True),
    ],
)
def test_what_a_processor_can_is_asked_of_the_one_that_is_compiled_for(
    name: str, features: str | None, there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel.config, "CPU_NAME", name)
    monkeypatch.setattr(kernel.config, "CPU_FEATURES", features)
    assert kernel._deposits() is there


@pytest.mark.long
@pytest.mark.parametrize("target", ["x86-64-v3 +avx2,+bmi2,+popcnt", "x86-64-v2 +sse4.2,+popcnt"])
def test_another_processor_plays_the_same_matches(target: str, tmp_path: Path) -> None:
    name, features = target.split()
    told = []
    for more in ({}, {"NUMBA_CPU_NAME": name, "NUMBA_CPU_FEATURES": features}):
        done = subprocess.run(
            [sys.executable, "-m", "clagdsl", "simulate", "pagat", "-n", "20000", "--json"],
            cwd=ROOT,
            env={**os.environ, "CLAGDSL_CACHE": str(tmp_path / str(len(told))), **more},
            capture_output=True,
            check=True,
        )
        told.append(done.stdout)
    assert told[0] == told[1]

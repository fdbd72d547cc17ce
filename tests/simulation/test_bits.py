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
from clagdsl.simulation.kernels.philox_rounds import (
    picked_by,
    picked_by_halves,
    picked_of_many,
)
from clagdsl.simulation.kernels.simd import bit_numbered, wide_bit_numbered

MASKS = st.integers(1, 2**64 - 1)
ROOT = Path(__file__).parent.parent.parent


@compiled_entry
def all_of(mask: Any, number: Any) -> Any:
    """What each of the functions says, for Python to call."""
    return (
        kernel.bits(mask),
        kernel.wide_bits(mask),
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
    counted = (len(known), len(known), known[0], known[number], known[number])
    assert all_of(np.uint64(mask), number) == counted


@compiled_entry
def of_bytes(mask: Any, number: Any, wide: Any, wide_number: Any) -> Any:
    """The bits of those numbers, and how many a byte has."""
    return (
        kernel.byte_bits(mask),
        bit_numbered(mask, number),
        wide_bit_numbered(wide, wide_number),
    )


@settings(deadline=None)
@given(st.integers(1, 255), MASKS, st.data())
def test_the_bit_of_a_number(mask: int, wide: int, data: st.DataObject) -> None:
    known, wide_known = places(mask), places(wide)
    number = data.draw(st.integers(0, len(known) - 1))
    wide_number = data.draw(st.integers(0, len(wide_known) - 1))
    found = of_bytes(np.uint8(mask), np.uint8(number), np.uint64(wide), np.uint64(wide_number))
    assert found == (len(known), 1 << known[number], 1 << wide_known[wide_number])


@compiled_entry
def picked_in_three_ways(low: Any, high: Any, many: Any) -> Any:
    """What a word picks by its halves, of few things or of many, and as a whole."""
    word = np.uint64(high) << np.uint64(16) | np.uint64(low)
    few, all_of_them = picked_by_halves(low, high, many), picked_of_many(low, high, many)
    return few, all_of_them, picked_by(word, np.uint64(many))


NEAR_THE_EDGE = st.integers(0, 2**16 - 1) | st.sampled_from([0, 1, 2**16 - 2, 2**16 - 1])


@settings(deadline=None, max_examples=1000)
@given(NEAR_THE_EDGE, st.integers(1, 511) | st.integers(1, 256), st.data())
def test_a_word_picks_the_same_by_its_halves(low: int, many: int, data: st.DataObject) -> None:
    # where one thing ends and the next begins, the lower half decides
    edges = [2**16 * thing // many for thing in range(1, many)]
    high = data.draw(NEAR_THE_EDGE | st.sampled_from([0, *edges]))
    few, by_halves, whole = picked_in_three_ways(np.uint16(low), np.uint16(high), np.uint16(many))
    assert by_halves == whole == (high << 16 | low) * many >> 32
    assert many > 256 or few == whole


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
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / str(len(told))), **more},
            capture_output=True,
            check=True,
        )
        told.append(done.stdout)
    assert told[0] == told[1]

"""Records of arrays as compiled functions see them, beside the same function run by Python."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest
from numba import typeof

from clagdsl.simulation.jit import compiled_entry
from clagdsl.simulation.lowering.arrays import Array
from clagdsl.simulation.record_registry import array_record


@array_record
class Inner(NamedTuple):
    few: Array
    nothing: Array


@array_record
class Outer(NamedTuple):
    first: Array
    inner: Inner
    none: Inner | None
    last: Array


def read_and_write(outer: Outer, more: Any) -> Any:
    total = np.int64(0)
    if outer.none is None:
        total += 1000
    if outer.inner.nothing.shape[0] == 0:
        total += 100 * outer.inner.nothing.shape[1]
    for row in range(outer.last.shape[0]):
        for column in range(outer.last.shape[1]):
            total = 3 * total + outer.last[row, column]
    few = outer.inner.few
    for place in range(len(few)):
        few[place] += outer.first[place + 1]
    return total + len(more.few)


def outer(last: Array) -> Outer:
    first = np.array([1, 2, 3], np.uint8)
    first.flags.writeable = False
    return Outer(first, Inner(np.zeros(2, np.int64), np.zeros((0, 7), np.int8)), None, last)


def test_compiled_code_reads_and_writes_what_python_does() -> None:
    """Arrays that may not be written, of no size, with gaps; a record in another one, and none."""
    compiled = compiled_entry(read_and_write)
    wide = np.arange(24).reshape(4, 6)
    assert wide[::2, ::3].tolist() != wide[:2, :2].tolist()
    by_python, by_machine = outer(wide[::2, ::3]), outer(wide[::2, ::3])
    assert compiled(by_machine, by_machine.inner) == read_and_write(by_python, by_python.inner)
    assert by_machine.inner.few.tolist() == by_python.inner.few.tolist() == [2, 3]


def test_types_are_those_of_the_items() -> None:
    whole = outer(np.zeros((2, 2)))
    assert typeof(whole) == typeof(outer(np.ones((3, 1))))
    for other in (
        outer(np.zeros((2, 2), np.int8)),
        outer(np.zeros(2)),
        outer(np.zeros((4, 4))[::2, ::2]),
        whole._replace(first=np.zeros(3, np.uint8)),
        whole._replace(none=whole.inner),
    ):
        assert typeof(other) != typeof(whole)
        assert typeof(other).mangling_args != typeof(whole).mangling_args


@pytest.mark.parametrize("item", [3, (np.zeros(2),), [1, 2]])
def test_what_is_no_array_is_told(item: Any) -> None:
    with pytest.raises(TypeError, match="`nothing` of Inner is"):
        typeof(Inner(np.zeros(2), item))

"""Compiles a counter to a machine code function that counts `width` matches at a time.

- Input: a `Counter`, and rows of figures.
- Output: totals and output rows, equal to those computed with NumPy.

A vector is summed immediately, and the sum is added to a 64-bit total in memory.  A truth value is
a bit, and one instruction counts the true ones.  `scatter` adds lanes one by one, which takes as
long as everything else together.

Tried and rejected: vector totals that are reduced once per block.  They save a third of the
instructions of a sum.  But each must be wide enough for a whole block, which costs as much again.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

import numpy as np

from clagdsl.simulation.lowering.arrays import CACHE_LINE, Array
from clagdsl.simulation.vector.backends import BITS, Kind, Lane, LoopNumber
from clagdsl.simulation.vector.count_lanes import Counter, CountingLanes, FigureRow, Totals
from clagdsl.simulation.vector.llvm_lanes import FunctionText, Index, LlvmLanes, Place
from clagdsl.simulation.vector.machine_code import MachineCode, Processor, host_code

ARGUMENTS: Final = ("i64 %count", "ptr %rows", "ptr %totals")
SCATTERS_PER_ROUND: Final = 8
"""The number of additions per iteration of the loop in `scatter`."""


class LlvmNotes:
    """An array of lanes on the stack, indexed by place."""

    def __init__(self, o: LlvmCounting, kind: Kind, dimensions: Sequence[int]) -> None:
        self._o = o
        self._kind = kind
        self._dimensions = dimensions
        size = o.bytes(kind)
        count = int(np.prod(dimensions))
        self._start = o.function.reserve(count * size)
        nothing = o.full(0, kind)
        o.loop(count, lambda n: o.store(nothing, self._pointer(n)))

    def _pointer(self, place: Place) -> str:
        function = self._o.function
        return function.offset(self._start, function.product(place, self._o.bytes(self._kind)))

    def __getitem__(self, place: tuple[LoopNumber, ...]) -> Lane:
        return self._o.load(self._pointer(self._o.flat(self._dimensions, place)), self._kind)

    def __setitem__(self, place: tuple[LoopNumber, ...], lane: Lane) -> None:
        self._o.store(lane, self._pointer(self._o.flat(self._dimensions, place)))


class LlvmCounting(LlvmLanes, CountingLanes):
    """LLVM vectors in a counting function, for the `width` matches starting at `at`."""

    def __init__(self, function: FunctionText, processor: Processor, counter: Counter) -> None:
        super().__init__(function, processor.width, processor.permute)
        self.at: Place = 0
        self._rows = {**counter.inputs, **counter.outputs}
        self._places = {name: 16 * number for number, name in enumerate(self._rows)}
        self._totals = counter.totals
        self._starts: dict[str, int] = {}
        start = 0
        for name, dimensions in counter.totals.items():
            self._starts[name] = start
            start += int(np.prod(dimensions))
        self._indices = function.reserve(self.width * 4)

    def flat(self, dimensions: Sequence[int], place: Sequence[LoopNumber]) -> Place:
        """Returns the row-major index of a place."""
        function = self.function
        number: Place = 0
        for size, part in zip(dimensions, place, strict=True):
            number = function.sum(function.product(number, size), part)
        return number

    def _row(self, name: str, place: Sequence[LoopNumber]) -> str:
        function, row = self.function, self._rows[name]
        entry = function.offset("%rows", self._places[name])
        base = function.result(f"load ptr, ptr {entry}")
        stride = Index(function.result(f"load i64, ptr {function.offset(entry, 8)}"))
        start = function.product(self.flat(row.dimensions, place), stride)
        size = BITS[row.kind] // 8
        return function.offset(base, function.sum(start, function.product(self.at, size)))

    def read(self, name: str, *place: LoopNumber) -> Lane:
        """Returns an input row as a lane, and prefetches it for the next `width` matches."""
        function, kind = self.function, self._rows[name].kind
        pointer, size = self._row(name, place), self.bytes(kind)
        function.declared["llvm.prefetch.p0"] = "declare void @llvm.prefetch.p0(ptr, i32, i32, i32)"
        for line in range(0, size, CACHE_LINE):
            following = function.offset(pointer, size + line)
            function.append(f"call void @llvm.prefetch.p0(ptr {following}, i32 0, i32 3, i32 1)")
        return self.load(pointer, kind)

    def write(self, name: str, lane: Lane, *place: LoopNumber) -> None:
        """Writes a lane to an output row."""
        self.store(self.operand(lane, self._rows[name].kind), self._row(name, place))

    def notes(self, kind: Kind, *dimensions: int) -> LlvmNotes:
        """Returns a new array of lanes, all 0, indexed by place."""
        return LlvmNotes(self, kind, dimensions)

    def _total(self, name: str, place: Sequence[LoopNumber]) -> str:
        function = self.function
        number = function.sum(self.flat(self._totals[name], place), self._starts[name])
        return function.offset("%totals", function.product(number, 8))

    def add(self, name: str, place: Sequence[LoopNumber], lane: Lane, most: int = 1) -> None:
        """Adds the figures of all matches to a total."""
        function = self.function
        pointer = self._total(name, place)
        total = function.result(f"load i64, ptr {pointer}")
        added = self._held(lane) if lane.kind == "b" else self._summed(lane, most)
        function.append(f"store i64 {function.result(f'add i64 {total}, {added}')}, ptr {pointer}")

    def _held(self, lane: Lane) -> str:
        """Returns the number of true values in a lane, as an i64 operand."""
        function, word = self.function, f"i{self.width}"
        mask = function.result(f"bitcast {self.type('b')} {lane.value} to {word}")
        count = function.call(f"llvm.ctpop.{word}", word, [(word, mask)])
        return count if word == "i64" else function.result(f"zext {word} {count} to i64")

    def _summed(self, lane: Lane, most: int) -> str:
        """Returns the sum of all elements of a lane, as an i64 operand."""
        function = self.function
        kind: Kind = "i32" if most * self.width < 1 << 31 else "i64"
        whole, bits = self.type(kind), BITS[kind]
        operands = [(whole, self.cast(lane, kind).value)]
        total = function.call(f"llvm.vector.reduce.add.v{self.width}i{bits}", f"i{bits}", operands)
        return total if bits == 64 else function.result(f"sext i32 {total} to i64")

    def scatter(self, name: str, place: Sequence[LoopNumber], index: Lane) -> None:
        """Adds 1 to a total for each match, at `place` followed by the index in the lane."""
        function = self.function
        self.store(self.cast(index, "u32"), self._indices)
        row = self._total(name, (*place, 0))

        def scatter_some(first: Index) -> None:
            for number in range(SCATTERS_PER_ROUND):
                where = function.product(function.sum(first, number), 4)
                bin_number = function.result(
                    f"load i32, ptr {function.offset(self._indices, where)}"
                )
                wide = function.result(f"zext i32 {bin_number} to i64")
                pointer = function.result(f"getelementptr i64, ptr {row}, i64 {wide}")
                total = function.result(f"load i64, ptr {pointer}")
                function.append(
                    f"store i64 {function.result(f'add i64 {total}, 1')}, ptr {pointer}"
                )

        function.loop(self.width, SCATTERS_PER_ROUND, scatter_some)

    def loop(self, count: LoopNumber, body: Callable[[LoopNumber], None]) -> None:
        """Calls body(number) for each number below `count`."""
        if count == 1:
            body(0)
        else:
            self.function.loop(count, 1, body)

    def number(self, row: Sequence[int], number: LoopNumber) -> LoopNumber:
        """Returns row[number] as a loop index."""
        if isinstance(number, int):
            return row[number]
        return row[0] if len(set(row)) == 1 else self.function.table(row, number)

    def plus(self, left: LoopNumber, right: LoopNumber) -> LoopNumber:
        """Returns the sum of two loop indices."""
        return self.function.sum(left, right)


def write_counter(processor: Processor, counter: Counter) -> FunctionText:
    """Returns a function (count, rows, totals) that applies a counter to `count` matches."""
    function = FunctionText("count", ARGUMENTS)
    o = LlvmCounting(function, processor, counter)

    def count_some(at: Index) -> None:
        o.at = at
        counter.count(o)

    function.loop(Index("%count"), o.width, count_some)
    return function


CountFunction: Final = ctypes.CFUNCTYPE(None, ctypes.c_uint64, ctypes.c_void_p, ctypes.c_void_p)


class CounterCode:
    """The compiled code of a counter."""

    def __init__(self, counter: Counter, code: MachineCode) -> None:
        self._counter = counter
        self._code = code  # owns the memory of the function
        self._width = code.processor.width
        (address,) = code.functions([write_counter(code.processor, counter)], ["count"])
        self._count = CountFunction(address)

    def count(
        self, inputs: Mapping[str, Array], outputs: Mapping[str, Array]
    ) -> Mapping[str, Array]:
        """Counts the matches of the input rows: fills the output rows and returns the totals."""
        width, totals = self._width, Totals(self._counter)
        matches = next(iter(inputs.values())).shape[-1]
        full = matches - matches % width
        if full:
            laid = {name: _contiguous(rows[..., :full]) for name, rows in inputs.items()}
            self._call(laid, outputs, full, totals)
        if full < matches:
            rest = _padded_rows(self._counter.inputs, inputs, full, width)
            written = _padded_rows(self._counter.outputs, outputs, full, width)
            self._call(rest, written, width, totals)
            for name, rows in written.items():
                outputs[name][..., full:] = rows[..., : matches - full]
        return totals.by_name

    def _call(
        self,
        inputs: Mapping[str, Array],
        outputs: Mapping[str, Array],
        matches: int,
        totals: Totals,
    ) -> None:
        words: list[int] = []
        names = [inputs[name] for name in self._counter.inputs]
        for rows in (*names, *(outputs[name] for name in self._counter.outputs)):
            words += [rows.ctypes.data, rows.strides[-2] if rows.ndim > 1 else 0]
        table = (ctypes.c_uint64 * len(words))(*words)
        self._count(matches, ctypes.addressof(table), totals.row.ctypes.data)


def _contiguous(rows: Array) -> Array:
    """Returns rows in a contiguous layout with a fixed stride, copying them if necessary."""
    strides = rows.strides
    even = all(
        outer == inner * size
        for outer, inner, size in zip(strides[:-2], strides[1:-1], rows.shape[1:-1], strict=True)
    )
    return rows if even and strides[-1] == rows.itemsize else np.ascontiguousarray(rows)


def _padded_rows(
    kinds: Mapping[str, FigureRow], rows: Mapping[str, Array], first: int, width: int
) -> dict[str, Array]:
    """Returns the figures from match `first` on, padded to `width` with each row's `nothing`."""
    filled = {}
    for name, kind in kinds.items():
        rest = rows[name][..., first:]
        filled[name] = np.full((*rest.shape[:-1], width), kind.nothing, rest.dtype)
        filled[name][..., : rest.shape[-1]] = rest
    return filled


def is_counter_kept(counter: Counter) -> bool:
    """Returns whether the code of a counter is cached on disk."""
    return host_code().are_kept([write_counter(host_code().processor, counter)])


@cache
def counter_code(counter: Counter) -> CounterCode:
    """Returns the code of a counter for this processor, cached on disk if possible."""
    return CounterCode(counter, host_code())

"""Counting over lanes: sums over many matches, computed with NumPy or as machine code.

- Input: rows of figures (whole numbers) from matches that have been played, [..., match].
- Output: totals, and per-match rows of figures that the counter writes.

A *counter* is a function over lanes, like a game rule, and is written once for both backends.  It
reads rows, keeps per-match notes, and adds to *totals*, which are 64-bit integers. `NumpyCounting`
runs it on all matches at once; `machine_counting` compiles it.

Invariants:

- Machine code works on full vectors, so it also counts padding after the last match.  There the
  input is `FigureRow.nothing`, for which the counter must add nothing.
- Numbers are exact.  A `BoundedFigure` knows how large its lane can be, and uses 64 bits if 32 are
  not enough.  A sum of products that may need more is kept as three sums of products of halves.

Tried and rejected: sums modulo 2^64, with the same sums in floating point to show how often they
wrapped around.  They doubled the work in every game with scores above 80.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import prod
from typing import Final, NamedTuple, Protocol

import numpy as np

from clagdsl.simulation.lowering.arrays import Array
from clagdsl.simulation.vector.backends import DTYPES, Kind, Lane, Lanes, LoopNumber, NumpyLanes

MOST_MATCHES: Final = 1 << 13
"""The maximum number of matches counted at once, chosen so that sums fit into 64 bits."""

HALF: Final = 23
"""The number of bits in the lower half of a figure whose products are summed in parts."""
PARTS: Final = 3
"""The number of parts of each sum; part n is multiplied by 2 ** (HALF * n)."""


class FigureRow(NamedTuple):
    """A family of rows of figures, [place ..., match]."""

    kind: Kind
    dimensions: tuple[int, ...]
    nothing: int = 0
    """The value for padding after the last match, for which counters add nothing."""


class Counter(Protocol):
    """A counting function; `stats` has the implementations."""

    @property
    def inputs(self) -> Mapping[str, FigureRow]:
        """The input rows by name."""

    @property
    def outputs(self) -> Mapping[str, FigureRow]:
        """The output rows by name."""

    @property
    def totals(self) -> Mapping[str, tuple[int, ...]]:
        """The dimensions of each total, by name."""

    def count(self, o: CountingLanes) -> None:
        """Counts all matches in the lanes."""

    def __hash__(self) -> int: ...


class KeptLanes(Protocol):
    """An array of lanes indexed by place; all are initially 0."""

    def __getitem__(self, place: tuple[LoopNumber, ...]) -> Lane: ...

    def __setitem__(self, place: tuple[LoopNumber, ...], lane: Lane) -> None: ...


class CountingLanes(Lanes):
    """A backend that also counts.  A place has one index per dimension."""

    @abstractmethod
    def read(self, name: str, *place: LoopNumber) -> Lane:
        """Returns an input row as a lane."""

    @abstractmethod
    def write(self, name: str, lane: Lane, *place: LoopNumber) -> None:
        """Writes a lane to an output row."""

    @abstractmethod
    def notes(self, kind: Kind, *dimensions: int) -> KeptLanes:
        """Returns a new array of lanes, all 0, indexed by place."""

    @abstractmethod
    def add(self, name: str, place: Sequence[LoopNumber], lane: Lane, most: int = 1) -> None:
        """Adds the figures of all matches to a total; no figure exceeds `most` in magnitude.

        For a boolean lane, adds the number of true values.
        """

    @abstractmethod
    def scatter(self, name: str, place: Sequence[LoopNumber], index: Lane) -> None:
        """Adds 1 to a total for each match, at `place` followed by the index in the lane."""

    @abstractmethod
    def loop(self, count: LoopNumber, body: Callable[[LoopNumber], None]) -> None:
        """Calls body(number) for each number below `count`."""

    @abstractmethod
    def number(self, row: Sequence[int], number: LoopNumber) -> LoopNumber:
        """Returns row[number] as a loop index."""

    @abstractmethod
    def plus(self, left: LoopNumber, right: LoopNumber) -> LoopNumber:
        """Returns the sum of two loop indices."""

    @abstractmethod
    def fill(self, scalar: LoopNumber, kind: Kind) -> Lane:
        """Returns a lane filled with a loop index."""


# --- figures with a bound -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoundedFigure:
    """A lane of whole numbers, none larger than `most` in magnitude."""

    lane: Lane
    most: int

    def as_kind(self, kind: Kind) -> Lane:
        """Returns the lane, converted to `kind` if needed."""
        return self.lane if self.lane.kind == kind else self.lane.o.cast(self.lane, kind)

    def __add__(self, other: BoundedFigure) -> BoundedFigure:
        most = self.most + other.most
        kind = kind_of(most)
        return BoundedFigure(self.as_kind(kind) + other.as_kind(kind), most)

    def __sub__(self, other: BoundedFigure) -> BoundedFigure:
        return self + other * -1

    def __mul__(self, other: BoundedFigure | int) -> BoundedFigure:
        if isinstance(other, int):
            most = self.most * abs(other)
            return BoundedFigure(self.as_kind(kind_of(most)) * other, most)
        most = self.most * other.most
        kind = kind_of(most)
        return BoundedFigure(self.as_kind(kind) * other.as_kind(kind), most)

    def where(self, condition: Lane) -> BoundedFigure:
        """Returns the figure where a condition is true, otherwise 0."""
        return BoundedFigure(self.lane.o.where(condition, self.lane, 0), self.most)

    def halves(self) -> tuple[BoundedFigure, BoundedFigure]:
        """Returns the lower half and the upper half, which has weight 2 ** HALF."""
        lower = BoundedFigure(self.lane & ((1 << HALF) - 1), (1 << HALF) - 1)
        return lower, BoundedFigure(self.lane >> HALF, (self.most >> HALF) + 1)


def fits(most: int) -> bool:
    """Returns whether figures up to `most` can be summed over all matches and seats in 64 bits."""
    return most * MOST_MATCHES < 1 << 59


def kind_of(most: int) -> Kind:
    """Returns the lane kind for figures up to `most`; raises OverflowError beyond 64 bits."""
    if most >> 63:
        raise OverflowError(f"{most} does not fit into 64 bits")
    return "i64" if most >> 31 else "i32"


def truth_figure(lane: Lane) -> BoundedFigure:
    """Converts truth values to the figures 0 and 1."""
    return BoundedFigure(lane.o.cast(lane, "i32"), 1)


class NotedFigures:
    """Per-match accumulators, indexed by place; none exceeds `most` in magnitude."""

    def __init__(self, o: CountingLanes, most: int, *dimensions: int) -> None:
        self._most = most
        self._kind = kind_of(most)
        self._notes = o.notes(self._kind, *dimensions)

    def __getitem__(self, place: tuple[LoopNumber, ...]) -> BoundedFigure:
        return BoundedFigure(self._notes[place], self._most)

    def add(self, figure: BoundedFigure, *place: LoopNumber) -> None:
        """Adds a figure to the accumulator at a place."""
        self._notes[place] += figure.as_kind(self._kind)


def add_sum(
    o: CountingLanes, name: str, place: Sequence[LoopNumber], figure: BoundedFigure
) -> None:
    """Adds a figure to a sum that is kept in parts."""
    o.add(name, (0, *place), figure.lane, figure.most)


def add_product(
    o: CountingLanes,
    name: str,
    place: Sequence[LoopNumber],
    left: BoundedFigure,
    right: BoundedFigure,
) -> None:
    """Adds the product of two figures to a sum, in parts if it might not fit into 64 bits.

    The bound assumes that a sum receives at most one product per seat and match.
    """
    if fits(left.most * right.most):
        add_sum(o, name, place, left * right)
        return
    for number, one in enumerate(left.halves()):
        for more, other in enumerate(right.halves()):
            product = one * other
            o.add(name, (number + more, *place), product.lane, product.most)


def add_moments(
    o: CountingLanes, name: str, place: Sequence[LoopNumber], figures: Sequence[BoundedFigure]
) -> None:
    """Adds figures and all their pairwise products to a row of moments."""
    for number, figure in enumerate(figures):
        add_sum(o, name, (*place, number), figure)
    pairs = combinations_with_replacement(figures, 2)
    for number, (left, right) in enumerate(pairs, start=len(figures)):
        add_product(o, name, (*place, number), left, right)


# --- NumPy --------------------------------------------------------------------------------------


class NumpyCounting(NumpyLanes, CountingLanes):
    """Lanes over all matches of the rows; every operation is computed immediately."""

    def __init__(
        self,
        counter: Counter,
        inputs: Mapping[str, Array],
        outputs: Mapping[str, Array],
        totals: Mapping[str, Array],
    ) -> None:
        super().__init__(next(iter(inputs.values())).shape[-1])
        self._kinds = {name: row.kind for name, row in counter.inputs.items()}
        self._inputs, self._outputs, self._totals = inputs, outputs, totals

    def read(self, name: str, *place: LoopNumber) -> Lane:
        """Returns an input row as a lane."""
        kind = self._kinds[name]
        row = self._inputs[name][place]
        return Lane(self, np.ascontiguousarray(row).view(DTYPES[kind]), kind)

    def write(self, name: str, lane: Lane, *place: LoopNumber) -> None:
        """Writes a lane to an output row."""
        self._outputs[name][place] = lane.value

    def notes(self, kind: Kind, *dimensions: int) -> KeptLanes:  # noqa: ARG002
        """Returns a new array of lanes, all 0, indexed by place."""
        return defaultdict(lambda: self.full(0, kind))

    def add(self, name: str, place: Sequence[LoopNumber], lane: Lane, most: int = 1) -> None:  # noqa: ARG002
        """Adds the figures of all matches to a total."""
        whole = np.broadcast_to(lane.value, self.width)
        total = np.count_nonzero(whole) if lane.kind == "b" else whole.sum(dtype=np.int64)
        self._totals[name][tuple(place)] += total

    def scatter(self, name: str, place: Sequence[LoopNumber], index: Lane) -> None:
        """Adds 1 to a total for each match, at `place` followed by the index in the lane."""
        row = self._totals[name][tuple(place)]
        row += np.bincount(self.rows(index), minlength=len(row))

    def loop(self, count: LoopNumber, body: Callable[[LoopNumber], None]) -> None:
        """Calls body(number) for each number below `count`."""
        for number in range(count):
            body(number)

    def number(self, row: Sequence[int], number: LoopNumber) -> LoopNumber:
        """Returns row[number] as a loop index."""
        return row[number]

    def plus(self, left: LoopNumber, right: LoopNumber) -> LoopNumber:
        """Returns the sum of two loop indices."""
        return left + right

    def fill(self, scalar: LoopNumber, kind: Kind) -> Lane:
        """Returns a lane filled with a loop index."""
        return self.full(scalar, kind)


class Totals:
    """The totals of a counter, as one block of memory and as arrays by name."""

    def __init__(self, counter: Counter) -> None:
        sizes = {name: prod(dimensions) for name, dimensions in counter.totals.items()}
        self.row = np.zeros(sum(sizes.values()), np.int64)
        self.by_name: dict[str, Array] = {}
        start = 0
        for name, size in sizes.items():
            part = self.row[start : start + size]
            self.by_name[name] = part.reshape(counter.totals[name])
            start += size


def whole_sums(parts: Array) -> Array:
    """Combines the parts of sums into Python integers of any size."""
    whole: Array = parts[0].astype(object)
    for number in range(1, PARTS):
        if parts[number].any():
            whole += parts[number].astype(object) * (1 << HALF * number)
    return whole

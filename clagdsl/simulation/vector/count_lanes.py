"""Counting over lanes: the sums over many matches, by NumPy or as machine code.

- Input: rows of figures of matches that have been played, [..., match].
- Output: totals, and rows of figures of each match that the counter writes.

A *counter* is a function of lanes, like a rule of the game, and is written once.  It reads rows,
keeps notes of each match, and adds to *totals*, which are whole numbers of 64 bits.
`NumpyCounting` executes it here on all matches at once; `machine_counting` compiles it.

Invariants:

- Machine code fills its vectors, and so counts matches beyond the last one.  Their figures are
  `FigureRow.nothing`: the counter must add nothing for them.
- Numbers are exact.  A `BoundedFigure` knows how large its lane can be, and takes 64 bits if 32 do
  not suffice.  A sum of products that may need more is kept as three sums, of products of halves.

Tried and rejected: sums modulo 2^64, with the same sums in floating point to show how often they
wrapped around.  They doubled the work in every game with scores above 80.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import prod
from typing import Final, NamedTuple, Protocol

import numpy as np

from clagdsl.simulation.lowering.arrays import Array
from clagdsl.simulation.vector.backends import (
    DTYPES,
    Kind,
    Lane,
    Lanes,
    LoopNumber,
    NumpyLanes,
)

MOST_MATCHES: Final = 1 << 13
"""The most matches counted at once: their sums must fit into 64 bits."""

HALF: Final = 23
"""The bits of the lower half of a figure whose products are summed in parts."""
PARTS: Final = 3
"""The number of parts of each sum; part n is multiplied by 2 ** (HALF * n)."""


class FigureRow(NamedTuple):
    """Rows of figures, [place ..., match]."""

    kind: Kind
    dimensions: tuple[int, ...]
    nothing: int = 0
    """The figure of a match beyond the last."""


class Counter(Protocol):
    """A function that counts; `stats` has the implementations."""

    @property
    def inputs(self) -> Mapping[str, FigureRow]:
        """The rows that are read."""

    @property
    def outputs(self) -> Mapping[str, FigureRow]:
        """The rows that are written."""

    @property
    def totals(self) -> Mapping[str, tuple[int, ...]]:
        """The dimensions of each total."""

    def count(self, o: CountingLanes) -> None:
        """Counts all matches of the lanes."""

    def __hash__(self) -> int: ...


class KeptLanes(Protocol):
    """Lanes that are stored by place, 0 at first."""

    def __getitem__(self, place: tuple[LoopNumber, ...]) -> Lane: ...

    def __setitem__(self, place: tuple[LoopNumber, ...], lane: Lane) -> None: ...


class CountingLanes(Lanes):
    """A backend that also counts.  A place is a number for each dimension."""

    @abstractmethod
    def read(self, name: str, *place: LoopNumber) -> Lane:
        """Returns a row of input."""

    @abstractmethod
    def write(self, name: str, lane: Lane, *place: LoopNumber) -> None:
        """Writes a row of output."""

    @abstractmethod
    def notes(self, kind: Kind, *dimensions: int) -> KeptLanes:
        """Returns lanes that are stored by place, 0 at first."""

    @abstractmethod
    def add(self, name: str, place: Sequence[LoopNumber], lane: Lane, most: int = 1) -> None:
        """Adds the figures of all lanes to a total; none is further from 0 than `most`.

        Of truth values, it adds the number that are true.
        """

    @abstractmethod
    def scatter(self, name: str, place: Sequence[LoopNumber], index: Lane) -> None:
        """Adds 1 for each lane to a total, whose last index is the lane's."""

    @abstractmethod
    def loop(self, count: LoopNumber, body: Callable[[LoopNumber], None]) -> None:
        """Calls body(number) for each number below a count."""

    @abstractmethod
    def number(self, row: Sequence[int], number: LoopNumber) -> LoopNumber:
        """Returns row[number], as a loop number."""

    @abstractmethod
    def plus(self, left: LoopNumber, right: LoopNumber) -> LoopNumber:
        """Returns the sum of two loop numbers."""

    @abstractmethod
    def fill(self, scalar: LoopNumber, kind: Kind) -> Lane:
        """Returns a loop number in every lane."""


# --- figures with a bound -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoundedFigure:
    """A lane of whole numbers, none of them further from 0 than `most`."""

    lane: Lane
    most: int

    def as_kind(self, kind: Kind) -> Lane:
        """Returns the lane, cast if needed."""
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
        """Returns the figure if a condition is true, otherwise 0."""
        return BoundedFigure(self.lane.o.where(condition, self.lane, 0), self.most)

    def halves(self) -> tuple[BoundedFigure, BoundedFigure]:
        """Returns the lower half and the upper half, which is multiplied by 2 ** HALF."""
        lower = BoundedFigure(self.lane & ((1 << HALF) - 1), (1 << HALF) - 1)
        return lower, BoundedFigure(self.lane >> HALF, (self.most >> HALF) + 1)


def fits(most: int) -> bool:
    """Returns whether figures up to `most` can be summed over all matches and seats in 64 bits."""
    return most * MOST_MATCHES < 1 << 59


def kind_of(most: int) -> Kind:
    """Returns the kind of lane for figures up to `most`; raises OverflowError beyond 64 bits."""
    if most >> 63:
        raise OverflowError(f"{most} does not fit into 64 bits")
    return "i64" if most >> 31 else "i32"


def truth_figure(lane: Lane) -> BoundedFigure:
    """Returns truth values as 0 and 1."""
    return BoundedFigure(lane.o.cast(lane, "i32"), 1)


class NotedFigures:
    """Figures of each match, stored by place and added to; none is further from 0 than `most`."""

    def __init__(self, o: CountingLanes, most: int, *dimensions: int) -> None:
        self._most = most
        self._kind = kind_of(most)
        self._notes = o.notes(self._kind, *dimensions)

    def __getitem__(self, place: tuple[LoopNumber, ...]) -> BoundedFigure:
        return BoundedFigure(self._notes[place], self._most)

    def add(self, figure: BoundedFigure, *place: LoopNumber) -> None:
        """Adds a figure at a place."""
        self._notes[place] += figure.as_kind(self._kind)


def add_sum(
    o: CountingLanes, name: str, place: Sequence[LoopNumber], figure: BoundedFigure
) -> None:
    """Adds a figure to a sum, which has parts."""
    o.add(name, (0, *place), figure.lane, figure.most)


def add_product(
    o: CountingLanes,
    name: str,
    place: Sequence[LoopNumber],
    left: BoundedFigure,
    right: BoundedFigure,
) -> None:
    """Adds the product of two figures to a sum, in parts if 64 bits may not hold it.

    A sum may get one product for every seat.
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
    """Adds figures and the products of all pairs of them to a row of moments."""
    for number, figure in enumerate(figures):
        add_sum(o, name, (*place, number), figure)
    pairs = combinations_with_replacement(figures, 2)
    for number, (left, right) in enumerate(pairs, start=len(figures)):
        add_product(o, name, (*place, number), left, right)


# --- NumPy --------------------------------------------------------------------------------------


class NumpyNotes:
    """Lanes that are stored by place."""

    def __init__(self, o: NumpyLanes, kind: Kind) -> None:
        self._nothing = o.full(0, kind)
        self._lanes: dict[tuple[int, ...], Lane] = {}

    def __getitem__(self, place: tuple[LoopNumber, ...]) -> Lane:
        return self._lanes.get(place, self._nothing)

    def __setitem__(self, place: tuple[LoopNumber, ...], lane: Lane) -> None:
        self._lanes[place] = lane


class NumpyCounting(NumpyLanes, CountingLanes):
    """Lanes over all matches of the rows; every operation counts at once."""

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
        """Returns a row of input."""
        kind = self._kinds[name]
        row = self._inputs[name][place]
        return Lane(self, np.ascontiguousarray(row).view(DTYPES[kind]), kind)

    def write(self, name: str, lane: Lane, *place: LoopNumber) -> None:
        """Writes a row of output."""
        self._outputs[name][place] = lane.value

    def notes(self, kind: Kind, *dimensions: int) -> KeptLanes:  # noqa: ARG002
        """Returns lanes that are stored by place, 0 at first."""
        return NumpyNotes(self, kind)

    def add(self, name: str, place: Sequence[LoopNumber], lane: Lane, most: int = 1) -> None:  # noqa: ARG002
        """Adds the figures of all lanes to a total."""
        whole = np.broadcast_to(lane.value, self.width)
        total = np.count_nonzero(whole) if lane.kind == "b" else whole.sum(dtype=np.int64)
        self._totals[name][tuple(place)] += total

    def scatter(self, name: str, place: Sequence[LoopNumber], index: Lane) -> None:
        """Adds 1 for each lane to a total, whose last index is the lane's."""
        row = self._totals[name][tuple(place)]
        row += np.bincount(self.rows(index), minlength=len(row))

    def loop(self, count: LoopNumber, body: Callable[[LoopNumber], None]) -> None:
        """Calls body(number) for each number below a count."""
        for number in range(count):
            body(number)

    def number(self, row: Sequence[int], number: LoopNumber) -> LoopNumber:
        """Returns row[number], as a loop number."""
        return row[number]

    def plus(self, left: LoopNumber, right: LoopNumber) -> LoopNumber:
        """Returns the sum of two loop numbers."""
        return left + right

    def fill(self, scalar: LoopNumber, kind: Kind) -> Lane:
        """Returns a loop number in every lane."""
        return self.full(scalar, kind)


class Totals:
    """The totals of a counter: as one row of memory, and as arrays by name."""

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
    """Returns sums as Python integers of any size, put together from their parts."""
    whole: Array = parts[0].astype(object)
    for number in range(1, PARTS):
        if parts[number].any():
            whole += parts[number].astype(object) * (1 << HALF * number)
    return whole

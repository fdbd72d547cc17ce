"""Counting over lanes: what is added up over many matches, by NumPy or as machine code.

Input: rows of figures, [..., match], that matches have come to.  A *counter* is a function of
lanes, as a rule of the game is, and written once: it reads rows, keeps notes of each match, and
adds to *totals*, which are 64-bit whole numbers.  `NumpyCounting` executes it here, on all matches
at once; `machine_counting` compiles it.

Output: totals, and rows of figures of each match that the counter writes.

Invariants:

- A match beyond the last, which machine code may count because its vectors are full, has figures
  that `FigureRow.nothing` names: the counter must add nothing for it.
- Numbers are exact.  `BoundedFigure` knows how large its lane can be and takes 64 bits where 32 do
  not suffice; a sum of products that may need more is three sums, of products of halves.

Tried and rejected: sums modulo 2^64 with the same sums in floating point beside them, which say how
often they went round.  They doubled the work in every game with scores above 80.
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
"""So many matches at most are counted at once: their sums must fit into 64 bits."""

HALF: Final = 23
"""The bits of the lower half of a figure whose products are summed in parts."""
PARTS: Final = 3
"""How many parts each sum has; part n counts 2 ** (HALF * n) times."""


class FigureRow(NamedTuple):
    """Rows of figures, [place ..., match]."""

    kind: Kind
    dimensions: tuple[int, ...]
    nothing: int = 0
    """The figure of a match beyond the last."""


class Counter(Protocol):
    """What counts: `stats` has them."""

    @property
    def inputs(self) -> Mapping[str, FigureRow]:
        """Return the rows that are read."""

    @property
    def outputs(self) -> Mapping[str, FigureRow]:
        """Return the rows that are written."""

    @property
    def totals(self) -> Mapping[str, tuple[int, ...]]:
        """Return the dimensions of each total."""

    def count(self, o: CountingLanes) -> None:
        """Counts in all matches of the lanes."""

    def __hash__(self) -> int: ...


class KeptLanes(Protocol):
    """Lanes that are kept by place, 0 at first."""

    def __getitem__(self, place: tuple[LoopNumber, ...]) -> Lane: ...

    def __setitem__(self, place: tuple[LoopNumber, ...], lane: Lane) -> None: ...


class CountingLanes(Lanes):
    """A backend that counts as well.  A place is a number for each dimension."""

    @abstractmethod
    def read(self, name: str, *place: LoopNumber) -> Lane:
        """Returns a row of input."""

    @abstractmethod
    def write(self, name: str, lane: Lane, *place: LoopNumber) -> None:
        """Writes a row of output."""

    @abstractmethod
    def notes(self, kind: Kind, *dimensions: int) -> KeptLanes:
        """Returns lanes that are kept by place."""

    @abstractmethod
    def add(self, name: str, place: Sequence[LoopNumber], lane: Lane, most: int = 1) -> None:
        """Adds the figures of all lanes, none further from 0 than `most`, to a total.

        Of truth values, it is how often they hold.
        """

    @abstractmethod
    def scatter(self, name: str, place: Sequence[LoopNumber], index: Lane) -> None:
        """Adds 1 for each lane to the total whose last number is its index."""

    @abstractmethod
    def loop(self, count: LoopNumber, body: Callable[[LoopNumber], None]) -> None:
        """Does body(number) for each number below a count."""

    @abstractmethod
    def number(self, row: Sequence[int], number: LoopNumber) -> LoopNumber:
        """Returns row[number] as a number of a loop."""

    @abstractmethod
    def plus(self, left: LoopNumber, right: LoopNumber) -> LoopNumber:
        """Returns the sum of two numbers of loops."""

    @abstractmethod
    def fill(self, scalar: LoopNumber, kind: Kind) -> Lane:
        """Returns a number of a loop in every lane."""


# --- figures with a bound -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoundedFigure:
    """A lane of whole numbers of which none is further from 0 than `most`."""

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
        """Returns the figure where a condition holds, and 0 elsewhere."""
        return BoundedFigure(self.lane.o.where(condition, self.lane, 0), self.most)

    def halves(self) -> tuple[BoundedFigure, BoundedFigure]:
        """Returns the lower and the upper half, which counts 2 ** HALF times."""
        lower = BoundedFigure(self.lane & ((1 << HALF) - 1), (1 << HALF) - 1)
        return lower, BoundedFigure(self.lane >> HALF, (self.most >> HALF) + 1)


def fits(most: int) -> bool:
    """Returns whether a figure can be summed over all matches and seats in 64 bits."""
    return most * MOST_MATCHES < 1 << 59


def kind_of(most: int) -> Kind:
    """Returns the kind of figures that are no further from 0; they must fit into 64 bits."""
    if most >> 63:
        raise OverflowError(f"{most} does not fit into 64 bits")
    return "i64" if most >> 31 else "i32"


def truth_figure(lane: Lane) -> BoundedFigure:
    """Returns truth values as 0 and 1."""
    return BoundedFigure(lane.o.cast(lane, "i32"), 1)


class NotedFigures:
    """Figures of each match that are kept by place and added to, none further from 0 than most."""

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

    To one sum it may be added for every seat.
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
    """Adds figures and their products by pairs to a row of moments."""
    for number, figure in enumerate(figures):
        add_sum(o, name, (*place, number), figure)
    pairs = combinations_with_replacement(figures, 2)
    for number, (left, right) in enumerate(pairs, start=len(figures)):
        add_product(o, name, (*place, number), left, right)


# --- NumPy --------------------------------------------------------------------------------------


class NumpyNotes:
    """Lanes that are kept by place."""

    def __init__(self, o: NumpyLanes, kind: Kind) -> None:
        self._nothing = o.full(0, kind)
        self._lanes: dict[tuple[int, ...], Lane] = {}

    def __getitem__(self, place: tuple[LoopNumber, ...]) -> Lane:
        return self._lanes.get(place, self._nothing)

    def __setitem__(self, place: tuple[LoopNumber, ...], lane: Lane) -> None:
        self._lanes[place] = lane


class NumpyCounting(NumpyLanes, CountingLanes):
    """Lanes over all matches of rows, which counts at once."""

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
        """Returns lanes that are kept by place."""
        return NumpyNotes(self, kind)

    def add(self, name: str, place: Sequence[LoopNumber], lane: Lane, most: int = 1) -> None:  # noqa: ARG002
        """Adds the figures of all lanes to a total."""
        whole = np.broadcast_to(lane.value, self.width)
        total = np.count_nonzero(whole) if lane.kind == "b" else whole.sum(dtype=np.int64)
        self._totals[name][tuple(place)] += total

    def scatter(self, name: str, place: Sequence[LoopNumber], index: Lane) -> None:
        """Adds 1 for each lane to the total whose last number is its index."""
        row = self._totals[name][tuple(place)]
        row += np.bincount(self.rows(index), minlength=len(row))

    def loop(self, count: LoopNumber, body: Callable[[LoopNumber], None]) -> None:
        """Does body(number) for each number below a count."""
        for number in range(count):
            body(number)

    def number(self, row: Sequence[int], number: LoopNumber) -> LoopNumber:
        """Returns row[number] as a number of a loop."""
        return row[number]

    def plus(self, left: LoopNumber, right: LoopNumber) -> LoopNumber:
        """Returns the sum of two numbers of loops."""
        return left + right

    def fill(self, scalar: LoopNumber, kind: Kind) -> Lane:
        """Returns a number of a loop in every lane."""
        return self.full(scalar, kind)


class Totals:
    """The totals of a counter in one row, and each by its name."""

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
    """Returns sums as Python's whole numbers, which have room for any, made of their parts."""
    whole: Array = parts[0].astype(object)
    for number in range(1, PARTS):
        if parts[number].any():
            whole += parts[number].astype(object) * (1 << HALF * number)
    return whole

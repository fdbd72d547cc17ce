"""Summaries of many matches in integers: exact, and independent of the order of blocks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Any, TypeVar

import numpy as np

from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.simulation.lowering.arrays import Array, Outcome
from clagdsl.simulation.stats.count_layout import Frame
from clagdsl.simulation.stats.counters import Counts, Marks, Pairs, Sums, make_counts, make_sums
from clagdsl.simulation.stats.match_counter import tally

T = TypeVar("T", Counts, Sums, Pairs)


@dataclass(slots=True, eq=False)
class Summary:
    """The number of matches, and all counts and sums over them."""

    frame: Frame
    matches: int
    counts: Counts
    sums: Sums
    """The sums as Python integers, which cannot overflow."""

    def add(self, block: Outcome, *, machine: bool = False) -> Marks:
        """Adds a block of matches, counted by machine code or NumPy; returns each match's marks."""
        counts, sums, marks = tally(self.frame, block, machine=machine)
        self.merge(Summary(self.frame, len(block.cards), counts, sums))
        return marks

    def merge(self, other: Summary) -> None:
        """Adds other matches of the game; raises ValueError if they are of a different game."""
        if self.frame != other.frame:
            raise ValueError("these are figures of different games")
        self.counts, self.sums, self.matches = (
            Counts(*(one + more for one, more in zip(self.counts, other.counts, strict=True))),
            Sums(*(one + more for one, more in zip(self.sums, other.sums, strict=True))),
            self.matches + other.matches,
        )

    def __eq__(self, other: object) -> bool:
        """Returns whether all figures are equal."""
        if not isinstance(other, Summary):
            return NotImplemented
        return self.frame == other.frame and self.to_json() == other.to_json()

    def to_json(self) -> JsonObject:
        """Returns all figures as JSON without loss of precision, for `from_json`."""
        return {
            "matches": self.matches,
            "counts": arrays_json(self.counts),
            "sums": arrays_json(self.sums),
        }

    @staticmethod
    def from_json(value: JsonValue, frame: Frame) -> Summary:
        """Parses the output of `to_json`; raises ValueError if it does not fit the game."""
        match value:
            case {"matches": int(matches), "counts": dict(counts), "sums": dict(sums)}:
                counted = read_arrays(counts, make_counts(frame))
                ends = counted.final.sum(axis=1)
                if type(matches) is int and (ends == matches).all():
                    summed = read_arrays(sums, make_sums(frame))
                    return Summary(frame, matches, counted, summed)
            case _:
                pass
        raise ValueError("these are not figures of matches")


def empty_summary(frame: Frame) -> Summary:
    """Returns a summary without any matches."""
    return Summary(frame, 0, make_counts(frame), make_sums(frame))


def arrays_json(arrays: Counts | Sums | Pairs) -> JsonObject:
    """Serializes named integer arrays as JSON, for `read_arrays`."""
    return {name: array_json(each) for name, each in arrays._asdict().items()}


def array_json(array: Array) -> JsonObject:
    """Serializes an integer array as JSON: its nonzero entries and their flat indices."""
    flat = array.ravel()
    places = np.flatnonzero(flat)
    return {
        "shape": list(array.shape),
        "places": places.tolist(),
        "values": [int(each) for each in flat[places]],
    }


def read_array(value: JsonValue, empty: Array) -> Array:
    """Parses an array with the shape and dtype of `empty`; raises ValueError if invalid."""
    match value:
        case {"shape": list(shape), "places": list(places), "values": list(values)}:
            whole = [type(each) is int for each in (*places, *values)]
            inside = all(whole) and all(0 <= place < prod(empty.shape) for place in places)
            if inside and shape == list(empty.shape) and len(places) == len(values):
                flat = np.zeros_like(empty).ravel()
                flat[places] = _numbers(values, flat)
                return flat.reshape(empty.shape)
        case _:
            pass
    raise ValueError("these are not figures of this game")


def _numbers(values: list[Any], template: Array) -> Array:
    try:
        return np.array(values, template.dtype)
    except OverflowError as error:
        raise ValueError("these are not figures: a count is too large") from error


def read_arrays(values: Mapping[str, JsonValue], empty: T) -> T:
    """Parses named arrays with the shapes and dtypes of `empty`; raises ValueError if invalid."""
    if values.keys() != set(empty._fields):
        raise ValueError("these are not figures of this game")
    return type(empty)(*(read_array(values[name], getattr(empty, name)) for name in empty._fields))

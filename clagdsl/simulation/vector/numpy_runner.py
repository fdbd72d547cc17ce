"""Plays a deal in many matches with NumPy alone, without compiling anything.

It plays small runs, and all runs if llvmlite is not installed.  `machine_code` plays the same deals
with the same results.

- Input: a kind of deal, the seed, the number of each match, the number of the deal in the schedule,
  and the input rows.
- Output: the output rows of the deal, one figure per match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clagdsl.simulation.vector.backends import DTYPES, Lane, LoopNumber, NumpyLanes, PlayableDeal
from clagdsl.simulation.vector.random_words import (
    CHOICE,
    WORD,
    Address,
    Halves,
    map_cards,
    resolve_exchanges,
)


class NumpyWords:
    """The words for the decisions of a deal, as arrays."""

    def __init__(self, o: NumpyLanes, players: int, words: NDArray[np.uint32]) -> None:
        self._o = o
        self._players = players
        self._last = len(words) - 1
        self._halves = words.astype(np.uint16), (words >> np.uint32(16)).astype(np.uint16)

    def __call__(self, place: int, trick: LoopNumber = 0, offset: Lane | None = None) -> Halves:
        """Returns word number `place + trick * players + offset` as its two halves."""
        number: Any = place + trick * self._players
        if offset is not None:
            row = np.minimum(number + offset.value.astype(np.int64), self._last)
            number = row, np.arange(self._o.width)
        low, high = (Lane(self._o, half[number], "u16") for half in self._halves)
        return low, high


def play_numpy(
    deal: PlayableDeal,
    seed: int,
    numbers: NDArray[np.uint32],
    deal_number: int,
    inputs: Mapping[str, NDArray[Any]],
) -> dict[str, NDArray[Any]]:
    """Plays a deal in these matches and returns its output rows by name."""
    o, address = address_of(seed, numbers, deal_number)
    exchanges = address.draw_exchanges(len(deal.pack), deal.cards_needed)
    cards = map_cards(o, resolve_exchanges(o, exchanges), deal.pack)
    drawn = [word.value for word in address.words(CHOICE, deal.decisions)]
    words = np.empty((deal.decisions, o.width), np.uint32)
    for row, word in zip(words, drawn, strict=True):
        row[:] = word
    return play_lanes(deal, o, address, cards, words, inputs)


def address_of(seed: int, numbers: NDArray[Any], deal: int) -> tuple[NumpyLanes, Address]:
    """Returns lanes for these matches, and the address of their random words in a deal."""
    o = NumpyLanes(len(numbers))
    words = (o.full(seed & WORD, "u64"), o.full(seed >> 32, "u64"))
    match = Lane(o, numbers.astype(np.uint64), "u64")
    return o, Address(o, words, match, o.full(deal, "u64"))


def play_lanes(
    deal: PlayableDeal,
    o: NumpyLanes,
    address: Address,
    cards: Sequence[Lane],
    words: NDArray[np.uint32],
    inputs: Mapping[str, NDArray[Any]],
) -> dict[str, NDArray[Any]]:
    """Plays a deal with these cards and words [decision, match]; lots are drawn."""
    written = deal.play(
        o,
        cards,
        NumpyWords(o, deal.players, words),
        {purpose: address.draw_word(purpose) for purpose in deal.lots},
        {name: Lane(o, inputs[name].astype(DTYPES[kind]), kind) for name, kind in deal.inputs},
    )
    rows: dict[str, NDArray[Any]] = {}
    for name, kind in deal.outputs:
        lane = written[name]
        if lane.kind != kind:
            raise TypeError(f"row {name} is of kind {lane.kind}, and is declared as {kind}")
        rows[name] = o.rows(lane)
    return rows

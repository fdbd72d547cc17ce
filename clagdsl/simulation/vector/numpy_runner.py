"""Plays a deal in many matches with NumPy alone, without compiling anything.

It plays small runs, and all runs if llvmlite is not installed.  `machine_code` plays the same deals
with the same results.

- Input: a kind of deal, the seed, the number of each match, the number of the deal in the schedule,
  and the input rows.
- Output: the output rows of the deal, one figure per match.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clagdsl.simulation.vector.backends import (
    DTYPES,
    Lane,
    LoopNumber,
    NumpyLanes,
    PlayableDeal,
)
from clagdsl.simulation.vector.random_words import (
    WORD,
    Address,
    Halves,
    map_cards,
    resolve_exchanges,
)


@dataclass(frozen=True, slots=True)
class ScriptedChance:
    """Packs and choices supplied by a test, in place of the documented random words."""

    cards: NDArray[np.uint8]
    """[place from the top, match]: the card numbers."""
    words: NDArray[np.uint32]
    """[decision, match]: the 32-bit random words that decide each choice."""


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
    script: ScriptedChance | None = None,
    *,
    notes: Any = None,
) -> dict[str, NDArray[Any]]:
    """Plays a deal in these matches and returns its output rows by name.

    Lots are drawn with the generator even if `script` supplies packs and choices.
    """
    o = NumpyLanes(len(numbers))
    address = Address(
        o,
        (o.full(seed & WORD, "u64"), o.full(seed >> 32, "u64")),
        Lane(o, numbers.astype(np.uint64), "u64"),
        o.full(deal_number, "u64"),
    )
    if script is None:
        exchanges = address.draw_exchanges(len(deal.pack), deal.cards_needed)
        cards = map_cards(o, resolve_exchanges(o, exchanges), deal.pack)
        drawn = [word.value for word in address.choices(deal.decisions)]
        words = np.empty((deal.decisions, o.width), np.uint32)
        for row, word in zip(words, drawn, strict=True):
            row[:] = word
    else:
        cards = [Lane(o, row, "u8") for row in script.cards[: deal.cards_needed]]
        words = script.words
    written = deal.play(
        o,
        cards,
        NumpyWords(o, deal.players, words),
        {purpose: address.draw_word(purpose) for purpose in deal.lots},
        {name: Lane(o, inputs[name].astype(DTYPES[kind]), kind) for name, kind in deal.inputs},
        **({} if notes is None else {"notes": notes}),
    )
    rows: dict[str, NDArray[Any]] = {}
    for name, kind in deal.outputs:
        lane = written[name]
        if lane.kind != kind:
            raise TypeError(f"row {name} is of kind {lane.kind}, and is declared as {kind}")
        rows[name] = o.rows(lane)
    return rows

"""Deals with given packs and choices in place of the documented random words, on both backends.

Lots are drawn all the same.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clagdsl.simulation.vector.backends import BITS, DTYPES, Kind, Lane, PlayableDeal
from clagdsl.simulation.vector.llvm_lanes import FunctionText, Index
from clagdsl.simulation.vector.machine_code import (
    BoundRows,
    ChanceText,
    DealCode,
    MachineCode,
    Order,
)
from clagdsl.simulation.vector.numpy_runner import address_of, play_lanes


@dataclass(frozen=True, slots=True)
class ScriptedChance:
    """The packs and choices of some matches."""

    cards: NDArray[np.uint8]
    """[place from the top, match]: the card numbers."""
    words: NDArray[np.uint32]
    """[decision, match]: the 32-bit words that decide each choice."""


def play_scripted(
    deal: PlayableDeal,
    seed: int,
    numbers: NDArray[np.uint32],
    deal_number: int,
    inputs: Mapping[str, NDArray[Any]],
    script: ScriptedChance,
) -> dict[str, NDArray[Any]]:
    """Plays a deal with NumPy, like `play_numpy`, but with the packs and choices of a script."""
    o, address = address_of(seed, numbers, deal_number)
    cards = [Lane(o, row, "u8") for row in script.cards[: deal.cards_needed]]
    return play_lanes(deal, o, address, cards, script.words, inputs)


# --- machine code -----------------------------------------------------------------------------


class ScriptedOrder(Order):
    """The arguments of `copy`, which takes the place of `draw`."""

    _fields_ = (
        ("cards", ctypes.c_uint64),  # the address of the given places, rows of u8
        ("words", ctypes.c_uint64),  # the address of the given words, rows of u32
        ("decisions", ctypes.c_uint64),  # the number of rows of words given
        ("stride", ctypes.c_uint64),  # the number of matches in such a row
    )


class CopyText(ChanceText):
    """Generates the function `copy`, with the arguments and rows of `draw`."""

    def read(self, name: str) -> Index:
        """Loads a field of the order."""
        place = self.function.offset("%order", getattr(ScriptedOrder, name).offset)
        return Index(self.function.result(f"load i64, ptr {place}"))

    def write_copy(self) -> FunctionText:
        """Returns the function that copies the given places and words, and draws lots."""
        function, o = self.function, self.o
        stride, cards, words = self.read("stride"), self.pointer("cards"), self.pointer("words")

        def lane(base: str, row: Index, kind: Kind) -> Lane:
            place = function.sum(function.product(row, stride), Index("%at"))
            start = function.product(place, BITS[kind] // 8)
            return o.load(function.offset(base, start), kind)

        def copy_cards(row: Index) -> None:
            o.store(lane(cards, row, "u8"), self.row("%cards", row, "u8"))

        def copy_words(row: Index) -> None:
            word = lane(words, row, "u32")
            for half, part in enumerate((word, word >> 16)):
                place = function.sum(function.product(row, 2), half)
                o.store(o.cast(part, "u16"), self.row("%words", place, "u16"))

        function.loop(self.read("needed"), 1, copy_cards)
        function.loop(self.read("decisions"), 1, copy_words)
        self.draw_lots(self.address())
        return function


@cache
def copy_of(code: MachineCode) -> int:
    """Returns the address of `copy` for a processor."""
    (address,) = code.functions([CopyText(code.processor, "copy").write_copy()], ["copy"])
    return address


class ScriptedCode(DealCode):
    """The compiled code for one kind of deal, which takes packs and choices from a script."""

    def __init__(self, code: MachineCode, deal: PlayableDeal) -> None:
        self.__dict__.update(vars(code.deal(deal)))
        self._draw = copy_of(code)
        # the code maps places in the unshuffled pack to cards, but a script has cards
        self._places = np.zeros(256, np.uint8)
        self._places[list(deal.pack)] = np.arange(len(deal.pack))

    def bind(
        self,
        numbers: NDArray[np.uint32],
        inputs: Mapping[str, NDArray[Any]],
        outputs: Mapping[str, NDArray[Any]],
    ) -> BoundRows:
        """Validates rows, as `DealCode.bind` does."""
        bound = super().bind(numbers, inputs, outputs)
        order = ScriptedOrder()
        ctypes.memmove(ctypes.addressof(order), ctypes.addressof(bound.order), ctypes.sizeof(Order))
        bound.order = order
        return bound

    def play_scripted(
        self,
        rows: BoundRows,
        count: int,
        deal_number: int,
        seed: int,
        script: ScriptedChance,
        *,
        first: int = 0,
    ) -> None:
        """Plays like `DealCode.play`; the rows of the script cover all matches of `rows`."""
        script = ScriptedChance(self._places[script.cards], script.words)
        for given, kind, needed in (
            (script.cards, DTYPES["u8"], self.deal.cards_needed),
            (script.words, DTYPES["u32"], self.deal.decisions),
        ):
            assert given.dtype == kind
            assert given.flags.c_contiguous
            assert len(given) >= needed
            assert given.shape[1] == rows.length
        order = rows.order
        assert isinstance(order, ScriptedOrder)
        order.cards, order.words = script.cards.ctypes.data, script.words.ctypes.data
        order.decisions, order.stride = self.deal.decisions, rows.length
        super().play(rows, count, deal_number, seed, first=first)

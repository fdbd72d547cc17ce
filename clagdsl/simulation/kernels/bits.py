"""Sets of cards and numbers as bit masks in 64-bit words, compiled to single instructions."""

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np
from llvmlite import binding, ir
from numba import extending, types

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.lowering.arrays import Tables, Whole, Word

ZERO: Final = np.uint64(0)
ONE: Final = np.uint64(1)
intrinsic: Any = extending.intrinsic
config: Any = numba.config
_WORD: Final = ir.IntType(64)


def _deposits() -> bool:
    """Returns whether the target processor has a bit deposit instruction (`pdep` on x86)."""
    if config.CPU_NAME or config.CPU_FEATURES:
        return "+bmi2" in (config.CPU_FEATURES or "")
    return bool(binding.get_host_cpu_features().get("bmi2"))


@intrinsic  # type: ignore[untyped-decorator]
def _count_bits(_context: Any, mask: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return mask(mask), generate


@intrinsic  # type: ignore[untyped-decorator]
def _count_trailing_zeros(_context: Any, _mask: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _deposit_bits(_context: Any, _bits: Any, _mask: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        name = "llvm.x86.bmi.pdep.64"
        kind = ir.FunctionType(_WORD, [_WORD, _WORD])
        function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        return builder.call(function, arguments)

    return types.uint64(types.uint64, types.uint64), generate


@compiled
def bits(mask: Word) -> Whole:
    """Returns the number of set bits."""
    return np.int64(_count_bits(np.uint64(mask)))


@compiled
def lowest(mask: Word) -> Whole:
    """Returns the position of the lowest set bit."""
    return np.int64(_count_trailing_zeros(mask))


@compiled
def _numbered_by_deposit(mask: Word, number: Whole) -> Whole:
    return np.int64(_count_trailing_zeros(_deposit_bits(ONE << np.uint64(number), mask)))


@compiled
def _numbered_by_steps(mask: Word, number: Whole) -> Whole:
    for _ in range(number):
        mask = mask & (mask - ONE)
    return np.int64(_count_trailing_zeros(mask))


numbered = _numbered_by_deposit if _deposits() else _numbered_by_steps
"""Returns the position of a set bit by its number, where the lowest set bit is number 0."""


# --- cards as masks: bit p is card p, as `clagdsl.simulation.lowering.layout` numbers them --------


EVERY_CARD: Final = ~ZERO
"""A mask with every possible card, whatever the pack."""


@compiled
def one_card(card: Whole) -> Word:
    """Returns the mask with only this card."""
    return ONE << np.uint64(card)


@compiled
def distinct(tables: Tables, cards: Word) -> Word:
    """Reduces a set of cards to the first held card of each group of equal cards."""
    return first_of_each(cards, tables.equals[1], tables.equals[2])


@compiled
def first_of_each(cards: Word, firsts: Word, lasts: Word) -> Word:
    """Returns the result of `distinct`, given masks of the first and last card of each group."""
    return cards & ~((cards | lasts) - firsts)


@compiled
def without_face(free: Word, face: Whole, copies: Whole) -> Word:
    """Returns the faces that are still free after a wild has been played as `face`.

    With several packs, a face stays free until all its copies have been named; the bit of the first
    card is cleared last.
    """
    group = ((ONE << np.uint64(copies)) - ONE) << np.uint64(face)
    return (free & ~group) | (((free & group) >> ONE) & group)

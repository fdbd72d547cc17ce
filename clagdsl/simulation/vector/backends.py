"""Arithmetic over many matches at once: the operations that rules use, and their NumPy backend.

A *lane* is one integer (or one truth value) for each of many matches.  A rule of the game is a
Python function that takes lanes and returns lanes.  It adds, compares and selects (`where`), and
never branches on the data of a match.  If the rules of the deal settle a question, an ordinary `if`
of Python answers it, which costs nothing while matches are played.

- Input: a rule calls methods of its first argument `o`, an object of a subclass of `Lanes`, and the
  operators of `Lane`.  `o` is one of two backends.  In `NumpyLanes`, below, a lane is an array and
  every call computes at once. In `LlvmLanes` (`llvm_lanes`) a lane is a vector of LLVM and every
  call writes an instruction.
- Output: lanes of the kinds below.

Invariants, which both backends keep and tests compare figure for figure:

- The kind of a lane never changes.  An operator on lanes of two kinds raises `TypeError`, so that
  no backend widens where the other wraps around.
- An `int` operand is taken modulo the lane's kind; so is every result.
- Nothing traps.  A shift by all bits or more gives 0 (or the sign), a division by 0 gives 0.
- Matches that are over, or that a rule does not concern, are computed like all others; the rule
  discards their results with `where`.

Tried and rejected:

- Bare NumPy arrays as lanes.  They save a call per operator, but `array & ~1` raises an error, a
  scalar that wraps around warns, and a byte silently becomes a wider integer next to one.  The
  other backend refuses the last.  Constants are arrays of one element, which wrap around silently.
- NumPy's own `where`: it takes twice as long as operations on bits, because it branches on each
  element and processors cannot predict cards.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Kind: TypeAlias = Literal["b", "u8", "u16", "u32", "u64", "i32", "i64"]
"""A kind of lane: a truth value, or an unsigned or signed integer with this many bits."""

BITS: Final[Mapping[Kind, int]] = {
    "b": 1,
    "u8": 8,
    "u16": 16,
    "u32": 32,
    "u64": 64,
    "i32": 32,
    "i64": 64,
}
SIGNED: Final[frozenset[Kind]] = frozenset({"i32", "i64"})

DTYPES: Final[Mapping[Kind, np.dtype[Any]]] = {
    "b": np.dtype(np.bool_),
    "u8": np.dtype(np.uint8),
    "u16": np.dtype(np.uint16),
    "u32": np.dtype(np.uint32),
    "u64": np.dtype(np.uint64),
    "i32": np.dtype(np.int32),
    "i64": np.dtype(np.int64),
}

Arithmetic: TypeAlias = Literal["+", "-", "*", "&", "|", "^", "<<", ">>"]
Comparison: TypeAlias = Literal["<", "<=", ">", ">=", "==", "!="]
LoopNumber: TypeAlias = Any
"""The number of a round of `repeat`: an `int`, or a value of LLVM that only `o` understands."""

OF_TRUTHS: Final = frozenset({"&", "|", "^", "==", "!="})
"""The operators that take lanes of kind "b" (truth values)."""


def wrapped(number: int, kind: Kind) -> int:
    """Returns a number modulo the size of a kind, as that kind represents it."""
    bits = BITS[kind]
    number &= (1 << bits) - 1
    return number - (1 << bits) if kind in SIGNED and number >> (bits - 1) else number


class Lane:
    """One value per match: a value of the backend `o`, of one kind."""

    __slots__ = ("kind", "o", "value")

    def __init__(self, o: Lanes, value: Any, kind: Kind) -> None:
        self.o = o
        self.value = value
        self.kind = kind

    def __add__(self, other: Lane | int) -> Lane:
        return self.o.arithmetic("+", self, other)

    def __sub__(self, other: Lane | int) -> Lane:
        return self.o.arithmetic("-", self, other)

    def __rsub__(self, other: int) -> Lane:
        return self.o.full(other, self.kind) - self

    def __mul__(self, other: Lane | int) -> Lane:
        return self.o.arithmetic("*", self, other)

    def __and__(self, other: Lane | int) -> Lane:
        return self.o.arithmetic("&", self, other)

    def __or__(self, other: Lane | int) -> Lane:
        return self.o.arithmetic("|", self, other)

    def __xor__(self, other: Lane | int) -> Lane:
        return self.o.arithmetic("^", self, other)

    def __lshift__(self, other: Lane | int) -> Lane:
        return self.o.arithmetic("<<", self, other)

    def __rlshift__(self, other: int) -> Lane:
        return self.o.full(other, self.kind) << self

    def __rshift__(self, other: Lane | int) -> Lane:
        return self.o.arithmetic(">>", self, other)

    __radd__, __rmul__, __rand__, __ror__, __rxor__ = __add__, __mul__, __and__, __or__, __xor__

    def __invert__(self) -> Lane:
        return self ^ (1 if self.kind == "b" else -1)

    def __lt__(self, other: Lane | int) -> Lane:
        return self.o.comparison("<", self, other)

    def __le__(self, other: Lane | int) -> Lane:
        return self.o.comparison("<=", self, other)

    def __gt__(self, other: Lane | int) -> Lane:
        return self.o.comparison(">", self, other)

    def __ge__(self, other: Lane | int) -> Lane:
        return self.o.comparison(">=", self, other)

    def __eq__(self, other: Lane | int) -> Lane:  # type: ignore[override]
        return self.o.comparison("==", self, other)

    def __ne__(self, other: Lane | int) -> Lane:  # type: ignore[override]
        return self.o.comparison("!=", self, other)

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        raise TypeError("a rule must not branch on a lane: use `o.where`")


class Lanes(ABC):
    """A backend: makes and combines lanes of `width` matches."""

    width: int

    @abstractmethod
    def full(self, value: int, kind: Kind) -> Lane:
        """Returns a constant, modulo its kind, in every lane."""

    @abstractmethod
    def arithmetic(self, sign: Arithmetic, left: Lane, right: Lane | int) -> Lane:
        """Returns the result of an operator on two lanes of one kind."""

    @abstractmethod
    def comparison(self, sign: Comparison, left: Lane, right: Lane | int) -> Lane:
        """Returns the truth value of a comparison of two lanes of one kind."""

    @abstractmethod
    def cast(self, lane: Lane, kind: Kind) -> Lane:
        """Returns a lane as another kind of integer: extended by its own sign, or truncated."""

    @abstractmethod
    def bits(self, lane: Lane) -> Lane:
        """Returns the number of bits set."""

    @abstractmethod
    def lookup(self, index: Lane, values: Sequence[int], kind: Kind) -> Lane:
        """Returns values[index] for an index of kind u8; beyond the last value, any figure."""

    @abstractmethod
    def constant(self, row: Sequence[int], number: LoopNumber, kind: Kind) -> Lane:
        """Returns row[number] in every lane, for an `int` or the number of a round."""

    @abstractmethod
    def repeat(
        self,
        count: int,
        state: Sequence[Lane],
        body: Callable[[LoopNumber, list[Lane]], Sequence[Lane]],
    ) -> list[Lane]:
        """Returns the state after `count` rounds of body(number, state), which keeps its kinds."""

    @abstractmethod
    def while_any(
        self,
        going: Callable[[list[Lane]], Lane],
        state: Sequence[Lane],
        body: Callable[[list[Lane]], Sequence[Lane]],
    ) -> list[Lane]:
        """Returns the state after as many rounds of body as some lane needs.

        A round is played while going(state) is true in any lane.  Body must not change the lanes in
        which it is false.
        """

    @abstractmethod
    def floor_divide(self, left: Lane, right: Lane | int) -> Lane:
        """Returns the quotient of two i32 or i64, rounded down; 0 if the divisor is 0."""

    @abstractmethod
    def modulo(self, left: Lane, right: Lane | int) -> Lane:
        """Returns the remainder of floor_divide, with the divisor's sign; 0 if the divisor is 0."""

    @abstractmethod
    def choose(self, condition: Lane, left: Lane, right: Lane) -> Lane:
        """Returns left if a condition is true, else right."""

    def where(self, condition: Lane, left: Lane | int, right: Lane | int) -> Lane:
        """Returns left if a condition is true, else right; one of them may be an `int`."""
        if isinstance(left, Lane):
            right = self.operand(right, left.kind)
        elif isinstance(right, Lane):
            left = self.full(left, right.kind)
        else:
            raise TypeError("one of two choices must be a lane: an `int` has no kind")
        if condition.kind != "b":
            raise TypeError(f"a condition must be of kind b, not {condition.kind}")
        return self.choose(condition, left, right)

    def upper(self, left: Lane, right: Lane) -> Lane:
        """Returns the upper half of a product of two u16."""
        if left.kind != "u16" or right.kind != "u16":
            raise TypeError(f"upper takes two u16, not {left.kind} and {right.kind}")
        return self.cast((self.cast(left, "u32") * self.cast(right, "u32")) >> 16, "u16")

    def halves(self, word: Lane) -> tuple[Lane, Lane]:
        """Returns the lower 32 bits of a u64 as two u16, the low half first."""
        return self.cast(word & 0xFFFF, "u16"), self.cast(word >> 16, "u16")

    def operand(self, other: Lane | int, kind: Kind) -> Lane:
        """Returns a lane of this kind, made from an `int` if needed; TypeError for another kind."""
        if not isinstance(other, Lane):
            return self.full(other, kind)
        if other.kind != kind:
            raise TypeError(f"a lane of kind {kind} meets one of kind {other.kind}: cast one")
        return other


class Words(Protocol):
    """The random words of the decisions of a deal, as `phases` reads them."""

    def __call__(
        self, place: int, trick: LoopNumber = 0, offset: Lane | None = None
    ) -> tuple[Lane, Lane]:
        """Returns word number `place + trick * players + offset` as its two halves, low and high.

        `offset` (u8 or u16) differs by match; past the last word, it takes the last.
        """


class PlayableDeal(Protocol):
    """A kind of deal as the runners see it: `phases.VectorDeal` or `schedule.EarlyDeal`."""

    @property
    def players(self) -> int:
        """The number of seats."""

    @property
    def cards_needed(self) -> int:
        """The number of cards needed from the top of the pack."""

    @property
    def pack(self) -> tuple[int, ...]:
        """The number of the card at each place of the pack before it is shuffled."""

    @property
    def decisions(self) -> int:
        """The most words that decisions may need."""

    @property
    def lots(self) -> tuple[int, ...]:
        """The purposes of the lots drawn, which need one word each."""

    @property
    def inputs(self) -> tuple[tuple[str, Kind], ...]:
        """The rows that are read, with one value per match."""

    @property
    def outputs(self) -> tuple[tuple[str, Kind], ...]:
        """The rows that are written, with one value per match."""

    def play(
        self,
        o: Lanes,
        cards: Sequence[Lane],
        words: Words,
        lots: Mapping[int, tuple[Lane, Lane]],
        inputs: Mapping[str, Lane],
    ) -> Mapping[str, Lane]:
        """Returns the results of a deal by the names of their rows."""

    def key(self) -> object:
        """Returns a hashable value that is equal for deals played by the same code."""


# --- NumPy ------------------------------------------------------------------------------------

_ARITHMETIC: Final[Mapping[Arithmetic, Callable[[Any, Any], Any]]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "&": np.bitwise_and,
    "|": np.bitwise_or,
    "^": np.bitwise_xor,
    "<<": np.left_shift,
    ">>": np.right_shift,
}
_COMPARISONS: Final[Mapping[Comparison, Callable[[Any, Any], Any]]] = {
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "==": np.equal,
    "!=": np.not_equal,
}


class NumpyLanes(Lanes):
    """Lanes that are arrays of `width` elements, or of one element that applies to every lane."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._constants: dict[tuple[int, Kind], Lane] = {}

    def full(self, value: int, kind: Kind) -> Lane:
        """Returns a constant, modulo its kind, in every lane."""
        lane = self._constants.get((value, kind))
        if lane is None:
            lane = Lane(self, np.array([wrapped(value, kind)], DTYPES[kind]), kind)
            self._constants[value, kind] = lane
        return lane

    def rows(self, lane: Lane) -> NDArray[Any]:
        """Returns the values of all lanes as a new array."""
        return np.array(np.broadcast_to(lane.value, self.width))

    def arithmetic(self, sign: Arithmetic, left: Lane, right: Lane | int) -> Lane:
        """Returns the result of an operator on two lanes of one kind."""
        kind = left.kind
        if kind == "b" and sign not in OF_TRUTHS:
            raise TypeError(f"lanes of kind b have no operator {sign}")
        value = _ARITHMETIC[sign](left.value, self.operand(right, kind).value)
        return Lane(self, value, kind)

    def comparison(self, sign: Comparison, left: Lane, right: Lane | int) -> Lane:
        """Returns the truth value of a comparison of two lanes of one kind."""
        kind = left.kind
        if kind == "b" and sign not in OF_TRUTHS:
            raise TypeError(f"lanes of kind b have no operator {sign}")
        value = _COMPARISONS[sign](left.value, self.operand(right, kind).value)
        return Lane(self, value, "b")

    def choose(self, condition: Lane, left: Lane, right: Lane) -> Lane:
        """Returns left if a condition is true, else right."""
        kind, chosen, mask = left.kind, left.value ^ right.value, condition.value
        if kind != "b":
            mask = np.negative(mask.view(np.int8)).astype(DTYPES[kind])  # all bits, or none
        return Lane(self, (chosen & mask) ^ right.value, kind)

    def cast(self, lane: Lane, kind: Kind) -> Lane:
        """Returns a lane as another kind of integer: extended by its own sign, or truncated."""
        if kind == "b" and lane.kind != "b":
            raise TypeError("compare a lane to make truth values of it")
        return Lane(self, lane.value.astype(DTYPES[kind]), kind)

    def bits(self, lane: Lane) -> Lane:
        """Returns the number of bits set."""
        unsigned = lane.value.view(
            f"u{lane.value.itemsize}"
        )  # on signed integers NumPy counts the bits of the absolute value
        return Lane(self, np.bitwise_count(unsigned).astype(DTYPES[lane.kind]), lane.kind)

    def lookup(self, index: Lane, values: Sequence[int], kind: Kind) -> Lane:
        """Returns values[index] for an index of kind u8; beyond the last value, any figure."""
        if index.kind != "u8":
            raise TypeError(f"an index must be of kind u8, not {index.kind}")
        table = np.array([wrapped(value, kind) for value in values], DTYPES[kind])
        return Lane(self, np.take(table, index.value, mode="clip"), kind)

    def constant(self, row: Sequence[int], number: LoopNumber, kind: Kind) -> Lane:
        """Returns row[number] in every lane."""
        return self.full(row[number], kind)

    def repeat(
        self,
        count: int,
        state: Sequence[Lane],
        body: Callable[[LoopNumber, list[Lane]], Sequence[Lane]],
    ) -> list[Lane]:
        """Returns the state after `count` rounds of body(number, state)."""
        now = list(state)
        for number in range(count):
            now = check_state(now, body(number, now))
        return now

    def while_any(
        self,
        going: Callable[[list[Lane]], Lane],
        state: Sequence[Lane],
        body: Callable[[list[Lane]], Sequence[Lane]],
    ) -> list[Lane]:
        """Returns the state after as many rounds of body as some lane needs."""
        now = list(state)
        while np.any(going(now).value):
            now = check_state(now, body(now))
        return now

    def floor_divide(self, left: Lane, right: Lane | int) -> Lane:
        """Returns the quotient of two i32 or i64, rounded down; 0 if the divisor is 0."""
        return self._divided(np.floor_divide, left, right)

    def modulo(self, left: Lane, right: Lane | int) -> Lane:
        """Returns the remainder of floor_divide, with the divisor's sign; 0 if the divisor is 0."""
        return self._divided(np.remainder, left, right)

    def _divided(self, divide: Callable[[Any, Any], Any], left: Lane, right: Lane | int) -> Lane:
        if left.kind not in SIGNED:
            raise TypeError(f"lanes of kind {left.kind} cannot be divided: cast them to i32")
        divisor = self.operand(right, left.kind).value
        with np.errstate(divide="ignore", over="ignore"):  # NumPy's result is 0, or wraps around
            return Lane(self, divide(left.value, divisor), left.kind)


def check_state(before: Sequence[Lane], after: Sequence[Lane]) -> list[Lane]:
    """Returns the state after a round; raises TypeError if the round changed the kind of a lane."""
    kinds = [lane.kind for lane in before], [lane.kind for lane in after]
    if kinds[0] != kinds[1]:
        raise TypeError(f"a round makes lanes of kinds {kinds[1]} of lanes of kinds {kinds[0]}")
    return list(after)

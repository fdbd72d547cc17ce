"""Arithmetic over many matches at once: the operations that game rules use, and their NumPy
backend.

A *lane* holds one integer (or one truth value) for each of many matches.  A game rule is a Python
function from lanes to lanes.  It adds, compares and selects (`where`), but never branches on match
data.  If the rules of the deal decide a question, an ordinary Python `if` answers it, which costs
nothing while matches are being played.

- Input: a rule calls methods of its first argument `o`, an instance of a subclass of `Lanes`, and
  the operators of `Lane`.  There are two such backends.  In `NumpyLanes`, below, a lane is an array
  and every call computes immediately.  In `LlvmLanes` (`llvm_lanes`) a lane is an LLVM vector and
  every call emits an instruction.
- Output: lanes of the kinds below.

Invariants, which hold for both backends (tests check that their results are identical):

- The kind of a lane never changes.  An operator on lanes of two kinds raises `TypeError`, so one
  backend cannot widen a value where the other wraps around.
- An `int` operand is taken modulo the lane's kind; so is every result.
- Nothing traps.  A shift by the lane's width or more gives 0 (or the sign), and a division by 0
  gives 0.
- Matches that are over, or that a rule does not apply to, are computed like all others; the rule
  discards their results with `where`.

Tried and rejected:

- Bare NumPy arrays as lanes.  They save a call per operator, but `array & ~1` raises an error, a
  scalar that wraps around triggers a warning, and a byte is silently widened next to a wider
  integer.  LLVM does not accept mixed widths.  Constants are one-element arrays, which wrap around
  silently.
- NumPy's own `where`: it takes twice as long as bitwise operations, because it branches on each
  element and processors cannot predict cards.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Kind: TypeAlias = Literal["b", "u8", "u16", "u32", "u64", "i32", "i64"]
"""A lane's kind: a truth value ("b"), or an unsigned or signed integer with this many bits."""

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
BITS: Final[Mapping[Kind, int]] = {
    kind: 1 if kind == "b" else 8 * dtype.itemsize for kind, dtype in DTYPES.items()
}

Arithmetic: TypeAlias = Literal["+", "-", "*", "&", "|", "^", "<<", ">>"]
Comparison: TypeAlias = Literal["<", "<=", ">", ">=", "==", "!="]
LoopNumber: TypeAlias = Any
"""The index of an iteration of `repeat`: an `int`, or an LLVM value that only `o` understands."""

OF_TRUTHS: Final = frozenset({"&", "|", "^", "==", "!="})
"""The operators defined for lanes of kind "b" (truth values)."""


def wrapped(number: int, kind: Kind) -> int:
    """Returns a number wrapped around to the range of a kind."""
    bits = BITS[kind]
    number &= (1 << bits) - 1
    return number - (1 << bits) if kind in SIGNED and number >> (bits - 1) else number


class Lane:
    """One value per match: `value` is the representation that the backend `o` uses."""

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


LoopBody: TypeAlias = Callable[[LoopNumber, list[Lane]], Sequence[Lane]]
"""The body of `repeat`: returns the state after the iteration with this index."""

Test: TypeAlias = Callable[[list[Lane]], Lane]
"""The condition of `while_any`: returns the matches that need another iteration."""

WhileBody: TypeAlias = Callable[[list[Lane]], Sequence[Lane]]
"""The body of `while_any`: returns the state after another iteration."""


class Lanes(ABC):
    """A backend: creates and combines lanes for `width` matches."""

    width: int

    @abstractmethod
    def full(self, value: int, kind: Kind) -> Lane:
        """Returns a lane with the same value for all matches, taken modulo its kind."""

    @abstractmethod
    def arithmetic(self, sign: Arithmetic, left: Lane, right: Lane | int) -> Lane:
        """Applies an arithmetic or bitwise operator to two lanes of the same kind."""

    @abstractmethod
    def comparison(self, sign: Comparison, left: Lane, right: Lane | int) -> Lane:
        """Compares two lanes of the same kind; returns a lane of truth values."""

    @abstractmethod
    def cast(self, lane: Lane, kind: Kind) -> Lane:
        """Converts a lane to another integer kind: sign-extends if it is signed, or truncates."""

    @abstractmethod
    def bits(self, lane: Lane) -> Lane:
        """Returns the number of set bits in each element."""

    @abstractmethod
    def lookup(self, index: Lane, values: Sequence[int], kind: Kind) -> Lane:
        """Returns values[index] for an index of kind u8; unspecified past the end."""

    @abstractmethod
    def constant(self, row: Sequence[int], number: LoopNumber, kind: Kind) -> Lane:
        """Returns a lane filled with row[number]; `number` is an `int` or a loop index."""

    @abstractmethod
    def repeat(self, count: int, state: Sequence[Lane], body: LoopBody) -> list[Lane]:
        """Returns the state after `count` iterations of body(number, state).

        `body` must not change the kinds of the state's lanes; otherwise it raises TypeError.
        """

    @abstractmethod
    def while_any(self, going: Test, state: Sequence[Lane], body: WhileBody) -> list[Lane]:
        """Repeats `body` until no lane needs another iteration, and returns the state.

        An iteration runs if going(state) is true in any lane.  `body` must not change the lanes in
        which it is false.
        """

    @abstractmethod
    def floor_divide(self, left: Lane, right: Lane | int) -> Lane:
        """Returns the quotient of two i32 or i64 lanes, rounded down; 0 if the divisor is 0."""

    @abstractmethod
    def modulo(self, left: Lane, right: Lane | int) -> Lane:
        """Returns the remainder of `floor_divide`, with the sign of the divisor; 0 if that is 0."""

    @abstractmethod
    def choose(self, condition: Lane, left: Lane, right: Lane) -> Lane:
        """Selects between two lanes: `left` where the condition is true, else `right`."""

    def where(self, condition: Lane, left: Lane | int, right: Lane | int) -> Lane:
        """Selects `left` where the condition is true, else `right`; one of them may be an `int`."""
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
        """Returns the upper 16 bits of the product of two u16 lanes."""
        if left.kind != "u16" or right.kind != "u16":
            raise TypeError(f"upper takes two u16, not {left.kind} and {right.kind}")
        return self.cast((self.cast(left, "u32") * self.cast(right, "u32")) >> 16, "u16")

    def halves(self, word: Lane) -> tuple[Lane, Lane]:
        """Splits the lower 32 bits of a u64 into two u16 lanes, the low half first."""
        return self.cast(word & 0xFFFF, "u16"), self.cast(word >> 16, "u16")

    def operand(self, other: Lane | int, kind: Kind) -> Lane:
        """Returns an operand as a lane of this kind; a lane of another kind raises TypeError."""
        if not isinstance(other, Lane):
            return self.full(other, kind)
        if other.kind != kind:
            raise TypeError(f"a lane of kind {kind} meets one of kind {other.kind}: cast one")
        return other


class Words(Protocol):
    """The random words for the decisions of a deal, as `phases` accesses them."""

    def __call__(
        self, place: int, trick: LoopNumber = 0, offset: Lane | None = None
    ) -> tuple[Lane, Lane]:
        """Returns word number `place + trick * players + offset` as two halves, low and high.

        `offset` (u8 or u16) may differ by match; an index past the end selects the last word.
        """


class PlayableDeal(Protocol):
    """A kind of deal, as used by the runners: `phases.VectorDeal` or `schedule.EarlyDeal`."""

    @property
    def players(self) -> int:
        """The number of seats."""

    @property
    def cards_needed(self) -> int:
        """The number of cards that must be drawn from the top of the pack."""

    @property
    def pack(self) -> tuple[int, ...]:
        """The card number at each position of the unshuffled pack."""

    @property
    def decisions(self) -> int:
        """The maximum number of random words that decisions can consume."""

    @property
    def lots(self) -> tuple[int, ...]:
        """The purposes of the lots that are drawn; each lot uses one word."""

    @property
    def inputs(self) -> tuple[tuple[str, Kind], ...]:
        """The name and kind of each input row, which has one value per match."""

    @property
    def outputs(self) -> tuple[tuple[str, Kind], ...]:
        """The name and kind of each output row, which has one value per match."""

    def play(
        self,
        o: Lanes,
        cards: Sequence[Lane],
        words: Words,
        lots: Mapping[int, tuple[Lane, Lane]],
        inputs: Mapping[str, Lane],
    ) -> Mapping[str, Lane]:
        """Plays the deal and returns its output rows by name."""

    def key(self) -> object:
        """Returns a hashable key; deals with equal keys are played by the same code."""


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
    """Lanes as arrays of `width` elements; a one-element array applies to every match."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._constants: dict[tuple[int, Kind], Lane] = {}

    def full(self, value: int, kind: Kind) -> Lane:
        """Returns a lane with the same value for all matches, taken modulo its kind."""
        lane = self._constants.get((value, kind))
        if lane is None:
            lane = Lane(self, np.array([wrapped(value, kind)], DTYPES[kind]), kind)
            self._constants[value, kind] = lane
        return lane

    def rows(self, lane: Lane) -> NDArray[Any]:
        """Returns the values for all matches as a new array."""
        return np.array(np.broadcast_to(lane.value, self.width))

    def arithmetic(self, sign: Arithmetic, left: Lane, right: Lane | int) -> Lane:
        """Applies an arithmetic or bitwise operator to two lanes of the same kind."""
        kind = left.kind
        if kind == "b" and sign not in OF_TRUTHS:
            raise TypeError(f"lanes of kind b have no operator {sign}")
        value = _ARITHMETIC[sign](left.value, self.operand(right, kind).value)
        return Lane(self, value, kind)

    def comparison(self, sign: Comparison, left: Lane, right: Lane | int) -> Lane:
        """Compares two lanes of the same kind; returns a lane of truth values."""
        kind = left.kind
        if kind == "b" and sign not in OF_TRUTHS:
            raise TypeError(f"lanes of kind b have no operator {sign}")
        value = _COMPARISONS[sign](left.value, self.operand(right, kind).value)
        return Lane(self, value, "b")

    def choose(self, condition: Lane, left: Lane, right: Lane) -> Lane:
        """Selects between two lanes: `left` where the condition is true, else `right`."""
        kind, chosen, mask = left.kind, left.value ^ right.value, condition.value
        if kind != "b":
            mask = np.negative(mask.view(np.int8)).astype(DTYPES[kind])  # all bits, or none
        return Lane(self, (chosen & mask) ^ right.value, kind)

    def cast(self, lane: Lane, kind: Kind) -> Lane:
        """Converts a lane to another integer kind: sign-extends if it is signed, or truncates."""
        if kind == "b" and lane.kind != "b":
            raise TypeError("compare a lane to make truth values of it")
        return Lane(self, lane.value.astype(DTYPES[kind]), kind)

    def bits(self, lane: Lane) -> Lane:
        """Returns the number of set bits in each element."""
        unsigned = lane.value.view(
            f"u{lane.value.itemsize}"
        )  # on signed integers NumPy counts the bits of the absolute value
        return Lane(self, np.bitwise_count(unsigned).astype(DTYPES[lane.kind]), lane.kind)

    def lookup(self, index: Lane, values: Sequence[int], kind: Kind) -> Lane:
        """Returns values[index] for an index of kind u8; unspecified past the end."""
        if index.kind != "u8":
            raise TypeError(f"an index must be of kind u8, not {index.kind}")
        table = np.array([wrapped(value, kind) for value in values], DTYPES[kind])
        return Lane(self, np.take(table, index.value, mode="clip"), kind)

    def constant(self, row: Sequence[int], number: LoopNumber, kind: Kind) -> Lane:
        """Returns a lane filled with row[number]."""
        return self.full(row[number], kind)

    def repeat(self, count: int, state: Sequence[Lane], body: LoopBody) -> list[Lane]:
        """Returns the state after `count` iterations of body(number, state)."""
        now = list(state)
        for number in range(count):
            now = check_state(now, body(number, now))
        return now

    def while_any(self, going: Test, state: Sequence[Lane], body: WhileBody) -> list[Lane]:
        """Repeats `body` until no lane needs another iteration, and returns the state."""
        now = list(state)
        while np.any(going(now).value):
            now = check_state(now, body(now))
        return now

    def floor_divide(self, left: Lane, right: Lane | int) -> Lane:
        """Returns the quotient of two i32 or i64 lanes, rounded down; 0 if the divisor is 0."""
        return self._divided(np.floor_divide, left, right)

    def modulo(self, left: Lane, right: Lane | int) -> Lane:
        """Returns the remainder of `floor_divide`, with the sign of the divisor; 0 if that is 0."""
        return self._divided(np.remainder, left, right)

    def _divided(self, divide: Callable[[Any, Any], Any], left: Lane, right: Lane | int) -> Lane:
        if left.kind not in SIGNED:
            raise TypeError(f"lanes of kind {left.kind} cannot be divided: cast them to i32")
        divisor = self.operand(right, left.kind).value
        with np.errstate(divide="ignore", over="ignore"):  # NumPy's result is 0, or wraps around
            return Lane(self, divide(left.value, divisor), left.kind)


def check_state(before: Sequence[Lane], after: Sequence[Lane]) -> list[Lane]:
    """Returns the state after an iteration; raises TypeError if the kind of a lane has changed."""
    kinds = [lane.kind for lane in before], [lane.kind for lane in after]
    if kinds[0] != kinds[1]:
        raise TypeError(f"a round makes lanes of kinds {kinds[1]} of lanes of kinds {kinds[0]}")
    return list(after)

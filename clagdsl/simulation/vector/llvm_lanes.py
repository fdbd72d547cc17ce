"""Lanes as LLVM vectors: calling a rule emits the machine code that plays it.

- Input: a rule that is written for `backends.Lanes`, called with an `LlvmLanes`.
- Output: lines of LLVM assembly in a `FunctionText`.  `machine_code` joins the `text` of several
  functions into a module and compiles it.

Invariants:

- The value of a lane is the text of an operand: the name of a result (`%v12`) or a constant.
- Each result is named once, and its line precedes all lines that use it, so text is only appended.
  Stack variables are allocated in separate lines at the start of the function.
- The body of `repeat` is emitted once, however often it runs.  Between iterations its state is on
  the stack, and LLVM's first pass (SROA) moves it into registers.

Tried and rejected:

- llvmlite's IR builder: creating and printing its objects took a quarter of the time to compile a
  deal.  Appending text takes 1 % of it.
- Unrolled loops: 1.58 times as fast as the old kernels instead of 1.42 times, but three times as
  long to compile.
- Leaving shifts by too many bits undefined, as LLVM does.  Lanes that are discarded later may hold
  any value, and an undefined one in a condition of `while_any` ruins all lanes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

from clagdsl.simulation.vector.backends import (
    BITS,
    OF_TRUTHS,
    SIGNED,
    Arithmetic,
    Comparison,
    Kind,
    Lane,
    Lanes,
    LoopBody,
    LoopNumber,
    Test,
    WhileBody,
    check_state,
    wrapped,
)

_ARITHMETIC: Final[dict[Arithmetic, str]] = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "&": "and",
    "|": "or",
    "^": "xor",
    "<<": "shl",
    ">>": "lshr",
}
_COMPARISONS: Final[dict[Comparison, tuple[str, str]]] = {
    "<": ("ult", "slt"),
    "<=": ("ule", "sle"),
    ">": ("ugt", "sgt"),
    ">=": ("uge", "sge"),
    "==": ("eq", "eq"),
    "!=": ("ne", "ne"),
}


class Index(str):
    """An operand of type i64: a loop index, or an offset in memory."""

    __slots__ = ()


Place: TypeAlias = Index | int
"""A number of type i64: an `Index` is known only at run time, an `int` at compile time."""


class FunctionText:
    """A function as LLVM assembly; its methods append scalar operations, loops and memory accesses.

    Every operand is of type i64 (`Index`) or a pointer, unless a method says otherwise.
    """

    def __init__(self, name: str, arguments: Sequence[str]) -> None:
        self._name = name
        self._head = f"define void @{name}({', '.join(arguments)}) nounwind {{\nentry:"
        self._stack: list[str] = []
        self._lines: list[str] = []
        self._results = 0
        self.declared: dict[str, str] = {}
        """The declarations of the functions called, by name."""
        self.tables: list[str] = []
        """The definitions of constant tables."""

    @property
    def text(self) -> str:
        """The complete function; a return is added after its last line."""
        return "\n".join([self._head, *self._stack, *self._lines, "  ret void", "}"])

    def result(self, instruction: str) -> str:
        """Appends an instruction and returns the name of its result."""
        self._results += 1
        name = f"%v{self._results}"
        self._lines.append(f"  {name} = {instruction}")
        return name

    def append(self, instruction: str) -> None:
        """Appends an instruction without a result."""
        self._lines.append("  " + instruction)

    def call(self, name: str, result: str, arguments: Sequence[tuple[str, str]]) -> str:
        """Appends a call to an intrinsic and returns its result; arguments are (type, operand)."""
        types = ", ".join(kind for kind, _ in arguments)
        self.declared[name] = f"declare {result} @{name}({types})"
        operands = ", ".join(f"{kind} {operand}" for kind, operand in arguments)
        return self.result(f"call {result} @{name}({operands})")

    def reserve(self, size: int) -> str:
        """Reserves `size` bytes on the stack for the whole function; returns a pointer to them."""
        return self.variable(f"[{size} x i8], align 64")

    def variable(self, kind: str) -> str:
        """Allocates a stack variable of an LLVM type; returns a pointer to it."""
        self._results += 1
        name = f"%v{self._results}"
        self._stack.append(f"  {name} = alloca {kind}")
        return name

    def table(self, row: Sequence[int], number: Index) -> Index:
        """Returns the element of a constant row at an index that is known only at run time."""
        name = f"@{self._name}.table{len(self.tables)}"
        elements = ", ".join(f"i64 {value}" for value in row)
        self.tables.append(f"{name} = private constant [{len(row)} x i64] [{elements}]")
        place = self.result(f"getelementptr i64, ptr {name}, i64 {number}")
        return Index(self.result(f"load i64, ptr {place}"))

    def sum(self, left: Place, right: Place) -> Place:
        """Returns the sum of two places."""
        if isinstance(left, int) and isinstance(right, int):
            return left + right
        return Index(self.result(f"add i64 {left}, {right}"))

    def product(self, left: Place, right: Place) -> Place:
        """Returns the product of two places."""
        if isinstance(left, int) and isinstance(right, int):
            return left * right
        return Index(self.result(f"mul i64 {left}, {right}"))

    def quotient(self, left: Place, right: int) -> Place:
        """Returns a place divided by a number, rounded down."""
        if isinstance(left, int):
            return left // right
        return Index(self.result(f"udiv i64 {left}, {right}"))

    def offset(self, pointer: str, place: Place) -> str:
        """Returns a pointer `place` bytes after `pointer`."""
        if place == 0:
            return pointer
        return self.result(f"getelementptr i8, ptr {pointer}, i64 {place}")

    def _open(self, *labels: str) -> list[str]:
        """Returns labels for new blocks that are unique within the function."""
        self._results += 1
        return [f"{label}{self._results}" for label in labels]

    def start(self, label: str) -> None:
        """Starts a new block and lets the code before it fall through into it."""
        self.append(f"br label %{label}")
        self._lines.append(f"{label}:")

    def loop(self, stop: Place, step: int, body: Callable[[Index], None]) -> None:
        """Appends a loop over 0, step, 2 * step, ... below `stop`; `body` emits its body."""
        before, head, inside, last, after = self._open("before", "head", "inside", "last", "after")
        number, following = f"%{head}.number", f"%{head}.following"
        self.start(before)
        self.start(head)
        self.append(f"{number} = phi i64 [ 0, %{before} ], [ {following}, %{last} ]")
        self.branch(self.result(f"icmp ult i64 {number}, {stop}"), inside, after)
        body(Index(number))
        self.start(last)
        self.append(f"{following} = add nuw i64 {number}, {step}")
        self.append(f"br label %{head}")
        self._lines.append(f"{after}:")

    def loop_while(self, condition: Callable[[], str], body: Callable[[], None]) -> None:
        """Appends a loop that runs while the condition, an operand of type i1, is true."""
        head, inside, after = self._open("head", "inside", "after")
        self.start(head)
        self.branch(condition(), inside, after)
        body()
        self.append(f"br label %{head}")
        self._lines.append(f"{after}:")

    def branch(self, condition: str, inside: str, after: str) -> None:
        """Appends a branch on an operand of type i1, then starts the block `inside`."""
        self.append(f"br i1 {condition}, label %{inside}, label %{after}")
        self._lines.append(f"{inside}:")


@dataclass(frozen=True, slots=True)
class Permute:
    """An instruction that looks up bytes in a table held in a register."""

    name: str
    """The LLVM intrinsic, which takes a table and an index, and uses the index's lowest bits."""
    entries: int
    """The number of bytes in a table, which is repeated until it fills the register."""

    def cost(self, values: int) -> int:
        """Returns the number of instructions for a lookup among `values` values."""
        return 3 * -(-values // self.entries) - 2


def _steps(row: Sequence[int]) -> int:
    """Returns the number of adjacent pairs that differ."""
    return sum(left != right for left, right in pairwise(row))


class LlvmLanes(Lanes):
    """Lanes that are LLVM vectors of `width` elements, in the function that is being generated."""

    def __init__(self, function: FunctionText, width: int, permute: Permute | None = None) -> None:
        self.function = function
        self.width = width
        self.permute = permute
        self._types = {kind: f"<{width} x i{bits}>" for kind, bits in BITS.items()}

    def type(self, kind: Kind) -> str:
        """Returns the LLVM type of a lane."""
        return self._types[kind]

    def bytes(self, kind: Kind) -> int:
        """Returns the size in memory, in bytes, of a lane of integers."""
        return self.width * BITS[kind] // 8

    def lane(self, instruction: str, kind: Kind) -> Lane:
        """Appends an instruction and returns its result as a lane."""
        return Lane(self, self.function.result(instruction), kind)

    def full(self, value: int, kind: Kind) -> Lane:
        """Returns a lane with the same value for all matches, taken modulo its kind."""
        return Lane(self, f"splat (i{BITS[kind]} {int(wrapped(value, kind))})", kind)

    def fill(self, scalar: Place, kind: Kind) -> Lane:
        """Returns a lane filled with an i64 scalar, truncated to a kind."""
        if isinstance(scalar, int):
            return self.full(scalar, kind)
        function, bits, whole = self.function, BITS[kind], self._types[kind]
        cut = scalar if bits == 64 else function.result(f"trunc i64 {scalar} to i{bits}")
        single = function.result(f"insertelement {whole} poison, i{bits} {cut}, i64 0")
        nowhere = f"<{self.width} x i32> zeroinitializer"
        return self.lane(f"shufflevector {whole} {single}, {whole} poison, {nowhere}", kind)

    def arithmetic(self, sign: Arithmetic, left: Lane, right: Lane | int) -> Lane:
        """Applies an arithmetic or bitwise operator to two lanes of the same kind."""
        kind = left.kind
        if kind == "b" and sign not in OF_TRUTHS:
            raise TypeError(f"lanes of kind b have no operator {sign}")
        other = self.operand(right, kind)
        if sign in ("<<", ">>"):
            return self._shifted(sign, left, right if isinstance(right, int) else other)
        return self.lane(
            f"{_ARITHMETIC[sign]} {self._types[kind]} {left.value}, {other.value}", kind
        )

    def _shifted(self, sign: Arithmetic, left: Lane, right: Lane | int) -> Lane:
        kind, bits = left.kind, BITS[left.kind]
        signed = sign == ">>" and kind in SIGNED
        if isinstance(right, int):
            if right >= bits and not signed:
                return self.full(0, kind)
            right = self.full(min(right, bits - 1), kind)
            return self._shift(sign, left, right, signed=signed)
        if signed:
            right = self.where(right < bits, right, bits - 1)
            return self._shift(sign, left, right, signed=True)
        # LLVM turns this selection into one instruction, because processors shift in this way
        return self.where(right < bits, self._shift(sign, left, right, signed=False), 0)

    def _shift(self, sign: Arithmetic, left: Lane, right: Lane, *, signed: bool) -> Lane:
        name = "ashr" if signed else _ARITHMETIC[sign]
        return self.lane(f"{name} {self._types[left.kind]} {left.value}, {right.value}", left.kind)

    def comparison(self, sign: Comparison, left: Lane, right: Lane | int) -> Lane:
        """Compares two lanes of the same kind; returns a lane of truth values."""
        kind = left.kind
        if kind == "b" and sign not in OF_TRUTHS:
            raise TypeError(f"lanes of kind b have no operator {sign}")
        other = self.operand(right, kind)
        name = _COMPARISONS[sign][kind in SIGNED]
        return self.lane(f"icmp {name} {self._types[kind]} {left.value}, {other.value}", "b")

    def choose(self, condition: Lane, left: Lane, right: Lane) -> Lane:
        """Selects between two lanes: `left` where the condition is true, else `right`."""
        kind = self._types[left.kind]
        return self.lane(
            f"select {self._types['b']} {condition.value},"
            f" {kind} {left.value}, {kind} {right.value}",
            left.kind,
        )

    def cast(self, lane: Lane, kind: Kind) -> Lane:
        """Converts a lane to another integer kind: sign-extends if it is signed, or truncates."""
        before, after = BITS[lane.kind], BITS[kind]
        if kind == "b" and lane.kind != "b":
            raise TypeError("compare a lane to make truth values of it")
        if before == after:
            return Lane(self, lane.value, kind)
        name = "trunc" if before > after else "sext" if lane.kind in SIGNED else "zext"
        types = f"{self._types[lane.kind]} {lane.value} to {self._types[kind]}"
        return self.lane(f"{name} {types}", kind)

    def bits(self, lane: Lane) -> Lane:
        """Returns the number of set bits in each element."""
        kind = self._types[lane.kind]
        name = f"llvm.ctpop.v{self.width}i{BITS[lane.kind]}"
        return Lane(self, self.function.call(name, kind, [(kind, lane.value)]), lane.kind)

    def lookup(self, index: Lane, values: Sequence[int], kind: Kind) -> Lane:
        """Returns values[index] for an index of kind u8; past the end, the result is unspecified.

        A chain of comparisons needs one step for each pair of neighbours that differ.  If fewer
        remain that way, the table plus or minus the index is used instead: most card tables rise or
        fall by one, with a few jumps.  For other tables the processor may have an instruction.
        """
        if index.kind != "u8":
            raise TypeError(f"an index must be of kind u8, not {index.kind}")
        slopes = {slope: [v - slope * i for i, v in enumerate(values)] for slope in (0, 1, -1)}
        slope = min(slopes, key=lambda slope: _steps(slopes[slope]))
        row = slopes[slope]
        if self.permute is not None and max(wrapped(v, "u64") for v in values) < 1 << 16:
            planes = 1 if max(values) < 1 << 8 else 2
            if self.permute.cost(len(values)) * planes < 2 * _steps(row) * BITS[kind] // 8:
                return self._permuted(self.permute, index, values, kind)
        result = self.full(row[0], kind)
        for place in range(1, len(row)):
            if row[place] != row[place - 1]:
                result = self.where(index >= place, row[place], result)
        if slope == 0:
            return result
        return result + self.cast(index, kind) * slope

    def _permuted(self, permute: Permute, index: Lane, values: Sequence[int], kind: Kind) -> Lane:
        """Looks up values of at most 16 bits, one byte at a time."""
        low = self._permuted_bytes(permute, index, [value & 0xFF for value in values])
        result = self.cast(low, kind)
        if max(values) < 1 << 8:
            return result
        high = self._permuted_bytes(permute, index, [value >> 8 for value in values])
        return result | self.cast(high, kind) << 8

    def _permuted_bytes(self, permute: Permute, index: Lane, values: Sequence[int]) -> Lane:
        kind, result = self._types["u8"], index
        for start in range(0, len(values), permute.entries):
            part = values[start : start + permute.entries]
            # a shorter table is padded, and repeated in every part of the register
            row = [*part, *[0] * (permute.entries - len(part))] * (self.width // permute.entries)
            table = f"<{', '.join(f'i8 {value}' for value in row)}>"
            operands = (kind, table), (kind, index.value)
            lane = Lane(self, self.function.call(permute.name, kind, operands), "u8")
            result = self.where(index >= start, lane, result) if start else lane
        return result

    def constant(self, row: Sequence[int], number: LoopNumber, kind: Kind) -> Lane:
        """Returns a lane filled with row[number]; `number` is an `int` or a loop index."""
        if isinstance(number, int):
            return self.full(row[number], kind)
        scalar = self.function.table([wrapped(value, kind) for value in row], number)
        return self.fill(scalar, kind)

    def repeat(self, count: int, state: Sequence[Lane], body: LoopBody) -> list[Lane]:
        """Returns the state after `count` iterations of body(number, state), as one loop."""
        if count <= 1:
            return check_state(state, body(0, list(state))) if count else list(state)
        return self.play_rounds(count, state, body)

    def play_rounds(self, count: Place, state: Sequence[Lane], body: LoopBody) -> list[Lane]:
        """Returns the state after `count` iterations; `count` may be known only at run time."""
        places = self._keep(state)

        def play_round(number: Index) -> None:
            now = self._kept(places, state)
            self._put(places, check_state(now, body(number, now)))

        self.function.loop(count, 1, play_round)
        return self._kept(places, state)

    def while_any(self, going: Test, state: Sequence[Lane], body: WhileBody) -> list[Lane]:
        """Repeats `body` until no lane needs another iteration, and returns the state."""
        places = self._keep(state)

        def goes_on() -> str:
            held = going(self._kept(places, state))
            mask = self.function.result(f"bitcast {self._types['b']} {held.value} to i{self.width}")
            return self.function.result(f"icmp ne i{self.width} {mask}, 0")

        def play_round() -> None:
            now = self._kept(places, state)
            self._put(places, check_state(now, body(now)))

        self.function.loop_while(goes_on, play_round)
        return self._kept(places, state)

    def _keep(self, state: Sequence[Lane]) -> list[str]:
        """Stores a state in new stack variables, and returns their pointers."""
        places = [self.function.variable(self._types[lane.kind]) for lane in state]
        self._put(places, state)
        return places

    def _put(self, places: Sequence[str], state: Sequence[Lane]) -> None:
        for place, lane in zip(places, state, strict=True):
            self.function.append(f"store {self._types[lane.kind]} {lane.value}, ptr {place}")

    def _kept(self, places: Sequence[str], state: Sequence[Lane]) -> list[Lane]:
        return [
            self.lane(f"load {self._types[lane.kind]}, ptr {place}", lane.kind)
            for place, lane in zip(places, state, strict=True)
        ]

    def floor_divide(self, left: Lane, right: Lane | int) -> Lane:
        """Returns the quotient of two i32 or i64 lanes, rounded down; 0 if the divisor is 0."""
        kind = left.kind
        if kind not in SIGNED:
            raise TypeError(f"lanes of kind {kind} cannot be divided: cast them to i32")
        divisor = self.operand(right, kind)
        # divisors -1 and 0 are handled separately: dividing the least number by -1 would trap, as
        # division by 0 does
        safe = self.where((divisor == 0) | (divisor == -1), 1, divisor)
        quotient = self._quotient(left, safe)
        quotient = self.where(divisor == -1, 0 - left, quotient)
        return self.where(divisor == 0, 0, quotient)

    def _quotient(self, left: Lane, right: Lane) -> Lane:
        function, kind = self.function, self._types[left.kind]
        if left.kind == "i32" and not right.value.startswith("splat"):
            # No processor divides vectors of integers, but division in doubles is exact here.  If
            # the quotient of two 32-bit numbers is not an integer, its relative distance from the
            # next one is at least 2^-31.  A double is off by 2^-53 at most.
            real = f"<{self.width} x double>"
            above, below = (
                function.result(f"sitofp {kind} {lane.value} to {real}") for lane in (left, right)
            )
            ratio = function.result(f"fdiv {real} {above}, {below}")
            floor = function.call(f"llvm.floor.v{self.width}f64", real, [(real, ratio)])
            return self.lane(f"fptosi {real} {floor} to {kind}", "i32")
        quotient = self.lane(f"sdiv {kind} {left.value}, {right.value}", left.kind)
        rest = left - quotient * right
        off = (rest != 0) & ((rest ^ right) < 0)
        return self.where(off, quotient - 1, quotient)

    def modulo(self, left: Lane, right: Lane | int) -> Lane:
        """Returns the remainder of `floor_divide`, with the sign of the divisor; 0 if that is 0."""
        divisor = self.operand(right, left.kind)
        rest = left - self.floor_divide(left, divisor) * divisor
        return self.where(divisor == 0, 0, rest)

    def load(self, pointer: str, kind: Kind) -> Lane:
        """Loads a lane from memory."""
        return self.lane(f"load {self._types[kind]}, ptr {pointer}, align {BITS[kind] // 8}", kind)

    def store(self, lane: Lane, pointer: str) -> None:
        """Appends a store of a lane to memory."""
        kind, align = self._types[lane.kind], BITS[lane.kind] // 8
        self.function.append(f"store {kind} {lane.value}, ptr {pointer}, align {align}")

"""Compiles kinds of deals to machine code that plays `width` matches at a time.

- Input: a kind of deal (`PlayableDeal`), whose rules are called once with `LlvmLanes`.
- Output: a `DealCode`, which plays deals of that kind with the same results as
  `numpy_runner.play_numpy`, on rows of memory that the caller reuses from block to block.

Two sorts of functions are compiled:

- *Chance*: `draw` produces the random words and the shuffled places for `width` matches with the
  documented generator.  The numbers of cards and words are arguments, so one such module serves all
  games.
- *Deals*: one function for each kind.  For each `width` matches it calls chance through a pointer,
  maps places to the cards of its pack, plays, and stores the output rows.

Invariants:

- Compiled code depends only on the text of its module, the processor and the compiler version;
  `code_files` caches it by the hash of these.  The text contains nothing match-specific: neither
  seed nor deal number nor memory address.
- The number of matches is a multiple of the width, and so is the length of input and output rows.
  For fewer matches, the caller plays extra ones and discards them.
- A call modifies only the output rows, so threads may play at the same time.

Tried and rejected:

- A shuffle for each number of cards, fully unrolled: no faster within the error of measurement, and
  seven more functions to compile for the Pagat games.
- Moving the pack along while it is shuffled: twice as many comparisons as looking back.
- One module per game: changing one deal recompiles all of them, and games share nothing.
- More passes (O2, or whole-module passes): up to twice as long to compile, and no faster.  Lanes
  leave them little to do: they contain no loops to vectorize, and unrolling makes deals 4 % slower.
- Fewer passes (SROA, instcombine, simplifycfg alone): compiles in a quarter less time, but runs 1
  to 5 % slower.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import llvmlite
import numpy as np
from llvmlite import binding
from numpy.typing import NDArray

from clagdsl.simulation.vector.backends import BITS, DTYPES, Kind, Lane, LoopNumber, PlayableDeal
from clagdsl.simulation.vector.code_files import cached_code, code_folder, is_kept
from clagdsl.simulation.vector.llvm_lanes import FunctionText, Index, LlvmLanes, Permute, Place
from clagdsl.simulation.vector.random_words import (
    CHOICE,
    SHUFFLE,
    WORD,
    Address,
    Halves,
    map_cards,
    resolve_exchanges,
    two_exchanges,
)

MOST_CARDS: Final = 64
"""The maximum number of cards in a pack."""
BLOCK: Final = 4
"""The number of words that the generator produces at a time."""
# the maximum number of lots in a deal: one for the first bidder and one for trump
MOST_LOTS: Final = 2


class Order(ctypes.Structure):
    """The arguments of `draw`, as a C struct of 64-bit numbers."""

    _fields_ = (
        ("numbers", ctypes.c_uint64),  # the address of the match numbers, u32
        ("deal", ctypes.c_uint64),  # the number of the deal in the schedule
        ("seed_low", ctypes.c_uint64),
        ("seed_high", ctypes.c_uint64),
        ("size", ctypes.c_uint64),  # the number of cards in the pack
        ("needed", ctypes.c_uint64),  # the number of cards needed from the top
        ("word_blocks", ctypes.c_uint64),  # the number of word blocks for decisions
        ("lots", ctypes.c_uint64),  # the number of lots
        ("purposes", ctypes.c_uint64 * MOST_LOTS),  # the purpose of each lot
    )


# --- the processor ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Processor:
    """A processor, identified by LLVM's names, and the number of matches that it plays at once."""

    name: str
    features: str
    width: int
    """The size of a vector register in bytes, and so the number of matches played at a time."""

    @property
    def permute(self) -> Permute | None:
        """The byte lookup instruction if it is known to be faster, otherwise None."""
        features = self.features.split(",")
        if self.width == 64 and "+avx512vbmi" in features:
            return Permute("llvm.x86.avx512.permvar.qi.512", 64)
        if self.width == 64 and "+avx512bw" in features:
            return Permute("llvm.x86.avx512.pshuf.b.512", 16)
        if self.width == 32 and "+avx2" in features:
            return Permute("llvm.x86.avx2.pshuf.b", 16)
        if self.width == 16 and "+ssse3" in features:
            return Permute("llvm.x86.ssse3.pshuf.b.128", 16)
        return None


@cache
def host_processor() -> Processor:
    """Returns the processor on which this program runs."""
    features = binding.get_host_cpu_features()
    if features.get("avx512bw") and features.get("avx512vl"):
        width = 64
    elif features.get("avx2"):
        width = 32
    else:
        width = 16
    return Processor(binding.get_host_cpu_name(), features.flatten(), width)


class Compiler:
    """Compiles LLVM assembly to object files for one processor, and loads functions from them."""

    def __init__(self, processor: Processor) -> None:
        binding.initialize_native_target()
        binding.initialize_native_asmprinter()
        self.processor = processor
        self._lock = threading.Lock()
        self._engines: list[Any] = []

    def _machine(self) -> Any:
        return binding.Target.from_default_triple().create_target_machine(
            cpu=self.processor.name, features=self.processor.features, opt=2, jit=True
        )

    def parts(self, text: str) -> bytes:
        """Returns everything that the object file for an assembly text depends on."""
        processor = self.processor
        version = f"{llvmlite.__version__} {binding.llvm_version_info}"
        target = f"{binding.get_process_triple()} {processor.name} {processor.features}"
        return f"{version}\n{target}\n{text}".encode()

    def compile(self, text: str) -> bytes:
        """Compiles a module and returns its object file."""
        with self._lock:
            machine = self._machine()
            module = binding.parse_assembly(text)
            module.triple = binding.get_process_triple()
            module.data_layout = str(machine.target_data)
            options = binding.create_pipeline_tuning_options(speed_level=1)
            options.loop_unrolling = False
            builder = binding.create_pass_builder(machine, options)
            passes = builder.getFunctionPassManager()
            for function in module.functions:
                if not function.is_declaration:
                    passes.run(function, builder)
            code: bytes = machine.emit_object(module)
            return code

    def load(self, code: bytes, names: Sequence[str]) -> list[int]:
        """Loads an object file, which stays in memory; returns the addresses of its functions."""
        with self._lock:
            engine = binding.create_mcjit_compiler(binding.parse_assembly(""), self._machine())
            engine.add_object_file(binding.ObjectFileRef.from_data(code))
            engine.finalize_object()
            self._engines.append(engine)
            return [engine.get_function_address(name) for name in names]


def module_text(functions: Sequence[FunctionText]) -> str:
    """Returns the LLVM assembly of a module with these functions."""
    declared = {name: line for each in functions for name, line in each.declared.items()}
    tables = [line for each in functions for line in each.tables]
    return "\n".join([*declared.values(), *tables, *(each.text for each in functions), ""])


# --- chance -----------------------------------------------------------------------------------


class ChanceLanes(LlvmLanes):
    """Lanes whose u64 values are stored in a different order, which makes truncating them cheap.

    A u64 lane holds first the matches 0, 4, 8, ..., then 1, 5, 9, ..., and so on: four parts.
    Shifting the parts and joining them with `|` puts four matches side by side in the order of
    narrower lanes.  Truncating each part separately would take several instructions per register.
    """

    PARTS: Final = 4

    def cast(self, lane: Lane, kind: Kind) -> Lane:
        """Converts a lane to another integer kind."""
        if lane.kind == "u32" and kind == "u64":
            step = self.width // self.PARTS
            mask = [self.PARTS * i + part for part in range(self.PARTS) for i in range(step)]
            return super().cast(self._shuffled(lane, mask), kind)
        if "u64" in (lane.kind, kind):
            raise TypeError(f"chance does not cast {lane.kind} to {kind}")
        return super().cast(lane, kind)

    def halves(self, word: Lane) -> tuple[Lane, Lane]:
        """Splits the lower 32 bits of a u64 into two u16 lanes, the low half first."""
        parts = [part & WORD for part in self._parts(word)]
        pairs = LlvmLanes(self.function, self.width // 2)
        even, odd = (
            Lane(pairs, self._as(parts[i] | parts[i + 2] << 32, pairs.type("u32")), "u32")
            for i in range(2)
        )
        low, high = (even & 0xFFFF) | odd << 16, even >> 16 | (odd & 0xFFFF0000)
        return self._viewed(low, "u16"), self._viewed(high, "u16")

    def _parts(self, lane: Lane) -> list[Lane]:
        step = self.width // self.PARTS
        return [self._shuffled(lane, range(i, i + step)) for i in range(0, self.width, step)]

    def _shuffled(self, lane: Lane, mask: Sequence[int]) -> Lane:
        kind = self.type(lane.kind)
        places = ", ".join(f"i32 {place}" for place in mask)
        result = self.function.result(
            f"shufflevector {kind} {lane.value}, {kind} poison, <{len(mask)} x i32> <{places}>"
        )
        return Lane(LlvmLanes(self.function, len(mask)), result, lane.kind)

    def _viewed(self, lane: Lane, kind: Kind) -> Lane:
        return Lane(self, self._as(lane, self.type(kind)), kind)

    def _as(self, lane: Lane, whole: str) -> str:
        """Reinterprets the bits of a lane as a value of another LLVM type."""
        assert isinstance(lane.o, LlvmLanes)
        return self.function.result(f"bitcast {lane.o.type(lane.kind)} {lane.value} to {whole}")


class ChanceText:
    """Generates the function `draw`, with arguments (order, first match, cards, words).

    It fills rows of `width` matches: the places of cards as u8, and the halves of words as u16, low
    and high alternating.  The words for decisions come first, in whole blocks, then the lots.
    """

    ARGUMENTS: Final = ("ptr %order", "i64 %at", "ptr %cards", "ptr %words")

    def __init__(self, processor: Processor, name: str) -> None:
        self.function = FunctionText(name, self.ARGUMENTS)
        self.o = ChanceLanes(self.function, processor.width)

    def read(self, name: str) -> Index:
        """Loads a field of the order."""
        place = self.function.offset("%order", getattr(Order, name).offset)
        return Index(self.function.result(f"load i64, ptr {place}"))

    def pointer(self, name: str) -> str:
        """Loads a field of the order as a pointer."""
        return self.function.result(f"inttoptr i64 {self.read(name)} to ptr")

    def row(self, base: str, row: Place, kind: Kind) -> str:
        """Returns a pointer to a row of lanes."""
        return self.function.offset(base, self.function.product(row, self.o.bytes(kind)))

    def address(self) -> Address:
        """Returns the random word address that these matches share."""
        o, function = self.o, self.function
        numbers = function.offset(self.pointer("numbers"), function.product(Index("%at"), 4))
        low, high, deal = (o.fill(self.read(n), "u64") for n in ("seed_low", "seed_high", "deal"))
        return Address(o, (low, high), o.cast(o.load(numbers, "u32"), "u64"), deal)

    def store_words(self, words: Sequence[Lane], first: Place) -> None:
        """Stores the halves of words in consecutive rows, starting with row `first`."""
        for number, word in enumerate(words):
            for half, lane in enumerate(self.o.halves(word)):
                row = self.function.sum(self.function.product(first, 2), 2 * number + half)
                self.o.store(lane, self.row("%words", row, "u16"))

    def draw_lots(self, address: Address) -> None:
        """Stores one word for each lot: the first word for its purpose."""
        function = self.function
        first = function.product(self.read("word_blocks"), BLOCK)

        def draw(number: Index) -> None:
            place = function.sum(function.product(number, 8), Order.purposes.offset)
            entry = function.result(f"load i64, ptr {function.offset('%order', place)}")
            words = address.block(self.o.fill(Index(entry), "u64"), 0)
            self.store_words(words[:1], function.sum(first, number))

        function.loop(self.read("lots"), 1, draw)

    def write_draw(self) -> FunctionText:
        """Returns the function that draws words with the documented generator."""
        function, o = self.function, self.o
        steps = function.reserve(MOST_CARDS * o.width)
        size = o.fill(self.read("size"), "u16")
        address = self.address()

        def draw_cards(number: Index) -> None:
            start = function.product(number, 2 * BLOCK)
            places = [function.sum(start, i) for i in range(2 * BLOCK)]
            # a sum of lanes: LLVM would broadcast a scalar again at every use
            first = [o.fill(start, "u8") + i for i in range(2 * BLOCK)]
            words = address.block(SHUFFLE, o.fill(number, "u64"))
            exchanges: list[Lane] = []
            for place, word in zip(places[::2], words, strict=True):
                left = size - o.fill(place, "u16")
                exchanges += two_exchanges(o.halves(word), first[len(exchanges)], left)
            for place, exchange in zip(places, exchanges, strict=True):
                o.store(exchange, self.row(steps, place, "u8"))

            def look_back(by: Index, state: list[Lane]) -> list[Lane]:
                step = function.sum(start, function.product(function.sum(by, 1), -1))
                exchange, here = o.load(self.row(steps, step, "u8"), "u8"), state[0] - 1
                return [here, *(o.where(card == exchange, here, card) for card in state[1:])]

            settled = [first[0], *resolve_exchanges(o, exchanges, first)]
            _, *cards = o.play_rounds(start, settled, look_back)
            for place, card in zip(places, cards, strict=True):
                o.store(card, self.row("%cards", place, "u8"))

        def draw_words(number: Index) -> None:
            words = address.block(CHOICE, o.fill(number, "u64"))
            self.store_words(words, function.product(number, BLOCK))

        blocks = function.quotient(function.sum(self.read("needed"), 2 * BLOCK - 1), 2 * BLOCK)
        function.loop(blocks, 1, draw_cards)
        function.loop(self.read("word_blocks"), 1, draw_words)
        self.draw_lots(address)
        return function


# --- deals ------------------------------------------------------------------------------------


class LlvmWords:
    """The words for the decisions of a deal, in rows of memory that `draw` has filled."""

    def __init__(self, o: LlvmLanes, players: int, decisions: int, words: str) -> None:
        self._o = o
        self._players = players
        self._last = decisions - 1
        self._words = words

    def __call__(self, place: int, trick: LoopNumber = 0, offset: Lane | None = None) -> Halves:
        """Returns word number `place + trick * players + offset` as its two halves."""
        o, function = self._o, self._o.function
        row = function.sum(function.product(trick, self._players), place)
        if offset is not None:
            return self._gathered(row, offset)
        size = o.bytes("u16")
        start = function.offset(self._words, function.product(row, 2 * size))
        return o.load(start, "u16"), o.load(function.offset(start, size), "u16")

    def _gathered(self, row: Place, offset: Lane) -> Halves:
        """Returns words from rows that differ by match.

        Processors gather 32 bits at a time, but the two halves are in different rows.  So each half
        takes a gather, whose upper 16 bits are discarded.
        """
        o = self._o
        number = o.fill(row, "u32") + o.cast(offset, "u32")
        number = o.where(number < self._last, number, self._last)
        lanes = ", ".join(f"i32 {2 * lane}" for lane in range(o.width))
        place = number * (2 * o.bytes("u16")) + Lane(o, f"<{lanes}>", "u32")
        low, high = (self._gather(place + half * o.bytes("u16")) for half in (0, 1))
        return low, high

    def _gather(self, place: Lane) -> Lane:
        o, function = self._o, self._o.function
        width, kind = o.width, o.type("u32")
        pointers = function.result(f"getelementptr i8, ptr {self._words}, {kind} {place.value}")
        word = function.call(
            f"llvm.masked.gather.v{width}i32.v{width}p0",
            kind,
            [
                (f"<{width} x ptr>", pointers),
                ("i32", "1"),
                (o.type("b"), "splat (i1 true)"),
                (kind, "poison"),
            ],
        )
        return o.cast(Lane(o, word, "u32"), "u16")


def word_rows(deal: PlayableDeal) -> int:
    """Returns the number of words drawn for decisions, rounded up to whole blocks."""
    return -(-deal.decisions // BLOCK) * BLOCK


def write_deal(processor: Processor, deal: PlayableDeal) -> FunctionText:
    """Returns a function (first, count, chance, order, inputs, outputs) that plays such deals."""
    if deal.cards_needed > min(MOST_CARDS, len(deal.pack)):
        raise ValueError(f"{deal.cards_needed} cards of a pack of {len(deal.pack)} are too many")
    rows_read = ("ptr %chance", "ptr %order", "ptr %inputs", "ptr %outputs")
    arguments = ("i64 %first", "i64 %count", *rows_read)
    function = FunctionText("play", arguments)
    o = LlvmLanes(function, processor.width, processor.permute)
    cards = function.reserve(MOST_CARDS * o.width)
    rows = word_rows(deal)
    # two bytes more, because a gather reads four
    words = function.reserve((rows + len(deal.lots)) * 2 * o.bytes("u16") + 2)
    read = LlvmWords(o, deal.players, deal.decisions, words)
    lots = LlvmWords(o, deal.players, rows + len(deal.lots), words)

    def row(pointers: str, number: int, kind: Kind, at: Index) -> str:
        base = function.result(f"load ptr, ptr {function.offset(pointers, 8 * number)}")
        return function.offset(base, function.product(at, BITS[kind] // 8))

    def play(step: Index) -> None:
        at = function.sum(Index("%first"), step)
        assert isinstance(at, Index)
        function.append(f"call void %chance(ptr %order, i64 {at}, ptr {cards}, ptr {words})")
        places = [
            o.load(function.offset(cards, place * o.width), "u8")
            for place in range(deal.cards_needed)
        ]
        written = deal.play(
            o,
            map_cards(o, places, deal.pack),
            read,
            {purpose: lots(rows + number) for number, purpose in enumerate(deal.lots)},
            {
                name: o.load(row("%inputs", number, kind, at), kind)
                for number, (name, kind) in enumerate(deal.inputs)
            },
        )
        for number, (name, kind) in enumerate(deal.outputs):
            o.store(o.operand(written[name], kind), row("%outputs", number, kind, at))

    function.loop(Index("%count"), o.width, play)
    return function


# --- running ----------------------------------------------------------------------------------

PlayFunction: Final = ctypes.CFUNCTYPE(None, *[ctypes.c_uint64] * 3, *[ctypes.c_void_p] * 3)


class BoundRows:
    """The rows of a block: the match numbers, and the rows that a deal reads and writes."""

    def __init__(
        self,
        numbers: NDArray[np.uint32],
        inputs: Sequence[NDArray[Any]],
        outputs: Sequence[NDArray[Any]],
    ) -> None:
        self._rows = numbers, *inputs, *outputs  # keeps their memory alive
        self.length = min(len(row) for row in self._rows)
        self.numbers = numbers.ctypes.data
        self.order = Order(numbers=self.numbers)
        self.inputs = _addresses(inputs)
        self.outputs = _addresses(outputs)


class DealCode:
    """The compiled code for one kind of deal."""

    def __init__(self, deal: PlayableDeal, compiler: Compiler, play: int, draw: int) -> None:
        self.deal = deal
        self.width = compiler.processor.width
        self._compiler = compiler  # owns the memory of the functions
        self._play = PlayFunction(play)
        self._draw = draw

    def padded(self, matches: int) -> int:
        """Returns the row length required for `matches` matches."""
        return -(-matches // self.width) * self.width

    def bind(
        self,
        numbers: NDArray[np.uint32],
        inputs: Mapping[str, NDArray[Any]],
        outputs: Mapping[str, NDArray[Any]],
    ) -> BoundRows:
        """Validates rows once, and returns them in a form that `play` can use any number of times.

        Raises ValueError if machine code cannot read or write them.
        """
        read = [_checked(inputs[name], name, kind) for name, kind in self.deal.inputs]
        written = [_checked(outputs[name], name, kind) for name, kind in self.deal.outputs]
        if not all(row.flags.writeable for row in written):
            raise ValueError("a row of output cannot be written")
        rows = BoundRows(_checked(numbers, "numbers", "u32"), read, written)
        deal, order = self.deal, rows.order
        order.size, order.needed = len(deal.pack), deal.cards_needed
        order.word_blocks, order.lots = word_rows(deal) // BLOCK, len(deal.lots)
        for number, purpose in enumerate(deal.lots):
            order.purposes[number] = purpose
        return rows

    def play(
        self, rows: BoundRows, count: int, deal_number: int, seed: int, *, first: int = 0
    ) -> None:
        """Plays deal `deal_number` in `count` matches of the rows, starting at match `first`.

        Both `first` and `count` must be multiples of `width`.  Raises ValueError if the matches do
        not fit.
        """
        if first % self.width or count % self.width or not 0 <= first + count <= rows.length:
            raise ValueError(
                f"matches {first} to {first + count} in rows of {rows.length},"
                f" {self.width} at a time"
            )
        order = rows.order
        order.deal, order.seed_low, order.seed_high = deal_number, seed & WORD, seed >> 32
        self._play(first, count, self._draw, ctypes.addressof(order), rows.inputs, rows.outputs)


def _addresses(rows: Sequence[NDArray[Any]]) -> ctypes.Array[ctypes.c_void_p]:
    return (ctypes.c_void_p * len(rows))(*(row.ctypes.data for row in rows))


def _checked(row: NDArray[Any], name: str, kind: Kind) -> NDArray[Any]:
    """Returns `row`; raises ValueError if machine code cannot read it as a row of this kind."""
    if row.ndim != 1 or row.dtype != DTYPES[kind] or not row.flags.c_contiguous:
        raise ValueError(f"row `{name}` must be one row of {kind} without gaps")
    return row


class MachineCode:
    """The code of all kinds of deals for one processor; each kind is compiled when first needed."""

    def __init__(self, processor: Processor | None = None, folder: Path | None = None) -> None:
        self._compiler = Compiler(processor or host_processor())
        self._folder = folder
        self._codes: dict[object, DealCode] = {}
        self._chance: int | None = None
        self._lock = threading.Lock()

    @property
    def processor(self) -> Processor:
        """The target processor."""
        return self._compiler.processor

    def deal(self, deal: PlayableDeal) -> DealCode:
        """Returns the code for a kind of deal, compiling it if needed."""
        key = deal.key()
        with self._lock:
            if key not in self._codes:
                (play,) = self._made([write_deal(self.processor, deal)], ["play"])
                self._codes[key] = DealCode(deal, self._compiler, play, self._chance_made())
            return self._codes[key]

    def is_kept(self, deal: PlayableDeal) -> bool:
        """Returns whether the code for a kind of deal is loaded or cached on disk."""
        with self._lock:
            if deal.key() in self._codes:
                return True
            return self.are_kept([write_deal(self.processor, deal)])

    def are_kept(self, texts: Sequence[FunctionText]) -> bool:
        """Returns whether the code for a module of functions is cached on disk."""
        return is_kept(self._folder, self._compiler.parts(module_text(texts)))

    def functions(self, texts: Sequence[FunctionText], names: Sequence[str]) -> list[int]:
        """Returns the addresses of the functions of a module, compiling it if it is not cached."""
        with self._lock:
            return self._made(texts, names)

    def _chance_made(self) -> int:
        if self._chance is None:
            draw = ChanceText(self.processor, "draw").write_draw()
            (self._chance,) = self._made([draw], ["draw"])
        return self._chance

    def _made(self, texts: Sequence[FunctionText], names: Sequence[str]) -> list[int]:
        compiler, text = self._compiler, module_text(texts)
        code = cached_code(self._folder, compiler.parts(text), lambda: compiler.compile(text))
        return compiler.load(code, names)


@cache
def host_code() -> MachineCode:
    """Returns the code for this processor, cached on disk if possible."""
    return MachineCode(host_processor(), code_folder())

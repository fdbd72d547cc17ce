"""Lanes of NumPy and of LLVM: both compute what whole numbers of Python say, and draw the same.

A `Probe` is a deal whose rules are a function under test.  It is played by both backends, which
must agree with each other and with what the test says.
"""

from __future__ import annotations

import gc
import json
import logging
import operator
import os
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from reference import random_numbers
from support.machine_runs import play_machine
from support.scripted_chance import ScriptedChance, play_scripted

from clagdsl.simulation.vector import code_files
from clagdsl.simulation.vector.backends import (
    BITS,
    DTYPES,
    Kind,
    Lane,
    Lanes,
    NumpyLanes,
    Words,
    wrapped,
)
from clagdsl.simulation.vector.code_files import CACHE_VARIABLE, FOLDER, cached_code, code_folder
from clagdsl.simulation.vector.machine_code import (
    Compiler,
    MachineCode,
    Processor,
    host_processor,
    module_text,
    write_deal,
)
from clagdsl.simulation.vector.numpy_runner import play_numpy
from clagdsl.simulation.vector.random_words import Halves, numbered, picked

VECTORS = json.loads(
    (Path(__file__).parent.parent / "conformance" / "random.json").read_text(encoding="utf-8")
)
KINDS: tuple[Kind, ...] = get_args(Kind)
WHOLE: tuple[Kind, ...] = KINDS[1:]
MATCHES = 200  # no multiple of a width

Figures = Mapping[str, Any]
Rule = Callable[[Lanes, Mapping[str, Lane]], Mapping[str, Lane]]


@dataclass
class Probe:
    """A deal that shows what a rule makes of rows of input."""

    rule: Callable[..., Mapping[str, Lane]]
    inputs: tuple[tuple[str, Kind], ...]
    outputs: tuple[tuple[str, Kind], ...]
    pack: tuple[int, ...] = tuple(range(52))
    cards_needed: int = 0
    decisions: int = 0
    lots: tuple[int, ...] = ()
    players: int = 4
    full: bool = field(default=False)
    """Whether the rule also takes the cards, words and lots."""

    def play(
        self,
        o: Lanes,
        cards: Sequence[Lane],
        words: Words,
        lots: Mapping[int, Halves],
        inputs: Mapping[str, Lane],
    ) -> Mapping[str, Lane]:
        if self.full:
            return self.rule(o, inputs, cards, words, lots)
        return self.rule(o, inputs)

    def key(self) -> object:
        return id(self)


def other_processor() -> Processor:
    """This one with narrower vectors: every other way to split and join them."""
    host = host_processor()
    return Processor(host.name, host.features, 16 if host.width != 16 else 32)


@pytest.fixture(scope="module", params=[host_processor, other_processor])
def code(request: pytest.FixtureRequest) -> MachineCode:
    """What compiles, without keeping anything."""
    return MachineCode(request.param())


def played(
    code: MachineCode,
    probe: Probe,
    inputs: Figures,
    numbers: Any = None,
    seed: int = 7,
    deal: int = 1,
    given: ScriptedChance | None = None,
) -> dict[str, list[int]]:
    """What both backends make of a probe, after seeing that it is the same."""
    if numbers is None:
        numbers = np.arange(MATCHES, dtype=np.uint32)
    rows = {name: np.array(row, DTYPES[kind]) for (name, kind), row in zip_inputs(probe, inputs)}
    if given is None:
        by_numpy = play_numpy(probe, seed, numbers, deal, rows)
    else:
        by_numpy = play_scripted(probe, seed, numbers, deal, rows, given)
    by_machine = play_machine(probe, seed, numbers, deal, rows, given, code)
    assert by_numpy.keys() == by_machine.keys()
    for name, row in by_numpy.items():
        assert row.dtype == by_machine[name].dtype
        assert row.tolist() == by_machine[name].tolist(), name
    return {name: row.tolist() for name, row in by_numpy.items()}


def zip_inputs(probe: Probe, inputs: Figures) -> Iterator[tuple[tuple[str, Kind], Any]]:
    for name, kind in probe.inputs:
        yield (name, kind), inputs[name]


def figures_of(kind: Kind, seed: int) -> list[int]:
    """Any figures of a kind, those at its ends among them."""
    rng = np.random.default_rng([seed, BITS[kind]])
    most = 1 << BITS[kind]
    ends = [0, 1, 2, 3, most - 1, most - 2, most // 2, most // 2 - 1, 7, 8]
    drawn = [int.from_bytes(rng.bytes(8)) % most for _ in range(MATCHES - 2 * len(ends))]
    row = [*ends, *drawn, *ends[::-1]]
    return [wrapped(value, kind) for value in row]


# --- operators --------------------------------------------------------------------------------

ARITHMETIC = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
}
COMPARISONS = {name: getattr(operator, name) for name in ("lt", "le", "gt", "ge", "eq", "ne")}
BESIDE = (0, 1, -1, 5, 200, 70000)


@pytest.mark.parametrize("kind", WHOLE)
def test_operators_are_those_of_whole_numbers_modulo_the_kind(
    kind: Kind, code: MachineCode
) -> None:
    def rule(o: Lanes, inputs: Mapping[str, Lane]) -> Mapping[str, Lane]:
        a, b, left = inputs["a"], inputs["b"], inputs["shift"]
        rows = {
            "not": ~a,
            "left": a << left,
            "right": a >> left,
            "reverse": 5 - a,
            "one": 1 << left,
        }
        for name, does in (ARITHMETIC | COMPARISONS).items():
            rows[name] = does(a, b)
            for number in BESIDE:
                rows[f"{name} {number}"] = does(a, number)
        for number in (0, 1, BITS[kind] - 1, BITS[kind], 99):
            rows[f"left {number}"] = a << number
            rows[f"right {number}"] = a >> number
        outcome = {
            name: o.where(row, o.full(1, kind), 0) if row.kind == "b" else row
            for name, row in rows.items()
        }
        probe.outputs = tuple((name, kind) for name in outcome)
        return outcome

    probe = Probe(rule, (("a", kind), ("b", kind), ("shift", kind)), ())
    a, b = figures_of(kind, 1), figures_of(kind, 2)
    # in a signed lane only shifts by something, not by less than nothing
    shift = [
        abs(value) % (2 * BITS[kind]) % (1 << (BITS[kind] - 1)) for value in figures_of(kind, 3)
    ]
    rule(NumpyLanes(1), {name: NumpyLanes(1).full(1, kind) for name in ("a", "b", "shift")})
    found = played(code, probe, {"a": a, "b": b, "shift": shift})
    for match, (x, y, s) in enumerate(zip(a, b, shift, strict=True)):
        expected = {
            "not": ~x,
            "left": x << s,
            "right": x >> s,
            "reverse": 5 - x,
            "one": 1 << s,
        }
        for name, does in (ARITHMETIC | COMPARISONS).items():
            expected[name] = does(x, y)
            for number in BESIDE:
                expected[f"{name} {number}"] = does(x, wrapped(number, kind))
        for number in (0, 1, BITS[kind] - 1, BITS[kind], 99):
            expected[f"left {number}"] = x << number
            expected[f"right {number}"] = x >> number
        shown = {name: row[match] for name, row in found.items()}
        assert shown == {name: wrapped(value, kind) for name, value in expected.items()}


def test_casts_extend_by_the_sign_or_cut_off(code: MachineCode) -> None:
    pairs = list(product(WHOLE, WHOLE))

    def rule(o: Lanes, inputs: Mapping[str, Lane]) -> Mapping[str, Lane]:
        return {f"{one} {other}": o.cast(inputs[one], other) for one, other in pairs}

    probe = Probe(
        rule,
        tuple((kind, kind) for kind in WHOLE),
        tuple((f"{one} {other}", other) for one, other in pairs),
    )
    inputs = {kind: figures_of(kind, 4) for kind in WHOLE}
    found = played(code, probe, inputs)
    for one, other in pairs:
        assert found[f"{one} {other}"] == [wrapped(value, other) for value in inputs[one]]


def test_truths_are_combined_chosen_by_and_counted_as_0_and_1(code: MachineCode) -> None:
    def rule(o: Lanes, inputs: Mapping[str, Lane]) -> Mapping[str, Lane]:
        a, b = inputs["a"] > 100, inputs["b"] > 100
        rows = {"and": a & b, "or": a | b, "xor": a ^ b, "not": ~a, "eq": a == b, "ne": a != b}
        outcome = {name: o.cast(row, "u8") for name, row in rows.items()}
        wide = o.cast(a, "u64") + o.cast(b, "u64")
        return outcome | {
            "sum": wide,
            "left": o.where(a, inputs["a"], 300),
            "right": o.where(b, -1, inputs["a"]),
            "constant": o.where(a == 1, o.full(3, "u8"), o.full(4, "u8")),
            "truths": o.cast(o.where(a, b, ~b), "u8"),
        }

    names = ("and", "or", "xor", "not", "eq", "ne", "left", "right", "constant", "truths")
    outputs = *((name, "u8") for name in names), ("sum", "u64")
    probe = Probe(rule, (("a", "u8"), ("b", "u8")), outputs)
    rows = {"a": figures_of("u8", 5), "b": figures_of("u8", 6)}
    found = played(code, probe, rows)
    for match, (x, y) in enumerate(zip(rows["a"], rows["b"], strict=True)):
        a, b = x > 100, y > 100
        expected = {
            "and": a and b,
            "or": a or b,
            "xor": a != b,
            "not": not a,
            "eq": a == b,
            "ne": a != b,
            "sum": a + b,
            "left": x if a else 300 % 256,
            "right": 255 if b else x,
            "constant": 3 if a else 4,
            "truths": b if a else not b,
        }
        assert {name: row[match] for name, row in found.items()} == expected


@pytest.mark.parametrize("kind", ["i32", "i64"])
def test_division_rounds_down_and_never_traps(kind: Kind, code: MachineCode) -> None:
    numbers = (1, 3, -3, 100, -1, 0)

    def rule(o: Lanes, inputs: Mapping[str, Lane]) -> Mapping[str, Lane]:
        a, b = inputs["a"], inputs["b"]
        rows = {"quotient": o.floor_divide(a, b), "rest": o.modulo(a, b)}
        for number in numbers:
            rows[f"quotient {number}"] = o.floor_divide(a, number)
            rows[f"rest {number}"] = o.modulo(a, number)
        return rows

    names = ["", *(f" {number}" for number in numbers)]
    probe = Probe(
        rule,
        (("a", kind), ("b", kind)),
        tuple((what + name, kind) for name in names for what in ("quotient", "rest")),
    )
    ends = figures_of(kind, 7)[:10]
    small = [-7, -1, 0, 1, 2, 3, 10, -10, 5, -4]
    pairs = [*product(ends, ends), *product(small, ends), *product(small, small)]
    pairs += zip(figures_of(kind, 8), figures_of(kind, 9), strict=True)
    a, b = (list(row) for row in zip(*pairs, strict=True))
    numbers_of = np.arange(len(pairs), dtype=np.uint32)
    found = played(code, probe, {"a": a, "b": b}, numbers_of)
    for match, (x, y) in enumerate(pairs):
        for name, divisor in zip(names, (y, *numbers), strict=True):
            quotient, rest = divmod(x, divisor) if divisor else (0, 0)
            assert found["quotient" + name][match] == wrapped(quotient, kind), (x, divisor)
            assert found["rest" + name][match] == rest, (x, divisor)


def test_bits_upper_halves_and_tables(code: MachineCode) -> None:
    rng = np.random.default_rng(11)
    tables: dict[str, tuple[list[int], Kind]] = {
        "any": (rng.integers(0, 256, 60).tolist(), "u8"),
        "steps": ([0] * 13 + [200] * 13 + [7] * 34, "u8"),
        "shifts": ([(place + 5) % 60 for place in range(60)], "u8"),
        "wide": ((rng.integers(0, 2**60, 60)).tolist(), "u64"),
        "signed": (rng.integers(-1000, 1000, 60).tolist(), "i32"),
        "shifted wide": ([place + 1000 * (place > 30) for place in range(60)], "u16"),
        "alone": ([9] * 60, "u16"),
    }

    def rule(o: Lanes, inputs: Mapping[str, Lane]) -> Mapping[str, Lane]:
        rows = {f"bits {kind}": o.bits(inputs[kind]) for kind in WHOLE}
        rows["upper"] = o.upper(inputs["u16"], inputs["other"])
        for name, (table, kind) in tables.items():
            rows[name] = o.lookup(inputs["index"], table, kind)
        rows["constant"] = o.constant([4, 5, 70000], 1, "u32")
        return rows

    outputs: list[tuple[str, Kind]] = [(f"bits {kind}", kind) for kind in WHOLE]
    outputs += [("upper", "u16"), ("constant", "u32")]
    outputs += [(name, kind) for name, (_, kind) in tables.items()]
    inputs: list[tuple[str, Kind]] = [*((kind, kind) for kind in WHOLE)]
    inputs += [("other", "u16"), ("index", "u8")]
    rows = {kind: figures_of(kind, 12) for kind in WHOLE}
    rows |= {"other": figures_of("u16", 13), "index": [match % 60 for match in range(MATCHES)]}
    found = played(code, Probe(rule, tuple(inputs), tuple(outputs)), rows)
    for kind in WHOLE:
        assert found[f"bits {kind}"] == [
            (value % 2 ** BITS[kind]).bit_count() for value in rows[kind]
        ]
    pairs = zip(rows["u16"], rows["other"], strict=True)
    assert found["upper"] == [x * y >> 16 for x, y in pairs]
    assert found["constant"] == [5] * MATCHES
    for name, (table, _) in tables.items():
        assert found[name] == [table[place] for place in rows["index"]], name


@pytest.mark.parametrize("vbmi", ["+avx512vbmi", "-avx512vbmi"])
@pytest.mark.parametrize("width", [16, 32, 64])
def test_tables_are_read_by_what_the_processor_has(width: int, vbmi: str) -> None:
    host = host_processor()
    processor = Processor(host.name, host.features.replace("+avx512vbmi", vbmi), width)
    rng = np.random.default_rng(14)
    tables: dict[str, tuple[list[int], Kind]] = {
        f"{most} of {size} {kind}": (rng.integers(0, most, size).tolist(), kind)
        for most, kind in ((256, "u8"), (256, "u32"), (65536, "u16"), (65536, "i32"))
        for size in (1, 16, 17, 64, 100)
    }

    def rule(o: Lanes, inputs: Mapping[str, Lane]) -> Mapping[str, Lane]:
        return {
            name: o.lookup(inputs[f"of {len(table)}"], table, kind)
            for name, (table, kind) in tables.items()
        }

    sizes = {len(table) for table, _ in tables.values()}
    inputs: tuple[tuple[str, Kind], ...] = tuple((f"of {size}", "u8") for size in sizes)
    outputs = tuple((name, kind) for name, (_, kind) in tables.items())
    rows = {f"of {size}": [match % size for match in range(MATCHES)] for size in sizes}
    found = played(MachineCode(processor), Probe(rule, inputs, outputs), rows)
    for name, (table, _) in tables.items():
        assert found[name] == [table[match % len(table)] for match in range(MATCHES)], name


# --- loops ------------------------------------------------------------------------------------


def test_rounds_are_repeated_with_their_number(code: MachineCode) -> None:
    weights = [3, 70001, 5, -2, 9]

    def rule(o: Lanes, inputs: Mapping[str, Lane]) -> Mapping[str, Lane]:
        def body(number: Any, state: list[Lane]) -> list[Lane]:
            total, _, flag = state
            weight = o.constant(weights, number, "i32")
            return [total + weight * inputs["a"], o.cast(weight, "u8"), ~flag]

        outcome = {}
        for count in (0, 1, 2, 5):
            start = [o.full(10, "i32"), inputs["b"], inputs["b"] == 3]
            total, last, flag = o.repeat(count, start, body)
            outcome |= {
                f"total {count}": total,
                f"last {count}": last,
                f"flag {count}": o.cast(flag, "u8"),
            }
        nested = o.repeat(
            3, [o.full(0, "i32")], lambda _, outer: o.repeat(4, outer, lambda _, s: [s[0] + 1])
        )
        return outcome | {"nested": nested[0]}

    counts = (0, 1, 2, 5)
    outputs: list[tuple[str, Kind]] = [("nested", "i32")]
    for count in counts:
        outputs += [(f"total {count}", "i32"), (f"last {count}", "u8"), (f"flag {count}", "u8")]
    a, b = figures_of("i32", 21), [match % 7 for match in range(MATCHES)]
    found = played(code, Probe(rule, (("a", "i32"), ("b", "u8")), tuple(outputs)), {"a": a, "b": b})
    assert found["nested"] == [12] * MATCHES
    for count in counts:
        weight = sum(weights[:count])
        assert found[f"total {count}"] == [wrapped(10 + weight * x, "i32") for x in a]
        last = weights[count - 1] % 256 if count else None
        assert found[f"last {count}"] == [x if last is None else last for x in b]
        assert found[f"flag {count}"] == [int((x == 3) != count % 2) for x in b]


def test_rounds_go_on_while_any_lane_does(code: MachineCode) -> None:
    def rule(o: Lanes, inputs: Mapping[str, Lane]) -> Mapping[str, Lane]:
        def going(state: list[Lane]) -> Lane:
            return (state[0] != 1) & (state[0] != 0)

        def body(state: list[Lane]) -> list[Lane]:
            number, steps, rounds = state
            on = going(state)
            after = o.where((number & 1) == 0, number >> 1, number * 3 + 1)
            return [o.where(on, after, number), steps + o.cast(on, "u8"), rounds + 1]

        none = o.full(0, "u8")
        _, steps, rounds = o.while_any(going, [inputs["a"], none, none], body)
        return {"steps": steps, "rounds": rounds}

    def collatz(number: int) -> int:
        steps = 0
        while number not in (0, 1):
            number, steps = number // 2 if number % 2 == 0 else 3 * number + 1, steps + 1
        return steps

    outputs: tuple[tuple[str, Kind], ...] = ("steps", "u8"), ("rounds", "u8")
    probe = Probe(rule, (("a", "u32"),), outputs)
    numbers = list(range(MATCHES))
    rows = {"a": np.array(numbers, np.uint32)}
    by_numpy = play_numpy(probe, 0, np.arange(MATCHES, dtype=np.uint32), 1, rows)
    by_machine = play_machine(probe, 0, np.arange(MATCHES, dtype=np.uint32), 1, rows, code=code)
    steps = [collatz(number) for number in numbers]
    assert by_numpy["steps"].tolist() == by_machine["steps"].tolist() == steps
    width = code.processor.width
    for start in range(0, MATCHES, width):  # each vector stops for itself
        part = slice(start, start + width)
        assert set(by_machine["rounds"][part].tolist()) == {max(steps[part])}


# --- chance -----------------------------------------------------------------------------------


def test_a_word_picks_and_a_number_finds_its_bit(code: MachineCode) -> None:
    masks: tuple[Kind, ...] = "u8", "u16", "u32", "u64"

    def rule(o: Lanes, inputs: Mapping[str, Lane]) -> Mapping[str, Lane]:
        word = inputs["low"], inputs["high"]
        rows = {f"picked {kind}": picked(o, word, inputs[f"many {kind}"]) for kind in ("u8", "u16")}
        for kind in masks:
            for most in (BITS[kind], BITS[kind] // 2 + 1, 3):
                mask = inputs[kind] & ((1 << most) - 1)
                rows[f"{kind} {most}"] = numbered(o, mask, inputs[f"number {kind} {most}"], most)
        return rows

    rng = np.random.default_rng(31)
    inputs: list[tuple[str, Kind]] = [("low", "u16"), ("high", "u16")]
    inputs += [("many u8", "u8"), ("many u16", "u16")]
    outputs: list[tuple[str, Kind]] = [("picked u8", "u8"), ("picked u16", "u16")]
    rows: dict[str, list[int]] = {name: figures_of(kind, 32) for name, kind in inputs}
    rows["high"] = figures_of("u16", 33)
    expected: dict[str, list[int]] = {}
    for kind in masks:
        inputs.append((kind, kind))
        rows[kind] = figures_of(kind, 34)
        for most in (BITS[kind], BITS[kind] // 2 + 1, 3):
            name = f"{kind} {most}"
            inputs.append((f"number {name}", "u8"))
            outputs.append((name, kind))
            bits = [[1 << i for i in range(most) if mask >> i & 1] for mask in rows[kind]]
            chosen = [int(rng.integers(0, max(1, len(each)))) for each in bits]
            rows[f"number {name}"] = chosen
            expected[name] = [each[n] if each else 0 for each, n in zip(bits, chosen, strict=True)]
    found = played(code, Probe(rule, tuple(inputs), tuple(outputs)), rows)
    words = [low | high << 16 for low, high in zip(rows["low"], rows["high"], strict=True)]
    for kind in ("u8", "u16"):
        pairs = zip(words, rows[f"many {kind}"], strict=True)
        assert found[f"picked {kind}"] == [word * many >> 32 for word, many in pairs]
    for name, row in expected.items():
        assert found[name] == row, name


def drawing(pack: tuple[int, ...], wanted: int, decisions: int, lots: tuple[int, ...]) -> Probe:
    """A probe that shows all that chance draws."""

    def rule(
        o: Lanes,
        inputs: Mapping[str, Lane],
        cards: Sequence[Lane],
        words: Words,
        drawn: Mapping[int, Halves],
    ) -> Mapping[str, Lane]:
        rows = {f"card {place}": card for place, card in enumerate(cards)}
        offset = inputs["offset"]

        def trick(number: Any, state: list[Lane]) -> list[Lane]:
            low, high = words(1, number)
            late = words(0, number, offset)
            return [state[0] + low * high, state[1] ^ late[0], state[2] + late[1]]

        none = o.full(0, "u16")
        folded = o.repeat(decisions // 4, [none, none, none], trick) if decisions else [none] * 3
        shown = {f"word {n}": words(n % 4, n // 4) for n in range(decisions)}
        shown |= {f"lot {purpose}": drawn[purpose] for purpose in lots}
        shown |= {f"late {n}": words(n, 0, offset) for n in range(decisions)}
        for name, halves in shown.items():
            rows |= {f"{name} {half}": halves[half] for half in (0, 1)}
        return rows | {f"folded {number}": row for number, row in enumerate(folded)}

    names = [*(f"word {n}" for n in range(decisions)), *(f"late {n}" for n in range(decisions))]
    names += [f"lot {purpose}" for purpose in lots]
    outputs: list[tuple[str, Kind]] = [(f"card {place}", "u8") for place in range(wanted)]
    outputs += [(f"{name} {half}", "u16") for name in names for half in (0, 1)]
    outputs += [(f"folded {number}", "u16") for number in range(3)]
    return Probe(
        rule, (("offset", "u8"),), tuple(outputs), pack, wanted, decisions, lots, full=True
    )


PACKS = {
    "52": (tuple(range(52)), 52, 9, (2, 4)),
    "51, nothing chosen": (tuple(range(51)), 51, 0, ()),
    "20 turned around": (tuple(range(20))[::-1], 7, 33, (4,)),
    "64": (tuple(range(64)), 64, 4, (2,)),
    "one": (tuple(range(36)), 1, 1, ()),
    "three": ((60, 2, 31), 3, 5, (2, 4)),
}


@pytest.mark.parametrize("name", PACKS)
def test_cards_words_and_lots_are_the_documented_ones(name: str, code: MachineCode) -> None:
    pack, wanted, decisions, lots = PACKS[name]
    numbers = np.array([*range(60), 2**32 - 1, 2**31, 77, 1234567], np.uint32)
    offsets = [(7 * match) % 40 for match in range(len(numbers))]
    seed, deal = 2**63 + 12345, 60
    probe = drawing(pack, wanted, decisions, lots)
    found = played(code, probe, {"offset": offsets}, numbers, seed, deal)
    for match, number in enumerate(numbers.tolist()):
        cards = random_numbers.shuffle(seed, number, deal, list(pack))[:wanted]
        assert [found[f"card {place}"][match] for place in range(wanted)] == cards
        stream = random_numbers.Stream(seed, number, deal, 1)
        words = [stream.word(n) for n in range(decisions)]
        assert [word_of(found, f"word {n}", match) for n in range(decisions)] == words
        late = [words[min(n + offsets[match], decisions - 1)] for n in range(decisions)]
        assert [word_of(found, f"late {n}", match) for n in range(decisions)] == late
        for purpose in lots:
            drawn = random_numbers.Stream(seed, number, deal, purpose).word(0)
            assert word_of(found, f"lot {purpose}", match) == drawn


def word_of(found: Mapping[str, list[int]], name: str, match: int) -> int:
    return found[f"{name} 0"][match] | found[f"{name} 1"][match] << 16


@pytest.mark.parametrize("number", range(len(VECTORS["packs"])))
def test_packs_are_those_of_the_published_vectors(number: int) -> None:
    vector = VECTORS["packs"][number]
    probe = drawing(tuple(range(52)), 52, 0, ())
    matches = np.array([vector["match"]], np.uint32)
    rows = play_numpy(probe, int(vector["seed"]), matches, vector["deal"], {"offset": matches})
    cards = [random_numbers.FRESH_PACK[int(rows[f"card {place}"][0])] for place in range(52)]
    assert cards == vector["pack"].split()


@pytest.mark.parametrize("name", PACKS)
def test_given_packs_and_choices_take_the_place_of_random_ones(
    name: str, code: MachineCode
) -> None:
    pack, wanted, decisions, lots = PACKS[name]
    rng = np.random.default_rng(41)
    cards = np.array(pack, np.uint8)[rng.integers(0, len(pack), (wanted, MATCHES))]
    words = rng.integers(0, 2**32, (decisions, MATCHES), dtype=np.uint32)
    probe = drawing(pack, wanted, decisions, lots)
    offsets = [match % 50 for match in range(MATCHES)]
    found = played(code, probe, {"offset": offsets}, given=ScriptedChance(cards, words))
    for place in range(wanted):
        assert found[f"card {place}"] == cards[place].tolist()
    for match in range(MATCHES):
        shown = [word_of(found, f"word {n}", match) for n in range(decisions)]
        assert shown == words[:, match].tolist()
        for purpose in lots:
            drawn = random_numbers.Stream(7, match, 1, purpose).word(0)
            assert word_of(found, f"lot {purpose}", match) == drawn


def test_code_stays_in_memory_as_long_as_it_can_be_called() -> None:
    compiled = MachineCode().deal(drawing(tuple(range(9)), 4, 2, ()))
    memory = weakref.ref(compiled._compiler)
    gc.collect()
    assert memory() is not None


# --- what is refused --------------------------------------------------------------------------


WRONG: Mapping[str, Callable[[Lanes, Lane, Lane], object]] = {
    "two kinds": lambda _o, a, b: a + b,
    "two kinds compared": lambda _o, a, b: a == b,
    "two kinds chosen": lambda o, a, b: o.where(a == 1, a, b),
    "a condition that is none": lambda o, a, b: o.where(a, b, b),
    "two numbers chosen": lambda o, a, _b: o.where(a == 1, 1, 2),
    "a branch": lambda _o, a, _b: 1 if a == 1 else 2,
    "a sum of truths": lambda _o, a, _b: (a == 1) + (a == 2),
    "truths in order": lambda _o, a, _b: (a == 1) < (a == 2),
    "a cast to truth": lambda o, a, _b: o.cast(a, "b"),
    "an unsigned quotient": lambda o, a, _b: o.floor_divide(a, a),
    "a wide index": lambda o, _a, b: o.lookup(b, [1, 2], "u8"),
    "an upper half of bytes": lambda o, a, _b: o.upper(a, a),
    "rounds that change the kind": lambda o, a, b: o.repeat(2, [a], lambda *_: [b]),
    "a choice among too many": lambda o, _a, b: picked(o, (b, b), o.full(1, "u32")),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_rule_that_only_one_backend_could_play_is_played_by_none(
    name: str, code: MachineCode
) -> None:
    def rule(o: Lanes, inputs: Mapping[str, Lane]) -> Mapping[str, Lane]:
        WRONG[name](o, inputs["a"], inputs["b"])
        return {}

    probe = Probe(rule, (("a", "u8"), ("b", "u16")), ())
    with pytest.raises(TypeError):
        played(code, probe, {"a": [1] * MATCHES, "b": [2] * MATCHES})
    with pytest.raises(TypeError):
        code.deal(probe)


def test_rows_that_code_cannot_use_are_refused() -> None:
    probe = Probe(lambda _, inputs: {"b": inputs["a"]}, (("a", "u8"),), (("b", "u8"),))
    code = MachineCode().deal(probe)
    size = 2 * code.width
    numbers = np.zeros(size, np.uint32)
    row = np.zeros(2 * size, np.uint8)
    wrong: list[Any] = [row[::2], row.astype(np.uint16), row.reshape(2, size)]
    for other in wrong:
        with pytest.raises(ValueError, match="without gaps"):
            code.bind(numbers, {"a": other}, {"b": row})
        with pytest.raises(ValueError, match="without gaps"):
            code.bind(numbers, {"a": row}, {"b": other})
    with pytest.raises(ValueError, match="without gaps"):
        code.bind(numbers.astype(np.int32), {"a": row}, {"b": row})
    locked = row.copy()
    locked.flags.writeable = False
    with pytest.raises(ValueError, match="cannot be written"):
        code.bind(numbers, {"a": row}, {"b": locked})
    rows = code.bind(numbers, {"a": row}, {"b": row.copy()})
    for count in (1, size + code.width, -code.width):
        with pytest.raises(ValueError, match="at a time"):
            code.play(rows, count, 1, 0)


@pytest.mark.parametrize(("size", "wanted"), [(65, 65), (4, 5)])
def test_more_cards_than_there_is_room_for_are_refused(size: int, wanted: int) -> None:
    with pytest.raises(ValueError, match="too many"):
        MachineCode().deal(drawing(tuple(range(size)), wanted, 0, ()))


# --- code that is kept ------------------------------------------------------------------------


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for code in an environment that names nothing else."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv(CACHE_VARIABLE, raising=False)
    monkeypatch.setattr(code_files, "__file__", str(tmp_path / "package" / "code_files.py"))
    code_folder.cache_clear()
    code_files.report_not_cached.cache_clear()
    yield tmp_path
    code_folder.cache_clear()
    code_files.report_not_cached.cache_clear()


def test_a_deal_is_compiled_once_and_then_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    probe = drawing((3, 1, 2, 0), 4, 2, (2,))
    folder = tmp_path / "code"
    folder.mkdir()
    first = MachineCode(folder=folder)
    offset = {"offset": [0] * MATCHES}
    assert not first.is_kept(probe)
    expected = played(first, probe, offset)
    assert first.is_kept(probe)
    assert MachineCode(folder=folder).is_kept(probe)
    files = sorted(folder.iterdir())
    assert len(files) == 2  # chance, and the deal
    with monkeypatch.context() as patched:
        patched.setattr(Compiler, "compile", lambda *_: pytest.fail("it is compiled again"))
        assert played(MachineCode(folder=folder), probe, offset) == expected
    for file in files:
        whole = file.read_bytes()
        file.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    assert not MachineCode(folder=folder).is_kept(probe)
    assert played(MachineCode(folder=folder), probe, offset) == expected
    assert sorted(folder.iterdir()) == files
    with monkeypatch.context() as patched:
        patched.setattr(Compiler, "compile", lambda *_: pytest.fail("it was not written again"))
        assert played(MachineCode(folder=folder), probe, offset) == expected


def test_what_code_depends_on_names_it() -> None:
    probe = drawing(tuple(range(9)), 4, 2, ())
    processor = host_processor()
    texts = {module_text([write_deal(processor, probe)]) for _ in range(2)}
    assert len(texts) == 1
    (text,) = texts
    others = (
        processor,
        Processor("generic", processor.features, processor.width),
        Processor(processor.name, "", processor.width),
    )
    assert len({Compiler(other).parts(text) for other in others}) == len(others)
    wider = Processor(processor.name, processor.features, 2 * processor.width)
    assert module_text([write_deal(wider, probe)]) != text


def test_code_is_kept_beside_the_package_or_with_the_user(places: Path) -> None:
    (places / "package").mkdir(mode=0o700)
    assert code_folder() == places / "package" / "__pycache__" / FOLDER


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="only POSIX tells who may write")
def test_code_is_kept_only_where_nobody_else_can_write(
    places: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (places / "package").mkdir()
    (places / "package").chmod(0o777)
    assert code_folder() == places / "cache" / "clagdsl" / FOLDER
    assert (places / "cache" / "clagdsl" / FOLDER).stat().st_mode & 0o077 == 0
    code_folder.cache_clear()
    monkeypatch.setenv(CACHE_VARIABLE, str(places / "chosen"))
    chosen = places / "chosen" / "clagdsl" / FOLDER
    assert code_folder() == chosen
    (chosen / "planted.o").write_bytes(b"")
    chosen.chmod(0o755)  # others could read what is in it, and might have opened it to write
    code_folder.cache_clear()
    assert code_folder() == chosen
    assert list(chosen.iterdir()) == []
    chosen.parent.chmod(0o777)
    code_folder.cache_clear()
    with caplog.at_level(logging.WARNING, "clagdsl"):
        assert code_folder() is None
    assert "machine code cannot be saved" in caplog.text
    assert str(chosen) in caplog.text or str(chosen.parent) in caplog.text


def test_without_a_folder_code_is_made_each_time() -> None:
    made: list[bytes] = []

    def make() -> bytes:
        made.append(b"code")
        return b"code"

    assert [cached_code(None, b"parts", make) for _ in range(2)] == [b"code"] * 2
    assert len(made) == 2


def test_what_cannot_be_written_is_not_kept(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, places: Path
) -> None:
    assert places == tmp_path
    missing = tmp_path / "missing"
    with caplog.at_level(logging.WARNING, "clagdsl"):
        codes = [cached_code(missing, name, lambda: b"code") for name in (b"one", b"two")]
    assert codes == [b"code"] * 2
    assert caplog.text.count("machine code cannot be saved") == 1


def test_the_oldest_code_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_files, "MOST_FILES", 6)
    made: list[bytes] = []

    def keep(number: int) -> None:
        def make() -> bytes:
            made.append(b"%d" % number)
            return made[-1]

        assert cached_code(tmp_path, b"parts %d" % number, make) == b"%d" % number
        for age, file in enumerate(sorted(tmp_path.iterdir(), key=lambda one: one.stat().st_mtime)):
            os.utime(file, (1000 + age, 1000 + age))

    for number in range(6):
        keep(number)
    keep(0)  # it is read, and so is the youngest
    keep(6)
    assert len(list(tmp_path.iterdir())) == 3
    made.clear()
    for number in (0, 5, 6):
        keep(number)
    assert made == []

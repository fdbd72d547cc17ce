"""Hostile inputs, made by a program with a fixed seed: never an exception, never slow."""

import random
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from clagdsl.lang.resources import data_folder
from clagdsl.lang.source import SourceText
from clagdsl.problems.model import Diagnostic
from clagdsl.syntax.format.printer import print_file
from clagdsl.syntax.parse_tables import load_tables
from clagdsl.syntax.parser import parse
from clagdsl.syntax.source_loader import read_source

RULES = data_folder("rules")
FOSS = (RULES / "foss.clag").read_text("utf-8")
PAGAT = (RULES / "pagat.clag").read_text("utf-8")
RAF = (RULES / "raf.clag").read_text("utf-8")
HOUSE = (RULES / "house" / "nuloss.clag").read_text("utf-8")
TOKENS = re.compile(r'"[^"\n]*"|#[^\n]*|\w+|[^\s\w]|\s+')

SECONDS = 3.0
DIRECTING = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that no message may hand on to a terminal."""


def truncations(chance: random.Random) -> Iterator[str | bytes]:
    for text in (FOSS, PAGAT, RAF, HOUSE):
        for _ in range(15):
            yield text[: chance.randrange(len(text))]
        data = text.encode()
        yield data[: chance.randrange(len(data))]


def swaps(chance: random.Random) -> Iterator[str]:
    for text in (FOSS, RAF, HOUSE):
        tokens = TOKENS.findall(text)
        for _ in range(12):
            mixed = list(tokens)
            for _ in range(chance.choice([1, 2, 20])):
                first, second = chance.randrange(len(mixed)), chance.randrange(len(mixed))
                mixed[first], mixed[second] = mixed[second], mixed[first]
            yield "".join(mixed)


def losses_and_repetitions(chance: random.Random) -> Iterator[str]:
    for text in (FOSS, RAF, HOUSE):
        tokens = TOKENS.findall(text)
        for _ in range(12):
            at = chance.randrange(len(tokens))
            yield "".join(tokens[:at] + tokens[at + 1 :])
            yield "".join(tokens[:at] + [tokens[at], " "] * chance.choice([2, 50]) + tokens[at:])


def shuffled_lines(chance: random.Random) -> Iterator[str]:
    for text in (FOSS, PAGAT, RAF, HOUSE):
        lines = text.splitlines()
        for _ in range(4):
            chance.shuffle(lines)
            yield "\n".join(lines)
        yield text[::-1]


def noise(chance: random.Random) -> Iterator[str]:
    odd = [chr(number) for number in (0, 7, 8, 27, 127, 133, 160, 0x2028, 0x202E, 0x2066, 0xFEFF)]
    odd += [*"\"'“”‘’«»;:,.&|^~`@$?!\\/<>=+-*%()[]{}#♠♥ß漢ا\t\r\f\v", "\ud800", "\U0001f0a1"]
    for text in (FOSS, HOUSE):
        for character in odd:
            at = chance.randrange(len(text))
            yield text[:at] + character + text[at:]


def word_soup(chance: random.Random) -> Iterator[str]:
    words = [*sorted(load_tables().words), "x", "normal", '"a"', "7", "\n"]
    for length in (5, 50, 500, 5000):
        for _ in range(10):
            yield "clag 1\n" + " ".join(chance.choices(words, k=length))
            yield " ".join(chance.choices(words, k=length))


def character_soup(chance: random.Random) -> Iterator[str | bytes]:
    for length in (1, 10, 1000, 100_000):
        for _ in range(3):
            yield "".join(map(chr, chance.choices(range(1, 0x3000), k=length)))
            yield "clag 1\n" + "".join(chance.choices(' \n"#()-=:,ab1♥', k=length))
            yield bytes(chance.choices(range(256), k=length))


def nesting(_chance: random.Random) -> Iterator[str]:
    for opening, closing in [("(", ")"), ("-", ""), ("not ", ""), ("abs(", ")"), ("min(1,", ")")]:
        for depth in (63, 64, 65, 1000, 20_000):
            yield f"clag 1\nlet x = {opening * depth}1{closing * depth}\n"
            yield f"clag 1\ndeal a score {opening * depth}\n"


def long_things(_chance: random.Random) -> Iterator[str]:
    for length in (1000, 5000, 1_000_000):
        yield f"clag 1\nlet x = {'9' * length}\n"
        yield f"clag {'1' * length}\n"
        yield f'clag 1\ngame "{"x" * length}"\n'
        yield f"clag 1\nlet {'x' * length} = 1\n"
        yield f"clag 1\n{'x' * length}"
        yield f"clag 1\nplayers {'0' * length}3 to 7\n"
    for unit in ("deal a ", "1+", "((((", '"', "a,", "when ", "= ", "\n", "drop\n", "let x = 1\n"):
        yield ("clag 1\n" + unit * (1 << 20))[: 1 << 20]


def encodings(_chance: random.Random) -> Iterator[bytes]:
    for text in (FOSS, HOUSE):
        for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-7", "latin-1", "cp037"):
            yield text.encode(encoding, "replace")
        yield b"\xef\xbb\xbf" + text.encode()
        yield b"\xef\xbb\xbf" * 2 + text.encode()
        yield text.replace("\n", "\r\n").encode()
        yield text.replace("\n", "\r").encode()
        yield text.encode() + b"\0"
        yield text.replace(" ", "\0").encode()
        yield text.encode() + b"\xff"
        yield text.encode("utf-8").replace(b"a", b"\xc3")


def right_to_left(_chance: random.Random) -> Iterator[str]:
    for character in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c":
        yield FOSS.replace("normal", f"{character}normal", 1)
        yield FOSS.replace('"Foss"', f'"F{character}oss"')
        yield FOSS + f"# note {character}\n"
    yield 'clag 1\ngame "שלום" variant "سلام"\nlet שלום = 1\n'


FAMILIES = [
    truncations,
    swaps,
    losses_and_repetitions,
    shuffled_lines,
    noise,
    word_soup,
    character_soup,
    nesting,
    long_things,
    encodings,
    right_to_left,
]


def inputs(number: int) -> list[str | bytes]:
    return list(FAMILIES[number](random.Random(number)))


def test_there_are_at_least_three_hundred_hostile_inputs() -> None:
    assert sum(len(inputs(number)) for number in range(len(FAMILIES))) >= 300


@pytest.mark.parametrize("number", range(len(FAMILIES)), ids=[f.__name__ for f in FAMILIES])
def test_hostile_inputs_are_answered(number: int, tmp_path: Path) -> None:
    for given in inputs(number):
        before = time.process_time()
        answer(given, tmp_path / "hostile.clag")
        assert time.process_time() - before < SECONDS, given[:100]


def answer(given: str | bytes, path: Path) -> None:
    """Read and parse an input, and hold the answer to what every answer promises."""
    if isinstance(given, bytes):
        path.write_bytes(given)
        read = read_source(path, "hostile.clag")
    else:
        read = SourceText("hostile.clag", given)
    if isinstance(read, Diagnostic):
        promised([read], None)
        return
    result = parse(read)
    assert (result.file is None) == bool(result.diagnostics)
    promised(list(result.diagnostics), read)
    if result.file is not None:
        assert parse(SourceText("again", print_file(result.file))).file == result.file


def promised(problems: list[Diagnostic], source: SourceText | None) -> None:
    assert len(problems) <= 201
    for problem in problems:
        assert re.fullmatch(r"S1\d\d", problem.code)
        assert problem.help
        assert len(problem.message) + len(problem.help) < 500
        assert not re.search(
            r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]",
            problem.message + problem.help,
        )
        place = problem.place
        assert place is not None
        if source is not None:
            assert 1 <= place.line <= place.end_line <= len(source.line_starts)
            assert 1 <= place.column <= len(source.line(place.line)) + 2
    places = [problem.place for problem in problems if problem.code != "S149"]
    assert places == sorted(
        places, key=lambda place: (place.line, place.column) if place else (0, 0)
    )


def test_a_carriage_return_alone_hides_nothing() -> None:
    hidden = "clag 1 # a note\rdeal evil score 1000\n"
    assert [problem.code for problem in parse(SourceText("a", hidden)).diagnostics] == ["S105"]


def test_every_prefix_of_a_small_file_is_answered() -> None:
    for end in range(len(HOUSE)):
        answer(HOUSE[:end], Path("unused"))


def test_the_answer_is_the_same_every_time() -> None:
    text = "\n".join(reversed(FOSS.splitlines()))
    first, second = (parse(SourceText("a", text)).diagnostics for _ in range(2))
    assert first == second
    assert first

"""Hostile inputs, made by a program with a fixed seed: never an exception, never slow."""

import random
import re
import time
from pathlib import Path

import pytest
from support.hostile_texts import FAMILIES, FOSS, HOUSE
from support.tree_text import print_file

from clagdsl.lang.source import SourceText
from clagdsl.problems.diagnostic import Diagnostic
from clagdsl.syntax.parser import parse
from clagdsl.syntax.source_loader import read_source

SECONDS = 3.0
DIRECTING = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that no message may hand on to a terminal."""


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
    shown = "clag 1 # a note\rdeal evil score 1000\n"
    read = parse(SourceText("a", shown))
    assert read.file == parse(SourceText("a", shown.replace("\r", "\n"))).file
    assert read.file is not None
    assert len(read.file.statements) == 1


def test_every_prefix_of_a_small_file_is_answered() -> None:
    for end in range(len(HOUSE)):
        answer(HOUSE[:end], Path("unused"))


def test_the_answer_is_the_same_every_time() -> None:
    text = "\n".join(reversed(FOSS.splitlines()))
    first, second = (parse(SourceText("a", text)).diagnostics for _ in range(2))
    assert first == second
    assert first

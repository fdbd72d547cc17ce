"""Files made to break the checker: always an answer, in bounded time and memory, never a crash."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest
from support.hostile_texts import FAMILIES
from support.samples import every_nth

from clagdsl.check.checker import CheckResult, check_path

ROOT = Path(__file__).parent.parent.parent
SECONDS = 3.0
MEMORY = 400 * 1024 * 1024
SIZE = 1 << 20

HEAD = 'clag 1\ngame "X" variant "Y"\nplayers 2 to 10\n'
DEAL = "deal normal trump none bid in turn score {score}\n"
WINNER = "winner highest total, then shared\n"
TAIL = "schedule 5 cards: normal\n" + WINNER
MANY = range(100)


def whole(score: str, before: str = "", deals: str = "", schedule: str = "") -> str:
    return HEAD + before + DEAL.format(score=score) + deals + (schedule or TAIL)


def expensive() -> Iterator[str]:
    """Rules that are well formed and as much work as the bounds allow."""
    names = ("bid", "bids", "tricks", "points", "most", "most_count", "makers", "deal", "cards")
    yield whole(" + ".join(names))
    yield whole(" * ".join(names))
    yield whole("1000000000 // (bids - most * makers + points)")
    yield whole(" + ".join(["tricks * bid"] * 70))
    yield whole(
        "1 when "
        + " or ".join(f"bids = {i} and most = {i % 7}" for i in range(40))
        + ", otherwise 0"
    )
    parameters = "".join(f"param p{i} = 0 in -1000 to 1000\n" for i in range(100))
    yield whole(" + ".join(f"p{i}" for i in range(100)), parameters)
    yield whole(" + ".join(f"tricks * p{i}" for i in range(70)) + " + bids", parameters)
    lets = "let a0 = 2\n" + "".join(f"let a{i} = a{i - 1} * a{i - 1}\n" for i in range(1, 100))
    yield whole("a99", lets)
    lets = "let a0 = players\n" + "".join(f"let a{i} = a{i - 1} + a{i - 1}\n" for i in range(1, 29))
    yield whole("a28", lets)
    made = "".join(f"deal d{i} is normal with score {i} + bids * tricks\n" for i in MANY[1:])
    names_of = ", ".join(f"d{i}" for i in MANY[1:])
    rows = f"schedule 5 cards: normal, {names_of}\n{WINNER}"
    yield whole("bids", deals=made, schedule=rows)
    limits = "  last bid keeps bids * deal % 7 != cards and bids % 3 != deal % 3\n"
    yield whole(
        "bids\n" + limits,
        schedule="schedule repeat 500 times 5 cards: normal\n" + WINNER,
    )
    choices = "".join(f"twist t{i} score {i}\n" for i in range(98))
    offered = ", ".join(f"t{i}" for i in range(98))
    yield whole(f"1 call by dealer at most one of {offered}", deals=choices)
    yield whole(f"1 call by dealer any of {offered}", deals=choices)
    groups = " ".join(f"at most one of t{3 * i}, t{3 * i + 1}, t{3 * i + 2}" for i in range(100))
    yield whole(f"1 call by dealer {groups}", deals=choices)
    chain = "".join(f"deal d{i} is {'d' + str(i - 1) if i else 'normal'}\n" for i in range(98))
    yield whole("1", deals=chain)
    yield whole(
        "1",
        schedule="schedule 1 up to 1000000000 cards: normal\n" + WINNER,
    )
    yield whole(
        "1",
        schedule="schedule repeat 1000000000 times 1 card: normal\n" + WINNER,
    )
    examples = 'example "x" in normal: tricks 1 scores 1\n' * 2000
    yield whole("tricks") + examples
    settle = "settle loser pays winner " + " * ".join(["winner.total"] * 9) + "\n"
    yield whole("tricks") + settle


def check(path: Path) -> CheckResult:
    start = time.process_time()
    result = check_path(path)
    assert time.process_time() - start < SECONDS
    assert (result.game is None) == any(d.severity == "error" for d in result.diagnostics)
    return result


Family: TypeAlias = Callable[[random.Random], Iterator[str | bytes]]
LISTED = ("noise", "nesting", "long_things", "encodings", "right_to_left")
"""Families in which each text is of a kind of its own."""


def answered(texts: Iterable[str | bytes], path: Path) -> None:
    for text in texts:
        data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
        path.write_bytes(data)
        check(path)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
def test_whatever_the_parser_is_given_the_checker_answers(family: Family, tmp_path: Path) -> None:
    """Of what comes again and again every twelfth three, which are of every file, size and kind.

    Of the other families every third text; `tests/syntax/test_hostile.py` has the parser read all.
    """
    texts = list(family(random.Random(family.__name__)))
    if family.__name__ in LISTED:
        texts = texts[::3]
    else:
        texts = [text for number, text in enumerate(texts) if number // 3 % 12 == 0]
    answered(texts, tmp_path / "hostile.clag")


@pytest.mark.long
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
def test_all_that_the_parser_is_given_the_checker_answers(family: Family, tmp_path: Path) -> None:
    answered(family(random.Random(family.__name__)), tmp_path / "hostile.clag")


@pytest.mark.parametrize("text", list(expensive()), ids=range(len(list(expensive()))))
def test_rules_made_to_be_much_work_are_answered(text: str, tmp_path: Path) -> None:
    assert len(text) < SIZE
    path = tmp_path / "expensive.clag"
    path.write_text(text, encoding="utf-8")
    result = check(path)
    assert not any(d.code.startswith("S") for d in result.diagnostics), result.diagnostics[0]


LARGE = {
    "brackets": "clag 1\nlet x = " + "(" * SIZE,
    "sums": "clag 1\nlet x = " + "1+" * SIZE,
    "deals": HEAD + "deal a is b with bid none\n" * SIZE,
    "quotes": "clag 1\n" + '"' * SIZE,
    "lines": "clag 1\n" + "\n" * SIZE,
    "names": "clag 1\n" + "deal d trump x\n" * SIZE,
    "examples": whole("tricks") + 'example "x" in normal: tricks 1 scores 1\n' * SIZE,
    "comments": whole("tricks") + "# no\n" * SIZE,
}


# A child counts the memory of the process that it was forked from; this one is small.
MEASURED = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:]).returncode
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss, file=sys.stderr)
"""


@pytest.mark.parametrize("name", every_nth(LARGE, 7))
def test_a_mebibyte_is_answered_in_bounded_time_and_memory(name: str, tmp_path: Path) -> None:
    path = tmp_path / "large.clag"
    path.write_text(LARGE[name][:SIZE], encoding="utf-8")
    command = [sys.executable, "-c", MEASURED, sys.executable, "-m", "clagdsl", "check", str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    told = done.stdout
    status, seconds, kibibytes = done.stderr.split()[-3:]
    assert int(status) == (0 if name == "comments" else 1), told
    assert float(seconds) < SECONDS
    assert int(kibibytes) * 1024 < MEMORY
    assert told.count("\n") < 1000


# --- what `extends` names -----------------------------------------------------------------


def extending(folder: Path, reference: str) -> list[str]:
    path = folder / "house.clag"
    path.write_text(f'clag 1\ngame "House" extends "{reference}"\n', encoding="utf-8")
    return [diagnostic.code for diagnostic in check(path).diagnostics]


def test_a_file_cannot_extend_what_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "folder.clag").mkdir()
    (tmp_path / "link.clag").symlink_to(tmp_path / "nowhere.clag")
    (tmp_path / "loop.clag").symlink_to(tmp_path / "loop.clag")
    for reference in ("missing.clag", "folder.clag", ".", "..", "link.clag", "loop.clag", ""):
        assert extending(tmp_path, reference) in (["C233"], ["C230"]), reference
    assert extending(tmp_path, "x" * 900 + ".clag") == ["C233"]
    assert extending(tmp_path, "/".join(["x"] * 400) + ".clag") == ["C233"]


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/full", "/dev/random", "/dev/stdin"])
def test_a_file_cannot_extend_a_device(device: str, tmp_path: Path) -> None:
    if not Path(device).exists():
        device = "/dev/null"
    assert extending(tmp_path, device) == ["C233"]


def test_a_file_cannot_extend_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.clag")
    assert extending(tmp_path, "pipe.clag") == ["C233"]


@pytest.mark.parametrize("reference", ["house.clag", "./house.clag", "../here/house.clag", "link"])
def test_a_file_cannot_extend_itself_by_any_name(reference: str, tmp_path: Path) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "link.clag").symlink_to(folder / "house.clag")
    reference = reference.replace("link", "link.clag")
    assert extending(folder, reference) == ["C231"]


def test_two_files_cannot_extend_each_other(tmp_path: Path) -> None:
    (tmp_path / "other.clag").write_text('clag 1\ngame "Other" extends "house.clag"\n')
    assert extending(tmp_path, "other.clag") == ["C231"]


def test_a_binary_file_cannot_be_extended(tmp_path: Path) -> None:
    (tmp_path / "binary.clag").write_bytes(bytes(range(256)) * 64)
    assert extending(tmp_path, "binary.clag") == ["C233"]

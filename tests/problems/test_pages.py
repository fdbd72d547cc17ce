"""The page of every code: its failing example fails with the code, its mended one is in order.

Each example is run in a folder of its own, as a reader would: a file is checked or replayed, a
command given, a piece of Python run.  What a page names `with` is a file that lies beside it.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from support.pages import FENCE, KINDS, Example, command, examples, lay_beside, page

import clagdsl
from clagdsl.cli.main import main

A_BUG = "U699"
"""A bug in clagdsl: the one problem that no example can have, for it would be mended instead."""

CODES = [code for code in KINDS if code != A_BUG]


def told_by(error: clagdsl.ClagError) -> list[str]:
    """The codes that an error tells, in its order."""
    if isinstance(error, (clagdsl.RulesError, clagdsl.RecordError)):
        return [diagnostic.code for diagnostic in error.diagnostics]
    assert isinstance(error, (clagdsl.ArgumentError, clagdsl.IllegalAction))
    if isinstance(error, clagdsl.IllegalAction):
        assert_well_told(error)
    return [error.code]


def assert_well_told(error: clagdsl.IllegalAction) -> None:
    """A reason is part of a sentence."""
    assert error.reason[0] == "`" or error.reason[0].islower()
    assert not error.reason.endswith(".")
    assert "None" not in error.reason


def told_by_python(text: str) -> list[str]:
    try:
        exec(compile(text, "page", "exec"), {"clagdsl": clagdsl})
    except clagdsl.ClagError as error:
        return told_by(error)
    return []


def told_by_command(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    status = main(arguments)
    told = capsys.readouterr()
    codes = re.findall(r"\b(?:error|warning|note) ([A-Z]\d{3}): ", told.out + told.err)
    assert codes or status == 0, told
    return codes


def told(code: str, example: Example, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The codes that a reader of the page gets who does what the example shows."""
    lay_beside(code, Path())
    Path(example.name).write_text(example.text, encoding="utf-8")
    arguments = command(code, example)
    if arguments is not None:
        return told_by_command(arguments, capsys)
    if example.language == "python":
        return told_by_python(example.text)
    assert example.language == "console", f"{code}: an example in `{example.language}` is not run"
    commands = re.findall(r"^\$ clagdsl (.*)$", example.text, re.M)
    return [one for line in commands for one in told_by_command(line.split(), capsys)]


def test_only_our_own_bugs_have_no_example() -> None:
    bare = {code for code in KINDS if not (examples(code, "fails") and examples(code, "mended"))}
    assert bare == {A_BUG}


def test_no_page_has_an_example_that_is_not_run() -> None:
    for code in KINDS:
        assert len(FENCE.findall(page(code))) * 2 == page(code).count("```"), code


OF_NO_FILE = [code for code in CODES if not examples(code, "shows")]
"""What a file shows is compared in `test_golden_problems.py`."""


@pytest.mark.parametrize("code", OF_NO_FILE)
def test_the_failing_example_fails_with_its_code(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    [example] = examples(code, "fails")
    codes = told(code, example, capsys)
    # a note stands beside the problems that it is about
    assert code in codes if KINDS[code].severity == "note" else codes[0] == code


@pytest.mark.parametrize("code", CODES)
def test_the_mended_example_is_in_order(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())  # who goes on with a match leaves it at once
    [example] = examples(code, "mended")
    assert told(code, example, capsys) == []

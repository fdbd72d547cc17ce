"""Every command answers soon on every file that `check` accepts, however its rules are written."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from support.heavy_files import (
    deals_of_sums,
    examples_of,
    file_of,
    heavier_files,
    heavy_files,
    parameters,
    rows_of_parameters,
    two_groups_of_calls,
    wild_and_higher,
)
from support.samples import every_nth

from clagdsl.cli.main import main

pytestmark = pytest.mark.proves_anew

FILES: Final = heavy_files()
HEAVIER: Final = heavier_files()
SECONDS: Final = 3
"""Of the processor, for one command."""


class TooLongError(BaseException):
    """A command took longer than it may; nothing catches it before the test does."""


@contextmanager
def held() -> Iterator[None]:
    """Stop what takes more of the processor than a command may."""

    def stop(*_: object) -> None:
        raise TooLongError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@pytest.mark.parametrize("heavy", every_nth(FILES, 2))
def test_a_heavy_file_is_answered_soon(
    heavy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert_answered_soon(FILES[heavy], capsys)


@pytest.mark.long
@pytest.mark.parametrize("heavy", HEAVIER)
def test_a_heavier_file_is_answered_soon(
    heavy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert_answered_soon(HEAVIER[heavy], capsys)


def assert_answered_soon(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.clag").write_text(text)
    Path("b.clag").write_text(text.replace("score ", "score 1 + ", 1))
    for command in (
        "check a.clag",
        "sheet a.clag",
        "sheet a.clag -o a.html",
        "graph a.clag",
        "compile a.clag",
        "diff a.clag b.clag",
        "diff a.clag b.clag --witness",
        "fmt a.clag",
    ):
        with held():
            status = main(command.split())
        assert status == 0, (command, capsys.readouterr().err)


def test_a_witness_sought_in_vain_with_cards_is_given_up_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.clag").write_text(wild_and_higher(trumps="else higher trump, else trump, "))
    Path("b.clag").write_text(wild_and_higher(trumps=""))
    with held():
        assert main(["diff", "a.clag", "b.clag", "--witness"]) == 0
    assert "no deal that was tried shows a difference" in capsys.readouterr().out


def test_rows_of_a_schedule_are_worked_out_once_for_each_value(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.clag"
    file.write_text(rows_of_parameters())
    with held():
        assert main(["check", str(file)]) == 0, capsys.readouterr().out


def test_what_is_too_much_to_prove_is_told_soon(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    score = " + ".join(["tricks", *(f"p{one}" for one in range(40))])
    file = tmp_path / "a.clag"
    file.write_text(file_of(score, before=parameters(40)))
    with held():
        assert main(["check", str(file)]) == 1
    assert "P311" in capsys.readouterr().out


TOO_MUCH: Final = {
    "examples with parameters of their own": examples_of(
        2000, 99, "in normal where p = {0}: bid 1 tricks 1 scores 1"
    ),
    "examples of payments": examples_of(
        2000, 99, "where p = {0}: loser total 142 pays 42 to winner total 184"
    ).replace("shared\n", "shared\nsettle loser pays winner winner.total - loser.total\n"),
}


@pytest.mark.long
@pytest.mark.parametrize("heavy", TOO_MUCH)
def test_what_is_too_much_to_go_through_is_told_soon(
    heavy: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.clag"
    file.write_text(TOO_MUCH[heavy])
    with held():
        assert main(["check", str(file)]) == 1
    assert "P311" in capsys.readouterr().out


@pytest.mark.long
def test_what_tricks_are_worth_is_proved_apart_from_scores_that_do_not_ask(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.clag"
    file.write_text(two_groups_of_calls(49))
    with held():
        assert main(["check", str(file)]) == 0, capsys.readouterr().out


def test_formulas_that_say_too_much_together_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.clag"
    file.write_text(deals_of_sums(42))
    with held():
        assert main(["sheet", str(file)]) == 1
    told = capsys.readouterr().out
    assert "P311: too much to prove: the formulas contain more than 10,000 names, numbers" in told

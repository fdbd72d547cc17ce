"""What a simulation is asked to write is written once, and never over rules."""

from __future__ import annotations

from pathlib import Path

import pytest

import clagdsl
from clagdsl.cli.main import main
from clagdsl.problems.diagnostic import ArgumentError


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["simulate", *arguments]) == 2
    answer = capsys.readouterr()
    assert answer.out == ""
    return answer.err


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("--save", "a.json"), ("--csv", "a.json")),
        (("--csv", "a.html"), ("--plot", "./a.html")),
        (("--csv", "a.x"), ("--parquet", "sub/../a.x")),
        (("--plot", "a.png"), ("--plot", "a.png")),
    ],
)
def test_two_things_are_not_written_to_one_file(
    first: tuple[str, str],
    second: tuple[str, str],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    told = refused(capsys, "pagat", "-n", "5", *first, *second)
    assert first[0] in told
    assert second[1] in told
    assert sorted(path.name for path in tmp_path.iterdir()) == ["sub"]


@pytest.mark.parametrize("option", ["--csv", "--parquet", "--save", "--against", "--plot"])
def test_no_name_is_no_name(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"`{option}` needs" in refused(capsys, "pagat", "-n", "5", option, "")


def test_more_matches_than_memory_holds_are_refused() -> None:
    game = clagdsl.load("pagat")
    with pytest.raises(ArgumentError, match="at most 6100805 of this game") as error:
        game.simulate(2**32)
    assert error.value.code == "U628"

"""What a simulation is asked to write is written once, and never over rules."""

from __future__ import annotations

from pathlib import Path

import pytest

import clagdsl
from clagdsl.cli.main import main
from clagdsl.problems.model import ArgumentError

HOUSE = """clag 1
game "Friday" extends pagat
drop "Highest Number"
"""


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


@pytest.mark.parametrize("option", ["--csv", "--parquet", "--save"])
@pytest.mark.parametrize("name", ["house.clag", "./house.clag", "another.clag"])
def test_rules_are_never_written_over(
    option: str,
    name: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    for file in ("house.clag", "another.clag"):
        (tmp_path / file).write_text(HOUSE, "utf-8")
    assert "would replace a file of rules" in refused(capsys, "house.clag", "-n", "5", option, name)
    assert (tmp_path / name).read_text("utf-8") == HOUSE


def test_rules_of_another_ending_are_not_written_over(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    rules = tmp_path / "house.txt"
    rules.write_text(HOUSE, "utf-8")
    told = refused(capsys, str(rules), "-n", "5", "--csv", str(rules))
    assert "would replace a file of rules" in told
    assert rules.read_text("utf-8") == HOUSE


@pytest.mark.parametrize("option", ["--csv", "--parquet", "--save", "--against", "--plot"])
def test_no_name_is_no_name(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"`{option}` needs" in refused(capsys, "pagat", "-n", "5", option, "")


def test_more_matches_than_memory_holds_are_refused() -> None:
    game = clagdsl.load("pagat")
    with pytest.raises(ArgumentError, match="at most 6100805 of this game") as error:
        game.simulate(2**32)
    assert error.value.code == "U628"

"""`clagdsl sheet`: the rules of a file as a rule sheet."""

import json
from pathlib import Path

import pytest

from clagdsl.cli.main import main
from clagdsl.explain.rule_sheet.document import MARK


def test_the_rule_sheet_of_a_file_goes_where_it_is_wanted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sheet", "foss"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("# Clag, Foss\n")
    assert main(["sheet", "foss", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"file": "foss", "markdown": shown}
    for ending in ("md", "html"):
        path = tmp_path / f"x.{ending}"
        assert main(["sheet", "foss", "-o", str(path)]) == 0
        assert capsys.readouterr().out == f"{path} written\n"
    assert (tmp_path / "x.md").read_text("utf-8") == f"{shown}\n{MARK}\n"
    assert (tmp_path / "x.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert main(["sheet", "foss", "-o", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"written": str(path)}


def test_a_sheet_for_one_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sheet", "scorecard", "--players", "4", "--set", "hook=true"]) == 0
    told = capsys.readouterr().out
    assert "This sheet is for 4 players; 3 to 7 people can play" in told
    assert "The dealer, who bids last, may not make the bids add up" in told


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["paget"], "did you mean `pagat`"),
        (["foss", "-o", "x.pdf"], "`x.pdf` does not end in `.md` or `.html`"),
        (["foss", "-o", "none/x.md"], "cannot write `none/x.md`"),
        (["foss", "--players", "9"], "error U"),
        (["pagat", "--set", "point_stake=x"], "error U603"),
    ],
)
def test_a_sheet_that_cannot_be_made(
    arguments: list[str],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["sheet", *arguments]) == 2
    assert words in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_file_with_errors_has_no_sheet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "odd.clag"
    path.write_text("clag 1\ndeal\n", encoding="utf-8")
    page = tmp_path / "odd.html"
    page.write_text("the sheet of last week", encoding="utf-8")
    assert main(["sheet", str(path), "-o", str(page)]) == 1
    assert "odd.clag:2" in capsys.readouterr().out
    assert page.read_text("utf-8") == "the sheet of last week"

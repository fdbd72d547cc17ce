"""`clagdsl explain`: every code has a page, and no code stands outside the catalogue."""

import json
import re
from inspect import cleandoc
from pathlib import Path

import pytest

from clagdsl.cli.explain import page_text
from clagdsl.cli.main import main
from clagdsl.explain.rule_sheet.markdown import MARK
from clagdsl.problems.registry import ProblemKind, problem_kinds

ROOT = Path(__file__).parent.parent.parent
USED = re.compile(r'^    code = "([A-Z]\d{3})"$', re.MULTILINE)
FENCE = re.compile(r"^```(\w+) (\w+)", re.MULTILINE)


def test_the_catalogue_holds_every_problem_that_the_source_makes() -> None:
    text = "".join(path.read_text("utf-8") for path in (ROOT / "clagdsl").rglob("*.py"))
    assert sorted(USED.findall(text)) == list(problem_kinds())


@pytest.mark.parametrize("code", problem_kinds())
def test_every_code_has_a_page_with_an_example_and_its_mend(
    code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", code.lower()]) == 0
    told = capsys.readouterr().out
    kind = problem_kinds()[code]
    assert told.startswith(f"{code} ({kind.severity}): {kind.title}\n\n")
    assert "```" not in told
    page = cleandoc(kind.page)
    assert len(page.split("\n\n")) > 1, "a page says why, not only what"
    kinds = {word for _, word in FENCE.findall(page)}
    assert ("This fails:" in told) == ("fails" in kinds)
    assert ("This is mended:" in told) == ("mended" in kinds)
    assert "For example:" not in told


def test_a_page_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "U690", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["code"] == "U690"
    assert answer["severity"] == "error"
    assert "```console fails\n$ clagdsl check --format xml foss\n```" in answer["page"]


def test_the_examples_of_a_page_are_indented_under_a_title() -> None:
    page = "First line.\n\n    Why.\n\n    ```clag fails\n    deal\n\n    x\n    ```\n    "
    assert page_text(ProblemKind("C1", "warning", "odd", page)).splitlines() == [
        "C1 (warning): odd",
        "",
        "First line.",
        "",
        "Why.",
        "",
        "This fails:",
        "",
        "    deal",
        "",
        "    x",
    ]


def test_a_file_that_an_example_needs_is_named() -> None:
    page = "First line.\n\n    ```clag with base.clag\n    clag 1\n    ```\n    "
    told = page_text(ProblemKind("C1", "warning", "odd", page))
    assert told.endswith("With this file, `base.clag`:\n\n    clag 1")


def test_an_unknown_code_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "U69"]) == 2
    assert "U690" in capsys.readouterr().err


def test_the_rule_sheet_of_a_file_goes_where_it_is_wanted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", "foss"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("# Clag, Foss\n")
    assert main(["explain", "foss", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"file": "foss", "markdown": shown}
    for ending in ("md", "html"):
        path = tmp_path / f"x.{ending}"
        assert main(["explain", "foss", "-o", str(path)]) == 0
        assert capsys.readouterr().out == f"{path} written\n"
    assert (tmp_path / "x.md").read_text("utf-8") == f"{shown}\n{MARK}\n"
    assert (tmp_path / "x.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert main(["explain", "foss", "-o", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"written": str(path)}


def test_a_sheet_for_one_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "scorecard", "--players", "4", "--set", "hook=true"]) == 0
    told = capsys.readouterr().out
    assert "This sheet is for 4 players; 3 to 7 can play" in told
    assert "The dealer, who bids last, may not make the bids add up" in told


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["paget"], "neither a bundled variant nor the code of a problem such as C201; did you"),
        (["zzz"], "the variants are foss, mcleod, "),
        (["C201", "-o", "x.md"], "go with a FILE, not with a code"),
        (["C201", "--players", "3"], "go with a FILE, not with a code"),
        (["C201", "--set", "p=1"], "go with a FILE, not with a code"),
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
    assert main(["explain", *arguments]) == 2
    assert words in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_file_with_errors_has_no_sheet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "odd.clag"
    path.write_text("clag 1\ndeal\n", encoding="utf-8")
    page = tmp_path / "odd.html"
    page.write_text("the sheet of last week", encoding="utf-8")
    assert main(["explain", str(path), "-o", str(page)]) == 1
    assert "odd.clag:2" in capsys.readouterr().out
    assert page.read_text("utf-8") == "the sheet of last week"

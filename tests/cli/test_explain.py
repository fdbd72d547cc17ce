"""`clagdsl explain`: every code has a page, and no code stands outside the catalogue."""

import json
import re
from inspect import cleandoc
from pathlib import Path

import pytest

from clagdsl.cli.explain import page_text
from clagdsl.cli.main import main
from clagdsl.problems.render import ProblemKind, problem_kinds

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
    assert ("This is fixed:" in told) == ("mended" in kinds)
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


@pytest.mark.parametrize(
    ("word", "advice"),
    [
        ("joker", "`special Joker is high asks nothing`"),
        ("partners", "every player plays for themselves"),
        ("Gebot", "did you mean `bid`?"),
        ("order of", "did you mean `order`?"),
    ],
)
def test_a_word_that_people_use_leads_to_that_of_the_language(
    word: str, advice: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", *word.split()]) == 2
    assert advice in capsys.readouterr().err


@pytest.mark.parametrize("file", ["foss", "rules/foss.clag", "nosuch.clag"])
def test_a_file_is_referred_to_the_command_that_takes_it(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", file]) == 2
    assert f"not a file: `clagdsl sheet {file}` prints its rules" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("lead first bidder", ["lead", "first bidder"]),
        ("trump rotates throughout", ["trump", "rotates", "throughout"]),
        ("rotates throughout", ["rotates", "throughout"]),
    ],
)
def test_the_words_of_a_clause_are_explained_one_by_one(
    text: str, parts: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", *text.split(), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [each.split("`")[1] for each in answer["meanings"]] == parts
    assert text in answer["lines"][0]


def test_words_that_stand_in_no_clause_together_are_not_explained(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["explain", "winner", "lead"]) == 2
    assert "U690" in capsys.readouterr().err

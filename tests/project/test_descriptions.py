"""The measure of authors: rules in ordinary words, and a program that grades files against them.

The rules files here were written from the texts alone.  Each has all facts; with one wrong line,
only facts of the kinds that the line decides fail.
"""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "benchmarks" / "descriptions.py"


def load_program() -> Any:
    spec = importlib.util.spec_from_file_location("descriptions", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    return program


program = load_program()
NAMES = program.description_names()

WRITTEN = {
    "seven-down": """
clag 2
game "Seven Down"
players 3 to 7
deal normal
  trump turned
  bid in turn
  last bid keeps bids != cards
  score 10 + tricks when made, otherwise 0
schedule 7 down to 1 cards: normal
winner highest total, then shared
""",
    "always-hearts": """
clag 2
game "Always Hearts"
players 4
deal normal
  trump hearts
  bid in turn
  each bid keeps bid >= 1
  last bid keeps bids != cards
  open no trump until broken
  score tricks + (5 * bid when made, otherwise -2 * abs(tricks - bid))
schedule repeat 8 times 13 cards: normal
winner highest total, then shared
""",
    "bags": """
clag 2
game "Bags"
players 4
tally bags = tricks - bid when tricks > bid, otherwise 0
deal normal
  trump spades
  bid in turn
  score 10 * bid + tricks - bid - 50 * ((bags + tricks - bid) // 10 - bags // 10)
    when tricks >= bid, otherwise -10 * bid
  completed when tricks >= bid
schedule repeat 10 times 13 cards: normal
winner highest total, then shared
""",
    "wizards": """
clag 2
game "Wizards"
players 3 to 6
pack all ranks, 4 Wizard, 4 Jester
special Wizard is high asks nothing
special Jester is low asks next card
deal normal
  trump turned, on Wizard named by dealer any suit, on Jester none, else none
  bid in turn
  score 20 + 10 * tricks when made, otherwise -10 * abs(bid - tricks)
schedule 1 up to 60 // players cards: normal
winner highest total, then shared
""",
    "four-odd-ones": """
clag 1
game "Odd Ones"
players 4 to 6
deal normal
  trump turned
  bid in turn
  last bid keeps bids != cards
  score 10 + tricks when made, otherwise tricks
deal "No Trumps" is normal with trump none
deal "Aces Low" is normal with rank K Q J 10 9 8 7 6 5 4 3 2 A
deal Misere is normal with
  trump none
  bid none
  score 10 when tricks = 0, otherwise -2 * tricks
  completed when tricks = 0
deal Twice is normal with score 2 * (10 + tricks) when made, otherwise 2 * tricks
schedule
  1 up to 7 cards: normal
  then 7 cards: "No Trumps", "Aces Low", Misere, Twice
winner highest total, then shared
""",
    "before-the-cards": """
clag 2
game "Before"
players 3 to 7
deal normal
  trump turned
  sight after bids
  shown after bids
  bid in turn
  last bid keeps bids != cards
  next dealer winner
  score 5 + 5 * tricks when made, otherwise -5
schedule repeat 10 times 4 cards: normal
winner highest total, then shared
""",
    "five-trumps-round": """
clag 2
game "Round"
players 3 to 6
deal normal
  trump rotates spades hearts diamonds clubs none
  bid in turn
  score 20 + tricks when made, otherwise tricks
schedule repeat 10 times 8 cards: normal
winner highest total, then shared
""",
    "lots-for-first": """
clag 2
game "Lots"
players 3 to 6
deal normal
  trump rotates diamonds clubs
  bid in turn, drawn first
  lead first bidder
  last bid keeps bids != cards
  score 10 + 3 * tricks when made, otherwise tricks // 2
schedule repeat 10 times 6 cards: normal
winner highest total, then shared
""",
}

WRONG = [
    ("lots-for-first", "  lead first bidder\n", "", {"leader"}),
    ("seven-down", "players 3 to 7", "players 3 to 6", {"players"}),
    ("seven-down", "bids != cards", "bids > cards, otherwise bids != cards", {"bids"}),
    ("seven-down", "otherwise 0", "otherwise 1", {"score"}),
    ("seven-down", "7 down to 1", "1 up to 7", {"deals", "score", "bids", "sees"}),
    ("seven-down", "winner highest", "winner lowest", {"winners"}),
    ("always-hearts", "trump hearts", "trump spades", {"trump", "trick", "play"}),
    ("always-hearts", "  open no trump until broken\n", "", {"play"}),
    ("bags", "// 10 - bags", "// 11 - bags", {"match"}),
    ("wizards", "Jester none", "Jester again", {"turned"}),
    ("wizards", "Wizard is high", "Wizard is low", {"trick"}),
    ("four-odd-ones", "rank K Q J 10 9 8 7 6 5 4 3 2 A", "trump turned", {"trick"}),
    ("four-odd-ones", "-2 * tricks", "-3 * tricks", {"score"}),
    ("wizards", "4 Wizard", "5 Wizard", {"pack"}),
    ("before-the-cards", "  sight after bids\n", "", {"sees"}),
    ("before-the-cards", "  next dealer winner\n", "", {"match"}),
    ("five-trumps-round", "diamonds clubs", "clubs diamonds", {"trump", "trick"}),
]


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.clag"
    path.write_text(text.lstrip(), "utf-8")
    return path


def facts_that_fail(name: str, path: Path) -> list[dict[str, Any]]:
    graded = program.grade(program.find_description(name), path)
    return [dict(result.fact) for result in graded.results if not result.holds]


@pytest.mark.parametrize("name", NAMES)
def test_a_description_is_well_formed(name: str) -> None:
    description = program.find_description(name)
    assert 60 <= len(description.text.split()) <= 200
    assert 6 <= len(description.facts) <= 12
    sizes = {}
    for fact in description.facts:
        if fact["kind"] == "deals":
            sizes = dict(enumerate(fact["cards"], 1))
    for fact in description.facts:
        assert fact["because"]
        assert set(fact) <= {"kind", "because"} | (
            program.KINDS[fact["kind"]].fields | program.KINDS[fact["kind"]].more
        )
        if fact["kind"] == "score":
            assert (
                len(fact["tricks"]) == len(fact["scores"]) == len(fact.get("bids", fact["scores"]))
            )
            cards = fact.get("cards", sizes.get(fact["deal"], sum(fact["tricks"])))
            assert sum(fact["tricks"]) == cards
        if fact["kind"] == "match" and "totals" in fact:
            assert len(fact["totals"]) == fact["players"]


def test_every_kind_of_fact_is_used() -> None:
    used = {fact["kind"] for name in NAMES for fact in program.find_description(name).facts}
    assert used == set(program.KINDS)


@pytest.mark.parametrize("name", WRITTEN)
def test_a_right_file_has_all_facts(name: str, tmp_path: Path) -> None:
    assert facts_that_fail(name, write(tmp_path, name, WRITTEN[name])) == []


@pytest.mark.parametrize(("name", "line", "wrong", "kinds"), WRONG)
def test_a_wrong_line_fails_the_facts_that_it_decides(
    name: str, line: str, wrong: str, kinds: set[str], tmp_path: Path
) -> None:
    assert WRITTEN[name].count(line) == 1
    failed = facts_that_fail(name, write(tmp_path, name, WRITTEN[name].replace(line, wrong)))
    assert {fact["kind"] for fact in failed} == kinds


def test_a_file_with_errors_has_no_facts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, "seven-down", "clag 1\ngame\n")
    assert program.main(["grade", "seven-down", str(path)]) == 1
    out = capsys.readouterr().out
    assert out.startswith("seven-down: 0 of 12 facts hold\n  the file has errors: S1")


def test_a_folder_is_graded_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("seven-down", "bags"):
        write(tmp_path, name, WRITTEN[name])
    assert program.main(["grade", str(tmp_path), "--json"]) == 0
    grades = json.loads(capsys.readouterr().out)
    assert [(grade["name"], grade["held"]) for grade in grades] == [
        ("bags", 10),
        ("seven-down", 12),
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "no-such-name"],
        ["grade", "no-such-name", "{file}"],
        ["grade", "seven-down", "{folder}/missing.clag"],
        ["grade", "seven-down"],
        ["grade", "{folder}"],
        ["grade", "a", "b", "c"],
    ],
)
def test_a_wrong_request_gets_one_line(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    path = write(tmp_path, "seven-down", WRITTEN["seven-down"])
    words = [word.format(file=path, folder=tmp_path / "empty") for word in arguments]
    assert program.main(words) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1

"""The documented score card, every cell as printed, against what was worked out by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clagdsl.checker.load import check_path
from clagdsl.game import Game
from clagdsl.record import Record
from clagdsl.records.outcome import best_fit
from clagdsl.records.reading import parse_record, read_record
from clagdsl.records.replay import replay_sheet
from clagdsl.records.writing import write_record

SHEETS = Path(__file__).parent / "conformance" / "sheets"
EXPECTED = json.loads((SHEETS / "wikipedia.expected.json").read_text("utf-8"))


def rules(name: str) -> Game:
    game = check_path(name).game
    assert game is not None
    return game


def card() -> Record:
    record = read_record(SHEETS / EXPECTED["sheet"]).record
    assert record is not None
    return record


def with_parameters(parameters: dict[str, Any]) -> Record:
    return replace(card(), parameters=tuple(parameters.items()))


@pytest.mark.parametrize("outcome", EXPECTED["outcomes"], ids=["as documented", "with the hook"])
def test_the_disagreements_are_those_found_by_hand(outcome: dict[str, Any]) -> None:
    found = replay_sheet(with_parameters(outcome["parameters"]), rules("scorecard")).to_json()
    problems = found["problems"]
    assert isinstance(problems, list)
    assert [
        {key: problem[key] for key in ("deal", "row", "player", "code")} for problem in problems
    ] == outcome["problems"]
    assert found["agrees"] is False
    assert found["rows"] == EXPECTED["rows"]


def test_the_only_disagreement_is_found_on_its_line() -> None:
    path = SHEETS / "wikipedia.toml"
    read = read_record(path)
    assert read.record is not None
    (problem,) = replay_sheet(read.record, rules("scorecard"), read.places).diagnostics
    assert problem.place is not None
    line = path.read_text("utf-8").splitlines()[problem.place.line - 1]
    assert line == 'totals = "70 60 48 64"'
    assert line[problem.place.column - 1 :].startswith("70")


def test_a_mended_card_agrees() -> None:
    text = write_record(card()).replace('totals = "70 60 48 64"', 'totals = "72 60 48 64"')
    text = text.replace('totals = "84 72 48 64"', 'totals = "86 72 48 64"')
    record = parse_record(text).record
    assert record is not None
    problems = replay_sheet(record, rules("scorecard")).problems
    assert [(one.row, one.player) for one in problems] == [("hb", "Craig")]


def test_the_card_fits_its_own_rules_best() -> None:
    names = ("foss", "mcleod", "scorecard")
    results = [(name, replay_sheet(card(), rules(name))) for name in names]
    assert best_fit(results) == ("scorecard",)
    assert best_fit([*results, ("again", results[-1][1])]) == ("scorecard", "again")

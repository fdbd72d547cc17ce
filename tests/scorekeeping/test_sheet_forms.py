"""A sheet as a record that `replay` takes, and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from support.engine_games import GAMES
from support.kept_matches import check_record, kept_match
from support.loaded import loaded

from clagdsl.cli.main import main
from clagdsl.engine.state import start_match
from clagdsl.records.writing import write_record
from clagdsl.scorekeeping.score_sheet import Sheet
from clagdsl.scorekeeping.sheet_view import sheet_schema


def test_a_sheet_of_a_deal_that_is_begun_is_a_record() -> None:
    game = loaded("pagat")
    sheet = game.keep(["Ann", "Bob", "Cai", "Dot"], dealer="Bob")
    assert sheet.record().deals == ()
    check_record(sheet.apply("bid 1"), game.rules)
    assert sheet.apply("bid 1").record().deals[0].bids == ("?", "?", 1, "?")
    assert sheet.record().dealer == "Bob"
    told = sheet.apply("trump hearts")
    assert told.record().deals[0].trump == "H"
    check_record(told, game.rules)


def test_the_command_takes_the_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet = loaded("pagat").keep(["Ann", "Bob", "Cai", "Dot"])
    for entry in ("bids 0 0 1 1", "won 1 0 0 0"):
        sheet = sheet.apply(entry)
    (tmp_path / "evening.toml").write_text(write_record(sheet.record()), "utf-8")
    main(["replay", str(tmp_path / "evening.toml")])
    assert "agrees" in capsys.readouterr().out


def test_the_json_of_a_sheet_is_what_its_schema_says() -> None:
    schema = sheet_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for name in ("special", "called"):
        _, sheet = kept_match(start_match(GAMES[name], 3, 2), 2)
        for one in (sheet, sheet.apply("undo"), sheet_begun(sheet, 12)):
            told = json.loads(json.dumps(one.to_json()))
            validator.validate(told)
            assert told["totals"] == list(one.totals)
            assert told["legal"] == list(one.legal())
            assert told["log"] == list(one.log)


def sheet_begun(sheet: Sheet, entries: int) -> Sheet:
    """The sheet when only its last entries have been taken back."""
    while len(sheet._undo_stack) > entries:
        sheet = sheet.apply("undo")
    return sheet

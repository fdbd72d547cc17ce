"""Players whose names nobody can tell apart are told, in records, in sheets and before a match."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from clagdsl.cli.main import main
from clagdsl.records.reading import parse_record
from clagdsl.records.sheet import parse_sheet

CYRILLIC = "\u0410nna"
RECORD = 'record = 1\nrules = "foss"\nplayers = ["Anna", "Bob", "{}", "Zoë"]\n'


def test_of_a_record_at_its_players() -> None:
    result = parse_record(RECORD.format(CYRILLIC))
    assert result.record is not None
    (told,) = result.diagnostics
    assert (told.code, told.severity) == ("R516", "warning")
    assert told.place is not None
    assert told.place.line == 3
    assert "U+0410 (cyrillic capital letter a)" in told.message
    assert "U+0041 (latin capital letter a)" in told.message
    blank = parse_record(RECORD.format("Zoë ")).diagnostics
    assert [one.code for one in blank] == ["R516"]
    assert "nothing" in blank[0].message
    assert parse_record(RECORD.format("Anne")).diagnostics == ()


def test_of_a_sheet_at_its_head() -> None:
    text = f"deal,Anna total,{CYRILLIC} total\n1,1,2\n"
    result = parse_sheet(text, "foss")
    assert result.record is not None
    assert [(one.code, one.place and one.place.line) for one in result.diagnostics] == [("R516", 1)]
    assert parse_sheet(text.replace(CYRILLIC, "Bob"), "foss").diagnostics == ()


def test_before_a_match(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    for names, told in ((f"Anna,Bob,{CYRILLIC}", True), ("Anna,Bob,Cai", False)):
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        assert main(["play", "foss", "--seed", "1", "--names", names]) == 0
        assert ("warning R516: " in capsys.readouterr().err) == told

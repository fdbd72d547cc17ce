"""Excel workbooks are read as the same sheet saved as CSV; hostile ones are refused."""

from __future__ import annotations

import io
from datetime import datetime
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from openpyxl import Workbook

from clagdsl.lang.optional_deps import install_command
from clagdsl.problems.render import problem_text
from clagdsl.records import workbook
from clagdsl.records.reading import RecordResult
from clagdsl.records.sheet import parse_sheet

ROWS: list[list[object]] = [
    ["Deal", "Date", "Ann bid", "Ann total", "Bob, jr. bid", "Bob, jr. total"],
    [1, datetime(2026, 11, 29, 20, 15), 0, 10.0, 1, 12],
    [],
    [2, None, 1, 22, "1", 12],
]
CSV = """Deal,Date,Ann bid,Ann total,"Bob, jr. bid","Bob, jr. total"
1,2026-11-29,0,10,1,12

2,,1,22,1,12
"""


def workbook_of(*sheets: list[list[object]]) -> bytes:
    book = Workbook()
    for number, rows in enumerate(sheets):
        sheet = book.active if number == 0 else book.create_sheet()
        for at, row in enumerate(rows, 1):
            for column, value in enumerate(row, 1):
                sheet.cell(at, column, value)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def read(data: bytes) -> RecordResult:
    return parse_sheet(data, "foss", "evening.xlsx")


def reason(data: bytes) -> str:
    result = read(data)
    assert result.record is None
    (problem,) = result.diagnostics
    assert problem.code in ("R501", "R502", "R515")
    return problem.message


def test_the_first_worksheet_with_cells_reads_as_its_csv() -> None:
    assert workbook.workbook_text(workbook_of([], ROWS, [["x"]]), "") == CSV
    result = read(workbook_of([], ROWS, [["x"]]))
    assert result.diagnostics == ()
    assert result.record == parse_sheet(CSV, "foss").record is not None


def test_the_place_of_a_problem_is_its_cell_in_the_worksheet() -> None:
    result = read(workbook_of([*ROWS[:3], [2, "29,11", 1, "2z", 1, 12]]))
    figure, date = result.diagnostics
    assert [problem.code for problem in (date, figure)] == ["R511", "R511"]
    places = [problem.place for problem in (date, figure) if problem.place]
    assert [(place.line, place.column, place.end_column) for place in places] == [
        (4, 2, 3),
        (4, 4, 5),
    ]
    source = result.places.source
    assert [source.text[span.start : span.end] for span in map(source.span, places)] == [
        '"29,11"',
        "2z",
    ]
    shown = problem_text(figure, {source.name: source}).splitlines()
    assert shown[1:3] == ['4 | 2,"29,11",1,2z,1,12', "  |             ^^"]


def test_a_formula_without_a_stored_value_is_named_by_its_cell() -> None:
    rows = [*ROWS[:3], [2, None, 1, "=D2+12", 1, 12]]
    assert reason(workbook_of(rows)) == "cell D4 holds a formula without a stored value"
    wide = [[*["x"] * 27, "=A1"], *[["=A1"]] * 6]
    expected = "cells AB1, A2, A3, A4, A5 and 2 more hold formulas without a stored value"
    assert reason(workbook_of(wide)) == expected


def test_without_openpyxl_the_message_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workbook, "find_spec", lambda _: None)
    message = reason(workbook_of(ROWS))
    assert message.startswith("reading `.xlsx` needs openpyxl (the `sheets` extra): install it")
    assert f"`{install_command('sheets')}`" in message


def changed(data: bytes, name: str, text: bytes) -> bytes:
    """The workbook with other contents of one file in it."""
    result = io.BytesIO()
    with ZipFile(io.BytesIO(data)) as old, ZipFile(result, "w", ZIP_DEFLATED) as new:
        for member in old.namelist():
            new.writestr(member, text if member == name else old.read(member))
    return result.getvalue()


def test_hostile_and_damaged_workbooks_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    good, sheet = workbook_of(ROWS), "xl/worksheets/sheet1.xml"
    bomb = changed(good, sheet, b" " * (workbook.MOST_UNPACKED + 1))
    assert reason(bomb) == "the record has more than 16,777,216 bytes when unpacked"
    for encoding in ("ascii", "utf-16"):
        entity = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a/>'.encode(encoding)
        assert "XML" in reason(changed(good, sheet, entity))
    assert reason(changed(good, sheet, b"<worksheet>")) == "the workbook is damaged"
    for size in (100, len(good) - 40):
        assert reason(good[:size]) == "the workbook is damaged"
    assert reason(workbook_of([])) == "no worksheet has cells"
    far = Workbook()
    far.active["A1"], far.active["A1048576"] = "Deal", 1
    data = io.BytesIO()
    far.save(data)
    assert reason(data.getvalue()) == "the record has more than 10,000 rows"
    assert reason(workbook_of([["x"] * 61])) == "the sheet has more than 60 columns"
    monkeypatch.setattr(workbook, "MOST_CELLS", 11)
    assert reason(good) == "the record has more than 11 cells"

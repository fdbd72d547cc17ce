"""Reads the first worksheet of an Excel workbook (`.xlsx`) as CSV text.

Each row of the worksheet is one line, so a problem on line 5 is in row 5; columns in places count
cells (`WorksheetText`). Cells hold what the
spreadsheet shows: whole numbers without decimals, dates as `2026-11-29`, formulas by the values
stored with them. A formula that no spreadsheet has calculated has none, which is an error.

A workbook is a compressed archive of XML, so it can be hostile. The sizes of the files in it are
added up before anything is unpacked. XML with declarations of its own is refused, because these
can multiply their text. Cells, rows and columns are limited while they are read.
"""

from __future__ import annotations

import io
import re
import warnings
from bisect import bisect_right
from collections.abc import Iterator
from datetime import date, datetime
from importlib.util import find_spec
from typing import Any, Final
from zipfile import ZipFile

from clagdsl import problems
from clagdsl.lang.numerals import join_words
from clagdsl.lang.optional_deps import install_command
from clagdsl.lang.source import Place, SourceText, Span
from clagdsl.problems.diagnostic import Diagnostic
from clagdsl.records.sheet_shapes import MOST_COLUMNS
from clagdsl.records.toml_spans import MOST_DEALS

MOST_UNPACKED: Final = 1 << 24
"""The maximum size of all files in a workbook together, in bytes: 16 MiB."""
MOST_FILES: Final = 1_000
"""The maximum number of files in a workbook."""
MOST_CELLS: Final = 2_000_000
"""The maximum number of cells in the rows of a worksheet, including the empty ones."""
ZIP: Final = b"PK\x03\x04"
"""The first bytes of an archive, such as a workbook."""
_LAST_ROW: Final = 20 * MOST_DEALS
"""The last row of a worksheet that may have text."""
_DECLARATION: Final = "<!DOCTYPE"
_COMMA: Final = re.compile('"[^"]*"|(,)')
"""A comma between cells as the group, or a text in quotation marks."""
_ENCODINGS: Final = ("ascii", "utf-16-le", "utf-16-be")


class WorksheetText(SourceText):
    """The text of a worksheet; the columns of its places count cells, 1 for A, and not letters."""

    __slots__ = ()

    def place(self, span: Span) -> Place:
        """Returns the row of the worksheet and the columns of a span."""
        line, column = self._cell(span.start)
        end_line, end_column = self._cell(max(span.start, span.end - 1))
        return Place(self.name, line, column, end_line, end_column + 1)

    def span(self, place: Place) -> Span:
        """Returns the span of the cells at a place."""
        start, _ = self._spans(place.line)[place.column - 1]
        _, end = self._spans(place.end_line)[place.end_column - 2]
        return Span(start, end)

    def _cell(self, offset: int) -> tuple[int, int]:
        """Returns the 1-based row and column of the cell at a character offset."""
        line, _ = self.position(offset)
        return line, bisect_right([start for start, _ in self._spans(line)], offset)

    def _spans(self, line: int) -> list[tuple[int, int]]:
        """Returns the start and end offsets of the cells in a line."""
        first, text = self.line_starts[line - 1], self.line(line)
        commas = [first + match.start() for match in _COMMA.finditer(text) if match[1]]
        starts = [first, *(comma + 1 for comma in commas)]
        return list(zip(starts, [*commas, first + len(text)], strict=True))


def is_workbook(data: bytes, name: str) -> bool:
    """Returns whether the contents of a file are an Excel workbook, which may be damaged."""
    is_named = name.lower().endswith(".xlsx") or b"xl/workbook.xml" in data
    return data.startswith(ZIP) and is_named


def workbook_text(data: bytes, name: str) -> str | Diagnostic:
    """Returns the first worksheet that has cells as CSV text, or why it cannot be read.

    `data` is the contents of the file, `name` its name in the diagnostic.
    """
    place = SourceText(name, "").place(Span(0, 0))
    if find_spec("openpyxl") is None:
        reason = (
            "reading `.xlsx` needs openpyxl (the `sheets` extra):"
            f" install it with `{install_command('sheets')}`"
        )
        return problems.records.UnreadWorkbook(place, reason).diagnostic()
    try:
        excess = _why_refused(data)
        if excess is not None:
            counted, most = excess
            return problems.records.RecordTooLarge(place, counted, most).diagnostic()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about styles, which are not read
            return _first_sheet(data, place)
    except _DeclarationError:
        reason = "the workbook has XML that a spreadsheet does not write"
    except Exception:  # openpyxl raises errors of many kinds for damaged XML
        reason = "the workbook is damaged"
    return problems.records.UnreadWorkbook(place, reason).diagnostic()


class _DeclarationError(Exception):
    """Raised if a file in the workbook has XML declarations of its own."""


def _why_refused(data: bytes) -> tuple[str, int] | None:
    """Returns the limit that the archive exceeds and its value; None if it may be unpacked.

    An archive cannot unpack to more than the sizes that it states, because `zipfile` stops there.
    """
    with ZipFile(io.BytesIO(data)) as archive:
        members = archive.infolist()
        if len(members) > MOST_FILES:
            return "files in it", MOST_FILES
        if sum(member.file_size for member in members) > MOST_UNPACKED:
            return "bytes when unpacked", MOST_UNPACKED
        signs = [_DECLARATION.encode(encoding) for encoding in _ENCODINGS]
        for member in members:
            text = archive.read(member)
            if any(sign in text for sign in signs):
                raise _DeclarationError
    return None


def _first_sheet(data: bytes, place: Place) -> str | Diagnostic:
    """Returns the first worksheet with cells as CSV text, or a diagnostic."""
    from openpyxl import load_workbook

    values, formulas = (
        load_workbook(io.BytesIO(data), read_only=True, data_only=stored)
        for stored in (True, False)
    )
    for stored, written in zip(values.worksheets, formulas.worksheets, strict=True):
        lines: list[str] = []
        cells, filled = 0, 0
        unknown: list[str] = []
        pairs = zip(_rows(stored), _rows(written), strict=True)
        for number, (row, source) in enumerate(pairs, 1):
            if not source:
                lines.append("")
                continue
            cells += len(row)
            last = max((at for at, cell in enumerate(source, 1) if cell is not None), default=0)
            if last > MOST_COLUMNS:
                reason = f"the sheet has more than {MOST_COLUMNS} columns"
                return problems.records.WrongSheetHead(place, reason, "").diagnostic()
            for limit, value, most in (
                ("cells", cells, MOST_CELLS),
                ("rows", number if last else 0, _LAST_ROW),
            ):
                if value > most:
                    return problems.records.RecordTooLarge(place, limit, most).diagnostic()
            unknown += [
                f"{_letters(at)}{number}"
                for at, (cell, formula) in enumerate(zip(row, source, strict=True))
                if cell is None and formula is not None
            ]
            lines.append(",".join(map(_quoted, row[:last])))
            filled = number if last else filled
        if unknown:
            shown = [*unknown[:5], *[f"{len(unknown) - 5} more"] * (len(unknown) > 5)]
            holds = "cell {} holds a formula" if len(unknown) == 1 else "cells {} hold formulas"
            reason = f"{holds.format(join_words(shown))} without a stored value"
            return problems.records.FormulaWithoutValue(place, reason).diagnostic()
        if filled:
            return "\n".join(lines[:filled]) + "\n"
    return problems.records.UnreadWorkbook(place, "no worksheet has cells").diagnostic()


def _rows(sheet: Any) -> Iterator[tuple[object, ...]]:
    """Returns the rows of a worksheet; a row without cells is an empty tuple."""
    sheet.reset_dimensions()  # the stated size may be wrong, and rows would be padded to it
    yield from sheet.iter_rows(values_only=True)


def _letters(column: int) -> str:
    """Returns the name of a 0-based column: A to Z, then AA and so on."""
    before, letter = divmod(column, 26)
    return (_letters(before - 1) if before else "") + chr(ord("A") + letter)


def _quoted(value: object) -> str:
    """Returns the text of a cell for a line of CSV."""
    text = " ".join(_text(value).split())
    return '"' + text.replace('"', '""') + '"' if any(sign in text for sign in ',;"') else text


def _text(value: object) -> str:
    """Returns the value of a cell as text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        value = value.date()
    return value.isoformat() if isinstance(value, date) else str(value)

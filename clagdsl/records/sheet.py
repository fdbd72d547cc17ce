"""Score sheets as CSV: one row a deal, three columns a player.

A sheet in this form cannot say by which rules it was played, nor who dealt; the caller names the
rules.  Empty cells are what is not known.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from clagdsl import problems
from clagdsl.lang.record import Record, RecordedBid, RecordedDeal, RecordedFigure
from clagdsl.lang.source import Place, SourceText, Span
from clagdsl.problems.model import Diagnostic
from clagdsl.problems.wording import quoted
from clagdsl.records.read_deal import read_bid, read_count, read_total
from clagdsl.records.reading import RecordResult, decode, read_file, wrong_names
from clagdsl.records.toml_limits import MOST_DEALS, RecordPlaces

Column: TypeAlias = Literal["bid", "tricks", "total"]
_COLUMNS: Final[tuple[Column, ...]] = ("bid", "tricks", "total")
_KEYS: Final[dict[Column, str]] = {"bid": "bids", "tricks": "won", "total": "totals"}
MOST_COLUMNS: Final = 31


@dataclass(frozen=True, slots=True)
class Head:
    """The columns of a sheet: the players in order, and where each figure stands."""

    players: tuple[str, ...]
    columns: dict[tuple[str, Column], int]
    width: int


def read_sheet(path: Path, rules: str, shown_name: str | None = None) -> RecordResult:
    """The record in a CSV sheet, which cannot say by which rules it was played."""
    return read_file(
        path, shown_name or str(path), lambda data, name: parse_sheet(data, rules, name)
    )


def parse_sheet(data: bytes | str, rules: str, name: str = "sheet.csv") -> RecordResult:
    """The record that a CSV sheet holds; never raises, whatever the text is."""
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")
    source = decode(data, name)
    if isinstance(source, RecordResult):
        return source
    places = RecordPlaces(source)
    rows = _rows(source)
    if isinstance(rows, Diagnostic):
        return RecordResult(None, (rows,), places)
    head = _head(rows[0][1] if rows else [], source)
    if isinstance(head, Diagnostic):
        return RecordResult(None, (head,), places)
    reader = _SheetReader(head, source)
    deals = tuple(reader.row(index, line, row) for index, (line, row) in enumerate(rows[1:]))
    places = RecordPlaces(source, tuple(reader.spans), cells=reader.cells)
    if reader.problems:
        return RecordResult(None, tuple(reader.problems), places)
    return RecordResult(Record(rules, head.players, deals), (), places)


def _rows(source: SourceText) -> list[tuple[int, list[str]]] | Diagnostic:
    """The rows that are not empty, each with the number of its first line."""
    reader = csv.reader(io.StringIO(source.text, newline=""), strict=True)
    rows: list[tuple[int, list[str]]] = []
    try:
        line = 1
        for row in reader:
            if any(cell.strip() for cell in row):
                rows.append((line, row))
            line = reader.line_num + 1
            if len(rows) > MOST_DEALS + 1:
                return problems.records.RecordTooLarge(
                    _line(source, line), "deals", MOST_DEALS
                ).diagnostic()
    except csv.Error as error:
        return problems.records.WrongSheetHead(
            _line(source, reader.line_num), f"this is not CSV: {error}"
        ).diagnostic()
    return rows


def _line_span(source: SourceText, line: int) -> Span:
    starts = source.line_starts
    at = min(max(line, 1), len(starts))
    start = starts[at - 1]
    return Span(start, start + len(source.line(at)))


def _line(source: SourceText, line: int) -> Place:
    return source.place(_line_span(source, line))


def _head(row: list[str], source: SourceText) -> Head | Diagnostic:
    place = _line(source, 1)
    if not row or row[0].strip() != "deal":
        return problems.records.WrongSheetHead(
            place, "the first column of the sheet is not `deal`"
        ).diagnostic()
    if len(row) > MOST_COLUMNS:
        return problems.records.WrongSheetHead(
            place, f"the sheet has more than {MOST_COLUMNS} columns"
        ).diagnostic()
    players: list[str] = []
    columns: dict[tuple[str, Column], int] = {}
    for number, cell in enumerate(row[1:], 1):
        player, _, word = cell.strip().rpartition(" ")
        kind: Column | None = next((one for one in _COLUMNS if one == word), None)
        if kind is None or not player.strip():
            text = f"{quoted(cell)} is no column of a sheet"
            return problems.records.WrongSheetHead(place, text).diagnostic()
        player = player.strip()
        if (player, kind) in columns:
            return problems.records.WrongSheetHead(
                place, f"{quoted(cell)} stands twice"
            ).diagnostic()
        if player not in players:
            players.append(player)
        columns[player, kind] = number
    reason = wrong_names(players)
    if reason is not None:
        return problems.records.WrongNamesInRecord(place, reason).diagnostic()
    return Head(tuple(players), columns, len(row))


class _SheetReader:
    """Reads the rows of a sheet and collects what is wrong with them."""

    def __init__(self, head: Head, source: SourceText) -> None:
        self.head = head
        self.source = source
        self.problems: list[Diagnostic] = []
        self.spans: list[Span] = []
        self.cells: dict[tuple[int | None, str, int], Span] = {}

    def row(self, index: int, line: int, row: list[str]) -> RecordedDeal:
        """One deal; what could not be understood is left out of it."""
        span = _line_span(self.source, line)
        self.spans.append(span)
        if len(row) != self.head.width:
            wanted = f"{self.head.width} columns, as in the first line"
            place = self.source.place(span)
            self.problems.append(
                problems.records.WrongLength(place, "row", len(row), wanted).diagnostic()
            )
            return RecordedDeal()
        places = self._cell_spans(span, row)
        for (player, kind), number in self.head.columns.items():
            self.cells[index, _KEYS[kind], self.head.players.index(player)] = places[number]
        name = row[0].strip()
        number_given = name.isascii() and name.isdigit() and 1 <= len(name) <= 3 and int(name) > 0
        if not name:
            place = self.source.place(span)
            self.problems.append(
                problems.records.MissingKey(place, "the deal's number", "1").diagnostic()
            )
        return RecordedDeal(
            number=int(name) if number_given else None,
            label=None if number_given else name,
            bids=self._bids(row, places),
            won=self._numbers(row, places, "tricks"),
            totals=self._numbers(row, places, "total"),
        )

    def _cell_spans(self, line: Span, row: list[str]) -> list[Span]:
        """Where each cell stands; in a row with quotes the whole row."""
        text = self.source.text[line.start : line.end]
        parts = text.split(",")
        if len(parts) != len(row) or '"' in text:
            return [line] * len(row)
        spans, start = [], line.start
        for part in parts:
            spans.append(Span(start, start + len(part)))
            start += len(part) + 1
        return spans

    def _bids(self, row: list[str], places: list[Span]) -> tuple[RecordedBid, ...] | None:
        bids: list[RecordedBid] = []
        for player in self.head.players:
            number = self.head.columns.get((player, "bid"))
            text = "" if number is None else row[number].strip()
            bid = read_bid(text or "?")
            if bid is None and number is not None:
                self._complain(places[number], "bid", text)
            bids.append("?" if bid is None else bid)
        return None if all(bid == "?" for bid in bids) else tuple(bids)

    def _numbers(
        self, row: list[str], places: list[Span], kind: Literal["tricks", "total"]
    ) -> tuple[RecordedFigure, ...] | None:
        read = read_count if kind == "tricks" else read_total
        figures: list[RecordedFigure] = []
        for player in self.head.players:
            number = self.head.columns.get((player, kind))
            text = "" if number is None else row[number].strip()
            figure = read(text or "?")
            if figure is None and number is not None:
                self._complain(places[number], kind, text)
            figures.append(None if figure is None else figure[0])
        return None if all(figure is None for figure in figures) else tuple(figures)

    def _complain(self, span: Span, kind: Column, text: str) -> None:
        allowed = "a whole number, or nothing where it is not known"
        self.problems.append(
            problems.records.NotAFigure(self.source.place(span), kind, text, allowed).diagnostic()
        )


def write_sheet(record: Record) -> str:
    """The sheet of a record as CSV; what only a whole recorded deal holds is left out."""
    counted = any(deal.won is not None for deal in record.deals)
    kinds: list[Column] = ["bid", "tricks", "total"] if counted else ["bid", "total"]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["deal", *(f"{player} {kind}" for player in record.players for kind in kinds)])
    for deal in record.deals:
        figures = {"bid": deal.bids, "tricks": deal.won, "total": deal.totals}
        name = deal.number if deal.number is not None else deal.label
        writer.writerow(
            [name]
            + [
                _written(figures[kind], seat)
                for seat in range(len(record.players))
                for kind in kinds
            ]
        )
    return text.getvalue()


def _written(
    figures: tuple[RecordedBid, ...] | tuple[RecordedFigure, ...] | None, seat: int
) -> str:
    figure = None if figures is None or seat >= len(figures) else figures[seat]
    return "" if figure is None or figure == "?" else str(figure)

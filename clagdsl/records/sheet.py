"""Reads and writes score sheets as CSV: one row per deal, one column per figure of each player.

A CSV sheet names neither its rules nor the dealer, so the caller passes the rules. Empty cells are
unknown. Sheets come from spreadsheets, so the separator may be a comma, a semicolon or a tab, the
encoding UTF-8 or UTF-16, and the columns may be in any order.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from clagdsl import problems
from clagdsl.lang.csv_text import (
    DEAL_WORDS,
    TAKEN_WORD,
    Column,
    column_of,
    detect_delimiter,
    escape_formula,
    to_utf8,
    unescape_formula,
)
from clagdsl.lang.record import Record, RecordedBid, RecordedDeal, RecordedFigure
from clagdsl.lang.source import SourceText, Span
from clagdsl.problems.diagnostic import Diagnostic
from clagdsl.problems.escape import quoted
from clagdsl.records.parse_deal import (
    parse_bid,
    parse_count,
    parse_taker,
    parse_total,
    wrong_figure,
    wrong_taker,
)
from clagdsl.records.reading import (
    RecordResult,
    decode_text,
    read_file,
    warn_confusable_names,
    why_names_invalid,
)
from clagdsl.records.row_context import roster_history_of
from clagdsl.records.toml_spans import MOST_DEALS, RecordPlaces

_KEYS: Final[dict[Column, str]] = {
    "bid": "bids",
    "tricks": "won",
    "total": "totals",
    "points": "totals",
}
_PLAYED: Final[tuple[Column, ...]] = ("bid", "tricks")
"""The columns of bids and tricks; sums under a sheet are not checked for these."""
MOST_COLUMNS: Final = 60
_QUOTED: Final = re.compile(r'"((?:[^"]|"")*+)" *')
_NUMBERED: Final = re.compile(
    r"(?:deal|round|hand)?\s*#?\s*([0-9]{1,3})(?:[.,]0{1,2})?\Z", re.I | re.ASCII
)
_NOTE_WORDS: Final = ("note", "notes", "remark", "remarks", "comment", "comments")
"""Headings of columns without figures, which are ignored."""
_CLOSING_WORDS: Final = ("total", "totals", "sum", "final", "result", "results", "end")
"""Words in the deal column that mark a last row of sums."""
_BLIND: Final = re.compile(r"\s+blind\Z", re.I)
"""The mark after a bid that was made blind, before looking at the cards."""
_ZEROS: Final = re.compile(r"(?<=[0-9])[.,]0{1,2}\Z", re.ASCII)
"""Decimals that a spreadsheet appends to a whole number, with a point or a comma."""


@dataclass(frozen=True, slots=True)
class SheetCell:
    """The text of one cell of a sheet, and its span in the source."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class SheetHeader:
    """The columns of a sheet: the players in order, and the column of each figure."""

    deal: int
    players: tuple[str, ...]
    columns: dict[tuple[str, Column], int]
    taken: int | None
    width: int


def read_sheet(path: Path, rules: str, shown_name: str | None = None) -> RecordResult:
    """Returns the record in a CSV file, to be read with the given rules."""
    return read_file(
        path,
        str(path) if shown_name is None else shown_name,
        lambda data, name: parse_sheet(data, rules, name),
    )


def parse_sheet(data: bytes | str, rules: str, name: str = "sheet.csv") -> RecordResult:
    """Returns the record in a CSV text; reports all problems in the result and never raises."""
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")
    source = decode_text(to_utf8(data), name)
    if isinstance(source, RecordResult):
        return source
    source = SourceText(name, source.text.replace("\r\n", "\n").replace("\r", "\n"))
    places = RecordPlaces(source)
    rows = _rows(source)
    if isinstance(rows, Diagnostic):
        return RecordResult(None, (rows,), places)
    head = _head(rows[0] if rows else [], rows, source)
    if isinstance(head, Diagnostic):
        return RecordResult(None, (head,), places)
    reader = _SheetReader(head, source)
    for row in rows[1:-1]:
        reader.row(row)
    if len(rows) > 2 and reader.is_closing(rows[-1]):
        reader.close(rows[-1])
    elif len(rows) > 1:
        reader.row(rows[-1])
    places = RecordPlaces(
        source,
        tuple(reader.spans),
        keys=reader.keys,
        cells=reader.cells,
        points=frozenset(reader.points),
        base_totals=reader.base_totals,
    )
    alike = warn_confusable_names(source.place(rows[0][0].span), head.players)
    record = Record(rules, head.players, tuple(reader.deals))
    return RecordResult(record, (*alike, *reader.problems), places)


# --- cells --------------------------------------------------------------------------------


def _rows(source: SourceText) -> list[list[SheetCell]] | Diagnostic:
    """Returns the rows that are not empty, each cell with its span."""
    text = source.text
    start = 0
    delimiter = None
    first = re.match(r"sep=(.)\n", text)
    if first is not None:  # the separator line that Excel writes for itself
        delimiter, start = first.group(1), first.end()
    first_line = text[start : start + 20_000].lstrip("\n").split("\n", 1)[0]
    delimiter = delimiter or detect_delimiter(first_line)
    rows: list[list[SheetCell]] = []
    row: list[SheetCell] = []
    while start < len(text) or row:
        cell, start = _cell(text, start, delimiter)
        if cell is None:
            place = source.place(Span(start, start + 1))
            reason = "this is not CSV: a quotation mark that is never closed, or text behind one"
            return problems.records.WrongSheetHead(place, reason).diagnostic()
        row.append(cell)
        if len(row) > MOST_COLUMNS:
            place = source.place(cell.span)
            reason = f"the sheet has more than {MOST_COLUMNS} columns"
            return problems.records.WrongSheetHead(place, reason).diagnostic()
        ended = start >= len(text) or text[start] == "\n"
        start += 1
        if not ended:
            continue
        if any(row_cell.text.strip() for row_cell in row):
            rows.append(row)
        row = []
        if len(rows) > MOST_DEALS + 1:
            place = source.place(rows[-1][0].span)
            return problems.records.RecordTooLarge(place, "deals", MOST_DEALS).diagnostic()
    return rows


def _cell(text: str, start: int, delimiter: str) -> tuple[SheetCell | None, int]:
    """Returns the cell that begins at `start`, and its end; None if its quotes are not balanced."""
    blank = start
    while text.startswith(" ", blank):
        blank += 1
    if text.startswith('"', blank):
        closed = _QUOTED.match(text, blank)
        if closed is None:
            return None, blank
        end = closed.end()
        if end < len(text) and text[end] not in (delimiter, "\n"):
            return None, blank
        return SheetCell(closed.group(1).replace('""', '"'), Span(blank, end)), end
    ends = [end for end in (text.find(delimiter, start), text.find("\n", start)) if end >= 0]
    end = min(ends, default=len(text))
    return SheetCell(text[start:end], Span(start, max(end, start + 1))), end


def _cell_text(text: str) -> str:
    """Returns the text of a cell, without the apostrophe that stops a spreadsheet from evaluating
    it.
    """
    return unescape_formula(text.strip())


# --- the head -----------------------------------------------------------------------------


def _head(
    row: list[SheetCell], rows: list[list[SheetCell]], source: SourceText
) -> SheetHeader | Diagnostic:
    def wrong(cell: SheetCell | None, reason: str) -> Diagnostic:
        place = source.place(Span(0, 0) if cell is None else cell.span)
        return problems.records.WrongSheetHead(place, reason).diagnostic()

    deal: int | None = None
    taken: int | None = None
    players: list[str] = []
    columns: dict[tuple[str, Column], int] = {}
    width = 0
    for number, cell in enumerate(row):
        text = _cell_text(cell.text)
        if not text and not any(len(one) > number and one[number].text.strip() for one in rows):
            continue
        width = number + 1
        if text.casefold() in DEAL_WORDS:
            if deal is not None:
                return wrong(cell, f"{quoted(text)}: the deal stands in another column already")
            deal = number
            continue
        if text.casefold() == TAKEN_WORD:
            if taken is not None:
                return wrong(cell, f"{quoted(text)} stands twice")
            taken = number
            continue
        if text.casefold().split()[-1:] and text.casefold().split()[-1] in _NOTE_WORDS:
            continue
        named = column_of(text)
        if named is None:
            return wrong(cell, f"{quoted(text)} is no column of a sheet")
        name, kind = named
        player = next((one for one in players if one.casefold() == name.casefold()), name)
        if (player, kind) in columns:
            return wrong(cell, f"{quoted(text)} stands twice")
        if player not in players:
            players.append(player)
        columns[player, kind] = number
    if deal is None:
        return wrong(row[0] if row else None, "no column of the sheet is `deal`")
    reason = why_names_invalid(players)
    if reason is not None:
        place = source.place(row[0].span)
        return problems.records.WrongNamesInRecord(place, reason).diagnostic()
    return SheetHeader(deal, tuple(players), columns, taken, width)


# --- the rows -----------------------------------------------------------------------------


class _SheetReader:
    """Reads the rows of a sheet and collects the problems in them."""

    def __init__(self, head: SheetHeader, source: SourceText) -> None:
        self.head = head
        self.source = source
        self.deals: list[RecordedDeal] = []
        self.problems: list[Diagnostic] = []
        """Cells that cannot be read, and points and sums that contradict the totals."""
        self.spans: list[Span] = []
        self.cells: dict[tuple[int | None, str, int], Span] = {}
        self.keys: dict[tuple[int | None, str], tuple[Span, Span]] = {}
        """The span of `taken`, which is one cell for the row."""
        self.totals: list[RecordedFigure] = [0] * len(head.players)
        """The running totals so far, for a sheet with the points of each deal."""
        self.counts: Counter[tuple[str, Column]] = Counter()
        """The sums of each player's bids and tricks, as far as they are known."""
        self.number: int | None = 0
        """The deal number of the previous row: 0 before the first, None if it has a name instead.
        """
        self.points: set[tuple[int, int]] = set()
        """Rows and seats whose total is only known from the points of the deal."""
        self.base_totals: dict[tuple[int, int], int] = {}
        """For rows and seats with the points of the deal, the total before the deal."""

    def row(self, row: list[SheetCell]) -> None:
        """Reads one deal, skipping any cells that cannot be parsed.

        A row with the wrong number of cells or without a deal is left out; the totals after it are
        unknown.
        """
        index = len(self.deals)
        span = Span(row[0].span.start, row[-1].span.end)
        while len(row) > self.head.width and not row[-1].text.strip():
            row = row[:-1]
        if len(row) != self.head.width:
            expected = f"{self.head.width} columns, as in the first line"
            if len(row) > self.head.width:
                expected += ", and a figure such as `12,0` in quotation marks"
            cells = "1 cell" if len(row) == 1 else f"{len(row)} cells"
            place = self.source.place(span)
            wrong = problems.records.WrongWidth(place, "row", len(row), expected, cells)
            self.problems.append(wrong.diagnostic())
            self._skip_row()
            return
        for (player, kind), number in self.head.columns.items():
            key = (index, _KEYS[kind], self.head.players.index(player))
            if kind != "points" or key not in self.cells:
                self.cells[key] = row[number].span
        name = _cell_text(row[self.head.deal].text)
        numbered = _NUMBERED.match(name)
        if not name or (numbered is not None and int(numbered.group(1)) == 0):
            place = self.source.place(row[self.head.deal].span)
            self.problems.append(
                problems.records.MissingKey(
                    place, "the deal's number", str((self.number or index) + 1)
                ).diagnostic()
            )
            self._skip_row()
            return
        self.spans.append(span)
        bids, won = self._bids(row), self._numbers(row, "tricks")
        for kind, figures in zip(_PLAYED, (bids, won), strict=True):
            for player, figure in zip(self.head.players, figures or (), strict=False):
                self.counts[player, kind] += figure if isinstance(figure, int) else 0
        deal = RecordedDeal(
            number=None if numbered is None else int(numbered.group(1)),
            label=name if numbered is None else None,
            bids=bids,
            blind=self._blind(row),
            taken=self._taken(index, row),
            won=won,
            totals=self._totals(index, row, self._is_next(numbered)),
        )
        self.deals.append(deal)

    def _skip_row(self) -> None:
        """Resets the running totals and the deal number after a row is left out."""
        self.totals = [None] * len(self.totals)
        self.number = None

    def _is_next(self, numbered: re.Match[str] | None) -> bool:
        """Returns whether a row may be the deal after the previous row; always true for a label."""
        number = None if numbered is None else int(numbered.group(1))
        last, self.number = self.number, number
        return None in (number, last) or number == (last or 0) + 1

    def is_closing(self, row: list[SheetCell]) -> bool:
        """Returns whether a row contains the sums of the sheet instead of a deal.

        Either its name says so, or it has no name and has only the sums or neither bids nor tricks.
        """
        row = self._padded(row)
        name = _cell_text(row[self.head.deal].text).rstrip(":").casefold()
        if name:
            return name in _CLOSING_WORDS
        written = {column: self._text(row, *column) for column in self.head.columns}
        played = [text for (_, kind), text in written.items() if kind in _PLAYED]
        if self._taken_text(row):
            return False
        nothing_played = bool(played) and not any(played)
        return nothing_played or all(self._is_sum(*column_text) for column_text in written.items())

    def _is_sum(self, column: tuple[str, Column], text: str) -> bool:
        """Returns whether a cell contains the sum of its column, or is empty."""
        player, kind = column
        total = self.totals[self.head.players.index(player)]
        return text in ("", str(self.counts[column] if kind in _PLAYED else total))

    def close(self, row: list[SheetCell]) -> None:
        """Checks the sums below a sheet against its last totals; ignores the rest of the row."""
        row = self._padded(row)
        for kind in ("total", "points"):
            for seat, player in enumerate(self.head.players):
                text, expected = self._text(row, player, kind), self.totals[seat]
                figure = parse_total(text or "?")
                if figure is None:
                    self._report_figure(row, player, kind, text)
                elif expected is not None and figure[0] not in (None, expected):
                    place = self.source.place(row[self.head.columns[player, kind]].span)
                    wrong = problems.records.WrongSumBelow(
                        place, player, figure[0] or 0, expected, 0
                    )
                    self.problems.append(wrong.diagnostic())

    def _padded(self, row: list[SheetCell]) -> list[SheetCell]:
        """Returns the row, padded with empty cells to the width of the header."""
        return row + [SheetCell("", row[-1].span)] * (self.head.width - len(row))

    def _text(self, row: list[SheetCell], player: str, kind: Column) -> str:
        number = self.head.columns.get((player, kind))
        text = "" if number is None else _cell_text(row[number].text)
        text = _ZEROS.sub("", text.replace("\N{MINUS SIGN}", "-"))
        return text[1:] if re.match(r"\+[0-9]", text) else text

    def _bids(self, row: list[SheetCell]) -> tuple[RecordedBid, ...] | None:
        bids: list[RecordedBid] = []
        for player in self.head.players:
            text = _BLIND.sub("", self._text(row, player, "bid"))
            bid = parse_bid(text or "?")
            if bid is None:
                self._report_figure(row, player, "bid", text)
            bids.append("?" if bid is None else bid)
        return None if all(bid == "?" for bid in bids) else tuple(bids)

    def _blind(self, row: list[SheetCell]) -> tuple[str, ...] | None:
        """Returns the names of the players who bid blind, marked as in `2 blind` in
        the bid's cell.
        """
        players = self.head.players
        blind = tuple(player for player in players if _BLIND.search(self._text(row, player, "bid")))
        return blind or None

    def _taken_text(self, row: list[SheetCell]) -> str:
        text = "" if self.head.taken is None else _cell_text(row[self.head.taken].text)
        return _ZEROS.sub("", text)

    def _taken(self, index: int, row: list[SheetCell]) -> tuple[int, ...] | None:
        """Returns the 0-based seat that took each trick; the text has 1-based seats in column
        order.
        """
        text, players = self._taken_text(row), len(self.head.players)
        if self.head.taken is None or not text:
            return None
        span = row[self.head.taken].span
        self.keys[index, "taken"] = (span, span)
        seats: list[int] = []
        for number, word in enumerate(text.split()):
            seat = parse_taker(word, players)
            if seat is None:
                place = RecordPlaces(self.source, keys=self.keys).cell(index, "taken", number)
                self.problems.append(wrong_taker(place, word, players))
                return None
            seats.append(seat)
        return tuple(seats)

    def _numbers(
        self, row: list[SheetCell], kind: Literal["tricks", "total", "points"]
    ) -> tuple[RecordedFigure, ...] | None:
        read = parse_count if kind == "tricks" else parse_total
        figures: list[RecordedFigure] = []
        for player in self.head.players:
            text = self._text(row, player, kind)
            figure = read(text or "?")
            if figure is None:
                self._report_figure(row, player, kind, text)
            figures.append(None if figure is None else figure[0])
        return None if all(figure is None for figure in figures) else tuple(figures)

    def _totals(
        self, index: int, row: list[SheetCell], is_next: bool
    ) -> tuple[RecordedFigure, ...] | None:
        """Returns the running totals: as written, or the previous totals plus the points of the
        deal.

        If the previous total is unknown, the count restarts at 0; the row is then judged by its
        points.
        """
        totals: list[RecordedFigure] = []
        unknown = (None,) * len(self.head.players)
        written = self._numbers(row, "total") or unknown
        points = self._numbers(row, "points") or unknown
        for seat, (total, scored) in enumerate(zip(written, points, strict=True)):
            before = self.totals[seat]
            expected_total = None if before is None or scored is None else before + scored
            if scored is not None and total is None:
                self.points.add((index, seat))
                self.base_totals[index, seat] = before or 0
            elif scored is not None and total is not None and (before is None or not is_next):
                self.base_totals[index, seat] = total - scored
            elif total is not None and expected_total is not None and total != expected_total:
                player = self.head.players[seat]
                expected = (
                    f"the {total - (before or 0)} by which the total goes up, or fix the total"
                )
                place = self.source.place(row[self.head.columns[player, "points"]].span)
                self.problems.append(wrong_figure(place, "points", str(scored), expected))
            self.totals[seat] = expected_total if total is None else total
            begun = scored if expected_total is None else expected_total
            totals.append(begun if total is None else total)
        return None if all(figure is None for figure in totals) else tuple(totals)

    def _report_figure(self, row: list[SheetCell], player: str, kind: Column, text: str) -> None:
        place = self.source.place(row[self.head.columns[player, kind]].span)
        allowed = "a whole number, or nothing where it is not known"
        self.problems.append(wrong_figure(place, kind, text, allowed))


# --- writing ------------------------------------------------------------------------------


def write_sheet(record: Record) -> str:
    """Returns a record's sheet as CSV, without the keys that have no column.

    A name that a spreadsheet would evaluate as a formula gets a leading apostrophe.
    """
    counted = any(deal.won is not None for deal in record.deals)
    kinds: list[Column] = ["bid", "tricks", "total"] if counted else ["bid", "total"]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    everybody, roster_history = record.everybody, roster_history_of(record)
    heads = [f"{player} {kind}" for player in everybody for kind in kinds]
    takers = [TAKEN_WORD] if any(deal.taken is not None for deal in record.deals) else []
    writer.writerow(["deal", *map(escape_formula, heads), *takers])
    for deal in record.deals:
        figures: dict[Column, Sequence[RecordedBid | RecordedFigure] | None]
        figures = {"bid": deal.bids, "tricks": deal.won, "total": deal.totals}
        name = str(deal.number) if deal.number is not None else escape_formula(deal.label or "")
        seated = roster_history.roster(deal.number or 1).players
        seats = [seated.index(player) if player in seated else None for player in everybody]
        taken = " ".join(str(everybody.index(seated[seat]) + 1) for seat in deal.taken or ())
        writer.writerow(
            [name]
            + [
                _figure_text(figures[kind], seat) + (" blind" if kind == "bid" and blind else "")
                for player, seat in zip(everybody, seats, strict=True)
                for blind in (player in (deal.blind or ()),)
                for kind in kinds
            ]
            + [taken for _ in takers]
        )
    return text.getvalue()


def _figure_text(figures: Sequence[RecordedBid | RecordedFigure] | None, seat: int | None) -> str:
    figure = None if figures is None or seat is None or seat >= len(figures) else figures[seat]
    return "" if figure is None or figure == "?" else str(figure)

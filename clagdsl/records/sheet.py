"""Reads score sheets in CSV or in an Excel workbook, and writes them as CSV.

A CSV sheet does not name its rules, so the caller passes them. `sheet_shapes` brings a sheet of any
layout to one row for each deal; this module judges the cells:

1. `sheet_labels` decides whether the rows are named by deals or by numbers of cards.
2. `_SheetReader` reads each cell by the kind of its column. An empty cell is unknown.
3. If a column can hold totals or points, the sheet is read both ways, and the rules decide.

A cell that cannot be read is reported and counts as unknown. All others are read.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Final, Literal, TypeAlias

from clagdsl import problems
from clagdsl.check.proof_cache import proved_table
from clagdsl.lang.cards import SUIT_NAMES, Card, Suit, read_card, read_typed_suit
from clagdsl.lang.csv_text import (
    MADE,
    MARKED_BID,
    MISSED,
    TAKEN_HEADING,
    Column,
    DealColumn,
    FigureColumn,
    Figures,
    escape_formula,
    is_marked_bid,
    plain_figure,
    to_utf8,
)
from clagdsl.lang.policies.trump import TrumpRule, TurnedTrump, fixed_trumps
from clagdsl.lang.record import Record, RecordedBid, RecordedDeal, RecordedFigure
from clagdsl.lang.rules import ChosenBid, FixedBid, Game, Value
from clagdsl.lang.source import SourceText, Span
from clagdsl.problems.diagnostic import ArgumentError, Diagnostic
from clagdsl.problems.escape import join_in_backticks
from clagdsl.records.parse_deal import (
    MOST_COUNT,
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
)
from clagdsl.records.replay import replay_sheet
from clagdsl.records.row_context import roster_history_of
from clagdsl.records.sheet_labels import (
    DealName,
    SheetLabel,
    have_cards,
    parse_label,
    resolve_labels,
)
from clagdsl.records.sheet_shapes import (
    CLOSING_WORDS,
    HALFWAY_WORDS,
    OPENING_WORDS,
    RESULT_WORDS,
    SheetRow,
    SheetTable,
    read_cells,
    read_table,
    with_figures,
)
from clagdsl.records.toml_spans import MOST_BYTES, RecordPlaces, SheetMark
from clagdsl.records.workbook import WorksheetText, is_workbook, workbook_text
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.scoring import Taking, score_names, seat_result
from clagdsl.table.table import Table

_KEYS: Final[dict[FigureColumn, str]] = {
    "bid": "bids",
    "tricks": "won",
    "total": "totals",
    "points": "totals",
}
_PLAYED: Final[tuple[FigureColumn, ...]] = ("bid", "tricks")
"""The columns of bids and tricks."""
_BLIND: Final = re.compile(r"\s+blind\Z", re.I)
"""The suffix of a bid that was made blind, before looking at the cards."""
_ZEROS: Final = re.compile(r"(?<=[0-9])[.,]0{1,2}\Z", re.ASCII)
"""Decimals that a spreadsheet adds to a whole number, with a point or a comma."""
_DECIDING_ROWS: Final = 100
"""The number of rows that decide whether columns hold totals or points."""
_NO_TRUMP: Final = ("none", "nt", "no trump", "no trumps", "notrump", "notrumps", "sans")
_DAY: Final = re.compile(r"(\d{1,4})[-./](\d{1,2})[-./](\d{1,4})(?:[ T].*)?\Z", re.ASCII)


def read_sheet(path: Path, rules: SheetRules | str, shown_name: str | None = None) -> RecordResult:
    """Returns the record in a CSV file or Excel workbook, read according to the given rules."""
    return read_file(
        path,
        str(path) if shown_name is None else shown_name,
        lambda data, name: parse_sheet(data, rules, name),
    )


@dataclass(frozen=True, slots=True)
class SheetRules:
    """The rules of a sheet: their name, and the checked game if it is known.

    `figures` says whether ambiguous columns hold totals or points.
    """

    name: str
    game: Game | None = None
    parameters: tuple[tuple[str, Value], ...] = ()
    figures: Figures | None = None

    def table(self, players: int) -> Table | None:
        """Returns the table for a number of players; None if the rules are unknown or forbid it."""
        try:
            game = self.game
            return None if game is None else proved_table(game, players, dict(self.parameters))
        except ArgumentError:
            return None

    @property
    def fewest_players(self) -> int:
        """The smallest number of players that the rules allow, or 2 if they are unknown."""
        return 2 if self.game is None else self.game.players[0]

    def sizes(self, players: int) -> list[int | None]:
        """Returns the number of cards of each deal of the schedule; empty if it is unknown."""
        table = self.table(players)
        return [] if table is None else [deal.cards for deal in table.schedule]


def parse_sheet(
    data: bytes | str, rules: SheetRules | str, name: str = "sheet.csv"
) -> RecordResult:
    """Returns the record in a CSV text or Excel workbook; never raises, whatever the text is."""
    rules = SheetRules(rules) if isinstance(rules, str) else rules
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")
    text_of: type[SourceText] = SourceText
    if is_workbook(data, name) and len(data) <= MOST_BYTES:
        text = workbook_text(data, name)
        if isinstance(text, Diagnostic):
            return RecordResult(None, (text,), RecordPlaces(SourceText(name, "")))
        data, text_of = text.encode(), WorksheetText
    source = decode_text(to_utf8(data), name)
    if isinstance(source, RecordResult):
        return source
    source = text_of(name, source.text.replace("\r\n", "\n").replace("\r", "\n"))
    cells = read_cells(source)
    if isinstance(cells, Diagnostic):
        return RecordResult(None, (cells,), RecordPlaces(source))
    sheet = read_table(cells, source, rules.sizes, rules.fewest_players)
    if not isinstance(sheet, SheetTable):
        return RecordResult(None, tuple(sheet), RecordPlaces(source))
    table = rules.table(len(sheet.players))
    if rules.figures is None and sheet.bare and _holds_marked_bids(sheet, table):
        sheet = with_figures(sheet, "bid")
    undecided = [player for player, kind in sheet.columns if player and kind == "score"]
    if undecided and rules.figures is None and sheet.may_lack_player:
        return RecordResult(None, sheet.problems, RecordPlaces(source))
    if not undecided or rules.figures is not None:
        return _SheetReader(sheet, source, table, rules.figures or "points").result(rules.name)
    return _decide_figures(sheet, source, table, rules, undecided)


def _holds_marked_bids(sheet: SheetTable, table: Table | None) -> bool:
    """Returns whether columns under names alone hold bids with marks, such as `2 x`.

    Points with a mark are larger than any bid of the schedule somewhere in the sheet.
    """
    texts = [row.text(player, kind) for row in sheet.rows for player, kind in row.cells if player]
    marked = [MARKED_BID.sub(r"\1", text) for text in texts]
    figures = [figure[0] for figure in map(parse_total, marked) if figure is not None]
    most = MOST_COUNT if table is None else max(deal.high for deal in table.schedule)
    return any(map(is_marked_bid, texts)) and all(0 <= (figure or 0) <= most for figure in figures)


def _decide_figures(
    sheet: SheetTable,
    source: SourceText,
    table: Table | None,
    rules: SheetRules,
    undecided: Sequence[str],
) -> RecordResult:
    """Returns the record with ambiguous columns read as points or as totals, whichever fits better.

    The first rows decide; the others count only if both fit these equally well.

    If both fit the rules equally well, a column `score` holds points. A column headed by a name
    alone is then an error.
    """
    ways: tuple[Figures, ...] = ("points", "totals")
    results = [_SheetReader(sheet, source, table, way).result(rules.name) for way in ways]
    if rules.game is not None:
        for rows in (_DECIDING_ROWS, None):
            misfits = [_misfits(result, rules.game, rules, rows) for result in results]
            if misfits[0] != misfits[1]:
                return results[misfits[1] < misfits[0]]
    if not sheet.bare:
        return results[0]
    who = join_in_backticks(list(dict.fromkeys(undecided)), "and")
    reason = f"the figures under {who} may be totals, or the points of each deal"
    place = source.place(sheet.head)
    wrong = problems.records.UndecidedFigures(place, reason, "").diagnostic()
    return replace(results[0], record=None, diagnostics=(wrong, *results[0].diagnostics))


def _misfits(result: RecordResult, game: Game, rules: SheetRules, rows: int | None) -> int:
    """Returns the number of cells in the first rows that do not fit the rules, plus the number of
    sheet errors.
    """
    if result.record is None:
        return 0
    deals = result.record.deals[:rows]
    record = replace(result.record, deals=deals, parameters=rules.parameters)
    errors = [one for one in result.diagnostics if one.severity == "error"]
    replayed = replay_sheet(record, game, result.places, verdict_only=True)
    return len(errors) + replayed.cells - replayed.fitting


# --- the rows -----------------------------------------------------------------------------


class _SheetReader:
    """Reads the rows of a sheet and collects the problems in them."""

    def __init__(
        self, sheet: SheetTable, source: SourceText, table: Table | None, figures: Figures
    ) -> None:
        self.sheet = sheet = with_figures(sheet, "points" if figures == "points" else "total")
        self.source = source
        self.table = table
        players = len(sheet.players)
        self.deals: list[RecordedDeal] = []
        self.problems: list[Diagnostic] = []
        """Cells that cannot be read, and sums that contradict the totals."""
        self.spans: list[Span] = []
        self.labels: list[str] = []
        self.cells: dict[tuple[int | None, str, int], Span] = {}
        self.keys: dict[tuple[int | None, str], tuple[Span, Span]] = {}
        """The spans of the keys that a row has once, such as `dealer`."""
        self.totals: list[RecordedFigure] = [0] * players
        """The running totals so far, for a sheet with the points of each deal."""
        self.counts: Counter[tuple[str, Column]] = Counter()
        """The sums of each player's bids and tricks, as far as they are known."""
        self.partial_counts: set[tuple[str, Column]] = set()
        """The columns of bids and tricks with an unknown cell so far, or without a deal."""
        self.number: int | None = 0
        """The deal number of the previous row: 0 before the first, None if it has a name."""
        self.points: set[tuple[int, int]] = set()
        """The rows and seats whose total is known only from the points of the deal."""
        self.points_written: dict[tuple[int, int], int] = {}
        """For rows and seats with both a total and the points of the deal, these points."""
        self.points_sums: list[RecordedFigure] = [0] * players
        """The sums of the points columns so far; None if a cell is unknown."""
        self.base_totals: dict[tuple[int, int], int] = {}
        """For rows and seats with the points of the deal, the total before the deal."""
        self.marks: dict[tuple[int, int], SheetMark] = {}
        self.played: date | None = None
        self.match: str | None = None

    def result(self, rules: str) -> RecordResult:
        """Returns the record of all rows, with the places of its figures."""
        rows = [row for row in self.sheet.rows if not self._has_label(row, RESULT_WORDS)]
        closing = None
        if len(rows) > 1 and self._has_label(rows[-1], CLOSING_WORDS):
            closing = rows.pop()
        if len(rows) > 1 and self._is_opening(rows):
            del rows[0]
        sums = [row for row in rows if self._has_label(row, HALFWAY_WORDS)]
        deals = [row for row in rows if row not in sums]
        labels = [parse_label(row.text(None, self.sheet.labels)) for row in deals]
        are_cards = self.sheet.labels == "cards"
        sizes = [row.text(None, "cards") for row in deals]
        are_numbers = self.sheet.heads_numbers or (
            self.table is not None and not are_cards and have_cards(labels, sizes, self.table)
        )
        numbers = resolve_labels(labels, self.table, are_cards=are_cards, are_numbers=are_numbers)
        numbered = [name.number for name in numbers if name.number is not None]
        if len(numbered) == len(deals) > 2 and all(a > b for a, b in pairwise(numbered)):
            place = self.source.place(deals[0].cells[None, self.sheet.labels].span)
            wrong_order = problems.records.ReversedRows(place, numbered[0], numbered[-1])
            self.problems.append(wrong_order.diagnostic())
            rows, labels, numbers = rows[::-1], labels[::-1], numbers[::-1]
        names = iter(zip(labels, numbers, strict=True))
        for number, row in enumerate(rows):
            if row in sums:
                self.close(row, problems.records.WrongSumBetween)
            elif number == len(rows) - 1 > 0 and closing is None and self.is_closing(row):
                closing = row
            else:
                self.row(row, *next(names))
        if closing is not None:
            has_label = closing.text(None, self.sheet.labels)
            below = problems.records.WrongSumBelow
            self.close(closing, below if has_label else problems.records.WrongSumInLastRow)
        places = RecordPlaces(
            self.source,
            tuple(self.spans),
            keys=self.keys,
            cells=self.cells,
            labels=tuple(self.labels),
            points=frozenset(self.points),
            points_written=self.points_written,
            base_totals=self.base_totals,
            marks=self.marks,
        )
        alike = warn_confusable_names(self.source.place(self.sheet.head), self.sheet.players)
        record = Record(rules, self.sheet.players, tuple(self.deals), played=self.played)
        is_whole = not self.sheet.may_lack_player
        return RecordResult(
            record if is_whole else None, (*self.sheet.problems, *alike, *self.problems), places
        )

    def row(self, row: SheetRow, label: SheetLabel, name: DealName) -> None:
        """Reads one deal without the cells that cannot be parsed.

        A row with the wrong number of cells or without a deal is left out; the totals after it are
        unknown.
        """
        index = len(self.deals)
        labelled = row.cells[None, self.sheet.labels].span
        if row.width is not None:
            self.problems.append(row.width)
            self._skip_row()
            return
        for (player, kind), cell in row.cells.items():
            if player is None:
                self.keys[index, kind] = (cell.span, cell.span)
            elif kind in _KEYS:
                key = (index, _KEYS[kind], self.sheet.players.index(player))
                if kind == "points":
                    self.cells[index, "points", key[2]] = cell.span
                if kind != "points" or key not in self.cells:
                    self.cells[key] = cell.span
        if name.cards is not None:
            self.keys[index, "cards"] = (labelled, labelled)
        if not label.text or 0 in (label.number, label.cards):
            place = self.source.place(labelled)
            due = str((self.number or index) + 1)
            missing = problems.records.MissingKey(place, "the deal's number", due)
            if row is self.sheet.rows[-1]:
                missing = problems.records.MissingLastNumber(place, "the deal's number", due)
            self.problems.append(missing.diagnostic())
            self._skip_row()
            return
        self.spans.append(row.span)
        self.labels.append(label.text)
        marks: _Marks = {}
        bids = self._bids(row, marks)
        won = self._won(row, bids, marks)
        self._add_counts(row, bids, won)
        points = self._points(row, bids, marks, name)
        for player, mark in marks.items():
            seat = self.sheet.players.index(player)
            self.marks[index, seat] = replace(mark, has_bid=isinstance(bids[seat], int))
            self.cells[index, "mark", seat] = row.cells[player, mark.column].span
        self._note_number(name.number)
        turned, trump = self._trump(row, name)
        self._check_day(row)
        self._check_match(row)
        self.deals.append(
            RecordedDeal(
                number=name.number,
                label=name.label,
                cards=self._cards(row, name),
                dealer=self._name(row, "dealer"),
                caller=self._name(row, "caller"),
                turned=turned,
                trump=trump,
                bids=None if all(bid == "?" for bid in bids) else tuple(bids),
                blind=self._blind(row),
                taken=self._taken(index, row),
                won=None if all(count is None for count in won) else tuple(won),
                totals=self._totals(index, row, points),
            )
        )

    def _add_counts(
        self, row: SheetRow, bids: Sequence[RecordedBid], won: Sequence[RecordedFigure]
    ) -> None:
        """Adds the bids and tricks of a row to their sums."""
        for player, bid, count in zip(self.sheet.players, bids, won, strict=True):
            self.counts[player, "bid"] += bid if isinstance(bid, int) else 0
            self.counts[player, "tricks"] += count or 0
            if bid == "?":
                self.partial_counts.add((player, "bid"))
            if count is None or str(count) != self._text(row, player, "tricks"):
                self.partial_counts.add((player, "tricks"))  # a tick is not a number to add up

    def _skip_row(self) -> None:
        """Resets the running totals and the deal number after a row is left out."""
        self.totals = [None] * len(self.totals)
        self.points_sums = [None] * len(self.points_sums)
        self._note_missing_counts()
        self.number = None

    def _note_number(self, number: int | None) -> None:
        """Stores the number of a row; resets the running totals if a deal is missing before it."""
        last, self.number = self.number, number
        if last is not None and number not in (None, last + 1):
            self.totals = [None] * len(self.totals)
            self._note_missing_counts()

    def _note_missing_counts(self) -> None:
        """Notes that the bids and tricks of a deal are missing from their sums."""
        self.partial_counts |= {(player, kind) for player in self.sheet.players for kind in _PLAYED}

    def _is_opening(self, rows: Sequence[SheetRow]) -> bool:
        """Returns whether the first row is before the first deal: all its figures are 0."""
        label, after = (parse_label(row.text(None, self.sheet.labels)) for row in rows[:2])
        is_before = label.text.casefold() in OPENING_WORDS or label.number == 0
        if not is_before and (label.text or after.number != 1):
            return False
        texts = {
            _ZEROS.sub("", rows[0].text(player, kind))
            for player, kind in rows[0].cells
            if (player, kind) != (None, self.sheet.labels)
        }
        return "0" in texts <= {"0", "", "-"}

    # --- the sums under a sheet -------------------------------------------------------------

    def _has_label(self, row: SheetRow, words: Sequence[str]) -> bool:
        """Returns whether the label of a row is one of some words, and not a deal of the rules."""
        label = _label_word(row.text(None, self.sheet.labels))
        deals = () if self.table is None else self.table.game.deals
        return label in words and label not in [_label_word(kind.name) for kind in deals]

    def is_closing(self, row: SheetRow) -> bool:
        """Returns whether a row without a label contains the sums.

        More than half of its figures are then the sums, or half of them if it has no bids and
        tricks. All bids and tricks are.
        """
        if row.text(None, self.sheet.labels) or row.text(None, "taken"):
            return False
        written = {
            (player, kind): self._text(row, player, kind)
            for player, kind in row.cells
            if player is not None
        }
        sums = {key: self._sum(*key) for key, text in written.items() if text}
        agrees = {key: written[key] == str(due) for key, due in sums.items() if due is not None}
        played = [agrees[key] for key in agrees if key[1] in _PLAYED]
        nothing_played = not played and any(kind in _PLAYED for _, kind in written)
        is_most = sum(agrees.values()) * 2 + nothing_played > len(agrees)
        return (is_most and all(played)) or not sums

    def _sum(self, player: str, kind: Column) -> RecordedFigure:
        """Returns the figure expected at the foot of a column: its last total, or its sum."""
        seat = self.sheet.players.index(player)
        match kind:
            case "total":
                return self.totals[seat]
            case "points":
                return self.points_sums[seat]
            case _:
                return self.counts[player, kind]

    def close(self, row: SheetRow, wrong_sum: type[problems.records.WrongSumBelow]) -> None:
        """Checks a row of sums: the bids, the tricks, the points, and the totals, which repeat the
        last ones or are also the sums of the points.

        Other text under bids and tricks is skipped, such as the share of the bids that were made.
        """
        for key, due in self.counts.items():
            figure = parse_count(self._text(row, *key) or "?")
            actual = None if figure is None else figure[0]
            if actual in (None, due) or key in self.partial_counts:
                continue
            player, kind = key
            place = self.source.place(row.cells[key].span)
            cells: Literal["bids", "tricks"] = "bids" if kind == "bid" else "tricks"
            wrong = wrong_sum(place, player, actual or 0, due, 0, (), cells)
            self.problems.append(wrong.diagnostic())
        for kind in ("total", "points"):
            for seat, player in enumerate(self.sheet.players):
                text, expected = self._text(row, player, kind), self._sum(player, kind)
                figure = parse_total(text or "?")
                if figure is None:
                    self._report_figure(row, player, kind, text)
                elif expected is not None and figure[0] not in (
                    None,
                    expected,
                    self.points_sums[seat],
                ):
                    place = self.source.place(row.cells[player, kind].span)
                    wrong = wrong_sum(place, player, figure[0] or 0, expected, 0, (), "rows")
                    self.problems.append(wrong.diagnostic())

    # --- what a deal has once -----------------------------------------------------------------

    def _report_cell(self, row: SheetRow, kind: DealColumn, allowed: str) -> None:
        place = self.source.place(row.cells[None, kind].span)
        wrong = problems.records.UnfittingCell(place, kind, row.text(None, kind), allowed)
        self.problems.append(wrong.diagnostic())

    def _cards(self, row: SheetRow, name: DealName) -> int | None:
        """Returns the number of cards from its column, or else from the label."""
        text = _ZEROS.sub("", row.text(None, "cards"))
        if name.cards is not None or not text or self.sheet.labels == "cards":
            return name.cards
        figure = parse_count(text)
        if figure is None or figure[0] == 0:
            self._report_cell(row, "cards", "the number of cards that each player is dealt")
        return figure[0] or None if figure is not None else None

    def _name(self, row: SheetRow, kind: Literal["dealer", "caller"]) -> str | None:
        """Returns the player that a cell names, in full or by a unique prefix, or None."""
        text = row.text(None, kind)
        if text in ("", "?", "-"):
            return None
        players = self.sheet.players
        begun = [player for player in players if player.casefold().startswith(text.casefold())]
        named = [player for player in begun if len(player) == len(text)] or begun
        if len(named) == 1:
            return named[0]
        place = self.source.place(row.cells[None, kind].span)
        wrong = problems.records.NotAPlayer(place, kind, text, players)
        self.problems.append(wrong.diagnostic())
        return None

    def _trump(
        self, row: SheetRow, name: DealName
    ) -> tuple[Card | None, Suit | Literal["none"] | None]:
        """Returns the card turned up and the trump suit; a cell may contain either of them."""
        text = row.text(None, "trump")
        if text in ("", "?", "-"):
            return None, None
        if text.casefold().replace("-", " ") in _NO_TRUMP:
            return None, "none"
        suit = read_typed_suit(text)
        card = read_card(text) if suit is None else None
        if suit is None and card is None:
            place = self.source.place(row.cells[None, "trump"].span)
            scheduled = None if self.table is None else _scheduled(self.table, name)
            rule = None
            if self.table is not None and scheduled is not None:
                rule = self.table.rules_of(scheduled).trump
            wrong = problems.records.NotASuitInSheet(place, "trump", text, _trump_advice(rule))
            self.problems.append(wrong.diagnostic())
        return card, suit

    def _check_day(self, row: SheetRow) -> None:
        """Reads the date of the match, which must be the same in every row that has one."""
        text = row.text(None, "date")
        if not text:
            return
        day = _day(text)
        if isinstance(day, str):
            self._report_cell(row, "date", day)
        elif self.played not in (None, day):
            self._report_cell(row, "date", f"`{self.played}`, as above; a sheet holds one match")
        else:
            self.played = day

    def _check_match(self, row: SheetRow) -> None:
        text = row.text(None, "match")
        if text and self.match is None:
            self.match = text
        elif text and text != self.match:
            allowed = f"`{self.match}`, as above; each match needs a sheet of its own"
            self._report_cell(row, "match", allowed)

    def _taken(self, index: int, row: SheetRow) -> tuple[int, ...] | None:
        """Returns the 0-based seat that took each trick; the text has 1-based seats."""
        text, players = _ZEROS.sub("", row.text(None, "taken")), len(self.sheet.players)
        if not text:
            return None
        seats: list[int] = []
        for number, word in enumerate(text.split()):
            seat = parse_taker(word, players)
            if seat is None:
                place = RecordPlaces(self.source, keys=self.keys).cell(index, "taken", number)
                self.problems.append(wrong_taker(place, word, players))
                return None
            seats.append(seat)
        return tuple(seats)

    # --- figures ------------------------------------------------------------------------------

    def _text(self, row: SheetRow, player: str, kind: Column) -> str:
        text = row.text(player, kind)
        if kind in _PLAYED and text.endswith(")"):
            return text
        return plain_figure(text.replace("\N{MINUS SIGN}", "-"))

    def _bids(self, row: SheetRow, marks: _Marks) -> list[RecordedBid]:
        """Returns the bids, with `?` for unknown ones; collects the marks in their cells."""
        bids: list[RecordedBid] = []
        for player in self.sheet.players:
            text = _BLIND.sub("", self._text(row, player, "bid"))
            marked = MARKED_BID.match(text)
            if marked is not None and _add_mark(marks, player, "bid", marked[2]):
                text = marked[1]
            elif text != "-" and text.casefold() in MISSED:
                _add_mark(marks, player, "bid", text)
                text = "?"
            bid = parse_bid(text or "?")
            if bid is None:
                self._report_figure(row, player, "bid", text)
            bids.append("?" if bid is None else bid)
        return bids

    def _blind(self, row: SheetRow) -> tuple[str, ...] | None:
        """Returns the names of the players whose bid is written as blind: `2 blind`."""
        players = self.sheet.players
        blind = tuple(player for player in players if _BLIND.search(self._text(row, player, "bid")))
        return blind or None

    def _won(
        self, row: SheetRow, bids: Sequence[RecordedBid], marks: _Marks
    ) -> list[RecordedFigure]:
        """Returns the tricks as written; a bid marked as made gives the number of tricks bid."""
        won: list[RecordedFigure] = []
        for player, bid in zip(self.sheet.players, bids, strict=True):
            text = self._text(row, player, "tricks")
            figure = parse_count(text or "?")
            if figure is None and (text == "-" or not _add_mark(marks, player, "tricks", text)):
                self._report_figure(row, player, "tricks", text)
            count = None if figure is None else figure[0]
            mark = marks.get(player)
            if mark is not None and mark.is_made and count is None and isinstance(bid, int):
                count = bid
            won.append(count)
        return won

    def _points(
        self, row: SheetRow, bids: Sequence[RecordedBid], marks: _Marks, name: DealName
    ) -> list[RecordedFigure]:
        """Returns the points of the deal as written, or as implied by a mark of the bid.

        Without columns for points and totals, totals follow from marks alone. If the rules leave
        several scores for a bid that was made, the points after it are unknown too.
        """
        points: list[RecordedFigure] = []
        for seat, player in enumerate(self.sheet.players):
            scored: RecordedFigure = None
            for kind in ("total", "points"):
                text = self._text(row, player, kind)
                figure = parse_total(text or "?")
                if figure is None and not (
                    text.casefold() in MISSED and _add_mark(marks, player, kind, text)
                ):
                    self._report_figure(row, player, kind, text)
                scored = figure[0] if figure is not None and kind == "points" else None
            has_marks_alone = not {(player, "points"), (player, "total")} & row.cells.keys()
            mark = marks.get(player)
            if mark is not None and not mark.is_made:
                scored = self._missed(row, player, mark, bids[seat], scored, name)
            elif mark is not None and has_marks_alone:
                scored = self._made(bids[seat], name)
            points.append(scored)
        return points

    def _made(self, bid: RecordedBid, name: DealName) -> RecordedFigure:
        """Returns the points for a bid marked as made; None if the rules leave several."""
        scheduled = None if self.table is None else _scheduled(self.table, name)
        if self.table is None or scheduled is None or not isinstance(bid, int):
            return None
        scores = scores_of_bid(self.table, scheduled, bid, made=True)
        return None if scores is None or len(scores) != 1 else scores.pop()

    def _missed(
        self,
        row: SheetRow,
        player: str,
        mark: SheetMark,
        bid: RecordedBid,
        scored: RecordedFigure,
        name: DealName,
    ) -> RecordedFigure:
        """Returns the points for a bid marked as missed: as written, or 0 if it scores nothing.

        They are unknown if only the total is written. The replay compares marks with figures.
        """
        total = parse_total(self._text(row, player, "total") or "?")
        if scored is not None or total not in (None, (None,)):
            return scored
        if self.table is None or _misses_score_nothing(self.table, name, bid):
            return 0
        place = self.source.place(row.cells[player, mark.column].span)
        allowed = "the points: by these rules a missed bid does not always score 0"
        wrong = problems.records.UnfittingCell(place, mark.column, mark.text, allowed)
        self.problems.append(wrong.diagnostic())
        return None

    def _totals(
        self,
        index: int,
        row: SheetRow,
        points: Sequence[RecordedFigure],
    ) -> tuple[RecordedFigure, ...] | None:
        """Returns the running totals: as written, or the previous totals plus the points of the
        deal.

        If the previous total is unknown, the running total restarts at 0, and the row is judged by
        its points. So it is if the total continues all points so far, but not the previous total.
        The replay compares totals with points that are written.
        """
        totals: list[RecordedFigure] = []
        for seat, (player, scored) in enumerate(zip(self.sheet.players, points, strict=True)):
            written = parse_total(self._text(row, player, "total") or "?")
            total = None if written is None else written[0]
            before, summed = self.totals[seat], self.points_sums[seat]
            self.points_sums[seat] = None if summed is None or scored is None else summed + scored
            if scored is not None and total is not None and (player, "points") in row.cells:
                self.points_written[index, seat] = scored
            expected_total = None if before is None or scored is None else before + scored
            if scored is not None and total is None:
                self.points.add((index, seat))
                self.base_totals[index, seat] = before or 0
            elif (
                scored is not None
                and total is not None
                and (before is None or total == self.points_sums[seat] != expected_total)
            ):
                self.base_totals[index, seat] = total - scored
            self.totals[seat] = expected_total if total is None else total
            begun = scored if expected_total is None else expected_total
            totals.append(begun if total is None else total)
        return None if all(figure is None for figure in totals) else tuple(totals)

    def _report_figure(self, row: SheetRow, player: str, kind: Column, text: str) -> None:
        place = self.source.place(row.cells[player, kind].span)
        allowed = "a whole number, or leave the cell empty if it is unknown"
        self.problems.append(wrong_figure(place, kind, text, allowed))


def _label_word(label: str) -> str:
    """Returns a label in lower case, without spaces, hyphens and a final colon."""
    return re.sub(r"[\s_-]", "", label.rstrip(": ")).casefold()


_Marks: TypeAlias = dict[str, SheetMark]
"""The marks in a row, by player."""


def _add_mark(marks: _Marks, player: str, kind: FigureColumn, text: str) -> bool:
    """Adds a mark; returns False if the text is not one, or contradicts another of the player."""
    word = text.casefold()
    if word not in MISSED | MADE:
        return False
    mark = marks.setdefault(player, SheetMark(word in MADE, kind, text))
    return mark.is_made == (word in MADE)


def _scheduled(table: Table, name: DealName) -> ScheduledDeal | None:
    """Returns the deal of the schedule with this number or label; None if it does not exist."""
    if name.label is None:
        return None if name.number is None else table.scheduled(name.number)
    kind = table.game.deal(name.label)
    rows = (row for row in table.schedule if kind is not None and row.name == kind.name)
    return next(rows, None)


def _misses_score_nothing(table: Table, name: DealName, bid: RecordedBid) -> bool:
    """Returns whether a bid that is missed scores 0 in a deal; if it is unknown, whether all do.

    Returns False if the score depends on other players, and True for an unknown deal.
    """
    scheduled = _scheduled(table, name)
    if scheduled is None:
        return True  # reported as not scheduled
    bids = (bid,) if isinstance(bid, int) else range(scheduled.high + 1)
    return all(scores_of_bid(table, scheduled, own, made=False) == {0} for own in bids)


def scores_of_bid(
    table: Table,
    deal: ScheduledDeal,
    bid: int | None,
    *,
    made: bool | None = None,
) -> set[int] | None:
    """Returns every score that a player can get with a bid; None if it depends on other figures.

    `bid` is None only for a deal in which nobody chooses a bid. `made` limits the scores to a bid
    that was made or missed.
    """
    rules = table.rules_of(deal)
    figures = {"bid", "tricks", "cards", "deal", "players"}
    if isinstance(rules.bid, ChosenBid) == (bid is None) or score_names(rules) - figures:
        return None
    if isinstance(rules.bid, FixedBid):
        bid = rules.bid.number
    return {
        seat_result(
            rules,
            deal=deal.number,
            cards=cards,
            taking=Taking(bid, bid, tricks, tricks, tricks, 1, 0, bid, 0),
        ).score
        for cards in deal.sizes
        for tricks in range(cards + 1)
        if made in (None, tricks == bid)
    }


def _trump_advice(rule: TrumpRule | None) -> str:
    """Returns advice on the trump cell of a deal; `rule` is None if its rules are unknown."""
    trumps = None if rule is None else fixed_trumps(rule)
    match trumps:
        case ():
            return "leave the cell empty: the deal has no trump"
        case (suit,):
            return f"leave the cell empty, or write `{SUIT_NAMES[suit]}`"
        case None if rule is None or isinstance(rule, TurnedTrump):
            return "write a suit, such as `hearts`, or the card turned, such as `10H`"
        case None:
            return "write a suit, such as `hearts`"
        case _:
            return "leave the cell empty: the rules give the order of the suits"


def _day(text: str) -> date | str:
    """Parses the date in a cell; returns advice on what to write if it is invalid or ambiguous."""
    written = _DAY.match(text)
    example = "the day as `2025-01-31`"
    if written is None:
        return example
    first, second, third = map(int, written.groups())
    days = (
        [(first, second, third)] if first > 31 else [(third, second, first), (third, first, second)]
    )
    if "." in text:
        days = days[:1]
    valid: set[date] = set()
    for year, month, day in days:
        try:
            valid.add(date(year + 2000 if year < 100 else year, month, day))
        except ValueError:
            continue
    return valid.pop() if len(valid) == 1 else example


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
    takers = [TAKEN_HEADING] if any(deal.taken is not None for deal in record.deals) else []
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

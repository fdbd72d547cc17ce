"""Normalises the layouts of score sheets, so that there is one row for each deal.

Input: the text of a CSV file. Output: a `SheetTable`, whose rows have one cell for each figure of a
deal. These layouts are recognised:

- wide: a row for each deal, a column for each figure of each player (`Ann bid`);
- wide with a two-line header: the players in one line, the figures in the other;
- one column for each player, headed by the name alone, with totals or points;
- long: a row for each player and deal, with a column `player`.

Only headings and names are judged here. `sheet` judges the contents of the cells.

Invariants:

- Every column is understood, a note, or reported. A column that may hold figures is an error; any
  other is a warning.
- A row that cannot be assigned to a deal is None in the result, so that later totals are unknown.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from clagdsl import problems
from clagdsl.lang.csv_text import (
    FIGURE_COLUMNS,
    MADE,
    MISSED,
    Column,
    DealColumn,
    FigureColumn,
    deal_column,
    detect_delimiter,
    figure_column,
    heading_words,
    is_figure,
    is_marked_bid,
    joined_column,
    player_column,
    unescape_formula,
)
from clagdsl.lang.numerals import join_words
from clagdsl.lang.source import SourceText, Span
from clagdsl.problems.diagnostic import Diagnostic
from clagdsl.problems.escape import join_in_backticks, quoted
from clagdsl.records.reading import why_names_invalid
from clagdsl.records.sheet_labels import parse_label
from clagdsl.records.toml_spans import MOST_DEALS

MOST_COLUMNS: Final = 60
MOST_PLAYERS: Final = 10
_MOST_TITLES: Final = 5
"""The maximum number of lines above the header, such as the name of a table."""
_QUOTED: Final = re.compile(r'"((?:[^"]|"")*+)" *')
CLOSING_WORDS: Final = (
    "total",
    "totals",
    "grandtotal",
    "totalpoints",
    "totalscore",
    "sum",
    "final",
    "finalscore",
    "result",
    "results",
    "end",
)
"""Words in the deal column of a last row that contains the sums, without spaces and hyphens."""
HALFWAY_WORDS: Final = ("halftime", "subtotal", "subtotals")
"""Words in the deal column of a row with the sums so far, without spaces and hyphens."""
RESULT_WORDS: Final = ("place", "places", "rank", "ranks", "winner", "winners", "position")
"""Words in the deal column of a row that is not read, because its figures are neither."""
OPENING_WORDS: Final = ("start", "begin", "beginning", "opening")
"""Words in the deal column of a first row in which every total is 0."""
_NO_NAMES: Final = {"card", "cards", "sum"}.union(
    *(kind.headings[:2] for kind in FIGURE_COLUMNS.values())
)
"""Words that a heading with a player's name alone does not contain."""
_FIGURE_WORDS: Final = {"bid", "bids", "trick", "tricks"}
"""Words that a player's name before or after a figure does not contain (`Ann bids made`)."""
_FEWEST_SIZES: Final = 3
"""The minimum number of deals whose sizes show that a column is not that of a player."""


@dataclass(frozen=True, slots=True)
class SheetCell:
    """The text of one cell of a sheet, and its span in the source."""

    text: str
    span: Span


Key: TypeAlias = tuple[str | None, Column]
"""The key of a column: the player, or None for a value that a deal has once, and the kind."""


@dataclass(slots=True)
class SheetRow:
    """The cells of one deal, or of the sums; `width` is an error if the row has the wrong width."""

    span: Span
    cells: dict[Key, SheetCell] = field(default_factory=dict)
    width: Diagnostic | None = None

    def text(self, player: str | None, kind: Column) -> str:
        """Returns the text of a cell; empty if the sheet has no such cell."""
        cell = self.cells.get((player, kind))
        return "" if cell is None else cell_text(cell.text)


@dataclass(frozen=True, slots=True)
class SheetTable:
    """A sheet in its normalised form; `columns` are all kinds of cells that it has."""

    players: tuple[str, ...]
    columns: tuple[Key, ...]
    rows: tuple[SheetRow, ...]
    problems: tuple[Diagnostic, ...]
    head: Span
    bare: bool
    """True if columns of figures are headed by the players' names alone."""
    may_lack_player: bool
    """True if a column that is not understood may be that of a player who is not in `players`."""
    heads_numbers: bool
    """True if the column of the deals is headed as their numbers, such as `Deal no`."""

    @property
    def labels(self) -> DealColumn:
        """The column that names the deals: `deal`, or else `cards`."""
        return "deal" if (None, "deal") in self.columns else "cards"


def with_figures(sheet: SheetTable, undecided: FigureColumn) -> SheetTable:
    """Returns the sheet with every column `score` renamed to points or total.

    If the player already has one of these columns, it is the other, else it is `undecided`.
    """

    def decided(key: Key) -> Key:
        player, kind = key
        if kind != "score":
            return key
        has_points, has_total = ((player, own) in sheet.columns for own in ("points", "total"))
        return player, "total" if has_points else "points" if has_total else undecided

    rows = tuple(
        SheetRow(row.span, {decided(key): cell for key, cell in row.cells.items()}, row.width)
        for row in sheet.rows
    )
    return replace(sheet, rows=rows, columns=tuple(map(decided, sheet.columns)))


def cell_text(text: str) -> str:
    """Returns the text of a cell, without the apostrophe that escapes a formula."""
    return unescape_formula(text.strip())


# --- cells --------------------------------------------------------------------------------


def read_cells(source: SourceText) -> list[list[SheetCell]] | Diagnostic:
    """Returns the non-empty rows of a sheet, or a diagnostic if the CSV is malformed."""
    text = source.text
    delimiter, start = detect_delimiter(text)
    rows: list[list[SheetCell]] = []
    row: list[SheetCell] = []
    while start < len(text) or row:
        cell, start = _cell(text, start, delimiter)
        if cell is None:
            reason = "this is not CSV: a quoted cell is not closed, or is followed by text"
            return wrong_head(source, Span(start, start + 1), reason)
        row.append(cell)
        if len(row) > MOST_COLUMNS:
            return wrong_head(source, cell.span, f"the sheet has more than {MOST_COLUMNS} columns")
        ended = start >= len(text) or text[start] == "\n"
        start += 1
        if not ended:
            continue
        if any(row_cell.text.strip() for row_cell in row):
            rows.append(row)
        row = []
        if len(rows) > MOST_DEALS * MOST_PLAYERS + _MOST_TITLES:
            return _too_large(source, rows[-1][0].span)
    return rows


def _too_large(source: SourceText, span: Span) -> Diagnostic:
    place = source.place(span)
    return problems.records.RecordTooLarge(place, "deals", MOST_DEALS).diagnostic()


def _cell(text: str, start: int, delimiter: str) -> tuple[SheetCell | None, int]:
    """Returns the cell that begins at `start`, and its end; None if its quotes are malformed."""
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


def wrong_head(source: SourceText, span: Span, reason: str, understood: str = "") -> Diagnostic:
    """Returns the error that a sheet or a column is not understood; `understood` names what is."""
    return problems.records.WrongSheetHead(source.place(span), reason, understood).diagnostic()


# --- the head -----------------------------------------------------------------------------


DealKey: TypeAlias = tuple[str, str]
"""The match and the label of a deal, in a sheet with a row for each player."""

PlayerLine: TypeAlias = tuple[list[SheetCell], DealKey, str]
"""A row for one player of one deal, with the deal and the name of the player."""

SizesOf: TypeAlias = Callable[[int], Sequence[int | None]]
"""Returns the number of cards of each deal of the schedule for a number of players, if known."""


def read_table(
    cells: list[list[SheetCell]], source: SourceText, sizes_of: SizesOf, fewest_players: int
) -> SheetTable | list[Diagnostic]:
    """Returns a sheet in its normalised form, or diagnostics if that is impossible."""
    reader = _ShapeReader(cells, source, sizes_of, fewest_players)
    return reader.read()


class _ShapeReader:
    """Finds the header of a sheet, and the columns that its headings name."""

    def __init__(
        self,
        cells: list[list[SheetCell]],
        source: SourceText,
        sizes_of: SizesOf,
        fewest_players: int,
    ) -> None:
        self.source = source
        self.sizes_of = sizes_of
        self.fewest_players = fewest_players
        self.problems: list[Diagnostic] = []
        self.columns: dict[Key, int] = {}
        """The columns that are understood; in the long layout the players are None."""
        self.players: list[str] = []
        self.unknown: dict[int, SheetCell] = {}
        """The headings that are not understood."""
        self.reasons: dict[int, str] = {}
        """The reasons why columns are not those of players, by column."""
        self.longer_names: set[int] = set()
        """The columns whose headings add the same words to the names of several players."""
        self.bare = False
        self.may_lack_player = False
        self.headings, self.rows, self.has_two_lines = _split_head(cells)
        self.width = max(
            (n + 1 for n, cell in enumerate(self.headings) if cell.text or self._filled(n)),
            default=0,
        )

    def read(self) -> SheetTable | list[Diagnostic]:
        """Returns the normalised sheet, or diagnostics if its header is invalid."""
        for number, cell in enumerate(self.headings[: self.width]):
            self._classify(number, cell)
        is_long = (None, "player") in self.columns
        if not is_long:
            self._drop_longer_names()
            self._take_joined_headings()
            self._take_names()
            self._drop_odd_players()
        if not {(None, "deal"), (None, "cards")} & self.columns.keys():
            self._take_labels()
        labelled = not {(None, "deal"), (None, "cards")}.isdisjoint(self.columns)
        self._report_unknown(only_errors=not labelled or not (is_long or self.players))
        head = self.headings[0].span if self.headings else Span(0, 0)
        if not labelled:
            reason = "the sheet has no column `deal`"
            return self.problems or [wrong_head(self.source, head, reason, self._understood())]
        rows = self._long_rows() if is_long else self._wide_rows()
        wrong_names = why_names_invalid(self.players)
        if wrong_names is not None:
            place = self.source.place(head)
            wrong = problems.records.WrongNamesInRecord(place, wrong_names).diagnostic()
            has_error = any(problem.severity == "error" for problem in self.problems)
            return self.problems if has_error else [*self.problems, wrong]
        if len(rows) > MOST_DEALS + 1:
            return [_too_large(self.source, rows[MOST_DEALS].span)]
        kinds: dict[Key, None] = {}
        for row in rows:
            kinds |= dict.fromkeys(row.cells)
        columns = tuple(kinds) or tuple(self.columns)
        label = self.columns.get((None, "deal"))
        heading = "" if label is None else cell_text(self.headings[label].text)
        return SheetTable(
            tuple(self.players),
            columns,
            tuple(rows),
            tuple(self.problems),
            head,
            self.bare,
            self.may_lack_player,
            not {"no", "number", "#"}.isdisjoint(heading_words(heading).split()),
        )

    def _classify(self, number: int, cell: SheetCell) -> None:
        """Classifies a column by its heading; an empty column may lack a heading."""
        text = cell_text(cell.text)
        kind = deal_column(text)
        figure = figure_column(text)
        is_long = any(deal_column(cell_text(one.text)) == "player" for one in self.headings)
        if not text and not self._filled(number):
            return
        if kind == "note":
            return
        if figure is not None and (is_long or kind is None):
            if is_long:
                self._assign((None, figure), number, cell)
            else:
                self.unknown[number] = cell
            return
        if kind is not None:
            self._assign((None, kind), number, cell)
            return
        named = player_column(text)
        if named is None or is_long:
            self.unknown[number] = cell
            return
        if _FIGURE_WORDS.intersection(heading_words(named[0]).split()):
            self.unknown[number] = cell
            self.reasons[number] = f"{quoted(text)} names two figures of a player"
            return
        self._assign((self._player(named[0]), named[1]), number, cell)

    def _player(self, name: str) -> str:
        """Returns the player named in a heading, in the spelling that occurs first."""
        for player in self.players:
            if player.casefold() == name.casefold():
                return player
        self.players.append(name)
        return name

    def _assign(self, key: Key, number: int, cell: SheetCell) -> None:
        if key not in self.columns:
            self.columns[key] = number
            return
        reason = f"{quoted(cell_text(cell.text))} appears twice"
        if key == (None, "deal"):
            reason = f"{quoted(cell_text(cell.text))}: another column already names the deals"
        self.may_lack_player |= key[0] is not None
        self.problems.append(wrong_head(self.source, cell.span, reason))

    def _take_joined_headings(self) -> None:
        """Splits headings such as `Annbid` if the same name has another figure: `Anntotal`."""
        kinds: dict[str, dict[int, tuple[str, FigureColumn]]] = {}
        for number, cell in self.unknown.items():
            joined = joined_column(cell_text(cell.text))
            if joined is not None:
                kinds.setdefault(joined[0].casefold(), {})[number] = joined
        for of_name in kinds.values():
            if len({kind for _, kind in of_name.values()}) > 1:
                for number, (name, kind) in of_name.items():
                    cell = self.unknown.pop(number)
                    self._assign((self._player(name), kind), number, cell)

    def _take_names(self) -> None:
        """Treats headings that are not understood as players if their columns hold figures."""
        figures = [
            n
            for n, cell in self.unknown.items()
            if cell.text and figure_column(cell.text) is None and self._holds_figures(n)
        ]
        named = {player.casefold() for player in self.players}
        others = [n for n in figures if cell_text(self.unknown[n].text).casefold() not in named]
        if self.players and len(others) > max(1, len(self.columns) - self._deal_columns()):
            for player in self.players:  # a heading such as `Sum of bids`, and names alone
                self._drop_player(player)
            self.players, named = [], set()
        if self.players:
            figures = [n for n in figures if n not in others]
        elif len(figures) < 2 or self.has_two_lines:
            return
        for number in figures:
            cell = self.unknown[number]
            if not named and self._is_not_a_player(number, figures):
                continue
            self.bare = True
            del self.unknown[number]
            self._assign((self._player(cell_text(cell.text)), "score"), number, cell)

    def _deal_columns(self) -> int:
        return sum(player is None for player, _ in self.columns)

    def _drop_player(self, player: str) -> None:
        """Makes the columns of a player unknown."""
        for key in [key for key in self.columns if key[0] == player]:
            number = self.columns.pop(key)
            self.unknown[number] = self.headings[number]

    def _is_not_a_player(self, number: int, figures: Sequence[int]) -> bool:
        """Returns whether a column under an unknown heading cannot be that of a player.

        Its heading names a figure, or it holds the sizes of the deals, or the sums of the others.
        """
        text = cell_text(self.unknown[number].text)
        if _NO_NAMES.intersection(heading_words(text).split()):
            return True
        sizes = self.sizes_of(len(figures) - 1)
        label = self.columns.get((None, "deal"), 0)
        held: list[bool] = []
        sums: list[bool] = []
        for place, row in enumerate(self.rows):
            cells = {n: cell_text(row[n].text) for n in {label, *figures} if n < len(row)}
            if not _is_number(cells.get(number, "")):
                continue
            own, deal = int(cells[number]), (parse_label(cells[label]).number or place + 1) - 1
            held.append(deal < len(sizes) and sizes[deal] == own)
            rest = [cells.get(n, "") for n in figures if n != number]
            if all(map(_is_number, rest)):
                sums.append(sum(map(int, rest)) == own)
        if len(held) >= _FEWEST_SIZES and all(held):
            self.reasons[number] = (
                f"{quoted(text)} holds the number of cards of each deal: call it `cards`"
            )
        elif len(figures) - len(self.reasons) > self.fewest_players and len(sums) > 1 and all(sums):
            self.reasons[number] = (
                f"{quoted(text)} holds the sums of the other columns: leave it out"
            )
        return number in self.reasons

    def _drop_longer_names(self) -> None:
        """Makes columns unknown that add the same words to the names of several players.

        `Ann bonus points` and `Bob bonus points` are not columns of two more players, unless there
        is a column `Ann bonus bid` for each `Ann bid`, and so on.
        """
        kinds = self._kinds_by_player()
        words = {player: tuple(heading_words(player).split()) for player in self.players}
        added = {
            longer: own[len(other) :]
            for longer, own in words.items()
            for shorter, other in words.items()
            if other and own[: len(other)] == other and kinds[shorter] - kinds[longer]
        }
        counts = Counter(added.values())
        for player, extra in added.items():
            if counts[extra] == 1:
                continue
            for (name, _), number in self.columns.items():
                if name == player:
                    text = quoted(cell_text(self.headings[number].text))
                    self.reasons[number] = f"{text} adds `{' '.join(extra)}` to a player's name"
                    self.longer_names.add(number)
            self._drop_player(player)
            self.players.remove(player)

    def _drop_odd_players(self) -> None:
        """Makes the columns of players unknown who lack the figures that most players have.

        For example, `Tricks left` is not the tricks of a player. A player stays whose figures may
        be in a column that is not understood.
        """
        kinds = self._kinds_by_player()
        counts = Counter(kind for own in kinds.values() for kind in own)
        common = {kind for kind, count in counts.items() if count * 2 > len(self.players)}
        for player, own in kinds.items():
            missing = [kind for kind in counts if kind in common - own]
            if not missing or (own & common and len(own) > 1):
                continue
            if any(_extra_word(cell, player) for cell in self.unknown.values()):
                continue
            lacks = join_in_backticks(missing, "or")
            for (name, _), number in self.columns.items():
                if name == player:
                    text = quoted(cell_text(self.headings[number].text))
                    self.reasons[number] = (
                        f"{text} would be a column of a player {quoted(player)}, who has no {lacks}"
                    )
            self._drop_player(player)
            self.players.remove(player)

    def _kinds_by_player(self) -> dict[str, set[Column]]:
        return {
            player: {kind for name, kind in self.columns if name == player}
            for player in self.players
        }

    def _take_labels(self) -> None:
        """Treats a first column without a heading as the names of the deals."""
        if 0 in self.unknown and not cell_text(self.unknown[0].text):
            self.columns[None, "deal"] = 0
            del self.unknown[0]

    def _report_unknown(self, *, only_errors: bool) -> None:
        """Reports unknown columns, some only as warnings unless `only_errors` is true."""
        for number, cell in self.unknown.items():
            text = cell_text(cell.text)
            words = set(text.casefold().split())
            of_player = any(words & set(player.casefold().split()) for player in self.players)
            figures = any(map(is_figure, self._cells_of(number))) or self._holds_figures(number)
            reason = self.reasons.get(number, f"{quoted(text)} is not a column of a score sheet")
            if not text:
                reason = "a column has no heading"
            elif figure_column(text) is not None:
                reason = f"{quoted(text)} does not name a player"
            if figures and not only_errors and self._may_be_another_player(number, cell):
                self.may_lack_player = True
                place = self.source.place(cell.span)
                lacking = problems.records.ColumnOfWhom(place, reason, self._understood())
                self.problems.append(lacking.diagnostic())
            elif figures or of_player or only_errors:
                wrong = wrong_head(self.source, cell.span, reason, self._understood())
                self.problems.append(wrong)
            else:
                place = self.source.place(cell.span)
                unread = problems.records.UnreadColumn(place, reason, self._understood())
                self.problems.append(unread.diagnostic())

    def _may_be_another_player(self, number: int, cell: SheetCell) -> bool:
        """Returns whether a column that holds figures may be that of a player not in `players`.

        A heading that adds a word to the name of a player is that player's column if the player
        lacks a figure that others have. So it is if every player has a column with this word.
        """
        text = cell_text(cell.text)
        named = player_column(text)
        name = heading_words(text if named is None else named[0]).split()
        if figure_column(text) is None and _NO_NAMES.intersection(name):
            return False
        if (named is None and number in self.reasons) or number in self.longer_names:
            return False
        counted = [text for text in self._cells_of(number) if _is_number(text)]
        if number == 0 and counted == [str(place + 1) for place in range(len(counted))]:
            return False  # the numbers of the rows, under another heading
        kinds = {kind for player, kind in self.columns if player is not None}
        for player in self.players:
            word = _extra_word(cell, player)
            alike = [
                other
                for other in self.players
                if any(_extra_word(one, other) == word for one in self.unknown.values())
            ]
            if word and (
                len(alike) == len(self.players)
                or any((player, kind) not in self.columns for kind in kinds)
            ):
                return False
        return True

    def _understood(self) -> str:
        """Returns the columns that are understood, in words."""
        deal = [f"`{kind}`" for player, kind in self.columns if player is None]
        figures: dict[str, list[str]] = {}
        for player, kind in self.columns:
            if player is not None:
                figures.setdefault(kind, []).append(player)
        of = [f"`{kind}` of {join_words(names)}" for kind, names in figures.items()]
        return "; ".join(filter(None, [join_words(deal), *of]))

    def _cells_of(self, number: int) -> list[str]:
        return [row[number].text.strip() for row in self.rows if len(row) > number]

    def _filled(self, number: int) -> bool:
        return any(self._cells_of(number))

    def _holds_figures(self, number: int) -> bool:
        """Returns whether at least half of the non-empty cells of a column are figures."""
        cells = [text for text in self._cells_of(number) if text]
        figures = [
            is_figure(text) or is_marked_bid(text) or text.casefold() in MISSED for text in cells
        ]
        return sum(figures) * 2 >= len(cells) if cells else not self.rows

    # --- rows -----------------------------------------------------------------------------

    def _cells(self, row: list[SheetCell]) -> tuple[list[SheetCell], Diagnostic | None]:
        """Returns a row adjusted to the width of the header, and an error if its width differed."""
        while len(row) > self.width and not row[-1].text.strip():
            row = row[:-1]
        span = Span(row[0].span.start, row[-1].span.end)
        wrong = None
        if len(row) != self.width:
            expected = f"{self.width} columns, as in the first line"
            if len(row) > self.width:
                expected += ", and put a figure such as `12,0` in quotation marks"
            cells = "1 cell" if len(row) == 1 else f"{len(row)} cells"
            place = self.source.place(span)
            wrong = problems.records.WrongWidth(place, "row", len(row), expected, cells)
        padded = row + [SheetCell("", row[-1].span)] * (self.width - len(row))
        return padded, None if wrong is None else wrong.diagnostic()

    def _wide_rows(self) -> list[SheetRow]:
        rows: list[SheetRow] = []
        for row in self.rows:
            cells, wrong = self._cells(row)
            span = Span(row[0].span.start, row[-1].span.end)
            named = {key: cells[number] for key, number in self.columns.items()}
            rows.append(SheetRow(span, named, wrong))
        return rows

    def _long_rows(self) -> list[SheetRow]:
        """Returns the deals of a sheet with a row for each player, joining rows with equal labels.

        If a player has the same label again, another deal begins, for example in a sheet labelled
        by cards.
        """
        label = self.columns.get((None, "deal"), self.columns.get((None, "cards"), 0))
        match = self.columns.get((None, "match"), label)
        names = Counter[str]()
        lines: list[PlayerLine] = []
        for row in self.rows:
            cells, wrong = self._cells(row)
            if wrong is not None:
                self.problems.append(wrong)
            name = cell_text(cells[self.columns[None, "player"]].text)
            deal = (cells[match].text.strip(), cell_text(cells[label].text).casefold())
            lines.append((cells, deal, name))
            names[self._spelling(name, names)] += 1
        deals = max(names.values(), default=0)
        self.players = [name for name in names if name and names[name] * 2 >= deals]
        rows: list[SheetRow] = []
        by_label: dict[DealKey, list[tuple[SheetRow, dict[str, Sequence[SheetCell]]]]] = {}
        for cells, deal, name in self._with_own_deals(lines):
            own = by_label.setdefault(deal, [])
            player = next((p for p in self.players if p.casefold() == name.casefold()), None)
            if player is None:
                place = self.source.place(cells[self.columns[None, "player"]].span)
                wrong_name = problems.records.NotAPlayer(place, "player", name, self.players)
                self.problems.append(wrong_name.diagnostic())
                continue
            row_players = next((entry for entry in own if player not in entry[1]), None)
            if row_players is None:
                span = Span(cells[0].span.start, cells[-1].span.end)
                row_players = (SheetRow(span), {})
                own.append(row_players)
                rows.append(row_players[0])
            row_players[1][player] = cells
            self._add_line(row_players[0], player, cells)
        for deal_row, present in (entry for own in by_label.values() for entry in own):
            self._add_shared(deal_row, [*present.values()])
            missing = [player for player in self.players if player not in present]
            if missing:
                expected = f"a row for {join_words(missing)} as well"
                held = "1 player" if len(present) == 1 else f"{len(present)} players"
                place = self.source.place(deal_row.span)
                short = problems.records.WrongWidth(place, "row", len(present), expected, held)
                self.problems.append(short.diagnostic())
        return rows

    def _with_own_deals(self, lines: Sequence[PlayerLine]) -> list[PlayerLine]:
        """Returns the lines; a line with the label of another deal joins its own, if that is sure.

        It is sure if the player has one line more than all others under the label, one line fewer
        under that of a neighbouring line, and no other such line. `_add_shared` reports the label.
        """
        players = {player.casefold() for player in self.players}
        counts = Counter((deal, name.casefold()) for _, deal, name in lines)

        def surplus(deal: DealKey, player: str) -> int | None:
            others = {counts[deal, other] for other in players - {player}}
            return counts[deal, player] - others.pop() if len(others) == 1 else None

        own: dict[tuple[DealKey, str], list[tuple[int, DealKey]]] = {}
        for index, (_, deal, name) in enumerate(lines):
            player = name.casefold()
            if player in players and surplus(deal, player) == 1:
                around = {near for _, near, _ in lines[max(index - 1, 0) : index + 2]}
                lacking = [near for near in around if surplus(near, player) == -1]
                own.setdefault((deal, player), []).extend((index, near) for near in lacking)
        moved = dict(places[0] for places in own.values() if len(places) == 1)
        return [
            (cells, moved.get(index, deal), name) for index, (cells, deal, name) in enumerate(lines)
        ]

    @staticmethod
    def _spelling(name: str, names: Mapping[str, int]) -> str:
        return next((other for other in names if other.casefold() == name.casefold()), name)

    def _add_line(self, row: SheetRow, player: str, cells: Sequence[SheetCell]) -> None:
        """Adds the figures of a player's line to a deal."""
        for (_, kind), number in self.columns.items():
            if kind in FIGURE_COLUMNS:
                row.cells[player, kind] = cells[number]

    def _add_shared(self, row: SheetRow, lines: Sequence[Sequence[SheetCell]]) -> None:
        """Adds the values that a deal has once: those of most lines; reports all others."""
        for (_, kind), number in self.columns.items():
            if kind in FIGURE_COLUMNS or kind == "player":
                continue
            texts = Counter(filter(None, (cell_text(cells[number].text) for cells in lines)))
            shared = max(texts, key=lambda text: texts[text], default="")
            for cells in reversed(lines):
                cell = cells[number]
                if cell_text(cell.text) == shared:
                    row.cells[None, kind] = cell
            for cells in lines:
                text = cell_text(cells[number].text)
                if text != shared:
                    place = self.source.place(cells[number].span)
                    allowed = f"`{shared}`, as in the other rows of the deal"
                    wrong = problems.records.UnfittingCell(place, kind, text, allowed)
                    self.problems.append(wrong.diagnostic())


def _split_head(
    cells: list[list[SheetCell]],
) -> tuple[list[SheetCell], list[list[SheetCell]], bool]:
    """Returns the headings of the columns, the rows below them, and whether the header has two
    lines.
    """
    start = 0
    while (
        start < min(len(cells) - 1, _MOST_TITLES)
        and _count_filled(cells[start]) == 1
        and _count_filled(cells[start + 1]) > 1
    ):
        start += 1
    if start >= len(cells):
        return [], [], False
    upper, rows = cells[start], cells[start + 1 :]
    merged = _merge_lines(upper, rows[0]) if rows else None
    heads = [_texts(row) for row in cells[start : start + 1 + (merged is not None)]]
    rows = [row for row in rows if _texts(row) not in heads]  # a head may be repeated in between
    return (upper, rows, False) if merged is None else (merged, rows, True)


def _texts(row: Sequence[SheetCell]) -> list[str]:
    """Returns the texts of a row without the empty cells at its end."""
    texts = [cell_text(cell.text) for cell in row]
    while texts and not texts[-1]:
        texts.pop()
    return texts


def _count_filled(row: Sequence[SheetCell]) -> int:
    return sum(bool(cell.text.strip()) for cell in row)


def _merge_lines(upper: list[SheetCell], lower: list[SheetCell]) -> list[SheetCell] | None:
    """Returns the headings of a two-line header; None if the second line has no headings.

    One line has the figures, the other the players. A cell of the upper line applies to all columns
    up to the next one. A word that is not understood stays a heading.
    """
    first = [cell_text(cell.text) for cell in upper]
    second = [cell_text(cell.text) for cell in lower]
    if any(deal_column(text) == "player" for text in first + second):
        return None
    filled = [text for text in second if text]
    if len(filled) < 2 or any(map(_is_entry, filled)):
        return None
    figures_above = any(map(figure_column, first))
    has_gaps = any(text and not "".join(first[n : n + 1]) for n, text in enumerate(second))
    if not figures_above and not any(map(figure_column, second)) and not has_gaps:
        return None
    names_above = not figures_above or any(map(figure_column, second))
    merged: list[SheetCell] = []
    above = ""
    for number in range(max(len(first), len(second))):
        top = first[number] if number < len(first) else ""
        below = second[number] if number < len(second) else ""
        if top:
            above = "" if deal_column(top) and not figure_column(top) else top
        text = below or top
        if below and above and (figure_column(below) or not deal_column(below)):
            text = f"{above} {below}" if names_above else f"{below} {above}"
        span = (lower[number] if below else upper[min(number, len(upper) - 1)]).span
        merged.append(SheetCell(text, span))
    return merged


def _is_entry(text: str) -> bool:
    """Returns whether a text can only occur in a row of a deal, and not in the header."""
    if figure_column(text) or deal_column(text):
        return False
    return is_figure(text) or is_marked_bid(text) or text.casefold() in MISSED | MADE | {"?"}


def _extra_word(cell: SheetCell, player: str) -> str:
    """Returns the word that a heading adds to a player's name; empty if it is another heading."""
    words, name = heading_words(cell_text(cell.text)).split(), heading_words(player).split()
    if words[:-1] == name:
        return words[-1]
    return words[0] if words[1:] == name else ""


def _is_number(text: str) -> bool:
    return re.fullmatch("-?[0-9]{1,12}", text, re.ASCII) is not None

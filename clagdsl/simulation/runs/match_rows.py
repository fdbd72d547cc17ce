"""Matches as rows, one per match, deal and seat: as table columns and as CSV.

`MatchRows` turns a block of matches into named numeric columns; strings and booleans are encoded as
numbers. The CSV is generated from these columns without a loop over rows. Each cell is looked up
among the strings of its column. The cells of a row are placed side by side in a byte table that is
as wide as the widest row. Finally, unused bytes are removed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np

from clagdsl.lang.csv_text import escape_formula
from clagdsl.simulation.lowering.arrays import TRUMPS, Array, Outcome
from clagdsl.simulation.stats.statistics import winning_seats
from clagdsl.table.bids import may_bid_blind
from clagdsl.table.choices import calls_of
from clagdsl.table.table import Table

TEXT: Final = "text"
"""The kind of text columns; all other kinds are names of PyArrow types."""

COLUMNS: Final[Mapping[str, str]] = {
    "match": "int64",
    "deal": "int16",
    "name": TEXT,
    "cards": "int8",
    "call": TEXT,
    "dealer": "int8",
    "bidder": "int8",
    "auction": "int8",
    "auction_winner": "int8",
    "trump": TEXT,
    "seat": "int8",
    "bid": "int8",
    "tricks": "int8",
    "score": "int32",
    "total": "int64",
    "completed": "bool",
    "winner": "bool",
}
"""The columns and their kinds.

`bidder` is the first bidder if drawn by lot; `total` is the total after the deal. `auction` is the
number with which `auction_winner` won the auction, 0 if all passed.
"""

BLIND: Final = "blind"
"""The column that follows the bid if blind bids are allowed: whether the bid was blind."""

MAY_BE_MISSING: Final = ("call", "bidder", "auction", "auction_winner", "bid", BLIND, "completed")
"""The columns in which a negative number means an empty cell."""

BUFFER: Final = 1 << 22
"""The approximate number of bytes generated at a time."""

ROW: Final = 128
"""The approximate number of bytes in a row."""

MOST_TEXTS: Final = 1 << 16
"""The largest range of numbers for which every string is made; beyond it, only those that occur."""


def columns_of(table: Table) -> dict[str, str]:
    """Returns the columns in the rows of a game at a table, with their kinds."""
    columns = {}
    for name, kind in COLUMNS.items():
        columns[name] = kind
        if name == "bid" and any(map(may_bid_blind, table.plain_rules())):
            columns[BLIND] = "bool"
    return columns


class MatchRows:
    """Converts blocks of a game's matches at a table to columns."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.kinds = columns_of(table)
        names = list(dict.fromkeys(row.name for row in table.schedule))
        texts = [*names, *(" ".join(trumps) for trumps in TRUMPS)]
        calls_from: dict[str, int] = {}
        for name in names:
            calls_from[name] = len(texts)
            texts += [", ".join(call) for call in calls_of(table.rules(name))]
        self.texts = tuple(texts)
        """The strings that numbers refer to: names of deals and trumps, calls as in `--calls`."""
        self._names = np.array([names.index(row.name) for row in table.schedule])
        self._calls_from = np.array([calls_from[row.name] for row in table.schedule])
        self._trumps_from = len(names)

    def columns(self, first: int, block: Outcome) -> dict[str, Array]:
        """Returns the columns of a block, broadcastable to [match, deal, seat].

        `first` is the number of the block's first match.
        """
        matches, deals, players = block.scores.shape
        winners = winning_seats(self._table.game.winner, block)
        figures = {
            "match": (first + np.arange(matches))[:, None, None],
            "deal": np.arange(1, deals + 1)[:, None],
            "name": self._names[:, None],
            "cards": block.cards[:, :, None],
            "call": np.where(block.calls < 0, -1, self._calls_from + block.calls)[:, :, None],
            "dealer": block.dealers[:, :, None],
            "bidder": block.bidders[:, :, None],
            "auction": block.auctions[:, :, None],
            "auction_winner": block.auction_winners[:, :, None],
            "trump": self._trumps_from + block.trumps.astype(np.int64)[:, :, None],
            "seat": np.arange(players),
            "bid": block.bids,
            BLIND: block.blind,
            "tricks": block.tricks,
            "score": block.scores,
            "total": block.scores.cumsum(axis=1, dtype=np.int64),
            "completed": block.completed,
            "winner": winners[:, None],
        }
        return {name: figures[name] for name in self.kinds}


def rows_of(column: Array, block: Outcome) -> Array:
    """Flattens a column to one entry per row, without deals that were not played."""
    whole = np.broadcast_to(column, block.scores.shape)
    played = block.cards > 0
    return whole.reshape(-1) if played.all() else whole[played].reshape(-1)


# --- CSV ----------------------------------------------------------------------------------


class CsvRows(MatchRows):
    """Converts blocks of a game's matches at a table to CSV lines."""

    @property
    def header(self) -> bytes:
        """The header line."""
        return (",".join(self.kinds) + "\n").encode()

    def lines(self, first: int, block: Outcome) -> Iterator[bytes]:
        """Yields the lines of a block in chunks; `first` is the number of its first match."""
        matches, deals, players = block.scores.shape
        step = max(1, BUFFER // (deals * players * ROW))
        for start in range(0, matches, step):
            few = Outcome(*(each[start : start + step] for each in block))
            cells = [
                rows_of(self._cells(name, column), few)[:, None].view(np.uint8)
                for name, column in self.columns(first + start, few).items()
            ]
            whole = np.concatenate(cells, axis=1)
            yield whole.tobytes().translate(None, b"\0")

    def _cells(self, name: str, column: Array) -> Array:
        """Returns the cells of a column, including separators, as byte strings of equal length."""
        end = "\n" if name == [*self.kinds][-1] else ","
        low, high = int(column.min()), int(column.max())
        if high - low < MOST_TEXTS:
            distinct, places = np.arange(low, high + 1), column.astype(np.int64) - low
        else:
            distinct, places = np.unique(column, return_inverse=True)
        texts = [f"{self._text(name, number)}{end}".encode() for number in distinct.tolist()]
        cells: Array = np.array(texts)[places.reshape(column.shape)]
        return cells

    def _text(self, name: str, number: int) -> str:
        if number < 0 and name in MAY_BE_MISSING:
            return ""
        kind = self.kinds[name]
        if kind == TEXT:
            return _quoted(self.texts[number])
        return ("false", "true")[number] if kind == "bool" else str(number)


def _quoted(text: str) -> str:
    text = escape_formula(text)
    if any(letter in text for letter in ',"\n\r'):
        return '"' + text.replace('"', '""') + '"'
    return text

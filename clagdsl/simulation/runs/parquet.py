"""Matches as a Parquet file, one row for each match, deal and seat."""

from __future__ import annotations

from typing import IO, Any

import numpy as np
import pyarrow
import pyarrow.parquet

from clagdsl.simulation.lowering.arrays import Array, Outcome
from clagdsl.simulation.runs.match_rows import BLIND, columns_of, texts_of
from clagdsl.simulation.stats.statistics import winning_seats
from clagdsl.table.table import Table

WORD = pyarrow.dictionary(pyarrow.int32(), pyarrow.string())
TYPES = {
    "match": pyarrow.int64(),
    "deal": pyarrow.int16(),
    "name": WORD,
    "cards": pyarrow.int8(),
    "call": WORD,
    "dealer": pyarrow.int8(),
    "bidder": pyarrow.int8(),
    "auction": pyarrow.int8(),
    "auction_winner": pyarrow.int8(),
    "trump": WORD,
    "seat": pyarrow.int8(),
    "bid": pyarrow.int8(),
    BLIND: pyarrow.bool_(),
    "tricks": pyarrow.int8(),
    "score": pyarrow.int32(),
    "total": pyarrow.int64(),
    "completed": pyarrow.bool_(),
    "winner": pyarrow.bool_(),
}


MAY_BE_MISSING = ("call", "bidder", "auction", "auction_winner", "bid", BLIND, "completed")
"""The columns that stay empty where a figure is less than 0."""


class ParquetRows:
    """Writes blocks of matches of a game at a table; whole once it is closed."""

    def __init__(self, table: Table, file: IO[bytes]) -> None:
        self._table = table
        self._texts = texts_of(table)
        self._words = pyarrow.array(self._texts.texts, pyarrow.string())
        schema = pyarrow.schema([(name, TYPES[name]) for name in columns_of(table)])
        self._writer: Any = pyarrow.parquet.ParquetWriter(file, schema)

    def write(self, first: int, block: Outcome) -> None:
        """Write the rows of a block whose first match has that number."""
        columns = {name: self._column(name, each) for name, each in self._arrays(first, block)}
        self._writer.write_table(pyarrow.table(columns))

    def close(self) -> None:
        """Write what ends the file."""
        try:
            self._writer.close()
        finally:
            self._writer.is_open = False  # or else it tries again when it is forgotten

    def _arrays(self, first: int, block: Outcome) -> list[tuple[str, Array]]:
        shape = block.scores.shape
        matches, deals, players = shape
        texts = self._texts
        calls = np.where(block.calls < 0, -1, texts.calls_from + block.calls)
        winners = winning_seats(self._table.game.winner, block)
        arrays: list[tuple[str, Array]] = [
            ("match", (first + np.arange(matches))[:, None, None]),
            ("deal", np.arange(1, deals + 1)[:, None]),
            ("name", texts.names[:, None]),
            ("cards", block.cards[:, :, None]),
            ("call", calls[:, :, None]),
            ("dealer", block.dealers[:, :, None]),
            ("bidder", block.bidders[:, :, None]),
            ("auction", block.auctions[:, :, None]),
            ("auction_winner", block.auction_winners[:, :, None]),
            ("trump", texts.trumps_from + block.trumps.astype(np.int64)[:, :, None]),
            ("seat", np.arange(players)),
            ("bid", block.bids),
            *([(BLIND, block.blind)] if block.blind.size else []),
            ("tricks", block.tricks),
            ("score", block.scores),
            ("total", block.scores.cumsum(axis=1, dtype=np.int64)),
            ("completed", block.completed),
            ("winner", winners[:, None]),
        ]
        whole = [(name, np.broadcast_to(each, shape).ravel()) for name, each in arrays]
        played = dict(whole)["cards"] > 0
        return whole if played.all() else [(name, each[played]) for name, each in whole]

    def _column(self, name: str, figures: Array) -> Any:
        missing = figures < 0 if name in MAY_BE_MISSING else None
        kind = TYPES[name]
        if kind == WORD:
            places = pyarrow.array(figures, pyarrow.int32(), mask=missing)
            return pyarrow.DictionaryArray.from_arrays(places, self._words)
        if kind == pyarrow.bool_():
            figures = figures == 1
        return pyarrow.array(figures, kind, mask=missing)

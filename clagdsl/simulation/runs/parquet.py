"""Matches as a Parquet file, one row per match, deal and seat."""

from __future__ import annotations

from typing import IO, Any

import pyarrow
import pyarrow.parquet

from clagdsl.simulation.lowering.arrays import Array, Outcome
from clagdsl.simulation.runs.match_rows import MAY_BE_MISSING, TEXT, MatchRows, rows_of
from clagdsl.table.table import Table


class ParquetRows(MatchRows):
    """Writes blocks of a game's matches to a file, which is complete after `close`."""

    def __init__(self, table: Table, file: IO[bytes]) -> None:
        super().__init__(table)
        texts = pyarrow.dictionary(pyarrow.int32(), pyarrow.string())
        fields = [
            (name, texts if kind == TEXT else pyarrow.type_for_alias(kind))
            for name, kind in self.kinds.items()
        ]
        self._texts = pyarrow.array(self.texts, pyarrow.string())
        self._writer: Any = pyarrow.parquet.ParquetWriter(file, pyarrow.schema(fields))

    def write(self, first: int, block: Outcome) -> None:
        """Writes the rows of a block; `first` is the number of its first match."""
        columns = self.columns(first, block)
        rows = {name: self._column(name, rows_of(each, block)) for name, each in columns.items()}
        self._writer.write_table(pyarrow.table(rows))

    def close(self) -> None:
        """Writes the footer of the file."""
        try:
            self._writer.close()
        finally:
            self._writer.is_open = False  # otherwise its destructor closes it again

    def _column(self, name: str, figures: Array) -> Any:
        missing = figures < 0 if name in MAY_BE_MISSING else None
        kind = self.kinds[name]
        if kind == TEXT:
            places = pyarrow.array(figures, pyarrow.int32(), mask=missing)
            return pyarrow.DictionaryArray.from_arrays(places, self._texts)
        if kind == "bool":
            figures = figures == 1
        return pyarrow.array(figures, pyarrow.type_for_alias(kind), mask=missing)

"""The files into which a run writes the matches themselves, block by block."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import IO, Protocol

from clagdsl.lang.files import written_aside
from clagdsl.simulation.blocks import Part
from clagdsl.table.table import Table


class RowsFile(Protocol):
    """A file of matches that is being written."""

    def write(self, part: Part) -> None:
        """Write the matches of a part, which its run keeps."""


def open_files(
    opened: ExitStack, table: Table, csv: str | None, parquet: str | None
) -> list[RowsFile]:
    """The files that are wanted; they stand in their places once `opened` is left without error."""
    files: list[RowsFile] = []
    if csv is not None:
        files.append(_Csv(table, opened.enter_context(written_aside(Path(csv), durable=True))))
    if parquet is not None:
        file = opened.enter_context(written_aside(Path(parquet), durable=True))
        files.append(_Parquet(table, opened, file))
    return files


class _Csv:
    def __init__(self, table: Table, file: IO[bytes]) -> None:
        from clagdsl.simulation.runs.match_rows import CsvRows

        self._file = file
        self._rows = CsvRows(table)
        file.write(self._rows.header)

    def write(self, part: Part) -> None:
        if part.block is not None:
            for lines in self._rows.lines(part.first, part.block):
                self._file.write(lines)


class _Parquet:
    def __init__(self, table: Table, opened: ExitStack, file: IO[bytes]) -> None:
        from clagdsl.simulation.runs.parquet import ParquetRows

        self._rows = ParquetRows(table, file)
        opened.callback(self._rows.close)

    def write(self, part: Part) -> None:
        if part.block is not None:
            self._rows.write(part.first, part.block)

"""The numbers of tricks that fit the rows of a score sheet, as a table."""

from __future__ import annotations

from collections.abc import Sequence

from clagdsl.problems.safe_text import visible, width
from clagdsl.records.report import InferredRow


def tricks_lines(players: Sequence[str], rows: Sequence[InferredRow]) -> list[str]:
    """A row for each deal: for each player every number of tricks that fits, `-` for none."""
    table = [["tricks", *map(visible, players)]]
    table += [[visible(row.label), *map(counts_text, row.tricks)] for row in rows]
    columns = [max(width(line[column]) for line in table) for column in range(len(table[0]))]
    return [
        "  ".join(_padded(cell, columns[column], column) for column, cell in enumerate(line))
        for line in table
    ]


def counts_text(counts: Sequence[int]) -> str:
    """Numbers of tricks: `2`, `0-3` where they follow each other, else `0,2`; `-` for none."""
    if not counts:
        return "-"
    if len(counts) > 2 and list(counts) == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]}-{counts[-1]}"
    return ",".join(map(str, counts))


def _padded(cell: str, columns: int, column: int) -> str:
    blank = " " * (columns - width(cell))
    return cell + blank if column == 0 else blank + cell

"""Score sheets as text: a match that was played, and the numbers of tricks that fit a sheet."""

from __future__ import annotations

from collections.abc import Sequence

from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.problems.safe_text import visible, width
from clagdsl.records.report import InferredRow
from clagdsl.table.schedule import ScheduledDeal

_COLUMN = len("  bid won total")


def sheet_lines(record: Record, schedule: Sequence[ScheduledDeal]) -> list[str]:
    """The score sheet of a match: what each player bid and won, and the running totals."""
    rows = {scheduled.number: scheduled for scheduled in schedule}
    names = [_titles(deal, rows) for deal in record.deals]
    broad = max((width(name) for name in names), default=0)
    blank = " " * broad
    lines = [
        blank + "".join(_right(visible(name), _COLUMN) for name in record.players),
        blank + "  bid won total" * len(record.players),
    ]
    for deal, name in zip(record.deals, names, strict=True):
        lines.append(name + " " * (broad - width(name)) + _figures(deal, len(record.players)))
    return lines


def _titles(deal: RecordedDeal, rows: dict[int, ScheduledDeal]) -> str:
    row = rows[deal.number] if deal.number is not None else None
    name = visible(row.name) if row else ""
    cards = deal.cards if deal.cards is not None or row is None else row.cards
    return f"{deal.number or '':>4}  {name}, {cards} {'card' if cards == 1 else 'cards'}"


def _figures(deal: RecordedDeal, players: int) -> str:
    bids = deal.bids or ("-",) * players
    won: Sequence[object] = deal.won or ("",) * players
    totals: Sequence[object] = deal.totals or ("",) * players
    cells = zip(bids, won, totals, strict=True)
    return "".join(f"  {bid!s:>3} {tricks!s:>3} {total!s:>5}" for bid, tricks, total in cells)


def _right(text: str, columns: int) -> str:
    return " " * max(0, columns - width(text)) + text


# --- the numbers of tricks that fit -------------------------------------------------------


def tricks_lines(players: Sequence[str], rows: Sequence[InferredRow]) -> list[str]:
    """A row for each deal: for each player every number of tricks that fits, `-` for none."""
    table = [["tricks", *map(visible, players)]]
    table += [[visible(row.label), *_cells(row, players)] for row in rows]
    columns = [max(width(line[column]) for line in table) for column in range(len(table[0]))]
    return [
        "  ".join(
            _padded(cell, columns[column], column) for column, cell in enumerate(line)
        ).rstrip()
        for line in table
    ]


def bounds_lines(rows: Sequence[InferredRow]) -> list[str]:
    """Return a line with the rows whose numbers of tricks are bounds, if there are any."""
    labels = [visible(row.label) for row in rows if not row.exact]
    if not labels:
        return []
    which = f"{'row' if len(labels) == 1 else 'rows'} {', '.join(labels)}"
    return [f"in {which} the counts are bounds: not all of them need be possible", ""]


def _cells(row: InferredRow, players: Sequence[str]) -> list[str]:
    """The numbers of tricks of everybody, nothing of who does not play."""
    texts = dict(zip(row.players or players, map(counts_text, row.tricks), strict=False))
    return [texts.get(player, "") for player in players]


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

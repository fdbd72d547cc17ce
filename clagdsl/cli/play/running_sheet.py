"""The score sheet as it fills: a row for each deal, bid/tricks and total for each player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from clagdsl.cli.play.display import Showing, cut, line_width, right, seat_groups
from clagdsl.engine.events import (
    BidMade,
    BidsTold,
    CallMade,
    CardsDealt,
    DealBegun,
    DealScored,
    Event,
)
from clagdsl.lang.rules import FixedBid
from clagdsl.problems.safe_text import visible, width

MOST_PLAYERS_IN_FULL: Final = 7
"""With more players there is no room for the tricks."""

FULL: Final = (16, 9)
SHORT: Final = (10, 7)
"""The fewest columns for a deal and for a player's figures, with the tricks and without."""


@dataclass(slots=True)
class SheetRow:
    """One deal, filled in as its events are read."""

    number: int
    name: str
    cards: int = 0
    calls: tuple[str, ...] = ()
    bids: dict[int, int] = field(default_factory=dict)
    scored: DealScored | None = None


def sheet_rows(events: Sequence[Event]) -> list[SheetRow]:
    """The deals that a seat's events tell of, finished or not."""
    rows: list[SheetRow] = []
    for event in events:
        match event:
            case DealBegun(deal=number, name=name):
                rows.append(SheetRow(number, name))
            case CardsDealt(cards=cards):
                rows[-1].cards = cards
            case CallMade(calls=calls):
                rows[-1].calls = calls
            case BidMade(seat=seat, bid=int(bid)):
                rows[-1].bids[seat] = bid
            case BidsTold(bids=bids):
                rows[-1].bids.update(enumerate(bids))
            case DealScored():
                rows[-1].scored = event
            case _:
                pass
    return rows


def sheet_lines(showing: Showing, events: Sequence[Event], last: int | None = None) -> list[str]:
    """The sheet of the finished deals, or of the last so many of them."""
    rows = [row for row in sheet_rows(events) if row.scored is not None]
    if not rows:
        return ["No deal is finished yet."]
    shown = rows if last is None else rows[-last:]
    players = showing.table.players
    narrowest, cell = FULL if players <= MOST_PLAYERS_IN_FULL else SHORT
    space = line_width() - narrowest
    groups = seat_groups(players, space // cell)
    named = max(width(f"{row.number:>3} {visible(row.name)} {row.cards}") for row in rows) + 1
    wide = min(12 if players < 5 else 10, space // len(groups[0]))
    columns = max(cell, min(wide, (line_width() - named) // len(groups[0])))
    label = min(28, line_width() - columns * len(groups[0]))
    head = "bid/won total" if players <= MOST_PLAYERS_IN_FULL else "bid total"
    lines: list[str] = []
    for seats in groups:
        names = (cut(showing.who(seat), columns - 1) for seat in seats)
        lines.append(f"{head:<{label}}" + "".join(right(name, columns) for name in names))
        if len(shown) < len(rows):
            lines.append("  ... (`score` shows the rows before)")
        for row in shown:
            cells = _cells(showing, row)
            lines.append(_label(row, label) + "".join(right(cells[s], columns) for s in seats))
    return lines


def _label(row: SheetRow, columns: int) -> str:
    cards = f" {row.cards}"
    text = f"{row.number:>3} " + cut(visible(row.name), columns - 5 - len(cards)) + cards
    return text + " " * (columns - width(text))


def _cells(showing: Showing, row: SheetRow) -> list[str]:
    scored = row.scored
    assert scored is not None
    fixed = showing.table.rules_of(showing.scheduled(row.number), row.calls, row.cards).bid
    cells = []
    for seat, (won, total) in enumerate(zip(scored.tricks, scored.totals, strict=True)):
        bid: object = fixed.number if isinstance(fixed, FixedBid) else row.bids.get(seat, "-")
        tricks = f"/{won}" if showing.table.players <= MOST_PLAYERS_IN_FULL else ""
        cells.append(f"{bid}{tricks} {total:>4}")
    return cells

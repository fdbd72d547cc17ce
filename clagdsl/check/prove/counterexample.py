"""Counterexamples as small tables: who plays, with what, and what happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from clagdsl.check.prove.parameter_space import Setting
from clagdsl.lang.rules import BidTogether, ChosenBid, Value

_SEATS: Final = (
    "eldest",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
)

_HEADINGS: Final = {"most_count": "players with most", "bids": "all bids", "deal": "number"}


def aligned(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Rows of cells as lines in which the columns stand below each other."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return tuple(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def number_of(many: int, one: str, more: str = "") -> str:
    """A number with its noun: `1 card`, `2 cards`."""
    return f"{many} {one}" if many == 1 else f"{many} {more or one + 's'}"


def circumstances(
    setting: Setting,
    cards: int | None,
    calls: Sequence[str] = (),
    past: Sequence[tuple[str, int]] = (),
) -> str:
    """In words: `with 3 players and 1 card, hook = true, calling Misere`."""
    text = f"with {number_of(setting.players, 'player')}"
    if cards is not None:
        text += f" and {number_of(cards, 'card')}"
    if setting.changed is not None:
        text += f", `{setting.changed[0]} = {shown(setting.changed[1])}`"
    for name, value in past:
        text += f", `{name} = {value}`"
    if calls:
        text += f", calling {', '.join(f'`{call}`' for call in calls)}"
    return text


def figures_table(
    setting: Setting,
    cards: int | None,
    calls: Sequence[str],
    figures: Mapping[str, Value],
) -> tuple[str, ...]:
    """One row of figures under their names, with the table at which they stand."""
    columns: dict[str, str] = {"players": str(setting.players)}
    if setting.changed is not None:
        columns[setting.changed[0]] = shown(setting.changed[1])
    if cards is not None:
        columns["cards"] = str(cards)
    if calls:
        columns["called"] = ", ".join(calls)
    for name, value in figures.items():
        columns[_HEADINGS.get(name, name)] = shown(value)
    return aligned([list(columns), list(columns.values())])


def bids_table(players: int, bids: Sequence[int], bid: ChosenBid) -> tuple[str, ...]:
    """Who bid what, and who has no bid left."""
    rows = [["player", "bid"]]
    for step, made in enumerate(bids):
        rows.append([bidder_name(step, players, bid), str(made)])
    rows.append([bidder_name(len(bids), players, bid), "none is left"])
    return aligned(rows)


def bidder_name(step: int, players: int, bid: ChosenBid) -> str:
    """How the player is called who bids after so many others, or who bids with them."""
    if isinstance(bid, BidTogether):
        return "first"
    if bid.first == "eldest":
        return "dealer" if step == players - 1 else _SEATS[step]
    if step == 0:
        return "first" if bid.first in ("right of dealer", "drawn") else bid.first
    return "last" if step == players - 1 else _SEATS[step]


def shown(value: Value) -> str:
    """A value as a rules file writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)

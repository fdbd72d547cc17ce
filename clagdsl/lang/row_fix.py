"""Corrections of a recorded row: the figures that make it right if all of them are changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from clagdsl.lang.json_value import JsonObject

Cell: TypeAlias = Literal["bid", "tricks", "total", "points", "taken"]


@dataclass(frozen=True, slots=True)
class FigureChange:
    """One figure of a score sheet with another value; `row` is the label of its row.

    In `taken` the value is the seat of the player, from 1, and `trick` the number of the trick.
    """

    row: str
    player: str
    cell: Cell
    value: int
    trick: int | None = None

    def to_json(self) -> JsonObject:
        """Return the change as `replay --json` prints it."""
        trick: JsonObject = {} if self.trick is None else {"trick": self.trick}
        change: JsonObject = {"row": self.row, "player": self.player, "cell": self.cell}
        return {**change, **trick, "value": self.value}


@dataclass(frozen=True, slots=True)
class RowFix:
    """Figures to change together; `confirmed` if the row after it agrees with them."""

    changes: tuple[FigureChange, ...]
    confirmed: bool

"""Corrections of a recorded row: the figures that make it right if all of them are changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Cell: TypeAlias = Literal["bid", "tricks", "total", "points"]


@dataclass(frozen=True, slots=True)
class FigureChange:
    """One figure of a score sheet with another value; `row` is the label of its row."""

    row: str
    player: str
    cell: Cell
    value: int


@dataclass(frozen=True, slots=True)
class RowFix:
    """Figures to change together; `confirmed` if the row after it agrees with them."""

    changes: tuple[FigureChange, ...]
    confirmed: bool

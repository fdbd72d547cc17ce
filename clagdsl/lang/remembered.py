"""What a game remembers of a player's earlier deals.

Runs and tallies have the names that the file gives them; what is remembered of the deals of a row
of the schedule has names of the language.
"""

from __future__ import annotations

from dataclasses import field
from typing import Final, Literal, TypeAlias

from clagdsl.lang.expr.tree import Expression
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.source import DEFAULT, Origin


@dataclass(frozen=True, slots=True)
class Run:
    """In how many deals on end, up to the one before, a condition held for a player."""

    name: str
    expression: Expression
    kind: Literal["run"] = "run"
    origin: Origin = field(default=DEFAULT, compare=False)


@dataclass(frozen=True, slots=True)
class Tally:
    """The sum of an expression over the earlier deals of a player."""

    name: str
    expression: Expression
    kind: Literal["tally"] = "tally"
    origin: Origin = field(default=DEFAULT, compare=False)


Past: TypeAlias = Run | Tally


ROW_DEALS: Final = "row_deals"
"""What a score calls the number of deals of the row of the schedule."""


@dataclass(frozen=True, slots=True)
class RowMade:
    """How many of the deals of the row a player has made: a score counts its own deal, too."""

    name: Literal["row_made"] = "row_made"


@dataclass(frozen=True, slots=True)
class RowBest:
    """The most that a player has scored in an earlier deal of the row; never below 0."""

    name: Literal["row_best"] = "row_best"


Remembered: TypeAlias = Run | Tally | RowMade | RowBest
"""Everything that is remembered, by the file's own name or by one of the language."""

ROW_FIGURES: Final[tuple[RowMade | RowBest, ...]] = (RowMade(), RowBest())
"""What is remembered of a row, where a score reads it; it begins again with every row."""

OF_ROWS: Final = frozenset((ROW_DEALS, *(each.name for each in ROW_FIGURES)))
"""What a score may read of the row of the schedule."""

NOT_DECLARED: Final = ("auction", "blind", *(each.name for each in ROW_FIGURES))
"""What stands among runs and tallies, though it has a name of the language."""

"""What a run came to."""

from __future__ import annotations

from dataclasses import dataclass

from clagdsl.simulation.blocks import Figures
from clagdsl.simulation.runs.request import Request
from clagdsl.table.table import Table


@dataclass(frozen=True, slots=True)
class Result:
    """What a run came to, in exact figures."""

    request: Request
    table: Table
    against: Table | None
    """The table of the game that is compared with."""
    figures: Figures
    whole: bool
    """Whether nobody interrupted it."""
    within: float | None
    """How exactly the mean totals are known; None before the second match."""
    reached: bool
    """Whether that is as exact as was asked for."""
    written: tuple[str, ...] = ()
    """The files that hold the matches."""
    trouble: str | None = None
    """Why the run is not kept as it should be."""

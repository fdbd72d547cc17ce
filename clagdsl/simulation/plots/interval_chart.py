"""Interval charts: rows of figures with their intervals, for one game or two."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import FigureBase

from clagdsl.simulation.plots.charts import name_rows, set_round_ticks
from clagdsl.simulation.plots.style import FAINT, OTHER, STRONG

WIDTH: Final = 4.1
"""The width in inches (like all sizes here); a page scales a chart to the available width."""
HEAD: Final = 0.85
ROW: Final = 0.34
ROW_OF_TWO: Final = 0.46


MINUS: Final = re.compile(r"(?<![\w-])-(?=[0-9])")


def true_minus(text: str) -> str:
    """Replaces hyphens before digits with true minus signs."""
    return MINUS.sub("−", text)


@dataclass(frozen=True, slots=True)
class IntervalRow:
    """A named figure of one game or two."""

    name: str
    bars: tuple[tuple[float, float, float] | None, ...]
    """The value and the interval's ends for each game; None for a game without the figure."""
    text: str
    """The text on the right."""


@dataclass(frozen=True, slots=True)
class IntervalChart:
    """The contents of a chart: figures of one kind, for one game or for two that are compared."""

    along: str
    rows: tuple[IntervalRow, ...]
    even: float | None
    """The position of a line that marks an even share; None for no line."""
    even_name: str
    compared: bool

    @property
    def size(self) -> tuple[float, float]:
        """The size of the drawing in inches."""
        row, games = (ROW_OF_TWO, 0.3) if self.compared else (ROW, 0.0)
        return WIDTH, HEAD + games + row * len(self.rows)


def draw_intervals(figure: FigureBase, chart: IntervalChart) -> Axes:
    """Draws each figure as a dot, and its interval as a line."""
    axes = figure.subplots()
    shifts = (-0.16, 0.16) if chart.compared else (0.0,)
    for place, row in enumerate(chart.rows):
        for bar, colour, shift, mark in zip(row.bars, (STRONG, OTHER), shifts, "os", strict=False):
            if bar is not None:
                value, low, high = bar
                axes.plot([low, high], [place + shift] * 2, color=colour, lw=2.2)
                axes.plot([value], [place + shift], mark, color=colour, markersize=5)
    name_rows(axes, [row.name for row in chart.rows], [row.text for row in chart.rows], "", 1.03)
    if chart.even is not None:
        axes.axvline(chart.even, color=FAINT, lw=1, zorder=0)
        axes.text(
            chart.even,
            1.0,
            f" {chart.even_name}",
            transform=axes.get_xaxis_transform(),
            color=FAINT,
            fontsize=10,
            va="bottom",
            ha="center",
        )
    set_round_ticks(axes.xaxis, 4)
    axes.set_xlabel(chart.along + ("\nround: A; square: B" if chart.compared else ""))
    return axes

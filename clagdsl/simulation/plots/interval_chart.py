"""Figures with their intervals, one below the other: of one game, or of two beside each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import FigureBase

from clagdsl.simulation.plots.pictures import Picture, rounded
from clagdsl.simulation.plots.style import FAINT, OTHER, STRONG, bare

WIDTH: Final = 4.1
"""In inches, as all that follows; a page gives a picture the width that it has."""
HEAD: Final = 0.85
ROW: Final = 0.34
ROW_OF_TWO: Final = 0.46


@dataclass(frozen=True, slots=True)
class IntervalBar:
    """A figure, and the ends of its interval, both the figure itself where they are not known."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class IntervalRow:
    """A figure by its name, of one game or of two."""

    name: str
    bars: tuple[IntervalBar | None, ...]
    told: str
    """What stands at its right."""


@dataclass(frozen=True, slots=True)
class IntervalChart:
    """Rows of figures of the same kind; `games` names the bars of a row where there are two."""

    along: str
    rows: tuple[IntervalRow, ...]
    even: float | None = None
    """Where a line shows what would be even."""
    even_name: str = ""
    games: tuple[str, ...] = ()

    @property
    def size(self) -> tuple[float, float]:
        """How large it is drawn, in inches."""
        each = ROW_OF_TWO if len(self.games) > 1 else ROW
        games = 0.3 if len(self.games) > 1 else 0.0
        return WIDTH, HEAD + games + each * len(self.rows)


def draw_intervals(figure: FigureBase, chart: IntervalChart) -> Axes:
    """Draw a dot for every figure and a line for its interval."""
    axes = figure.subplots()
    several = len(chart.games) > 1
    colours = (STRONG, OTHER)
    for place, row in enumerate(chart.rows):
        for bar, colour, shift, mark in zip(
            row.bars, colours, _shifts(several), "os", strict=False
        ):
            if bar is not None:
                y = place + shift
                axes.plot([bar.low, bar.high], [y, y], color=colour, lw=2.2)
                axes.plot([bar.value], [y], mark, color=colour, markersize=5)
        axes.text(1.03, place, row.told, transform=axes.get_yaxis_transform(), va="center")
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
    axes.set_yticks(range(len(chart.rows)), [row.name for row in chart.rows])
    axes.set_ylim(len(chart.rows) - 0.4, -0.6)
    rounded(axes.xaxis, 4)
    axes.grid(axis="x")
    bare(axes, "left", "bottom")
    axes.set_xlabel("\n".join(_legend(chart)))
    return axes


def _shifts(several: bool) -> tuple[float, ...]:
    return (-0.16, 0.16) if several else (0.0,)


def _legend(chart: IntervalChart) -> Iterator[str]:
    yield chart.along
    if len(chart.games) > 1:
        yield f"round: {chart.games[0]}; square: {chart.games[1]}"


def intervals(name: str, title: str) -> Picture[IntervalChart]:
    """The picture of a chart, by its name for programs and its title."""
    return Picture(name, title, draw_intervals)

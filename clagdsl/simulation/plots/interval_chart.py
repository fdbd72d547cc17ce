"""Figures with their intervals, one below the other: of one game, or of two beside each other."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import FigureBase

from clagdsl.simulation.balancing.balance_words import BarPicture, figure_text
from clagdsl.simulation.plots.pictures import Picture, name_rows, rounded
from clagdsl.simulation.plots.style import FAINT, OTHER, STRONG

WIDTH: Final = 4.1
"""In inches, as all that follows; a page gives a picture the width that it has."""
HEAD: Final = 0.85
ROW: Final = 0.34
ROW_OF_TWO: Final = 0.46


MINUS: Final = re.compile(r"(?<![\w-])-(?=[0-9])")


def true_minus(text: str) -> str:
    """The text with true minus signs before figures."""
    return MINUS.sub("−", text)


@dataclass(frozen=True, slots=True)
class IntervalChart:
    """A picture of figures of the same kind, of one game or of two that are compared."""

    picture: BarPicture
    compared: bool

    @property
    def size(self) -> tuple[float, float]:
        """How large it is drawn, in inches."""
        row, games = (ROW_OF_TWO, 0.3) if self.compared else (ROW, 0.0)
        return WIDTH, HEAD + games + row * len(self.picture.bars)


def draw_intervals(figure: FigureBase, chart: IntervalChart) -> Axes:
    """Draw a dot for every figure and a line for its interval."""
    axes = figure.subplots()
    picture, scale = chart.picture, chart.picture.column.scale
    shifts = (-0.16, 0.16) if chart.compared else (0.0,)
    texts = []
    for place, (_, both) in enumerate(picture.bars):
        games = (both.here, both.other)[: len(shifts)]
        for bar, colour, shift, mark in zip(games, (STRONG, OTHER), shifts, "os", strict=False):
            if bar is not None:
                low, high = (scale * end for end in bar.ends)
                axes.plot([low, high], [place + shift] * 2, color=colour, lw=2.2)
                axes.plot([scale * bar.value], [place + shift], mark, color=colour, markersize=5)
        told = "\n".join(figure_text(bar, scale) for bar in games if bar is not None)
        texts.append(true_minus(told))
    name_rows(axes, [name for name, _ in picture.bars], texts, "", 1.03)
    if picture.even is not None:
        axes.axvline(picture.even, color=FAINT, lw=1, zorder=0)
        axes.text(
            picture.even,
            1.0,
            f" {picture.even_name}",
            transform=axes.get_xaxis_transform(),
            color=FAINT,
            fontsize=10,
            va="bottom",
            ha="center",
        )
    rounded(axes.xaxis, 4)
    axes.set_xlabel(picture.along + ("\nround: A; square: B" if chart.compared else ""))
    return axes


def intervals(name: str, title: str) -> Picture[IntervalChart]:
    """The picture of a chart, by its name for programs and its title."""
    return Picture(name, title, draw_intervals)

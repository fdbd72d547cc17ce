"""The pictures of how two games differ that were played with the same packs."""

from __future__ import annotations

from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import FigureBase

from clagdsl.simulation.plots.alt_text import both_text, change_text
from clagdsl.simulation.plots.pictures import Picture, deal_axis, places_of, rounded
from clagdsl.simulation.plots.plot_data import TwoReports
from clagdsl.simulation.plots.style import FAINT, INK, PAPER, STRONG, bare
from clagdsl.simulation.stats.confidence import Estimate

MARKS: Final = "the line is the 95% interval"
SAME: Final = "a hollow dot the same in every match"


def draw_seat_changes(figure: FigureBase, two: TwoReports) -> Axes:
    """Final totals of each seat and of all of them: A less B, with intervals."""
    axes = figure.subplots()
    places = places_of(one.mean.within for one in two.seats)
    for row, one in enumerate(two.seats):
        low, high = _ends(one.mean)
        colour = INK if one.seat is None else STRONG
        axes.plot([low, high], [row, row], color=colour, lw=2.6)
        _dot(axes, one.mean.value, row, one.mean, colour)
        axes.text(
            1.02,
            row,
            change_text(one.mean, places),
            transform=axes.get_yaxis_transform(),
            va="center",
        )
    axes.text(1.02, -0.62, "A less B", transform=axes.get_yaxis_transform(), color=FAINT)
    axes.axvline(0, color=FAINT, lw=1, zorder=0)
    names = ["all seats" if one.seat is None else f"seat {one.seat}" for one in two.seats]
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.6)
    rounded(axes.xaxis, 4)
    axes.grid(axis="x")
    bare(axes, "left", "bottom")
    axes.set_xlabel(_legend("points at the end", [one.mean for one in two.seats]))
    return axes


def draw_deal_changes(figure: FigureBase, two: TwoReports) -> Axes:
    """The points of a seat in each deal: A less B, with intervals."""
    axes = figure.subplots()
    small = len(two.deals) > 40
    for one in two.deals:
        axes.plot([one.number] * 2, _ends(one.mean), color=STRONG, lw=1 if small else 2.2)
        _dot(axes, one.number, one.mean.value, one.mean, STRONG, 2.5 if small else 5)
    axes.axhline(0, color=FAINT, lw=1, zorder=0)
    axes.set_xlim(0.3, len(two.deals) + 0.7)
    deal_axis(axes, len(two.deals))
    legend = _legend("deal", [one.mean for one in two.deals])
    axes.set_xlabel(f"{legend}\nonly {both_text(two)}" if two.only_both else legend)
    axes.set_ylabel("points of a seat, A less B")
    rounded(axes.yaxis, 6)
    axes.grid(axis="y")
    bare(axes, "left", "bottom")
    return axes


def _ends(change: Estimate) -> tuple[float, float]:
    return change.interval or (change.value, change.value)


def _dot(axes: Axes, x: float, y: float, change: Estimate, colour: str, size: float = 5) -> None:
    inside = PAPER if change.is_constant else colour
    axes.plot([x], [y], "o", color=colour, markerfacecolor=inside, markersize=size)


def _legend(along: str, changes: list[Estimate]) -> str:
    same = f",\n{SAME}" if any(change.is_constant for change in changes) else ""
    return f"{along}; {MARKS}{same}"


CHANGES: Final[tuple[Picture[TwoReports], ...]] = (
    Picture("seat-changes", "Difference by seat, A less B", draw_seat_changes),
    Picture("deal-changes", "Difference by deal, A less B", draw_deal_changes),
)

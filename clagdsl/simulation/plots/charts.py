"""The four charts of a game, and the charts that compare two games, each drawn into a figure.

Each chart is a `Picture`: a fixed name, a title and a function. If two games are compared, the axes
of points and shares cover both, so their charts can be read side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import FigureBase
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from clagdsl.simulation.plots.alt_text import (
    FEWEST_CONTRACTS,
    both_text,
    change_text,
    mean_text,
    number,
)
from clagdsl.simulation.plots.style import (
    FAINT,
    INK,
    LINE,
    MIDDLE,
    OTHER,
    PALE,
    PAPER,
    STEPS,
    STRONG,
    hide_spines,
    needs_light_text,
    step,
)
from clagdsl.simulation.stats.confidence import Estimate
from clagdsl.simulation.stats.reports import Report, TwoReports
from clagdsl.simulation.stats.statistics import QUANTILES, GameFigures, Points

Drawn = TypeVar("Drawn")


@dataclass(frozen=True, slots=True)
class Picture(Generic[Drawn]):
    """A chart: its identifier, its title, and the function that draws it."""

    name: str
    title: str
    draw: Callable[[FigureBase, Drawn], Axes]
    """Draws the chart into a figure and returns the topmost axes."""


def _games(report: Report) -> tuple[GameFigures, ...]:
    """Returns the games whose figures determine the axis limits."""
    return (report.game,) if report.paired_game is None else (report.game, report.paired_game)


def _figure(figure: float, _: object = None) -> str:
    """Formats a number with the decimals that it needs; also serves as a matplotlib formatter."""
    return number(figure, next((n for n in range(4) if round(figure, n) == round(figure, 5)), 2))


def set_round_ticks(axis: Axis, most: int) -> None:
    """Sets at most `most` round ticks on an axis, formatted like other numbers on the page."""
    axis.set_major_locator(MaxNLocator(most, steps=[1, 2, 5, 10]))
    axis.set_major_formatter(_figure)


def name_rows(
    axes: Axes, names: Sequence[str], texts: Sequence[str], head: str, right: float = 1.02
) -> None:
    """Labels each row of figures on the left, and adds a text on the right, under a heading."""
    row_transform = axes.get_yaxis_transform()
    for row, text in enumerate(texts):
        axes.text(right, row, text, transform=row_transform, va="center")
    if head:
        axes.text(right, -0.62, head, transform=row_transform, color=FAINT)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - (0.5 if head else 0.4), -0.6)
    axes.grid(axis="x")
    hide_spines(axes, "left", "bottom")


def deal_ticks(deals: int) -> list[int]:
    """Returns the deal numbers to label on an axis, at most about a dozen."""
    if deals <= 12:
        return list(range(1, deals + 1))
    steps = next(size for size in (2, 5, 10, 20, 50, 100, deals) if deals / size <= 11)
    return [1, *range(steps, deals + 1, steps)] if steps > 2 else list(range(1, deals + 1, 2))


def spread_labels(places: Sequence[float], gap: float, lowest: float) -> list[float]:
    """Returns ascending positions, adjusted to exceed `lowest` and to differ by at least `gap`."""
    moved: list[float] = []
    for place in places:
        moved.append(max(place, moved[-1] + gap) if moved else place)
    # Distribute the displacement evenly above and below the original places.
    shift = sum(new - old for new, old in zip(moved, places, strict=True)) / len(moved)
    shift = min(shift, moved[0] - lowest)
    return [place - shift for place in moved]


# --- score by seat ------------------------------------------------------------------------


def draw_seats(figure: FigureBase, report: Report) -> Axes:
    """Draws the final totals of each seat: 5 to 95 percent, middle half, median and mean."""
    axes = figure.subplots()
    seats = report.game.seats
    spreads = [seat.totals for each in _games(report) for seat in each.seats]
    ends = (min(low for low, *_ in spreads), max(high for *_, high in spreads))
    if report.paired_game is not None:
        axes.update_datalim([(end, 0) for end in ends])
    thick = min(11.0, 110 / len(seats))
    places = decimals_for(seat.total.within for seat in seats)
    for row, seat in enumerate(seats):
        mean = seat.total
        low, lower, median, upper, high = seat.totals
        axes.plot([low, high], [row, row], color=MIDDLE, lw=1.8)
        axes.plot([lower, upper], [row, row], color=MIDDLE, lw=thick, solid_capstyle="butt")
        axes.plot([median], [row], "|", color=PAPER, markersize=thick, markeredgewidth=2.4)
        axes.plot(mean.interval or [mean.value] * 2, [row, row], color=INK, lw=2.6)
        axes.plot([mean.value], [row], "o", color=INK, markersize=5)
    names = [f"seat {seat.seat}" for seat in seats]
    if len(set(report.policies)) > 1:
        names = [f"{name}, {each}" for name, each in zip(names, report.policies, strict=True)]
    name_rows(axes, names, [mean_text(seat.total, places) for seat in seats], "mean")
    if ends[0] < 0 < ends[1]:
        axes.axvline(0, color=LINE, lw=1, zorder=0)
    set_round_ticks(axes.xaxis, max(2, min(6, 36 // max(len(number(end, 0)) for end in ends))))
    axes.set_xlabel(
        "points at the end: dot the mean, gap the median,\nbar the middle half, line 5% to 95%"
    )
    return axes


def decimals_for(margins: Iterable[float | None]) -> int:
    """Returns the number of decimals needed to distinguish values with these half widths."""
    least = min((margin for margin in margins if margin), default=1)
    return next((places for places in (1, 2, 3) if least >= 0.95 * 0.1**places), 3)


# --- bids made ----------------------------------------------------------------------------


def draw_bids(figure: FigureBase, report: Report) -> Axes:
    """Draws the share of completed contracts, by bid and number of cards, and over all bids."""
    axes = figure.subplots()
    bids = [one for one in report.game.bids if one.points.counted]
    if not bids:
        return _draw_message(axes, "No contract counts in this game.")
    sizes = sorted({one.cards for one in bids})
    most = max(one.bid for one in bids)
    print_size = max(5.5, min(10.5, 145 / max(len(sizes), 1), 118 / (most + 2)))
    for one in bids:
        _cell(axes, (sizes.index(one.cards), one.bid), [one.points], print_size)
    for column, cards in enumerate(sizes):
        together = [one.points for one in bids if one.cards == cards]
        _cell(axes, (column, most + 1.35), together, print_size)
    axes.set_xlim(-0.5, len(sizes) - 0.5)
    axes.set_ylim(-0.5, most + 1.85)
    ticks = list(range(0, most + 1, 1 if most <= 13 else 2))
    axes.set_yticks([*ticks, most + 1.35], [*map(str, ticks), "all"])
    axes.set_xticks(range(len(sizes)), [str(size) for size in sizes])
    hide_spines(axes, "left", "bottom")
    axes.set_xlabel("cards in each hand")
    axes.set_ylabel("tricks bid")
    return axes


def _cell(
    axes: Axes, place: tuple[float, float], bids: Sequence[Points], print_size: float
) -> None:
    """Draws a cell with the share of completed contracts for some bids."""
    column, row = place
    counted = sum(each.counted for each in bids)
    share = sum(each.completed for each in bids) / counted
    sure = counted >= FEWEST_CONTRACTS
    shade = step(share)
    axes.add_patch(
        Rectangle(
            (column - 0.47, row - 0.46),
            0.94,
            0.92,
            facecolor=STEPS[shade] if sure else "none",
            edgecolor="none" if sure else LINE,
            linewidth=0.6,
        )
    )
    ink = FAINT if not sure else PAPER if needs_light_text(shade) else INK
    axes.text(
        column, row, f"{100 * share:.0f}", ha="center", va="center", color=ink, fontsize=print_size
    )


# --- the course of a match ----------------------------------------------------------------


def draw_totals(figure: FigureBase, report: Report) -> Axes:
    """Draws the running totals after each deal as a fan chart."""
    axes = figure.subplots()
    deals = report.game.deals
    numbers = [0, *(each.deal.number for each in deals)]
    lines = [(0.0, *line) for line in zip(*(each.totals for each in deals), strict=True)]
    axes.fill_between(numbers, lines[0], lines[4], color=PALE, lw=0)
    axes.fill_between(numbers, lines[1], lines[3], color=MIDDLE, lw=0)
    axes.plot(numbers, lines[2], color=STRONG, lw=2)
    fans = [each.totals for game in _games(report) for each in game.deals]
    lowest = min(0.0, *(low for low, *_ in fans))
    highest = max(0.0, *(high for *_, high in fans))
    if lowest < 0:
        axes.axhline(0, color=LINE, lw=1)
    height = (highest - lowest) or 1
    axes.set_xlim(0, numbers[-1])
    axes.set_ylim(lowest - 0.03 * height, lowest + 1.05 * height)
    ends = [line[-1] for line in lines]
    labels = spread_labels(ends, 0.065 * height, lowest)
    for end, place, percent in zip(ends, labels, QUANTILES, strict=True):
        label = "median" if percent == 50 else f"{percent}%"
        axes.annotate(
            f"{label}: {_figure(end)}",
            (numbers[-1], place),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
            color=STRONG if percent == 50 else INK,
            fontweight="bold" if percent == 50 else "normal",
            annotation_clip=False,
        )
    deal_axis(axes, len(deals))
    set_round_ticks(axes.yaxis, 6)
    axes.set_ylabel("points so far")
    axes.grid(axis="y")
    hide_spines(axes, "left", "bottom")
    return axes


def deal_axis(axes: Axes, deals: int) -> None:
    """Labels the horizontal axis with deal numbers."""
    axes.set_xticks(deal_ticks(deals))
    axes.set_xlabel("deal")


def draw_decided(figure: FigureBase, report: Report) -> Axes:
    """Draws how often the leader after each deal wins, and each deal's share of the variance."""
    above: Axes
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=(1, 1.25))
    numbers = [each.deal.number for each in report.game.deals]
    leads = [100 * each.leader_wins for each in report.game.deals]
    players = len(report.game.seats)
    alone = 100 / players
    above.axhline(alone, color=FAINT, lw=1, ls=(0, (2, 2)))
    above.annotate(
        f"1 in {players}",
        (1, alone),
        xycoords=above.get_yaxis_transform(),
        xytext=(-2, -3),
        textcoords="offset points",
        va="top",
        ha="right",
        color=FAINT,
        fontsize=9.5,
    )
    above.plot(
        numbers, leads, color=OTHER, lw=2, marker="o", markersize=4 if len(leads) < 40 else 0
    )
    above.set_ylim(0, 104)
    above.set_yticks([0, 50, 100], ["0%", "50%", "100%"])
    above.set_ylabel("leader wins")
    above.grid(axis="y")
    hide_spines(above, "left", "bottom")
    _shares(below, report)
    below.set_xlim(0.3, len(numbers) + 0.7)
    deal_axis(below, len(numbers))
    hide_spines(below, "left", "bottom")
    return above


def _shares(axes: Axes, report: Report) -> None:
    deals = report.game.deals
    shares = [each.decides for each in deals]
    percentages = [100 * share for share in shares if share is not None]
    if len(percentages) < len(shares):
        _draw_message(axes, "Every match ends with the same totals.")
        return
    axes.bar([each.deal.number for each in deals], percentages, width=0.78, color=STRONG)
    reach = [100 * (each.decides or 0) for game in _games(report) for each in game.deals]
    top, bottom = max(*reach, 0.0), min(*reach, 0.0)
    room = (top - bottom) or 1
    axes.set_ylim(bottom * 1.1, top + 0.34 * room)
    if bottom < 0:
        axes.axhline(0, color=LINE, lw=1)
    for name, third in report.thirds:
        if third.first > 1:
            axes.axvline(third.first - 0.5, color=LINE, lw=1)
        if third.share is not None:
            axes.text(
                (third.first + third.last) / 2,
                top + 0.31 * room,
                f"{name}\n{100 * third.share.value:.0f}%".replace("-", "−"),
                ha="center",
                va="top",
                linespacing=1.15,
                bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 1.5},
            )
    set_round_ticks(axes.yaxis, 5)
    axes.set_yticks([tick for tick in axes.get_yticks() if bottom * 1.1 <= tick <= top])
    axes.set_ylabel("% of variance")
    axes.grid(axis="y")


def _draw_message(axes: Axes, text: str) -> Axes:
    axes.text(0.5, 0.5, text, ha="center", va="center", transform=axes.transAxes, color=FAINT)
    axes.set_xticks([])
    axes.set_yticks([])
    hide_spines(axes, "left", "bottom")
    return axes


PICTURES: Final[tuple[Picture[Report], ...]] = (
    Picture("seats", "Score by seat", draw_seats),
    Picture("bids", "Bids made (%), by bid and hand size", draw_bids),
    Picture("totals", "Running totals", draw_totals),
    Picture("decided", "Where the match is decided", draw_decided),
)


# --- comparisons of two games played with the same packs -------------------------------

MARKS: Final = "the line is the 95 % interval"
SAME: Final = "a hollow dot the same in every match"


def draw_seat_changes(figure: FigureBase, two: TwoReports) -> Axes:
    """Draws the difference in final totals, A minus B, of each seat and of all, with intervals."""
    axes = figure.subplots()
    places = decimals_for(one.mean.within for one in two.difference.seats)
    for row, one in enumerate(two.difference.seats):
        low, high = _ends(one.mean)
        colour = INK if one.seat is None else STRONG
        axes.plot([low, high], [row, row], color=colour, lw=2.6)
        _dot(axes, one.mean.value, row, one.mean, colour)
    names = [
        "all seats" if one.seat is None else f"seat {one.seat}" for one in two.difference.seats
    ]
    name_rows(
        axes, names, [change_text(one.mean, places) for one in two.difference.seats], "A minus B"
    )
    axes.axvline(0, color=FAINT, lw=1, zorder=0)
    set_round_ticks(axes.xaxis, 4)
    axes.set_xlabel(_legend("points at the end", [one.mean for one in two.difference.seats]))
    return axes


def draw_deal_changes(figure: FigureBase, two: TwoReports) -> Axes:
    """Draws the difference in a seat's points, A minus B, for each deal, with intervals."""
    axes = figure.subplots()
    small = len(two.difference.deals) > 40
    for one in two.difference.deals:
        axes.plot([one.number] * 2, _ends(one.mean), color=STRONG, lw=1 if small else 2.2)
        _dot(axes, one.number, one.mean.value, one.mean, STRONG, 2.5 if small else 5)
    axes.axhline(0, color=FAINT, lw=1, zorder=0)
    axes.set_xlim(0.3, len(two.difference.deals) + 0.7)
    deal_axis(axes, len(two.difference.deals))
    legend = _legend("deal", [one.mean for one in two.difference.deals])
    axes.set_xlabel(f"{legend}\nonly {both_text(two)}" if two.only_both else legend)
    axes.set_ylabel("points of a seat, A minus B")
    set_round_ticks(axes.yaxis, 6)
    axes.grid(axis="y")
    hide_spines(axes, "left", "bottom")
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
    Picture("seat-changes", "Difference by seat, A minus B", draw_seat_changes),
    Picture("deal-changes", "Difference by deal, A minus B", draw_deal_changes),
)

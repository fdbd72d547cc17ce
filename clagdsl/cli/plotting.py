"""`clagdsl simulate --plot`: the figures of a run as pictures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from clagdsl.cli.output import write
from clagdsl.cli.simulating import Request, Result
from clagdsl.cli.summary import title_of
from clagdsl.cli.writing import check_place, write_file

if TYPE_CHECKING:
    from clagdsl.plots.report import BidFigures, DealCourse, Report, SeatScore, Spread, Third
    from clagdsl.simulator.arrays import Array
    from clagdsl.simulator.frame import Frame
    from clagdsl.simulator.summary import Summary

F = TypeVar("F", bound=Callable[..., Any])

ENDINGS: Final = (".html", ".png")
THIRDS: Final = ("first third", "second third", "last third")

Painter = Callable[["Report"], "str | bytes"]


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture that is wanted: where, and what draws it."""

    path: Path
    draw: Painter


def plot_option(command: F) -> F:
    """The option `--plot`, as `plots`."""
    return click.option(
        "--plot",
        "plots",
        multiple=True,
        metavar="X.html|X.png",
        help="Draw the figures as a page or an image (needs clagdsl[plot]).",
    )(command)


def wanted_plots(names: tuple[str, ...]) -> tuple[Plot, ...]:
    """What is to be drawn; UsageError, before anything is played, where it cannot be."""
    for name in names:
        if Path(name).suffix.lower() not in ENDINGS:
            raise click.UsageError(f"`{name}` does not end in .html or .png")
        check_place(Path(name))
    return tuple(Plot(Path(name), _painter(Path(name).suffix.lower())) for name in names)


def _painter(ending: str) -> Painter:
    try:
        from clagdsl.plots.image import png
        from clagdsl.plots.page import page
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("clagdsl"):
            raise
        raise click.UsageError(
            "`--plot` needs matplotlib: install it with `pip install 'clagdsl[plot]'`"
        ) from missing
    return page if ending == ".html" else png


def write_plots(plots: tuple[Plot, ...], request: Request, result: Result) -> None:
    """Draw the figures of a run; there must be a match."""
    if plots:
        if request.output_format != "json":
            write("")
        report = make_report(request, result)
        for plot in plots:
            write_file(plot.path, plot.draw(report))
            if request.output_format != "json":
                write(f"{plot.path} written")


# --- the figures of a run for the pictures ------------------------------------------------


def make_report(request: Request, result: Result) -> Report:
    """The figures of a run as the pictures take them."""
    from clagdsl.plots.report import Report

    summary = result.figures.summary
    many = f"{summary.matches:,}"
    if not result.whole:
        many += f" of {request.matches:,}, interrupted"
    parameters = [("set", setting) for setting in request.settings]
    decided = _shares(summary.sums.decided.tolist())
    return Report(
        title=title_of(result.table.game),
        settings=(
            ("rules", request.file),
            ("matches", many),
            ("players", str(result.table.players)),
            ("policy", request.policy),
            ("seed", str(request.seed)),
            *parameters,
        ),
        seats=_seats(summary, request.policy),
        deals=_deals(result, decided),
        bids=_bids(summary),
        thirds=_thirds(decided),
    )


def _shares(parts: list[int]) -> list[float | None]:
    whole = sum(parts)
    return [part / whole if whole else None for part in parts]


def _seats(summary: Summary, policy: str) -> tuple[SeatScore, ...]:
    from clagdsl.plots.report import SeatScore
    from clagdsl.simulator.statistics import seat_figures

    return tuple(
        SeatScore(
            seat=one.seat,
            policy=policy,
            mean=one.mean,
            margin=1.96 * one.sd / sqrt(summary.matches),
            spread=_spread(summary.frame, summary.counts.final[one.seat]),
            won=one.won,
        )
        for one in seat_figures(summary)
    )


def _spread(frame: Frame, row: Array) -> Spread:
    from clagdsl.plots.report import PERCENTS, Spread
    from clagdsl.simulator.spreads import quantiles

    return Spread(*quantiles(frame, row, PERCENTS))


def _deals(result: Result, decided: list[float | None]) -> tuple[DealCourse, ...]:
    from clagdsl.plots.report import DealCourse
    from clagdsl.simulator.statistics import deal_figures

    summary = result.figures.summary
    counts = summary.counts
    return tuple(
        DealCourse(
            number=one.deal.number,
            name=one.deal.name,
            cards="picked" if one.deal.cards is None else str(one.deal.cards),
            mean=one.mean,
            made=one.made,
            totals=_spread(summary.frame, counts.running[place]),
            decides=decided[place],
            leader_wins=sum(
                won / ahead for ahead, won in enumerate(counts.led[place].tolist()) if won
            )
            / summary.matches,
        )
        for place, one in enumerate(deal_figures(summary, result.table))
    )


def _leader_wins(led: list[int], matches: int) -> float:
    return sum(won / ahead for ahead, won in enumerate(led) if won) / matches


def _bids(summary: Summary) -> tuple[BidFigures, ...]:
    from clagdsl.plots.report import BidFigures

    return tuple(
        BidFigures(cards, bid, made=completed, counted=failed + completed)
        for cards, row in enumerate(summary.counts.bids.tolist())
        for bid, (_, failed, completed) in enumerate(row)
        if failed + completed
    )


def _thirds(decided: list[float | None]) -> tuple[Third, ...]:
    """The thirds of a schedule that has any."""
    from clagdsl.plots.report import Third

    deals = len(decided)
    if deals < len(THIRDS):
        return ()
    thirds = []
    for number, name in enumerate(THIRDS):
        places = [place for place in range(deals) if 3 * place // deals == number]
        share = None
        if decided[0] is not None:
            share = sum(decided[place] or 0 for place in places)
        thirds.append(Third(name, places[0] + 1, places[-1] + 1, share))
    return tuple(thirds)

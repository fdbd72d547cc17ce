"""`clagdsl simulate --plot`: the figures of a run as pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from clagdsl.cli.game_summary import title_of
from clagdsl.cli.optional_deps import needing
from clagdsl.cli.output import write
from clagdsl.cli.output_file import check_place, write_file
from clagdsl.cli.simulate.run import Request, Result
from clagdsl.engine.players.policy_names import seat_policies
from clagdsl.table.table import Table

if TYPE_CHECKING:
    from clagdsl.simulation.plots.plot_data import BidFigures, DealCourse, Report, SeatScore, Third
    from clagdsl.simulation.stats.summary import Summary

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
    with needing("--plot", "plot", "matplotlib", "matplotlib"):
        from clagdsl.simulation.plots.image import png
        from clagdsl.simulation.plots.page import page
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
    from clagdsl.simulation.plots.plot_data import Report

    summary, table = result.figures.summary, result.table
    return Report(
        title=title_of(table.game),
        settings=_settings(request, result),
        seats=_seats(summary, seat_policies(request.policy, table.players)),
        deals=_deals(summary, table),
        bids=_bids(summary),
        thirds=_thirds(summary),
    )


def _settings(request: Request, result: Result) -> tuple[tuple[str, str], ...]:
    many = f"{result.figures.matches:,}"
    if not result.whole:
        many += ", interrupted" if request.matches is None else f" of {request.matches:,}"
    return (
        ("rules", request.file),
        ("matches", many),
        ("players", str(result.table.players)),
        ("policy", request.policy),
        ("seed", str(request.seed)),
        *(("set", setting) for setting in request.settings),
    )


def _seats(summary: Summary, policies: Sequence[str]) -> tuple[SeatScore, ...]:
    from clagdsl.simulation.plots.plot_data import SeatScore, Spread
    from clagdsl.simulation.stats.statistics import QUANTILES, quantile, seat_figures

    return tuple(
        SeatScore(
            seat=one.seat,
            policy=policies[one.seat],
            mean=one.total.value,
            margin=one.total.within,
            spread=Spread(
                *(quantile(summary.frame, summary.counts.final[one.seat], q) for q in QUANTILES)
            ),
            won=one.won.value,
        )
        for one in seat_figures(summary)
    )


def _deals(summary: Summary, table: Table) -> tuple[DealCourse, ...]:
    from clagdsl.simulation.plots.plot_data import DealCourse, Spread
    from clagdsl.simulation.stats.statistics import deal_figures

    return tuple(
        DealCourse(
            number=one.deal.number,
            name=one.deal.name,
            cards="picked" if one.deal.cards is None else str(one.deal.cards),
            mean=one.points.mean,
            made=one.points.made,
            totals=Spread(*one.totals),
            decides=one.decides,
            leader_wins=one.leader_wins,
        )
        for one in deal_figures(summary, table)
    )


def _bids(summary: Summary) -> tuple[BidFigures, ...]:
    from clagdsl.simulation.plots.plot_data import BidFigures
    from clagdsl.simulation.stats.counters import COMPLETED, FAILED

    return tuple(
        BidFigures(cards, bid, made=fates[COMPLETED], counted=fates[FAILED] + fates[COMPLETED])
        for cards, row in enumerate(summary.counts.bids.tolist())
        for bid, fates in enumerate(row)
        if fates[FAILED] + fates[COMPLETED]
    )


def _thirds(summary: Summary) -> tuple[Third, ...]:
    """The thirds of a schedule that has any."""
    from clagdsl.simulation.plots.plot_data import Third
    from clagdsl.simulation.stats.statistics import third_figures

    if summary.frame.deals < len(THIRDS):
        return ()
    return tuple(
        Third(name, one.first, one.last, None if one.share is None else one.share.value)
        for name, one in zip(THIRDS, third_figures(summary), strict=True)
    )

"""The figures of a run as the pictures take them, and the files into which they are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from clagdsl.lang.files import write_file
from clagdsl.lang.game_text import title_of, value_text
from clagdsl.players.named_players import seat_policies
from clagdsl.simulation.optional_deps import check_extras
from clagdsl.simulation.plots.plot_data import (
    BidFigures,
    Change,
    DealChange,
    DealCourse,
    Report,
    SeatChange,
    SeatScore,
    Spread,
    Third,
    TwoReports,
)
from clagdsl.simulation.runs.report_text import named_game
from clagdsl.simulation.runs.request import Setting, Written
from clagdsl.simulation.runs.result import Result
from clagdsl.simulation.stats.confidence import Estimate
from clagdsl.simulation.stats.counters import COMPLETED, FAILED
from clagdsl.simulation.stats.differences import deal_differences, seat_differences
from clagdsl.simulation.stats.paired_comparison import Comparison
from clagdsl.simulation.stats.statistics import (
    QUANTILES,
    deal_figures,
    quantile,
    seat_figures,
    third_figures,
)
from clagdsl.simulation.stats.summary import Summary
from clagdsl.table.table import Table

THIRDS: Final = ("first third", "second third", "last third")


def draw(result: Result, path: Path) -> None:
    """Draw the figures into a page or an image, by the ending; there must be a match.

    Needs the extra `plot`.  Raises FileError, RequestError.
    """
    check_extras({"plot": "draw"})
    report = two_reports(result) or picture_report(result)
    if path.suffix.lower() == ".html":
        from clagdsl.simulation.plots.page import page

        write_file(path, page(report))
    else:
        from clagdsl.simulation.plots.image import png

        write_file(path, png(report))


def picture_report(result: Result) -> Report:
    """The figures of the first game of a run as the pictures take them."""
    title = title_of(result.table.game)
    return _report(result, result.figures.summary, result.table, title)


def two_reports(result: Result) -> TwoReports | None:
    """Both games of a run and how they differ; None where there is one game."""
    comparison, against = result.figures.comparison, result.against
    other = result.request.against
    if comparison is None or against is None or other is None:
        return None
    tables = (result.table, against)
    rules = (result.request.rules, other)
    names = [named_game(one.reference, table) for one, table in zip(rules, tables, strict=True)]
    first = _report(result, result.figures.summary, result.table, names[0])
    second = _report(result, comparison.other, against, names[1])
    return TwoReports(
        title=" against ".join(title_of(table.game) for table in tables),
        settings=_settings(result)[1:],
        first=replace(first, beside=second),
        other=replace(second, beside=first),
        seats=_seat_changes(comparison),
        deals=_deal_changes(comparison, *tables),
    )


def _seat_changes(comparison: Comparison) -> tuple[SeatChange, ...]:
    return tuple(
        SeatChange(one.seat, _change(one.mean), _known(one.won), _known(one.made))
        for one in seat_differences(comparison)
    )


def _deal_changes(comparison: Comparison, table: Table, against: Table) -> tuple[DealChange, ...]:
    return tuple(
        DealChange(one.number, mine.name, theirs.name, _change(one.mean), _known(one.made))
        for one, mine, theirs in zip(
            deal_differences(comparison), table.schedule, against.schedule, strict=False
        )
    )


def _change(estimate: Estimate) -> Change:
    return Change(estimate.value, estimate.within)


def _known(estimate: Estimate | None) -> Change | None:
    return None if estimate is None else _change(estimate)


def _report(result: Result, summary: Summary, table: Table, title: str) -> Report:
    request = result.request
    return Report(
        title=title,
        settings=_settings(result),
        seats=_seats(summary, seat_policies(request.policy, table.players)),
        deals=_deals(summary, table),
        bids=_bids(summary),
        thirds=_thirds(summary),
    )


def _settings(result: Result) -> tuple[tuple[str, str], ...]:
    request = result.request
    others = request.against_parameters
    many = f"{result.figures.matches:,}"
    if not result.whole:
        many += ", interrupted" if request.matches is None else f" of {request.matches:,}"
    return (
        ("rules", request.rules.reference),
        ("matches", many),
        ("players", str(result.table.players)),
        ("policy", request.policy),
        ("seed", str(request.seed)),
        *(("set", f"{name}={_text(value)}") for name, value in request.parameters.items()),
        *(("set in B", f"{name}={_text(value)}") for name, value in others.items()),
    )


def _seats(summary: Summary, policies: Sequence[str]) -> tuple[SeatScore, ...]:
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
    return tuple(
        BidFigures(cards, bid, made=fates[COMPLETED], counted=fates[FAILED] + fates[COMPLETED])
        for cards, row in enumerate(summary.counts.bids.tolist())
        for bid, fates in enumerate(row)
        if fates[FAILED] + fates[COMPLETED]
    )


def _thirds(summary: Summary) -> tuple[Third, ...]:
    """The thirds of a schedule that has any."""
    if summary.frame.deals < len(THIRDS):
        return ()
    return tuple(
        Third(name, one.first, one.last, None if one.share is None else one.share.value)
        for name, one in zip(THIRDS, third_figures(summary), strict=True)
    )


def _text(setting: Setting) -> str:
    return setting.text if isinstance(setting, Written) else value_text(setting)

"""The figures of `simulate` as tables to read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from clagdsl.cli.game_summary import title_of
from clagdsl.cli.simulate.figure_words import (
    change_in_mean,
    change_in_share,
    deals_text,
    mean_text,
    percent,
    share_text,
)
from clagdsl.cli.simulate.run import Request, Result
from clagdsl.lang.rules import Call
from clagdsl.table.table import Table

if TYPE_CHECKING:
    from clagdsl.simulation.stats.statistics import CallerFigures, DealFigures, LastBidFigures
    from clagdsl.simulation.stats.summary import Summary


def figures_text(request: Request, result: Result) -> list[str]:
    """The lines of the tables; there must be a match."""
    from clagdsl.cli.simulate.difference_text import difference_lines
    from clagdsl.simulation.stats.statistics import caller_figures, deal_figures, last_bid_figures

    summary, table = result.figures.summary, result.table
    deals, last_bids = deal_figures(summary, table), last_bid_figures(summary)
    tables = [
        _seats(summary),
        _deals(deals),
        _last_bids(last_bids[:1]),
        _callers(caller_figures(summary), table),
        _course(summary, deals),
        *_more(request.by, summary, deals, last_bids),
    ]
    if result.figures.comparison is not None and result.against is not None:
        tables.append(difference_lines(result.figures.comparison, result.against))
    tables.append(_notes(request, result))
    lines = [_title(request, table, summary.matches)]
    for each in tables:
        lines += ["", *each] if each else []
    return lines


def _title(request: Request, table: Table, matches: int) -> str:
    many = "1 match" if matches == 1 else f"{matches:,} matches"
    return (
        f"{title_of(table.game)}: {many} of {table.players} players, "
        f"policy {request.policy}, seed {request.seed}"
    )


def _notes(request: Request, result: Result) -> list[str]:
    lines = ["± is the interval of 95 %"] if result.within is not None else []
    if request.until is not None and not result.reached and result.within is not None:
        more = "; give more with `-n`" if result.whole else ""
        lines.append(
            f"not as exact as ±{float(request.until):g}: ±{result.within:.3g} "
            f"after {result.figures.matches:,} matches{more}"
        )
    return [*lines, *(f"{name} written" for name in result.written)]


def _seats(summary: Summary) -> list[str]:
    from clagdsl.simulation.stats.statistics import seat_figures

    return [
        f"seat{'mean':>15}{'sd':>10}{'won':>13}{'made':>13}",
        *(
            f"{each.seat:4}{mean_text(each.total):>15}{each.sd:10.2f}"
            f"{share_text(each.won):>13}{share_text(each.made):>13}"
            for each in seat_figures(summary)
        ),
    ]


def _deals(figures: Sequence[DealFigures]) -> list[str]:
    width = max(4, *(len(each.deal.name) for each in figures))
    lines = [f"deal  {'name':{width}}  cards      mean        sd    made"]
    for each in figures:
        cards = "picked" if each.deal.cards is None else str(each.deal.cards)
        points = each.points
        lines.append(
            f"{each.deal.number:4}  {each.deal.name:{width}}  {cards:>5}"
            f"{points.mean:10.2f}{points.sd:10.2f}{percent(points.made):>8}"
        )
    return lines


def _last_bids(figures: Sequence[LastBidFigures]) -> list[str]:
    if not figures:
        return []
    lines = [f"{'last bid limited':20}{'the last':>10}{'the others':>12}{'difference':>16}"]
    for each in figures:
        cards = "" if each.cards is None else f", {each.cards} cards"
        last, others = each.mean
        lines.append(
            f"{'points a deal' + cards:22}{last.value:8.2f}{others.value:12.2f}"
            f"{change_in_mean(each.mean_difference):>16}"
        )
        if each.made is not None:
            last, others = each.made
            lines.append(
                f"{'bids made' + cards:22}{last.value:8.1%}{others.value:12.1%}"
                f"{change_in_share(each.made_difference):>16}"
            )
    return lines


def _callers(figures: Sequence[CallerFigures], table: Table) -> list[str]:
    """All callers beside the others."""
    if not figures:
        return []
    calls = any(isinstance(table.rules(row.name).call, Call) for row in table.schedule)
    who = "call" if calls else "deal"
    every = figures[0]
    first, others = every.mean
    lines = [
        f"{f'who {who}s':20}{f'the {who}er':>10}{'the others':>12}{'difference':>16}",
        f"{'points a deal':22}{first.value:8.2f}{others.value:12.2f}"
        f"{change_in_mean(every.mean_difference):>16}",
    ]
    if every.kept is not None:
        lines.append(f"{f'{who}s again':22}{share_text(every.kept)}")
    return lines


def _course(summary: Summary, deals: Sequence[DealFigures]) -> list[str]:
    from clagdsl.simulation.stats.statistics import lead_changes, third_figures

    changes, _ = lead_changes(summary)
    middle = deals[(len(deals) - 1) // 2]
    thirds = [each for each in third_figures(summary) if each.first <= each.last]
    parts = (f"{deals_text(each.first, each.last)} {share_text(each.share)}" for each in thirds)
    return [
        f"decided in      {', '.join(parts)}",
        f"lead changes    {mean_text(changes)} times a match",
        f"leader wins     {percent(middle.leader_wins)} of the matches, "
        f"if it leads after deal {middle.deal.number}",
    ]


# --- tables that are asked for ------------------------------------------------------------


def _more(
    by: Sequence[str],
    summary: Summary,
    deals: Sequence[DealFigures],
    last_bids: Sequence[LastBidFigures],
) -> list[list[str]]:
    tables = []
    if "seat" in by:
        tables.append(_by_seat(deals))
    if "deal" in by:
        tables.append(_by_deal(deals))
    if "cards" in by:
        tables.append(_last_bids(last_bids[1:]))
    if "caller" in by:
        tables.append(_by_caller(summary))
    if "bid" in by:
        tables.append(_by_bid(summary))
    return tables


def _by_seat(deals: Sequence[DealFigures]) -> list[str]:
    seats = range(len(deals[0].seats))
    lines = ["deal  " + "".join(f"{f'seat {seat}':>10}{'sd':>8}{'made':>8}" for seat in seats)]
    for each in deals:
        figures = (f"{one.mean:10.2f}{one.sd:8.2f}{percent(one.made):>8}" for one in each.seats)
        lines.append(f"{each.deal.number:4}  {''.join(figures)}")
    return lines


def _by_deal(deals: Sequence[DealFigures]) -> list[str]:
    from clagdsl.simulation.stats.statistics import QUANTILES

    totals = "".join(f"{f'{each}%':>7}" for each in QUANTILES)
    lines = [f"deal  decides  new leader  leader wins  totals{totals}"]
    for each in deals:
        totals = "".join(f"{total:7}" for total in each.totals)
        lines.append(
            f"{each.deal.number:4}{percent(each.decides):>9}{percent(each.lead_changes):>12}"
            f"{percent(each.leader_wins):>13}        {totals}"
        )
    return lines


def _by_caller(summary: Summary) -> list[str]:
    from clagdsl.simulation.stats.statistics import caller_figures

    figures = caller_figures(summary)[1:]
    if not figures:
        return []
    lines = [f"caller{'calls':>14}{'again':>14}{'points':>10}{'the others':>12}{'difference':>16}"]
    for each in figures:
        first, others = each.mean
        lines.append(
            f"{each.seat:6}{share_text(each.called):>14}{share_text(each.kept):>14}"
            f"{first.value:10.2f}{others.value:12.2f}{change_in_mean(each.mean_difference):>16}"
        )
    return lines


def _by_bid(summary: Summary) -> list[str]:
    from clagdsl.simulation.stats.statistics import bid_figures

    lines = ["cards   bid         bids      mean        sd    made"]
    for each in bid_figures(summary):
        points = each.points
        lines.append(
            f"{each.cards:5}{each.bid:6}{points.count:13,}"
            f"{points.mean:10.2f}{points.sd:10.2f}{percent(points.made):>8}"
        )
    return lines

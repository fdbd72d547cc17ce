"""What a run came to as tables to read."""

from __future__ import annotations

from collections.abc import Sequence

from clagdsl.lang.game_text import title_of, value_text
from clagdsl.lang.rules import Call
from clagdsl.problems.safe_text import visible
from clagdsl.simulation.runs.result import Result
from clagdsl.simulation.stats.confidence import Estimate
from clagdsl.simulation.stats.differences import (
    deal_differences,
    lead_difference,
    seat_differences,
    third_differences,
)
from clagdsl.simulation.stats.paired_comparison import Comparison
from clagdsl.simulation.stats.statistics import (
    QUANTILES,
    CallerFigures,
    DealFigures,
    LastBidFigures,
    bid_figures,
    caller_figures,
    deal_figures,
    last_bid_figures,
    lead_changes,
    seat_figures,
    third_figures,
)
from clagdsl.simulation.stats.summary import Summary
from clagdsl.table.table import Table


def report_lines(result: Result, by: Sequence[str] = ()) -> list[str]:
    """The lines of the tables, and of those of `by`; there must be a match."""
    summary, table = result.figures.summary, result.table
    deals, last_bids = deal_figures(summary, table), last_bid_figures(summary)
    tables = [
        _seats(summary),
        _deals(deals),
        _last_bids(last_bids[:1]),
        _callers(caller_figures(summary), table),
        _course(summary, deals),
        *_more(by, summary, deals, last_bids),
    ]
    if result.figures.comparison is not None and result.against is not None:
        tables.append(difference_lines(result.figures.comparison, result.against))
    tables.append(_notes(result))
    lines = [_title(result)]
    for each in tables:
        lines += ["", *each] if each else []
    return lines


def _title(result: Result) -> str:
    request, table, matches = result.request, result.table, result.figures.matches
    many = "1 match" if matches == 1 else f"{matches:,} matches"
    return (
        f"{title_of(table.game)}: {many} of {table.players} players, "
        f"policy {request.policy}, seed {request.seed}"
    )


def _notes(result: Result) -> list[str]:
    request = result.request
    lines = ["± is the interval of 95 %"] if result.within is not None else []
    if request.until is not None and not result.reached and result.within is not None:
        more = "; give more with `-n`" if result.whole else ""
        lines.append(
            f"not as exact as ±{float(request.until):g}: ±{result.within:.3g} "
            f"after {result.figures.matches:,} matches{more}"
        )
    return [*lines, *(f"{visible(name)} written" for name in result.written)]


def _seats(summary: Summary) -> list[str]:
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
    lines = ["cards   bid         bids      mean        sd    made"]
    for each in bid_figures(summary):
        points = each.points
        lines.append(
            f"{each.cards:5}{each.bid:6}{points.count:13,}"
            f"{points.mean:10.2f}{points.sd:10.2f}{percent(points.made):>8}"
        )
    return lines


# --- two games -----------------------------------------------------------------------------


def difference_lines(comparison: Comparison, against: Table) -> list[str]:
    """What the first game has more than the other, match by match with the same packs."""
    thirds = ", ".join(change_in_share(each) for each in third_differences(comparison))
    return [
        f"difference from {_title_with_settings(against)}, match by match with the same packs:",
        "",
        *_seat_differences(comparison),
        "",
        *_deal_differences(comparison, against),
        "",
        f"decided in      first, second, last third: {thirds}",
        f"lead changes    {change_in_mean(lead_difference(comparison))} times a match",
    ]


def _title_with_settings(table: Table) -> str:
    changed = [
        f"{parameter.name} = {value_text(table.parameters[parameter.name])}"
        for parameter in table.game.parameters
        if table.parameters[parameter.name] != parameter.default
    ]
    return title_of(table.game) + (f" with {', '.join(changed)}" if changed else "")


def _seat_differences(comparison: Comparison) -> list[str]:
    lines = [f"seat{'the other':>15}{'mean':>16}{'won':>16}{'made':>16}"]
    others = [mean_text(each.total) for each in seat_figures(comparison.other)]
    for each, other in zip(seat_differences(comparison), [*others, ""], strict=True):
        seat = "all" if each.seat is None else str(each.seat)
        won = "" if each.won is None else change_in_share(each.won)
        lines.append(
            f"{seat:>4}{other:>15}{change_in_mean(each.mean):>16}{won:>16}"
            f"{change_in_share(each.made):>16}"
        )
    return lines


def _deal_differences(comparison: Comparison, against: Table) -> list[str]:
    width = max(4, *(len(row.name) for row in against.schedule))
    lines = [f"deal  {'name':{width}}      mean{'difference':>16}    made{'difference':>16}"]
    figures = deal_figures(comparison.other, against)
    rows = deal_differences(comparison)
    for each, other in zip(rows, figures, strict=False):
        lines.append(
            f"{each.number:4}  {other.deal.name:{width}}{other.points.mean:10.2f}"
            f"{change_in_mean(each.mean):>16}{percent(other.points.made):>8}"
            f"{change_in_share(each.made):>16}"
        )
    if len(rows) < max(frame.deals for frame in comparison.frames):
        lines.append(f"      only {deals_text(1, len(rows))} stand in both games")
    return lines


# --- figures ---------------------------------------------------------------------------------


def mean_text(estimate: Estimate) -> str:
    """A mean with its interval: `70.75 ±0.26`."""
    within = "" if estimate.within is None else f" ±{estimate.within:.2f}"
    return f"{estimate.value:.2f}{within}"


def share_text(estimate: Estimate | None) -> str:
    """A share with its interval: `24.4% ±0.6`; a dash where there is none."""
    if estimate is None:
        return "-"
    within = "" if estimate.within is None else f" ±{100 * estimate.within:.1f}"
    return f"{estimate.value:.1%}{within}"


def percent(share: float | None) -> str:
    """A share without its interval; a dash where there is none."""
    return "-" if share is None else f"{share:.1%}"


def change_in_mean(estimate: Estimate) -> str:
    """A difference of means with its sign and interval: `+0.25 ±0.03`."""
    within = "" if estimate.within is None else f" ±{estimate.within:.2f}"
    return f"{estimate.value:+z.2f}{within}"


def change_in_share(estimate: Estimate | None) -> str:
    """A difference of shares in percentage points: `-1.52% ±0.12`; a dash where there is none."""
    if estimate is None:
        return "-"
    within = "" if estimate.within is None else f" ±{100 * estimate.within:.2f}"
    return f"{estimate.value:+z.2%}{within}"


def deals_text(first: int, last: int) -> str:
    """`deals 1-8`, or `deal 1` where it is one."""
    return f"deal {first}" if first == last else f"deals {first}-{last}"

"""What a run came to as tables to read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from clagdsl.lang.game_text import title_of, value_text
from clagdsl.lang.rules import Call
from clagdsl.problems.safe_text import visible, width
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
    deals_played,
    last_bid_figures,
    lead_changes,
    seat_figures,
    third_figures,
)
from clagdsl.simulation.stats.summary import Summary
from clagdsl.table.table import Table

UNEVEN: Final = re.compile(r"[0-9]% [-+][0-9]")
"""A share with an interval that goes further to one side."""


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
        tables.append(_difference_lines(result, result.figures.comparison, result.against))
    uneven = any(UNEVEN.search(line) for each in tables for line in each)
    tables.append(_notes(result, uneven))
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


def _notes(result: Result, uneven: bool) -> list[str]:
    request = result.request
    lines = ["± is the interval of 95 %"] if result.within is not None else []
    if uneven:
        lines[0] += "; - and + are how far it goes down and up"
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
    early = any(each.played < 1 for each in figures)
    head = "  played" if early else ""
    lines = [f"deal  {'name':{width}}  cards      mean        sd    made{head}"]
    for each in figures:
        cards = cards_text(each)
        points = each.points
        lines.append(
            f"{each.deal.number:4}  {each.deal.name:{width}}  {cards:>5}"
            f"{points.mean:10.2f}{points.sd:10.2f}{percent(points.made):>8}"
            + (f"{percent(each.played):>8}" if early else "")
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
    length = [f"deals           {deals_played(summary):.2f} a match"] if summary.frame.ends else []
    # A third is one of the schedule, and a match may be over before it.
    counted = ["                counted over all matches, also those over before"] if length else []
    return [
        *length,
        f"decided in      {', '.join(parts)}",
        *counted,
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
    if summary.frame.ends:
        lines.append("calls: of the deals of all matches together, long or short")
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


def _difference_lines(result: Result, comparison: Comparison, against: Table) -> list[str]:
    """What the first game has more than the other, match by match with the same packs."""
    thirds = ", ".join(change_in_share(each) for each in third_differences(comparison))
    other = result.request.against
    return [
        "difference, A less B, match by match with the same packs:",
        f"A  {named_game(result.request.rules.reference, result.table)}",
        f"B  {named_game('' if other is None else other.reference, against)}",
        "",
        *_seat_differences(result.figures.summary, comparison),
        "",
        *_deal_differences(result, comparison, against),
        "",
        f"decided in      first, second, last third: {thirds}",
        f"lead changes    {change_in_mean(lead_difference(comparison))} times a match",
    ]


def named_game(reference: str, table: Table) -> str:
    """How a game is referred to, its title, and the parameters that are set."""
    changed = [
        f"{parameter.name} = {value_text(table.parameters[parameter.name])}"
        for parameter in table.game.parameters
        if table.parameters[parameter.name] != parameter.default
    ]
    title = visible(title_of(table.game)) + (f" with {', '.join(changed)}" if changed else "")
    return f"{visible(reference)}: {title}" if reference else title


def _seat_differences(summary: Summary, comparison: Comparison) -> list[str]:
    lines = [f"seat{'A':>15}{'B':>15}{'A less B':>16}{'won':>16}{'made':>16}"]
    games = (seat_figures(summary), seat_figures(comparison.other))
    totals = [tuple(mean_text(each.total) for each in both) for both in zip(*games, strict=True)]
    for each, both in zip(seat_differences(comparison), [*totals, ("", "")], strict=True):
        seat = "all" if each.seat is None else str(each.seat)
        won = "" if each.won is None else change_in_share(each.won)
        lines.append(
            f"{seat:>4}{both[0]:>15}{both[1]:>15}{change_in_mean(each.mean):>16}{won:>16}"
            f"{change_in_share(each.made):>16}"
        )
    return lines


def _deal_differences(result: Result, comparison: Comparison, against: Table) -> list[str]:
    """The deals of both games, their names once where they are the same."""
    games = (
        deal_figures(result.figures.summary, result.table),
        deal_figures(comparison.other, against),
    )
    rows = list(zip(deal_differences(comparison), *games, strict=False))
    names = [(one.deal.name, other.deal.name) for _, one, other in rows]
    if all(one == other for one, other in names):
        cells = [["name"], *([one] for one, _ in names)]
    else:
        cells = [["A", "B"], *(list(each) for each in names)]
    cells[0].append("cards")
    for cell, (_, one, other) in zip(cells[1:], rows, strict=True):
        cell.append(" / ".join(dict.fromkeys((cards_text(one), cards_text(other)))))
    widths = [max(4, *(width(row[column]) for row in cells)) for column in range(len(cells[0]))]
    heads, *shown = (
        "  ".join(cell + " " * (size - width(cell)) for cell, size in zip(row, widths, strict=True))
        for row in cells
    )
    lines = [
        f"deal  {heads}{'A':>10}{'B':>10}{'A less B':>16}{'made A':>9}{'made B':>9}{'A less B':>16}"
    ]
    for (each, one, other), name in zip(rows, shown, strict=True):
        lines.append(
            f"{each.number:4}  {name}{one.points.mean:10.2f}{other.points.mean:10.2f}"
            f"{change_in_mean(each.mean):>16}{percent(one.points.made):>9}"
            f"{percent(other.points.made):>9}{change_in_share(each.made):>16}"
        )
    if len(rows) < max(frame.deals for frame in comparison.frames):
        stand = "stand"
        if any(frame.ends for frame in comparison.frames):
            stand = "is played" if len(rows) == 1 else "are played"
        lines.append(f"      only {deals_text(1, len(rows))} {stand} in both games")
    return lines


def cards_text(figures: DealFigures) -> str:
    """How many cards each player is dealt."""
    return "picked" if figures.deal.cards is None else str(figures.deal.cards)


# --- figures ---------------------------------------------------------------------------------


def mean_text(estimate: Estimate) -> str:
    """A mean with its interval: `70.75 ±0.26`."""
    within = "" if estimate.within is None else f" ±{estimate.within:.2f}"
    return f"{estimate.value:.2f}{within}"


def share_text(estimate: Estimate | None) -> str:
    """A share with its interval: `24.4% ±0.6`, `0.0% +56.1`; a dash where there is none."""
    if estimate is None:
        return "-"
    if estimate.interval is None:
        return f"{estimate.value:.1%}"
    low, high = estimate.interval
    below, above = f"{100 * (estimate.value - low):.1f}", f"{100 * (high - estimate.value):.1f}"
    if below == above:
        return f"{estimate.value:.1%} ±{above}"
    sides = [f"{sign}{far}" for sign, far in (("-", below), ("+", above)) if float(far)]
    return f"{estimate.value:.1%} {' '.join(sides)}"


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

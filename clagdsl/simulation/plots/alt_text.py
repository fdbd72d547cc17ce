"""Descriptions of the charts in words, used as alternative texts and as captions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from clagdsl.lang.numerals import ConsecutiveRange, consecutive_ranges, join_words
from clagdsl.simulation.stats.confidence import Estimate
from clagdsl.simulation.stats.differences import DealDifference, SeatDifference
from clagdsl.simulation.stats.reports import Report, TwoReports
from clagdsl.simulation.stats.statistics import QUANTILES, BidFigures, DealFigures, SeatFigures

FEWEST_CONTRACTS: Final = 30
"""The minimum number of contracts for a coloured cell; shares of fewer may be due to chance."""

MEDIAN: Final = QUANTILES.index(50)


def number(figure: float, places: int = 1) -> str:
    """Formats a number with `places` decimals and a true minus sign."""
    text = f"{figure:,.{places}f}"
    return text.replace("-", "−") if float(text.replace(",", "")) else text.removeprefix("-")


def percent(share: float | None, places: int = 0) -> str:
    """Formats a share as a percentage; a dash for None."""
    return "–" if share is None else f"{number(100 * share, places)}%"


def mean_text(mean: Estimate, places: int = 2) -> str:
    """Formats a mean with its interval."""
    interval = "" if mean.within is None else f" ± {number(mean.within, places)}"
    return f"{number(mean.value, places)}{interval}"


def describe_plot(name: str, report: Report) -> str:
    """Returns a description of the chart with this name."""
    match name:
        case "seats":
            return _seats(report.game.seats)
        case "bids":
            return _bids([each for each in report.game.bids if each.points.counted])
        case "totals":
            return _totals(report.game.deals)
        case _:
            return _decided(report)


def _seats(seats: Sequence[SeatFigures]) -> str:
    best = max(seats, key=lambda seat: seat.total.value)
    least = min(seats, key=lambda seat: seat.total.value)
    means = [f"{mean_text(seat.total)} for seat {seat.seat}" for seat in (best, least)]
    return (
        f"The highest mean of the final totals is {means[0]}, the lowest {means[1]}."
        f" Half of the totals of seat {best.seat} lie {_spread(best.totals)}."
    )


def _spread(totals: Sequence[int]) -> str:
    """Describes the ranges that contain the middle half and the middle 90 % of some totals."""
    low, lower, _, upper, high = (number(total, 0) for total in totals)
    return f"from {lower} to {upper}, nine in ten from {low} to {high}"


def _bids(bids: Sequence[BidFigures]) -> str:
    sure = [one for one in bids if one.points.counted >= FEWEST_CONTRACTS]
    if not sure:
        return "Too few contracts to compare."
    made = sum(one.points.completed for one in bids)
    counted = sum(one.points.counted for one in bids)
    best = max(sure, key=lambda one: one.points.made or 0)
    least = min(sure, key=lambda one: one.points.made or 0)
    extremes = [
        f"a bid of {one.bid} with {cards(one.cards)} ({percent(one.points.made)})"
        for one in (best, least)
    ]
    pale = (
        f" Without a colour: fewer than {FEWEST_CONTRACTS} contracts."
        if len(sure) < len(bids)
        else ""
    )
    return (
        f"{percent(made / counted)} of all contracts are made; most often"
        f" {extremes[0]}, least often"
        f" {extremes[1]}.{pale}"
    )


def cards(count: int) -> str:
    """Returns a number of cards as text."""
    return "1 card" if count == 1 else f"{count} cards"


def _totals(deals: Sequence[DealFigures]) -> str:
    places = sorted({0, len(deals) // 3, 2 * len(deals) // 3, len(deals) - 1})
    medians = [
        f"{number(deals[place].totals[MEDIAN], 0)} after deal {deals[place].deal.number}"
        for place in places
    ]
    return (
        f"The median of the running totals of all seats is {join_words(medians)}."
        f" In the end half of the"
        f" totals lie {_spread(deals[-1].totals)}."
    )


def _decided(report: Report) -> str:
    deals = report.game.deals
    first = deals[0].deal.number
    halves = [each.deal.number for each in deals if each.leader_wins >= 0.5]
    wins = percent(deals[0].leader_wins)
    lead = f"The leader after deal {first} wins {wins} of the matches"
    if halves and halves[0] > first:
        lead += f"; at least half from deal {halves[0]} on"
    if any(deal.decides is None for deal in deals):
        return f"{lead}. Every match ends with the same totals."
    parts = [
        f"{percent(None if third.share is None else third.share.value)} in the {name}"
        for name, third in report.thirds
    ]
    thirds = f" ({join_words(parts)})" if parts else ""
    most = sorted(deals, key=lambda deal: -(deal.decides or 0))[:3]
    return (
        f"{lead}. The deals that contribute most to the variance of the final totals{thirds} are"
        f" {join_words([_deal(deal) for deal in most])}."
    )


def _deal(figures: DealFigures) -> str:
    return f"deal {figures.deal.number} ({figures.deal.name}, {percent(figures.decides, 1)})"


# --- two games ----------------------------------------------------------------------------


def signed(figure: float, places: int = 2) -> str:
    """Formats a difference with its sign, or without one if it rounds to 0."""
    text = number(figure, places)
    return f"+{text}" if figure > 0 and float(text.replace(",", "")) else text


def change_text(change: Estimate, places: int = 2) -> str:
    """Formats a difference with its interval."""
    plus = signed(change.value, places)[:1] == "+"
    return f"{'+' if plus else ''}{mean_text(change, places)}"


def describe_change(name: str, two: TwoReports) -> str:
    """Returns a description of the comparison chart with this name."""
    return _seat_changes(two.difference.seats) if name == "seat-changes" else _deal_changes(two)


def _seat_changes(changes: Sequence[SeatDifference]) -> str:
    *seats, every = changes
    least = min(seats, key=lambda one: one.mean.value)
    most = max(seats, key=lambda one: one.mean.value)
    return (
        f"The mean of the final totals in A minus that in B is {change_text(every.mean)} for all"
        f" seats together, {change_text(most.mean)} for seat {most.seat} at most and"
        f" {change_text(least.mean)} for seat {least.seat} at least."
        f"{_significance_text([one.mean for one in seats], 'seats')}"
    )


def _deal_changes(two: TwoReports) -> str:
    least = min(two.difference.deals, key=lambda one: one.mean.value)
    most = max(two.difference.deals, key=lambda one: one.mean.value)
    text = (
        f"The mean of the points of a seat in A minus that in B is at most"
        f" {_deal_change(most, two)} and at least {_deal_change(least, two)}."
        f"{_significance_text([one.mean for one in two.difference.deals], 'deals')}"
    )
    same = [
        _numbers(run)
        for run in consecutive_ranges(
            one.number for one in two.difference.deals if one.mean.is_constant
        )
    ]
    if same:
        text += f" The same in every match played: deal {join_words(same)}."
    return f"{text} Only {both_text(two)}." if two.only_both else text


def _significance_text(changes: Sequence[Estimate], things: str) -> str:
    """Returns a sentence with the number of intervals that exclude 0; empty without intervals."""
    if any(change.within is None for change in changes):
        return ""
    many = sum(change.is_certain for change in changes)
    return f" The interval excludes 0 for {many} of {len(changes)} {things}."


def both_text(two: TwoReports) -> str:
    """Describes the range of deals that are compared."""
    return f"deals 1 to {len(two.difference.deals)} are in both games"


def _deal_change(change: DealDifference, two: TwoReports) -> str:
    return f"{change_text(change.mean)} in deal {change.number} ({change_name(change, two)})"


def change_name(change: DealDifference, two: TwoReports) -> str:
    """Returns a deal's name, or both names if they differ between the games."""
    names = (report.game.deals[change.number - 1].deal.name for report in (two.first, two.other))
    return " / ".join(dict.fromkeys(names))


def _numbers(run: ConsecutiveRange) -> str:
    return str(run.low) if run.low == run.high else f"{run.low} to {run.high}"

"""What the pictures say in words: for whoever cannot see them, and below each on a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clagdsl.lang.enumeration import Neighbours, listed, runs
from clagdsl.simulation.plots.plot_data import (
    FEW,
    BidFigures,
    Change,
    DealChange,
    DealCourse,
    Report,
    SeatChange,
    SeatScore,
    TwoReports,
)


def number(figure: float, places: int = 1) -> str:
    """A figure with so many places behind the point, with a true minus."""
    text = f"{figure:,.{places}f}"
    return text.replace("-", "−") if float(text.replace(",", "")) else text.removeprefix("-")


def percent(share: float | None, places: int = 0) -> str:
    """A share in percent, or a dash where there is none."""
    return "–" if share is None else f"{number(100 * share, places)}%"


def mean_text(seat: SeatScore, places: int = 2) -> str:
    """The mean total of a seat with its interval."""
    interval = "" if seat.margin is None else f" ± {number(seat.margin, places)}"
    return f"{number(seat.mean, places)}{interval}"


def said_of(name: str, report: Report) -> str:
    """What the picture of that name shows, in a few sentences."""
    match name:
        case "seats":
            return _seats(report)
        case "bids":
            return _bids(report.bids)
        case "totals":
            return _totals(report.deals)
        case _:
            return _decided(report)


def _seats(report: Report) -> str:
    best = max(report.seats, key=lambda seat: seat.mean)
    least = min(report.seats, key=lambda seat: seat.mean)
    means = [f"{mean_text(seat)} for seat {seat.seat}" for seat in (best, least)]
    return (
        f"The highest mean of the final totals is {means[0]}, the lowest {means[1]}."
        f" Half of the totals of seat {best.seat} lie from {number(best.spread.lower, 0)} to"
        f" {number(best.spread.upper, 0)}, nine in ten from {number(best.spread.low, 0)} to"
        f" {number(best.spread.high, 0)}."
    )


def _bids(bids: Sequence[BidFigures]) -> str:
    sure = [one for one in bids if one.counted >= FEW]
    if not sure:
        return "Too few contracts count to tell."
    made, counted = sum(one.made for one in bids), sum(one.counted for one in bids)
    best = max(sure, key=lambda one: one.made / one.counted)
    least = min(sure, key=lambda one: one.made / one.counted)
    told = [
        f"a bid of {one.bid} with {cards(one.cards)} ({percent(one.made / one.counted)})"
        for one in (best, least)
    ]
    pale = f" Without a colour: fewer than {FEW} contracts." if len(sure) < len(bids) else ""
    return (
        f"{percent(made / counted)} of all contracts are made; most often {told[0]}, least often"
        f" {told[1]}.{pale}"
    )


def cards(count: int) -> str:
    """A number of cards in words."""
    return "1 card" if count == 1 else f"{count} cards"


def _totals(deals: Sequence[DealCourse]) -> str:
    places = sorted({0, len(deals) // 3, 2 * len(deals) // 3, len(deals) - 1})
    told = [
        f"{number(deals[place].totals.median, 0)} after deal {deals[place].number}"
        for place in places
    ]
    last = deals[-1].totals
    return (
        f"The median of the running totals of all seats is {listed(told)}. In the end half of the"
        f" totals lie from {number(last.lower, 0)} to {number(last.upper, 0)}, nine in ten from"
        f" {number(last.low, 0)} to {number(last.high, 0)}."
    )


def _decided(report: Report) -> str:
    deals = report.deals
    halves = [deal.number for deal in deals if deal.leader_wins >= 0.5]
    wins = percent(deals[0].leader_wins)
    lead = f"Who leads after deal {deals[0].number} wins {wins} of the matches"
    if halves and halves[0] > deals[0].number:
        lead += f"; at least half from deal {halves[0]} on"
    if any(deal.decides is None for deal in deals):
        return f"{lead}. Every match ends with the same totals."
    parts = [f"{percent(third.decides)} in the {third.name}" for third in report.thirds]
    thirds = f" ({listed(parts)})" if parts else ""
    most = sorted(deals, key=lambda deal: -(deal.decides or 0))[:3]
    return (
        f"{lead}. The variance of the final totals{thirds} comes about most in"
        f" {listed([_deal(deal) for deal in most])}."
    )


def _deal(deal: DealCourse) -> str:
    return f"deal {deal.number} ({deal.name}, {percent(deal.decides, 1)})"


def bid_rows(bids: Iterable[BidFigures]) -> tuple[list[int], dict[int, dict[int, BidFigures]]]:
    """The numbers of cards in order, and the figures by bid and number of cards."""
    by_bid: dict[int, dict[int, BidFigures]] = {}
    for one in bids:
        by_bid.setdefault(one.bid, {})[one.cards] = one
    return sorted({size for row in by_bid.values() for size in row}), dict(sorted(by_bid.items()))


# --- two games ----------------------------------------------------------------------------


def signed(figure: float, places: int = 2) -> str:
    """A difference with its sign, which nothing has not."""
    text = number(figure, places)
    return f"+{text}" if figure > 0 and float(text.replace(",", "")) else text


def change_text(change: Change, places: int = 2) -> str:
    """A difference with its interval."""
    interval = "" if change.margin is None else f" ± {number(change.margin, places)}"
    return f"{signed(change.value, places)}{interval}"


def said_of_change(name: str, two: TwoReports) -> str:
    """What the picture of that name shows of the difference, in a few sentences."""
    return _seat_changes(two.seats) if name == "seat-changes" else _deal_changes(two)


def _seat_changes(changes: Sequence[SeatChange]) -> str:
    *seats, every = changes
    least = min(seats, key=lambda one: one.mean.value)
    most = max(seats, key=lambda one: one.mean.value)
    return (
        f"The mean of the final totals in A less that in B is {change_text(every.mean)} for all"
        f" seats together, {change_text(most.mean)} for seat {most.seat} at most and"
        f" {change_text(least.mean)} for seat {least.seat} at least."
        f"{_told_apart([one.mean for one in seats], 'seats')}"
    )


def _deal_changes(two: TwoReports) -> str:
    least = min(two.deals, key=lambda one: one.mean.value)
    most = max(two.deals, key=lambda one: one.mean.value)
    told = (
        f"The mean of the points of a seat in A less that in B is at most"
        f" {_deal_change(most)} and at least {_deal_change(least)}."
        f"{_told_apart([one.mean for one in two.deals], 'deals')}"
    )
    same = [_numbers(run) for run in runs(one.number for one in two.deals if one.mean.same_in_all)]
    if same:
        told += f" The same in every match that was played: deal {listed(same)}."
    return f"{told} Only {both_text(two)}." if two.only_both else told


def _told_apart(changes: Sequence[Change], things: str) -> str:
    """Of how many things the intervals tell the games apart, where there are any."""
    if any(change.margin is None for change in changes):
        return ""
    many = sum(change.told_apart for change in changes)
    return f" The interval leaves out no difference for {many} of {len(changes)} {things}."


def both_text(two: TwoReports) -> str:
    """Which deals are compared."""
    return f"deals 1 to {len(two.deals)} stand in both games"


def _deal_change(change: DealChange) -> str:
    return f"{change_text(change.mean)} in deal {change.number} ({change_name(change)})"


def change_name(change: DealChange) -> str:
    """The name of a deal, both where they differ."""
    if change.name == change.other_name:
        return change.name
    return f"{change.name} / {change.other_name}"


def _numbers(run: Neighbours) -> str:
    return str(run.low) if run.low == run.high else f"{run.low} to {run.high}"

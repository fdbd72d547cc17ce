"""Where a match stands: what a deal brings everybody, when it is over, and who has won it."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add
from typing import TYPE_CHECKING

from clagdsl.lang.frozen import dataclass, replace
from clagdsl.lang.rules import Remembered, Winner
from clagdsl.table.bids import blind_bids
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.past import Past, PastFigures, after_row, moved, no_past
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.scoring import (
    SeatResult,
    Taking,
    deal_takings,
    match_ends,
    match_winners,
    payments,
    seat_result,
    taken_names,
)
from clagdsl.table.seats import deal_end, next_dealer
from clagdsl.table.table import Table
from clagdsl.table.turns import DealSoFar, bids_by_seat, blind_seats, past_in, seats_in

if TYPE_CHECKING:
    from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Figures:
    """What the deals so far have come to, by seat: totals, contracts, runs and tallies."""

    totals: tuple[int, ...]
    failed: tuple[int, ...]
    completed: tuple[int, ...]
    past: Past = ()


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """What a deal brings each player, and what runs and tallies have come to with it."""

    results: tuple[SeatResult, ...]
    past: Past


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """Who has won a match, and what each seat gets, negative where it pays."""

    winners: tuple[int, ...]
    payments: tuple[Fraction, ...]


def no_figures(table: Table) -> Figures:
    """Where everybody stands before the first deal."""
    nothing = (0,) * table.players
    return Figures(nothing, nothing, nothing, no_past(table.remembered, table.players))


def takings_of(
    deal: DealSoFar,
    *,
    cards: int,
    tricks: tuple[int, ...],
    taken: tuple[int, ...] | None,
    points: tuple[int, ...] | None,
    past: Past,
) -> tuple[Taking, ...]:
    """What the score of every player depends on in a deal whose bids are made.

    `past` is as it was before the deal; the others are as for `deal_takings`.  Raises
    ArgumentError where the tricks do not fit the deal.
    """
    bids = tuple([bid for bid in bids_by_seat(deal) if bid is not None])
    return deal_takings(
        deal.rules,
        cards=cards,
        bids=bids or None,
        tricks=tricks,
        taken=taken,
        points=points,
        past=past_in(deal, past) + blind_bids(deal.rules, blind_seats(deal)),
    )


def scored(
    rules: DealRules,
    takings: Sequence[Taking],
    *,
    number: int,
    cards: int,
    past: Past,
    remembered: Sequence[Remembered],
) -> ScoredDeal:
    """What a deal brings each player by these takings; `past` is as it was before the deal."""
    results = tuple(
        [seat_result(rules, deal=number, cards=cards, taking=taking) for taking in takings]
    )
    if past:
        taken = [taken_names(rules, deal=number, cards=cards, taking=each) for each in takings]
        scores = [result.score for result in results]
        past = moved(remembered, past, rules, taken, scores)
    return ScoredDeal(results, past)


def thrown_in(players: int, past: Past) -> ScoredDeal:
    """What a deal brings that nobody plays: nobody scores, and nothing is remembered."""
    return ScoredDeal((SeatResult(0, 0, None),) * players, past)


def counted(before: Figures, deal: ScoredDeal, scheduled: ScheduledDeal) -> Figures:
    """Where everybody stands after a deal."""
    scores = tuple([result.score for result in deal.results])
    return Figures(
        tuple(map(add, before.totals, scores)),
        tuple(
            [
                count + (result.completed is False)
                for count, result in zip(before.failed, deal.results, strict=True)
            ]
        ),
        tuple(
            [
                count + (result.completed is True)
                for count, result in zip(before.completed, deal.results, strict=True)
            ]
        ),
        after_row(deal.past, scheduled),
    )


@dataclass(frozen=True, slots=True)
class ClosedDeal:
    """What a deal has come to that is over: the lines that have won it, and that deal next."""

    figures: Figures
    winner: int
    next_dealer: int


def closed_deal(
    deal: DealSoFar,
    scheduled: ScheduledDeal,
    brought: ScoredDeal,
    before: Figures,
    lines: Sequence[int],
    circle: tuple[int, ...],
) -> ClosedDeal:
    """Close a deal; `lines` are those of its seats, `circle` those of all at the table."""
    figures = counted(before, brought, scheduled)
    end = deal_end(
        deal.rules,
        seats_in(deal),
        scores=[result.score for result in brought.results],
        totals=figures.totals,
        lines=lines,
        circle=circle,
    )
    winner, dealer = end.winner, next_dealer(deal.rules, end)
    assert winner is not None
    assert dealer is not None
    return ClosedDeal(figures, winner, dealer)


# --- of everybody, and of those who play ----------------------------------------------------


def of_seats(figures: Figures, lines: Sequence[int]) -> Figures:
    """The figures of the players of these lines, in this order."""

    def take(column: tuple[int, ...]) -> tuple[int, ...]:
        return tuple([column[line] for line in lines])

    return Figures(
        take(figures.totals),
        take(figures.failed),
        take(figures.completed),
        tuple([PastFigures(each.name, take(each.by_seat)) for each in figures.past]),
    )


def with_seats(figures: Figures, lines: Sequence[int], seated: Figures) -> Figures:
    """The figures of everybody, those of the players of these lines as `seated` has them."""

    def put(column: tuple[int, ...], values: tuple[int, ...]) -> tuple[int, ...]:
        changed = list(column)
        for line, value in zip(lines, values, strict=True):
            changed[line] = value
        return tuple(changed)

    return Figures(
        put(figures.totals, seated.totals),
        put(figures.failed, seated.failed),
        put(figures.completed, seated.completed),
        tuple(
            PastFigures(each.name, put(each.by_seat, now.by_seat))
            for each, now in zip(figures.past, seated.past, strict=True)
        ),
    )


def with_line(figures: Figures, total: int) -> Figures:
    """The figures of everybody and of one more, who begins with that total."""
    return Figures(
        (*figures.totals, total),
        (*figures.failed, 0),
        (*figures.completed, 0),
        tuple(PastFigures(each.name, (*each.by_seat, 0)) for each in figures.past),
    )


def adjusted(figures: Figures, line: int, points: int) -> Figures:
    """The figures after points that are given or taken by hand."""
    totals = list(figures.totals)
    totals[line] += points
    return replace(figures, totals=tuple(totals))


# --- the end --------------------------------------------------------------------------------


def is_over(table: Table, number: int, totals: Sequence[int]) -> bool:
    """Whether the deal of that number is the last one, with these totals after it."""
    return number == len(table.schedule) or match_ends(table.game, table.names, number, totals)


def outcome(table: Table, figures: Figures) -> MatchOutcome:
    """Who has won a match that is over, and who pays whom."""
    told = (figures.totals, figures.failed, figures.completed)
    winners = match_winners(table.game.winner, *told)
    return MatchOutcome(winners, payments(table.game, table.names, *told, winners))


def places(
    winner: Winner,
    totals: Sequence[int],
    failed: Sequence[int],
    completed: Sequence[int],
    of: Sequence[int],
) -> tuple[int | None, ...]:
    """The place of each of these lines at the end, 1 the first; None for the other lines.

    Second is who would have won without the first, and so on: lines that the rules leave tied share
    a place.
    """
    found: list[int | None] = [None] * len(totals)
    rest = list(of)
    while rest:
        figures = [[column[line] for line in rest] for column in (totals, failed, completed)]
        best = [rest[place] for place in match_winners(winner, *figures)]
        for line in best:
            found[line] = 1 + len(of) - len(rest)
        rest = [line for line in rest if line not in best]
    return tuple(found)

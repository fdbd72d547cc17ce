"""The standings of a match: the results of each deal, its totals, its end and its winners.

`Figures` are the totals, contracts and remembered figures of all players. `score_takings` makes a
`ScoredDeal` from the takings of a deal; `close_deal` adds it to the figures and finds the next
dealer. A match and a score sheet use the same functions, so they cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import add
from typing import TYPE_CHECKING

from clagdsl import problems
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.frozen import dataclass, replace
from clagdsl.lang.limits import MOST_DEALS
from clagdsl.lang.roster_changes import OneMoreHand
from clagdsl.lang.rules import (
    HistoryFigure,
    NoBid,
    Winner,
)
from clagdsl.problems.diagnostic import Reason
from clagdsl.problems.escape import escape_invisible, join_in_backticks, shorten
from clagdsl.table.bids import auction_bids, blind_bids, has_auction, legal_bids
from clagdsl.table.choices import calls_of, trump_names_of
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.history import (
    Past,
    PastFigures,
    after_row,
    empty_past,
    initial_values,
    past_after_deal,
)
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.scoring import (
    SeatResult,
    Taking,
    deal_takings,
    match_ends,
    match_winners,
    payments,
    possible_points,
    seat_result,
    taken_names,
)
from clagdsl.table.seats import (
    DealSoFar,
    bids_by_seat,
    blind_seats,
    deal_end,
    next_dealer,
    past_with_auction,
    seats_in,
    trump_in,
)
from clagdsl.table.table import Table, cards_needed

if TYPE_CHECKING:
    from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of the deals so far, by seat: totals, contracts, runs and tallies.

    `failed` and `completed` count contracts.
    """

    totals: tuple[int, ...]
    failed: tuple[int, ...]
    completed: tuple[int, ...]
    past: Past = ()


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """The result of a deal for each player, and the runs and tallies after it."""

    results: tuple[SeatResult, ...]
    missed: tuple[int | None, ...]
    """The difference between bid and tricks of each player; None in a deal without bids."""
    past: Past


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """The winners of a match and the payment each seat receives; negative if it pays."""

    winners: tuple[int, ...]
    payments: tuple[Fraction, ...]


def initial_figures(table: Table) -> Figures:
    """Returns the figures before the first deal."""
    nothing = (0,) * table.players
    return Figures(nothing, nothing, nothing, empty_past(table.remembered, table.players))


def takings_of(
    deal: DealSoFar,
    *,
    cards: int,
    tricks: tuple[int, ...],
    taken: tuple[int, ...] | None,
    points: tuple[int, ...] | None,
    past: Past,
) -> tuple[Taking, ...]:
    """Returns the taking of every player in a deal whose bids are made.

    `past` is the past before the deal; the other arguments are those of `deal_takings`. Raises
    ArgumentError if the tricks do not fit the deal.
    """
    bids = tuple([bid for bid in bids_by_seat(deal) if bid is not None])
    return deal_takings(
        deal.rules,
        cards=cards,
        bids=bids or None,
        tricks=tricks,
        taken=taken,
        points=points,
        past=past_with_auction(deal, past) + blind_bids(deal.rules, blind_seats(deal)),
        trump=trump_in(deal, cards),
    )


def score_takings(
    rules: DealRules,
    takings: Sequence[Taking],
    *,
    number: int,
    cards: int,
    past: Past,
    remembered: Sequence[HistoryFigure],
) -> ScoredDeal:
    """Returns the results of a deal from its takings; `past` is the past before the deal."""
    results = tuple(
        [seat_result(rules, deal=number, cards=cards, taking=taking) for taking in takings]
    )
    if past:
        taken = [taken_names(rules, deal=number, cards=cards, taking=each) for each in takings]
        scores = [result.score for result in results]
        past = past_after_deal(remembered, past, rules, taken, scores)
    missed = [None if each.bid is None else abs(each.bid - each.tricks) for each in takings]
    return ScoredDeal(results, tuple(missed), past)


def thrown_in_deal(players: int, past: Past) -> ScoredDeal:
    """Returns the results of a deal that is thrown in: nobody scores and nothing is remembered."""
    return ScoredDeal((SeatResult(0, 0, None),) * players, (0,) * players, past)


def figures_after(before: Figures, deal: ScoredDeal, scheduled: ScheduledDeal) -> Figures:
    """Returns the figures updated with the results of a deal."""
    scores = tuple([result.score for result in deal.results])
    failed = [result.completed is False for result in deal.results]
    completed = [result.completed is True for result in deal.results]
    return Figures(
        tuple(map(add, before.totals, scores)),
        tuple(map(add, before.failed, failed)),
        tuple(map(add, before.completed, completed)),
        after_row(deal.past, scheduled),
    )


@dataclass(frozen=True, slots=True)
class ClosedDeal:
    """The figures after a finished deal, the line that won it, and the line that deals next."""

    figures: Figures
    winner: int
    next_dealer: int


def close_deal(
    deal: DealSoFar,
    scheduled: ScheduledDeal,
    brought: ScoredDeal,
    before: Figures,
    lines: Sequence[int],
    circle: tuple[int, ...],
) -> ClosedDeal:
    """Closes a deal; `lines` are those of its seats, `circle` those of all at the table."""
    figures = figures_after(before, brought, scheduled)
    end = deal_end(
        deal.rules,
        seats_in(deal),
        scores=[result.score for result in brought.results],
        missed=brought.missed,
        totals=figures.totals,
        lines=lines,
        circle=circle,
    )
    winner, dealer = end.winner, next_dealer(deal.rules, end)
    assert winner is not None
    assert dealer is not None
    return ClosedDeal(figures, winner, dealer)


# --- figures of all lines, and of the active players ----------------------------------------


def _by_column(change: Callable[..., tuple[int, ...]], *several: Figures) -> Figures:
    """Returns figures in which each column is `change` applied to that column of `several`."""
    first = several[0]
    return Figures(
        change(*(each.totals for each in several)),
        change(*(each.failed for each in several)),
        change(*(each.completed for each in several)),
        tuple(
            PastFigures(each.name, change(*(figures.past[n].by_seat for figures in several)))
            for n, each in enumerate(first.past)
        ),
    )


def figures_of_lines(figures: Figures, lines: Sequence[int]) -> Figures:
    """Returns the figures of these lines, in this order."""

    def take(column: tuple[int, ...]) -> tuple[int, ...]:
        return tuple([column[line] for line in lines])

    return _by_column(take, figures)


def with_seated_figures(figures: Figures, lines: Sequence[int], seated: Figures) -> Figures:
    """Returns the figures of all lines, with those of `lines` replaced by `seated`."""

    def put(column: tuple[int, ...], values: tuple[int, ...]) -> tuple[int, ...]:
        changed = list(column)
        for line, value in zip(lines, values, strict=True):
            changed[line] = value
        return tuple(changed)

    return _by_column(put, figures, seated)


def with_line(figures: Figures, total: int) -> Figures:
    """Returns the figures with one more line, which starts with `total` points."""
    longer = _by_column(lambda column: (*column, 0), figures)
    return replace(longer, totals=(*figures.totals, total))


def with_adjustment(figures: Figures, line: int, points: int) -> Figures:
    """Returns the figures after points are added to a line by hand."""
    totals = list(figures.totals)
    totals[line] += points
    return replace(figures, totals=tuple(totals))


# --- the end --------------------------------------------------------------------------------


def is_over(table: Table, number: int, figures: Figures) -> bool:
    """Returns whether the match is over after the deal of that number, with these figures."""
    columns = figures.totals, figures.failed, figures.completed
    return number == len(table.schedule) or match_ends(table.game, table.names, number, *columns)


def outcome(table: Table, figures: Figures) -> MatchOutcome:
    """Returns the winners and payments of a match that is over."""
    columns = (figures.totals, figures.failed, figures.completed)
    winners = match_winners(table.game.winner, *columns)
    return MatchOutcome(winners, payments(table.game, table.names, *columns, winners))


def places(
    winner: Winner,
    totals: Sequence[int],
    failed: Sequence[int],
    completed: Sequence[int],
    of: Sequence[int],
) -> tuple[int | None, ...]:
    """Returns the final place of each line in `of`, the first being 1; None for other lines.

    Second place goes to the player who would have won without the first, and so on. Lines that the
    rules leave tied share a place.
    """
    place_by_line: list[int | None] = [None] * len(totals)
    rest = list(of)
    while rest:
        figures = [[column[line] for line in rest] for column in (totals, failed, completed)]
        best = [rest[place] for place in match_winners(winner, *figures)]
        for line in best:
            place_by_line[line] = 1 + len(of) - len(rest)
        rest = [line for line in rest if line not in best]
    return tuple(place_by_line)


# --- unproved deals: extra hands, and other sizes ------------------------------------------


def with_extra_hand(table: Table, hand: OneMoreHand, number: int, turn: int) -> Table | Reason:
    """Returns the table with one more deal after its schedule, or why it cannot be dealt.

    `turn` is the number of earlier deals of its name. The deal is a row of its own in the schedule.
    """
    deal = table.game.deal(hand.kind)
    if deal is None:
        kinds = join_in_backticks([kind.name for kind in table.game.deals])
        return _refused(
            f"these rules have no deal `{shorten(escape_invisible(hand.kind))}`:"
            f" choose from {kinds}"
        )
    if number > MOST_DEALS:
        return _refused(f"a match can have at most `{MOST_DEALS}` deals")
    last = ScheduledDeal(number, deal.name, hand.cards, hand.cards, len(table.schedule), turn)
    before = table.schedule[: number - 1]
    missing = range(len(before) + 1, number)  # deals that other players have played
    between = tuple(replace(last, number=each) for each in missing)
    return _if_dealt(replace(table, schedule=(*before, *between, last)), last)


def with_size(table: Table, number: int, cards: int) -> Table | Reason:
    """Returns the table with another size of one deal, or why it cannot be dealt.

    A deal whose size the dealer picks, or that has this size, is left as it is.
    """
    before = table.schedule[number - 1]
    if before.cards in (None, cards):
        return table
    deal = replace(before, low=cards, high=cards)
    schedule = (*table.schedule[: number - 1], deal, *table.schedule[number:])
    return _if_dealt(replace(table, schedule=schedule), deal)


def _if_dealt(table: Table, deal: ScheduledDeal) -> Table | Reason:
    """Returns a table with an unproved deal, or why the deal cannot be dealt."""
    cards, size, most = deal.low, table.deck.size, table.deck.size // table.players
    if not 1 <= cards <= most:
        return _refused(f"`{shorten(cards)}` cards each cannot be dealt: deal from `1` to `{most}`")
    try:
        needed = cards_needed(table, deal)
        if needed > size:
            return _refused(
                f"`{cards}` cards each need `{needed}` cards, including one to turn up:"
                f" the pack has `{size}`"
            )
        for calls in calls_of(table.rules_of(deal)):
            rules = table.rules_of(deal, calls, cards)
            if has_auction(rules) and not auction_bids(rules, deal=deal.number, cards=cards):
                return _refused(f"the auction has no bid for `{cards}` cards each")
            _evaluate_all(rules, deal.number, cards)
    except EvaluationError as error:
        return no_value(error)
    return table


def no_value(error: EvaluationError) -> Reason:
    """Returns the reason that a deal is impossible because the rules give no value for it."""
    where = f" ({error.place})" if error.place else ""
    return _refused(f"the rules have no value for this hand: {error.fault}{where}")


def _refused(text: str) -> Reason:
    return problems.illegal_actions.NoSuchHand(text).reason()


def _evaluate_all(rules: DealRules, number: int, cards: int) -> None:
    """Evaluates the limit on the first bid and every score.

    Raises EvaluationError if one of them has no value.
    """
    past = initial_values(rules)
    legal_bids(rules, deal=number, cards=cards, bids=(), past=past)
    worth = possible_points(rules, cards)
    bids: tuple[int | None, ...] = tuple(range(cards + 1))
    for bid in (None,) if isinstance(rules.bid, NoBid) else bids:
        for tricks in range(cards + 1):
            # the other players are assumed to have bid and won as little as possible
            for points in worth[tricks]:
                made = None if bid is None else int(bid == tricks)
                same = 0 if bid else rules.players - 1
                least = (max(1, tricks), 1, made, bid, same)
                for trump in trump_names_of(rules, cards):
                    taking = Taking(bid, bid, tricks, points, *least, past, trump)
                    seat_result(rules, deal=number, cards=cards, taking=taking)

"""Bounds on the points in a deal, and therefore on every total that is counted.

Input: a game at a table.  Output: the minimum and maximum points in a deal, widened to include 0.

Every pair of a bid and a number of tricks is evaluated, because scores depend on their combination.
Everything else (points, other players' results, runs and tallies) is an interval, and `range_of`
evaluates the score on these intervals.  The cost therefore depends only on the number of cards, and
not on the variables in a score.  Combinations that cannot occur are included as well, so the bounds
may be slightly wider than necessary.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Final

from clagdsl.lang.expr.ast import Expression
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.intervals import (
    EITHER,
    NO,
    Bounds,
    NotShownError,
    Range,
    point_range,
    range_of,
)
from clagdsl.lang.expr.operators import LARGEST
from clagdsl.lang.rules import FixedBid, NoBid, RowBest, RowMade, Run
from clagdsl.table.bids import auction_bids, auctions_in, may_bid_blind
from clagdsl.table.choices import calls_of
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.history import applies_to, scoring_expressions
from clagdsl.table.outcomes import BLIND, figure_ranges
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.scoring import possible_points, worths
from clagdsl.table.table import Table

Ranges = Mapping[str, Range]

ANYTHING: Final = Bounds(-LARGEST, LARGEST)
"""The widest possible bounds: the checker proves that numbers in a match stay within them."""


def score_bounds(table: Table) -> Bounds:
    """Returns the minimum and maximum points in a deal, widened to include 0."""
    work = _BoundsCache(table)
    past = {**work.won_with, **work.remembered()}
    if RowMade() in table.remembered:
        past[RowMade().name] = Bounds(0, max(row.row_deals for row in table.schedule) - 1)
    if RowBest() in table.remembered:
        past[RowBest().name] = Bounds(0, work.best_of_rows(past))
    return work.hull(work.scores(row, past) for row in table.schedule)


@dataclass(slots=True)
class _BoundsCache:
    """Bounds that are computed once and shared by all deals with the same key."""

    table: Table
    won_with: dict[str, Range] = field(init=False)
    """The range of winning auction bids, and whether a bid may be blind."""
    by_place: bool = field(init=False)
    """Whether expressions depend on the deal's position in the schedule."""
    bounds: dict[object, Bounds] = field(default_factory=dict)

    def __post_init__(self) -> None:
        table = self.table
        expressions = (
            *scoring_expressions(table.game),
            *(item.expression for item in table.game.past),
        )
        self.by_place = table.counts_rows or any("deal" in variables(e) for e in expressions)
        self.won_with = {BLIND: EITHER if any(map(may_bid_blind, table.plain_rules())) else NO}
        if auctions_in(table.game):
            last_bids = (
                auction_bids(rules, deal=row.number, cards=cards)[-1:]
                for row in table.schedule
                for rules, cards in self.scenes(row)
            )
            highest = max((bid.number for bids in last_bids for bid in bids), default=0)
            self.won_with["auction"] = Bounds(0, highest)

    def scenes(self, row: ScheduledDeal) -> Iterator[tuple[DealRules, int]]:
        """Yields those rules and numbers of cards of a deal that may lead to different scores."""
        seen = set()
        for call in calls_of(self.table.rules(row.name)):
            for cards in row.sizes:
                rules = self.table.rules_with(row.name, call, row.number, cards)
                parts = (rules.score, rules.bid, rules.auction, rules.trick_worth, rules.card_worth)
                key = (*map(id, parts), rules.sight, rules.wild, rules.ranks, cards)
                if key not in seen:
                    seen.add(key)
                    yield rules, cards

    def hull(self, members: Iterator[Bounds]) -> Bounds:
        """Returns the smallest bounds that include 0 and all `members`."""
        low = high = 0
        for bounds in members:
            low, high = min(low, bounds.low), max(high, bounds.high)
        return Bounds(low, high)

    def scores(self, row: ScheduledDeal, past: Ranges) -> Bounds:
        """Returns bounds on a deal's scores."""
        by_place = self.by_place or self.table.guard_dependencies(row.name)
        key = (row.name, row.sizes, row.number if by_place else 0, *past.items())
        if key not in self.bounds:
            self.bounds[key] = self.hull(
                self.of(rules.score, rules, row, cards, past) for rules, cards in self.scenes(row)
            )
        return self.bounds[key]

    def remembered(self) -> dict[str, Range]:
        """Returns bounds on the runs and tallies before any deal."""
        schedule, past = self.table.schedule, dict[str, Range]()
        for item in self.table.game.past:
            low, high = 0, len(schedule) - 1
            if not isinstance(item, Run):
                added = [
                    self.hull(
                        self.of(item.expression, rules, row, cards, self.won_with)
                        for rules, cards in self.scenes(row)
                        if applies_to(item, rules)
                    )
                    for row in schedule[:-1]
                ]
                low, high = sum(one.low for one in added), sum(one.high for one in added)
            past[item.name] = Bounds(low, high)
        return past

    def best_of_rows(self, past: Ranges) -> int:
        """Returns the highest score that a player can have in an earlier deal of the same row."""
        most = best = 0
        for row in self.table.schedule:
            best = best if row.in_row else 0
            if not row.ends_row:
                best = max(best, self.scores(row, {**past, RowBest().name: Bounds(0, best)}).high)
                most = max(most, best)
        return most

    def of(
        self,
        expression: Expression,
        rules: DealRules,
        row: ScheduledDeal,
        cards: int,
        past: Ranges,
    ) -> Bounds:
        """Returns bounds on an expression when it is evaluated for a deal."""
        used = variables(expression)
        worth = worths(rules, cards) if "points" in used else None
        key = (
            expression,
            rules.bid,
            cards,
            row.number if "deal" in used else 0,
            worth and worth.key,
            tuple((name, value) for name, value in rules.names.items() if name in used),
            tuple((name, value) for name, value in past.items() if name in used),
        )
        bounds = self.bounds.get(key)
        if bounds is None:
            names = {
                **figure_ranges(rules.players, cards),
                **{name: point_range(value) for name, value in rules.names.items()},
                "deal": point_range(row.number),
                "cards": point_range(cards),
                **past,
            }
            every = _pairs(rules, cards, used, names)
            bounds = self.bounds[key] = self.hull(_bounds_of(expression, each) for each in every)
        return bounds


def _pairs(
    rules: DealRules, cards: int, used: frozenset[str], names: Ranges
) -> Iterator[dict[str, Range]]:
    """Yields the variables for each bid and number of tricks; an unused one does not vary."""
    bidding = not isinstance(rules.bid, NoBid)
    by_trick = used & {"tricks", "made", "points"} or (RowMade().name in used and bidding)
    by_bid = bidding and used & {"bid", "made", RowMade().name}
    bids = range(cards + 1) if by_bid else range(1)
    more: dict[str, Range] = {}
    if isinstance(rules.bid, FixedBid):
        bids = range(rules.bid.number, rules.bid.number + 1)
        more["bids"] = point_range(bids[0] * rules.players)
    for tricks, bid in product(range(cards + 1) if by_trick else range(1), bids):
        made = bidding and bid == tricks
        more |= {"tricks": point_range(tricks), "bid": point_range(bid), "made": point_range(made)}
        if "points" in used:
            more["points"] = _points(rules, cards, tricks)
        before = names.get(RowMade().name)
        if made and isinstance(before, Bounds):  # this deal is part of the run
            more[RowMade().name] = Bounds(before.low + 1, before.high + 1)
        else:
            more.pop(RowMade().name, None)
        yield {**names, **more}


def _points(rules: DealRules, cards: int, tricks: int) -> Bounds:
    """Returns bounds on the value of `tricks` tricks, both actual and as players estimate it.

    If cards have individual values, players estimate with average ones.
    """
    sums, trick_worths = possible_points(rules, cards), worths(rules, cards)
    if not trick_worths.by_face:
        return Bounds(min(sums[tricks]), max(sums[tricks]))
    low = min(map(min, sums)) + sum(min(0, value) for value in trick_worths.usual)
    return Bounds(low, max(map(max, sums)) + sum(max(0, value) for value in trick_worths.usual))


def _bounds_of(expression: Expression, names: Ranges) -> Bounds:
    """Returns bounds on an expression; (0, 0) if it never has a value."""
    try:
        bounds = range_of(expression, names)
    except NotShownError:
        read = (names[name] for name in variables(expression))
        settled = all(
            value.low == value.high if isinstance(value, Bounds) else len(value) == 1
            for value in read
        )
        return Bounds(0, 0) if settled else ANYTHING  # proved by the checker: this cannot occur
    if isinstance(bounds, Bounds):
        return bounds
    return Bounds(int(bounds == frozenset((True,))), int(True in bounds))

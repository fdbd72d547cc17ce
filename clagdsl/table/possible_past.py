"""What runs and tallies can have come to before a deal, at most and at least.

Nothing is refused here that can be: what hangs on more than a player's own bid and tricks is taken
between bounds, and a deal with a call is taken as it may be called.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import assert_never

from clagdsl.lang.expr.evaluate import EvaluationError, number
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.intervals import (
    Bounds,
    NotShownError,
    Range,
    exactly,
    range_of,
)
from clagdsl.lang.expr.operators import LARGEST
from clagdsl.lang.rules import Call, FixedBid, Remembered, RowBest, RowMade, Run, Tally, Value
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.outcomes import figure_ranges
from clagdsl.table.past import counts_in
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.table import Table

_OWN = frozenset({"bid", "tricks", "made", "cards", "deal", "players"})
"""What is gone through one by one: the deal, and what a player alone does in it."""


def past_bounds(table: Table, remembered: Remembered, before: ScheduledDeal) -> Bounds | None:
    """Between what a run or a tally has come to before a deal; None where that is not known."""
    match remembered:
        case Run():
            return Bounds(0, before.number - 1)
        case RowMade():
            return Bounds(0, before.in_row)
        case RowBest():
            return None if before.in_row else Bounds(0, 0)
        case Tally():
            return _added_up(table, remembered, before)
        case _:
            assert_never(remembered)


def _added_up(table: Table, tally: Tally, before: ScheduledDeal) -> Bounds | None:
    low = high = 0
    known: dict[tuple[object, ...], Bounds | None] = {}
    by_number = "deal" in variables(tally.expression)
    for row in table.schedule[: before.number - 1]:
        key = (row.name, row.low, row.high, row.number * by_number)
        if key not in known:
            known[key] = _of_deal(table, tally, row)
        found = known[key]
        if found is None:
            return None
        low, high = low + found.low, high + found.high
    return Bounds(low, high)


def _of_deal(table: Table, tally: Tally, row: ScheduledDeal) -> Bounds | None:
    """What one deal may add to a tally; None where that is not known."""
    values: list[int] = []
    for cards in row.sizes:
        rules = table.rules_of(row, (), cards)
        called = isinstance(rules.call, Call)
        if called or not counts_in(tally, rules):
            values.append(0)
        if called or counts_in(tally, rules):
            found = _of_size(tally, rules, row.number, cards)
            if found is None:
                return None
            values += (found.low, found.high)
    return Bounds(min(values), max(values))


def _of_size(tally: Tally, rules: DealRules, deal: int, cards: int) -> Bounds | None:
    try:
        if variables(tally.expression) <= _OWN:
            values = [number(tally.expression, names) for names in _own(rules, deal, cards)]
            return Bounds(min(values), max(values))
        found = range_of(tally.expression, _all(rules, deal, cards))
    except (EvaluationError, NotShownError):
        return None
    return found if isinstance(found, Bounds) else None


def _bids(rules: DealRules, cards: int) -> range:
    if isinstance(rules.bid, FixedBid) and not isinstance(rules.call, Call):
        return range(rules.bid.number, rules.bid.number + 1)
    return range(cards + 1)


def _own(rules: DealRules, deal: int, cards: int) -> Iterator[dict[str, Value]]:
    """What a player may say and do in a deal."""
    for bid, tricks in product(_bids(rules, cards), range(cards + 1)):
        own: dict[str, Value] = {"bid": bid, "tricks": tricks, "made": bid == tricks}
        yield {**rules.names, **own, "cards": cards, "deal": deal}


def _all(rules: DealRules, deal: int, cards: int) -> dict[str, Range]:
    """Between which bounds the names are that anything remembered may read."""
    bids = _bids(rules, cards)
    return {
        **{name: exactly(value) for name, value in rules.names.items()},
        **figure_ranges(rules.players, cards),
        "cards": exactly(cards),
        "deal": exactly(deal),
        "bid": Bounds(bids[0], bids[-1]),
        "bids": Bounds(bids[0] * rules.players, bids[-1] * rules.players),
        "points": Bounds(-LARGEST, LARGEST),
        "most": Bounds(0, cards),
    }

"""What a deal comes to, worked out for all of its bids and outcomes at once.

`bid_masks` knows which bids can stand, `outcomes` what a player can end a deal with; here the
expressions of a deal are worked out over them.  Only the names that an expression depends on are
varied.  Where an expression has no value there is a fault, or None where nobody asks which: that a
match never comes to such a place is for the checker to prove, of whom the others all come later.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from clagdsl.lang.expr.ast import Expression
from clagdsl.lang.expr.evaluate import (
    EvaluationError,
    ListFunction,
    Names,
    Row,
    constants_and_list_function,
)
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import CompletedWhen, Free, Limit, Past, Value
from clagdsl.table.bid_masks import limits_in_force
from clagdsl.table.bids import NameValues, OwnPast, batch_condition
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.history import limits_read
from clagdsl.table.outcomes import BLIND, Outcomes
from clagdsl.table.scoring import Taking, seat_result


class RowFaultError(Exception):
    """An expression has no value for one row: the first such row, and the fault."""

    def __init__(self, row: Row, fault: EvaluationError) -> None:
        super().__init__(fault.fault)
        self.row = row
        self.fault = fault


def values(listing: ListFunction, rows: Sequence[Row], fixed: Sequence[Value]) -> list[Value]:
    """Returns the value for every row; raises RowFaultError at the first row without one."""
    try:
        return listing(rows, *fixed)
    except EvaluationError:
        for row in rows:
            try:
                listing((row,), *fixed)
            except EvaluationError as fault:
                raise RowFaultError(row, fault) from fault
        raise AssertionError("what has no value has none for some row") from None


def column(expression: Expression, outcomes: Outcomes, names: Names) -> list[Value | None]:
    """Returns the value of an expression for every outcome, None where it has none.

    `names` holds what is the same in all outcomes.
    """
    others, listing = constants_and_list_function(expression, outcomes.names)
    fixed = [names[name] for name in others]
    try:
        return [*listing(outcomes.rows, *fixed)]
    except EvaluationError:
        return [_value(listing, row, fixed) for row in outcomes.rows]


def _value(listing: ListFunction, row: Row, fixed: Sequence[Value]) -> Value | None:
    try:
        return listing((row,), *fixed)[0]
    except EvaluationError:
        return None


# --- bids ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BidTable:
    """The bids allowed in one deal, by the sum of the bids before: bit b stands for bid b.

    `each` is for the bids before the last, `last` for that one.  No bid is allowed at a sum that
    bids from 0 to the number of cards cannot come to, or at which a limit has no value.
    """

    each: tuple[int, ...]
    last: tuple[int, ...]


def bid_table(rules: DealRules, deal: int, cards: int, past: OwnPast = ()) -> BidTable:
    """Returns the bids allowed in a deal where bids are made in turn, whatever was bid before.

    `past` is what the runs and tallies of the bidder have come to.
    """
    read = limits_read(rules)
    names = {**_names(rules, deal if "deal" in read else 0, cards)}
    names.update((name, value) for name, value in past if name in read)
    return _bid_table(rules.each_bid, rules.last_bid, rules.players, cards, tuple(names.items()))


@lru_cache(maxsize=512)
def _bid_table(
    each_bid: Limit, last_bid: Limit, players: int, cards: int, name_values: NameValues
) -> BidTable:
    """Returns the same by what it depends on, since many deals of a game may have their limits
    alike.
    """
    names = dict(name_values)
    sums = range((players - 1) * cards + 1)
    each = [_bids(each_bid, Free(), total, cards, names) for total in sums]
    limited = not isinstance(last_bid, Free)
    last = [_bids(each_bid, last_bid, total, cards, names) for total in sums] if limited else each
    if players == 1:
        return BidTable(tuple(last), tuple(last))
    early = (players - 2) * cards
    return BidTable(
        tuple(mask if total <= early else 0 for total, mask in zip(sums, each, strict=True)),
        tuple(last),
    )


def _bids(each: Limit, last: Limit, total: int, cards: int, names: Names) -> int:
    """Returns the bids that meet both limits after bids of that sum, none where one has no value."""
    try:
        masks = limits_in_force(each, last, 1 << total, cards, batch_condition(names)).allowed
    except EvaluationError:
        return 0
    return sum(1 << bid for bid, mask in enumerate(masks) if mask)


# --- scores -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ScoreColumns:
    """What each outcome of a deal scores, and whether it completes the contract.

    None stands where there is no value; `completed` is None where the deal is no contract.
    """

    scores: Sequence[int | None]
    completed: Sequence[bool | None] | None


def score_columns(rules: DealRules, deal: int, cards: int, outcomes: Outcomes) -> ScoreColumns:
    """Returns the scores of outcomes of a deal; they need only hold the names that scores depend
    on.
    """
    scores = score_column(rules, deal, cards, outcomes)
    if not isinstance(rules.completed, CompletedWhen):
        return ScoreColumns(scores, None)
    held = column(rules.completed.condition, outcomes, _names(rules, deal, cards))
    return ScoreColumns(scores, [None if value is None else value is True for value in held])


def score_column(
    rules: DealRules, deal: int, cards: int, outcomes: Outcomes
) -> Sequence[int | None]:
    """Returns the points alone: the outcomes need not hold what only the contract depends on."""
    names = _names(rules, deal, cards)
    return [_number(value) for value in column(rules.score, outcomes, names)]


def added_column(
    remembered: Past, rules: DealRules, deal: int, cards: int, outcomes: Outcomes
) -> Sequence[int | None]:
    """What outcomes of a deal add to a tally, 1 or 0 for a run that goes on or is broken."""
    results = column(remembered.expression, outcomes, _names(rules, deal, cards))
    return [None if value is None else int(value) for value in results]


def _names(rules: DealRules, deal: int, cards: int) -> Names:
    return {**rules.names, "deal": deal, "cards": cards, BLIND: False}


def _number(value: Value | None) -> int | None:
    assert value is None or type(value) is int
    return value


def score_or_none(rules: DealRules, deal: int, cards: int, taking: Taking) -> int | None:
    """Returns the score of one outcome, for those who ask for few of many; None where it has none."""
    try:
        return seat_result(rules, deal=deal, cards=cards, taking=taking).score
    except EvaluationError:
        return None

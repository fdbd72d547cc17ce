"""The bids and scores of a deal, computed for all of its outcomes at once.

`bid_masks` enumerates the legal bids and `outcomes` the figures one player can end a deal with.
This module evaluates the expressions of a deal over both. Only names that an expression depends on
are varied.

If an expression has no value, the result is a fault, or None for callers that do not need the
fault. The checker proves that no match reaches such a case; all other callers run after that proof.
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
from clagdsl.table.bid_masks import PAST_BIDS, BidMemory, Sums, limits_in_force
from clagdsl.table.bids import NameValues, OwnPast, batch_condition
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.history import limits_read
from clagdsl.table.outcomes import BLIND, Outcomes
from clagdsl.table.scoring import Taking, seat_result


class RowFaultError(Exception):
    """Raised if an expression has no value for a row; holds the first such row and its fault."""

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
    """Returns the value of an expression for every outcome; None if it has none.

    `names` holds the values that are equal in all outcomes.
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
    """The legal bids of one deal, by the sum of the bids before: bit b stands for bid b.

    It is for limits that read nothing else of the earlier bids.

    `each` is for the bids before the last, `last` for the last. No bid is legal at an unreachable
    sum, or at a sum at which a limit has no value.
    """

    each: tuple[int, ...]
    last: tuple[int, ...]


def bid_table(rules: DealRules, deal: int, cards: int, past: OwnPast = ()) -> BidTable:
    """Returns the legal bids of a deal for every sum of earlier bids.

    Bids are made in turn. `past` holds the values of the bidder's runs and tallies.
    """
    read = limits_read(rules)
    names = {**_names(rules, deal if "deal" in read else 0, cards)}
    names.update((name, value) for name, value in past if name in read)
    return _bid_table(rules.each_bid, rules.last_bid, rules.players, cards, tuple(names.items()))


@lru_cache(maxsize=512)
def _bid_table(
    each_bid: Limit, last_bid: Limit, players: int, cards: int, name_values: NameValues
) -> BidTable:
    """Returns the table from the values it depends on, so that deals with equal limits share it."""
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
    """Returns the bids that meet both limits after bids of that sum; 0 if a limit has no value."""
    memory = BidMemory()
    sums: Sums = {memory.start: 1 << total}
    condition = batch_condition(names, memory.columns)
    try:
        masks = limits_in_force(each, last, sums, cards, condition, memory).allowed[memory.start]
    except EvaluationError:
        return 0
    return sum(1 << bid for bid, mask in enumerate(masks) if mask)


def condition_column(
    rules: DealRules,
    deal: int,
    cards: int,
    past: OwnPast,
    condition: Expression,
    rows: Sequence[Row],
) -> list[Value | None]:
    """Returns whether each row meets a condition of a limit; None if it has no value.

    A row holds a bid, the sum of the bids including it, and the values of PAST_BIDS.
    """
    names = {**_names(rules, deal, cards), **dict(past)}
    return column(condition, Outcomes(BidMemory(PAST_BIDS).columns, rows), names)


# --- scores -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ScoreColumns:
    """The score of each outcome of a deal, and whether it completes the contract.

    An outcome without a value has None, and a deal without a contract has no column `completed`.
    """

    scores: Sequence[int | None]
    completed: Sequence[bool | None] | None


def score_columns(rules: DealRules, deal: int, cards: int, outcomes: Outcomes) -> ScoreColumns:
    """Returns the scores of outcomes and whether the contracts are completed.

    The outcomes need to hold only the names on which these depend.
    """
    scores = score_column(rules, deal, cards, outcomes)
    if not isinstance(rules.completed, CompletedWhen):
        return ScoreColumns(scores, None)
    held = column(rules.completed.condition, outcomes, _names(rules, deal, cards))
    return ScoreColumns(scores, [None if value is None else value is True for value in held])


def score_column(
    rules: DealRules, deal: int, cards: int, outcomes: Outcomes
) -> Sequence[int | None]:
    """Returns the scores alone; outcomes may lack names that only the contract depends on."""
    names = _names(rules, deal, cards)
    return [_number(value) for value in column(rules.score, outcomes, names)]


def added_column(
    remembered: Past, rules: DealRules, deal: int, cards: int, outcomes: Outcomes
) -> Sequence[int | None]:
    """Returns each outcome's addition to a tally; for a run, 1 if its condition holds, else 0."""
    results = column(remembered.expression, outcomes, _names(rules, deal, cards))
    return [None if value is None else int(value) for value in results]


def _names(rules: DealRules, deal: int, cards: int) -> Names:
    return {**rules.names, "deal": deal, "cards": cards, BLIND: False}


def _number(value: Value | None) -> int | None:
    assert value is None or type(value) is int
    return value


def score_or_none(rules: DealRules, deal: int, cards: int, taking: Taking) -> int | None:
    """Returns the score of one outcome, or None; faster than a column if only a few are needed."""
    try:
        return seat_result(rules, deal=deal, cards=cards, taking=taking).score
    except EvaluationError:
        return None

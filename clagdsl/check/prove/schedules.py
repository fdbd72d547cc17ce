"""What is wrong with the deals of a match, as far as a schedule itself can be wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias, assert_never

from clagdsl.check.prove.parameter_space import Evaluator, Setting
from clagdsl.lang.expr.intervals import Bounds, NotShownError, Range, range_of
from clagdsl.lang.rules import Expression, Ladder, OneSize, PickedSize, ScheduleRow
from clagdsl.table.schedule import ScheduledDeal, TooManyDealsError, scheduled_deals

Trouble: TypeAlias = Literal["empty", "too many", "below one", "wrong way round"]


class ScheduleError(Exception):
    """What is wrong with a schedule at one table; `row` is None where it is the whole."""

    def __init__(
        self, trouble: Trouble, row: int | None, low: int = 0, high: int = 0, number: int = 0
    ) -> None:
        super().__init__(trouble)
        self.trouble: Trouble = trouble
        self.row = row
        self.low = low
        self.high = high
        self.number = number


def sound_schedule(
    rows: tuple[ScheduleRow, ...], setting: Setting, evaluator: Evaluator
) -> tuple[ScheduledDeal, ...]:
    """Every deal of a match in order; raises ScheduleError or EvaluationError, the first there is.

    A row is judged before the next one is worked out.
    """
    dealt: list[ScheduledDeal] = []
    try:
        for each in scheduled_deals(rows, lambda e: evaluator.number(e, setting.names)):
            if each.low > each.high:
                raise ScheduleError("wrong way round", each.row, each.low, each.high, each.number)
            if each.low < 1:
                raise ScheduleError("below one", each.row, each.low, each.high, each.number)
            dealt.append(each)
    except TooManyDealsError as error:
        raise ScheduleError("too many", error.row, number=error.deals) from error
    if not dealt:
        raise ScheduleError("empty", None)
    return tuple(dealt)


def row_expressions(row: ScheduleRow) -> Iterator[Expression]:
    """What says how often a row is played, and with how many cards."""
    if row.repeat is not None:
        yield row.repeat
    match row.sizes:
        case OneSize(size):
            yield size
        case Ladder(first, last):
            yield from (first, last)
        case PickedSize(low, high):
            yield from (low, high)
        case _:
            assert_never(row.sizes)


def never_holds_a_deal(row: ScheduleRow, ranges: Mapping[str, Range]) -> bool:
    """Whether the bounds of the names alone show that a row holds no deal at any table."""
    if row.repeat is not None and _never_above(row.repeat, 0, ranges):
        return True
    match row.sizes:
        case Ladder(first=first, last=last, direction=direction):
            lower, upper = (first, last) if direction == "up" else (last, first)
            least = _bounds(lower, ranges)
            return least is not None and _never_above(upper, least.low - 1, ranges)
        case _:
            return False


def _never_above(expression: Expression, most: int, ranges: Mapping[str, Range]) -> bool:
    bounds = _bounds(expression, ranges)
    return bounds is not None and bounds.high <= most


def _bounds(expression: Expression, ranges: Mapping[str, Range]) -> Bounds | None:
    try:
        found = range_of(expression, ranges)
    except NotShownError:
        return None
    return found if isinstance(found, Bounds) else None

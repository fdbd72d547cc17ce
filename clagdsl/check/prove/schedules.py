"""What is wrong with the deals of a match, as far as a schedule itself can be wrong."""

from __future__ import annotations

from typing import Literal, TypeAlias

from clagdsl.check.prove.parameter_space import Evaluator, Setting
from clagdsl.lang.rules import ScheduleRow
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

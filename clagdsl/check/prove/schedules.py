"""The deals of a match at one table, worked out from the rows of the schedule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, assert_never

from clagdsl.check.prove.parameter_space import Evaluator, Setting
from clagdsl.lang.rules import Ladder, OneSize, PickedSize, ScheduleRow

MOST_DEALS: Final = 500
"""The most deals of one match."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """One deal of a match: its number from 1, its name, and how many cards each player gets.

    `low` and `high` differ where the dealer picks; `row` is where the schedule says it.
    """

    number: int
    deal: str
    low: int
    high: int
    row: int


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


def work_out(
    rows: tuple[ScheduleRow, ...], setting: Setting, evaluator: Evaluator
) -> tuple[Dealt, ...]:
    """Every deal of a match in order; raises ScheduleError or FaultFoundError."""
    dealt: list[Dealt] = []
    for place, row in enumerate(rows):
        times = 1
        if row.repeat is not None:
            times = max(0, evaluator.number(row.repeat, setting.names))
        sizes, many = _sizes(row, setting, evaluator)
        # a row repeated 0 times deals nothing, but one of a thousand million sizes is a mistake
        more = len(dealt) + max(times * len(row.deals), 1) * many
        if more > MOST_DEALS and (times or many > MOST_DEALS):
            raise ScheduleError("too many", place, number=more)
        held = list(sizes)
        for step, (low, high) in enumerate(held if times else ()):
            number = len(dealt) + step * len(row.deals) + 1
            if low > high:
                raise ScheduleError("wrong way round", place, low, high, number)
            if low < 1:
                raise ScheduleError("below one", place, low, high, number)
        for _ in range(times if held and row.deals else 0):
            for low, high in held:
                for name in row.deals:
                    dealt.append(Dealt(len(dealt) + 1, name, low, high, place))
    if not dealt:
        raise ScheduleError("empty", None)
    return tuple(dealt)


def _sizes(
    row: ScheduleRow, setting: Setting, evaluator: Evaluator
) -> tuple[Iterator[tuple[int, int]], int]:
    """The sizes of a row and how many there are, not yet laid out: they may be a billion."""
    sizes = row.sizes
    match sizes:
        case OneSize(size=size):
            one = evaluator.number(size, setting.names)
            return iter(((one, one),)), 1
        case Ladder(first=first, last=last, direction=direction):
            start = evaluator.number(first, setting.names)
            end = evaluator.number(last, setting.names)
            step = 1 if direction == "up" else -1
            ladder = range(start, end + step, step)
            return ((size, size) for size in ladder), _length(ladder)
        case PickedSize(low=low, high=high):
            fewest = evaluator.number(low, setting.names)
            most = evaluator.number(high, setting.names)
            return iter(((fewest, most),)), 1
        case _:
            assert_never(sizes)


def _length(ladder: range) -> int:
    return max(0, (ladder.stop - ladder.start) // ladder.step)

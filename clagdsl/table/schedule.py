"""The deals of a match, worked out from the rows of the schedule."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from typing import Final, TypeAlias, assert_never

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import Expression, Ladder, OneSize, PickedSize, ScheduleRow

MOST_DEALS: Final = 500
"""No match has more deals."""

WorkOut: TypeAlias = Callable[[Expression], int]
"""The whole number that an expression of the schedule comes to at a table."""


@dataclass(frozen=True, slots=True)
class ScheduledDeal:
    """One deal of the schedule; its number counts from 1.

    Every player is dealt `low` to `high` cards: the dealer picks where these differ.  `row` is the
    row of the schedule, from 0, that says so.
    """

    number: int
    name: str
    low: int
    high: int
    row: int = field(default=0, compare=False, repr=False)

    @property
    def cards(self) -> int | None:
        """The number of cards for each player, or None where the dealer picks it."""
        return self.low if self.low == self.high else None


class TooManyDealsError(Exception):
    """A row of the schedule brings the deals to more than a match has; `deals` is how many."""

    def __init__(self, row: int, deals: int) -> None:
        super().__init__(f"{deals} deals")
        self.row = row
        self.deals = deals


def scheduled_deals(rows: tuple[ScheduleRow, ...], work_out: WorkOut) -> Iterator[ScheduledDeal]:
    """Every deal of a match in order; raises TooManyDealsError before a row that is too long.

    The deals of a row come before the next row is worked out.  Nothing is said of their sizes,
    which may be below one or the wrong way round.
    """
    dealt = 0
    for place, row in enumerate(rows):
        times = 1 if row.repeat is None else max(0, work_out(row.repeat))
        sizes, many = _sizes(row, work_out)
        # a row repeated 0 times deals nothing, but one of a thousand million sizes is a mistake
        more = dealt + max(times * len(row.deals), 1) * many
        if more > MOST_DEALS and (times or many > MOST_DEALS):
            raise TooManyDealsError(place, more)
        held = list(sizes)
        for _ in range(times):
            for low, high in held:
                for name in row.deals:
                    dealt += 1
                    yield ScheduledDeal(dealt, name, low, high, place)


def _sizes(row: ScheduleRow, work_out: WorkOut) -> tuple[Iterator[tuple[int, int]], int]:
    """The sizes of a row and how many there are, not yet laid out: they may be a billion."""
    sizes = row.sizes
    match sizes:
        case OneSize(size=size):
            cards = work_out(size)
            return iter(((cards, cards),)), 1
        case Ladder(first=first, last=last, direction=direction):
            start, end = work_out(first), work_out(last)
            step = 1 if direction == "up" else -1
            ladder = range(start, end + step, step)
            return ((size, size) for size in ladder), len(ladder)
        case PickedSize(low=low, high=high):
            return iter(((work_out(low), work_out(high)),)), 1
        case _:
            assert_never(sizes)

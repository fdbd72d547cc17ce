"""The deals of a match, computed from the rows of the schedule, and the last deal of a match.

`sized_row` evaluates the expressions of a row at a table, and `row_deals` lists its deals.
`parts_in_order` repeats rows and groups of rows. `scheduled_deals` combines the three and numbers
the deals. These are generators: the deals of a row come before the next row is evaluated.

The last part finds, for games with an `ends` clause, the deals after which a match is over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Final, TypeAlias, assert_never

from clagdsl.lang.cards import Suit
from clagdsl.lang.expr.free_variables import written_names
from clagdsl.lang.expr.intervals import YES, Bounds, NotShownError, Range, point_range, range_of
from clagdsl.lang.expr.operators import LARGEST
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.limits import MOST_DEALS
from clagdsl.lang.rules import (
    Expression,
    Ladder,
    OneSize,
    PickedSize,
    RepeatedRows,
    ScheduleRow,
    Sizes,
    Value,
)


def size_parts(sizes: Sizes) -> dict[str, Expression]:
    """Returns the expressions in the sizes of a row by field name, in the order written."""
    match sizes:
        case OneSize(size=size):
            return {"size": size}
        case Ladder(first=first, last=last, by=by):
            return {"first": first, "last": last, "by": by}
        case PickedSize(low=low, high=high):
            return {"low": low, "high": high}
        case _:
            assert_never(sizes)


NumberEvaluator: TypeAlias = Callable[[Expression], int]
"""A function that evaluates an expression of the schedule to a whole number."""

ConditionEvaluator: TypeAlias = Callable[[Expression], bool]
"""A function that evaluates a condition of the schedule."""


@dataclass(frozen=True, slots=True)
class ScheduledDeal:
    """One deal of the schedule; its number counts from 1.

    - `low` to `high`: the cards dealt to each player; the dealer picks if these differ.
    - `row`: the row of the schedule, from 0.
    - `turn`: the number of earlier deals of the same name.
    - `trump`: the trump suits, highest first; empty without trump, as in a view. None if they are
      not known in advance because trump is turned, named or called.
    - `row_deals`: the number of deals in the row.
    - `in_row`: the number of deals of the row before this one. A row that is repeated with others
      is a new row each time.
    """

    number: int
    name: str
    low: int
    high: int
    row: int = field(default=0, compare=False, repr=False)
    turn: int = field(default=0, compare=False, repr=False)
    trump: tuple[Suit, ...] | None = field(default=None, compare=False, repr=False)
    row_deals: int = field(default=1, compare=False, repr=False)
    in_row: int = field(default=0, compare=False, repr=False)

    @property
    def ends_row(self) -> bool:
        """True for the last deal of its row."""
        return self.in_row + 1 == self.row_deals

    @property
    def cards(self) -> int | None:
        """The number of cards for each player, or None if the dealer picks it."""
        return self.low if self.low == self.high else None

    @property
    def sizes(self) -> range:
        """The possible numbers of cards for each player."""
        return range(self.low, self.high + 1)


class TooManyDealsError(Exception):
    """Raised if a row extends the schedule beyond the limit; `deals` is the number reached."""

    def __init__(self, row: int, deals: int) -> None:
        super().__init__(f"{deals} deals")
        self.row = row
        self.deals = deals


class NoStepError(Exception):
    """Raised if the step of a ladder, `by`, is smaller than one card."""

    def __init__(self, by: int) -> None:
        super().__init__(f"by {by} cards")
        self.by = by


@dataclass(frozen=True, slots=True)
class SizedRow:
    """A row of the schedule evaluated at a table: its repetitions and the bounds of each size.

    `low` and `high` list the bounds of each size in order. They are ranges, not lists, because a
    mistaken row may have a billion sizes.
    """

    times: int
    low: range
    high: range


NOT_DEALT: Final = SizedRow(0, range(0), range(0))
"""A row whose condition fails: its sizes and repetitions are not evaluated."""


def sized_row(row: ScheduleRow, evaluate: NumberEvaluator, holds: ConditionEvaluator) -> SizedRow:
    """Returns the repetitions and sizes of a row; the sizes are not validated.

    Raises NoStepError if the step of a ladder is less than one card.
    """
    if row.condition is not None and not holds(row.condition):
        return NOT_DEALT
    times = 1 if row.repeat is None else max(0, evaluate(row.repeat))
    match row.sizes:
        case OneSize(size=size):
            cards = evaluate(size)
            return SizedRow(times, range(cards, cards + 1), range(cards, cards + 1))
        case Ladder(first=first, last=last, direction=direction, by=by):
            start, end, step = evaluate(first), evaluate(last), evaluate(by)
            if step < 1:
                raise NoStepError(step)
            ladder = range(start, end + 1, step)
            if direction == "down":
                ladder = range(start, end - 1, -step)
            return SizedRow(times, ladder, ladder)
        case PickedSize(low=low, high=high):
            least, most = evaluate(low), evaluate(high)
            return SizedRow(times, range(least, least + 1), range(most, most + 1))
        case _:
            assert_never(row.sizes)


def row_deals(
    place: int, names: tuple[str, ...], sized: SizedRow, before: int
) -> Iterator[ScheduledDeal]:
    """Yields the deals of the row `place`, after `before` earlier deals.

    Raises TooManyDealsError before the first deal if there are too many.
    """
    times, many = sized.times, len(sized.low)
    # zero repetitions are fine, but a billion sizes are a mistake even so
    more = before + max(times * len(names), 1) * many
    if more > MOST_DEALS and (times or many > MOST_DEALS):
        raise TooManyDealsError(place, more)
    whole = times * len(names) * many
    sizes = [size for _ in range(times) for size in zip(sized.low, sized.high, strict=True)]
    dealt = ((name, low, high) for low, high in sizes for name in names)
    for in_row, (name, low, high) in enumerate(dealt):
        number = before + in_row + 1
        yield ScheduledDeal(number, name, low, high, place, row_deals=whole, in_row=in_row)


def parts_in_order(
    rows: range,
    repeated: Sequence[RepeatedRows],
    often: Callable[[RepeatedRows], int],
    part: Callable[[int, int], tuple[ScheduledDeal, ...]],
    before: int = 0,
) -> Iterator[tuple[ScheduledDeal, ...]]:
    """Yields the deals of each row in the order of play, repeating groups of rows.

    `part` returns the deals of a row, given the number of deals before it. A group that holds no
    deal the first time is not repeated.
    """
    dealt, row, left = before, rows.start, list(repeated)
    while row < rows.stop:
        if not left or left[0].first != row:
            deals = part(row, dealt)
            dealt += len(deals)
            yield deals
            row += 1
            continue
        whole = left.pop(0)
        within = [each for each in left if each.first <= whole.last]
        left = left[len(within) :]
        for _ in range(often(whole)):
            begun = dealt
            for deals in parts_in_order(range(row, whole.last + 1), within, often, part, dealt):
                dealt += len(deals)
                yield deals
            if dealt == begun:
                break
        row = whole.last + 1


def scheduled_deals(
    rows: tuple[ScheduleRow, ...],
    repeated: tuple[RepeatedRows, ...],
    work_out: NumberEvaluator,
    holds: ConditionEvaluator,
) -> Iterator[ScheduledDeal]:
    """Yields every deal of a match in order.

    Raises TooManyDealsError before a row that is too long, and NoStepError at a ladder with a step
    below one. Each row is evaluated only after the deals of the row before it. Sizes are not
    validated: they may be below one or in the wrong order.
    """
    turns: Counter[str] = Counter()

    def part(row: int, before: int) -> tuple[ScheduledDeal, ...]:
        return tuple(row_deals(row, rows[row].deals, sized_row(rows[row], work_out, holds), before))

    whole = range(len(rows))
    for deals in parts_in_order(whole, repeated, lambda one: work_out(one.times), part):
        for each in deals:
            # constructed directly, for speed: examples with parameters build a schedule per table
            yield ScheduledDeal(
                each.number,
                each.name,
                each.low,
                each.high,
                each.row,
                turns[each.name],
                each.trump,
                each.row_deals,
                each.in_row,
            )
            turns[each.name] += 1


# --- schedules for other numbers of players -------------------------------------------------


Schedule: TypeAlias = tuple[ScheduledDeal, ...]


def row_direction(schedule: Schedule, deal: ScheduledDeal) -> int:
    """Returns 1 if the sizes of the row of a deal rise, -1 if they fall, 0 if all are equal."""
    first = deal.number - deal.in_row - 1
    change = schedule[first + deal.row_deals - 1].low - schedule[first].low
    return (change > 0) - (change < 0)


def number_after_change(before: Schedule, number: int, after: Schedule) -> int:
    """Returns the number of the next deal in the schedule `after` of other players.

    `number` is that of the next deal in the schedule `before`. The sizes go on in their direction:
    the result is the nearest deal of the same row whose size is the next one that the row has. If
    the row has none, it is the deal after the row, which may be beyond the end. If the other
    schedule lacks the row, it is the deal of the nearest size. A match that begins is not moved.
    """
    if number == 1 or number > len(before) or before == after:
        return number
    due = before[number - 1]
    way = row_direction(before, due)

    def progress(deal: ScheduledDeal) -> int:
        return deal.low * way if way else deal.in_row

    def distance(deal: ScheduledDeal) -> tuple[int, ...]:
        return (
            abs(deal.low - due.low) + abs(deal.high - due.high),
            row_direction(after, deal) != way,
            deal.name != due.name,
            abs(progress(deal) - progress(due)),
            abs(deal.number - number),
        )

    row = [deal for deal in after if deal.row == due.row]
    ahead = [deal for deal in row if progress(deal) >= progress(due)]
    if row and not ahead:
        ends = [deal.number for deal in row if deal.ends_row]
        return 1 + min(ends, key=lambda end: abs(end - number))
    return min(ahead or after, key=distance).number


# --- the end of a match -------------------------------------------------------------------


_ANY_TOTAL: Final = Bounds(-LARGEST, LARGEST)


def over_after(
    condition: Expression, names: Mapping[str, Range], deal: Range, totals: Range
) -> Range:
    """Returns the possible values of an end condition after a deal, for totals within these bounds.

    Raises NotShownError if the bounds do not prove that the condition has a value.
    """
    players = names["players"]
    assert isinstance(players, Bounds)
    leaders = Bounds(1, players.high)
    totals_of = {"highest_total": totals, "lowest_total": totals}
    ranges = {**names, **totals_of, "deal": deal, "leaders": leaders}
    return range_of(condition, ranges)


def deals_played(condition: Expression, names: Mapping[str, Value], deals: int) -> int:
    """Returns the number of the first deal that ends the match for all totals, else `deals`.

    `names` holds the players, parameters and `let` names of the table.
    """
    # without `deal`, a condition that always holds does so after the first deal
    tried = deals if "deal" in written_names(condition) else min(deals, 2)
    fixed = {name: point_range(value) for name, value in names.items()}
    for deal in range(1, tried):
        try:
            if over_after(condition, fixed, point_range(deal), _ANY_TOTAL) == YES:
                return deal
        except NotShownError:
            continue
    return deals

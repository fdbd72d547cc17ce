"""What is wrong with the deals of a match, as far as a schedule itself can be wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, TypeAlias, assert_never

from clagdsl.check.prove.parameter_space import Evaluator, Setting
from clagdsl.lang.expr.intervals import Bounds, NotShownError, Range, range_of
from clagdsl.lang.rules import (
    Expression,
    Game,
    Ladder,
    OneSize,
    PickedSize,
    RepeatedRows,
    ScheduleRow,
    Value,
)
from clagdsl.table.schedule import (
    NoStepError,
    ScheduledDeal,
    SizedRow,
    TooManyDealsError,
    parts_in_order,
    row_deals,
    sized_row,
)

Trouble: TypeAlias = Literal["empty", "too many", "below one", "wrong way round", "no step"]


class ScheduleError(Exception):
    """What is wrong with a schedule at one table; `row` is None where it is the whole."""

    def __init__(
        self, trouble: Trouble, row: int | None, low: int = 0, high: int = 0, number: int = 0
    ) -> None:
        self.trouble: Trouble = trouble
        self.row = row
        self.low = low
        self.high = high
        self.number = number


class Schedules:
    """The deals of a match at table after table.

    A row is worked out once for all tables that are alike in what it depends on, and laid out once
    for every place among the deals.
    """

    def __init__(
        self,
        rows: tuple[ScheduleRow, ...],
        repeated: tuple[RepeatedRows, ...],
        evaluator: Evaluator,
    ) -> None:
        self.rows = rows
        self.repeated = repeated
        self.evaluator = evaluator
        uses = [[evaluator.book.uses(e) for e in row_expressions(row)] for row in rows]
        self._written = [frozenset(n for use in each for n in use.written) for each in uses]
        self._parameters = [frozenset(n for use in each for n in use.parameters) for each in uses]
        self._sized: list[dict[tuple[Value, ...], SizedRow]] = [{} for _ in rows]
        self._alike: dict[SizedRow, SizedRow] = {}
        self._laid_out: dict[tuple[int, int, int], tuple[ScheduledDeal, ...]] = {}
        self._wholes: dict[tuple[int, ...], tuple[ScheduledDeal, ...]] = {}
        self._usual: dict[int, list[tuple[ScheduledDeal, ...]]] = {}

    def sound(self, setting: Setting) -> tuple[ScheduledDeal, ...]:
        """Every deal of a match in order; raises ScheduleError or EvaluationError.

        It is the first that there is: a row is judged before the next one is worked out.  Tables
        whose deals are the same get the same tuple.
        """
        self.evaluator.budget.spend(2 * len(self.rows))
        if self.repeated:
            return self._whole(
                parts_in_order(
                    range(len(self.rows)),
                    self.repeated,
                    lambda one: self.evaluator.number(one.times, setting.names),
                    lambda row, before: self._part(row, before, setting),
                )
            )
        usual = self._usual.get(setting.players) if setting.changed else None
        dealt = dealt_usually = 0
        parts: list[tuple[ScheduledDeal, ...]] = []
        for number, parameters in enumerate(self._parameters):
            if (
                usual is None
                or setting.changed is None
                or setting.changed[0] in parameters
                or dealt != dealt_usually
            ):
                part = self._part(number, dealt, setting)
            else:
                part = usual[number]
            dealt += len(part)
            dealt_usually += len(usual[number]) if usual is not None else 0
            parts.append(part)
        whole = self._whole(parts)
        if setting.changed is None:
            self._usual[setting.players] = parts
        return whole

    def _whole(self, found: Iterable[tuple[ScheduledDeal, ...]]) -> tuple[ScheduledDeal, ...]:
        """The deals of all parts, the same tuple for the same parts."""
        parts = tuple(found)
        if not any(parts):
            raise ScheduleError("empty", None)
        key = tuple(map(id, parts))  # which are kept, so that they stay what they are
        whole = self._wholes.get(key)
        if whole is None:
            whole = self._wholes[key] = tuple(each for part in parts for each in part)
        return whole

    def _part(self, number: int, before: int, setting: Setting) -> tuple[ScheduledDeal, ...]:
        """The deals of one row."""
        self.evaluator.budget.spend(10)
        key = setting.choose(self._written[number])
        sized = self._sized[number].get(key)
        if sized is None:
            try:
                sized = sized_row(
                    self.rows[number],
                    lambda e: self.evaluator.number(e, setting.names),
                    lambda e: self.evaluator.value(e, setting.names) is True,
                )
            except NoStepError as error:
                raise ScheduleError("no step", number, error.by) from error
            sized = self._sized[number][key] = self._alike.setdefault(sized, sized)
        where = (number, before, id(sized))
        part = self._laid_out.get(where)
        if part is None:
            part = self._laid_out[where] = self._laid(number, before, sized)
            self.evaluator.budget.spend(10 * len(part))
        return part

    def _laid(self, number: int, before: int, sized: SizedRow) -> tuple[ScheduledDeal, ...]:
        part: list[ScheduledDeal] = []
        try:
            for each in row_deals(number, self.rows[number].deals, sized, before):
                if each.low > each.high:
                    raise ScheduleError("wrong way round", number, each.low, each.high, each.number)
                if each.low < 1:
                    raise ScheduleError("below one", number, each.low, each.high, each.number)
                part.append(each)
        except TooManyDealsError as error:
            raise ScheduleError("too many", error.row, number=error.deals) from error
        return tuple(part)


def row_expressions(row: ScheduleRow) -> Iterator[Expression]:
    """What says whether a row is played and how often, and with how many cards."""
    if row.condition is not None:
        yield row.condition
    if row.repeat is not None:
        yield row.repeat
    match row.sizes:
        case OneSize(size):
            yield size
        case Ladder(first=first, last=last, by=by):
            yield from (first, last, by)
        case PickedSize(low, high):
            yield from (low, high)
        case _:
            assert_never(row.sizes)


def expressions_of_row(game: Game, number: int) -> Iterator[Expression]:
    """What says whether the row of a number is played, how often, and with how many cards."""
    yield from row_expressions(game.schedule[number])
    yield from (each.times for each in around_row(game, number))


def around_row(game: Game, number: int) -> Iterator[RepeatedRows]:
    """The brackets that the row of a number stands in."""
    return (each for each in game.repeated if each.first <= number <= each.last)


def never_repeated(game: Game, number: int, ranges: Mapping[str, Range]) -> Expression | None:
    """How often a row's brackets are played, if the bounds of the names show that it is never."""
    times = (each.times for each in around_row(game, number))
    return next((each for each in times if _never_above(each, 0, ranges)), None)


def never_holds_a_deal(row: ScheduleRow, ranges: Mapping[str, Range]) -> bool:
    """Whether the bounds of the names alone show that a row holds no deal at any table."""
    if row.condition is not None and _never_true(row.condition, ranges):
        return True
    if row.repeat is not None and _never_above(row.repeat, 0, ranges):
        return True
    if not isinstance(row.sizes, Ladder):
        return False
    lower, upper = row.sizes.first, row.sizes.last
    if row.sizes.direction == "down":
        lower, upper = upper, lower
    least = _bounds(lower, ranges)
    return least is not None and _never_above(upper, least.low - 1, ranges)


def _never_true(condition: Expression, ranges: Mapping[str, Range]) -> bool:
    try:
        return range_of(condition, ranges) == frozenset({False})
    except NotShownError:
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

"""The deals of a schedule against its rows written out one after the other."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from support.table_games import aspects, game

from clagdsl.lang.expr.ast import Expression
from clagdsl.lang.expr.evaluate import holds, number
from clagdsl.lang.rules import (
    Deal,
    Ladder,
    Number,
    OneSize,
    PickedSize,
    RepeatedRows,
    ScheduleRow,
    Truth,
)
from clagdsl.table.schedule import (
    NoStepError,
    ScheduledDeal,
    SizedRow,
    TooManyDealsError,
    parts_in_order,
    row_deals,
    scheduled_deals,
    sized_row,
)
from clagdsl.table.table import make_table


def work_out(expression: Expression) -> int:
    return number(expression, {})


def is_met(condition: Expression) -> bool:
    return holds(condition, {})


def sizes_of(row: ScheduleRow) -> list[tuple[int, int]]:
    """The sizes of a row that is played once."""
    match row.sizes:
        case OneSize(size=Number(value=size)):
            return [(size, size)]
        case PickedSize(low=Number(value=low), high=Number(value=high)):
            return [(low, high)]
        case Ladder(
            first=Number(value=first), last=Number(value=last), direction=way, by=Number(value=by)
        ):
            many = range(20)
            ladder = [first + by * step if way == "up" else first - by * step for step in many]
            within = [s for s in ladder if (s <= last if way == "up" else s >= last)]
            return [(size, size) for size in within]
    raise AssertionError(row)


ROWS = [
    ScheduleRow(OneSize(Number(3)), ("a",)),
    ScheduleRow(OneSize(Number(2)), ("a", "b"), Number(2)),
    ScheduleRow(PickedSize(Number(1), Number(4)), ("b",), Number(3)),
    ScheduleRow(Ladder(Number(1), Number(5), "up", Number(1)), ("a",)),
    ScheduleRow(Ladder(Number(1), Number(6), "up", Number(2)), ("a", "b", "a")),
    ScheduleRow(Ladder(Number(5), Number(2), "down", Number(1)), ("b",)),
    ScheduleRow(Ladder(Number(6), Number(2), "down", Number(2)), ("a",), Number(2)),
    ScheduleRow(Ladder(Number(4), Number(4), "up", Number(3)), ("a",)),
    ScheduleRow(Ladder(Number(4), Number(4), "down", Number(3)), ("a",)),
    ScheduleRow(Ladder(Number(3), Number(2), "up", Number(1)), ("a",)),
    ScheduleRow(Ladder(Number(2), Number(3), "down", Number(1)), ("a",)),
    ScheduleRow(OneSize(Number(3)), ("b",), Number(0)),
    ScheduleRow(OneSize(Number(3)), ("b",), Number(-2)),
    ScheduleRow(OneSize(Number(3)), ("b",), None, Truth(False)),
    ScheduleRow(OneSize(Number(3)), ("b",), None, Truth(True)),
]


def dealt_of(row: ScheduleRow) -> list[tuple[str, int, int]]:
    """The deals of a row, one after the other."""
    if row.condition == Truth(False):
        return []
    times = 1 if row.repeat is None else work_out(row.repeat)
    sizes = [size for _ in range(times) for size in sizes_of(row)]
    return [(name, low, high) for low, high in sizes for name in row.deals]


@pytest.mark.parametrize("row", ROWS)
def test_the_deals_of_a_row_are_its_sizes_in_turn_as_often_as_it_is_repeated(
    row: ScheduleRow,
) -> None:
    expected = dealt_of(row)
    found = list(row_deals(7, row.deals, sized_row(row, work_out, is_met), 10))
    assert [(each.name, each.low, each.high) for each in found] == expected
    assert [each.number for each in found] == [11 + place for place in range(len(expected))]
    assert [each.in_row for each in found] == list(range(len(expected)))
    assert all((each.row, each.row_deals) == (7, len(expected)) for each in found)
    assert [each.ends_row for each in found] == [
        place == len(expected) for place in range(1, len(expected) + 1)
    ]
    assert [each.cards for each in found] == [
        low if low == high else None for _, low, high in expected
    ]


def written_out(
    rows: list[ScheduleRow], repeated: list[tuple[int, int, int]], first: int, last: int
) -> Iterator[int]:
    """The rows from one to another in the order of play; of what is repeated the outer first."""
    row = first
    while row <= last:
        begun = [each for each in repeated if each[0] == row]
        if not begun:
            yield row
            row += 1
            continue
        outer = max(begun, key=lambda each: each[1])
        inner = [each for each in repeated if each != outer]
        for _ in range(outer[2]):
            yield from written_out(rows, inner, outer[0], outer[1])
        row = outer[1] + 1


REPEATED = [
    [],
    [(0, 1, 2)],
    [(1, 1, 3)],
    [(0, 4, 2)],
    [(0, 4, 2), (0, 1, 3)],
    [(0, 3, 2), (1, 3, 2), (2, 2, 3)],
    [(0, 0, 2), (1, 3, 2), (3, 3, 2), (4, 4, 0)],
    [(0, 2, 0), (1, 2, 2)],
    [(1, 2, 2), (3, 4, 2)],
]


@pytest.mark.parametrize("repeated", REPEATED)
def test_rows_are_repeated_as_a_whole_and_within_what_is_repeated(
    repeated: list[tuple[int, int, int]],
) -> None:
    luck = random.Random(len(repeated))
    for _ in range(4):
        rows = luck.sample(ROWS, 5)
        whole = tuple(RepeatedRows(first, last, Number(often)) for first, last, often in repeated)
        found = list(scheduled_deals(tuple(rows), whole, work_out, is_met))
        expected: list[tuple[int, str, int, int, int, int]] = []
        for row in written_out(rows, repeated, 0, 4):
            dealt = dealt_of(rows[row])
            for place, (name, low, high) in enumerate(dealt):
                expected.append((row, name, low, high, len(dealt), place))
        assert [
            (each.row, each.name, each.low, each.high, each.row_deals, each.in_row)
            for each in found
        ] == expected
        assert [each.number for each in found] == list(range(1, len(expected) + 1))
        names = [each.name for each in found]
        assert [each.turn for each in found] == [
            names[:place].count(name) for place, name in enumerate(names)
        ]


def test_rows_without_a_deal_are_not_repeated_for_ever() -> None:
    never = (ScheduleRow(OneSize(Number(3)), ("a",), Number(0)), ROWS[0])
    repeated = (RepeatedRows(0, 0, Number(10**15)),)
    assert len(list(scheduled_deals(never, repeated, work_out, is_met))) == 1


def test_deals_go_on_after_those_before() -> None:
    asked: list[tuple[int, int]] = []

    def part(row: int, before: int) -> tuple[ScheduledDeal, ...]:
        asked.append((row, before))
        return tuple(row_deals(row, ("a",), SizedRow(row, range(1, 2), range(1, 2)), before))

    list(parts_in_order(range(1, 4), (), work_out, part))
    assert asked == [(1, 0), (2, 1), (3, 3)]
    asked.clear()
    list(parts_in_order(range(1, 3), (), work_out, part, 20))
    assert asked == [(1, 20), (2, 21)]


@pytest.mark.parametrize("before", [0, 1, 400])
@pytest.mark.parametrize("times", [0, 1, 2, 100])
def test_a_match_has_no_more_than_five_hundred_deals(before: int, times: int) -> None:
    for many in (0, 1, 2, 3, 5, 49, 50, 51, 99, 100, 249, 250, 251, 499, 500, 501):
        sizes = range(1, many + 1)
        for names in (("a",), ("a", "b")):
            deals = times * many * len(names)
            row = row_deals(3, names, SizedRow(times, sizes, sizes), before)
            if before + deals > 500 if times else many > 500:
                with pytest.raises(TooManyDealsError) as told:
                    next(row)
                assert (told.value.row, told.value.deals) == (3, before + (deals or many))
            else:
                assert len(list(row)) == deals


def test_a_ladder_goes_by_one_card_at_least() -> None:
    for by in (1, 0, -1):
        row = ScheduleRow(Ladder(Number(1), Number(3), "up", Number(by)), ("a",))
        if by == 1:
            assert list(sized_row(row, work_out, is_met).low) == [1, 2, 3]
        else:
            with pytest.raises(NoStepError) as told:
                sized_row(row, work_out, is_met)
            assert (told.value.by, str(told.value)) == (by, f"by {by} cards")


def test_deals_of_the_schedule_are_the_same_that_say_the_same() -> None:
    """Whatever stands before and after them, and what is trump in them."""
    one = ScheduledDeal(1, "a", 2, 3)
    assert (one.row, one.turn, one.trump, one.row_deals, one.in_row) == (0, 0, None, 1, 0)
    assert one == ScheduledDeal(1, "a", 2, 3, 4, 5, ("S",), 6, 3)
    for other in (
        ScheduledDeal(2, "a", 2, 3),
        ScheduledDeal(1, "b", 2, 3),
        ScheduledDeal(1, "a", 1, 3),
        ScheduledDeal(1, "a", 2, 4),
    ):
        assert one != other


def test_a_table_finds_its_deals_by_their_numbers() -> None:
    row = ScheduleRow(Ladder(Number(1), Number(3), "up"), ("normal",))
    table = make_table(game(Deal("normal", aspects()), schedule=(row,)), 4)
    assert [table.scheduled(number) for number in (0, 4, -1)] == [None] * 3
    assert [table.scheduled(number) for number in (1, 2, 3)] == list(table.schedule)

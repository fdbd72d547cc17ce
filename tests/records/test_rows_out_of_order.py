"""A row that is out of order is reported alone, and counts for no other row."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from support.loaded import loaded

from clagdsl.engine.players.player import random_action
from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.records.replay import replay_sheet
from clagdsl.records.sheet import SheetRules, parse_sheet, write_sheet


@cache
def played() -> Record:
    """Five deals with all their figures."""
    state = loaded("foss").start(players=3, seed=4, dealer=0)
    while len(state.history) < 5 and (action := random_action(state)) is not None:
        state = state.apply(action)
    deals = tuple(
        RecordedDeal(number=deal.number, bids=deal.bids, won=deal.won, totals=deal.totals)
        for deal in state.record().deals[:5]
    )
    return replace(state.record(), seed=None, deals=deals)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("1 2 4 3 5", "deal 3 comes after deal 4"),
        ("1 2 2 3 4", "deal 2 is recorded twice"),
        ("1=9 2 3 4", "deal 9 comes before deal 2"),
        ("1 2=9 3 4", "deal 9 comes before deal 3"),
        ("1 2 3 4=2 5", "deal 2 comes after deal 3"),
        ("1 2 3=nt 4 5", "deal 8 comes before deal 4"),
        ("1 2=99 3", "`99` is not a deal of the schedule"),
        ("1 2 1=99 3", "`99` is not a deal of the schedule"),
    ],
)
def test_a_row_out_of_order_is_the_only_problem(rows: str, message: str) -> None:
    """`2=9` is the row of deal 2 with the number 9."""
    deals = []
    for row in rows.split():
        number, _, written = row.partition("=")
        deal = played().deals[int(number) - 1]
        if written.isdecimal():
            deal = replace(deal, number=int(written))
        elif written:
            deal = replace(deal, number=None, label=written)
        deals.append(deal)
    record = replace(played(), deals=tuple(deals))
    problems = replay_sheet(record, loaded("foss").rules).problems
    assert [problem.diagnostic.message for problem in problems] == [message]


@pytest.mark.parametrize(
    ("label", "message", "help"),
    [
        ("nt", "deal 2 of the schedule is `normal`, not `nt`", "`nt` is deal 8"),
        ("No Trumps", "deal 2 of the schedule is `normal`, not `No Trumps`", "is deal 8"),
        ("No Hearts", "`No Hearts` is not a deal of the schedule", "the deals are 1 to 20: "),
    ],
)
def test_a_number_and_a_label_of_two_deals(label: str, message: str, help: str) -> None:
    first, second, *_ = played().deals
    record = replace(played(), deals=(first, replace(second, label=label)))
    (problem,) = replay_sheet(record, loaded("foss").rules).problems
    assert problem.diagnostic.message == message
    assert help in problem.diagnostic.help


@pytest.mark.parametrize("second_is_wrong", [True, False])
def test_the_row_after_a_deal_that_is_written_twice_counts_from_what_both_say(
    second_is_wrong: bool,
) -> None:
    """One of the two has another total, which the next row does not count from."""
    one, right, after, *_ = played().deals
    wrong = replace(right, bids=None, won=None, totals=((right.totals or ())[0], 777, None))
    twice = (right, wrong) if second_is_wrong else (wrong, right)
    record = replace(played(), deals=(one, *twice, after))
    problems = replay_sheet(record, loaded("foss").rules).problems
    assert [problem.row for problem in problems if problem.row != "2"] == []


def test_a_wrong_total_after_a_row_out_of_order_is_reported() -> None:
    one, two, three, four, five = played().deals
    wrong = replace(five, totals=(9_999, *(five.totals or ())[1:]))
    record = replace(played(), deals=(one, two, four, three, wrong))
    problems = replay_sheet(record, loaded("foss").rules).problems
    assert [(problem.row, problem.diagnostic.code) for problem in problems] == [
        ("3", "R533"),
        ("5", "R541"),
    ]


@pytest.mark.parametrize(
    ("rows", "labels", "problem"),
    [
        ("1 3 2 4 5", "1 3 2 4 5", (4, "R533")),
        ("1 2 4 3 5", "1 2 4 3 5", (5, "R533")),
        ("1 2 3 4 5", "1 3 2 4 5", (4, "R533")),
        ("1 2 3 4 5", "1 2 4 3 5", (5, "R533")),
        ("1 2 3 4", "1 2 2 4", (4, "R534")),
        ("1 2 3 4 5", "1 2 3 3 5", (5, "R534")),
    ],
)
def test_a_wrong_label_of_cards_is_the_only_problem(
    rows: str, labels: str, problem: tuple[int, str]
) -> None:
    """No row is taken for a deal with the same number of cards on the way down.

    `rows` are the deals in the order of the sheet, and `labels` the numbers of cards beside them.
    The totals stand alone: so a row does not contradict a wrong label by its tricks.
    """
    deals = [replace(played().deals[int(row) - 1], bids=None, won=None) for row in rows.split()]
    _, *lines = write_sheet(replace(played(), deals=tuple(deals))).splitlines()
    figures = [line.split(",", 1)[1] for line in lines]
    text = "Cards,Ann bid,Ann total,Bob bid,Bob total,Cai bid,Cai total\n"
    text += "\n".join(f"{label},{row}" for label, row in zip(labels.split(), figures, strict=True))
    game = loaded("foss").rules
    sheet = parse_sheet(text, SheetRules("foss", game))
    assert sheet.record is not None
    replayed = replay_sheet(sheet.record, game, sheet.places)
    reported = [*sheet.diagnostics, *replayed.diagnostics]
    assert [(one.place and one.place.line, one.code) for one in reported] == [problem]

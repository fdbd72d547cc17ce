"""Edges of schedules, of what a table holds, and of what outcomes may cost."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

import pytest
from support.table_games import aspects, clause, game

from clagdsl.check.checker import check_text
from clagdsl.lang.expr.tree import Arithmetic, Comparison, Number, Variable
from clagdsl.lang.limits import MOST_DEALS
from clagdsl.lang.policies.call import Call, CallGroup
from clagdsl.lang.rules import (
    Deal,
    Ladder,
    NoTrump,
    OneSize,
    Run,
    ScheduleRow,
    Tally,
    Twist,
    Value,
)
from clagdsl.table import budget as budget_module
from clagdsl.table.bid_masks import any_bidding
from clagdsl.table.bids import legal_bids
from clagdsl.table.budget import Budget, TooMuchError
from clagdsl.table.outcomes import Outcomes, outcomes, point_sums
from clagdsl.table.past import fresh, known_after
from clagdsl.table.schedule import NoStepError, SizedRow, TooManyDealsError, row_deals, sized_row
from clagdsl.table.seats import Seats, caller_of
from clagdsl.table.states import make_machine
from clagdsl.table.table import Table, make_table, open_table
from clagdsl.table.tabulate import added_column
from clagdsl.table.trick_values import worths
from clagdsl.table.trump_choice import why_not_no_trump
from clagdsl.table.worths import Worths


def work_out(expression: object) -> int:
    assert isinstance(expression, Number)
    return expression.value


def holds(_: object) -> bool:
    return True


def test_a_row_repeated_less_than_never_is_played_never() -> None:
    row = ScheduleRow(OneSize(Number(3)), ("normal",), Number(-3))
    assert sized_row(row, work_out, holds).times == 0


def test_steps_and_deals_that_are_too_many_say_how_many() -> None:
    ladder = ScheduleRow(Ladder(Number(1), Number(9), "up", Number(0)), ("normal",))
    with pytest.raises(NoStepError, match="by 0 cards"):
        sized_row(ladder, work_out, holds)
    with pytest.raises(TooManyDealsError, match=f"{MOST_DEALS + 1} deals") as told:
        list(row_deals(2, ("normal",), SizedRow(MOST_DEALS + 1, range(3, 4), range(3, 4)), 0))
    assert (told.value.row, told.value.deals) == (2, MOST_DEALS + 1)


@pytest.mark.parametrize(("many", "fits"), [(MOST_DEALS, True), (MOST_DEALS + 1, False)])
def test_a_row_that_is_never_played_may_have_as_many_sizes_as_a_match(
    many: int, fits: bool
) -> None:
    sizes = range(1, many + 1)
    if fits:
        assert list(row_deals(0, ("normal",), SizedRow(0, sizes, sizes), 1)) == []
    else:
        with pytest.raises(TooManyDealsError):
            list(row_deals(0, ("normal",), SizedRow(0, sizes, sizes), 1))


def test_the_whole_pack_may_be_dealt() -> None:
    whole = game(
        Deal("normal", aspects(trump=NoTrump())),
        schedule=(ScheduleRow(OneSize(Number(13)), ("normal",)),),
    )
    assert open_table(whole, 4).schedule[0].cards == 13


def test_the_dealer_calls() -> None:
    assert caller_of(Call("dealer", ()), 2, 1) == 2
    assert caller_of(Call("winner of last deal", ()), 2, 1) == 1


def table_of(trump: str, schedule: str, more: str = "") -> Table:
    """A table of four with this trump and this schedule."""
    game = check_text(
        f'clag 2\ngame "X"\nplayers 4\ndeal n\n  trump {trump}\n  bid in turn\n  score tricks\n'
        f"{more}\nschedule {schedule}\nwinner highest total, then shared\n"
    ).game
    assert game is not None
    return open_table(game, 4)


@pytest.mark.parametrize(
    ("trump", "known"),
    [
        ("hearts", ("H",)),
        ("none", ()),
        ("order hearts spades diamonds clubs", ("H", "S", "D", "C")),
        ("turned", None),
        ("named by dealer any suit", None),
        ("none when cards = 1, otherwise turned", None),
        ("turned when cards = 3, otherwise none", None),
        ("turned when cards = 4, otherwise none", ()),
    ],
)
def test_the_schedule_says_what_is_trump_where_it_is_known_before(
    trump: str, known: tuple[str, ...] | None
) -> None:
    """Whatever the dealer picks."""
    (scheduled,) = table_of(trump, "dealer picks 1 to 3 cards: n").schedule
    assert scheduled.trump == known


@pytest.mark.parametrize(
    ("twist", "known"), [("trump turned", None), ("trump none", None), ("bid fixed 0", ("H",))]
)
def test_the_schedule_does_not_say_what_is_trump_where_a_call_may_change_it(
    twist: str, known: tuple[str, ...] | None
) -> None:
    calls = "hearts\n  call by dealer at most one of T"
    (scheduled,) = table_of(calls, "3 cards: n", f"twist T {twist}").schedule
    assert scheduled.trump == known


@pytest.mark.parametrize(
    ("trump", "code"),
    [
        ("turned", "A103"),
        ("named by dealer any suit", "A404"),
        ("named by dealer any order", "A402"),
        ("named by dealer any suit or none", None),
    ],
)
def test_that_there_is_no_trump_may_be_named_where_the_rules_say_so(
    trump: str, code: str | None
) -> None:
    refused = why_not_no_trump(table_of(trump, "3 cards: n").rules("n"))
    assert (refused.code if refused else None) == code


@pytest.mark.parametrize(
    ("cards", "drawn"), [(0, False), (1, True), (2, True), (3, True), (4, False)]
)
def test_trump_is_drawn_where_it_is_with_some_number_of_cards(cards: int, *, drawn: bool) -> None:
    table = table_of(f"drawn when cards = {cards}, otherwise none", "dealer picks 1 to 3 cards: n")
    assert table.draws_trump(table.schedule[0]) is drawn


def test_a_deal_that_is_only_called_is_as_the_first_with_one_card() -> None:
    for which in ("cards", "deal"):
        for number, lead in ((0, "eldest"), (1, "dealer"), (2, "eldest")):
            called = f"lead dealer when {which} = {number}, otherwise eldest"
            more = f"  call by dealer any of o\ndeal o is n with {called}"
            assert table_of("none", "3 cards: n", more).rules("o").lead == lead


def test_what_was_worked_out_before_makes_no_other_table_and_no_other_rules() -> None:
    trump = "none when cards = 2, otherwise turned"
    asked, fresh = (table_of(trump, "3 cards: n") for _ in range(2))
    rules = asked.rules("n")
    assert legal_bids(rules, deal=1, cards=3, bids=()) == (0, 1, 2, 3)
    assert worths(rules, 3).each == 1
    assert rules.bid_table
    assert rules.worth_table
    assert asked == fresh
    assert rules == fresh.rules("n")


def test_what_outcomes_add_to_a_run_or_a_tally() -> None:
    """Nothing where it has no value."""
    rules = table_of("none", "3 cards: n").rules("n")
    found = Outcomes(("tricks",), [(0,), (1,), (2,)])
    divided = Arithmetic("//", Number(6), Arithmetic("-", Variable("tricks"), Number(1)))
    over = Comparison(">", Variable("tricks"), Number(1))
    for remembered, added in ((Tally("t", divided), [-6, None, 6]), (Run("r", over), [0, 0, 1])):
        assert list(added_column(remembered, rules, 1, 3, found)) == added


def test_what_a_trick_is_usually_worth_is_what_most_ranks_give_and_of_those_the_lowest() -> None:
    one, other = {"A": 5, "K": 5, "Q": 2, "J": 2, "10": 9}, {"A": 2, "K": 2}
    found = Worths((one, other))
    assert (found.usual, found.choices) == ((2, 2), ((2, 5, 9), (2,)))
    assert (found.each, found.told_by_takers) == (None, False)
    assert Worths((other, other)).each == 2
    assert Worths(({"A": 1}, {"A": 3, "K": 3})).told_by_takers


def test_only_the_winner_of_an_auction_has_its_number() -> None:
    auction = "  auction 1 to cards C\n"
    for read, names in (
        ("", ()),
        ("  each bid keeps bid >= auction", (("auction", 0),)),
        ("  completed when tricks > auction", (("auction", 0),)),
    ):
        rules = table_of("named in auction", "3 cards: n", auction + read).rules("n")
        assert fresh(rules) == names


def test_without_a_dealer_the_highest_bidder_is_known_where_nobody_bid_as_much() -> None:
    for bids, highest in (((1, 2, 0), 1), ((2, 1, 2), None), ((0, 1, 3), 2), ((3, None, 1), None)):
        assert Seats(3, None, None, None, bids, None).highest_bidder == highest
    seats = [Seats(3, dealer, None, None, (2, 1, 2), None) for dealer in range(3)]
    assert [each.highest_bidder for each in seats] == [2, 2, 0]


def test_of_what_a_sheet_does_not_tell_only_a_broken_run_is_known() -> None:
    """A seat that has bid nothing, one that has bid, and one of which nothing is known."""
    zeros = Run("zeros", Comparison("=", Variable("bid"), Number(0)))
    bids = Tally("bids_made", Variable("bid"))
    given = replace(game(Deal("normal", aspects())), past=(zeros, bids))
    told: list[dict[str, Value]] = [{"bid": 0}, {"bid": 2}, {}]
    for before, after in (
        (
            ((("zeros", 1), ("bids_made", 3)),) * 3,
            ({"zeros": 2, "bids_made": 3}, {"zeros": 0, "bids_made": 5}, {}),
        ),
        (((),) * 3, ({}, {"zeros": 0}, {})),
    ):
        rules = make_table(given, 3).rules("normal")
        found = known_after(given.past, before, rules, told, (None,) * 3)
        assert tuple(map(dict, found)) == after


def test_calls_after_which_the_same_happens_are_one_branch_without_a_condition() -> None:
    group = CallGroup("one of", ("Low",))
    deal = Deal("normal", aspects(call=Call("dealer", (group,))))
    low = Twist("Low", None, score=clause(Number(0)))
    machine = make_machine(make_table(game(deal, twists=(low,)), 4))
    (branch,) = machine.courses[0].branches
    assert branch.condition == ""


def test_outcomes_with_points_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every number of tricks counts with all that they can be worth: 1, 3, 3 and 1 of three."""
    points = point_sums([(1,), (2,), (4,)], Budget())
    for most, enough in ((8, True), (7, False)):
        monkeypatch.setattr(budget_module, "TUPLES", most)
        with nullcontext() if enough else pytest.raises(TooMuchError):
            found = outcomes(
                frozenset(("tricks", "points")),
                players=3,
                cards=3,
                bidding=None,
                points=points,
                budget=Budget(),
            )
            assert len(found.rows) == 8


def test_outcomes_with_makers_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    def found() -> int:
        rows = outcomes(
            frozenset(("makers", "tricks")),
            players=4,
            cards=3,
            bidding=any_bidding(4, 3),
            points=point_sums(((1,), (1,), (1,))),
        ).rows
        return len(rows)

    assert found() > 10
    monkeypatch.setattr(budget_module, "TUPLES", 10)
    with pytest.raises(TooMuchError):
        found()

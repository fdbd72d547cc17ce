"""Edges of schedules, of what a table holds, and of what outcomes may cost."""

from __future__ import annotations

import pytest

from clagdsl.check.checker import check_text
from clagdsl.table.choices import why_not_no_trump
from clagdsl.table.history import initial_values
from clagdsl.table.seats import Seats
from clagdsl.table.table import Table, open_table
from clagdsl.table.trick_value import Worths


def holds(_: object) -> bool:
    return True


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


def test_a_deal_that_is_only_called_is_as_the_first_with_one_card() -> None:
    for which in ("cards", "deal"):
        for number, lead in ((0, "eldest"), (1, "dealer"), (2, "eldest")):
            called = f"lead dealer when {which} = {number}, otherwise eldest"
            more = f"  call by dealer any of o\ndeal o is n with {called}"
            assert table_of("none", "3 cards: n", more).rules("o").lead == lead


def test_what_a_trick_is_usually_worth_is_what_most_ranks_give_and_of_those_the_lowest() -> None:
    one, other = {"A": 5, "K": 5, "Q": 2, "J": 2, "10": 9}, {"A": 2, "K": 2}
    found = Worths((one, other))
    assert (found.usual, found.choices) == ((2, 2), ((2, 5, 9), (2,)))
    assert (found.each, found.takers_decide) == (None, False)
    assert Worths((other, other)).each == 2
    assert Worths(({"A": 1}, {"A": 3, "K": 3})).takers_decide


def test_only_the_winner_of_an_auction_has_its_number() -> None:
    auction = "  auction 1 to cards C\n"
    for read, names in (
        ("", ()),
        ("  each bid keeps bid >= auction", (("auction", 0),)),
        ("  completed when tricks > auction", (("auction", 0),)),
    ):
        rules = table_of("named in auction", "3 cards: n", auction + read).rules("n")
        assert initial_values(rules) == names


def test_without_a_dealer_the_highest_bidder_is_known_where_nobody_bid_as_much() -> None:
    for bids, highest in (((1, 2, 0), 1), ((2, 1, 2), None), ((0, 1, 3), 2), ((3, None, 1), None)):
        assert Seats(3, None, None, None, bids, None).highest_bidder == highest
    seats = [Seats(3, dealer, None, None, (2, 1, 2), None) for dealer in range(3)]
    assert [each.highest_bidder for each in seats] == [2, 2, 0]

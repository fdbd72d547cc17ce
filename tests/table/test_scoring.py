"""Scores, winners and payments."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.table_games import TEN_AND_TRICKS, aspects, game, rules

from clagdsl.lang.rules import (
    Arithmetic,
    Branch,
    Choice,
    Comparison,
    CompletedWhen,
    Deal,
    FixedBid,
    Function,
    Logic,
    Negative,
    NoBid,
    NotCounted,
    Number,
    ParameterValue,
    Settlement,
    Truth,
    Variable,
    Winner,
)
from clagdsl.problems.model import ArgumentError
from clagdsl.table.scoring import (
    SeatResult,
    deal_winner,
    match_winners,
    payments,
    score_deal,
    trick_values,
)

TRICKS, POINTS = Variable("tricks"), Variable("points")
NO_TRICKS = Comparison("=", TRICKS, Number(0))
HIGHEST_NUMBER = Choice(
    (
        Branch(
            Number(10),
            Logic(
                "and",
                (
                    Comparison("=", TRICKS, Variable("most")),
                    Comparison("=", Variable("most_count"), Number(1)),
                ),
            ),
        ),
    ),
    Number(0),
)
ASCENDING = Arithmetic("*", Number(2), Variable("trick"))
DESCENDING = Arithmetic(
    "*",
    Number(2),
    Arithmetic("-", Arithmetic("+", Variable("cards"), Number(1)), Variable("trick")),
)
MADNESS = rules(
    trick_worth=ASCENDING,
    score=Choice(
        (Branch(Arithmetic("+", Number(10), POINTS), Variable("made")),), Negative(POINTS)
    ),
)


def score(chosen, tricks, bids=None, taken=None, cards=7, deal=1):
    return score_deal(chosen, deal=deal, cards=cards, bids=bids, tricks=tricks, taken=taken)


def scores(*arguments, **named):
    return [result.score for result in score(*arguments, **named)]


def test_ten_for_the_bid_and_one_for_each_trick():
    results = score(rules(), (2, 0, 3, 2), (2, 0, 2, 1))
    assert results == (
        SeatResult(12, 2, True, True),
        SeatResult(10, 0, True, True),
        SeatResult(3, 3, False, False),
        SeatResult(2, 2, False, False),
    )


def test_a_bid_that_a_limit_forbids_is_scored_all_the_same():
    assert scores(rules(), (2, 0, 3, 2), (2, 0, 3, 2)) == [12, 10, 13, 12]


def test_misere_has_a_fixed_bid_that_may_be_left_out_or_given():
    misere = rules(
        bid=FixedBid(0), score=Choice((Branch(Number(10), NO_TRICKS),), Negative(TRICKS))
    )
    results = score(misere, (0, 4, 3, 0))
    assert [result.score for result in results] == [10, -4, -3, 10]
    assert [result.completed for result in results] == [True, False, False, True]
    assert score(misere, (0, 4, 3, 0), (0, 0, 0, 0)) == results
    with pytest.raises(ArgumentError) as caught:
        score(misere, (0, 4, 3, 0), (0, 1, 0, 0))
    assert caught.value.code == "U605"


def test_highest_number():
    chosen = rules(bid=NoBid(), score=HIGHEST_NUMBER, completed=NotCounted())
    assert scores(chosen, (3, 3, 1, 0)) == [0, 0, 0, 0]
    assert scores(chosen, (3, 2, 2, 0)) == [10, 0, 0, 0]
    assert {(one.made, one.completed) for one in score(chosen, (3, 2, 2, 0))} == {(None, None)}
    with pytest.raises(ArgumentError) as caught:
        score(chosen, (3, 2, 2, 0), (0, 0, 0, 0))
    assert caught.value.code == "U605"


def test_who_takes_most_may_complete_a_contract_without_a_bid():
    chosen = rules(
        bid=NoBid(),
        score=HIGHEST_NUMBER,
        completed=CompletedWhen(HIGHEST_NUMBER.branches[0].condition),
    )
    assert [one.completed for one in score(chosen, (3, 2, 2, 0))] == [True, False, False, False]
    assert [one.completed for one in score(chosen, (3, 3, 1, 0))] == [False] * 4


def test_a_score_may_read_all_that_is_named():
    total = Number(0)
    for weight, name in enumerate(
        ("deal", "cards", "bid", "bids", "tricks", "points", "most", "most_count", "makers")
    ):
        total = Arithmetic(
            "+", total, Arithmetic("*", Variable(name), Number(10**weight // 10 if weight else 0))
        )
    chosen = rules(
        score=Arithmetic("+", total, Arithmetic("*", Variable("players"), Number(10**8)))
    )
    # bids 1 2 3 0, tricks 1 3 3 0: most 3 twice, two make their bids.
    first = score(chosen, (1, 3, 3, 0), (1, 2, 3, 0), deal=5)[0].score
    assert str(first) == "4" + "3" + "2" + "3" + "1" + "1" + "6" + "1" + "7"


def test_tricks_of_different_value():
    assert trick_values(MADNESS, 4) == (2, 4, 6, 8)
    assert trick_values(rules(trick_worth=DESCENDING), 4) == (8, 6, 4, 2)
    results = score(MADNESS, (1, 2, 1, 0), (1, 1, 1, 0), (1, 0, 2, 1), cards=4)
    assert [result.points for result in results] == [4, 10, 6, 0]
    assert [result.score for result in results] == [14, -10, 16, 10]


@pytest.mark.parametrize("taken", [None, (1, 0, 2), (1, 0, 2, 2), (1, 0, 2, 1, 1), (1, 0, 2, 9)])
def test_who_took_which_trick_is_needed_and_must_agree(taken):
    with pytest.raises(ArgumentError) as caught:
        score(MADNESS, (1, 2, 1, 0), (1, 1, 1, 0), taken, cards=4)
    assert caught.value.code == "U607"


@pytest.mark.parametrize(
    ("tricks", "bids", "code"),
    [
        ((2, 0, 3, 1), (2, 0, 2, 1), "U606"),
        ((2, 0, 5), (2, 0, 2, 1), "U606"),
        ((8, 0, -1, 0), (2, 0, 2, 1), "U606"),
        ((2, 0, 3, 2), (2, 0, 2), "U605"),
        ((2, 0, 3, 2), (2, 0, 2, 8), "U605"),
        ((2, 0, 3, 2), (2, 0, 2, -1), "U605"),
        ((2, 0, 3, 2), None, "U605"),
    ],
)
def test_wrong_figures(tricks, bids, code):
    with pytest.raises(ArgumentError) as caught:
        score(rules(), tricks, bids)
    assert caught.value.code == code
    assert isinstance(caught.value, ValueError)


@given(
    st.lists(st.integers(0, 3), min_size=7, max_size=7),
    st.lists(st.integers(0, 7), min_size=4, max_size=4),
)
def test_the_tricks_taken_give_the_points(taken, bids):
    """Another way round: with every trick worth one, points are tricks."""
    tricks = tuple(taken.count(seat) for seat in range(4))
    plain = score(rules(), tricks, tuple(bids), tuple(taken))
    assert plain == score(rules(), tricks, tuple(bids))
    for seat, result in enumerate(plain):
        assert result.points == tricks[seat]
        assert result.score == tricks[seat] + 10 * (tricks[seat] == bids[seat])
    mad = score(MADNESS, tricks, tuple(bids), tuple(taken))
    assert sum(result.points for result in mad) == 2 * (1 + 2 + 3 + 4 + 5 + 6 + 7)


# --- who won the deal ---------------------------------------------------------------------


def results(*figures):
    return [SeatResult(figure, 0, None, None) for figure in figures]


@pytest.mark.parametrize(
    ("figures", "dealer", "winner"),
    [
        ((1, 12, 3, 0), 3, 1),
        ((12, 3, 12, 0), 3, 0),  # a tie: the first from the dealer's left
        ((12, 3, 12, 0), 0, 2),  # the dealer last
        ((12, 3, 3, 0), 0, 0),
        ((12, 12, 12, 12), 2, 3),
        ((-4, -2, -2, -6), 1, 2),  # the highest, even where nobody has a point
    ],
)
def test_most_points_win_the_deal(figures, dealer, winner):
    assert deal_winner(rules(), results(*figures), dealer) == winner


@pytest.mark.parametrize(
    ("figures", "dealer", "winner"),
    [
        ((1, 12, 3, 0), 3, 0),  # anybody with a point, from the dealer's left
        ((1, 12, 3, 0), 0, 1),
        ((12, 0, 0, 0), 0, 0),
        ((0, 0, 0, 0), 0, 1),  # nobody has a point: as with most points
        ((0, -3, 0, -1), 0, 2),
        ((-4, -2, -2, -6), 1, 2),
    ],
)
def test_any_points_win_the_deal(figures, dealer, winner):
    assert deal_winner(rules(won_by="any points"), results(*figures), dealer) == winner


# --- the match ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("criteria", "totals", "failed", "completed", "winners"),
    [
        (("highest total",), (50, 40, 30), (9, 0, 0), (0, 9, 9), (0,)),
        (("highest total",), (50, 50, 30), (9, 0, 0), (0, 9, 9), (0, 1)),
        (("highest total", "fewest failed"), (50, 50, 40), (3, 4, 1), (0, 0, 0), (0,)),
        (("highest total", "fewest failed"), (50, 50, 50), (3, 4, 3), (0, 0, 0), (0, 2)),
        (("highest total", "most completed"), (50, 50, 50), (3, 4, 3), (5, 6, 5), (1,)),
        (("fewest failed", "highest total"), (50, 60, 70), (3, 3, 4), (5, 6, 5), (1,)),
        (("most completed", "fewest failed"), (5, 6, 7), (3, 2, 4), (6, 6, 5), (1,)),
        (("highest total",), (-5, -2, -9), (0, 0, 0), (0, 0, 0), (1,)),
        ((), (5, 6, 7), (0, 0, 0), (0, 0, 0), (0, 1, 2)),
    ],
)
def test_who_wins_the_match(criteria, totals, failed, completed, winners):
    assert match_winners(Winner(criteria), totals, failed, completed) == winners


def difference(name):
    return Arithmetic("-", Variable(f"winner.{name}"), Variable(f"loser.{name}"))


PAGAT = Arithmetic(
    "+",
    Arithmetic("*", ParameterValue("point_stake"), difference("total")),
    Arithmetic(
        "*",
        ParameterValue("contract_stake"),
        Arithmetic("-", Variable("loser.failed"), Variable("winner.failed")),
    ),
)
MONEY = game(Deal("normal", aspects(score=TEN_AND_TRICKS)), settlement=Settlement(PAGAT))
STAKES = {"players": 4, "point_stake": 5, "contract_stake": 10}


def pay(totals, failed, winners):
    return payments(MONEY, STAKES, totals, failed, [0] * len(totals), winners)


def test_pagats_worked_payment():
    """184 and 4 failed against 142 and 8 failed: £2.10 and 40p."""
    assert pay((184, 142), (4, 8), (0,)) == (250, -250)


def test_the_winner_may_have_to_pay():
    assert pay((100, 99), (8, 2), (0,)) == (-55, 55)


def test_joint_winners_share_one_pool():
    """The mean over the joint winners is what each loser pays."""
    paid = pay((100, 100, 97), (2, 3, 2), (0, 1))
    # 15 + 0 against the first, 15 - 10 against the second: a mean of 10, shared as 5 and 5.
    assert paid == (5, 5, -10)
    assert pay((100, 100, 100, 99), (0, 0, 0, 0), (0, 1, 2)) == (
        Fraction(5, 3),
        Fraction(5, 3),
        Fraction(5, 3),
        -5,
    )


def test_nobody_pays_where_all_win_or_nothing_is_settled():
    assert pay((100, 100), (2, 3), (0, 1)) == (0, 0)
    unsettled = game(Deal("normal", aspects()))
    assert payments(unsettled, STAKES, (9, 1), (0, 3), (0, 0), (0,)) == (0, 0)


def test_what_a_player_completed_may_count():
    settled = game(Deal("normal", aspects()), settlement=Settlement(difference("completed")))
    assert payments(settled, STAKES, (9, 1), (0, 3), (7, 5), (0,)) == (2, -2)


@given(
    st.lists(
        st.tuples(st.integers(-300, 300), st.integers(0, 22), st.integers(0, 22)),
        min_size=3,
        max_size=7,
    ),
    st.sampled_from((("highest total",), ("highest total", "fewest failed"), ("fewest failed",))),
)
def test_payments_sum_to_zero(figures, criteria):
    totals, failed, completed = zip(*figures, strict=True)
    winners = match_winners(Winner(criteria), totals, failed, completed)
    assert winners
    paid = payments(MONEY, STAKES, totals, failed, completed, winners)
    assert sum(paid) == 0
    assert len({paid[seat] for seat in winners}) == 1


def test_a_condition_as_score_is_refused_by_the_machine():
    with pytest.raises(TypeError):
        score(rules(score=Truth(True)), (7, 0, 0, 0), (0, 0, 0, 0))
    assert scores(rules(score=Function("abs", (Number(-3),))), (7, 0, 0, 0), (0,) * 4) == [3] * 4

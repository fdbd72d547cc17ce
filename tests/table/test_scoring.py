"""Scores, winners and payments."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.table_games import TEN_AND_TRICKS, aspects, game, rules

from clagdsl.lang.rules import (
    Arithmetic,
    Branch,
    Choice,
    Deal,
    Function,
    Negative,
    Number,
    ParameterValue,
    Settlement,
    Truth,
    Variable,
    Winner,
)
from clagdsl.table.scoring import (
    match_winners,
    payments,
    score_deal,
)

POINTS = Variable("points")
ASCENDING = Arithmetic("*", Number(2), Variable("trick"))
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


# --- the match ----------------------------------------------------------------------------


def test_without_a_criterion_everybody_wins():
    assert match_winners(Winner(()), (5, 6, 7), (0, 0, 0), (0, 0, 0)) == (0, 1, 2)


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

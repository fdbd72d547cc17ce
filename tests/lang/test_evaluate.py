import operator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clagdsl.lang.expr.evaluate import EvaluationError, evaluate, holds, number
from clagdsl.lang.expr.operators import LARGEST
from clagdsl.lang.rules import (
    Arithmetic,
    Branch,
    Choice,
    Comparison,
    Function,
    Inverse,
    LetValue,
    Logic,
    Negative,
    Number,
    ParameterValue,
    Truth,
    Variable,
    Word,
)
from clagdsl.lang.source import Place

PLACE = Place("rules.clag", 7, 3, 7, 9)
small = st.integers(-1000, 1000)


@pytest.mark.parametrize(
    ("left", "right", "quotient", "remainder"),
    [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -4, -1), (-7, -2, 3, -1)],
)
def test_division_rounds_down(left, right, quotient, remainder):
    assert number(Arithmetic("//", Number(left), Number(right)), {}) == quotient
    assert number(Arithmetic("%", Number(left), Number(right)), {}) == remainder


@given(small, small)
def test_arithmetic_and_comparison_are_those_of_whole_numbers(left, right):
    one, other = Number(left), Number(right)
    for sign, calculate in (("+", operator.add), ("-", operator.sub), ("*", operator.mul)):
        assert number(Arithmetic(sign, one, other), {}) == calculate(left, right)
    for sign, compare in (
        ("=", operator.eq),
        ("!=", operator.ne),
        ("<", operator.lt),
        ("<=", operator.le),
        (">", operator.gt),
        (">=", operator.ge),
    ):
        assert holds(Comparison(sign, one, other), {}) is compare(left, right)
    assert number(Function("min", (one, other)), {}) == min(left, right)
    assert number(Function("max", (one, other)), {}) == max(left, right)
    assert number(Function("abs", (one,)), {}) == abs(left)
    assert number(Negative(one), {}) == -left


def test_names_have_the_values_given():
    names = {"bid": 2, "winner.total": 184, "hook": True, "half": 3, "ending": "shared"}
    assert number(Variable("bid"), names) == 2
    assert number(Variable("winner.total"), names) == 184
    assert holds(ParameterValue("hook"), names) is True
    assert number(LetValue("half"), names) == 3
    assert holds(Comparison("=", ParameterValue("ending"), Word("shared")), names)
    assert not holds(Comparison("=", ParameterValue("ending"), Word("playoff")), names)


def test_the_first_branch_that_holds_counts():
    choice = Choice(
        (
            Branch(Number(1), Comparison(">", Variable("bid"), Number(3))),
            Branch(Number(2), Comparison(">", Variable("bid"), Number(1))),
        ),
        Number(3),
    )
    assert [number(choice, {"bid": bid}) for bid in range(6)] == [3, 3, 2, 2, 1, 1]


def test_what_does_not_decide_is_not_asked():
    fails = Comparison("=", Arithmetic("//", Number(1), Number(0)), Number(0))
    assert holds(Logic("and", (Truth(False), fails)), {}) is False
    assert holds(Logic("or", (Truth(True), fails)), {}) is True
    assert number(Choice((Branch(Number(1), Truth(True)),), Variable("bid")), {}) == 1


@pytest.mark.parametrize(
    ("values", "every", "some"),
    [((True, True), True, True), ((True, False), False, True), ((False, False), False, False)],
)
def test_logic(values, every, some):
    operands = tuple(Truth(value) for value in values)
    assert holds(Logic("and", operands), {}) is every
    assert holds(Logic("or", operands), {}) is some
    assert holds(Inverse(operands[0]), {}) is not values[0]


@pytest.mark.parametrize("sign", ["//", "%"])
def test_division_by_zero_is_placed(sign):
    with pytest.raises(EvaluationError) as caught:
        evaluate(Arithmetic(sign, Number(1), Number(0), PLACE), {})
    assert caught.value.fault == "division by zero"
    assert caught.value.place == PLACE


def test_values_stay_within_a_thousand_million():
    assert number(Arithmetic("+", Number(LARGEST - 1), Number(1)), {}) == LARGEST
    assert number(Arithmetic("-", Number(1 - LARGEST), Number(1)), {}) == -LARGEST
    for expression in (
        Arithmetic("+", Number(LARGEST), Number(1), PLACE),
        Arithmetic("*", Number(-LARGEST), Number(2), PLACE),
        Arithmetic("-", Arithmetic("*", Number(LARGEST), Number(2), PLACE), Number(LARGEST)),
    ):
        with pytest.raises(EvaluationError) as caught:
            evaluate(expression, {})
        assert caught.value.fault == "too large"
        assert caught.value.place == PLACE


def test_numbers_and_truth_values_never_mix():
    with pytest.raises(TypeError):
        number(Truth(True), {})
    with pytest.raises(TypeError):
        number(Arithmetic("+", Truth(True), Number(1)), {})
    with pytest.raises(TypeError):
        holds(Number(1), {})

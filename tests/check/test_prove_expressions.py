"""Expressions as the proofs work them out: quick functions and bounds against plain evaluation."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from clagdsl.check.prove.alternatives import NOWHERE, when_lists_in
from clagdsl.lang.expr.ast import everything_in
from clagdsl.lang.expr.evaluate import EvaluationError, evaluate, function, list_function
from clagdsl.lang.expr.intervals import (
    EITHER,
    NO,
    YES,
    Bounds,
    NotShownError,
    hull,
    point_range,
    range_of,
)
from clagdsl.lang.expr.operators import LARGEST
from clagdsl.lang.rules import (
    Arithmetic,
    Branch,
    Choice,
    Comparison,
    Expression,
    Function,
    Inverse,
    LetValue,
    Logic,
    Negative,
    Number,
    ParameterValue,
    Truth,
    Value,
    Variable,
    Word,
)

NAMES = ("bid", "tricks", "stake", "half", "made", "ending")
LARGE = st.sampled_from([0, 1, 2, 3, 7, 1000, 40_000, LARGEST])

numbers: st.SearchStrategy[Expression] = st.one_of(
    LARGE.map(Number),
    st.just(Variable("bid")),
    st.just(Variable("tricks")),
    st.just(ParameterValue("stake")),
    st.just(LetValue("half")),
)
truths: st.SearchStrategy[Expression] = st.one_of(
    st.booleans().map(Truth),
    st.just(Variable("made")),
    st.sampled_from(["=", "!="]).map(
        lambda sign: Comparison(sign, ParameterValue("ending"), Word("shared"))
    ),
)


def deeper_numbers(depth: int) -> st.SearchStrategy[Expression]:
    if depth == 0:
        return numbers
    inner, conditions = deeper_numbers(depth - 1), deeper_truths(depth - 1)
    return st.one_of(
        numbers,
        inner.map(Negative),
        st.builds(Arithmetic, st.sampled_from(["+", "-", "*", "//", "%"]), inner, inner),
        st.builds(Function, st.sampled_from(["min", "max"]), st.tuples(inner, inner)),
        inner.map(lambda e: Function("abs", (e,))),
        st.builds(Choice, st.tuples(st.builds(Branch, inner, conditions)), inner),
        st.builds(
            Choice,
            st.tuples(st.builds(Branch, inner, conditions), st.builds(Branch, inner, conditions)),
            inner,
        ),
    )


def deeper_truths(depth: int) -> st.SearchStrategy[Expression]:
    if depth == 0:
        return truths
    inner, conditions = deeper_numbers(depth - 1), deeper_truths(depth - 1)
    signs = st.sampled_from(["=", "!=", "<", "<=", ">", ">="])
    return st.one_of(
        truths,
        conditions.map(Inverse),
        st.builds(Comparison, signs, inner, inner),
        st.builds(Logic, st.sampled_from(["and", "or"]), st.tuples(conditions, conditions)),
    )


values = st.fixed_dictionaries(
    {
        "bid": st.integers(0, 7),
        "tricks": st.integers(0, 7),
        "stake": st.integers(-50, 50),
        "half": st.integers(0, 3),
        "made": st.booleans(),
        "ending": st.sampled_from(["shared", "playoff"]),
    }
)
BOUNDS = {
    "bid": Bounds(0, 7),
    "tricks": Bounds(0, 7),
    "stake": Bounds(-50, 50),
    "half": Bounds(0, 3),
    "made": EITHER,
    "ending": frozenset(("shared", "playoff")),
}
expressions = st.one_of(deeper_numbers(3), deeper_truths(3))


def outcome(expression: Expression, names: Mapping[str, Value]) -> object:
    try:
        return evaluate(expression, names)
    except EvaluationError as error:
        return error.fault


@settings(max_examples=400, deadline=None)
@given(expressions, values)
def test_a_watched_function_is_evaluation(expression: Expression, names: dict[str, Value]) -> None:
    arguments = [names[name] for name in NAMES]
    try:
        quick: object = function(expression, NAMES, watched=True)(*arguments)
    except EvaluationError as error:
        quick = error.fault
    expected = outcome(expression, names)
    assert (quick, type(quick)) == (expected, type(expected))


@settings(max_examples=200, deadline=None)
@given(expressions, st.lists(values, min_size=1, max_size=5))
def test_a_list_function_is_evaluation_row_by_row(
    expression: Expression, tables: list[dict[str, Value]]
) -> None:
    fixed = {name: tables[0][name] for name in NAMES[2:]}
    rows = [(table["bid"], table["tricks"]) for table in tables]
    expected = [outcome(expression, {**fixed, "bid": b, "tricks": t}) for b, t in rows]
    assume(not any(isinstance(value, str) for value in expected))
    for watched in (False, True):
        made = list_function(expression, NAMES[:2], NAMES[2:], watched=watched)
        assert made(rows, *fixed.values()) == expected


@settings(max_examples=600, deadline=None)
@given(expressions, values)
def test_what_the_bounds_show_safe_is_safe_and_within(
    expression: Expression, names: dict[str, Value]
) -> None:
    try:
        found = range_of(expression, BOUNDS)
    except NotShownError:
        return
    value = evaluate(expression, names)
    if isinstance(found, Bounds):
        assert isinstance(value, int)
        assert found.low <= value <= found.high
    else:
        assert value in found


@settings(max_examples=300, deadline=None)
@given(deeper_numbers(3), values)
def test_a_marker_tells_the_alternative_that_evaluation_takes(
    expression: Expression, names: dict[str, Value]
) -> None:
    assume(not isinstance(outcome(expression, names), str))
    for lists in when_lists_in(expression):
        taken = evaluate(lists.marker, names)
        if taken == NOWHERE:
            continue
        held = [outcome(condition, names) is True for condition in lists.conditions]
        expected = held.index(True) if True in held else len(held)
        assert taken == expected


def test_a_list_that_is_not_come_to_is_nowhere() -> None:
    inner = Choice((Branch(Number(1), Truth(True)),), Number(2))
    outer = Choice((Branch(inner, Comparison("=", Variable("bid"), Number(3))),), Number(0))
    outer_list, inner_list = when_lists_in(outer)
    assert [evaluate(outer_list.marker, {"bid": bid}) for bid in (3, 4)] == [0, 1]
    assert [evaluate(inner_list.marker, {"bid": bid}) for bid in (3, 4)] == [0, NOWHERE]


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        (Arithmetic("-", Variable("bid"), Variable("tricks")), -7, 7),
        (Arithmetic("*", ParameterValue("stake"), Variable("bid")), -350, 350),
        (Arithmetic("%", ParameterValue("stake"), Number(7)), 0, 6),
        (Arithmetic("//", ParameterValue("stake"), Number(7)), -8, 7),
        (Function("abs", (ParameterValue("stake"),)), 0, 50),
    ],
)
def test_bounds_of_arithmetic(text: Expression, low: int, high: int) -> None:
    assert range_of(text, BOUNDS) == Bounds(low, high)


def test_bounds_skip_what_is_never_chosen() -> None:
    never = Comparison(">", Variable("bid"), Number(7))
    divided = Arithmetic("//", Number(1), Number(0))
    assert range_of(never, BOUNDS) == NO
    assert range_of(Choice((Branch(divided, never),), Number(5)), BOUNDS) == Bounds(5, 5)
    assert range_of(Logic("and", (never, Comparison("=", divided, Number(1)))), BOUNDS) == NO
    with pytest.raises(NotShownError):
        range_of(Choice((Branch(Number(5), never),), divided), BOUNDS)


def test_ranges_of_single_values_and_hulls() -> None:
    assert point_range(True) == YES
    assert point_range(3) == Bounds(3, 3)
    assert point_range("shared") == frozenset(("shared",))
    assert hull(Bounds(1, 2), Bounds(5, 6)) == Bounds(1, 6)
    assert hull(YES, NO) == EITHER


def test_the_fault_names_the_part() -> None:
    part = Arithmetic("*", Number(LARGEST), Variable("bid"))
    made = function(Arithmetic("-", part, part), ("bid",), watched=True)
    assert made(1) == 0
    with pytest.raises(EvaluationError) as caught:
        made(2)
    assert (caught.value.fault, caught.value.part, caught.value.value) == (
        "too large",
        part,
        2 * LARGEST,
    )


def test_a_literal_beyond_the_limit_is_a_fault() -> None:
    with pytest.raises(EvaluationError):
        function(Number(LARGEST + 1), (), watched=True)()
    with pytest.raises(NotShownError):
        range_of(Number(LARGEST + 1), {})


def test_deep_expressions_are_cut_into_functions() -> None:
    deep: Expression = Variable("bid")
    for _ in range(200):
        deep = Arithmetic("+", deep, Number(1))
    assert function(deep, ("bid",), watched=False)(5) == 205
    assert function(deep, ("bid",), watched=True)(5) == 205
    branches = tuple(
        Branch(Number(n), Comparison("=", Variable("bid"), Number(n))) for n in range(300)
    )
    many = Choice(branches, Number(-1))
    assert list_function(many, ("bid",), (), watched=False)([(299,), (300,)]) == [299, -1]


def test_everything_in_is_in_the_order_written() -> None:
    inner = Choice((Branch(Number(1), Variable("made")),), Number(2))
    whole = Arithmetic("+", inner, Number(3))
    assert list(everything_in(whole)) == [
        whole,
        inner,
        Number(1),
        Variable("made"),
        Number(2),
        Number(3),
    ]

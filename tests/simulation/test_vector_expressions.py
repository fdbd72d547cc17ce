"""Expressions over lanes against the evaluator of the interpreter."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from clagdsl.lang.expr.ast import (
    Arithmetic,
    Branch,
    Choice,
    Comparison,
    Expression,
    Function,
    Inverse,
    Logic,
    Negative,
    Number,
    Truth,
    Variable,
)
from clagdsl.lang.expr.evaluate import EvaluationError, evaluate
from clagdsl.simulation.vector.backends import Lane, NumpyLanes
from clagdsl.simulation.vector.expressions import Evaluator, Result

BID, TRICKS = range(-2, 4), range(4)
ROWS = list(product(BID, TRICKS))
EDGES = (0, 1, -1, 2, 7, 10**9, -(10**9), 333_333_333)

OWN_BID, TRICKS_WON = Variable("bid"), Variable("tricks")

numbers: st.SearchStrategy[Expression] = st.deferred(
    lambda: st.one_of(
        st.sampled_from(EDGES).map(Number),
        st.sampled_from((OWN_BID, TRICKS_WON)),
        st.builds(Negative, numbers),
        st.builds(Arithmetic, st.sampled_from(("+", "-", "*", "//", "%")), numbers, numbers),
        st.builds(Function, st.just("abs"), st.tuples(numbers)),
        st.builds(Function, st.sampled_from(("min", "max")), st.tuples(numbers, numbers)),
        st.builds(Choice, st.tuples(st.builds(Branch, numbers, conditions)), numbers),
    )
)
conditions: st.SearchStrategy[Expression] = st.deferred(
    lambda: st.one_of(
        st.builds(Comparison, st.sampled_from(("=", "!=", "<", "<=", ">", ">=")), numbers, numbers),
        st.builds(Comparison, st.sampled_from(("=", "!=")), conditions, conditions),
        st.booleans().map(Truth),
        st.builds(Inverse, conditions),
        st.builds(Logic, st.sampled_from(("and", "or")), st.tuples(conditions, conditions)),
    )
)


def in_lanes(expression: Expression) -> list[int]:
    o = NumpyLanes(len(ROWS))
    names: dict[str, Result] = {
        name: Lane(o, np.array([row[place] for row in ROWS], np.int32), "i32")
        for place, name in enumerate(("bid", "tricks"))
    }
    value = Evaluator(o, names).evaluate(expression)
    if isinstance(value, Lane):
        return [int(figure) for figure in o.rows(value)]
    assert not isinstance(value, str)
    return [int(value)] * len(ROWS)


@given(st.one_of(numbers, conditions))
@example(Arithmetic("//", Number(-7), Number(2)))
@example(Arithmetic("%", Number(-7), Number(2)))
def test_an_expression_has_the_same_value_in_every_lane(expression: Expression) -> None:
    lanes = in_lanes(expression)
    for (bid, tricks), figure in zip(ROWS, lanes, strict=True):
        try:
            wanted = evaluate(expression, {"bid": bid, "tricks": tricks})
        except EvaluationError:  # the checker proves that no match comes here
            continue
        assert figure == wanted, (bid, tricks)

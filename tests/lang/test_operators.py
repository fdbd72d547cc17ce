"""The tables of operators: whole, of one mind with the grammar, their bounds true."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clagdsl.lang.expr.operators import (
    ARITHMETIC,
    COMPARISONS,
    FUNCTIONS,
    LOGIC,
    Bounds,
    table_of_all,
)
from clagdsl.lang.resources import data_folder

small = st.integers(-9, 9)
pairs = st.tuples(small, small).map(sorted)


@pytest.mark.parametrize("table", [{}, {"a": 1}, {"a": 1, "b": 2, "c": 3}])
def test_a_table_without_an_entry_or_with_one_too_many_is_refused(table: dict[str, int]) -> None:
    with pytest.raises(TypeError, match="differ"):
        table_of_all(Literal["a", "b"], table)


def test_the_grammar_takes_just_the_operators_of_the_tables() -> None:
    text = (data_folder("grammars") / "expressions.lark").read_text("utf-8")

    def signs(*terminals: str) -> set[str]:
        lines = [re.search(rf"^{name}: (.*)$", text, re.M) for name in terminals]
        return {sign for line in lines if line for sign in re.findall(r'"([^"]+)"', line[1])}

    assert signs("PLUS", "MINUS", "TIMES_SIGN") == set(ARITHMETIC)
    assert signs("COMPARISON") == set(COMPARISONS)
    rule = text[text.index("!function:") : text.index("!group:")]
    assert set(re.findall(r"[A-Z]+", rule)) == {name.upper() for name in FUNCTIONS}
    assert all(f"({name.upper()} " in text for name in LOGIC)


@given(st.sampled_from(sorted(ARITHMETIC)), pairs, pairs, st.data())
def test_bounds_of_an_operator_hold_all_its_values(
    sign: str, left: list[int], right: list[int], data: st.DataObject
) -> None:
    rule = ARITHMETIC[sign]  # type: ignore[index]
    if rule.divides and right[0] <= 0 <= right[1]:
        return
    a, b = data.draw(st.integers(*left)), data.draw(st.integers(*right))
    found = rule.bounds(Bounds(*left), Bounds(*right))
    assert found.low <= rule.value(a, b) <= found.high


@given(st.sampled_from(sorted(COMPARISONS)), pairs, pairs, st.data())
def test_a_comparison_holds_where_it_always_does_and_its_opposite_does_not(
    sign: str, left: list[int], right: list[int], data: st.DataObject
) -> None:
    rule = COMPARISONS[sign]  # type: ignore[index]
    a, b = data.draw(st.integers(*left)), data.draw(st.integers(*right))
    assert rule.value(a, b) is not COMPARISONS[rule.opposite].value(a, b)
    if rule.always(Bounds(*left), Bounds(*right)):
        assert rule.value(a, b)


@given(st.sampled_from(sorted(FUNCTIONS)), pairs, pairs, st.data())
def test_bounds_of_a_function_hold_all_its_values(
    name: str, left: list[int], right: list[int], data: st.DataObject
) -> None:
    rule = FUNCTIONS[name]  # type: ignore[index]
    ends = [left] if name == "abs" else [left, right]
    values = [data.draw(st.integers(*each)) for each in ends]
    found = rule.bounds([Bounds(*each) for each in ends])
    assert found.low <= rule.value(*values) <= found.high

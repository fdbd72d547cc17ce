"""The tables of operators: whole, of one mind with the grammar, their bounds exact."""

from __future__ import annotations

import re
from itertools import product
from typing import Literal

import pytest

from clagdsl.lang.expr.operators import (
    ARITHMETIC,
    COMPARISONS,
    FUNCTIONS,
    LOGIC,
    Bounds,
    complete_table,
)
from clagdsl.lang.resources import data_folder

RANGES = [Bounds(low, high) for low in range(-3, 4) for high in range(low, 4)]


def within(bounds: Bounds) -> range:
    return range(bounds.low, bounds.high + 1)


@pytest.mark.parametrize("table", [{}, {"a": 1}, {"a": 1, "b": 2, "c": 3}])
def test_a_table_without_an_entry_or_with_one_too_many_is_refused(table: dict[str, int]) -> None:
    with pytest.raises(TypeError, match="differ"):
        complete_table(Literal["a", "b"], table)


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


def test_bounds_of_an_operator_hold_all_its_values() -> None:
    for sign, rule in ARITHMETIC.items():
        for left, right in product(RANGES, RANGES):
            if rule.divides and right.low <= 0 <= right.high:
                continue
            values = [rule.value(a, b) for a, b in product(within(left), within(right))]
            found = rule.bounds(left, right)
            assert found.low <= min(values)
            assert max(values) <= found.high
            if sign != "%":  # whose rest is taken to be any that the divisor leaves
                assert found == Bounds(min(values), max(values)), (sign, left, right)


def test_the_bounds_of_a_rest_are_those_of_the_divisor() -> None:
    rest = ARITHMETIC["%"].bounds
    for low in range(1, 5):
        assert rest(Bounds(-9, 9), Bounds(1, low)) == Bounds(0, low - 1)
        assert rest(Bounds(-9, 9), Bounds(-low, -1)) == Bounds(1 - low, 0)


def test_a_comparison_always_holds_just_where_it_holds_for_all_values() -> None:
    for sign, rule in COMPARISONS.items():
        opposite = COMPARISONS[rule.opposite]
        for left, right in product(RANGES, RANGES):
            pairs = list(product(within(left), within(right)))
            assert rule.always(left, right) is all(rule.value(a, b) for a, b in pairs), sign
            assert all(rule.value(a, b) is not opposite.value(a, b) for a, b in pairs)


def test_bounds_of_a_function_are_those_of_its_values() -> None:
    for name, rule in FUNCTIONS.items():
        for ends in product(RANGES, repeat=1 if name == "abs" else 2):
            values = [rule.value(*each) for each in product(*map(within, ends))]
            assert rule.bounds(ends) == Bounds(min(values), max(values)), (name, ends)

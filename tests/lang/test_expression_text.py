"""Expressions of checked rules as text: read back they are the same, and names can be filled in."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.parsed_expression import parse_expression

from clagdsl.lang.expr.evaluate import EvaluationError, evaluate
from clagdsl.lang.expr.simplify import constant, simplify
from clagdsl.lang.expr.unparse import expression_text
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
from clagdsl.syntax import nodes

NAMES = {"bid": 2, "tricks": 3, "cards": 7, "stake": 5}

atoms = st.one_of(
    st.integers(0, 9).map(Number),
    st.sampled_from([Variable("bid"), Variable("tricks"), Variable("cards")]),
    st.just(ParameterValue("stake")),
)


def grown(numbers):
    conditions = st.one_of(
        st.builds(Comparison, st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), numbers, numbers),
        st.booleans().map(Truth),
    )
    conditions = st.one_of(
        conditions,
        conditions.map(Inverse),
        st.builds(
            Logic,
            st.sampled_from(["and", "or"]),
            st.lists(conditions, min_size=2, max_size=3).map(tuple),
        ),
    )
    return st.one_of(
        numbers.map(Negative),
        st.builds(Arithmetic, st.sampled_from(["+", "-", "*", "//", "%"]), numbers, numbers),
        st.builds(Function, st.just("min"), st.tuples(numbers, numbers)),
        st.builds(Choice, st.tuples(st.builds(Branch, numbers, conditions)), numbers),
    )


expressions = st.recursive(atoms, grown, max_leaves=12)


def compiled(node):
    """A syntax tree as an expression of checked rules, with `stake` for the only parameter."""
    match node:
        case nodes.Number(value=value):
            return Number(value)
        case nodes.Truth(value=value):
            return Truth(value)
        case nodes.Reference(name="stake"):
            return ParameterValue("stake")
        case nodes.Reference(name=name):
            return Variable(name)
        case nodes.Negative(operand=operand):
            return Negative(compiled(operand))
        case nodes.Inverse(operand=operand):
            return Inverse(compiled(operand))
        case nodes.Arithmetic(operator=sign, left=left, right=right):
            return Arithmetic(sign, compiled(left), compiled(right))
        case nodes.Comparison(operator=sign, left=left, right=right):
            return Comparison(sign, compiled(left), compiled(right))
        case nodes.Logic(operator=word, operands=operands):
            return Logic(word, tuple(map(compiled, operands)))
        case nodes.Function(name=name, arguments=arguments):
            return Function(name, tuple(map(compiled, arguments)))
        case nodes.Choice(branches=branches, otherwise=otherwise):
            made = tuple(Branch(compiled(b.value), compiled(b.condition)) for b in branches)
            return Choice(made, compiled(otherwise))


def value(expression, names):
    try:
        return evaluate(expression, names)
    except EvaluationError as error:
        return error.fault


@settings(max_examples=200, deadline=None)
@given(expressions)
def test_a_formula_read_back_has_the_same_value(expression):
    again = compiled(parse_expression(expression_text(expression)))
    assert value(again, NAMES) == value(expression, NAMES)
    assert expression_text(again) == expression_text(expression)


@settings(max_examples=200, deadline=None)
@given(expressions)
def test_filling_in_names_keeps_the_value_of_what_has_one(expression):
    known = {name: constant(number) for name, number in NAMES.items()}
    before = value(expression, NAMES)
    if isinstance(before, int):
        assert simplify(expression, {"stake": known["stake"]}) is not None
        assert value(simplify(expression, {"stake": known["stake"]}), NAMES) == before


@pytest.mark.parametrize(
    ("expression", "known", "text"),
    [
        (Arithmetic("*", LetValue("top"), Number(2)), {"top": Number(4)}, "8"),
        (
            Choice((Branch(Number(1), ParameterValue("kind")),), Number(0)),
            {"kind": Truth(True)},
            "1",
        ),
        (
            Choice((Branch(Number(1), ParameterValue("kind")),), Number(0)),
            {"kind": Truth(False)},
            "0",
        ),
        (
            Logic("and", (ParameterValue("kind"), Comparison("=", Variable("bid"), Number(1)))),
            {"kind": Truth(True)},
            "bid = 1",
        ),
        (
            Logic("or", (ParameterValue("kind"), Comparison("=", Variable("bid"), Number(1)))),
            {"kind": Truth(True)},
            "true",
        ),
        (Comparison("=", ParameterValue("kind"), Word("shared")), {"kind": Word("none")}, "false"),
        (Arithmetic("//", Number(1), Number(0)), {}, "1 // 0"),
        (Negative(Number(3)), {}, "-3"),
    ],
)
def test_what_is_known_is_worked_out(expression, known, text):
    assert expression_text(simplify(expression, known)) == text

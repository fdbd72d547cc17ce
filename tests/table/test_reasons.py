"""Reasons and wrong arguments in words; `tests/problems` has the example of each."""

import pytest
from support.table_games import WRITTEN, card

from clagdsl import problems
from clagdsl.lang.rules import Citation, IntegerRange, Origin, Parameter, TruthRange, WordRange
from clagdsl.problems.diagnostic import ArgumentError, Reason
from clagdsl.problems.escape import join_in_backticks, place_and_source


def test_a_long_text_that_is_not_understood_is_cut():
    assert len(problems.illegal_actions.NotUnderstood("x" * 10_000).reason().reason) < 200


def test_a_rule_of_the_language_has_no_place_and_no_source():
    assert place_and_source(Origin()) == (None, None)
    two = Origin(WRITTEN.place, (Citation("a", "Pagat"), Citation("b", "Wikipedia", "rules")))
    assert place_and_source(two) == (WRITTEN.place, "Pagat; Wikipedia, rules")


def test_lists_in_words():
    assert join_in_backticks(()) == ""
    assert join_in_backticks((1,)) == "`1`"
    assert join_in_backticks((1, 2)) == "`1` or `2`"
    assert join_in_backticks("ABC", "and") == "`A`, `B` and `C`"


def test_what_is_called_says_what_was_called():
    none = problems.illegal_actions.NotExactlyOne((), ("A", "B"), origin=WRITTEN).reason()
    both = problems.illegal_actions.NotExactlyOne(("A", "B"), ("A", "B"), origin=WRITTEN).reason()
    assert none.reason == "call exactly one of `A` or `B`: none was called"
    assert both.reason == "call exactly one of `A` or `B`: `A` and `B` were called"


def test_wrong_arguments_are_value_errors_with_a_code():
    error = problems.arguments.WrongPlayers(9, 3, 7).error()
    assert isinstance(error, ArgumentError)
    assert isinstance(error, ValueError)
    assert error.code == "U601"
    assert str(error) == "U601: the game is for 3 to 7 players, not `9`"


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (IntegerRange(-3, 2), "a whole number from -3 to 2"),
        (TruthRange(), "true or false"),
        (WordRange(("shared", "playoff")), "one of shared, playoff"),
    ],
)
def test_a_wrong_value_says_which_values_there_are(kind, words):
    error = problems.arguments.WrongValue(Parameter("p", kind, 0), True).error()
    assert error.reason == f"`p` cannot be `true`: it must be {words}"


def test_reasons_are_values():
    first, second = (problems.illegal_actions.NotHeld(card("2C")).reason() for _ in range(2))
    assert first == Reason("A301", first.reason)
    assert len({first, second}) == 1

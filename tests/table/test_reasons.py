"""Every refused action has a reason with a code of its own, a page, and words that mend it."""

import ast
import re
from pathlib import Path

import pytest
from support.table_games import WRITTEN, card, cards

from clagdsl.lang.rules import Citation, IntegerRange, Origin, Parameter, TruthRange, WordRange
from clagdsl.problems import arguments
from clagdsl.problems.actions import illegal_calls as reasons_of_calls
from clagdsl.problems.actions import illegal_cards as reasons_of_cards
from clagdsl.problems.actions import illegal_deals as reasons_of_deals
from clagdsl.problems.actions import reasons
from clagdsl.problems.actions.reasons import Reason, cited, listed
from clagdsl.problems.arguments import ArgumentError
from clagdsl.problems.model import KINDS

CODES = [
    *("A101", "A102", "A103"),
    *("A201", "A202", "A203"),
    *("A301", "A302", "A303", "A304", "A305", "A306", "A307"),
    *("A401", "A402", "A403"),
    *("A501", "A502", "A503", "A504"),
    *("A601", "A701"),
]

EVERY = {
    "A101": reasons.not_understood("bid two"),
    "A102": reasons.match_over(),
    "A103": reasons.not_now("bid first"),
    "A201": reasons.bid_outside(8, 7, WRITTEN),
    "A202": reasons.last_bid_broken(4, 3, 7, (0, 1), WRITTEN),
    "A203": reasons.each_bid_broken(0, 3, 7, (1,), WRITTEN),
    "A301": reasons.not_held(card("QS")),
    "A302": reasons.must_follow(card("QS"), "H", cards("9H"), WRITTEN),
    "A303": reasons.not_on_top(card("QS"), WRITTEN),
    "A304": reasons.unnamed_wild(card("2H"), WRITTEN),
    "A305": reasons.not_wild(card("5C"), ("2",), WRITTEN),
    "A306": reasons.face_taken(card("2C"), card("AH"), WRITTEN),
    "A307": reasons.wild_must_follow(card("2C"), card("AH"), "S", WRITTEN),
    "A401": reasons.suit_wanted(WRITTEN),
    "A402": reasons.order_wanted(WRITTEN),
    "A403": reasons.not_an_order(("S", "S"), WRITTEN),
    "A501": reasons.no_such_choice("Trump", ("Trumps",), WRITTEN),
    "A502": reasons.called_twice("Trumps", WRITTEN),
    "A503": reasons.not_exactly_one((), ("Trumps", "Nuloss"), WRITTEN),
    "A504": reasons.more_than_one(("Trumps", "Nuloss"), WRITTEN),
    "A601": reasons.size_outside(9, 3, 7, WRITTEN),
    "A701": reasons.not_a_pack(2, cards("AS KS"), ()),
}
OF_THE_GAME_ITSELF = {"A101", "A102", "A103", "A301", "A701"}


def registered(*modules):
    """The codes that modules register, and the functions that make them."""
    trees = [ast.parse(Path(module.__file__).read_text(encoding="utf-8")) for module in modules]
    return {
        decorator.args[0].value: function.name
        for tree in trees
        for function in tree.body
        if isinstance(function, ast.FunctionDef)
        for decorator in function.decorator_list
    }


def test_every_code_has_a_reason_and_a_page():
    made = registered(reasons_of_deals, reasons_of_calls, reasons_of_cards)
    assert sorted(made) == CODES == list(EVERY)
    assert all(hasattr(reasons, function) for function in made.values())


@pytest.mark.parametrize("code", CODES)
def test_a_reason_is_told_in_words(code):
    reason = EVERY[code]
    assert reason.code == code
    assert reason.reason[0] == "`" or reason.reason[0].islower()
    assert not reason.reason.endswith(".")
    assert "None" not in reason.reason
    if code in OF_THE_GAME_ITSELF:
        assert (reason.place, reason.source) == (None, None)
    else:
        assert reason.place == WRITTEN.place
        assert reason.source == "Pagat, deal 1"


@pytest.mark.parametrize("code", CODES)
def test_a_page_shows_a_refused_and_an_allowed_action(code):
    kind = KINDS[code]
    assert kind.severity == "error"
    assert re.match(r"[A-Z`].*\.\n", kind.page)
    assert re.findall(r"```(.+)", kind.page) == ["python fails", "python mended"]


@pytest.mark.parametrize("code", [f"U60{number}" for number in range(1, 10)])
def test_a_page_of_a_wrong_argument_shows_a_failing_and_a_mended_call(code):
    assert registered(arguments)[code]
    page = KINDS[code].page
    assert re.findall(r"```(.+)", page) == ["python fails", "python mended"]


def test_a_long_text_that_is_not_understood_is_cut():
    assert len(reasons.not_understood("x" * 10_000).reason) < 200


def test_a_rule_of_the_language_has_no_place_and_no_source():
    assert cited(Origin()) == (None, None)
    two = Origin(WRITTEN.place, (Citation("a", "Pagat"), Citation("b", "Wikipedia", "rules")))
    assert cited(two) == (WRITTEN.place, "Pagat; Wikipedia, rules")


def test_lists_in_words():
    assert listed(()) == ""
    assert listed((1,)) == "`1`"
    assert listed((1, 2)) == "`1` or `2`"
    assert listed("ABC", "and") == "`A`, `B` and `C`"


def test_what_is_called_says_what_was_called():
    none = reasons.not_exactly_one((), ("A", "B"), WRITTEN)
    both = reasons.not_exactly_one(("A", "B"), ("A", "B"), WRITTEN)
    assert none.reason == "call exactly one of `A` or `B`: none was called"
    assert both.reason == "call exactly one of `A` or `B`: `A` and `B` were called"


def test_wrong_arguments_are_value_errors_with_a_code():
    error = arguments.wrong_players(9, 3, 7)
    assert isinstance(error, ArgumentError)
    assert isinstance(error, ValueError)
    assert error.code == "U601"
    assert str(error) == "U601: `9` players: the game is for 3 to 7"


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (IntegerRange(-3, 2), "a whole number from -3 to 2"),
        (TruthRange(), "true or false"),
        (WordRange(("shared", "playoff")), "one of shared, playoff"),
    ],
)
def test_a_wrong_value_says_which_values_there_are(kind, words):
    error = arguments.wrong_value(Parameter("p", kind, 0), True)
    assert error.reason == f"`p` cannot be `true`: it is {words}"


def test_reasons_are_values():
    assert EVERY["A301"] == Reason("A301", EVERY["A301"].reason)
    assert len({EVERY["A301"], reasons.not_held(card("QS"))}) == 1

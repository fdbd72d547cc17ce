"""Every refused action has a reason with a code of its own, a page, and words that mend it."""

import re

import pytest
from support.table_games import WRITTEN, card, cards

from clagdsl import problems
from clagdsl.lang.rules import Citation, IntegerRange, Origin, Parameter, TruthRange, WordRange
from clagdsl.problems.model import KINDS, ArgumentError, Reason
from clagdsl.problems.registry import problem_kinds
from clagdsl.problems.wording import cited, listed

CODES = [
    *("A101", "A102", "A103"),
    *("A201", "A202", "A203"),
    *("A301", "A302", "A303", "A304", "A305", "A306", "A307"),
    *("A401", "A402", "A403"),
    *("A501", "A502", "A503", "A504"),
    *("A601", "A701"),
]

EVERY = {
    "A101": problems.illegal_actions.NotUnderstood("bid two").reason(),
    "A102": problems.illegal_actions.MatchOver().reason(),
    "A103": problems.illegal_actions.NotNow("bid first").reason(),
    "A201": problems.illegal_actions.BidOutside(8, 7, origin=WRITTEN).reason(),
    "A202": problems.illegal_actions.LastBidBroken(4, 3, 7, (0, 1), origin=WRITTEN).reason(),
    "A203": problems.illegal_actions.EachBidBroken(0, 3, 7, (1,), origin=WRITTEN).reason(),
    "A301": problems.illegal_actions.NotHeld(card("QS")).reason(),
    "A302": problems.illegal_actions.MustFollow(
        card("QS"), "H", cards("9H"), origin=WRITTEN
    ).reason(),
    "A303": problems.illegal_actions.NotOnTop(card("QS"), origin=WRITTEN).reason(),
    "A304": problems.illegal_actions.UnnamedWild(card("2H"), origin=WRITTEN).reason(),
    "A305": problems.illegal_actions.NotWild(card("5C"), ("2",), origin=WRITTEN).reason(),
    "A306": problems.illegal_actions.FaceTaken(card("2C"), card("AH"), origin=WRITTEN).reason(),
    "A307": problems.illegal_actions.WildMustFollow(
        card("2C"), card("AH"), "S", origin=WRITTEN
    ).reason(),
    "A401": problems.illegal_actions.SuitWanted(origin=WRITTEN).reason(),
    "A402": problems.illegal_actions.OrderWanted(origin=WRITTEN).reason(),
    "A403": problems.illegal_actions.NotAnOrder(("S", "S"), 4, origin=WRITTEN).reason(),
    "A501": problems.illegal_actions.NoSuchChoice("Trump", ("Trumps",), origin=WRITTEN).reason(),
    "A502": problems.illegal_actions.CalledTwice("Trumps", origin=WRITTEN).reason(),
    "A503": problems.illegal_actions.NotExactlyOne(
        (), ("Trumps", "Nuloss"), origin=WRITTEN
    ).reason(),
    "A504": problems.illegal_actions.MoreThanOne(("Trumps", "Nuloss"), origin=WRITTEN).reason(),
    "A601": problems.illegal_actions.SizeOutside(9, 3, 7, origin=WRITTEN).reason(),
    "A701": problems.illegal_actions.NotAPack(2, 52, cards("AS KS"), ()).reason(),
}
OF_THE_GAME_ITSELF = {"A101", "A102", "A103", "A301", "A701"}


def registered(module):
    """The codes that a module registers, and the classes of them."""
    return {code: kind for code, kind in KINDS.items() if kind.__module__ == module.__name__}


def test_every_code_has_a_reason_and_a_page():
    made = registered(problems.illegal_actions)
    assert sorted(made) == CODES == list(EVERY)
    assert all(hasattr(problems.illegal_actions, kind.__name__) for kind in made.values())


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
    kind = problem_kinds()[code]
    assert kind.severity == "error"
    assert re.match(r"[A-Z`].*\.\n", kind.page)
    assert re.findall(r"```(.+)", kind.page) == ["python fails", "python mended"]


@pytest.mark.parametrize("code", [f"U60{number}" for number in range(1, 10)])
def test_a_page_of_a_wrong_argument_shows_a_failing_and_a_mended_call(code):
    assert registered(problems.arguments)[code]
    page = problem_kinds()[code].page
    assert re.findall(r"```(.+)", page) == ["python fails", "python mended"]


def test_a_long_text_that_is_not_understood_is_cut():
    assert len(problems.illegal_actions.NotUnderstood("x" * 10_000).reason().reason) < 200


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
    none = problems.illegal_actions.NotExactlyOne((), ("A", "B"), origin=WRITTEN).reason()
    both = problems.illegal_actions.NotExactlyOne(("A", "B"), ("A", "B"), origin=WRITTEN).reason()
    assert none.reason == "call exactly one of `A` or `B`: none was called"
    assert both.reason == "call exactly one of `A` or `B`: `A` and `B` were called"


def test_wrong_arguments_are_value_errors_with_a_code():
    error = problems.arguments.WrongPlayers(9, 3, 7).error()
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
    error = problems.arguments.WrongValue(Parameter("p", kind, 0), True).error()
    assert error.reason == f"`p` cannot be `true`: it is {words}"


def test_reasons_are_values():
    assert EVERY["A301"] == Reason("A301", EVERY["A301"].reason)
    assert len({EVERY["A301"], problems.illegal_actions.NotHeld(card("QS")).reason()}) == 1

"""Every refused action has a reason with a code of its own, a page, and words that mend it."""

import re
from dataclasses import fields

import pytest
from support.table_games import WRITTEN, card, cards

from clagdsl import problems
from clagdsl.lang.rules import Citation, IntegerRange, Origin, Parameter, TruthRange, WordRange
from clagdsl.problems.illegal_actions import NameRead, RefusedBid
from clagdsl.problems.model import KINDS, ArgumentError, Reason
from clagdsl.problems.registry import problem_kinds
from clagdsl.problems.wording import cited, listed

FACTS = {
    "text": "bid two",
    "wanted": "bid first",
    "best": "KH",
    "bid": 4,
    "total": 3,
    "cards": 7,
    "low": 3,
    "high": 6,
    "card": card("2C"),
    "face": card("AH"),
    "suit": "H",
    "suits": ("S", "S"),
    "all_suits": 4,
    "until_broken": True,
    "allowed": cards("9H"),
    "wild": ("2",),
    "name": "Trump",
    "known": ("Trumps",),
    "choice": "Trumps",
    "chosen": ("Trumps", "Nuloss"),
    "choices": ("Trumps", "Nuloss"),
    "number": 2,
    "size": 52,
    "missing": cards("AS KS"),
    "twice": (),
    "often": "twice",
    "times": 1,
    "strange": (),
    "players": ("Ann", "Bob"),
    "said": "5C",
    "lowest": "5C",
    "highest": "13NT",
    "before": "5D",
    "leads": True,
    "looked": True,
    "extreme": "highest",
    "asking": "Joker",
    "refused": RefusedBid(4, 7, 7, (NameRead("zeros", 2),)),
    "bids": 3,
    "deal": 3,
    "part": "bids 1 0",
    "most": 4,
    "told": "the tricks come to `3`",
    "by_cards": True,
    "example": "2 0",
    "seat": 9,
}
"""A fact of each name that problems of actions have."""


def sample(kind):
    """A problem of a kind, told of a written rule where it is about one."""
    named = {part.name for part in fields(kind) if part.kw_only}
    by_name = {"origin": WRITTEN} if "origin" in named and kind.code != "A103" else {}
    facts = (FACTS[part.name] for part in fields(kind) if not part.kw_only)
    return kind(*facts, **by_name).reason()


OF_THE_GAME_ITSELF = {
    *(
        "A101",
        "A102",
        "A103",
        "A104",
        "A105",
        "A106",
        "A107",
        "A108",
        "A109",
        "A110",
        "A301",
        "A605",
        "A701",
        "A801",
    ),
    "A802",
}


def registered(module):
    """The codes that a module registers, and the classes of them."""
    return {code: kind for code, kind in KINDS.items() if kind.__module__ == module.__name__}


MADE = registered(problems.illegal_actions)
CODES = sorted(MADE)
EVERY = {code: sample(MADE[code]) for code in CODES}


def test_every_code_has_a_reason_and_a_page():
    assert sorted(code for code in problem_kinds() if code[0] == "A") == CODES
    assert all(code == kind.code for code, kind in MADE.items())
    assert all(hasattr(problems.illegal_actions, kind.__name__) for kind in MADE.values())
    assert len(CODES) >= 22


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
    assert len({EVERY["A301"], problems.illegal_actions.NotHeld(card("2C")).reason()}) == 1

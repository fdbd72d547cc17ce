"""A suggested fix works as typed: the statement that it changes can be read with it."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from support.file_mutations import RULES, Mutation, token_gone, token_twice, tokens_swapped

from clagdsl.lang.source import SourceText
from clagdsl.problems.diagnostic import Diagnostic, apply_edits
from clagdsl.syntax.parser import parse


def errors(text: str) -> list[Diagnostic]:
    problems = parse(SourceText("a.clag", text)).diagnostics
    return [each for each in problems if each.severity == "error"]


def new_errors(text: str, problem: Diagnostic) -> Counter[tuple[str, str]]:
    """The errors after a fix, without those that were there before beside the fixed one."""
    before = Counter((each.code, each.message) for each in errors(text) if each != problem)
    after = Counter((each.code, each.message) for each in errors(apply_edits(text, problem.fix)))
    return after - before


GAME = """clag 2
game "X"
players 4
let full = 10
deal normal
  bid in turn
  score 10 when made, otherwise 0
deal Grand
  score tricks
schedule
  1 up to 7 cards: normal
  then 3 cards: Grand
winner highest total, then shared
ends when deal > 3
"""
BID, SCORE = "bid in turn", "10 when made, otherwise 0"
THEN, ENDS = "then 3 cards: Grand", "ends when deal > 3"

VALUE = "expected a number, a name or another expression"
NAME = "expected a name"
LIMIT = "expected `free` or `keeps`"
JOINT = "write an operator such as `+` or `=`, or `and`, between the two"
SIZE = "expected `dealer`, `repeat` or a number, a name or another expression"
LAST_VALUE = "delete `otherwise`: it is written only before the last value"

SUGGESTIONS = (
    (BID, "open no spades unless broken", "write `open no spades until broken`"),
    (BID, "last bid keeps bids != != cards", "delete `!=`"),
    (BID, "each bid needs bid > 0 or bid = 1", "did you mean `keeps`?"),
    (BID, "last bid must bids != cards", LIMIT),
    (THEN, "then repeat 3 3 cards: Grand", "write `times 3`"),
    (THEN, "then repeat 4 3 cards: Grand", "write `times 3`"),
    (THEN, "then full - down to 1 cards: Grand", VALUE),
    (THEN, "then cards: Grand", SIZE),
    (THEN, "then repeat 2 times full - 1 cards:\n  then full cards: Grand", NAME),
    (SCORE, "10 when made and and bid > 0, otherwise 0", "delete one `and`"),
    (SCORE, "10 when made bid > 0, otherwise 0", JOINT),
    (SCORE, "10 when > bid, otherwise 0", VALUE),
    (SCORE, "10 when made, 0", "write `, otherwise 0`"),
    (SCORE, "10 when made, 5 when bid > 1, (1 + 2)", "write `, otherwise (1 + 2)`"),
    (SCORE, "10 when made, otherwise 5 when bid = 1, otherwise 0", LAST_VALUE),
    (SCORE, "3 * (10 when made, otherwise 5 when bid = 1 or bid = 2, otherwise 0)", LAST_VALUE),
    (
        SCORE,
        "(10 when made, otherwise 2 * (1 when bid = 2, otherwise 3) when bid = 1,"
        " otherwise 2 when bid > 3, otherwise 0) * (2 when trump = hearts, otherwise 1)",
        LAST_VALUE,
    ),
    (SCORE, "10 when tricks = 0otherwise, 5", "separate the number from the word"),
    ("deal Grand", "deal is normal with", NAME),
    (
        "deal Grand",
        'deal "No Trumps as Grand is normal with',
        'add the closing `"` where the text ends, as in `"No Trumps"`',
    ),
    (ENDS, "ends when >= 60 or deal > 3", VALUE),
)


@pytest.mark.parametrize(("right", "wrong", "help_text"), SUGGESTIONS)
def test_what_is_suggested_for_a_line_works(right: str, wrong: str, help_text: str) -> None:
    assert errors(GAME) == []
    text = GAME.replace(right, wrong, 1)
    (problem,) = errors(text)
    assert problem.help == help_text
    assert not problem.fix or errors(apply_edits(text, problem.fix)) == []


def test_no_bracket_is_missing_if_all_match() -> None:
    score = "(10 when made, otherwise 5 when bid = 1) + (2 when bid = 3, otherwise 0)"
    (problem,) = errors(GAME.replace(SCORE, score))
    assert problem.code != "S143"
    (problem,) = errors(GAME.replace(SCORE, "(10 + (2 when made, otherwise 0)"))
    assert problem.code == "S143"


def test_a_choice_ends_before_a_misspelt_clause() -> None:
    text = GAME.replace(SCORE, "10 + tricks if made, else tricks\n  lats bid free")
    choice, clause = errors(text)
    assert choice.help == "write `when made, otherwise tricks`"
    assert clause.help == "did you mean `last`?"
    assert errors(apply_edits(text, (*choice.fix, *clause.fix))) == []


def test_a_file_without_quotation_marks_comes_before_a_misspelt_statement() -> None:
    file, word = errors('clag 2\ngame "X" extends oh-hell\nChange normal\n  score bid\n')
    assert (file.help, word.help) == ('write `"oh-hell"`', "did you mean `change`?")


@pytest.mark.parametrize(
    ("suit", "is_safe"), [("heart", True), ("Heart", True), ("hert", False), ("herz", False)]
)
def test_only_the_end_of_a_suit_is_surely_missing(suit: str, is_safe: bool) -> None:
    (problem,) = errors(GAME.replace(BID, f"trump rotates {suit} spades none\n  {BID}"))
    assert (problem.help, problem.safe) == ("write `hearts`", is_safe)


def test_what_follows_a_word_for_otherwise_is_read_with_it() -> None:
    text = GAME.replace(SCORE, "-bid when made, else abs(bid - tricks) x 2")
    word, sign = errors(text)
    assert (word.help, sign.help) == ("did you mean `otherwise`?", "write `*`")
    assert errors(apply_edits(text, (*word.fix, *sign.fix))) == []


@pytest.mark.parametrize(
    ("header", "fixed", "safe"),
    [
        ("1", "clag 1", False),
        ("2 clag", "clag 2", False),
        ("clg 2", "clag 2", False),
        ("clag clag 2", "clag 2", True),
        ("clag game", "clag 2 game", True),
        ('clag "X" 2', "clag 2", False),
    ],
)
def test_what_is_meant_to_be_the_header_is_replaced(header: str, fixed: str, safe: bool) -> None:
    (problem,) = errors(f"{header}\nplayers 4\nlet x = 2")[:1]
    assert (problem.code, problem.safe) == ("S131", safe)
    assert apply_edits(header, problem.fix) == fixed


@pytest.mark.parametrize("mutation", [token_gone, token_twice, tokens_swapped])
def test_a_fix_brings_no_new_error(mutation: Mutation) -> None:
    draw, fixes = Random(f"fixes {mutation.__name__}"), 0
    for _ in range(70):
        header, rules = draw.choice(RULES).read_text("utf-8").split("\n", 1)
        text = f"{header}\n{mutation(rules, draw)[0]}"
        for problem in errors(text):
            fixes += bool(problem.fix)
            assert not problem.fix or not new_errors(text, problem), (problem, text)
    assert fixes > 10

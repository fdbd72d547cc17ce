"""Every bound at one less, exactly and one more; and that reading stays quick at the bounds."""

import gc
import time
from collections.abc import Callable

import pytest
from support.samples import every_nth

from clagdsl.lang.expr.operators import LARGEST as LARGEST_NUMBER
from clagdsl.lang.limits import (
    DEEPEST_NESTING,
    LARGEST_FILE,
    LONGEST_TEXT,
    LONGEST_WORD,
    MOST_PARTS,
    MOST_PROBLEMS,
    MOST_TOKENS,
)
from clagdsl.lang.source import SourceText
from clagdsl.syntax.parser import parse

HEAD = "clag 1\n"


def codes(text: str) -> list[str]:
    return [problem.code for problem in parse(SourceText("a.clag", text)).diagnostics]


def brackets(number: int) -> str:
    return f"{HEAD}let x = {'(' * number}1{')' * number}\n"


def brackets_of_functions(number: int) -> str:
    return f"{HEAD}let x = {'abs(' * number}1{')' * number}\n"


def signs(number: int) -> str:
    return f"{HEAD}let x = {'-' * number}1\n"


def signs_after_an_operand(number: int) -> str:
    return f"{HEAD}let x = 2 - {'-' * number}1\n"


def inversions(number: int) -> str:
    return f"{HEAD}let x = {'not ' * number}true\n"


def signs_and_brackets(number: int) -> str:
    half = number // 2
    return f"{HEAD}let x = {'-' * (number % 2)}{'-(' * half}1{')' * half}\n"


def sums(number: int) -> str:
    """A sum of an odd number of parts; an even number has a sign."""
    terms = (number + 1) // 2
    return f"{HEAD}let x = {'-' * (number % 2 == 0)}{' + '.join(['1'] * terms)}\n"


def conditions(number: int) -> str:
    return f"{HEAD}deal a completed when {' and '.join(['made'] * (number - 1))}\n"


def limits(number: int) -> str:
    return f"{HEAD}deal a last bid keeps {' or '.join(['made'] * (number - 1))}\n"


def choosers(number: int) -> str:
    words = " or ".join(["p"] * (number - 1))
    return f"{HEAD}deal a trump none when {words}, otherwise turned\n"


def sizes(number: int) -> str:
    return f"{HEAD}schedule {' + '.join(['1'] * ((number + 1) // 2))} cards: a\n"


def scores(number: int) -> str:
    return sums(number).replace("let x =", "deal a score")


def settlements(number: int) -> str:
    return sums(number).replace("let x =", "settle loser pays winner")


def number_literal(number: int) -> str:
    return f"{HEAD}let x = {number}\n"


def long_name(number: int) -> str:
    return f"{HEAD}let {'x' * number} = 1\n"


def long_text(number: int) -> str:
    return f'{HEAD}game "{"x" * number}"\n'


def many_words(number: int) -> str:
    """`clag 1`, `schedule 1 card : a` and further deals: two words for each."""
    deals = number - 7
    return HEAD + "schedule 1 card: a" + ", a" * (deals // 2) + " from" * (deals % 2)


def of_bytes(number: int) -> str:
    return HEAD + "#" * (number - len(HEAD))


def of_wide_bytes(number: int) -> str:
    note = "#" + "é" * ((number - len(HEAD) - 1) // 2)
    return HEAD + note + "x" * (number - len(HEAD) - len(note.encode()))


BOUNDS: list[tuple[Callable[[int], str], int, str]] = [
    (brackets, DEEPEST_NESTING, "S121"),
    (brackets_of_functions, DEEPEST_NESTING, "S121"),
    (signs, DEEPEST_NESTING, "S121"),
    (signs_after_an_operand, DEEPEST_NESTING, "S121"),
    (inversions, DEEPEST_NESTING, "S121"),
    (signs_and_brackets, DEEPEST_NESTING, "S121"),
    (sums, MOST_PARTS, "S122"),
    (conditions, MOST_PARTS, "S122"),
    (limits, MOST_PARTS, "S122"),
    (choosers, MOST_PARTS, "S122"),
    (scores, MOST_PARTS, "S122"),
    (settlements, MOST_PARTS, "S122"),
    (number_literal, LARGEST_NUMBER, "S113"),
    (long_name, LONGEST_WORD, "S116"),
    (long_text, LONGEST_TEXT, "S116"),
    (of_bytes, LARGEST_FILE, "S103"),
    (of_wide_bytes, LARGEST_FILE, "S103"),
]


@pytest.mark.parametrize(("make", "limit", "code"), BOUNDS)
def test_a_bound_holds_at_one_less_and_exactly_and_not_at_one_more(
    make: Callable[[int], str], limit: int, code: str
) -> None:
    assert codes(make(limit - 1)) == []
    assert codes(make(limit)) == []
    assert codes(make(limit + 1)) == [code]


def test_the_bounds_are_those_that_are_documented() -> None:
    assert (LARGEST_FILE, DEEPEST_NESTING, MOST_PARTS, LARGEST_NUMBER) == (1048576, 64, 300, 10**9)
    assert (LONGEST_WORD, LONGEST_TEXT, MOST_TOKENS, MOST_PROBLEMS) == (60, 1000, 60000, 200)


def test_the_size_of_a_row_is_bounded_too() -> None:
    assert codes(sizes(299)) == []
    assert codes(sizes(301)) == ["S122"]


def test_the_number_of_words_is_bounded() -> None:
    assert codes(many_words(MOST_TOKENS - 1)) == []
    assert "S120" not in codes(many_words(MOST_TOKENS))
    assert codes(many_words(MOST_TOKENS + 1)) == ["S120"]


@pytest.mark.parametrize("digits", [11, 1000, 5000, 100_000])
def test_a_number_of_many_digits_is_one_problem(digits: int) -> None:
    assert codes(f"{HEAD}let x = {'9' * digits}\n") == ["S113"]
    assert codes(f"{HEAD}let x = {'0' * digits}1\n") == ["S113"]
    assert codes(f"{HEAD}param p = -{'9' * digits}\n") == ["S113"]


def test_nesting_is_noted_once_for_each_place() -> None:
    deep = "(" * 70 + "1" + ")" * 70
    assert codes(f"{HEAD}let x = {deep} + {deep}\nlet y = {deep}\n") == ["S121"] * 3
    assert codes(f"{HEAD}let x = {'(' * 40}\nlet y = {'(' * 40}1{')' * 40}\n") == ["S141"]


def test_after_two_hundred_problems_no_more_are_collected() -> None:
    wrong = "players 3 too 7\n"
    assert codes(HEAD + wrong * (MOST_PROBLEMS - 1)) == ["S139"] * (MOST_PROBLEMS - 1)
    for number in (MOST_PROBLEMS + 1, 5 * MOST_PROBLEMS):
        found = codes(HEAD + wrong * number)
        assert found == ["S139"] * MOST_PROBLEMS + ["S149"]
    assert codes(HEAD + "&\n" * 1000) == ["S110"] * MOST_PROBLEMS + ["S149"]


MEBIBYTE = 1 << 20


def filled(unit: str, start: str = HEAD) -> str:
    return (start + unit * (MEBIBYTE // len(unit) + 1))[:MEBIBYTE]


def shortened(unit: str, start: str = HEAD) -> str:
    """As many units as the bound on words takes."""
    words = len(unit.replace("(", " ( ").replace(",", " , ").replace(":", " : ").split())
    return start + unit * ((MOST_TOKENS - 20) // words)


LARGE = {
    "brackets": filled("("),
    "brackets of an expression": filled("(", HEAD + "let x = "),
    "signs": filled("-", HEAD + "let x = "),
    "not": filled("not ", HEAD + "let x = "),
    "deals": filled("deal a "),
    "deals in lines": filled("deal a\n"),
    "sums": filled("1+", HEAD + "let x = "),
    "quotation marks": filled('"'),
    "quotation marks in lines": filled('"\n'),
    "single quotation marks": filled("'"),
    "lines": filled("\n"),
    "blanks": filled(" "),
    "comments": filled("# a\n"),
    "one word": filled("a"),
    "digits": filled("9"),
    "nothing": filled("\0"),
    "a schedule": filled("then 1 card: a ", HEAD + "schedule 1 card: a "),
    "a bounded schedule": shortened("\nthen 1 card: a ", HEAD + "schedule 1 card: a "),
    "wrong rows": shortened("\nthen 1 crd: a ", HEAD + "schedule 1 card: a "),
    "wrong statements": shortened("players 3 too 7\n"),
    "unknown statements": shortened("plxxyers 3\n"),
    "clauses": shortened("score 1\n", HEAD + "deal a\n"),
    "wrong clauses": shortened("wild joker\n", HEAD + "deal a\n"),
    "values": shortened("a ", HEAD + "let x = "),
    "conditions": shortened("and a ", HEAD + "let x = a "),
    "choices": shortened("1 when b , ", HEAD + "let x = "),
    "comparisons": shortened("= 1 ", HEAD + "let x = 1 "),
    "names without quotation marks": shortened("A ", HEAD + "deal "),
    "commas": shortened(", "),
    "open brackets": shortened("( ", HEAD + "let x = "),
    "nested sums": shortened("( 1 + ", HEAD + "let x = "),
    "numbers of a fact": shortened("1 ", HEAD + 'example "x": tricks '),
    "cards of a fact": shortened("AC ", HEAD + 'example "x": cards '),
    "ranks": shortened("A ", HEAD + "deal a rank "),
    "statements in pieces": shortened("let\n"),
}


@pytest.mark.parametrize("name", every_nth(LARGE, 3))
def test_large_texts_are_answered_quickly(name: str) -> None:
    assert len(LARGE[name].encode()) <= MEBIBYTE
    gc.collect()
    gc.freeze()  # what earlier tests have left is nothing that a command goes through again
    before = time.process_time()
    parse(SourceText("a.clag", LARGE[name]))
    taken = time.process_time() - before
    assert taken < 3.0

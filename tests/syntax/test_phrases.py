"""Every phrase of the table is tried with its examples: what is suggested, and that it parses.

A line with several meanings has no fix.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from clagdsl.check.checker import check_text
from clagdsl.lang.aspects import TABLE
from clagdsl.lang.identifiers import STATEMENTS
from clagdsl.lang.source import SourceText
from clagdsl.problems.diagnostic import Diagnostic, apply_edits
from clagdsl.problems.render import problem_text
from clagdsl.syntax.hints.paraphrases import paraphrases_of
from clagdsl.syntax.hints.phrase_table import (
    Example,
    Phrase,
    Topic,
    compile_pattern,
    heads_of,
    phrases,
    read_phrase,
    read_topic,
    topics,
)
from clagdsl.syntax.parser import parse

STATEMENT_LINES = """clag 2
game "Example"
players 3 to 4
deal normal
DEAL
deal Blind is normal with sight after bids
schedule 5 cards: normal
winner highest total, then shared
settle loser pays winner winner.total - loser.total
"""
CLAUSE_LINES = """  trump turned
  bid in turn
  last bid keeps bids != cards
  follow suit, else anything
  score 10 + tricks when made, otherwise 0"""


def file_with(line: str, key: str) -> str:
    """Return a file in which a line has the place of the one that begins with a word."""
    if key == "then":
        return file_with(f"schedule 5 cards: normal\n{line}", "schedule")
    is_statement = key in STATEMENTS
    lines = (STATEMENT_LINES if is_statement else CLAUSE_LINES).splitlines()
    places = [number for number, text in enumerate(lines) if text.split()[0] == key]
    if places and key != "deal":
        lines[places[0]] = line
    else:
        lines.insert(3 if is_statement else 1, line)
    text = "\n".join(lines)
    if is_statement:
        return text.replace("DEAL", CLAUSE_LINES) + "\n"
    return STATEMENT_LINES.replace("DEAL", text)


def key_of(line: str) -> str:
    """Return the word that decides where a line stands."""
    return line.split()[0].rstrip(":")


def problems_of(text: str) -> tuple[Diagnostic, ...]:
    return parse(SourceText("example.clag", text)).diagnostics


def on_one_line(text: str) -> str:
    return " ".join(text.split())


def name(phrase: Phrase, example: Example) -> str:
    return f"{phrase.kind}: {example.line}"


def examples(*says: str) -> list[object]:
    return [
        pytest.param(phrase, example, id=name(phrase, example))
        for phrase in phrases()
        for example in phrase.examples
        if phrase.kind in says
    ]


def suggested(phrase: Phrase, example: Example) -> list[str]:
    """Return the lines that an example must suggest."""
    return list(example.becomes or (each.text for each in phrase.meanings))


LACKS = {
    "C201": "nt|double|Misere",
    "C203": "few|many|largest|x",
    "C204": "made",
    "C208": "Joker|Fool|Open|Double",
    "C221": "winner",
    "C235": "players|normal|Blind|schedule|winner|settle",
    "C258": "equal cards",
    "C259": "of each",
    "C261": "Joker|Owl|Jester",
    "C263": "Joker|Fool|Big",
    "C276": "Joker|Big",
}
"""What the file around a line does not have, by the problem which is then reported."""
OTHERS = {"E409", "P303", "P306", "P308", "P314", "P315", "P317", "P324", "P326", "P342", "P352"}
"""Proofs that fail where a line stands in this file; tests/check tries those lines in another."""


def assert_checks(text: str) -> None:
    """A line suggested is right: the checker and its proofs miss only what no line can bring."""
    if text.count("Blind") == 1:
        text = text.replace("deal Blind is normal with sight after bids\n", "")
    for problem in check_text(text).diagnostics:
        if problem.severity == "error" and problem.code not in OTHERS:
            assert re.search(rf"`.*\b({LACKS[problem.code]})\b", problem_text(problem, {})), problem


@pytest.mark.parametrize(("phrase", "example"), examples("means"))
def test_an_example_suggests_its_lines_which_parse(phrase: Phrase, example: Example) -> None:
    lines = suggested(phrase, example)
    key = key_of(lines[0])
    text = file_with(example.line, key)
    (problem,) = problems_of(text)
    fixed = file_with(lines[0], key) if len(lines) == 1 else text
    assert on_one_line(apply_edits(text, problem.fix)) == on_one_line(fixed)
    for line in lines:
        assert not problems_of(file_with(line, key))
        assert_checks(file_with(line, key))
    if not phrase.only_with_others:
        assert lines == [on_one_line(each.text) for each in paraphrases_of(example.line)[0]]


@pytest.mark.parametrize(("phrase", "example"), examples("fact", "not-yet"))
def test_an_example_without_a_line_has_its_fact(phrase: Phrase, example: Example) -> None:
    """A phrase that the language can say after all has no problem, and fails."""
    (problem,) = problems_of(file_with(example.line, key_of(example.line)))
    assert not problem.fix
    assert (problem.message, problem.help) == (phrase.message, phrase.help)


@pytest.mark.parametrize("topic", topics(), ids=lambda topic: topic.text)
def test_a_line_about_a_topic_has_its_forms_which_parse(topic: Topic) -> None:
    for line in topic.examples:
        (problem,) = problems_of(file_with(line, "forehead"))
        assert not problem.fix
        assert topic.text in problem.help
    for form in topic.forms:
        assert not problems_of(file_with(form.syntax, key_of(form.syntax))), form
    assert topic.forms or not topic.heads


def test_forms_with_the_words_of_the_line_come_first() -> None:
    (problem,) = problems_of(file_with("last bid silly to more than the cards", "last"))
    assert problem.help.startswith(
        "expected `free` or `keeps`; a limit on bids is, for example: "
        "`last bid keeps bids > cards` ("
    )
    assert 3 <= problem.help.count("`last bid ") <= 6
    assert "`each bid" not in problem.help


@pytest.mark.parametrize("clause", ["sight", "shown"])
def test_every_form_of_a_clause_is_listed_and_none_of_another(clause: str) -> None:
    (problem,) = problems_of(file_with(f"{clause} by player", clause))
    (aspect,) = (each for each in TABLE.values() if each.keyword == clause)
    forms = [f"`{clause} {policy.syntax}`" for policy in aspect.policies]
    assert [form for form in forms if form not in problem.help] == []
    assert len(forms) == len(re.findall(r"`(?:sight|shown) ", problem.help))


SPOKEN = Path(__file__).with_name("spoken_lines.txt").read_text("utf-8").splitlines()
"""House rules as they are said and written at the table."""
OF_A_SIGN = re.compile("S11[0-9]")


@pytest.mark.parametrize("place", ["forehead", "pack"])
def test_a_spoken_line_suggests_a_line_only_if_a_pattern_covers_it(place: str) -> None:
    for line in SPOKEN:
        text = file_with(line, place)
        problems = problems_of(text)
        assert problems, line
        for problem in problems:
            assert "the language cannot express this" not in problem.help, line
            if OF_A_SIGN.match(problem.code):
                continue
            if "write `" in problem.help:
                assert paraphrases_of(line)[0], (line, problem.help)
            if problem.fix:
                assert not problems_of(apply_edits(text, problem.fix)), (line, problem.fix)


def test_the_reader_refuses_a_topic_with_a_meaning() -> None:
    for key in ("means", "becomes", "case", "instead", "cannot", "said"):
        with pytest.raises(ValueError, match=key):
            read_topic([("topic", "a limit is, for example:"), (key, "each bid keeps bid > 0")])


@pytest.mark.parametrize(
    ("pattern", "meaning"),
    [
        ("^next dealer .*$", "next dealer left"),
        ("^lead <dealer|eldest>$", "lead dealer"),
        (r"^bid \w+$", "bid together"),
        (r"^bid (with )?[^,]*$", "bid together"),
        ("^bid <.+>$", "bid together"),
    ],
)
def test_the_reader_refuses_a_pattern_that_loses_words(pattern: str, meaning: str) -> None:
    with pytest.raises(ValueError, match="loses"):
        read_phrase(frozenset(), {}, [("said", pattern), ("means", meaning)])


def test_a_line_in_the_wrong_place_is_suggested_for_its_place() -> None:
    (problem,) = problems_of(file_with("winner deals next", "ends"))
    assert problem.help == "write `next dealer winner` among the clauses of a deal"
    (problem,) = problems_of(file_with("first to 100", "call"))
    ends = "`ends when highest_total >= 100`"
    assert problem.help == f"write {ends} on a line of its own, outside of the deals"


def used_for(line: str) -> Iterator[str]:
    """Yield the patterns that are used for a line, in the order of the table."""
    names, reading = heads_of(line), line
    for phrase in phrases():
        for pattern in phrase.patterns:
            if phrase.heads and phrase.heads.isdisjoint(names):
                continue
            if phrase.kind != "means":
                if compile_pattern(pattern).search(line):
                    yield pattern
            else:
                changed = compile_pattern(pattern).sub(phrase.meanings[0].replacement, reading)
                if changed != reading:
                    yield pattern
                reading = changed


def test_every_pattern_is_used_for_an_example_of_its_phrase() -> None:
    unused = [
        pattern
        for phrase in phrases()
        for used in [{each for example in phrase.examples for each in used_for(example.line)}]
        for pattern in phrase.patterns
        if pattern not in used
    ]
    assert unused == []


COVERED = (
    ("no trump lead until broken", "open no trump until broken"),
    ("screw the dealer", "last bid keeps bids != cards"),
    ("trumps must be broken", "open no trump until broken"),
    ("turned trump", "trump turned"),
    ("trump gezogen", "trump drawn"),
    ("trump retourné", "trump turned"),
    ("others only sight", "sight others only"),
    ("top card play", "play top card"),
    ("left next dealer", "next dealer left"),
    ("bid secret", "bid together"),
    ("together bid", "bid together"),
    ("score 10 when made, otherwise lose 5", "score 10 when made, otherwise -5"),
    ("twist Double is score 2 * tricks", "twist Double score 2 * tricks"),
)
"""Lines that need no phrase of their own: one wrong word, or words that another phrase matches."""


@pytest.mark.parametrize(("line", "meant"), COVERED)
def test_a_line_without_a_phrase_of_its_own_is_understood(line: str, meant: str) -> None:
    text = file_with(line, key_of(meant))
    (problem,) = problems_of(text)
    expected = file_with(meant, key_of(meant))
    assert on_one_line(apply_edits(text, problem.fix)) == on_one_line(expected)

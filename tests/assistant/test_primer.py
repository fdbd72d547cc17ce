"""Every line of the primer is run: whole files check, and each single line does so in a file."""

from __future__ import annotations

import re

import pytest
from support.page_blocks import blocks_of

from clagdsl.assistant.pages import primer
from clagdsl.check.checker import check_text
from clagdsl.lang.aspects import TABLE
from clagdsl.lang.resources import all_names
from clagdsl.lang.source import SourceText
from clagdsl.lang.vocabulary import PHRASES, VARIABLES, WORDS
from clagdsl.syntax.parser import parse

BLOCKS = blocks_of(primer())
LINES = [
    line
    for block in BLOCKS
    if "fragment" in block.options
    for line in re.split(r"\n(?! )", block.text.strip())
]
SPANS = sorted(set(re.findall("`([^`\n]+)`", re.sub("(?ms)^```.*?^```$", "", primer()))))

KEYWORDS = sorted((aspect.keyword for aspect in TABLE.values()), key=len, reverse=True)
CLAUSES = {
    "trump": "trump turned",
    "bid": "bid in turn",
    "score": "score 10 + tricks when made, otherwise 0",
}
STATEMENTS = {
    "let": "let largest = min(7, 40 // players)",
    "schedule": "schedule 1 up to largest cards: normal then 5 cards: normal, Misere",
    "winner": "winner highest total, then fewest failed, then shared",
}
DECLARED = """
param bonus = 10 in 0 to 50
param hook = true
run zeros when {0} = 0
tally bags = tricks - {0} when tricks > {0}, otherwise 0
"""
NOBODY_BIDS = {"bid": "bid none", "score": "score tricks", "completed": "completed not counted"}
MORE = {
    "bid none": NOBODY_BIDS,
    "completed not counted": NOBODY_BIDS,
    "completed when tricks = 0": NOBODY_BIDS,
    "score -points": {**NOBODY_BIDS, "trick worth": "trick worth 1"},
    "bid fixed 0": {"score": "score 10 when made, otherwise -tricks"},
    "card worth 1 hearts, 13 QS": {"score": "score points", "trick worth": "trick worth 1"},
    "follow anything": {"trump": "trump hearts"},
    'example "with the queen of spades and a heart": bid 2 tricks 2 points 16 scores 26': {
        "score": "score 10 + points when made, otherwise 0",
        "trick worth": "trick worth 1",
        "card worth": "card worth 1 hearts, 13 QS",
    },
}
"""The other clauses that a deal needs beside a line, or has other than usual."""
SPECIALS = {
    "pack": "pack all ranks, 4 Wizard, 4 Jester",
    "special Wizard": "special Wizard is high asks nothing",
    "special Jester": "special Jester is low asks next card",
}


def file_with(line: str) -> str:
    """Returns a file that has the line."""
    clauses, statements = dict(CLAUSES), dict(STATEMENTS)
    clauses |= MORE.get(line, {})
    after = ""
    if "Wizard" in line or "Jester" in line:
        statements |= SPECIALS
        clauses["trump"] = "trump none"
    if "may not bid" in line:
        clauses["last bid"] = "last bid keeps bids != cards"
    first = line.split()[0]
    keyword = next((each for each in KEYWORDS if line.startswith(f"{each} ")), None)
    if first in ("change", "add"):
        parent = '"oh-hell"' if "schedule" in line else "pagat"
        return f'clag 2\ngame "House" extends {parent}\n{line}\n'
    if first in ("example", "run", "tally", "param", "ends"):
        after = line
    elif keyword is None:
        name = " ".join(line.split()[:2]) if first == "special" else first
        statements[name] = line
    else:
        clauses[keyword] = line
    if line.startswith("ends"):
        statements["schedule"] = "schedule repeat 20 times 10 cards: normal"
    declared = DECLARED.format("tricks" if clauses["bid"] == "bid none" else "bid")
    kept = [each for each in declared.splitlines() if " ".join(each.split()[:2]) not in after]
    misere = (
        "" if "repeat" in statements["schedule"] else "deal Misere is normal with score 0 - tricks"
    )
    return "\n".join(
        [
            *("clag 2", 'game "Primer"', "players 3 to 4", *kept),
            *statements.values(),
            *("deal normal", *clauses.values(), misere, after, ""),
        ]
    )


def errors(text: str) -> list[str]:
    found = check_text(text).diagnostics
    return [f"{each.code}: {each.message}" for each in found if each.severity == "error"]


def test_the_primer_is_two_pages_long() -> None:
    lines = primer().splitlines()
    assert max(map(len, lines)) <= 130
    assert len(primer().split()) <= 1600
    assert len(LINES) > 60


@pytest.mark.parametrize("text", [each.text for each in BLOCKS if "fragment" not in each.options])
def test_a_whole_file_checks_without_any_problem(text: str) -> None:
    assert check_text(text).diagnostics == ()


@pytest.mark.parametrize("line", LINES)
def test_a_line_stands_in_a_file_that_checks(line: str) -> None:
    text = file_with(line)
    assert line.split()[0] in text
    assert errors(text) == []


@pytest.mark.parametrize("span", SPANS)
def test_what_is_quoted_in_a_sentence_is_of_the_language(span: str) -> None:
    signs = {"+", "-", "*", "//", "%", "=", "!=", "<", "<=", ">", ">=", "==", "#"}
    known = {*WORDS, *PHRASES, *VARIABLES, *all_names(), "normal", "P306", "and", "or", "not"}
    if span in known or set(span.split()) <= signs | known | {"min", "max", "abs"}:
        return
    parts = ("clag 2\n{}", "clag 2\nlet a = {}", "clag 2\ndeal a\n trump none\n{}", "{}")
    parts += ('clag 2\nexample "x" {}: bid 0 tricks 0 scores 0',)
    parsed = (parse(SourceText("part.clag", part.format(span))).file for part in parts)
    assert span.startswith("clagdsl ") or any(parsed), span

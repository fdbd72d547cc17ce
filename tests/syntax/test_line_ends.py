"""Line ends of every kind end a line; hidden characters never change the words of a file."""

from __future__ import annotations

import pytest
from support.file_mutations import RULES

from clagdsl.lang.source import SourceText, Span
from clagdsl.problems.diagnostic import apply_edits
from clagdsl.syntax.format import format_text
from clagdsl.syntax.lexer import scan
from clagdsl.syntax.parser import language, parse

RARE = ["\x0b", "\x0c", "\x85", "\u2028", "\u2029"]
HOUSE = """clag 1
# normal deals pay more
game "Two points" extends foss # every Friday
change normal score 2 * tricks
drop "No Trumps"
"""


def codes(text: str) -> list[str]:
    return [each.code for each in parse(SourceText("a.clag", text)).diagnostics]


@pytest.mark.parametrize("end", ["\r", "\r\n"])
def test_a_file_with_other_line_ends_says_the_same(end: str) -> None:
    for path in RULES[:4]:
        text = path.read_text("utf-8")
        other = parse(SourceText("a.clag", text.replace("\n", end))).file
        assert other is not None
        assert other == parse(SourceText("a.clag", text)).file
        assert format_text(text.replace("\n", end)) == text.replace("\n", end)


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n"])
def test_lines_are_counted_by_every_line_end(end: str) -> None:
    source = SourceText("a.clag", f"one{end}two{end}{end}four")
    assert [source.line(number) for number in (1, 2, 3, 4)] == ["one", "two", "", "four"]
    start = source.text.index("four")
    assert source.position(start) == (4, 1)
    place = source.place(Span(start, start + 4))
    assert (place.line, place.end_column) == (4, 5)


@pytest.mark.parametrize("end", RARE)
def test_a_rare_line_end_hides_no_clause_and_is_refused(end: str) -> None:
    behind = HOUSE.replace("Friday\n", f"Friday{end}")
    assert codes(behind) == ["S105"]
    words = language().words
    assert scan(behind, words).tokens == scan(HOUSE, words).tokens
    (problem,) = parse(SourceText("a.clag", behind)).diagnostics
    assert problem.safe
    assert apply_edits(behind, problem.fix) == HOUSE


@pytest.mark.parametrize("end", RARE)
@pytest.mark.parametrize("behind", ["+ 2 * tricks", "when made, otherwise 0", ", High"])
def test_rules_behind_a_rare_line_end_never_become_a_comment(end: str, behind: str) -> None:
    text = HOUSE.replace("2 * tricks", f"10 # ours{end}{behind}")
    (problem, *_) = parse(SourceText("a.clag", text)).diagnostics
    assert problem.code == "S105"
    assert not problem.safe
    assert apply_edits(text, problem.fix) == text.replace(end, "\n")
    words = language().words
    assert scan(apply_edits(text, problem.fix), words).tokens == scan(text, words).tokens


@pytest.mark.parametrize("end", RARE)
def test_a_rare_line_end_ends_no_text(end: str) -> None:
    (first, *_) = parse(SourceText("a.clag", HOUSE.replace("No Trumps", f"No{end}Tr"))).diagnostics
    assert first.code == "S111"


def test_a_form_feed_between_words_is_a_blank() -> None:
    assert codes(HOUSE.replace("\nchange", "\n\fchange").replace(" score", "\fscore")) == []


# What stands for what, and whether nothing else can have been meant.
HIDDEN = {
    "a blank beside it": ("change normal", "change \u200bnormal", "change normal", True),
    "a line end beside it": ("normal score", "normal score\u200b", None, True),
    "two known words": ("change normal", "change\u200bnormal", "change normal", True),
    "two of them": ("change normal", "change\0\0normal", "change normal", True),
    "a word of the language": ("tricks", "tri\0cks", "tricks", True),
    "a name of elsewhere": ("extends foss", "extends fo\u2060ss", "extends foss", True),
    "a sign and a word": ("2 * tricks", "2 *\u200btricks", "2 * tricks", True),
    "two figures": ("2 * tricks", "1\u200b2 * tricks", None, False),
    "words of a comment": ("deals pay more", "deals\u200bpay more", None, False),
    "a word of a comment, said elsewhere": ("# normal", "# nor\u200bmal", "# normal", True),
    "words of a text": ("Two points", "Two\x1bpoints", None, False),
}


@pytest.mark.parametrize("name", HIDDEN)
def test_a_hidden_character_changes_no_words(name: str) -> None:
    right, wrong, meant, safe = HIDDEN[name]
    text = HOUSE.replace(right, wrong, 1)
    found = [each for each in parse(SourceText("a.clag", text)).diagnostics if each.code == "S105"]
    assert found
    assert {each.safe for each in found} == {safe}
    mended = apply_edits(text, [edit for each in found for edit in each.fix])
    if meant is not None:
        assert mended == HOUSE.replace(right, meant, 1)
    if not safe:
        assert "delete it, or replace it with a space, whichever you mean" in found[0].help


def test_a_hidden_character_in_a_word_is_one_mistake() -> None:
    assert codes(HOUSE.replace("change normal", "change nor\u200bmal")) == ["S105"]

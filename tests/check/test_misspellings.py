"""A word of the language is written for another one only if that is surely misspelt."""

from __future__ import annotations

import runpy
from pathlib import Path
from random import Random

import pytest
from support.file_mutations import RULES
from support.mistakes import GOOD, HOUSE

from clagdsl.check.checker import fix_text_at
from clagdsl.lang.source import SourceText
from clagdsl.problems.suggestions import REAL_WORDS, is_misspelling
from clagdsl.syntax.lexer import scan
from clagdsl.syntax.parser import language

ROOT = Path(__file__).parent.parent.parent
HERE = ROOT / "rules" / "kitchen.clag"
PROGRAM = runpy.run_path(str(ROOT / "docs" / "write_real_words.py"))

PREFIXES = (
    *("un", "non", "over", "under", "re", "pre", "mis", "dis", "out", "sub", "super"),
    *("anti", "co", "counter", "de", "ex", "in", "inter", "en", "a"),
)
SUFFIXES = ("ing", "ed", "er", "able", "less", "ness", "ful", "ly", "ish", "y", "d", "r")


def affixed(word: str) -> list[str]:
    """Return a word with each prefix and suffix, also without its last `e`."""
    without = [word[:-1] + suffix for suffix in SUFFIXES if word[-1] == "e" and len(suffix) > 1]
    others = [prefix + word for prefix in PREFIXES] + [word + suffix for suffix in SUFFIXES]
    return [other for other in (*others, *without) if other != word]


def neighbours() -> dict[str, list[str]]:
    """Return the English words near each word of the language, as they are shipped."""
    lines = REAL_WORDS.read_text("utf-8").splitlines()
    pairs = (line.partition(":") for line in lines if not line.startswith("#"))
    return {word: near.split() for word, _, near in pairs}


def uses() -> dict[str, tuple[Path, str, int]]:
    """Return where each keyword stands in the shortest text that uses it."""
    texts = [(HERE, GOOD), (HERE, HOUSE), *((path, path.read_text("utf-8")) for path in RULES)]
    first: dict[str, tuple[Path, str, int]] = {}
    for path, text in sorted(texts, key=lambda each: len(each[1])):
        tokens = scan(text, language().words).tokens
        language().automaton.run(tokens, 0, "file")  # which gives every token its type
        for token in tokens:
            if token.isalpha() and token in language().words and token.type != "NAME":
                first.setdefault(str(token), (path, text, token.start))
    return first


USES = uses()


def unchanged(word: str, other: str) -> bool:
    """Return whether nothing is fixed where one word stands in the place of another."""
    path, text, start = USES[word]
    spoilt = text[:start] + other + text[start + len(word) :]
    return fix_text_at(SourceText(path.name, spoilt), path).text == spoilt


def test_the_english_words_are_those_near_the_words_of_today() -> None:
    assert list(neighbours()) == PROGRAM["language_words"]()
    assert "\nlast: least\n" in PROGRAM["file_text"](["least", "fork", "lasting", "cast"])
    assert {"least", "list", "lost"} <= {*neighbours()["last"]}
    assert sum(map(len, neighbours().values())) > 900


def test_no_other_word_is_a_misspelling() -> None:
    words = PROGRAM["language_words"]()
    real = {*words, *(near for every in neighbours().values() for near in every)}
    pairs = [(other, word) for word in words for other in (*real, *affixed(word))]
    found = [(other, word) for other, word in pairs if is_misspelling(other, word)]
    # an `s` more or less at the end makes no other word
    assert all(other in (word + "s", word[:-1]) for other, word in found)
    assert ("trick", "tricks") in found


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("chnage", "change"),
        ("higest", "highest"),
        ("trmup", "trump"),
        ("kepps", "keeps"),
        ("biddder", "bidder"),
        ("card", "cards"),
        ("suits", "suit"),
        ("winner.totl", "winner.total"),
        ("higest_total", "highest_total"),
    ],
)
def test_one_slip_behind_the_first_letter_is_a_misspelling(text: str, word: str) -> None:
    assert is_misspelling(text, word)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("shcedlue", "schedule"),  # two slips
        ("ehcange", "exchange"),
        ("rtump", "trump"),  # the first letter
        ("wrump", "trump"),
        ("looser.total", "loser.total"),
        ("tto", "to"),  # too short to tell
        ("dealerr", "dealer"),
        ("bidd", "bids"),  # `bid` with a suffix
    ],
)
def test_what_may_be_another_word_is_no_misspelling(text: str, word: str) -> None:
    assert not is_misspelling(text, word)


def test_a_word_with_a_prefix_or_suffix_stays() -> None:
    draw = Random("affixes")
    for word in USES:
        other = draw.choice(affixed(word))
        assert unchanged(word, other), other


@pytest.mark.long
@pytest.mark.parametrize("word", USES)
def test_a_word_with_any_prefix_or_suffix_stays(word: str) -> None:
    assert [other for other in affixed(word) if not unchanged(word, other)] == []


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("last", "least"),
        ("turned", "tuned"),
        ("turned", "turn"),
        ("trump", "tramp"),
        ("dealer", "leader"),
        ("loser", "looser"),
        ("then", "than"),
        ("free", "fee"),
    ],
)
def test_an_english_word_stays(word: str, other: str) -> None:
    assert unchanged(word, other)


def test_a_name_of_the_file_is_suggested_and_never_written() -> None:
    for wrong in ("normall", "nromal", "norml"):
        spoilt = GOOD.replace("1 cards: normal", f"1 cards: {wrong}", 1)
        assert spoilt != GOOD
        fixed = fix_text_at(SourceText(HERE.name, spoilt), HERE)
        assert fixed.text == spoilt
        (problem,) = fixed.remaining
        assert problem.help == "did you mean `normal`?"

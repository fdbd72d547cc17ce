"""Names the topic of a line in plain words: the clause or statement that it is about.

The input is the text of a line. The output is a text with the forms of that clause, or a fact about
the language. A clause that begins with its keyword is about that clause; any other line is about
the topic whose words it has, in any order, with the highest sum of weights.

INVARIANT: the text is true of the language whatever the line meant. It suggests no line, and does
not say that the language cannot express this one. So a wrong guess costs a glance, not a game.

An earlier version guessed the meaning of each line from the senses of its words, and wrote Clag for
it. A word that the table did not know could reverse the meaning, so one suggestion in nine was
another rule. Only patterns that cover a whole clause suggest a line (`paraphrases`).
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Final

from clagdsl.lang.cards import SUIT_NAMES, SUIT_SIGNS
from clagdsl.lang.numerals import NUMERALS
from clagdsl.syntax.hints.phrase_table import Form, Topic, topics
from clagdsl.syntax.hints.synonyms import RANK_WORDS, is_filler

WORD: Final = re.compile(r"[^\W\d_]+|\d+|[♣♦♥♠]")
KINDS: Final = {
    "RANK": frozenset({*RANK_WORDS} - {"as", "ass", "1"}),
    "SUIT": frozenset(
        {*SUIT_NAMES.values(), *(name[:-1] for name in SUIT_NAMES.values()), *SUIT_SIGNS.values()}
    ),
    "NUMBER": frozenset(NUMERALS),
}
"""Words that the table names by their kind; digits are a `NUMBER` as well."""
MIN_WEIGHT: Final = 3
"""The weight that the words of a line need to be about a topic."""
MOST_FORMS: Final = 6
"""The number of forms that are listed."""
MAX_LENGTH: Final = 300
"""The number of characters of a topic from which on meanings of forms are left out, so that a help
stays readable.
"""


def topic_of(clause: str, tokens: Collection[str]) -> str:
    """Returns the forms of the clause or statement that a line is about; "" if that is unknown.

    `tokens` are those of the file.
    """
    words = words_of(clause)
    headed = [each for each in topics() if each.heads_length(clause)]
    topic = max(headed, key=lambda each: each.heads_length(clause), default=None)
    if topic is None:
        topic = max(topics(), key=lambda each: weight_of(each, words))
        if weight_of(topic, words) < MIN_WEIGHT:
            return ""
    return describe(topic, clause, tokens)


def describe(topic: Topic, clause: str, tokens: Collection[str]) -> str:
    """Returns the text of a topic; the forms that share most words with the line come first.

    If the line begins a clause that has forms, only these are listed. The dealer to the wrong side
    of a direction of play is left out.
    """
    words, head = words_of(clause), clause.lower().split()[0].rstrip(":")
    contrary = "" if "extends" in tokens else "left" if "counterclockwise" in tokens else "right"
    known = [each for each in topic.forms if each.syntax != f"next dealer {contrary}"]
    own = [each for each in known if each.syntax.split()[0] == head]
    forms = sorted(own or known, key=lambda each: -len(words & _words_of_form(each)))[:MOST_FORMS]
    shown = [f"`{form.syntax}`" for form in forms]
    for number, form in enumerate(forms):
        explained = f"{shown[number]} ({form.meaning})"
        rest = [*shown[:number], explained, *shown[number + 1 :]]
        if form.meaning and len(", ".join(rest)) + len(topic.text) <= MAX_LENGTH:
            shown = rest
    return f"{topic.text} {', '.join(shown)}" if shown else topic.text


def weight_of(topic: Topic, words: frozenset[str]) -> int:
    """Adds up the weights that a topic gives to the words of a line."""
    stems = {word if word in KINDS else stem(word): each for word, each in topic.weights.items()}
    return sum(weight for word, weight in stems.items() if word in words)


def words_of(text: str) -> frozenset[str]:
    """Returns the stems of the words of a text, and the kinds of its ranks, suits and numbers."""
    words = WORD.findall(text.lower().replace("'", "").replace("’", ""))
    kinds = {
        kind
        for kind, members in KINDS.items()
        for word in words
        if word in members or (kind == "NUMBER" and word.isdecimal())
    }
    return frozenset({*map(stem, words), *kinds})


@lru_cache(maxsize=10_000)
def stem(word: str) -> str:
    """Returns a word without the ending of a plural, a tense or an `-ing`."""
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= MIN_STEM:
            word = word.removesuffix(ending)
            break
    if len(word) > MIN_STEM and word[-1] == word[-2] and word[-1] not in "ls":
        word = word[:-1]
    return word.removesuffix("e")


MIN_STEM: Final = 3
"""The number of letters that are left of a word without its ending."""


@lru_cache(maxsize=1_000)
def _words_of_form(form: Form) -> frozenset[str]:
    words = words_of(f"{form.syntax} {form.meaning}")
    return frozenset(each for each in words if not is_filler(each))

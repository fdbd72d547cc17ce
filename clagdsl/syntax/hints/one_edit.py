"""Repairs the line of a failure with one edit of its keywords.

`find_slip` looks for a typo, a wrong capital, a numeral in letters or a doubled keyword. It is
tried before everything that guesses at a meaning. `find_edit` looks for a keyword that is swapped
with its neighbour, extra, missing or replaced by another word. It is tried if nothing else helps.

INVARIANT: with the edit, the parser accepts the line and the token after it. No number, card, name
of the file or negation is dropped. If two edits would do, none is suggested.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Final, NamedTuple, get_args

from clagdsl import problems
from clagdsl.lang.expr.ast import VariableName
from clagdsl.lang.expr.operators import LOGIC
from clagdsl.lang.identifiers import STATEMENTS, is_word
from clagdsl.lang.numerals import NUMERALS
from clagdsl.lang.source import Span
from clagdsl.problems.diagnostic import Diagnostic, replace_edit
from clagdsl.problems.suggestions import is_misspelling, is_opposite
from clagdsl.syntax.hints.bag_of_words import parse_senses
from clagdsl.syntax.hints.paraphrases import needs_newer_version
from clagdsl.syntax.hints.parse_failure import ParseFailure, span_of
from clagdsl.syntax.hints.phrase_table import lexicon
from clagdsl.syntax.hints.synonyms import SUIT_TEXTS
from clagdsl.syntax.lex_errors import Report
from clagdsl.syntax.token import CLAUSES

MAX_LINE_TOKENS: Final = 80
"""The most tokens of a line that is repaired (bounds the work)."""
EXTRA_WORDS: Final = frozenset({"a", "an", "the", "card", "cards"})
"""Words that may be left out of a line without a change of its meaning."""
DECLARING: Final = frozenset(
    {"deal", "twist", "as", "source", "run", "tally", "special", "param", "let"}
)
"""Keywords before a name that the file declares."""
VARIABLES: Final = frozenset(get_args(VariableName))
NOTES: Final = frozenset({"from", "assume"})
"""First words of notes, before which almost everything else parses."""
KEPT_WORDS: Final = frozenset(
    {"no", "not", "none", "never", "nothing", "without", "unless", *LOGIC}
)
"""Words that no other word takes the place of."""


class Edit(NamedTuple):
    """Words that replace the tokens of a line from one index up to another."""

    begin: int
    end: int
    words: tuple[str, ...]


def find_slip(failure: ParseFailure) -> Report | None:
    """Returns the report of a slip, if it is the only one whose correction makes a line parse."""
    for begin, end in _lines(failure):
        edits = (
            Edit(index, index + 1, words)
            for index in range(begin, min(end, failure.index + 1))
            for words in _intended(failure, index)
        )
        works = [edit for edit in edits if _parses(failure, edit, begin, end)]
        if len(works) == 1:
            return _report(failure, works[0])
        if works:
            return None
    return None


def find_edit(failure: ParseFailure, problem: Diagnostic) -> Report | None:
    """Returns the report of the only edit of a kind that makes a line parse.

    `problem` is the one that describes the failure itself.
    """
    for begin, end in [*_lines(failure)][:1]:
        last = min(end - 1, failure.index)
        for edits in (
            [
                _swap(failure, index)
                for index in range(max(begin, last - 2), min(last, end - 2) + 1)
                if {*failure.tokens[index : index + 2]} <= {*failure.words}
            ],
            [
                Edit(index, index + 1, ())
                for index in range(max(begin, last - 2), last + 1)
                if failure.tokens[index] in EXTRA_WORDS
            ],
            [*_insertions(failure, begin, last)],
            *([*_replacements(failure, index)] for index in (last, last - 1) if index >= begin),
        ):
            works = [edit for edit in edits if _parses(failure, edit, begin, end)]
            if len(works) == 1 and _knows_names(failure, begin, end, works[0]):
                return _report(failure, works[0], problem)
            if works:
                return None
    return None


def _knows_names(failure: ParseFailure, begin: int, end: int, edit: Edit) -> bool:
    """Returns whether the file declares every name of a line, or may inherit it."""
    tokens = failure.tokens
    return "extends" in tokens or all(
        tokens[index].kinds != ("NAME",)
        or tokens[index] in VARIABLES
        or tokens[index - 1] in DECLARING
        or _is_declared(failure, tokens[index])
        for index in (*range(begin, edit.begin), *range(edit.end, end))
    )


def _swap(failure: ParseFailure, index: int) -> Edit:
    first, second = failure.tokens[index : index + 2]
    return Edit(index, index + 2, (str(second), str(first)))


def _insertions(failure: ParseFailure, begin: int, last: int) -> Iterator[Edit]:
    """Yields the insertions of a keyword before the last tokens that were read.

    Within a line, a keyword of a clause or statement may only follow the first word of a clause.
    """
    for index in range(max(begin, last - 1), last + 1):
        before = failure.tokens[index - 1] if index > begin else ""
        for word in _keywords(failure, index):
            begins = word in CLAUSES or word in STATEMENTS
            fits = word in CLAUSES.get(before, ()) if begins else index > begin
            if fits or (index == begin == failure.index and word in STATEMENTS):
                yield Edit(index, index, (word,))


def _replacements(failure: ParseFailure, index: int) -> Iterator[Edit]:
    """Yields the replacements of a token by a keyword."""
    token = failure.tokens[index]
    lower = token.lower()
    if is_word(token) and lower not in KEPT_WORDS and not _is_declared(failure, token):
        for word in _keywords(failure, index):
            if word != token and _is_similar(lower, word):
                yield Edit(index, index + 1, (word,))


def _is_similar(text: str, word: str) -> bool:
    """Returns whether a word has the sense of a keyword; if it has none, about its letters."""
    senses = [[each.name for each in parse_senses(each)] for each in (text, word)]
    if is_opposite(text, word):
        return False
    if senses[0] == senses[1] or lexicon().senses.issuperset(senses[0]):
        return senses[0] == senses[1]
    return SequenceMatcher(None, text, word).ratio() >= FEWEST_COMMON


FEWEST_COMMON: Final = 0.6
"""The part of their letters that two similar words have in common."""


def _keywords(failure: ParseFailure, index: int) -> Iterator[str]:
    """Yields the keywords that the parser accepts at an index."""
    automaton = failure.automaton
    states = automaton.states_before(failure.tokens, failure.first, index, failure.start)
    for kind in automaton.accepted(states):
        word = failure.spellings.get(kind, "")
        if word.isalpha() and word not in NOTES:
            yield word


def _lines(failure: ParseFailure) -> Iterator[tuple[int, int]]:
    """Yields the range of the refused token's line, and of the line before if that may be wrong."""
    tokens, index = failure.tokens, failure.index
    leads = index == len(tokens) or tokens[index].leads
    for inside in (index, index - 1) if leads else (index,):
        if not failure.first <= inside < len(tokens):
            continue
        begin = end = inside
        while begin > failure.first and not tokens[begin].leads:
            begin -= 1
            if inside - begin > MAX_LINE_TOKENS:
                return
        while end < len(tokens) and (end == inside or not tokens[end].leads):
            end += 1
        if end - begin <= MAX_LINE_TOKENS:
            yield begin, end


def _intended(failure: ParseFailure, index: int) -> Iterator[tuple[str, ...]]:
    """Yields the words that may be meant by a token with a slip; none for a doubled keyword."""
    token, words = failure.tokens[index], failure.words
    lower = token.lower()
    if not is_word(token) or _is_declared(failure, token):
        return
    if token in words and not token.leads and token == failure.tokens[index - 1]:
        yield ()
    is_rank = index == failure.index and "RANK" in failure.accepted
    if lower in NUMERALS and lower not in words and not is_rank:
        yield (str(NUMERALS.index(lower)),)
    keywords = (each for each in words if each.isalpha() and each.islower())
    for word in keywords:
        is_typo = is_misspelling(lower, word) and not is_opposite(lower, word)
        is_typo = is_typo and (index == failure.index or token not in words)
        if word not in {token, *SUIT_TEXTS} and (word == lower or is_typo):
            yield (word,)


def _is_declared(failure: ParseFailure, word: str) -> bool:
    """Returns whether the file declares a name equal to a word."""
    return any(
        name == word and name is not word and before in DECLARING
        for before, name in pairwise(failure.tokens)
    )


def _parses(failure: ParseFailure, edit: Edit, begin: int, end: int) -> bool:
    """Returns whether the parser accepts a line with an edit, and the token after it."""
    automaton, tokens = failure.automaton, failure.tokens
    line = [*tokens[begin : edit.begin], *edit.words, *tokens[edit.end : end]]
    kinds = {str(each): each.kinds for each in tokens[begin:end]}
    states = automaton.states_before(tokens, failure.first, begin, failure.start)
    for word in line:
        each = failure.words.get(word) or kinds.get(word, ("NUMBER",))
        if word in failure.words and word not in VARIABLES and not _is_declared(failure, word):
            # a keyword is not read as a name, which would hide that something is missing
            each = tuple(kind for kind in each if kind != "NAME")
        if not automaton.shift(states, each):
            return False
    return failure.follows(states, end) and not needs_newer_version(failure, " ".join(line))


def _report(failure: ParseFailure, edit: Edit, problem: Diagnostic | None = None) -> Report:
    """Returns the report of an edit."""
    tokens = failure.tokens
    token = tokens[min(edit.begin, len(tokens) - 1)]
    place = failure.place(token)
    if problem is None and not edit.words:
        return Report(span_of(token), problems.syntax.StandsTwice(place, token).diagnostic())
    if edit.begin == edit.end:
        missing = problems.syntax.MissingWord(place, token, edit.words[0], safe=False)
        return Report(span_of(token), missing.diagnostic())
    if len(edit.words) == 1:
        word = edit.words[0]
        safe = problem is None and token.isalpha() and (token.isupper() or token[1:].islower())
        wrong = problems.syntax.MisspeltWord(place, token, word, safe=safe).diagnostic()
        return Report(span_of(token), wrong, "" if word.isdecimal() else word)
    if not edit.words:
        extra = problems.syntax.SuperfluousWord(place, token).diagnostic()
        return Report(span_of(token), extra)
    assert problem is not None
    span = Span(token.start, tokens[edit.end - 1].end)
    text = " ".join(edit.words).replace(" ,", ",")
    fix = replace_edit(failure.source.place(span), text)
    swapped = dataclasses.replace(problem, help=f"write `{text}`", fix=fix, safe=False)
    return Report(span, swapped)

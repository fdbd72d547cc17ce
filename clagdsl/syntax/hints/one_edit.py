"""Repairs the line of a failure with one edit of its keywords.

`find_slip` looks for a typo, a wrong capital, a numeral in letters or a doubled keyword. It is
tried before everything that guesses at a meaning. `find_edit` looks for a keyword that is swapped
with its neighbour, missing or replaced by a synonym, and for an extra article. It is tried if
nothing else helps.

INVARIANT: with the edit, the parser accepts the line and the token after it. No number, card, name
of the file or negation is dropped. If two edits would do, none is suggested.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

from clagdsl import problems
from clagdsl.lang.expr.operators import ARITHMETIC, LOGIC
from clagdsl.lang.identifiers import STATEMENTS, is_word
from clagdsl.lang.numerals import NUMERALS
from clagdsl.lang.source import Span
from clagdsl.problems.diagnostic import Diagnostic, replace_edit
from clagdsl.problems.suggestions import is_misspelling, is_opposite
from clagdsl.syntax.hints.paraphrases import MAX_TOKENS_BEFORE, needs_newer_version
from clagdsl.syntax.hints.parse_failure import (
    DECLARING,
    VARIABLES,
    ParseFailure,
    report_token,
)
from clagdsl.syntax.hints.synonyms import SAME_MEANING, SUIT_TEXTS, is_filler
from clagdsl.syntax.lex_errors import Report
from clagdsl.syntax.lexer import scan
from clagdsl.syntax.token import CLAUSES, Token, construct_at

MAX_LINE_TOKENS: Final = 80
"""The most tokens of a line that is repaired (bounds the work)."""
MAX_WORD_LENGTH: Final = 40
"""The most letters of a word that is compared with others."""
EXTRA_WORDS: Final = frozenset({"a", "an", "the", "is", "are", "always", "card"})
"""Words that may be left out of a line without a change of its meaning."""
NOTES: Final = frozenset({"from", "assume"})
"""First words of notes, before which almost everything else parses."""
SIGNS: Final = frozenset({"(", ")", *ARITHMETIC})
"""Signs that are not swapped with their neighbours, since an operand may be missing."""
KEPT_WORDS: Final = frozenset(
    {"no", "not", "none", "never", "nothing", "without", "unless", "per", *LOGIC}
)
"""Words that no other word takes the place of."""
MEANT_WORDS: Final = KEPT_WORDS | {
    *(
        "again",
        "all",
        "any",
        "anything",
        "as",
        "completed",
        "else",
        "failed",
        "false",
        "fewest",
        "highest",
    ),
    *("left", "loser", "lowest", "missed", "most", "right", "rotates", "throughout", "total"),
    *("totals", "true", "winner", "auction", "first", "last", "trump"),
}
"""Words that are never added to a line, because the author may have meant another one."""


class Edit(NamedTuple):
    """Words that replace the tokens of a line from one index up to another."""

    begin: int
    end: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line with the states of the parser before it, and the names that other lines declare."""

    failure: ParseFailure
    begin: int
    end: int
    states: list[int]
    declared: Counter[str]

    def knows_names(self, edit: Edit) -> bool:
        """Returns whether the file declares every name of the line, or may inherit it."""
        tokens = self.failure.tokens
        return "extends" in tokens or all(
            tokens[index].kinds != ("NAME",)
            or tokens[index] in VARIABLES
            or tokens[index - 1] in DECLARING
            or self.declared[tokens[index]]
            for index in (*range(self.begin, edit.begin), *range(edit.end, self.end))
        )

    def keywords(self, index: int) -> list[str]:
        """Returns the keywords that the parser accepts at an index."""
        states, failure = list(self.states), self.failure
        for token in failure.tokens[self.begin : index]:
            failure.automaton.shift(states, token.kinds)
        words = (failure.spellings.get(kind, "") for kind in failure.automaton.accepted(states))
        return [word for word in words if word.isalpha() and word not in NOTES]

    def working(self, edits: Iterable[Edit]) -> list[Edit]:
        """Returns the edits with which the parser accepts the line and the token after it."""
        return [edit for edit in edits if self.parses(edit)]

    def parses(self, *edits: Edit) -> bool:
        """Returns whether the parser accepts the line with the edits, and the token after it."""
        failure, states = self.failure, list(self.states)
        tokens, line, begin = failure.tokens, list[str](), self.begin
        for edit in edits:
            line += (*tokens[begin : edit.begin], *edit.words)
            begin = edit.end
        line += tokens[begin : self.end]
        kinds = failure.surely(scan(" ".join(line), failure.words).tokens, self.declared)
        if not all(failure.automaton.shift(states, each) for each in kinds):
            return False
        follows = failure.follows(states, self.end)
        return follows and not needs_newer_version(failure, " ".join(line))


def find_slip(failure: ParseFailure) -> Report | None:
    """Returns the report of a slip, if it is the only one whose correction makes a line parse.

    If all slips of a line must be corrected together, the first is reported.
    """
    for line in _lines(failure):
        if line.parses():
            continue
        slips = [
            [Edit(index, index + 1, words) for words in _intended(line, index)]
            for index in range(line.begin, line.end)
        ]
        before = slips[: failure.index + 1 - line.begin]
        works = line.working(edit for edits in before for edit in edits)
        if works:
            return _report(failure, works[0]) if len(works) == 1 else None
        together = [edits[0] for edits in slips if len(edits) == 1]
        if together and together[0].begin <= failure.index and line.parses(*together):
            return _report(failure, together[0])
    return None


def find_edit(failure: ParseFailure, problem: Diagnostic) -> Report | None:
    """Returns the report of the only edit of a kind that makes a line parse.

    `problem` is the one that describes the failure itself.
    """
    line = next(_lines(failure), None)
    if line is None:
        return None
    last = min(line.end - 1, failure.index)
    near = range(max(line.begin, last - 2), last + 1)
    tokens = failure.tokens
    swaps = (
        Edit(index, index + 2, (str(tokens[index + 1]), str(tokens[index])))
        for index in near
        if index + 1 < line.end
        and failure.context() != "example"
        and not {*tokens[index : index + 2]}.isdisjoint(failure.words)
        and (KEPT_WORDS | SIGNS).isdisjoint(tokens[index : index + 2])
    )
    extra = (Edit(index, index + 1, ()) for index in near if tokens[index] in EXTRA_WORDS)
    others = (_replacements(line, index) for index in (last, last - 1) if index >= line.begin)
    for edits in (_parted(line), swaps, extra, _insertions(line, last), *others):
        works = line.working(edits)
        if len(works) == 1 and line.knows_names(works[0]) and not _adds_meaning(line, works[0]):
            return _report(failure, works[0], problem)
        if works:
            return None
    return None


def _adds_meaning(line: Line, edit: Edit) -> bool:
    """Returns whether an edit inserts a word, within the line, that chooses between meanings."""
    return edit.begin == edit.end > line.begin and not MEANT_WORDS.isdisjoint(edit.words)


def _insertions(line: Line, last: int) -> Iterator[Edit]:
    """Yields the insertions of a keyword before the last tokens that were read.

    Within a line, a keyword of a clause or statement may only follow the first word of a clause.
    A comma may also be missing before the first word of a clause, as in `bid in turn auction`.
    """
    for index in range(max(line.begin + 1, last - 2), last + 1):
        if line.failure.tokens[index] in CLAUSES:
            yield Edit(index, index, (",",))
    tokens = line.failure.tokens
    is_example = line.failure.context() == "example"  # it names them, and has no clauses
    for index in range(max(line.begin, last - 1), last + 1):
        is_first = index == line.begin
        before = "" if is_first else line.failure.tokens[index - 1]
        if is_filler(before):
            continue  # it is the mistake
        has_no_head = not any(construct_at(tokens, each) for each in range(index, line.end))
        for word in line.keywords(index):
            if word in (before, line.failure.tokens[index]):
                continue
            begins = word in STATEMENTS or (word in CLAUSES and not is_example)
            fits = word in CLAUSES.get(before, ()) if begins else not is_first
            if fits or (is_first and begins and has_no_head and index == line.failure.index):
                yield Edit(index, index, (word,))


def _replacements(line: Line, index: int) -> Iterator[Edit]:
    """Yields the replacement of a token by the keyword that means the same."""
    token = line.failure.tokens[index]
    word = SAME_MEANING.get(token.lower())
    if word is not None and not line.declared[token] and word in line.keywords(index):
        yield Edit(index, index + 1, (word,))


def _is_comparable(token: Token) -> bool:
    return is_word(token) and len(token) <= MAX_WORD_LENGTH


def _lines(failure: ParseFailure) -> Iterator[Line]:
    """Yields the refused token's line, and the line before if that may be wrong."""
    tokens, index = failure.tokens, failure.index
    if index - failure.first > MAX_TOKENS_BEFORE:
        return
    leads = index == len(tokens) or tokens[index].leads
    for inside in (index, index - 1) if leads else (index,):
        if not failure.first <= inside < len(tokens):
            continue
        begin = end = inside
        while begin > failure.first and not tokens[begin].leads:
            begin -= 1
        while end < len(tokens) and (end == inside or not tokens[end].leads):
            end += 1
            if end - begin > MAX_LINE_TOKENS:
                return
        run = failure.automaton.states_before
        states = run(tokens, failure.first, begin, failure.start)
        pairs = pairwise(tokens[begin:end])
        here = Counter(str(name) for before, name in pairs if before in DECLARING)
        yield Line(failure, begin, end, states, failure.declared - here)


def _intended(line: Line, index: int) -> Iterator[tuple[str, ...]]:
    """Yields the words that may be meant by a token with a slip; none for a doubled keyword."""
    failure = line.failure
    token, words = failure.tokens[index], failure.words
    lower = token.lower()
    if not _is_comparable(token) or line.declared[token]:
        return
    if index > line.begin and failure.tokens[index - 1] in DECLARING:
        return  # the name that the line declares
    if is_in_a_name(failure.tokens, index):
        return
    if token in words and not token.leads and token == failure.tokens[index - 1]:
        yield ()
    is_rank = index == failure.index and "RANK" in failure.accepted
    if lower in NUMERALS and not is_rank:
        yield (str(NUMERALS.index(lower)),)
    for word in words:
        if word[0] != lower[0] or not word.isalpha() or word in {token, *SUIT_TEXTS}:
            continue
        is_typo = is_misspelling(lower, word) and not is_opposite(lower, word)
        if word == lower or (is_typo and (index == failure.index or token not in words)):
            yield (word,)


def is_in_a_name(tokens: Sequence[Token], index: int) -> bool:
    """Returns whether a token is a later word of a name in title case before a clause, and not a
    keyword: `Wild` in `change Twos Wild wild 2 3`.
    """
    first = end = index
    while first > 0 and tokens[first].istitle():
        first -= 1
    while end < len(tokens) and tokens[end].istitle():
        end += 1
    has_more = index - first > 1 and tokens[first] in BEFORE_NAMES
    return has_more and end < len(tokens) and construct_at(tokens, end) == "clause"


BEFORE_NAMES: Final = frozenset({"change", "deal", "twist"})
"""First words of statements in which clauses follow a name."""


def _parted(line: Line) -> Iterator[Edit]:
    """Yields the names of two words that were parted, as in `most count`."""
    failure = line.failure
    first, end = max(line.begin, failure.index - 1), min(line.end - 1, failure.index + 1)
    for index in range(first, end):
        name = "_".join(failure.tokens[index : index + 2])
        if name in VARIABLES or line.declared[name]:
            yield Edit(index, index + 2, (name,))


def is_number_name(failure: ParseFailure, token: Token) -> bool:
    """Returns whether a token is a number's name in a formula, where an operator can follow it."""
    is_formula = "PLUS" in failure.accepted and failure.context() != "schedule"
    return is_formula and token in VARIABLES and token != "made"


def twice_report(failure: ParseFailure, index: int) -> Report:
    """Returns the report of the token at an index, which repeats the one before it."""
    token = failure.tokens[index]
    is_value = is_number_name(dataclasses.replace(failure, index=index), token)
    return report_token(failure, token, problems.syntax.StandsTwice, is_value)


def _report(failure: ParseFailure, edit: Edit, problem: Diagnostic | None = None) -> Report:
    """Returns the report of an edit."""
    tokens = failure.tokens
    token = tokens[min(edit.begin, len(tokens) - 1)]
    if problem is None and not edit.words:
        return twice_report(failure, edit.begin)
    if edit.words == (",",):
        before = failure.place(tokens[edit.begin - 1])
        return report_token(failure, token, problems.syntax.MissingComma, before, safe=False)
    if edit.begin == edit.end:
        missing = problems.syntax.MissingWord
        return report_token(failure, token, missing, edit.words[0], safe=False)
    if len(edit.words) == 1:
        word, span = edit.words[0], Span(token.start, tokens[edit.end - 1].end)
        text, is_one = failure.source.text[span.start : span.end], edit.end - edit.begin == 1
        safe = problem is None and text.isalpha() and (text.isupper() or text[1:].islower())
        place = failure.source.place(span)
        wrong = problems.syntax.MisspeltWord(place, text, word, safe=safe).diagnostic()
        return Report(span, wrong, word if is_one else "")
    if not edit.words:
        return report_token(failure, token, problems.syntax.SuperfluousWord)
    assert problem is not None
    span = Span(token.start, tokens[edit.end - 1].end)
    text = " ".join(edit.words).replace(" ,", ",")
    around = failure.source.text[span.start - 1 : span.start], failure.source.text[span.end :][:1]
    text = " " * around[0].isalnum() + text + " " * around[1].isalnum()
    fix = replace_edit(failure.source.place(span), text)
    swapped = dataclasses.replace(problem, help=f"write `{text.strip()}`", fix=fix, safe=False)
    return Report(span, swapped)

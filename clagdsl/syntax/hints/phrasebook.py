"""Puts a clause or row that somebody said as people say it into the words of the language.

A clause is looked up in the table of phrases.  A suggestion is reported only if the parser accepts
it in the place of the clause, whatever was wrong with the clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, TypeAlias

from clagdsl import problems
from clagdsl.lang.identifiers import VERSIONS
from clagdsl.lang.source import Span
from clagdsl.problems.model import Diagnostic, Edit, replaced
from clagdsl.problems.safe_text import excerpt
from clagdsl.syntax import nodes
from clagdsl.syntax.hints import gist
from clagdsl.syntax.hints.parse_error import Trouble
from clagdsl.syntax.hints.phrase_table import (
    SIGNS_OF_A_RULE,
    Wording,
    declares,
    is_sentence,
    names_of,
    phrases,
    regex,
)
from clagdsl.syntax.lex_errors import DECLARE_VALUES, Report
from clagdsl.syntax.lexer import scan
from clagdsl.syntax.since import words_since
from clagdsl.syntax.token import CLAUSES, Token, beginning

LONGEST: Final = 300
"""Clauses of more characters are not looked up."""

MOST_BEFORE: Final = 2_000
"""Clauses are not looked up behind more tokens than this since the parser began anew."""

SHORT: Final = 120
"""A clause up to this length is written out in a mend, of a longer one what changes."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of tokens that is meant to be one clause, statement or row."""

    begin: int
    end: int
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Answer:
    """A clause with the readings that can be read, and what is wrong with it if that is known."""

    clause: Clause
    readings: tuple[Wording, ...]
    message: str


def meanings(text: str) -> Readings:
    """What a clause may have meant, and what is wrong with it if a phrase tells that."""
    names = names_of(text)
    found, message, known = [Wording(text)], "", False
    for phrase in phrases():
        if phrase.says != "means" or (phrase.heads and phrase.heads.isdisjoint(names)):
            continue
        for pattern in map(regex, phrase.patterns):
            following: list[Wording] = []
            for reading in found:
                for meaning in phrase.meanings:
                    new = pattern.sub(meaning.replacement, reading.text)
                    if new == reading.text:
                        following.append(reading)
                        break
                    known = known or not phrase.beside
                    message = phrase.message or message
                    following.append(Wording(new, meaning.case or reading.case))
            found = following[:MOST_READINGS]
    if known and all(each.text != text for each in found):
        return found, message
    changed = CHANGED.match(text)
    if changed is None:
        return [], ""
    readings, message = meanings(text[changed.end() :])
    return [Wording(changed[0] + each.text, each.case) for each in readings], message


MOST_READINGS: Final = 3
CHANGED: Final = re.compile(
    r"\Achange\s+(?=(?:winner|schedule|settle|ends|players)\b)", re.IGNORECASE
)
"""What stands before a statement that is said anew and not with it."""
ROW_BEGINS: Final = re.compile(r"\A(?:schedule|then)\s+(?=.*:)", re.DOTALL)
"""What begins a row and is not told with it."""


Readings: TypeAlias = tuple[list[Wording], str]


def looked_up(trouble: Trouble) -> Answer | None:
    """What the clause around a place may have meant."""
    for clause in clauses(trouble):
        for text in (clause.text, with_its_deals(trouble, clause.text)):
            readings, message = meanings(text) if text else ([], "")
            good = [each for each in readings if can_be_read(trouble, clause, each.text)]
            if good and len(good) == len(readings):
                return Answer(clause, tuple(good), message)
    return None


def elsewhere(trouble: Trouble) -> tuple[Answer, str] | None:
    """Return what a line may have meant that cannot stand in its place, and where it can."""
    for clause in clauses(trouble):
        readings: Sequence[Wording] = ()
        message = ""
        if trouble.tokens[clause.begin].leads:
            readings, message = meanings(clause.text)
        where = place_of(trouble, readings)
        if where:
            return Answer(clause, tuple(readings), message), where
    return None


def place_of(trouble: Trouble, readings: Sequence[Wording]) -> str:
    """Return where all readings of a line can stand in a file; nothing if they cannot."""
    for whole, where in PLACES.items():
        if readings and all(is_file(trouble, whole.format(each.text)) for each in readings):
            return where
    return ""


PLACES: Final = {
    "deal a {}": "among the clauses of a deal",
    "{}": "on a line of its own, outside of the deals",
}
"""What makes a file of a clause and of a statement, and where they stand."""


def is_file(trouble: Trouble, text: str) -> bool:
    """Return whether a text without its header can be read as a file."""
    found = scan(f"clag {VERSIONS[-1]}\n{text}", trouble.words)
    tree = trouble.automaton.run(found.tokens, 0, "file")
    return not found.flaws and isinstance(tree, nodes.File)


def with_its_deals(trouble: Trouble, text: str) -> str:
    """A row that says no deal with the first that the file declares; nothing for another text."""
    if not SIZES_ALONE.search(text):
        return ""
    names = (name for word, name in pairwise(trouble.tokens) if word == "deal" and word.leads)
    first = next(names, None)
    return "" if first is None else f"{text}: {first}"


SIZES_ALONE: Final = re.compile(r"\A(?:schedule|then)\b[^:]*[0-9]\s+cards?\s*\Z", re.IGNORECASE)


def clauses(trouble: Trouble) -> Iterator[Clause]:
    """The stretches around a place that may be meant as one clause, the likely ones first."""
    tokens = trouble.tokens
    last = trouble.index - 1 if trouble.begins else trouble.index
    if last < trouble.first:
        return
    first = max(trouble.first, last - LONGEST)
    if last - trouble.first > MOST_BEFORE:
        return
    known = [each for each in range(last, first - 1, -1) if beginning(tokens, each)]
    leading = [each for each in known if tokens[each].leads]
    lines = [each for each in range(last, first - 1, -1) if tokens[each].leads]
    begins = [*lines[:1], *leading[:1], *known[:1]]
    seen: set[tuple[int, int]] = set()
    for begin in begins:
        for leads, notes in ((True, True), (True, False), (False, True)):
            end = end_of_clause(tokens, max(begin, last) + 1, leads, notes)
            text = trouble.source.text[tokens[begin].start : tokens[end - 1].end]
            if end == len(tokens) or tokens[end].leads:
                text = up_to_the_line(trouble.source.text, tokens[begin].start, tokens[end - 1].end)
            if (begin, end) in seen or len(text) > LONGEST or "#" in text:
                continue
            seen.add((begin, end))
            start = tokens[begin].start
            yield Clause(begin, end, text, Span(start, start + len(text)))


def up_to_the_line(text: str, start: int, end: int) -> str:
    """A stretch of a text with what stands behind it on its line and is no token."""
    line = text.find("\n", end)
    rest = text[end : line if line >= 0 else len(text)]
    return text[start:end] + ("" if "#" in rest or '"' in rest else rest.rstrip())


def end_of_clause(tokens: Sequence[Token], index: int, leads: bool, notes: bool) -> int:
    """Where a clause ends: before the next one, or before what it cites."""
    most = min(len(tokens), index + LONGEST)
    while index < most:
        token = tokens[index]
        if (token.leads or not leads) and beginning(tokens, index) is not None:
            break
        following = tokens[index + 1 : index + 2]
        if notes and token == "from" and following and following[0].kinds[0] == "NAME":
            break
        if token == "assume":
            break
        index += 1
    return index


def refused(trouble: Trouble) -> Report | None:
    """Report a clause around a place that the language cannot say, or says elsewhere."""
    refusals = [phrase for phrase in phrases() if phrase.says not in ("means", "topic")]
    for clause in clauses(trouble):
        names = names_of(clause.text)
        for phrase in refusals:
            if phrase.heads and phrase.heads.isdisjoint(names):
                continue
            matches = (regex(pattern).search(clause.text) for pattern in phrase.patterns)
            match = next((each for each in matches if each is not None), None)
            if match is None:
                continue
            start = clause.span.start
            span = Span(start + match.start(1), start + match.end(1))
            place = trouble.source.place(span)
            if phrase.says == "outside":
                text = clause.text[match.start(1) : match.end(1)]
                beyond = problems.syntax.OutsideTheBorder(place, text, phrase.help)
                return Report(span, beyond.diagnostic())
            problem = problems.syntax.SaidDifferently(place, phrase.message, phrase.help)
            return Report(span, problem.diagnostic())
    return None


def answer_to_line(
    trouble: Trouble, clause: Clause, known: Sequence[Diagnostic]
) -> tuple[Report, str] | None:
    """Return the report of a line whose gist is known, and what to read in its place.

    `known` are the problems of the line; what cannot stand where it stands stays that.
    """
    tokens = trouble.tokens[clause.begin : clause.end]
    named = names_given((*trouble.tokens[: clause.begin], *trouble.tokens[clause.end :]))
    if (
        '"' in clause.text
        or len(clause.text) > LONGEST
        or declares(tokens)
        or not named.isdisjoint(tokens)
    ):
        return None
    if any(is_file(trouble, each.format(clause.text)) for each in WHOLE):
        return None
    phrase, readings = gist.read(clause.text) or (None, [])
    rests = [clause.text.removeprefix(each.text).strip() for each in readings]
    if phrase is None or any(not each[:1].isalnum() for each in rests):
        return None  # all but a sign behind it is written already
    place = trouble.source.place(clause.span)
    if phrase.says == "outside":
        beyond = problems.syntax.OutsideTheBorder(place, clause.text, phrase.help)
        return Report(clause.span, beyond.diagnostic()), ""
    if phrase.says != "means":
        cannot = problems.syntax.SaidDifferently(place, phrase.message, phrase.help)
        return Report(clause.span, cannot.diagnostic()), ""
    answer = Answer(clause, tuple(readings), phrase.message)
    is_here = all(can_be_read(trouble, clause, each.text) for each in readings)
    where = "" if is_here else place_of(trouble, readings)
    if not is_here and (not where or readings[0].text.startswith(f"{trouble.context()} ")):
        return None  # a part of the statement that it means stands here already
    report = told(trouble, answer)
    problem = report.problem
    misplaced = next((each for each in known if each.code == "S140"), None)
    if misplaced is not None:
        message = phrase.message or misplaced.message
        problem = replace(misplaced, message=message, help=problem.help, fix=problem.fix)
    if is_here:
        return Report(report.span, problem), readings[0].text
    return Report(clause.span, replace(problem, help=f"{problem.help} {where}", fix=())), ""


def topic_of(trouble: Trouble, first: int, problem: Diagnostic) -> tuple[Clause, str] | None:
    """Return what to write about the subject of a sentence or of a clause with a foreign word."""
    for clause in clauses(trouble):
        if clause.begin != first:
            continue
        text = clause.text if is_sentence(clause.text) else ""
        if not text and not problem.fix and has_foreign_word(trouble, clause):
            text = str(trouble.tokens[first])
        for phrase in phrases():
            if phrase.says == "topic" and any(regex(each).search(text) for each in phrase.patterns):
                return clause, phrase.help
    return None


def has_foreign_word(trouble: Trouble, clause: Clause) -> bool:
    """Return whether a clause has a word that is neither of the language nor of the file."""
    tokens = trouble.tokens
    if tokens[clause.begin].lower() not in CLAUSES or SIGNS_OF_A_RULE.search(clause.text):
        return False
    named = names_given(tokens)
    return any(
        token.kinds == ("NAME",) and token not in named
        for token in tokens[clause.begin : clause.end]
    )


def names_given(tokens: Sequence[Token]) -> set[str]:
    """Return the names that a file declares, if a declaration begins a line."""
    return {str(name) for begin, name in pairwise(tokens) if begin in NAMING and begin.leads}


NAMING: Final = frozenset({"deal", "twist", "as", "source", "run", "tally", *DECLARE_VALUES})


def can_be_read(trouble: Trouble, clause: Clause, text: str) -> bool:
    """Whether a text can stand in the place of a clause."""
    found = scan(text, trouble.words)
    if found.flaws or not found.tokens:
        return False
    tokens, automaton = trouble.tokens, trouble.automaton
    states = automaton.states_before(tokens, trouble.first, clause.begin, trouble.start)
    kinds = [each.kinds for each in found.tokens]
    if not all(automaton.shift(states, each) for each in kinds):
        return False
    return automaton.accepts(states, trouble.kinds(clause.end))


WHOLE: Final = ("{}", "deal a {}", "schedule 1 cards: a {}")
"""What makes a file of a statement, of a clause, and of a row."""


def is_newer(trouble: Trouble, text: str) -> bool:
    """Whether a file is older than what a clause of it is to say."""
    tokens = trouble.tokens
    if list(tokens[:1]) != ["clag"] or not tokens[1].isdecimal():
        return False
    version = int(tokens[1])
    for whole in WHOLE:
        found = scan(f"clag 1\n{whole.format(text)}", trouble.words)
        tree = trouble.automaton.run(found.tokens, 0, "file")
        if isinstance(tree, nodes.File):
            return any(word.value > version for word in words_since(tree, set(declared(tokens))))
    return False


def declared(tokens: Sequence[Token]) -> Iterator[str]:
    """The names of parameters and values that a file declares, as far as it can be read."""
    for word, name in pairwise(tokens):
        if word in ("param", "let"):
            yield str(name)


def told(trouble: Trouble, answer: Answer) -> Report:
    """The report of a clause that is said otherwise."""
    clause, source = answer.clause, trouble.source
    changes = [changed(clause.text, each.text) for each in answer.readings]
    start = min(each.start for each, _ in changes)
    end = max(each.end for each, _ in changes)
    first = clause.span.start
    span = Span(first + start, first + end)
    short = all(len(each.text) <= SHORT for each in answer.readings)
    if start == end:
        span = clause.span
    before, after = clause.text[:start], clause.text[end:]
    mends = []
    for reading in answer.readings:
        text = reading.text if short else reading.text[len(before) : len(reading.text) - len(after)]
        mend = f"`{' '.join(ROW_BEGINS.sub('', text).split())}`"
        if is_newer(trouble, reading.text):
            mend, _ = in_a_newer_file(trouble, mend, ())
        mends.append(f"{mend} {reading.case}".rstrip())
    wrong = excerpt(" ".join(source.text[span.start : span.end].split()))
    message = answer.message or "{wrong} is said in other words"
    best = answer.readings[0]
    fix = edits(trouble, Span(first, clause.span.end), best)
    problem = problems.syntax.SaidDifferently(
        source.place(span), message.replace("{wrong}", wrong), f"write {', or '.join(mends)}", fix
    )
    return Report(span, problem.diagnostic())


def mended_clauses(trouble: Trouble, fix: Sequence[Edit]) -> list[str]:
    """The clauses around a place that can be read after edits, on one line."""
    found = []
    for clause in clauses(trouble) if fix else ():
        text, shift = clause.text, clause.span.start
        for edit in sorted(fix, key=lambda each: each.place, reverse=True):
            span = trouble.source.span(edit.place)
            if not shift <= span.start <= span.end <= shift + len(text):
                break
            text = text[: span.start - shift] + edit.text + text[span.end - shift :]
        else:
            if can_be_read(trouble, clause, text):
                found.append(" ".join(text.split()))
    return found


def changed(before: str, after: str) -> tuple[Span, str]:
    """The stretch of whole words that differs between two texts, and what stands there instead."""
    start, most = 0, min(len(before), len(after))
    while start < most and before[start] == after[start]:
        start += 1
    ends = 0
    while ends < most - start and before[-1 - ends] == after[-1 - ends]:
        ends += 1
    while start > 0 and not before[start - 1].isspace():
        start -= 1
    while ends > 0 and not before[len(before) - ends].isspace():
        ends -= 1
    end = len(before) - ends
    if before[start:end].strip() in after[start : len(after) - ends]:
        # Of words that stand in both texts a neighbour shows what is missing between them.
        behind = re.compile(r"\s*\S+").match(before, end)
        ends -= len(behind[0]) if behind is not None else 0
    return Span(start, len(before) - ends), after[start : len(after) - ends]


def edits(trouble: Trouble, span: Span, reading: Wording) -> tuple[Edit, ...]:
    """What makes a clause mean what it means in one reading."""
    made = replaced(trouble.source.place(span), reading.text)
    return in_a_newer_file(trouble, "", made)[1] if is_newer(trouble, reading.text) else made


def in_a_newer_file(
    trouble: Trouble, mend: str, fix: Sequence[Edit]
) -> tuple[str, tuple[Edit, ...]]:
    """A mend, and what makes it, with the version of the language that can say it."""
    version = trouble.place(trouble.tokens[1])
    newest = str(VERSIONS[-1])
    return f"{mend} (and `clag {newest}` in the first line)", (*replaced(version, newest), *fix)

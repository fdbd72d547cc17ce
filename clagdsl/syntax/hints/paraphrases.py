"""Rewords clauses and rows that are phrased the way card players speak.

The input is a `ParseFailure`. Each candidate clause around the failure is matched against the
phrases of phrases.txt (`phrase_table`). The output is a `Paraphrase`: the readings in Clag, or a
report that the language cannot express the phrase.

INVARIANT: a reading is suggested only if the parser accepts it, in the place of the clause or in
another place that the help names. Whole lines whose word order is free are matched by
`bag_of_words` instead (`rewrite_line`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, TypeAlias

from clagdsl import problems
from clagdsl.lang.identifiers import VERSIONS
from clagdsl.lang.numerals import NUMERALS
from clagdsl.lang.source import Span
from clagdsl.problems.diagnostic import Diagnostic, Edit, replace_edit
from clagdsl.problems.escape import excerpt
from clagdsl.syntax import nodes
from clagdsl.syntax.hints import bag_of_words
from clagdsl.syntax.hints.parse_failure import ParseFailure
from clagdsl.syntax.hints.phrase_table import (
    RULE_MARKERS,
    Phrase,
    Wording,
    compile_pattern,
    heads_of,
    is_declaration,
    is_sentence,
    phrases,
)
from clagdsl.syntax.hints.schedule_lines import read_rows
from clagdsl.syntax.hints.score_lines import formula_names, read_limit, read_score, read_trump
from clagdsl.syntax.lex_errors import DECLARE_VALUES, Report
from clagdsl.syntax.lexer import scan
from clagdsl.syntax.token import CLAUSES, Token, construct_at
from clagdsl.syntax.version_features import versioned_features

MAX_CLAUSE_LENGTH: Final = 300
"""The maximum length of a clause that is looked up, in characters."""

MAX_TOKENS_BEFORE: Final = 2_000
"""The maximum number of tokens since the parser last restarted for which clauses are looked up
(bounds the work).
"""

MAX_QUOTED_LENGTH: Final = 120
"""The maximum length of a reading that is quoted in full, in characters; of a longer one, only the
change is quoted.
"""


@dataclass(frozen=True, slots=True)
class ClauseCandidate:
    """A range of tokens that is probably meant as one clause, statement or row."""

    begin: int
    end: int
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Paraphrase:
    """A clause with its readings in Clag, and the error message if the phrase defines one."""

    clause: ClauseCandidate
    readings: tuple[Wording, ...]
    message: str


def paraphrases_of(text: str) -> Readings:
    """Returns the readings of a clause, and the message of the phrase that matched, if any.

    Phrases are applied one after another, so a clause can be reworded in several places.
    """
    names = heads_of(text)
    candidates, message, is_reportable = [Wording(text)], "", False
    for phrase in phrases():
        if phrase.kind != "means" or (phrase.heads and phrase.heads.isdisjoint(names)):
            continue
        for pattern in map(compile_pattern, phrase.patterns):
            following: list[Wording] = []
            for reading in candidates:
                for meaning in phrase.meanings:
                    new = pattern.sub(meaning.replacement, reading.text)
                    if new == reading.text:
                        following.append(reading)
                        break
                    is_reportable = is_reportable or not phrase.only_with_others
                    message = phrase.message or message
                    following.append(Wording(new, meaning.case or reading.case))
            candidates = following[:MOST_READINGS]
    if is_reportable and all(each.text != text for each in candidates):
        return candidates, message
    changed = CHANGE_PREFIX.match(text)
    if changed is None:
        return [], ""
    readings, message = paraphrases_of(text[changed.end() :])
    return [Wording(changed[0] + each.text, each.case) for each in readings], message


# A phrase with several meanings multiplies the readings; this is the limit.
MOST_READINGS: Final = 3
CHANGE_PREFIX: Final = re.compile(
    r"\Achange\s+(?=(?:winner|schedule|settle|ends|players)\b)", re.IGNORECASE
)
"""`change` before a statement that replaces the inherited one; it is not part of the phrase."""
ROW_PREFIX: Final = re.compile(r"\A(?:schedule|then)\s+(?=.*:)", re.DOTALL)
"""The beginning of a row, which is not quoted in messages."""


Readings: TypeAlias = tuple[list[Wording], str]


def find_paraphrase(failure: ParseFailure) -> Paraphrase | None:
    """Returns the paraphrase of the clause at the failure, or None."""
    declared = failure.declared.keys()
    for clause in candidate_clauses(failure):
        names = declared & {*map(str, failure.tokens[clause.begin : clause.end])}
        for text in (clause.text, with_first_deal(failure, clause.text)):
            readings, message = paraphrases_of(text) if text else ([], "")
            readings = [replace(each, text=with_digits(failure, each.text)) for each in readings]
            good = [
                each
                for each in readings
                if parses_in_place(failure, clause, each.text)
                and names.issubset(re.findall(r"\w+", each.text))
            ]
            if good and len(good) == len(readings):
                return Paraphrase(clause, tuple(good), message)
    return None


def with_digits(failure: ParseFailure, text: str) -> str:
    """Returns a reading with digits for numerals that the file does not declare as names."""
    return NUMERAL.sub(
        lambda word: word[0] if failure.declared[word[0]] else str(NUMERALS.index(word[0])), text
    )


NUMERAL: Final = re.compile(rf"\b(?:{'|'.join(NUMERALS[2:])})\b(?=(?:[^\"]*\"[^\"]*\")*[^\"]*\Z)")
"""A numeral from two on that is not in quotation marks; `one` is a keyword."""


def find_misplaced(failure: ParseFailure) -> tuple[Paraphrase, str] | None:
    """Returns the paraphrase of a misplaced line, with a description of the correct place."""
    for clause in candidate_clauses(failure):
        readings: Sequence[Wording] = ()
        message = ""
        if failure.tokens[clause.begin].leads:
            readings, message = paraphrases_of(clause.text)
        where = describe_position(failure, readings)
        if where:
            return Paraphrase(clause, tuple(readings), message), where
    return None


def describe_position(failure: ParseFailure, readings: Sequence[Wording]) -> str:
    """Returns the place in a file in which all readings parse, or ""."""
    for whole, where in PLACEMENTS.items():
        if readings and all(parses_as_file(failure, whole.format(each.text)) for each in readings):
            return where
    return ""


PLACEMENTS: Final = {
    "deal a {}": "among the clauses of a deal",
    "{}": "on a line of its own, outside of the deals",
}
"""Templates that turn a clause and a statement into a file, with a description of their place."""


def parses_as_file(failure: ParseFailure, text: str) -> bool:
    """Returns whether a text parses as a file once a header is added."""
    scan_result = scan(f"clag {VERSIONS[-1]}\n{text}", failure.words)
    tree = failure.automaton.run(scan_result.tokens, 0, "file")
    return not scan_result.errors and isinstance(tree, nodes.File)


def with_first_deal(failure: ParseFailure, text: str) -> str:
    """Returns a schedule row completed with the first declared deal; "" for any other text."""
    if not SIZES_ALONE.search(text):
        return ""
    names = (name for word, name in pairwise(failure.tokens) if word == "deal" and word.leads)
    first = next(names, None)
    return "" if first is None else f"{text}: {first}"


SIZES_ALONE: Final = re.compile(r"\A(?:schedule|then)\b[^:]*[0-9]\s+cards?\s*\Z", re.IGNORECASE)


def candidate_clauses(failure: ParseFailure) -> Iterator[ClauseCandidate]:
    """Yields the token ranges around a failure that may be one clause, likely ones first."""
    tokens = failure.tokens
    last = failure.index - 1 if failure.is_at_boundary else failure.index
    if last < failure.first:
        return
    first = max(failure.first, last - MAX_CLAUSE_LENGTH)
    if last - failure.first > MAX_TOKENS_BEFORE:
        return
    starts = [each for each in range(last, first - 1, -1) if construct_at(tokens, each)]
    leading = [each for each in starts if tokens[each].leads]
    lines = [each for each in range(last, first - 1, -1) if tokens[each].leads]
    begins = [*lines[:1], *leading[:1], *starts[:1]]
    seen: set[tuple[int, int]] = set()
    for begin in begins:
        for leads, notes in ((True, True), (True, False), (False, True)):
            end = end_of_clause(tokens, max(begin, last) + 1, leads, notes)
            text = failure.source.text[tokens[begin].start : tokens[end - 1].end]
            if end == len(tokens) or tokens[end].leads:
                text = extend_to_line_end(
                    failure.source.text, tokens[begin].start, tokens[end - 1].end
                )
            if (begin, end) in seen or len(text) > MAX_CLAUSE_LENGTH or "#" in text:
                continue
            seen.add((begin, end))
            start = tokens[begin].start
            yield ClauseCandidate(begin, end, text, Span(start, start + len(text)))


def extend_to_line_end(text: str, start: int, end: int) -> str:
    """Returns a range of text extended to the end of its line over anything that is not a token."""
    # Not a pattern: it would be many times slower in a long text.
    line = text.find("\n", end)
    rest = text[end : line if line >= 0 else len(text)].partition("\r")[0]
    return text[start:end] + ("" if "#" in rest or '"' in rest else rest.rstrip())


def end_of_clause(tokens: Sequence[Token], index: int, leads: bool, notes: bool) -> int:
    """Returns the end of a clause: the start of the next one, or of its notes."""
    most = min(len(tokens), index + MAX_CLAUSE_LENGTH)
    while index < most:
        token = tokens[index]
        if (token.leads or not leads) and construct_at(tokens, index) is not None:
            break
        if token == "assume" or (notes and begins_note(tokens, index)):
            break
        index += 1
    return index


def begins_note(tokens: Sequence[Token], index: int) -> bool:
    """Returns whether a token begins a citation or an assumption, such as `from pagat "deal 8"`."""
    following = tokens[index + 1 : index + 2]
    is_citation = tokens[index] == "from" and following and following[0].kinds[0] == "NAME"
    return tokens[index] == "assume" or bool(is_citation)


def unsupported_phrase(failure: ParseFailure) -> Report | None:
    """Recognises a clause that the language cannot express, or expresses elsewhere."""
    refusals = [phrase for phrase in phrases() if phrase.kind not in ("means", "topic")]
    specials = failure.specials
    for clause in candidate_clauses(failure):
        if failure.tokens[clause.begin] != "special" and not specials.isdisjoint(
            failure.tokens[clause.begin : clause.end]
        ):
            continue  # these phrases are about jokers that nothing declares
        names = heads_of(clause.text)
        for phrase in refusals:
            if phrase.heads and phrase.heads.isdisjoint(names):
                continue
            matches = (compile_pattern(pattern).search(clause.text) for pattern in phrase.patterns)
            match = next((each for each in matches if each is not None), None)
            if match is None:
                continue
            start = clause.span.start
            span = Span(start + match.start(1), start + match.end(1))
            if not failure.is_at_boundary and span.end < failure.line_start:
                continue  # a line before the mistake, which is right
            place = failure.source.place(span)
            if phrase.kind == "outside":
                text = clause.text[match.start(1) : match.end(1)]
                scope_problem = problems.syntax.OutsideTheBorder(place, text, phrase.help)
                return Report(span, scope_problem.diagnostic())
            problem = problems.syntax.ForeignPhrase(place, phrase.message, phrase.help)
            return Report(span, problem.diagnostic())
    return None


def rewrite_line(
    failure: ParseFailure, clause: ClauseCandidate, line_problems: Sequence[Diagnostic]
) -> tuple[Report, str] | None:
    """Returns the report of a line whose gist is known, and the text to parse in its place.

    An out-of-place problem (S140) among `line_problems` keeps its code. Returns None if the line
    declares or uses a name, parses in another context, or has no known gist.
    """
    tokens = failure.tokens[clause.begin : clause.end]
    named = declared_names((*failure.tokens[: clause.begin], *failure.tokens[clause.end :]))
    rows = read_rows(clause.text)
    if QUOTED_VALUE.search(clause.text):
        clause = replace(clause, text=clause.text.replace('"', " "))
    if (
        '"' in clause.text
        or len(clause.text) > MAX_CLAUSE_LENGTH
        or is_declaration(tokens)
        or (not rows and not named.isdisjoint(tokens))
        or UNFINISHED.search(clause.text)
    ):
        return None
    if any(parses_as_file(failure, each.format(clause.text)) for each in FILE_TEMPLATES):
        return None
    readings, message = (rows, "") if rows else read_line(clause.text)
    help, kind = "", "means"
    if not readings:
        phrase, readings = match_gist(clause.text)
        if phrase is None:
            return report_topic(failure, clause, line_problems)
        message, help, kind = phrase.message, phrase.help, phrase.kind
    readings = with_change(clause, readings)
    if (
        loses_points(failure, clause, readings)
        or is_written_already(clause, readings)
        or has_better_fix(failure, clause, readings, line_problems)
    ):
        return None
    if failure.context() == "schedule":
        begin = "" if failure.tokens[clause.begin - 1] == "schedule" else "then "
        readings = [
            replace(each, text=re.sub(r"\Aschedule ", begin, each.text)) for each in readings
        ]
    place = failure.source.place(clause.span)
    if kind == "outside":
        scope_problem = problems.syntax.OutsideTheBorder(place, clause.text, help)
        return Report(clause.span, scope_problem.diagnostic()), ""
    if kind != "means":
        cannot = problems.syntax.ForeignPhrase(place, message, help)
        return Report(clause.span, cannot.diagnostic()), ""
    answer = Paraphrase(clause, tuple(readings), message)
    is_here = all(parses_in_place(failure, clause, each.text) for each in readings)
    # a line that begins as a clause is not a statement
    is_fixed = is_here or construct_at(failure.tokens, clause.begin) is not None
    where = "" if is_fixed else describe_position(failure, readings)
    if not is_here and (not where or readings[0].text.startswith(f"{failure.context()} ")):
        return None  # a part of the statement that it means is already here
    report = report_paraphrase(failure, answer)
    problem = report.problem
    misplaced = next((each for each in line_problems if each.code == "S140"), None)
    if misplaced is not None:
        message = message or misplaced.message
        problem = replace(misplaced, message=message, help=problem.help, fix=problem.fix)
    if is_here:
        return Report(report.span, problem), readings[0].text
    return Report(clause.span, replace(problem, help=f"{problem.help} {where}", fix=())), ""


def with_change(clause: ClauseCandidate, readings: Sequence[Wording]) -> list[Wording]:
    """Returns the readings of a clause, with `change` if the clause changes an inherited one."""
    changed = CHANGE_PREFIX.match(clause.text)
    if changed is None:
        return list(readings)
    texts = (f"{changed[0]}{each.text}" for each in readings)
    return [
        replace(each, text=text) if CHANGE_PREFIX.match(text) else each
        for each, text in zip(readings, texts, strict=True)
    ]


def loses_points(
    failure: ParseFailure, clause: ClauseCandidate, readings: Sequence[Wording]
) -> bool:
    """Returns whether a reading lacks the `points` of a file in which cards or tricks have some."""
    texts = (clause.text, *(each.text for each in readings))
    most, *counts = (len(re.findall(r"\bpoints\b", each)) for each in texts)
    return "worth" in failure.tokens and any(each < most for each in counts)


UNFINISHED: Final = re.compile(r"\b(and|or|not)\s*(,|$)")
"""The end of a condition that lacks a part; a gist may not leave it out."""


def is_written_already(clause: ClauseCandidate, readings: Sequence[Wording]) -> bool:
    """Returns whether a line already contains a reading, with only a sign after it."""
    begun = [each for each in readings if clause.text.startswith(each.text)]
    return any(not clause.text[len(each.text) :].strip()[:1].isalnum() for each in begun)


def has_better_fix(
    failure: ParseFailure,
    clause: ClauseCandidate,
    readings: Sequence[Wording],
    line_problems: Sequence[Diagnostic],
) -> bool:
    """Returns whether a fix parses and keeps the word of the clause, unlike a reading."""
    word = failure.tokens[clause.begin]
    is_clag = word in CLAUSES or "keeps" in failure.tokens[clause.begin : clause.end]
    if not is_clag or (readings and all(each.text.startswith(f"{word} ") for each in readings)):
        return False
    return any(fixed_clauses(failure, each.fix) for each in line_problems)


def read_line(text: str) -> tuple[list[Wording], str]:
    """Returns the readings of a line as a trump, a limit or a score, and the message for it."""
    trump = read_trump(text)
    if trump:
        return trump, ""
    limits = read_limit(text)
    if limits:
        return limits, "a limit is a condition that bids must meet"
    message = "" if text.startswith("score ") else "points are one formula of the deal"
    return read_score(text), message


def match_gist(text: str) -> tuple[Phrase | None, list[Wording]]:
    """Returns the phrase whose gist matches a line and keeps its names, with the readings."""
    phrase, readings = bag_of_words.best_phrase(text) or (None, [])
    names = formula_names(text)
    if all(names.issubset(re.findall(r"\w+", each.text)) for each in readings):
        return phrase, readings
    return None, []


def report_topic(
    failure: ParseFailure, clause: ClauseCandidate, line_problems: Sequence[Diagnostic]
) -> tuple[Report, str] | None:
    """Reports a line with meaningless signs, with advice on its topic; None if that is unknown."""
    if construct_at(failure.tokens, clause.begin) or line_problems[0].code not in ("S110", "S115"):
        return None
    topic = topic_of(WORD_JOINT.sub(" ", clause.text))
    if not topic:
        return None
    problem = replace(line_problems[0], help=topic, fix=(), safe=False)
    return Report(clause.span, problem), ""


def topic_of(text: str) -> str:
    """Returns the advice on the topic of a line, or an empty string if the topic is unknown."""
    topics = [phrase for phrase in phrases() if phrase.kind == "topic"]
    for phrase in topics:
        if any(compile_pattern(each).search(text) for each in phrase.patterns):
            return phrase.help
    names = {each.name for each in bag_of_words.parse_senses(text)}
    heaviest = max(topics, key=lambda each: weight_of(each, names))
    return heaviest.help if weight_of(heaviest, names) >= MIN_WEIGHT else ""


MIN_WEIGHT: Final = 3
"""The weight that the senses of a line need to be about a topic."""


def weight_of(topic: Phrase, senses: AbstractSet[str]) -> int:
    """Adds up the weights that a topic gives to the senses of a line."""
    return sum(weight for name, weight in topic.weights.items() if name in senses)


def find_topic(
    failure: ParseFailure, first: int, problem: Diagnostic
) -> tuple[ClauseCandidate, str] | None:
    """Returns the clause of a line and the advice on its topic, or None.

    Topics are looked up for sentences, and for clauses with a word that the file does not know.
    """
    for clause in candidate_clauses(failure):
        if clause.begin != first:
            continue
        text = clause.text if is_sentence(clause.text) else ""
        if not text and construct_at(failure.tokens, first) is None and '"' not in clause.text:
            text = WORD_JOINT.sub(" ", clause.text)
        if not text and not problem.fix and has_foreign_word(failure, clause):
            text = WORD_JOINT.sub(" ", clause.text)
        topic = topic_of(text)
        if topic:
            return clause, topic
    return None


QUOTED_VALUE: Final = re.compile(
    r"\A(?!game|source|deal|twist|param|let|example)\w+\s*[=:]\s*[\[{(]?\s*\""
)
"""A text as the value of a name, as in programs; not where a rules file has a text."""
WORD_JOINT: Final = re.compile(r"_|(?<=[a-z])(?=[A-Z])")
"""The joints of words in the names of programs."""


def has_foreign_word(failure: ParseFailure, clause: ClauseCandidate) -> bool:
    """Returns whether a clause contains a word that neither the language nor the file defines."""
    tokens = failure.tokens
    if tokens[clause.begin].lower() not in CLAUSES or RULE_MARKERS.search(clause.text):
        return False
    named = declared_names(tokens)
    return any(
        token.kinds == ("NAME",) and token not in named
        for token in tokens[clause.begin : clause.end]
    )


def declared_names(tokens: Sequence[Token]) -> set[str]:
    """Returns the names declared in a file, if the declarations begin a line."""
    return {
        str(name) for begin, name in pairwise(tokens) if begin in DECLARATION_WORDS and begin.leads
    }


DECLARATION_WORDS: Final = frozenset(
    {"deal", "twist", "as", "source", "run", "tally", "special", *DECLARE_VALUES}
)


def parses_in_place(failure: ParseFailure, clause: ClauseCandidate, text: str) -> bool:
    """Returns whether the parser accepts a text in the place of a clause."""
    scan_result = scan(text, failure.words)
    if scan_result.errors or not scan_result.tokens:
        return False
    tokens, automaton = failure.tokens, failure.automaton
    states = automaton.states_before(tokens, failure.first, clause.begin, failure.start)
    kinds = [each.kinds for each in scan_result.tokens]
    if not all(automaton.shift(states, each) for each in kinds):
        return False
    return automaton.accepts(states, failure.kinds(clause.end))


FILE_TEMPLATES: Final = ("{}", "deal a {}", "schedule 1 cards: a {}")
"""Templates that turn a statement, a clause and a row into a file."""


def needs_newer_version(failure: ParseFailure, text: str) -> bool:
    """Returns whether a clause needs a newer version than the file's header states."""
    tokens = failure.tokens
    if list(tokens[:1]) != ["clag"] or not tokens[1].isdecimal():
        return False
    version = int(tokens[1])
    for whole in FILE_TEMPLATES:
        scan_result = scan(f"clag 1\n{whole.format(text)}", failure.words)
        tree = failure.automaton.run(scan_result.tokens, 0, "file")
        if isinstance(tree, nodes.File):
            return any(
                word.value > version
                for word in versioned_features(tree, set(declared_values(tokens)))
            )
    return False


def declared_values(tokens: Sequence[Token]) -> Iterator[str]:
    """Yields the names of parameters and `let` values, even in a file that does not parse."""
    for word, name in pairwise(tokens):
        if word in ("param", "let"):
            yield str(name)


def report_paraphrase(failure: ParseFailure, answer: Paraphrase) -> Report:
    """Returns the report of a reworded clause, pointing at the words that differ."""
    clause, source = answer.clause, failure.source
    changes = [differing_span(clause.text, each.text) for each in answer.readings]
    start = min(each.start for each, _ in changes)
    end = max(each.end for each, _ in changes)
    first = clause.span.start
    span = Span(first + start, first + end)
    short = all(len(each.text) <= MAX_QUOTED_LENGTH for each in answer.readings)
    if start == end:
        span = clause.span
    before, after = clause.text[:start], clause.text[end:]
    suggestions = []
    for reading in answer.readings:
        text = reading.text if short else reading.text[len(before) : len(reading.text) - len(after)]
        if ROW_PREFIX.match(clause.text):
            text = ROW_PREFIX.sub("", text)
        advice = f"`{' '.join(text.split())}`"
        if needs_newer_version(failure, reading.text):
            advice, _ = with_newer_version(failure, advice, ())
        case = reading.case
        if reading.text.startswith("last bid") and "dealer" in clause.text.lower():
            case = case or failure.last_bid_case
        suggestions.append(f"{advice} {case}".rstrip())
    wrong = excerpt(" ".join(source.text[span.start : span.end].split()))
    message = answer.message or "{wrong} is written differently in Clag"
    best = answer.readings[0]
    fix = edits_for(failure, Span(first, clause.span.end), best)
    problem = problems.syntax.ForeignPhrase(
        source.place(span),
        message.replace("{wrong}", wrong),
        f"write {', or '.join(suggestions)}",
        fix,
    )
    return Report(span, problem.diagnostic())


def fixed_clauses(failure: ParseFailure, fix: Sequence[Edit]) -> list[str]:
    """Returns the clauses around a failure that parse with the edits applied, each on one line."""
    clauses = candidate_clauses(failure) if fix else ()
    texts = (fixed_clause(failure, clause, fix) for clause in clauses)
    return [" ".join(each.split()) for each in texts if each]


def fixed_clause(failure: ParseFailure, clause: ClauseCandidate, fix: Sequence[Edit]) -> str:
    """Returns a clause with edits applied, or an empty string if it does not parse then."""
    text, shift = clause.text, clause.span.start
    for edit in sorted(fix, key=lambda each: each.place, reverse=True):
        span = failure.source.span(edit.place)
        if not shift <= span.start <= span.end <= shift + len(text):
            return ""
        text = text[: span.start - shift] + edit.text + text[span.end - shift :]
    return text if fix and parses_in_place(failure, clause, text) else ""


def differing_span(before: str, after: str) -> tuple[Span, str]:
    """Returns the span of whole words that differs between two texts, and its replacement."""
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
        # If words were only inserted, the next word is included to show where.
        behind = re.compile(r"\s*\S+").match(before, end)
        ends -= len(behind[0]) if behind is not None else 0
    return Span(start, len(before) - ends), after[start : len(after) - ends]


def edits_for(failure: ParseFailure, span: Span, reading: Wording) -> tuple[Edit, ...]:
    """Returns the edits that replace a clause with one reading, raising the version if needed."""
    made = replace_edit(failure.source.place(span), reading.text)
    return (
        with_newer_version(failure, "", made)[1]
        if needs_newer_version(failure, reading.text)
        else made
    )


def with_newer_version(
    failure: ParseFailure, advice: str, fix: Sequence[Edit]
) -> tuple[str, tuple[Edit, ...]]:
    """Returns advice and fix, extended by a change of the header to the newest version."""
    version = failure.place(failure.tokens[1])
    newest = str(VERSIONS[-1])
    return f"{advice} (and `clag {newest}` in the first line)", (
        *replace_edit(version, newest),
        *fix,
    )

"""Rewords clauses and rows that are phrased the way card players speak.

The input is a `ParseFailure`. Each candidate clause around the failure is matched against the
phrases of phrases.txt (`phrase_table`). The output is a `Paraphrase` with the readings in Clag, a
report with a fact about the language, or the topic of the line (see `topics`).

INVARIANT: a reading is suggested only if a pattern covers the whole clause. The parser must also
accept it, in the place of the clause or in another place that the help names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, TypeAlias

from clagdsl import problems
from clagdsl.lang.aspects import TABLE
from clagdsl.lang.identifiers import VERSIONS
from clagdsl.lang.numerals import NUMERALS
from clagdsl.lang.source import Span
from clagdsl.problems.diagnostic import Diagnostic, Edit, replace_edit
from clagdsl.problems.escape import excerpt
from clagdsl.syntax import nodes
from clagdsl.syntax.hints.parse_failure import DECLARING, ParseFailure, declarations_in
from clagdsl.syntax.hints.phrase_table import (
    RULE_MARKERS,
    Wording,
    clauses_by_words,
    compile_pattern,
    heads_of,
    is_sentence,
    phrases,
)
from clagdsl.syntax.hints.topics import topic_of
from clagdsl.syntax.lex_errors import Report
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
    clause = in_usual_order(text)
    if clause and clause != text:
        return [Wording(clause)], ""
    changed = CHANGE_PREFIX.match(text)
    if changed is None:
        return [], ""
    readings, message = paraphrases_of(text[changed.end() :])
    return [Wording(changed[0] + each.text, each.case) for each in readings], message


def in_usual_order(text: str) -> str:
    """Returns a clause, perhaps after `change` and a deal, with its words in the order of the
    language; "" for any other text.
    """
    words = text.split()
    begin = 2 if words[0].lower() == "change" else 0
    clause = clauses_by_words().get(tuple(sorted(map(str.lower, words[begin:]))), "")
    return " ".join([*words[:begin], clause]) if clause else ""


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
    for clause in candidate_clauses(failure):
        # `deal stays` in the clause itself declares nothing
        declared = failure.declared - declarations_in(clause.text)
        names = declared.keys() & {*map(str, failure.tokens[clause.begin : clause.end])}
        for text in (clause.text, with_first_deal(failure, clause.text)):
            readings, message = paraphrases_of(text) if text else ([], "")
            readings = [replace(each, text=with_digits(failure, each.text)) for each in readings]
            readings = [without_repeats(failure, clause, each) for each in readings]
            good = [
                each
                for each in readings
                if parses_in_place(failure, clause, each.text)
                and names.issubset(re.findall(r"\w+", each.text))
                and keeps_to_known_names(failure, clause, each.text)
                and keeps_direction(failure, clause.text, each.text)
            ]
            if good and len(good) == len(readings):
                return Paraphrase(clause, tuple(good), message)
    return None


def without_repeats(failure: ParseFailure, clause: ClauseCandidate, reading: Wording) -> Wording:
    """Returns a reading without those clauses after its first that the deal already has.

    If the deal has another value for one of them, the case of the reading names the change.
    """
    added = scan(reading.text, failure.words).tokens
    new = clause_texts(reading.text, added)
    starts = [construct_at(added, index) for index in range(len(added))]
    if len(new) < MIN_CLAUSES or starts[0] != "clause" or "statement" in starts:
        return reading
    tokens, begin, end = failure.tokens, clause.begin, clause.end
    while begin > 0 and construct_at(tokens, begin) != "statement":
        begin -= 1
    while end < len(tokens) and construct_at(tokens, end) != "statement":
        end += 1
    source = failure.source.text
    old = dict(clause_texts(source, tokens[begin : clause.begin]))
    old |= dict(clause_texts(source, tokens[clause.end : end]))
    kept = [text for keyword, text in new[1:] if keyword not in old]
    changes = [
        f"and `{text}` instead of `{old[keyword]}`"
        for keyword, text in new[1:]
        if old.get(keyword, text) != text
    ]
    if len(kept) == len(new) - 1:
        return reading
    case = " ".join((*changes, reading.case)).strip()
    return Wording(" ".join((new[0][1], *kept)), case, is_whole=not changes)


MIN_CLAUSES: Final = 2
"""The fewest clauses of a reading that may lose one."""


def clause_texts(text: str, tokens: Sequence[Token]) -> list[tuple[str, str]]:
    """Returns the keyword and the text of each clause that begins at one of these tokens."""
    starts = [index for index in range(len(tokens)) if construct_at(tokens, index) == "clause"]
    clauses = []
    for first, after in pairwise((*starts, len(tokens))):
        words = " ".join(tokens[first : min(first + LONGEST_KEYWORD, after)]) + " "
        fitting = (each.keyword for each in TABLE.values() if words.startswith(f"{each.keyword} "))
        written = " ".join(text[tokens[first].start : tokens[after - 1].end].split())
        clauses.append((max(fitting, key=len, default=str(tokens[first])), written))
    return clauses


LONGEST_KEYWORD: Final = max(len(each.keyword.split()) for each in TABLE.values())


def keeps_direction(failure: ParseFailure, line: str, text: str) -> bool:
    """Returns whether a text has a line's words of direction, or the game is certainly clockwise.

    Eldest is the player on the dealer's left only in a clockwise game.
    """
    if {"counterclockwise", "extends"}.isdisjoint(failure.tokens):
        return True
    return {*DIRECTION.findall(line.lower())} <= {*DIRECTION.findall(text.lower())}


DIRECTION: Final = re.compile(r"\b(?:left|right|clockwise)\b")


def keeps_to_known_names(failure: ParseFailure, clause: ClauseCandidate, text: str) -> bool:
    """Returns whether a reading of a formula has no word that nothing declares."""
    if failure.tokens[clause.begin].lower() not in FORMULAS:
        return True
    return failure.knows_names(scan(text, failure.words).tokens)


FORMULAS: Final = frozenset({"score", "last", "each", "completed", "trick", "ends", "settle"})
"""First words of clauses and statements with formulas."""


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
        if not all(
            keeps_to_known_names(failure, clause, each.text)
            and keeps_direction(failure, clause.text, each.text)
            for each in readings
        ):
            continue
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
    if is_clause_keyword(failure, failure.index - 1):
        starts.insert(0, failure.index - 1)
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


def is_clause_keyword(failure: ParseFailure, index: int) -> bool:
    """Returns whether the parser read a token within a line as the keyword of a clause.

    This includes a keyword that is also a variable, as in `change normal bid zero`.
    """
    tokens = failure.tokens
    if index <= failure.first or tokens[index] not in CLAUSES or tokens[index].type == "NAME":
        return False
    return construct_at(tokens, index - 1) is None  # not `bid` in `last bid`


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


def phrase_with_a_fact(failure: ParseFailure) -> Report | None:
    """Recognises a clause about something that is otherwise in the language."""
    facts = [phrase for phrase in phrases() if phrase.kind != "means"]
    specials = failure.specials
    for clause in candidate_clauses(failure):
        if failure.tokens[clause.begin] != "special" and not specials.isdisjoint(
            failure.tokens[clause.begin : clause.end]
        ):
            continue  # these phrases are about jokers that nothing declares
        names = heads_of(clause.text)
        for phrase in facts:
            if phrase.heads and phrase.heads.isdisjoint(names):
                continue
            matches = (compile_pattern(pattern).search(clause.text) for pattern in phrase.patterns)
            match = next((each for each in matches if each is not None), None)
            if match is None or not keeps_direction(failure, phrase.help, ""):
                continue
            start = clause.span.start
            span = Span(start + match.start(1), start + match.end(1))
            if not failure.is_at_boundary and span.end < failure.line_start:
                continue  # a line before the mistake, which is right
            place = failure.source.place(span)
            problem = problems.syntax.ForeignPhrase(place, phrase.message, phrase.help)
            return Report(span, problem.diagnostic())
    return None


def report_line(
    tokens: Sequence[Token], clause: ClauseCandidate, line_problems: Sequence[Diagnostic]
) -> Report | None:
    """Reports a line with meaningless signs once, with its topic; None if that is unknown."""
    is_clause = construct_at(tokens, clause.begin) is not None
    if is_clause or line_problems[0].code not in ("S110", "S112", "S115") or '"' in clause.text:
        return None
    topic = topic_of(WORD_JOINT.sub(" ", clause.text), tokens)
    if not topic:
        return None
    return Report(clause.span, replace(line_problems[0], help=topic, fix=(), safe=False))


def find_topic(
    failure: ParseFailure, first: int, problem: Diagnostic
) -> tuple[ClauseCandidate, str] | None:
    """Returns the clause of a line and the text of its topic, or None.

    Topics are looked up for sentences, and for clauses with a word that the file does not know.
    """
    tokens = failure.tokens
    is_named = tokens[first] in NAMED_FIRST
    for clause in candidate_clauses(failure):
        begins_inside = is_named and construct_at(tokens, clause.begin) == "clause"
        if clause.begin != first and not begins_inside:
            continue
        text = clause.text if is_sentence(clause.text) else ""
        if not text and construct_at(tokens, clause.begin) is None and '"' not in clause.text:
            text = WORD_JOINT.sub(" ", clause.text)
        if not text and not problem.fix and has_foreign_word(failure, clause):
            text = WORD_JOINT.sub(" ", clause.text)
        if is_named and not begins_inside and not is_sentence(clause.text.partition(" is ")[0]):
            continue  # what follows is a name
        topic = topic_of(text, tokens)
        if topic:
            return clause, topic
    return None


NAMED_FIRST: Final = frozenset(
    {"deal", "twist", "change", "game", "source", "example", "drop", "add"}
)
"""First words of statements that go on with a name."""
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
    return {str(name) for begin, name in pairwise(tokens) if begin in DECLARING and begin.leads}


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
    is_clear = len(answer.readings) == 1 and answer.readings[0].is_whole
    fix = edits_for(failure, Span(first, clause.span.end), answer.readings[0]) if is_clear else ()
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
    return f"{advice} (needs `clag {newest}`)", (
        *replace_edit(version, newest),
        *fix,
    )

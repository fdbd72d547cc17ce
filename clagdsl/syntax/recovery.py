"""Finds every independent syntax error of a text that does not parse.

After the first error the text is taken up again where the next statement or clause surely begins,
as if the parser had just begun; so one mistake gives one problem.  Nothing is built from a text
with errors: what is parsed after the first one is parsed for its errors only.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from operator import attrgetter
from typing import Final

from clagdsl import problems
from clagdsl.lang.identifiers import STATEMENTS, VERSIONS
from clagdsl.lang.limits import MOST_PARTS, MOST_PROBLEMS
from clagdsl.lang.source import SourceText, Span
from clagdsl.problems.model import Diagnostic, replaced
from clagdsl.syntax.hints.error_hints import SLIPS, diagnose
from clagdsl.syntax.hints.parse_error import Trouble
from clagdsl.syntax.hints.phrasebook import (
    MOST_BEFORE,
    Clause,
    answer_to_line,
    looked_up,
    mended_clauses,
    told,
)
from clagdsl.syntax.lex_errors import (
    Report,
    flaw_problem,
    hidden_characters,
    is_closed_bracket,
    is_doubtful_dash,
    is_size,
    way,
)
from clagdsl.syntax.lexer import Flaw, Scan, scan
from clagdsl.syntax.lr_parser import Automaton, Refusal
from clagdsl.syntax.token import Token, beginning, make_token, misspelt_beginning

KNOWN_VERSIONS: Final = tuple(map(str, VERSIONS))
CONTEXTS_OF_CLAUSES: Final = ("deal", "twist", "change")


def collect(
    source: SourceText,
    found: Scan,
    words: Mapping[str, tuple[str, ...]],
    automaton: Automaton,
) -> tuple[Diagnostic, ...]:
    """Every independent syntax error, in the order of the text."""
    hidden = hidden_characters(source.text, found, words)
    said = say_in_other_words(source, found, words, automaton)
    reports = [
        Report(
            flaw.span,
            with_a_readable_fix(
                flaw_problem(source, flaw, hidden, found.tokens), source, found, words, automaton
            ),
        )
        for flaw in found.flaws[:MOST_PROBLEMS]
        if flaw.kind != "character" or not is_closed_bracket(source.text, flaw.span.start)
    ]
    version = other_version(source, found.tokens)
    if version is not None:
        return (version,)
    if not found.tokens and not reports:
        return (problems.syntax.EmptyFile(source.place(Span(0, 0))).diagnostic(),)
    name_directions(found, words)
    reports += said
    if found.tokens and not any(flaw.kind == "many" for flaw in found.flaws):
        first = replace(found, tokens=list(found.tokens))
        reading = Reading(source, first, words, automaton)
        reading.run()
        answers = answer_lines(reading, found, reports)
        if answers:
            lines = [each for each in reports if line_of(source, each) not in answers]
            reports = [*lines, *answers.values()]
            reading = Reading(source, found, words, automaton)
            reading.run()
        reports += reading.reports
    reports = [each for each in reports if not any(holds(other, each) for other in reports)]
    reports.sort(key=lambda report: report.span)
    if len(reports) >= MOST_PROBLEMS:
        del reports[MOST_PROBLEMS:]
        span = reports[-1].span
        last = problems.syntax.TooManyProblems(source.place(span), MOST_PROBLEMS).diagnostic()
        reports.append(Report(span, last))
    return tuple(report.problem for report in reports)


def with_a_readable_fix(
    problem: Diagnostic,
    source: SourceText,
    found: Scan,
    words: Mapping[str, tuple[str, ...]],
    automaton: Automaton,
) -> Diagnostic:
    """Return a problem, with another fix or none where `7 cards` or `7 * cards` cannot be read."""
    if problem.code != "S114" or not problem.fix or problem.place is None:
        return problem
    index = bisect_left(found.tokens, source.span(problem.place).start, key=attrgetter("start"))
    first = max(index - 1, 0)
    while first > 0 and index - first <= MOST_BEFORE and beginning(found.tokens, first) is None:
        first -= 1
    start = "rows" if beginning(found.tokens, first) == "row" else "rest"
    trouble = Trouble(source, found.tokens, first, index, start, automaton, words)
    if trouble.parses_with(problem.fix):
        return problem
    text = problem.fix[0].text
    other = text.replace(" * ", " ") if " * " in text else text.replace(" ", " * ")
    fix = replaced(problem.place, other)
    if other != text and trouble.parses_with(fix):
        return replace(problem, help=f"write `{other}`", fix=fix)
    return replace(problem, help="a number and a word stand apart", fix=(), safe=False)


def holds(one: Report, other: Report) -> bool:
    """Whether what one problem says anew is all that another one is about, and more."""
    said = one.problem.code == "S150" and one.problem.fix
    if one.span == other.span or not (said or other.problem.code == "S110"):
        return False
    return one.span.start <= other.span.start and other.span.end <= one.span.end


SAID_AT_THE_TABLE: Final = ("sign", "range", "amount", "character", "run-on", "quotes")


def say_in_other_words(
    source: SourceText, found: Scan, words: Mapping[str, tuple[str, ...]], automaton: Automaton
) -> list[Report]:
    """Tell of clauses with flaws that people say otherwise, and read on as if they had not."""
    reports: list[Report] = []
    for flaw in found.flaws[:MOST_PROBLEMS]:
        blank = source.text[flaw.span.start].isspace()
        if blank or flaw.kind not in SAID_AT_THE_TABLE or flaw not in found.flaws:
            continue
        index = bisect_left(found.tokens, flaw.span.start, key=attrgetter("start"))
        first = statement_before(found.tokens, index)
        if index - first > MOST_BEFORE:
            continue
        start = "rest" if first else "file"
        trouble = Trouble(source, found.tokens, first, index, start, automaton, words)
        divides = source.text[flaw.span.start] == "/"  # `10/0` may be no quotient
        if not divides and is_mended(trouble, flaw, index):
            continue
        answer = looked_up(trouble)
        if (
            answer is None
            or not answer.clause.span.start <= flaw.span.start < answer.clause.span.end
        ):
            continue
        reports.append(told(trouble, answer))
        clause = answer.clause
        place = slice(clause.begin, clause.end)
        put(found, answer.readings[0].text, clause.span, place, words)
    return reports


def line_of(source: SourceText, report: Report) -> int:
    """Return the number of the line on which a problem begins."""
    return source.position(report.span.start)[0]


UNREAD: Final = frozenset((*SLIPS, "S110", "S112", "S114", "S115", "S133", "S135", "S150", "S151"))
"""Problems of lines of which it is not known what else is meant."""


def answer_lines(reading: Reading, found: Scan, flaws: Sequence[Report]) -> dict[int, Report]:
    """Report the lines with an error whose gist is known, and read them as what they mean."""
    source, tokens = reading.source, found.tokens
    answers: dict[int, Report] = {}
    by_line: dict[int, list[Diagnostic]] = {}
    for each in (*flaws, *reading.reports):
        by_line.setdefault(line_of(source, each), []).append(each.problem)
    for line, known in sorted(by_line.items(), reverse=True):
        codes = {each.code for each in known}
        if not codes <= UNREAD or all(each.safe for each in known):
            continue
        start = source.line_starts[line - 1]
        text = source.line(line).partition("#")[0].rstrip()
        span = Span(start + len(text) - len(text.lstrip()), start + len(text))
        begin = bisect_left(tokens, span.start, key=attrgetter("start"))
        end = bisect_left(tokens, span.end, begin, key=attrgetter("start"))
        first = statement_before(tokens, begin)
        if begin == end or not tokens[begin].leads or begin - first > MOST_BEFORE:
            continue
        read_as = "rest" if first else "file"
        words, automaton = reading.words, reading.automaton
        trouble = Trouble(source, tokens, first, begin + 1, read_as, automaton, words)
        fixes = [edit for each in known for edit in each.fix]
        if "S135" in codes and tokens[begin] == "wild":
            continue
        if codes == {"S141"} or (codes == {"S150"} and all(each.fix for each in known)):
            continue  # the line reads well as far as it goes, or has its answer
        if "S140" not in codes and mended_clauses(trouble, fixes):
            continue
        clause = Clause(begin, end, text.lstrip(), span)
        report, text = answer_to_line(trouble, clause, known) or (None, "")
        if report is not None and report.problem.code not in codes & {"S151"}:
            answers[line] = report
            put(found, text, span, slice(begin, end), words)
    return answers


def put(
    found: Scan, text: str, span: Span, place: slice, words: Mapping[str, tuple[str, ...]]
) -> None:
    """Put the tokens of another text in the place of some, and forget the flaws of these."""
    mended = scan(text, words).tokens
    leads = found.tokens[place.start].leads
    for number, each in enumerate(mended):
        each.start, each.end, each.leads = span.start, span.start, leads and not number
    found.tokens[place] = mended
    found.flaws = [each for each in found.flaws if not span.start <= each.span.start < span.end]
    found.damaged = {each for each in found.damaged if not span.start <= each < span.end}


def statement_before(tokens: list[Token], index: int) -> int:
    """The index of the token that begins the statement before a place."""
    first = min(index, len(tokens)) - 1
    while first > 0 and index - first <= MOST_BEFORE and beginning(tokens, first) != "statement":
        first -= 1
    return max(first, 0)


def is_mended(trouble: Trouble, flaw: Flaw, index: int) -> bool:
    """Whether what a sign was read as is all that the statement needs."""
    tokens = trouble.tokens
    if flaw.kind == "range" and is_size(tokens, index):
        if {"-", "to"} & {*tokens[index - 2 : index - 1], *tokens[index + 2 : index + 3]}:
            return False
        return tokens[index - 1] != tokens[index + 1]
    if flaw.kind not in ("sign", "range", "amount", "quotes") or is_size(tokens, index):
        return False
    if flaw.kind == "sign" and is_doubtful_dash(trouble.source, flaw.span, tokens):
        return False
    ends = index
    while ends < min(len(tokens), index + MOST_BEFORE) and beginning(tokens, ends) != "statement":
        ends += 1
    refused = trouble.automaton.run(tokens[: ends + 1], trouble.first, trouble.start)
    return not isinstance(refused, Refusal) or refused.index >= ends


def name_directions(found: Scan, words: Mapping[str, tuple[str, ...]]) -> None:
    """Put `up` or `down` before the `to` that was read for `1...7` in a row of the schedule."""
    ranges = {flaw.span.start for flaw in found.flaws if flaw.kind == "range"}
    if not ranges:
        return
    for index in range(len(found.tokens) - 3, 0, -1):
        if found.tokens[index].start in ranges and is_size(found.tokens, index):
            token, word = found.tokens[index], way(found.tokens, index)
            direction = make_token(word, token.start, words[word], False)
            direction.end = token.start
            found.tokens.insert(index, direction)


def other_version(source: SourceText, tokens: list[Token]) -> Diagnostic | None:
    """The problem of a file for another version of the language."""
    if len(tokens) < 2 or tokens[0] != "clag" or tokens[1].kinds[-1] != "NUMBER":
        return None
    if tokens[1] in KNOWN_VERSIONS:
        return None
    span = tokens[1].span
    # as it is written: a number that is too large was read as none
    written = source.text[span.start : span.end]
    return problems.syntax.OtherVersion(source.place(span), written).diagnostic()


def header_tokens(tokens: Sequence[Token]) -> Sequence[Token]:
    """Return the tokens of the first line that are meant to be the header, such as `2 clag`."""
    ends = (n for n in range(1, len(tokens)) if tokens[n].leads or tokens[n] in STATEMENTS)
    line = tokens[: next(ends, len(tokens))]
    known = [each.lower() == "clag" or each in KNOWN_VERSIONS for each in line[:2]]
    return line if any(known) and tokens[0] not in STATEMENTS else ()


@dataclass(frozen=True, slots=True)
class Restart:
    """Where the parser is to begin, and what it shall take the text for."""

    index: int
    start: str


@dataclass(slots=True)
class Reading:
    """One walk through the tokens of a text, from error to error."""

    source: SourceText
    found: Scan
    words: Mapping[str, tuple[str, ...]]
    automaton: Automaton
    reports: list[Report] = field(default_factory=list)
    retry: bool = False
    mended: set[int] = field(default_factory=set)
    """The tokens that were read as the word that was meant."""

    def run(self) -> None:
        """Collect the errors of the whole text."""
        tokens = self.found.tokens
        restart = self._header()
        while len(self.reports) < MOST_PROBLEMS:
            result = self.automaton.run(tokens, restart.index, restart.start)
            if not isinstance(result, Refusal):
                return
            index = self._report(restart, result)
            following = self._again(restart, index) or self._resume(restart.index, index)
            if following is None:
                return
            restart = following

    def _header(self) -> Restart:
        """Where to begin; reports a missing header."""
        tokens = self.found.tokens
        if not tokens or (tokens[0] == "clag" and len(tokens) > 1 and tokens[1] in KNOWN_VERSIONS):
            return Restart(0, "file")
        place = tokens[0].span
        starts = (n for n in range(len(tokens)) if beginning(tokens, n) == "statement")
        first = next(starts, len(tokens))
        end = tokens[first].start if first < len(tokens) else len(self.source.text)
        if not any(offset < end for offset in self.found.damaged):
            header = header_tokens(tokens[:first])
            version = next((each for each in header if each in KNOWN_VERSIONS), "1")
            whole = self.source.place(Span(place.start, header[-1].end)) if header else None
            safe = all(each.lower() == "clag" or each in KNOWN_VERSIONS for each in header)
            problem = problems.syntax.MissingHeader(
                self.source.place(place), tokens[0], version, whole, safe
            )
            self.reports.append(Report(place, problem.diagnostic()))
        if len(tokens) > 1 and tokens[1] in KNOWN_VERSIONS and tokens[0] not in STATEMENTS:
            return Restart(2, "rest")
        return Restart(first, "rest")

    def _report(self, restart: Restart, refusal: Refusal) -> int:
        """Report what is wrong where the parser stopped; the token from which to look further."""
        tokens, index, first = self.found.tokens, refusal.index, restart.index
        self.retry = False
        if refusal.large is not None:
            place = self.source.place(refusal.large)
            problem = problems.syntax.ExpressionTooLarge(place, MOST_PARTS).diagnostic()
            self.reports.append(Report(refusal.large, problem))
            return index
        if self._was_taken_for_a_name(first, index):
            index -= 1
        if not self._is_damaged(first, index):
            trouble = Trouble(
                self.source, tokens, first, index, restart.start, self.automaton, self.words
            )
            report = diagnose(trouble)
            if report not in self.reports:  # a declaration is wrong once, however often it is used
                self.reports.append(report)
            if report.meant and index not in self.mended:
                self.mended.add(index)
                tokens[index] = self._mended(tokens[index], report.meant)
                self.retry = True
            else:
                while index + 1 < len(tokens) and tokens[index + 1].start < report.span.end:
                    index += 1  # what is in it is told with it
                ends = index < len(tokens) and tokens[index].end == report.span.end
                if ends and report.problem.code == "S150":
                    index += 1
        return index

    def _mended(self, token: Token, word: str) -> Token:
        """The word that was meant in the place of a misspelt one."""
        mended = make_token(word, token.start, self.words[word], token.leads)
        mended.end = token.end
        return mended

    def _was_taken_for_a_name(self, first: int, index: int) -> bool:
        """Whether the token before an error begins a statement, but could also be a name."""
        tokens, before = self.found.tokens, index - 1
        if before <= first or tokens[before].type != "NAME" or not tokens[before].leads:
            return False
        return beginning(tokens, before) is not None and tokens[before] != "then"

    def _is_damaged(self, first: int, index: int) -> bool:
        """Whether the statement or clause holds a flaw, which may be the cause of the error."""
        if not self.found.damaged:
            return False
        tokens = self.found.tokens
        begins = index - 1
        while begins > first and beginning(tokens, begins) is None:
            begins -= 1
        start = tokens[max(begins, 0)].start
        end = tokens[index].end if index < len(tokens) else len(self.source.text)
        return any(start <= offset <= end for offset in self.found.damaged)

    def _again(self, restart: Restart, index: int) -> Restart | None:
        """Where to begin anew once a word is read as the one that was meant: its statement."""
        begins = min(index, len(self.found.tokens) - 1)
        while begins > restart.index and beginning(self.found.tokens, begins) != "statement":
            begins -= 1
        if not self.retry or index - begins > MOST_BEFORE:
            return None
        return restart if begins == restart.index else Restart(begins, "rest")

    def _resume(self, first: int, index: int) -> Restart | None:
        """Where to go on after an error: at a statement, a clause or a row."""
        tokens = self.found.tokens
        context = self._context(first, index)
        for following in range(index, len(tokens)):
            if following == first and not self.retry:
                continue
            match beginning(tokens, following) or misspelt_beginning(tokens, following):
                case "statement":
                    return Restart(following, "rest")
                case "clause" if context in CONTEXTS_OF_CLAUSES:
                    return Restart(following, "rest")
                case "row" if context == "schedule":
                    return Restart(following, "rows")
        return None

    def _context(self, first: int, index: int) -> str:
        """The word that begins the statement in which the error is, or was to begin it."""
        tokens = self.found.tokens
        if index < len(tokens) and tokens[index].leads and beginning(tokens, index) is None:
            near = get_close_matches(tokens[index].lower(), STATEMENTS, 1, 0.66)
            if near:
                return near[0]
        for before in range(index - 1, first - 1, -1):
            if beginning(tokens, before) == "statement":
                return tokens[before].lower()
        return {"clause": "deal", "row": "schedule"}.get(beginning(tokens, first) or "", "")

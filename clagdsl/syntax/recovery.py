"""Finds every independent syntax error of a text that does not parse.

The input is the scan of the text; the output is its diagnostics in text order. The steps:

1. `reword_clauses` recognises clauses with lexical errors that are common paraphrases, and replaces
  their tokens with the equivalent Clag.
2. Every other lexical error becomes a diagnostic (`lex_errors`).
3. A `RecoveryPass` runs the automaton from error to error. `hints` explains each refusal.
4. `report_lines` looks up lines with meaningless signs that begin no clause. If it knows the topic
  of any, the pass runs again without their tokens.
5. Reports that another one covers are dropped; the rest are sorted and truncated at
  `MOST_PROBLEMS`.

Panic-mode recovery: after an error, parsing restarts with a new stack at the next token that
certainly begins a statement, clause or row. So one mistake gives one problem. If a typo has an
obvious correction, the token is replaced and its statement is parsed again.

INVARIANT: nothing is built from a text with errors; parsing after the first only finds more.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from operator import attrgetter
from typing import Final

from clagdsl import problems
from clagdsl.lang.identifiers import STATEMENTS, VERSIONS
from clagdsl.lang.limits import MOST_PARTS, MOST_PROBLEMS
from clagdsl.lang.source import SourceText, Span
from clagdsl.problems.diagnostic import Diagnostic, replace_edit
from clagdsl.syntax.hints.error_hints import diagnose
from clagdsl.syntax.hints.paraphrases import (
    MAX_CLAUSE_LENGTH,
    MAX_TOKENS_BEFORE,
    ClauseCandidate,
    begins_note,
    find_paraphrase,
    report_line,
    report_paraphrase,
)
from clagdsl.syntax.hints.parse_failure import ParseFailure
from clagdsl.syntax.lex_errors import (
    Report,
    diagnose_lex_error,
    hidden_characters,
    is_ambiguous_dash,
    is_closed_bracket,
    is_dash_in_sum,
    is_row_size,
    range_direction,
)
from clagdsl.syntax.lexer import LexError, Scan, scan
from clagdsl.syntax.lr_parser import Automaton, Refusal
from clagdsl.syntax.token import Token, construct_at, make_token, misspelt_construct_at

SUPPORTED_VERSIONS: Final = tuple(map(str, VERSIONS))
NEWEST: Final = SUPPORTED_VERSIONS[-1]
CLAUSE_CONTEXTS: Final = ("deal", "twist", "change")


def collect_errors(
    source: SourceText,
    scan_result: Scan,
    words: Mapping[str, tuple[str, ...]],
    automaton: Automaton,
) -> tuple[Diagnostic, ...]:
    """Returns every independent syntax error, in the order of the text."""
    whole = RecoveryPass(source, scan_result, words, automaton)
    hidden = hidden_characters(source.text, scan_result, words)
    # First, because it removes the lexical errors that a rewording explains.
    reworded = reword_clauses(whole)
    reports = [
        Report(
            error.span,
            with_parsable_fix(diagnose_lex_error(source, error, hidden, scan_result.tokens), whole),
        )
        for error in scan_result.errors[:MOST_PROBLEMS]
        if error.kind != "character" or not is_closed_bracket(source.text, error.span.start)
    ]
    version = check_version(source, scan_result.tokens)
    if version is not None:
        return (version,)
    if not scan_result.tokens and not reports:
        return (problems.syntax.EmptyFile(source.place(Span(0, 0))).diagnostic(),)
    insert_directions(whole)
    reports += reworded
    if scan_result.tokens and not any(error.kind == "many" for error in scan_result.errors):
        # A copy: the walk replaces misspelt tokens, which a second walk must see as written.
        first = replace(scan_result, tokens=list(scan_result.tokens))
        recovery_pass = RecoveryPass(source, first, words, automaton)
        recovery_pass.run()
        answers = report_lines(recovery_pass, scan_result, reports)
        if answers:
            lines = [each for each in reports if line_of(source, each) not in answers]
            reports = [*lines, *answers.values()]
            recovery_pass = whole
            if scan_result.tokens:
                recovery_pass.run()
        reports += recovery_pass.reports
    reports = [each for each in reports if not any(covers(other, each) for other in reports)]
    reports.sort(key=lambda report: report.span)
    if len(reports) >= MOST_PROBLEMS:
        del reports[MOST_PROBLEMS:]
        span = reports[-1].span
        last = problems.syntax.TooManyProblems(source.place(span), MOST_PROBLEMS).diagnostic()
        reports.append(Report(span, last))
    return tuple(without_double_blanks(source, report.problem) for report in reports)


def without_double_blanks(source: SourceText, problem: Diagnostic) -> Diagnostic:
    """Returns a problem whose fix puts no second blank next to one of the text."""
    edits = []
    for edit in problem.fix:
        span, text = source.span(edit.place), edit.text
        begins = source.text[span.start - 1 : span.start] == " "
        ends = source.text[span.end : span.end + 1] == " "
        text = text.removeprefix(" ") if begins else text
        text = text.removesuffix(" ") if ends else text
        if begins and ends and not text:
            span = Span(span.start, span.end + 1)
        edits.append(replace(edit, place=source.place(span), text=text))
    return replace(problem, fix=tuple(edits)) if problem.fix else problem


def with_parsable_fix(problem: Diagnostic, whole: RecoveryPass) -> Diagnostic:
    """Returns a diagnostic with a fix that parses (its own or the other reading), or without a fix.

    Two readings have numbers joined to a word, `7 cards` and `7 * cards`, and a bar, which may mean
    `or`. A sign that means nothing is only deleted if that is all that its clause needs.
    """
    source, tokens = whole.source, whole.scan_result.tokens
    is_doubtful = problem.code in ("S110", "S114") and tokens
    if not is_doubtful or not problem.fix or problem.place is None:
        return problem
    index = bisect_left(tokens, source.span(problem.place).start, key=attrgetter("start"))
    first = construct_start(tokens, index, ("statement", "clause", "row"))
    start = "rows" if construct_at(tokens, first) == "row" else "rest"
    failure = whole.failure(first, index, start)
    if failure.parses_with(problem.fix):
        return problem
    text = problem.fix[0].text
    if problem.code == "S110":
        fix = replace_edit(problem.place, "or")
        if source.text[source.span(problem.place).start] == "|" and failure.parses_with(fix):
            return replace(problem, help="write `or`", fix=fix)
        return replace(problem, fix=(), safe=False)
    other = text.replace(" * ", " ") if " * " in text else text.replace(" ", " * ")
    fix = replace_edit(problem.place, other)
    if other != text and failure.parses_with(fix):
        return replace(problem, help=f"write `{other}`", fix=fix)
    return replace(problem, help="separate the number from the word", fix=(), safe=False)


def covers(outer: Report, inner: Report) -> bool:
    """Returns whether one report makes another superfluous, for example by rewording the clause."""
    is_rewording = outer.problem.code == "S150" and outer.problem.fix
    if is_rewording and inner.problem.code == "S115" and outer.span.start == inner.span.start:
        return True  # the `!` of `bid ! tricks`
    if outer.span == inner.span or not (is_rewording or inner.problem.code == "S110"):
        return False
    return outer.span.start <= inner.span.start and inner.span.end <= outer.span.end


REWORDABLE_ERRORS: Final = ("sign", "range", "amount", "character", "run-on", "quotes")


def reword_clauses(whole: RecoveryPass) -> list[Report]:
    """Reports clauses with lexical errors that are known paraphrases.

    Their tokens are replaced with the equivalent Clag, so that later errors in the file are still
    found.
    """
    source, scan_result = whole.source, whole.scan_result
    reports: list[Report] = []
    for error in scan_result.errors[:MOST_PROBLEMS]:
        blank = source.text[error.span.start].isspace()
        if blank or error.kind not in REWORDABLE_ERRORS or error not in scan_result.errors:
            continue
        index = bisect_left(scan_result.tokens, error.span.start, key=attrgetter("start"))
        first = construct_start(scan_result.tokens, index, ("statement",))
        if index - first > MAX_TOKENS_BEFORE:
            continue
        start = "rest" if first else "file"
        failure = whole.failure(first, index, start)
        divides = source.text[error.span.start] == "/"  # `10/0` may not be a quotient
        if not divides and is_fixed_by_sign(failure, error, index):
            continue
        answer = find_paraphrase(failure)
        if (
            answer is None
            or not answer.clause.span.start <= error.span.start < answer.clause.span.end
        ):
            continue
        reports.append(report_paraphrase(failure, answer))
        clause = answer.clause
        place = slice(clause.begin, clause.end)
        replace_tokens(scan_result, answer.readings[0].text, clause.span, place, whole.words)
    return reports


def line_of(source: SourceText, report: Report) -> int:
    """Returns the 1-based number of the line on which a report begins."""
    return source.position(report.span.start)[0]


def report_lines(
    recovery_pass: RecoveryPass, scan_result: Scan, lex_reports: Sequence[Report]
) -> dict[int, Report]:
    """Returns reports for lines with meaningless signs whose topic is known, by line number; they
    replace the others on those lines.

    The tokens of these lines are removed.
    """
    source, tokens = recovery_pass.source, scan_result.tokens
    answers: dict[int, Report] = {}
    by_line: dict[int, list[Diagnostic]] = {}
    for each in (*lex_reports, *recovery_pass.reports):
        by_line.setdefault(line_of(source, each), []).append(each.problem)
    for line, line_problems in sorted(by_line.items(), reverse=True):
        if all(each.fix for each in line_problems):
            continue
        start = source.line_starts[line - 1]
        text = source.line(line).partition("#")[0].rstrip()
        begin = bisect_left(tokens, start, key=attrgetter("start"))
        end = bisect_left(tokens, start + len(text), begin, key=attrgetter("start"))
        if begin == end or not tokens[begin].leads or len(text) > MAX_CLAUSE_LENGTH:
            continue
        if tokens[begin] in ("then", "repeat") or tokens[begin - 1 : begin] == ["schedule"]:
            continue  # a row, whose schedule would be empty without it
        span = Span(tokens[begin].start, start + len(text))
        clause = ClauseCandidate(begin, end, text[span.start - start :], span)
        report = report_line(tokens, clause, line_problems)
        if report is not None:
            answers[line] = report
            replace_tokens(scan_result, "", span, slice(begin, end), recovery_pass.words)
    return answers


def replace_tokens(
    scan_result: Scan, text: str, span: Span, place: slice, words: Mapping[str, tuple[str, ...]]
) -> None:
    """Replaces tokens with those of another text and removes the lexical errors of the old ones."""
    new_tokens = scan(text, words).tokens
    leads = scan_result.tokens[place.start].leads
    for number, each in enumerate(new_tokens):
        each.start, each.end, each.leads = span.start, span.start, leads and not number
    scan_result.tokens[place] = new_tokens
    scan_result.errors = [
        each for each in scan_result.errors if not span.start <= each.span.start < span.end
    ]
    scan_result.damaged = {
        each for each in scan_result.damaged if not span.start <= each < span.end
    }


def construct_start(tokens: list[Token], index: int, kinds: Collection[str]) -> int:
    """Returns the index of the token that begins the construct of a kind around an index."""
    first = min(index, len(tokens)) - 1
    while (
        first > 0
        and index - first <= MAX_TOKENS_BEFORE
        and construct_at(tokens, first) not in kinds
    ):
        first -= 1
    return max(first, 0)


def is_fixed_by_sign(failure: ParseFailure, error: LexError, index: int) -> bool:
    """Returns whether the replacement of one foreign sign is all that the statement needs."""
    tokens = failure.tokens
    if error.kind == "range" and is_row_size(tokens, index):
        if {"-", "to"} & {*tokens[index - 2 : index - 1], *tokens[index + 2 : index + 3]}:
            return False
        return tokens[index - 1] != tokens[index + 1]
    if error.kind not in ("sign", "range", "amount", "quotes") or is_row_size(tokens, index):
        return False
    if error.kind == "sign" and is_ambiguous_dash(failure.source, error.span, tokens):
        return False
    ends = index
    while (
        ends < min(len(tokens), index + MAX_TOKENS_BEFORE)
        and construct_at(tokens, ends) != "statement"
    ):
        ends += 1
    refused = failure.automaton.run(tokens[: ends + 1], failure.first, failure.start)
    return not isinstance(refused, Refusal) or refused.index >= ends


def insert_directions(whole: RecoveryPass) -> None:
    """Inserts `up` or `down` before the `to` that replaced the dots of `1...7` in a schedule, and
    replaces it where a dash is not a range.
    """
    scan_result, words = whole.scan_result, whole.words
    ranges = {error.span.start for error in scan_result.errors if error.kind == "range"}
    if not ranges:
        return
    for index in range(len(scan_result.tokens) - 3, 0, -1):
        token = scan_result.tokens[index]
        if token.start in ranges and is_dash_in_sum(whole.source, token.span, scan_result.tokens):
            minus = make_token("-", token.start, words["-"], False)
            minus.end = token.end
            scan_result.tokens[index] = minus
        elif scan_result.tokens[index].start in ranges and is_row_size(scan_result.tokens, index):
            word = range_direction(scan_result.tokens, index)
            direction = make_token(word, token.start, words[word], False)
            direction.end = token.start
            scan_result.tokens.insert(index, direction)


def check_version(source: SourceText, tokens: list[Token]) -> Diagnostic | None:
    """Returns the diagnostic of a file for another version of the language, or None."""
    if len(tokens) < 2 or tokens[0] != "clag" or tokens[1].kinds[-1] != "NUMBER":
        return None
    if tokens[1] in SUPPORTED_VERSIONS:
        return None
    span = tokens[1].span
    # as written: the token of a number that is too large is 0
    written = source.text[span.start : span.end]
    return problems.syntax.OtherVersion(source.place(span), written).diagnostic()


def header_tokens(tokens: Sequence[Token]) -> Sequence[Token]:
    """Returns the tokens on the first line that are meant as the header, as in `2 clag`."""
    ends = (n for n in range(1, len(tokens)) if tokens[n].leads or tokens[n] in STATEMENTS)
    line = tokens[: next(ends, len(tokens))]
    is_header = any(header_words(each) for each in line[:2])
    return line if is_header and tokens[0] not in STATEMENTS else ()


def header_words(token: Token) -> Sequence[str]:
    """Returns the words of a header that a token consists of: two of `clag2`, usually one."""
    run_on = re.fullmatch(r"(clag)?(\d+)?", token.lower())
    words = [] if run_on is None else [each for each in run_on.groups() if each]
    return words if set(words) <= {"clag", *SUPPORTED_VERSIONS} else ()


@dataclass(frozen=True, slots=True)
class Restart:
    """A token at which to restart the parser, and the start symbol to parse.

    `file` is the whole file, `rest` is clauses and statements, `rows` is further schedule rows.
    """

    index: int
    start: str


@dataclass(slots=True)
class RecoveryPass:
    """One pass through the tokens of a text, from error to error.

    `retry` is True if the last misspelt token has been corrected and its statement must be parsed
    again. `corrected` keeps a token from being corrected twice, so the pass terminates.
    """

    source: SourceText
    scan_result: Scan
    words: Mapping[str, tuple[str, ...]]
    automaton: Automaton
    reports: list[Report] = field(default_factory=list)
    retry: bool = False
    corrected: set[int] = field(default_factory=set)
    """Indices of the tokens that have been replaced with the intended word."""

    def failure(self, first: int, index: int, start: str) -> ParseFailure:
        """Returns the failure at a token of a run of the parser from `first` on."""
        tokens = self.scan_result.tokens
        return ParseFailure(self.source, tokens, first, index, start, self.automaton, self.words)

    def run(self) -> None:
        """Collects the errors of the whole text in `reports`."""
        tokens = self.scan_result.tokens
        restart = self._header()
        while len(self.reports) < MOST_PROBLEMS:
            result = self.automaton.run(tokens, restart.index, restart.start)
            if not isinstance(result, Refusal):
                return
            index = self._report_at(restart, result)
            following = self._restart_statement(restart, index) or self._resume(
                restart.index, index
            )
            if following is None:
                return
            restart = following

    def _header(self) -> Restart:
        """Returns the first restart point; reports a missing header."""
        tokens = self.scan_result.tokens
        if not tokens or (
            tokens[0] == "clag" and len(tokens) > 1 and tokens[1] in SUPPORTED_VERSIONS
        ):
            return Restart(0, "file")
        place = tokens[0].span
        starts = (n for n in range(len(tokens)) if construct_at(tokens, n) == "statement")
        first = next(starts, len(tokens))
        end = tokens[first].start if first < len(tokens) else len(self.source.text)
        if not any(offset < end for offset in self.scan_result.damaged):
            header = header_tokens(tokens[:first])
            written = [word for each in header for word in header_words(each)]
            version = next((each for each in written if each in SUPPORTED_VERSIONS), NEWEST)
            whole = self.source.place(Span(place.start, header[-1].end)) if header else None
            safe = all(map(header_words, header))
            problem = problems.syntax.MissingHeader(
                self.source.place(place), tokens[0], version, whole, safe
            )
            self.reports.append(Report(place, problem.diagnostic()))
        if len(tokens) > 1 and tokens[1] in SUPPORTED_VERSIONS and tokens[0] not in STATEMENTS:
            return Restart(2, "rest")
        return Restart(first, "rest")

    def _report_at(self, restart: Restart, refusal: Refusal) -> int:
        """Reports the error at which the parser stopped; returns the index at which to continue."""
        tokens, index, first = self.scan_result.tokens, refusal.index, restart.index
        self.retry = False
        if refusal.oversized is not None:
            place = self.source.place(refusal.oversized)
            problem = problems.syntax.ExpressionTooLarge(place, MOST_PARTS).diagnostic()
            self.reports.append(Report(refusal.oversized, problem))
            return index
        if self._was_read_as_name(first, index):
            index -= 1
        if not self._is_damaged(first, index):
            report = diagnose(self.failure(first, index, restart.start))
            if report not in self.reports:  # one wrong declaration can be met at each use
                self.reports.append(report)
            word = bisect_left(tokens, report.span.start, key=attrgetter("start"))
            if report.intended_word and word not in self.corrected:
                index = word  # it may precede the refused token, if it was taken for a name
                self.corrected.add(index)
                tokens[index : index + 1] = self._corrected_tokens(
                    tokens[index], report.intended_word
                )
                self.retry = True
            else:
                while index + 1 < len(tokens) and tokens[index + 1].start < report.span.end:
                    index += 1  # the report covers errors inside its span
                ends = index < len(tokens) and tokens[index].end == report.span.end
                code = report.problem.code
                if ends and (code == "S150" or (code == "S140" and report.problem.fix)):
                    index += 1  # its last word begins nothing else
        return index

    def _corrected_tokens(self, token: Token, words: str) -> list[Token]:
        """Returns the tokens of the intended words, each with the span of the misspelt one."""
        corrected = scan(words, self.words).tokens
        for number, each in enumerate(corrected):
            each.start, each.end, each.leads = token.start, token.end, token.leads and not number
        return corrected

    def _was_read_as_name(self, first: int, index: int) -> bool:
        """Returns whether a statement keyword or `from` before an error was read as a name."""
        tokens, before = self.scan_result.tokens, index - 1
        if before <= first or tokens[before].type != "NAME":
            return False
        if not tokens[before].leads:
            return index < len(tokens) and begins_note(tokens, before)
        return construct_at(tokens, before) is not None and tokens[before] != "then"

    def _is_damaged(self, first: int, index: int) -> bool:
        """Returns whether the statement or clause has a lexical error that may have caused the
        error.
        """
        if not self.scan_result.damaged:
            return False
        tokens = self.scan_result.tokens
        begins = index - 1
        while begins > first and construct_at(tokens, begins) is None:
            begins -= 1
        start = tokens[max(begins, 0)].start
        end = tokens[index].end if index < len(tokens) else len(self.source.text)
        return any(start <= offset <= end for offset in self.scan_result.damaged)

    def _restart_statement(self, restart: Restart, index: int) -> Restart | None:
        """Returns the start of the current statement if a corrected token must be parsed again."""
        begins = min(index, len(self.scan_result.tokens) - 1)
        while (
            begins > restart.index and construct_at(self.scan_result.tokens, begins) != "statement"
        ):
            begins -= 1
        if not self.retry or index - begins > MAX_TOKENS_BEFORE:
            return None
        return restart if begins == restart.index else Restart(begins, "rest")

    def _resume(self, first: int, index: int) -> Restart | None:
        """Returns the next restart point after an error: a statement, a clause or a row."""
        tokens = self.scan_result.tokens
        context = self._context(first, index)
        for following in range(index, len(tokens)):
            if following == first and not self.retry:
                continue
            match construct_at(tokens, following) or misspelt_construct_at(tokens, following):
                case "statement":
                    return Restart(following, "rest")
                case "clause" if context in CLAUSE_CONTEXTS:
                    return Restart(following, "rest")
                case "row" if context == "schedule":
                    return Restart(following, "rows")
        return None

    def _context(self, first: int, index: int) -> str:
        """Returns the keyword of the statement that contains the error, or that was meant to begin
        there.
        """
        tokens = self.scan_result.tokens
        if index < len(tokens) and tokens[index].leads and construct_at(tokens, index) is None:
            near = get_close_matches(tokens[index].lower(), STATEMENTS, 1, 0.66)
            if near:
                return near[0]
        for before in range(index - 1, first - 1, -1):
            if construct_at(tokens, before) == "statement":
                return tokens[before].lower()
        return {"clause": "deal", "row": "schedule"}.get(construct_at(tokens, first) or "", "")

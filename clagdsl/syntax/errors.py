"""Finds every independent syntax error of a text that does not parse.

After the first error the text is taken up again where the next statement or clause surely begins,
as if the parser had just begun; so one mistake gives one problem.  Nothing is built from a text
with errors: what is parsed after the first one is parsed for its errors only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from clagdsl.diagnostics import Diagnostic
from clagdsl.source import SourceText, Span
from clagdsl.syntax import problems
from clagdsl.syntax.automaton import Automaton, Refusal
from clagdsl.syntax.beginnings import STATEMENTS, beginning
from clagdsl.syntax.diagnosis import diagnose
from clagdsl.syntax.flaws import flaw_problem
from clagdsl.syntax.scanner import MOST_FLAWS, Scan
from clagdsl.syntax.token import Token
from clagdsl.syntax.trouble import Trouble

MOST_PROBLEMS: Final = MOST_FLAWS
LARGEST_EXPRESSION: Final = 300
CONTEXTS_OF_CLAUSES: Final = ("deal", "twist", "change")


def collect(
    source: SourceText,
    found: Scan,
    words: Mapping[str, tuple[str, ...]],
    automaton: Automaton,
) -> tuple[Diagnostic, ...]:
    """Every independent syntax error, in the order of the text."""
    reports = [(flaw.span, flaw_problem(source, flaw)) for flaw in found.flaws[:MOST_PROBLEMS]]
    version = other_version(source, found.tokens)
    if version is not None:
        return (version,)
    if not found.tokens and not reports:
        return (problems.empty_file(source.place(Span(0, 0))),)
    if not any(flaw.kind == "many" for flaw in found.flaws):
        reading = Reading(source, found, words, automaton, [])
        reading.run()
        reports += reading.reports
    reports.sort(key=lambda report: report[0])
    if len(reports) >= MOST_PROBLEMS:
        del reports[MOST_PROBLEMS:]
        span = reports[-1][0]
        last = problems.too_many_problems(source.place(span), MOST_PROBLEMS)
        reports.append((span, last))
    return tuple(report for _, report in reports)


def other_version(source: SourceText, tokens: list[Token]) -> Diagnostic | None:
    """The problem of a file for another version of the language."""
    if len(tokens) < 2 or tokens[0] != "clag" or tokens[1].kinds[-1] != "NUMBER":
        return None
    if tokens[1] == "1":
        return None
    span = Span(tokens[1].start, tokens[1].end)
    return problems.other_version(source.place(span), tokens[1])


@dataclass(slots=True)
class Reading:
    """One walk through the tokens of a text, from error to error."""

    source: SourceText
    found: Scan
    words: Mapping[str, tuple[str, ...]]
    automaton: Automaton
    reports: list[tuple[Span, Diagnostic]]

    def run(self) -> None:
        """Collect the errors of the whole text."""
        tokens = self.found.tokens
        first, start = self._header()
        while len(self.reports) < MOST_PROBLEMS:
            result = self.automaton.run(tokens, first, start)
            if not isinstance(result, Refusal):
                return
            self._report(first, start, result)
            following = self._resume(first, result.index)
            if following is None:
                return
            first, start = following, "rest"

    def _header(self) -> tuple[int, str]:
        """Where to begin, and as what; reports a missing header."""
        tokens = self.found.tokens
        if not tokens or (tokens[0] == "clag" and len(tokens) > 1 and tokens[1] == "1"):
            return 0, "file"
        place = Span(tokens[0].start, tokens[0].end)
        if not self.found.damaged:
            self.reports.append((place, problems.missing_header(self.source.place(place))))
        if len(tokens) > 1 and tokens[1] == "1" and tokens[0] not in STATEMENTS:
            return 2, "rest"
        return int(tokens[0] == "clag"), "rest"

    def _report(self, first: int, start: str, refusal: Refusal) -> None:
        tokens, index = self.found.tokens, refusal.index
        if refusal.large is not None:
            place = self.source.place(refusal.large)
            problem = problems.expression_too_large(place, LARGEST_EXPRESSION)
            self.reports.append((refusal.large, problem))
            return
        if self._is_damaged(first, index):
            return
        trouble = Trouble(self.source, tokens, first, index, start, self.automaton, self.words)
        span, problem = diagnose(trouble)
        self.reports.append((span, problem))

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

    def _resume(self, first: int, index: int) -> int | None:
        """The next token after an error where a statement or a clause begins."""
        tokens = self.found.tokens
        clauses = self._in_clauses(first, index)
        for following in range(max(index, first + 1), len(tokens)):
            begins = beginning(tokens, following)
            if begins == "statement" or (begins == "clause" and clauses):
                return following
        return None

    def _in_clauses(self, first: int, index: int) -> bool:
        """Whether clauses may follow in the statement that holds a token."""
        tokens = self.found.tokens
        for before in range(min(index, len(tokens) - 1), first - 1, -1):
            if beginning(tokens, before) == "statement" and before < index:
                return tokens[before] in CONTEXTS_OF_CLAUSES
        return tokens[first] not in STATEMENTS or tokens[first] in CONTEXTS_OF_CLAUSES

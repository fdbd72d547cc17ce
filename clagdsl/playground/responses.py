"""The answers to a page with a rules editor, as values with a JSON form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from inspect import cleandoc
from typing import Final, Literal, TypeAlias

from clagdsl.engine.players.player import SeatPolicy
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.json_schema import schema_of
from clagdsl.lang.json_value import JsonObject
from clagdsl.playground.requests import QUESTION_KEYS, Wish
from clagdsl.problems.diagnostic import Diagnostic, Severity


@dataclass(frozen=True, slots=True)
class ResponseEdit:
    """An edit of a text: it replaces the text from a line and column up to another."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    text: str


@dataclass(frozen=True, slots=True)
class ResponseProblem:
    """A problem as in `clagdsl check --json`.

    Lines and columns count characters from 1. `file` is "rules.clag" for the text itself, or a file
    that it extends. If the question itself is wrong, the place is null. `safe` is true if the `fix`
    is the only possible meaning.
    """

    file: str | None
    line: int | None
    column: int | None
    end_line: int | None
    end_column: int | None
    code: str
    severity: Severity
    message: str
    help: str
    safe: bool
    fix: tuple[ResponseEdit, ...]
    detail: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProblemPage:
    """The explanation of a code: its title, and its page in Markdown."""

    title: str
    page: str


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A bundled game: its bare name and its title."""

    name: str
    title: str


@dataclass(frozen=True, slots=True)
class ResponseSheet:
    """A rule sheet, as a whole page and as Markdown."""

    title: str
    html: str
    markdown: str


@dataclass(frozen=True, slots=True)
class ResponseDifference:
    """One aspect in which rules differ from what they extend.

    `deal` is null for the whole game. `a` is the clause of the parent, `b` that of the text; either
    is null if it does not exist.
    """

    deal: str | None
    aspect: str
    a: str | None
    b: str | None


@dataclass(frozen=True, slots=True)
class ResponseDifferences:
    """The differences between rules and the `parent` that they extend."""

    parent: str
    same: bool
    differences: tuple[ResponseDifference, ...]


@dataclass(frozen=True, slots=True)
class ResponseMatch:
    """A match in words: `deals` has a list of lines for each deal, `totals` go by seat.

    `winners` are names. If the match was too long to play out, `finished` is false and `winners` is
    empty.
    """

    seed: str
    policy: SeatPolicy
    players: tuple[str, ...]
    deals: tuple[tuple[str, ...], ...]
    totals: tuple[int, ...]
    winners: tuple[str, ...]
    finished: bool


@dataclass(frozen=True, slots=True)
class ResponseSimulation:
    """The statistics of the matches `played` so far, of all `matches`.

    `text` is what `clagdsl simulate` prints and `report` what it prints with `--json`, both as
    texts. `counts` is for the question about the next part.
    """

    played: int
    matches: int
    counts: str
    report: str
    text: str


@dataclass(frozen=True, slots=True)
class ResponseWitness:
    """A deal on which two games differ, by `a` and by `b`: the smallest one that the search found.

    `kind` is what differs: an action, the winner of a trick, or the points. `record` is the deal as
    a record in TOML, or null.
    """

    kind: str
    players: int
    cards: int
    deal_a: str
    deal_b: str
    calls: tuple[str, ...] | None
    a: str
    b: str
    record: str | None


@dataclass(frozen=True, slots=True)
class ResponseComparison:
    """The differences between the rules in two texts: `a` is `text`, `b` is `other`.

    `witness` is null if it was not asked for or if no deal was found; `no_witness` says why.
    """

    same: bool
    differences: tuple[ResponseDifference, ...]
    witness: ResponseWitness | None
    no_witness: str | None


@dataclass(frozen=True, slots=True)
class ResponseTrick:
    """The winner of a trick as the place of its card, from 0, and the rule that decides it.

    `file`, `line` and `column` are the place of the rule; null if it is the usual one.
    """

    winner: int
    card: str
    stands_for: str
    reason: str
    rule: str
    file: str | None
    line: int | None
    column: int | None
    source: str | None


@dataclass(frozen=True, slots=True)
class ResponseMisfit:
    """A disagreement between a score sheet and the rules; `fixes` are figures that remove it.

    `row` and `player` are null if it concerns the whole sheet or the whole row.
    """

    row: str | None
    player: str | None
    line: int | None
    column: int | None
    code: str
    severity: Severity
    message: str
    help: str
    fixes: str | None


@dataclass(frozen=True, slots=True)
class ResponseRow:
    """A row of a score sheet, in seat order, with figures that follow from the rules filled in.

    `tricks` has every possible number for each player; null elsewhere means unknown.
    """

    label: str
    deal: int | None
    players: tuple[str, ...]
    bids: tuple[int | str | None, ...]
    tricks: tuple[tuple[int, ...], ...]
    points: tuple[int | None, ...]
    totals: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class ResponseReplay:
    """The check of a score sheet; `judged` is the number of rows that could be judged.

    If it is 0 and no misfit explains it, `why_none` does.
    """

    agrees: bool
    judged: int
    why_none: str | None
    misfits: tuple[ResponseMisfit, ...]
    rows: tuple[ResponseRow, ...]
    winners: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class ResponseKeeper:
    """A score keeper as a whole web page, which needs no server."""

    title: str
    html: str


@dataclass(frozen=True, slots=True)
class AnswerBase:
    """The common part of all answers: the wish, the problems, and the pages of their codes."""

    wish: Wish | None
    problems: tuple[ResponseProblem, ...]
    pages: Mapping[str, ProblemPage]


@dataclass(frozen=True, slots=True)
class GamesAnswer(AnswerBase):
    """The bundled games."""

    wish: Literal["games"]
    games: tuple[ListedGame, ...]


@dataclass(frozen=True, slots=True)
class OpenAnswer(AnswerBase):
    """The text of the requested bundled game."""

    wish: Literal["open"]
    text: str


@dataclass(frozen=True, slots=True)
class CheckAnswer(AnswerBase):
    """The problems of the rules, and the title of the game; null if they have an error."""

    wish: Literal["check"]
    title: str | None


@dataclass(frozen=True, slots=True)
class MendAnswer(AnswerBase):
    """The text with all safe fixes applied, their number, and the remaining problems."""

    wish: Literal["mend"]
    text: str
    mended: int


@dataclass(frozen=True, slots=True)
class SheetAnswer(AnswerBase):
    """The rule sheet; null if the rules have an error."""

    wish: Literal["sheet"]
    sheet: ResponseSheet | None


@dataclass(frozen=True, slots=True)
class DifferencesAnswer(AnswerBase):
    """The differences; null if the rules have an error or extend nothing."""

    wish: Literal["differences"]
    differences: ResponseDifferences | None


@dataclass(frozen=True, slots=True)
class MatchAnswer(AnswerBase):
    """A match; null if the rules have an error."""

    wish: Literal["match"]
    match: ResponseMatch | None


@dataclass(frozen=True, slots=True)
class SimulateAnswer(AnswerBase):
    """The statistics of matches; null if the rules have an error."""

    wish: Literal["simulate"]
    simulation: ResponseSimulation | None


@dataclass(frozen=True, slots=True)
class CompareAnswer(AnswerBase):
    """The comparison of two texts; null if one of them has an error.

    A problem in the other text has the file "other.clag".
    """

    wish: Literal["compare"]
    comparison: ResponseComparison | None


@dataclass(frozen=True, slots=True)
class ScoreAnswer(AnswerBase):
    """The points of each player in a deal; null if the rules have an error."""

    wish: Literal["score"]
    scores: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class TrickAnswer(AnswerBase):
    """The winner of a trick; null if the rules have an error."""

    wish: Literal["trick"]
    trick: ResponseTrick | None


@dataclass(frozen=True, slots=True)
class ReplayAnswer(AnswerBase):
    """The check of a score sheet; null if the rules have an error."""

    wish: Literal["replay"]
    replay: ResponseReplay | None


@dataclass(frozen=True, slots=True)
class KeeperAnswer(AnswerBase):
    """A score keeper; null if the rules have an error."""

    wish: Literal["keeper"]
    keeper: ResponseKeeper | None


@dataclass(frozen=True, slots=True)
class WrongQuestionAnswer(AnswerBase):
    """The error in a question; `wish` is null if the question has none."""


PageAnswer: TypeAlias = (
    GamesAnswer
    | OpenAnswer
    | CheckAnswer
    | MendAnswer
    | SheetAnswer
    | DifferencesAnswer
    | MatchAnswer
    | SimulateAnswer
    | CompareAnswer
    | ScoreAnswer
    | TrickAnswer
    | ReplayAnswer
    | KeeperAnswer
    | WrongQuestionAnswer
)
"""Any answer; its JSON has all its fields."""


def playground_answer_schema() -> JsonObject:
    """Returns the JSON Schema (2020-12) of an answer to a question about rules."""
    return schema_of(PageAnswer, title="A response to a request about rules")


def response_problems(diagnostics: Iterable[Diagnostic]) -> tuple[ResponseProblem, ...]:
    """Returns diagnostics as problems of an answer."""
    return tuple(map(_response_problem, diagnostics))


def problem_pages(diagnostics: Iterable[Diagnostic]) -> dict[str, ProblemPage]:
    """Returns the page for each code of these problems."""
    codes = sorted({diagnostic.code for diagnostic in diagnostics})
    if not codes:
        return {}
    from clagdsl.problems.render import problem_kind

    kinds = map(problem_kind, codes)
    return {kind.code: ProblemPage(kind.title, cleandoc(kind.page)) for kind in kinds}


_OPTION: Final = re.compile(r"`--([a-z]+)(?: ([^`]*))?`(?: \(in Python `[^`]*`\))?")


def in_questions(text: str) -> str:
    """Returns the text of a problem with keys of questions instead of command-line options."""

    def key(option: re.Match[str]) -> str:
        name, value = option.groups()
        if name not in QUESTION_KEYS:
            return option[0]
        return f"`{name}`" if value is None else f"`{name}: {value}`"

    return _OPTION.sub(key, text)


def _response_problem(diagnostic: Diagnostic) -> ResponseProblem:
    place = diagnostic.place
    return ResponseProblem(
        file=place.file if place else None,
        line=place.line if place else None,
        column=place.column if place else None,
        end_line=place.end_line if place else None,
        end_column=place.end_column if place else None,
        code=diagnostic.code,
        severity=diagnostic.severity,
        message=in_questions(diagnostic.message),
        help=in_questions(diagnostic.help),
        safe=diagnostic.safe,
        fix=tuple(
            ResponseEdit(
                edit.place.file,
                edit.place.line,
                edit.place.column,
                edit.place.end_line,
                edit.place.end_column,
                edit.text,
            )
            for edit in diagnostic.fix
        ),
        detail=tuple(diagnostic.detail),
    )

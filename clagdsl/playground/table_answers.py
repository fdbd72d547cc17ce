"""Answers about what happens at a table: two games compared, a deal scored, a trick, a sheet."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final, assert_never

from clagdsl import problems
from clagdsl.api import numbers_of_tricks, score_deal_by_name
from clagdsl.check.checker import CheckResult, check_untrusted
from clagdsl.check.proof_cache import proved_table
from clagdsl.lang.rules import Game
from clagdsl.playground.requests import (
    CompareQuestion,
    ReplayQuestion,
    ScoreQuestion,
    TextSources,
    TrickQuestion,
    file_name,
    read_settings,
)
from clagdsl.playground.responses import (
    CompareAnswer,
    PageAnswer,
    ProblemPage,
    ReplayAnswer,
    ResponseComparison,
    ResponseDifference,
    ResponseMisfit,
    ResponseProblem,
    ResponseReplay,
    ResponseRow,
    ResponseTrick,
    ResponseWitness,
    ScoreAnswer,
    TrickAnswer,
    in_questions,
    problem_pages,
    response_problems,
)
from clagdsl.playground.trick_winner import TrickError, TrickRequest, decide_trick
from clagdsl.problems.diagnostic import Diagnostic

if TYPE_CHECKING:
    from clagdsl.explain.diff.compare import ComparedRules
    from clagdsl.records.reading import RecordResult
    from clagdsl.records.sheet import SheetRules

RECORD_LINE: Final = re.compile(r"^\s*record\s*=", re.MULTILINE)
"""The line of a record in TOML that no sheet has."""


def table_answer(
    question: CompareQuestion | ScoreQuestion | TrickQuestion | ReplayQuestion, sources: TextSources
) -> PageAnswer:
    """Returns the answer to such a question; raises ArgumentError if an argument is invalid."""
    checked = check_untrusted(question.text, file_name(sources.text), sources.reach)
    diagnostics = list(checked.diagnostics)
    match question:
        case CompareQuestion(wish=wish):
            other = check_untrusted(question.other, file_name(sources.other), sources.reach)
            diagnostics += other.diagnostics
            comparison = None
            if checked.game is not None and other.game is not None:
                from clagdsl.explain.diff.compare import ComparedRules

                a = ComparedRules(sources.text, checked.game)
                b = ComparedRules(sources.other, other.game)
                comparison = _comparison(a, b, with_witness=question.witness)
            return CompareAnswer(wish, *_reported(diagnostics), comparison)
        case ScoreQuestion(wish=wish):
            scores = None
            if checked.game is not None:
                scores, ambiguity = _scores(checked, checked.game, question)
                diagnostics += ambiguity
            return ScoreAnswer(wish, *_reported(diagnostics), scores)
        case TrickQuestion(wish=wish):
            trick = None if checked.game is None else _trick(checked.game, question)
            return TrickAnswer(wish, *_reported(diagnostics), trick)
        case ReplayQuestion(wish=wish):
            replay = None if checked.game is None else _replay(checked.game, question, sources)
            return ReplayAnswer(wish, *_reported(diagnostics), replay)
        case _:
            assert_never(question)


def _reported(
    diagnostics: list[Diagnostic],
) -> tuple[tuple[ResponseProblem, ...], dict[str, ProblemPage]]:
    """Returns the problems and the pages of an answer."""
    return response_problems(diagnostics), problem_pages(diagnostics)


def _comparison(a: ComparedRules, b: ComparedRules, *, with_witness: bool) -> ResponseComparison:
    from clagdsl.explain.diff.compare import compare

    comparison = compare(a, b)
    differences = tuple(
        ResponseDifference(each.deal, each.aspect, each.a, each.b)
        for each in comparison.differences
    )
    witness, why_none = None, None
    if with_witness:
        from clagdsl.explain.diff.witness import smallest_witness, why_no_witness, witness_record

        searched = smallest_witness(comparison)
        if searched.witness is None:
            why_none = why_no_witness(comparison, searched)
        else:
            found = searched.witness
            witness = ResponseWitness(
                kind=found.divergence.kind,
                players=found.players,
                cards=found.cards,
                deal_a=found.row_a.name,
                deal_b=found.row_b.name,
                calls=found.calls,
                a=found.divergence.a,
                b=found.divergence.b,
                record=witness_record(found),
            )
    return ResponseComparison(comparison.same, differences, witness, why_none)


def _scores(
    checked: CheckResult, game: Game, question: ScoreQuestion
) -> tuple[tuple[int, ...], tuple[Diagnostic, ...]]:
    """Returns the points of a deal, and a warning if the deal is not named clearly enough."""
    tried = () if checked.evidence is None else checked.evidence.tried
    won = numbers_of_tricks(question.tricks)
    table = proved_table(game, len(won), read_settings(game, question.parameters), tried)
    scored = score_deal_by_name(
        table,
        question.deal,
        question.bids,
        won,
        question.taken,
        question.calls,
        question.cards,
        question.number,
        question.past,
        question.points,
        question.blind,
        question.trump,
    )
    return scored.scores, () if scored.ambiguity is None else (scored.ambiguity,)


def _trick(game: Game, question: TrickQuestion) -> ResponseTrick:
    request = TrickRequest(
        question.deal,
        question.played,
        question.trump,
        question.order,
        question.calls,
        question.cards,
        question.players,
        read_settings(game, question.parameters),
    )
    try:
        return decide_trick(game, request).response
    except TrickError as error:
        raise problems.arguments.WrongSource(str(error)).error() from error


def _replay(game: Game, question: ReplayQuestion, sources: TextSources) -> ResponseReplay:
    from clagdsl.records.replay import replay_sheet
    from clagdsl.records.report import Disagreement
    from clagdsl.records.sheet import SheetRules

    settings = read_settings(game, question.parameters)
    read = _read_sheet(
        SheetRules(sources.text, game, tuple(sorted(settings.items())), question.figures), question
    )
    if read.record is None:
        misfits = tuple(_misfit(None, None, each) for each in read.diagnostics)
        return ResponseReplay(False, 0, None, misfits, (), None)
    # the parameters and the fingerprint of a record refer to the rules that it names
    declared = {parameter.name for parameter in game.parameters}
    recorded = {name: value for name, value in read.record.parameters if name in declared}
    parameters = tuple(sorted({**recorded, **settings}.items()))
    record = replace(read.record, rules_hash=None, parameters=parameters)
    replayed = replay_sheet(record, game, read.places)
    noted = (Disagreement(None, None, None, each) for each in read.diagnostics)
    result = replace(replayed, problems=(*noted, *replayed.problems))
    misfits = tuple(
        _misfit(
            each.row,
            each.player,
            each.diagnostic,
            problems.records.fixes_text(each.fixes, each.row or "", is_complete=each.has_all_fixes)
            if each.fixes
            else None,
        )
        for each in result.problems
    )
    winners = None if result.outcome is None else result.outcome.winners
    return ResponseReplay(
        agrees=result.agrees,
        judged=result.judged,
        why_none=result.why_unjudged,
        misfits=misfits,
        rows=tuple(
            ResponseRow(
                label=row.label,
                deal=row.deal,
                players=row.players or record.players,
                bids=tuple(own.bid for own in row.figures),
                tricks=row.tricks,
                points=tuple(own.points for own in row.figures),
                totals=tuple(own.total for own in row.figures),
            )
            for row in result.rows
        ),
        winners=None if winners is None else tuple(record.everybody[line] for line in winners),
    )


def _read_sheet(rules: SheetRules, question: ReplayQuestion) -> RecordResult:
    """Returns the record in a text: TOML if it has the line that begins a record, else a sheet."""
    from clagdsl.records.pasted_card import parse_card
    from clagdsl.records.reading import parse_record
    from clagdsl.records.sheet import parse_sheet

    if question.card:
        return parse_card(question.sheet, rules)
    if RECORD_LINE.search(question.sheet):
        return parse_record(question.sheet, rules=rules.name)
    return parse_sheet(question.sheet, rules)


def _misfit(
    row: str | None, player: str | None, diagnostic: Diagnostic, fixes: str | None = None
) -> ResponseMisfit:
    return ResponseMisfit(
        row=row,
        player=player,
        line=diagnostic.place.line if diagnostic.place else None,
        column=diagnostic.place.column if diagnostic.place else None,
        code=diagnostic.code,
        severity=diagnostic.severity,
        message=in_questions(diagnostic.message),
        help=in_questions(diagnostic.help),
        fixes=fixes,
    )

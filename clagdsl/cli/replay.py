"""`clagdsl replay`: checks score sheets and records against rules."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import click

from clagdsl import problems
from clagdsl.check.checker import CheckResult, check_path
from clagdsl.check.loader import reference_from, rules_from, written_from
from clagdsl.cli._lines import columns_of, folded, line_width, paragraph
from clagdsl.cli._options import figures_option, read_settings, set_option, trust_option
from clagdsl.cli._output import (
    check_ending,
    force_option,
    format_option,
    report_written,
    write_json,
    write_lines,
)
from clagdsl.cli._problems import FINE, PROBLEM, USAGE, exit_status, problem_texts
from clagdsl.cli._records import (
    bounds_lines,
    figures_lines,
    outcome_lines,
    read_match,
    trials_lines,
)
from clagdsl.cli.play.saved_matches import is_trusted, saved_match
from clagdsl.lang.csv_text import ENDINGS, Figures
from clagdsl.lang.files import write_file
from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.lang.numerals import group
from clagdsl.lang.output_paths import RECORD, check_target
from clagdsl.lang.record import Record
from clagdsl.lang.resources import is_file
from clagdsl.lang.source import SourceText
from clagdsl.problems.diagnostic import Diagnostic
from clagdsl.problems.escape import escape_invisible
from clagdsl.records.parameter_trials import ParameterTrials, try_parameters
from clagdsl.records.reading import RecordResult
from clagdsl.records.replay import replay_sheet
from clagdsl.records.report import Disagreement, ReplayResult, best_fitting_rules
from clagdsl.records.rules_reference import load_record_rules
from clagdsl.records.writing import write_record


@dataclass(frozen=True, slots=True)
class Replayed:
    """The result of checking one sheet against one set of rules.

    `read` is True if both could be read.
    """

    sheet: str
    rules: str
    players: tuple[str, ...]
    result: ReplayResult
    sources: Mapping[str, SourceText]
    read: bool = False
    trials: ParameterTrials = field(default_factory=ParameterTrials)
    """The trials of other parameters, if they were made."""
    record: Record | None = None
    reason: str = ""
    """The reason why the rules cannot be used for a sheet that could be read; else empty."""

    @property
    def applies(self) -> bool:
        """True if the rules could be used for this sheet at all."""
        return self.read and self.result.applies

    @property
    def agrees(self) -> bool:
        """True if at least one row was checked, and none contradicts the rules."""
        return self.read and self.result.agrees


RECORD_ENDING: Final = ".toml"
SHEET_ENDINGS: Final = (RECORD_ENDING, *ENDINGS)


class RulesTakesSeveral(click.Command):
    """A command whose `--rules` takes all following words, up to the next option or sheet."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Inserts `--rules` before each additional word that belongs to it."""
        spread: list[str] = []
        taking = False
        for at, word in enumerate(args):
            if word.startswith("-") or word.lower().endswith(SHEET_ENDINGS):
                taking = word == "--rules" or word.startswith("--rules=")
            elif taking and args[at - 1] != "--rules":
                spread.append("--rules")
            spread.append(word)
        return super().parse_args(ctx, spread)


@click.command(cls=RulesTakesSeveral)
@click.argument("sheets", nargs=-1, required=True, metavar="SHEET...")
@click.option(
    "--rules",
    multiple=True,
    metavar="FILE...",
    help="Check against these rules instead of those that the sheet names.",
)
@click.option(
    "--paste", is_flag=True, help="SHEET is the text of a printed card, as copied from a page."
)
@click.option("-o", "--output", metavar="X.toml", help="Write the sheet to this file as a record.")
@force_option
@figures_option
@trust_option
@set_option
@format_option("text", "json")
def replay(
    sheets: tuple[str, ...],
    rules: tuple[str, ...],
    paste: bool,
    output: str | None,
    force: bool,
    figures: Figures | None,
    trust: bool,
    settings: tuple[str, ...],
    output_format: str,
) -> int:
    """Check score sheets and records against rules.

    Every cell is checked and every disagreement is named. SHEET is a path, or the name of a match
    that `play` has saved, such as pagat-1. Several rules files are ranked by how many cells fit.
    """
    if output is not None:
        _check_output(output, sheets, rules, force=force)
    replays = {
        sheet: [
            replay_file(
                path,
                file,
                settings,
                sheet=sheet,
                trust=trust or is_trusted(path),
                with_trials=len(rules) < 2,
                figures=figures,
                paste=paste,
            )
            for file in rules or (None,)
        ]
        for sheet, path in ((sheet, saved_match(sheet)) for sheet in dict.fromkeys(sheets))
    }
    as_json = output_format == "json"
    if not as_json:
        for tried in replays.values():
            write_lines(_lines(tried))
    read = replays[sheets[0]][0]
    written: JsonObject = {}
    if output is not None and read.record is not None:
        named = rules_from(read.rules, Path(output))
        write_file(Path(output), write_record(replace(read.record, rules=named)))
        written = {"written": output}
        if not as_json:
            report_written(output, as_json=False)
    if as_json:
        documents = {sheet: replay_document(tried) for sheet, tried in replays.items()}
        document = _all_json(documents) if len(sheets) > 1 else documents[sheets[0]]
        write_json(document | written)
    return max(_status(tried) for tried in replays.values())


def _check_output(
    output: str, sheets: tuple[str, ...], rules: tuple[str, ...], *, force: bool
) -> None:
    if len(set(sheets)) > 1 or len(rules) > 1:
        raise click.UsageError("`-o` writes one sheet, checked against one rules file")
    check_ending(output, RECORD_ENDING)
    check_target(Path(output), RECORD, force=force, shown=output)


def _status(tried: Sequence[Replayed]) -> int:
    """Returns the exit status for one sheet and all rules against which it was checked."""
    if any(exit_status(one.result.diagnostics) == USAGE for one in tried):
        return USAGE
    return FINE if any(one.agrees for one in tried) else PROBLEM


def replay_file(
    path: Path,
    rules: str | None,
    settings: tuple[str, ...] = (),
    *,
    sheet: str,
    trust: bool = False,
    with_trials: bool = False,
    figures: Figures | None = None,
    paste: bool = False,
) -> Replayed:
    """Checks a sheet against the rules that it names, or against `rules`; `sheet` is its name.

    If `with_trials` is true, other values of the parameters are tried as well.
    """
    checked = None if rules is None else check_path(rules)
    read = _read(path, rules, sheet, checked, settings, figures, paste=paste)
    sources = {read.places.source.name: read.places.source}
    noted = [Disagreement(None, None, None, one) for one in read.diagnostics]
    if read.record is None:
        return Replayed(sheet, rules or "", (), ReplayResult(tuple(noted), ()), sources)
    record = read.record
    reference = rules or reference_from(path, record.rules)
    if checked is None:
        place = read.places.value(None, "rules")
        checked = load_record_rules(record, path.parent, place, trust=trust)
    if checked.game is None:
        noted += [Disagreement(None, None, None, one) for one in checked.diagnostics]
        result = ReplayResult(tuple(noted), ())
        # as written: whether a file exists is not revealed if it is out of reach
        written = rules or written_from(path, record.rules)
        return Replayed(
            sheet,
            str(written),
            record.everybody,
            result,
            {**checked.sources, **sources},
            reason=next(d.message for d in checked.diagnostics if d.severity == "error"),
        )
    parameters = dict(record.parameters)
    if rules is not None:  # the sheet's parameters and hash refer to the rules that it names
        declared = {parameter.name for parameter in checked.game.parameters}
        parameters = {name: value for name, value in parameters.items() if name in declared}
        record = replace(record, rules_hash=None)
    parameters.update(read_settings(checked.game, settings))
    record = replace(record, parameters=tuple(sorted(parameters.items())))
    replayed = replay_sheet(record, checked.game, read.places)
    result = replace(replayed, problems=(*noted, *replayed.problems))
    trials = ParameterTrials()
    if with_trials:
        trials = try_parameters(record, checked.game, replayed, read.places)
    all_sources = {**checked.sources, **sources}
    return Replayed(
        sheet,
        str(reference),
        record.everybody,
        result,
        all_sources,
        read=True,
        trials=trials,
        record=replayed.record_to_write(record, read.places),
        reason="" if replayed.applies else replayed.problems[-1].diagnostic.message,
    )


def _read(
    path: Path,
    rules: str | None,
    sheet: str,
    checked: CheckResult | None,
    settings: tuple[str, ...],
    figures: Figures | None,
    *,
    paste: bool,
) -> RecordResult:
    """Returns the sheet or record in a file; a CSV sheet or a card is interpreted by the rules."""
    if path.suffix.lower() not in ENDINGS and not paste:
        return read_match(path, sheet, rules)
    if rules is None and is_file(path):
        kind = "printed card" if paste else "CSV sheet"
        raise click.UsageError(f"a {kind} does not name its rules: give `--rules` for `{sheet}`")
    from clagdsl.records.pasted_card import read_card_text
    from clagdsl.records.sheet import SheetRules, read_sheet

    game = None if checked is None else checked.game
    parameters = () if game is None else tuple(sorted(read_settings(game, settings).items()))
    read = read_card_text if paste else read_sheet
    return read(path, SheetRules(rules or "", game, parameters, figures), sheet)


def _ranked(tried: Sequence[Replayed]) -> list[Replayed]:
    """Returns the results, best fit first; rules that cannot be used come last."""
    return sorted(
        tried, key=lambda one: (one.applies, one.result.judged > 0, one.result.fit), reverse=True
    )


def _fits_best(tried: Sequence[Replayed]) -> tuple[str, ...]:
    """Returns the names of the rules with the best fit among those that could be used."""
    return best_fitting_rules((one.rules, one.result) for one in tried if one.applies)


def replay_document(tried: Sequence[Replayed]) -> JsonObject:
    """Returns the output of `replay --json` for one sheet, with the details of the best fit."""
    best = _ranked(tried)[0]
    document: JsonObject = {
        "agrees": any(one.agrees for one in tried),
        "problems": [problem.to_json() for problem in best.result.problems],
        "rows": [row.to_json() for row in best.result.rows],
    }
    if any(row.players is not None for row in best.result.rows):
        document["players"] = list(best.players)
    if best.result.outcome is not None:
        document |= best.result.outcome.to_json()
    if len(tried) == 1:
        document["trials"] = [trial.to_json() for trial in best.trials.trials]
        if best.trials.untried:
            document["untried"] = list(best.trials.untried)
    else:
        document["rules"] = [_rules_json(one) for one in tried]
        document["best"] = list(_fits_best(tried))
    return document


def _rules_json(replayed: Replayed) -> JsonObject:
    return {
        "name": replayed.rules,
        "applies": replayed.applies,
        "agrees": replayed.agrees,
        "judged": replayed.result.judged,
        "cells": replayed.result.cells,
        "fitting": replayed.result.fitting,
        "first_misfit": replayed.result.first_misfit,
        "stops_fitting": replayed.result.stops_fitting,
        "problems": [problem.to_json() for problem in replayed.result.problems],
    }


def _all_json(documents: Mapping[str, JsonObject]) -> JsonObject:
    sheets: list[JsonValue] = [
        {"sheet": sheet, **document} for sheet, document in documents.items()
    ]
    return {"agrees": all(document["agrees"] for document in documents.values()), "sheets": sheets}


def _lines(tried: Sequence[Replayed]) -> list[str]:
    ranked = _ranked(tried)
    lines = replayed_lines(ranked[0])
    if len(tried) > 1:
        for replayed in ranked:
            lines += paragraph(f"  {escape_invisible(replayed.rules)}: {_fit(replayed)}", " " * 6)
        best = escape_invisible(", ".join(_fits_best(tried)) or "none")
        lines += paragraph(f"best: {best}", "  ")
    return lines


def _fit(replayed: Replayed) -> str:
    """Returns a phrase with the number of cells that fit, and the row from which on cells do not
    fit.
    """
    result = replayed.result
    if not replayed.applies or not result.judged:
        return _outcome(replayed)
    fit = f"{result.fitting} of {result.cells} cells fit, {_outcome(replayed)}"
    if result.stops_fitting is not None:
        return f"{fit}; stops fitting at row {escape_invisible(result.stops_fitting)}"
    if result.first_misfit is not None:
        return f"{fit}; the first row that does not fit is {escape_invisible(result.first_misfit)}"
    return fit


def replayed_lines(replayed: Replayed) -> list[str]:
    """Returns the disagreements, the replayed sheet, and the number of problems."""
    lines: list[str] = []
    for text in problem_texts(_blocks(replayed.result), replayed.sources):
        lines += [*_folded_problem(text), ""]
    if replayed.result.rows:
        lines += figures_lines(replayed.players, replayed.result)
        lines += bounds_lines(replayed.result.rows)
    result = replayed.result
    if result.outcome is not None and result.table is not None:
        lines += [*outcome_lines(replayed.players, result.outcome, result.table), ""]
    lines += trials_lines(result, replayed.trials)
    by = f" by {escape_invisible(replayed.rules)}" if replayed.rules else ""
    verdict = f"{escape_invisible(replayed.sheet)}{by}: {_outcome(replayed)}"
    return [*lines, *([verdict] if replayed.applies else folded(verdict, "  "))]


def _blocks(result: ReplayResult) -> list[Diagnostic]:
    """Returns one diagnostic for each broken rule: that of the first row, which lists the others.

    Problems that do not refer to a rule in the file share a diagnostic if their wording is
    identical.
    """
    blocks = group((_broken_rule(problem), problem) for problem in result.problems)
    return [_block(first, others) for first, *others in blocks.values()]


def _broken_rule(problem: Disagreement) -> tuple[object, ...]:
    """Returns the key that the problems of one block share."""
    reported = problem.diagnostic
    if reported.others:
        return (reported.code, reported.severity, reported.others)
    return (reported.code, reported.severity, reported.message, reported.help, problem.row is None)


def _block(first: Disagreement, others: Sequence[Disagreement]) -> Diagnostic:
    """Returns the diagnostic of the first problem, extended by the rows of the others."""
    lines: list[str] = []
    listed: set[str] = set()
    for message, alike in group((_message(problem), problem) for problem in others).items():
        same = message == first.diagnostic.message
        repeated = same or message == _message(first)
        rows = [row for row in map(_row_text, alike) if not repeated or row != _row_text(first)]
        listed |= {*rows}
        text = ", ".join(dict.fromkeys(rows))
        lines += [f"  {text}" if same else f"  {text}: {message}"] if rows else []
    if not lines:
        return first.diagnostic
    more = f"the same in {len(listed)} more {'row' if len(listed) == 1 else 'rows'}:"
    return replace(first.diagnostic, detail=(*first.diagnostic.detail, more, *lines))


def _row_text(problem: Disagreement) -> str:
    """Returns the row of a problem with its line: `nt (line 47)`."""
    place, row = problem.diagnostic.place, problem.row
    if place is None or row is None:
        return row or (f"line {place.line}" if place else "the whole file")
    return f"{row} (line {place.line})"


def _message(problem: Disagreement) -> str:
    """Returns the message of a problem, with the fixes for its row."""
    message = problem.diagnostic.message
    if not problem.fixes:
        return message
    fixes = problems.records.fixes_text(
        problem.fixes, problem.row or "", is_complete=problem.has_all_fixes
    )
    return f"{message}; {fixes}"


_EXCERPT: Final = re.compile(r" *([0-9]* [|=]|-->)")
"""The start of a line in a rendered problem that quotes a file."""


def _folded_problem(text: str) -> list[str]:
    """Returns the lines of a problem; lines that are too wide for the terminal are folded.

    The first line and quoted lines of files stay as they are, since other programs parse them.
    """
    first, *rest = text.split("\n")
    lines = [first]
    for line in rest:
        if columns_of(line) <= line_width() or _EXCERPT.match(line):
            lines.append(line)
        else:
            lines += folded(line, " " * (len(line) - len(line.lstrip()) + 2))
    return lines


def _outcome(replayed: Replayed) -> str:
    """Returns the result of one check as a short phrase."""
    result = replayed.result
    if replayed.reason:
        return f"cannot be used: {replayed.reason}"
    if result.why_unjudged is not None:
        return result.why_unjudged
    silent = result.unscored
    some = f" ({silent} of {len(result.rows)} rows cannot be judged)" if silent else ""
    match result.errors:
        case 0:
            return f"agrees{some}"
        case 1:
            return f"1 problem{some}"
        case number:
            return f"{number} problems{some}"

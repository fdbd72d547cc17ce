"""`clagdsl replay`: checks score sheets and records against rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import click

from clagdsl.check.checker import check_path
from clagdsl.check.loader import reference_from, written_from
from clagdsl.cli._options import read_settings, set_option, trust_option
from clagdsl.cli._output import format_option, write_json, write_lines
from clagdsl.cli._problems import FINE, PROBLEM, USAGE, exit_status, problem_texts
from clagdsl.cli._records import bounds_lines, outcome_lines, read_match, tricks_lines
from clagdsl.cli.play.saved_matches import is_trusted, saved_match
from clagdsl.lang.csv_text import ENDINGS
from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.lang.resources import is_file
from clagdsl.lang.source import SourceText
from clagdsl.problems.escape import escape_invisible
from clagdsl.records.reading import RecordResult
from clagdsl.records.replay import replay_sheet
from clagdsl.records.report import Disagreement, ReplayResult, best_fitting_rules
from clagdsl.records.rules_reference import load_record_rules


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

    @property
    def applies(self) -> bool:
        """True if the rules could be used for this sheet at all."""
        return self.read and self.result.applies

    @property
    def agrees(self) -> bool:
        """True if at least one row was checked, and none contradicts the rules."""
        return self.read and self.result.agrees


SHEET_ENDINGS: Final = (".toml", *ENDINGS)


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
@trust_option
@set_option
@format_option("text", "json")
def replay(
    sheets: tuple[str, ...],
    rules: tuple[str, ...],
    trust: bool,
    settings: tuple[str, ...],
    output_format: str,
) -> int:
    """Check score sheets and records against rules.

    Every cell is checked and every disagreement is named. SHEET is a path, or the name of a match
    that `play` has saved, such as pagat-1. With several rules files, the best fit is reported.
    """
    replays = {
        sheet: [
            replay_file(path, file, settings, sheet=sheet, trust=trust or is_trusted(path))
            for file in rules or (None,)
        ]
        for sheet, path in ((sheet, saved_match(sheet)) for sheet in dict.fromkeys(sheets))
    }
    if output_format == "json":
        documents = {sheet: replay_document(tried) for sheet, tried in replays.items()}
        write_json(_all_json(documents) if len(sheets) > 1 else documents[sheets[0]])
    else:
        for tried in replays.values():
            write_lines(_lines(tried))
    return max(_status(tried) for tried in replays.values())


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
) -> Replayed:
    """Checks a sheet against the rules that it names, or against `rules`; `sheet` is its name."""
    read = _read(path, rules, sheet)
    sources = {read.places.source.name: read.places.source}
    noted = [Disagreement(None, None, None, one) for one in read.diagnostics]
    if read.record is None:
        return Replayed(sheet, rules or "", (), ReplayResult(tuple(noted), ()), sources)
    record = read.record
    reference = rules or reference_from(path, record.rules)
    if rules is None:
        place = read.places.value(None, "rules")
        checked = load_record_rules(record, path.parent, place, trust=trust)
    else:
        checked = check_path(rules)
    if checked.game is None:
        noted += [Disagreement(None, None, None, one) for one in checked.diagnostics]
        result = ReplayResult(tuple(noted), ())
        # as written: whether a file exists is not revealed if it is out of reach
        written = rules or written_from(path, record.rules)
        names = record.everybody
        return Replayed(sheet, str(written), names, result, {**checked.sources, **sources})
    parameters = dict(record.parameters)
    if rules is not None:  # the sheet's parameters and hash refer to the rules that it names
        declared = {parameter.name for parameter in checked.game.parameters}
        parameters = {name: value for name, value in parameters.items() if name in declared}
        record = replace(record, rules_hash=None)
    parameters.update(read_settings(checked.game, settings))
    record = replace(record, parameters=tuple(sorted(parameters.items())))
    replayed = replay_sheet(record, checked.game, read.places)
    result = replace(replayed, problems=(*noted, *replayed.problems))
    all_sources = {**checked.sources, **sources}
    return Replayed(sheet, str(reference), record.everybody, result, all_sources, read=True)


def _read(path: Path, rules: str | None, sheet: str) -> RecordResult:
    if path.suffix.lower() not in ENDINGS:
        return read_match(path, sheet, rules)
    if rules is None and is_file(path):
        raise click.UsageError(f"a CSV sheet does not name its rules: give `--rules` for `{sheet}`")
    from clagdsl.records.sheet import read_sheet

    return read_sheet(path, rules or "", sheet)


def _best(tried: Sequence[Replayed]) -> Replayed:
    """Returns the result with the best fit, or the first one if none of the rules can be used."""

    def misfit(replayed: Replayed) -> tuple[bool, bool, int]:
        return (not replayed.applies, not replayed.result.judged, replayed.result.unexplained)

    return min(tried, key=misfit)


def _fits_best(tried: Sequence[Replayed]) -> tuple[str, ...]:
    """Returns the names of the rules with the best fit among those that could be used."""
    return best_fitting_rules((one.rules, one.result) for one in tried if one.applies)


def replay_document(tried: Sequence[Replayed]) -> JsonObject:
    """Returns the output of `replay --json` for one sheet, with the details of the best fit."""
    best = _best(tried)
    problems: list[JsonValue] = [problem.to_json() for problem in best.result.problems]
    rows: list[JsonValue] = [row.to_json() for row in best.result.rows]
    document: JsonObject = {
        "agrees": any(one.agrees for one in tried),
        "problems": problems,
        "rows": rows,
    }
    if any(row.players is not None for row in best.result.rows):
        document["players"] = list(best.players)
    if best.result.outcome is not None:
        outcome = best.result.outcome
        paid = outcome.payments
        document["totals"] = list(outcome.totals)
        document["winners"] = None if outcome.winners is None else list(outcome.winners)
        document["payments"] = None if paid is None else [str(each) for each in paid]
    if len(tried) > 1:
        document["rules"] = [_rules_json(one) for one in tried]
        document["best"] = list(_fits_best(tried))
    return document


def _rules_json(replayed: Replayed) -> JsonObject:
    return {
        "name": replayed.rules,
        "applies": replayed.applies,
        "agrees": replayed.agrees,
        "judged": replayed.result.judged,
        "problems": [problem.to_json() for problem in replayed.result.problems],
    }


def _all_json(documents: Mapping[str, JsonObject]) -> JsonObject:
    sheets: list[JsonValue] = [
        {"sheet": sheet, **document} for sheet, document in documents.items()
    ]
    return {"agrees": all(document["agrees"] for document in documents.values()), "sheets": sheets}


def _lines(tried: Sequence[Replayed]) -> list[str]:
    best = _best(tried)
    lines = replayed_lines(best)
    if len(tried) > 1:
        for one in tried:
            lines.append(f"  {escape_invisible(one.rules)}: {_outcome(one)}")
        lines.append(f"best: {escape_invisible(', '.join(_fits_best(tried)) or 'none')}")
    return lines


def replayed_lines(replayed: Replayed) -> list[str]:
    """Returns lines with the disagreements, the possible numbers of tricks, and the number of
    problems.
    """
    texts = problem_texts(list(replayed.result.diagnostics), replayed.sources)
    lines = [text + "\n" for text in texts]
    if replayed.result.rows:
        lines += [*tricks_lines(replayed.players, replayed.result.rows), ""]
        lines += bounds_lines(replayed.result.rows)
    result = replayed.result
    if result.outcome is not None and result.table is not None:
        lines += [*outcome_lines(replayed.players, result.outcome, result.table), ""]
    by = f" by {escape_invisible(replayed.rules)}" if replayed.rules else ""
    lines.append(f"{escape_invisible(replayed.sheet)}{by}: {_outcome(replayed)}")
    return lines


def _outcome(replayed: Replayed) -> str:
    """Returns the result of one check as a short phrase."""
    result = replayed.result
    if replayed.players and not replayed.applies:
        errors = [each for each in result.diagnostics if each.severity == "error"]
        return f"cannot be used: {errors[0].message}"
    if not result.judged and not result.errors:
        return "no row could be judged"
    silent = result.unscored
    some = f" ({silent} of {len(result.rows)} rows cannot be judged)" if silent else ""
    match result.errors:
        case 0:
            return f"agrees{some}"
        case 1:
            return f"1 problem{some}"
        case number:
            return f"{number} problems{some}"

"""Records that a command reads: the rules that they name, and matches that go on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from clagdsl import problems
from clagdsl.check.checker import CheckResult, check_path
from clagdsl.check.references import reference_from
from clagdsl.cli._output import InputError
from clagdsl.engine.state import IllegalAction, State
from clagdsl.lang.fingerprint import rules_hash
from clagdsl.lang.record import Record
from clagdsl.lang.source import SourceText
from clagdsl.problems.model import ArgumentError, Diagnostic, Reason
from clagdsl.records.reading import RecordResult, read_record
from clagdsl.records.recorded_match import RecordError, replay


@dataclass(frozen=True, slots=True)
class RecordedMatch:
    """A recorded match given back: its record, its rules, where it stands, what is to be told."""

    record: Record
    reference: str | Path
    state: State
    sources: Mapping[str, SourceText]
    warnings: tuple[Diagnostic, ...]


def rules_of(read: RecordResult, reference: str | Path) -> CheckResult:
    """The rules that a record names; what is wrong with them is a problem of the record."""
    place = read.places.value(None, "rules")
    try:
        checked = check_path(reference)
    except ArgumentError as error:
        return CheckResult(
            None, None, (problems.records.UnusableRulesOfRecord(place, error.reason).diagnostic(),)
        )
    if checked.game is not None:
        return checked
    told = problems.records.UnusableRulesOfRecord(
        place, f"the rules of this record, `{reference}`, do not check"
    ).diagnostic()
    return replace(checked, diagnostics=(told, *checked.diagnostics))


def seeded_match(path: Path, shown_name: str) -> RecordedMatch:
    """The match in a file, to go on with it; any problem ends the command."""
    read = read_record(path, shown_name)
    source = read.places.source
    sources: Mapping[str, SourceText] = {source.name: source}
    if read.record is None:
        raise InputError(read.diagnostics, sources)
    record = read.record
    reference = reference_from(path, record.rules)
    checked = rules_of(read, reference)
    sources = {**checked.sources, **sources}
    if checked.game is None:
        raise InputError(checked.diagnostics, sources)
    if record.seed is None:
        raise InputError([problems.records.NotResumable(read.places.whole()).diagnostic()], sources)
    warnings = list(read.diagnostics)
    now = rules_hash(checked.game)
    if record.rules_hash not in (None, now):
        place = read.places.value(None, "rules_hash")
        warnings.append(
            problems.records.OtherRules(place, record.rules_hash or "", now).diagnostic()
        )
    try:
        state = replay(record, checked.game, read.places)
    except RecordError as error:
        raise InputError((*warnings, *error.diagnostics), sources) from error
    except IllegalAction as error:
        why = Reason(error.code, error.reason, error.place, error.source)
        refused = problems.records.forbidden(read.places.whole(), "", why)
        raise InputError((*warnings, refused), sources) from error
    return RecordedMatch(record, reference, state, sources, tuple(warnings))

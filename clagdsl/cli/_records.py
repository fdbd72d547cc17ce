"""Records that a command reads: the rules that they name, and matches that go on."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from clagdsl import problems
from clagdsl.check.checker import check_path
from clagdsl.check.loader import is_bundled_name, reference_from
from clagdsl.cli._problems import InputError
from clagdsl.engine.state import State
from clagdsl.lang.fingerprint import rules_hash
from clagdsl.lang.record import Record
from clagdsl.lang.rules import Game
from clagdsl.lang.source import SourceText
from clagdsl.problems.model import Diagnostic, IllegalAction, Reason
from clagdsl.problems.wording import quoted
from clagdsl.records.named_rules import named_rules
from clagdsl.records.reading import RecordResult, failed, read_record
from clagdsl.records.recorded_match import RecordError, replay


@dataclass(frozen=True, slots=True)
class RecordedMatch:
    """A recorded match given back: its record, its rules, where it stands, what is to be told."""

    record: Record
    reference: str | Path
    state: State
    sources: Mapping[str, SourceText]
    warnings: tuple[Diagnostic, ...]


def read_match(path: Path, shown_name: str, rules: str | None = None) -> RecordResult:
    """The record in a file; of a name that stands for neither file nor kept match both are said.

    With `rules` it need not name any.
    """
    if is_bundled_name(shown_name) and not os.path.lexists(path):
        return failed(shown_name, f"no such file, and no match is kept as {quoted(shown_name)}")
    return read_record(path, shown_name, rules)


@dataclass(frozen=True, slots=True)
class RecordWithRules:
    """A record that could be read, the game that it is of, and the texts of both."""

    record: Record
    game: Game
    read: RecordResult
    sources: Mapping[str, SourceText]


def record_with_rules(
    path: Path, shown_name: str, rules: str | None = None, *, trust: bool = False
) -> RecordWithRules:
    """The record in a file with the rules that it names, or others; a problem ends the command."""
    read = read_match(path, shown_name, rules)
    source = read.places.source
    sources: Mapping[str, SourceText] = {source.name: source}
    record = read.record
    if record is None:
        raise InputError(read.diagnostics, sources)
    if rules is None:
        place = read.places.value(None, "rules")
        checked = named_rules(record, path.parent, place, trust=trust)
    else:
        checked = check_path(rules)
        record = replace(record, rules_hash=None)
    sources = {**checked.sources, **sources}
    if checked.game is None:
        raise InputError(checked.diagnostics, sources)
    return RecordWithRules(record, checked.game, read, sources)


def seeded_match(path: Path, shown_name: str, *, trust: bool = False) -> RecordedMatch:
    """The match in a file, to go on with it; any problem ends the command."""
    found = record_with_rules(path, shown_name, trust=trust)
    record, game, read, sources = found.record, found.game, found.read, found.sources
    reference = reference_from(path, record.rules)
    if record.seed is None:
        raise InputError([problems.records.NotResumable(read.places.whole()).diagnostic()], sources)
    warnings = list(read.diagnostics)
    now = rules_hash(game)
    if record.rules_hash not in (None, now):
        place = read.places.value(None, "rules_hash")
        warnings.append(
            problems.records.OtherRules(place, record.rules_hash or "", now).diagnostic()
        )
    try:
        state = replay(record, game, read.places)
    except RecordError as error:
        raise InputError((*warnings, *error.diagnostics), sources) from error
    except IllegalAction as error:
        why = Reason(error.code, error.reason, error.place, error.source)
        refused = problems.records.forbidden(read.places.whole(), "", why)
        raise InputError((*warnings, refused), sources) from error
    return RecordedMatch(record, reference, state, sources, tuple(warnings))

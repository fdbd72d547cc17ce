"""Recorded matches for programs: read, write, hold them against rules, play them again."""

from __future__ import annotations

from pathlib import Path

from clagdsl.interpreter.state import State
from clagdsl.playable import PlayableGame, load
from clagdsl.record import Record
from clagdsl.records import match
from clagdsl.records.bounds import RecordPlaces
from clagdsl.records.match import RecordError
from clagdsl.records.outcome import ReplayResult
from clagdsl.records.reading import parse_record, read_sheet
from clagdsl.records.reading import read_record as read_file
from clagdsl.records.replay import replay_sheet
from clagdsl.records.writing import write_record

__all__ = [
    "RecordError",
    "ReplayResult",
    "judge",
    "parse_record",
    "read_record",
    "replay",
    "rules_of",
    "write_record",
]


def read_record(path: str | Path, rules: str = "") -> Record:
    """The record in a TOML file, or in a CSV sheet played by `rules`; raises RecordError."""
    return _read(Path(path), rules)[0]


def judge(record: Record | str | Path, rules: PlayableGame | None = None) -> ReplayResult:
    """Every disagreement of a record with the rules, its own unless others are given.

    Raises RecordError for a file that is no record, RulesError for its rules.
    """
    if isinstance(record, Record):
        game = rules.rules if rules else record.game or load(rules_of(record)).rules
        return replay_sheet(record, game)
    path = Path(record)
    read, places = _read(path, "")
    playable = rules or load(rules_of(read, path))
    return replay_sheet(read, playable.rules, places)


def replay(record: Record | str | Path, rules: PlayableGame | None = None) -> State:
    """The match that a record holds, played again; `rules` if not the record's own.

    Raises RecordError where the record is not a whole match so far, IllegalAction for the first
    recorded action that the rules refuse.
    """
    if isinstance(record, Record):
        game = rules.rules if rules else record.game or load(rules_of(record)).rules
        return match.replay(record, game)
    path = Path(record)
    read, places = _read(path, "")
    playable = rules or load(rules_of(read, path))
    return match.replay(read, playable.rules, places)


def rules_of(record: Record, path: Path | None = None) -> str | Path:
    """The rules that a record names: a bundled name, or a path relative to the record's file."""
    if path is None or not any(sign in record.rules for sign in "./\\"):
        return record.rules
    return path.parent / record.rules


def _read(path: Path, rules: str) -> tuple[Record, RecordPlaces]:
    result = read_sheet(path, rules) if path.suffix.lower() == ".csv" else read_file(path)
    if result.record is None:
        raise RecordError(*result.diagnostics)
    return result.record, result.places

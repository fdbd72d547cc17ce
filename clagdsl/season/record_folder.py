"""Finished matches from folders of records, and the reasons why others are not counted.

Input: folders and files, a file of aliases, and the rules for sheets that do not name any. Every
file is read on its own: an unreadable or contradictory record gives a diagnostic and never stops
the season. Only limits on the number and size of files raise errors.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

from clagdsl import problems
from clagdsl.check.checker import CheckResult, check_path
from clagdsl.check.loader import is_bundled_name
from clagdsl.lang.csv_text import ENDINGS, Figures, is_score_sheet
from clagdsl.lang.errors import FileError
from clagdsl.lang.limits import LONGEST_NAME
from clagdsl.lang.record import Record
from clagdsl.lang.resources import is_file, is_folder, path_exists
from clagdsl.lang.source import Place, SourceText, Span
from clagdsl.problems.diagnostic import Diagnostic, RulesError
from clagdsl.problems.escape import quoted
from clagdsl.records.reading import RecordResult, read_record, unreadable_record
from clagdsl.records.replay import replay_sheet
from clagdsl.records.rules_reference import load_record_rules
from clagdsl.records.sheet import SheetRules, read_sheet
from clagdsl.records.toml_spans import MOST_BYTES as MOST_BYTES_OF_RECORD
from clagdsl.records.toml_spans import RecordPlaces
from clagdsl.records.workbook import ZIP, workbook_text
from clagdsl.season.finished_match import FinishedMatch, PlayedGame, match_of_record

# --- aliases of players -----------------------------------------------------------------------


MOST_BYTES_OF_NAMES: Final = 65_536
"""The maximum size of a file of aliases, in bytes."""

_TOML_PLACE: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_KEY: Final = re.compile(r"^[ \t]*[^#\s\[\]][^=\n]*=", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class PlayerAliases:
    """The aliases of players: `players` maps every alias to the player's own name."""

    source: SourceText
    players: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[Diagnostic, ...] = ()

    def resolve_players(self, match: FinishedMatch) -> FinishedMatch | tuple[str, str, str]:
        """Returns the match with aliases resolved.

        Returns the shared name and its two aliases if two players of the match would get the same
        name.
        """
        if not self.players:
            return match
        seen: dict[str, str] = {}
        names: list[str] = []
        for line, name in enumerate(match.players):
            own = name if line in match.programs else self.players.get(name, name)
            if line not in match.programs:
                if own in seen:
                    return own, seen[own], name
                seen[own] = name
            names.append(own)
        return replace(match, players=tuple(names))


def read_aliases(path: Path, shown_name: str) -> PlayerAliases:
    """Returns the aliases in a TOML file; errors become diagnostics in the result."""
    source = SourceText(shown_name, "")
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES_OF_NAMES + 1)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        return _failure(source, None, f"the file of names cannot be read: {reason.lower()}")
    if len(data) > MOST_BYTES_OF_NAMES:
        return _failure(
            source, None, f"the file of names has more than {MOST_BYTES_OF_NAMES:,} bytes"
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _failure(source, None, "the file of names is not UTF-8 text")
    source = SourceText(shown_name, text)
    if "." in "".join(re.findall(r"^[^\"'#=\n]*=", text, re.MULTILINE)):
        # A dotted key is a nested table, which is never a name, and the parser has no depth
        # limit.
        return _failure(source, None, "a name with a dot in it needs quotation marks")
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        return _toml_failure(source, str(error))
    return _read(source, table)


def _read(source: SourceText, table: Mapping[str, object]) -> PlayerAliases:
    players: dict[str, str] = {}
    wrong: list[Diagnostic] = []

    def report(name: str, reason: str) -> None:
        place = _place(source, name)
        wrong.append(problems.records.WrongOtherNames(place, reason).diagnostic())

    for name, others in table.items():
        if not isinstance(others, list) or not all(isinstance(item, str) for item in others):
            report(name, f"the other names of {quoted(name)} are not a list of texts")
            continue
        for other in others:
            if not other.strip() or len(other) > LONGEST_NAME:
                report(name, f"a name is blank or longer than {LONGEST_NAME} characters")
            elif other in table:
                report(
                    name, f"{quoted(other)} has a line of its own, and is a name of {quoted(name)}"
                )
            elif players.get(other, name) != name:
                report(name, f"{quoted(other)} is already a name of {quoted(players[other])}")
            else:
                players[other] = name
    if wrong:
        return PlayerAliases(source, problems=tuple(wrong))
    return PlayerAliases(source, MappingProxyType(players))


def _place(source: SourceText, name: str) -> Place:
    """Returns the place of a player's key, or the beginning of the file."""
    for match in _KEY.finditer(source.text):
        key = match[0].strip().removesuffix("=").strip()
        if key.strip("\"'") == name:
            start = match.start() + len(match[0]) - len(match[0].lstrip())
            return source.place(Span(start, start + len(key)))
    return source.place(Span(0, 0))


def _toml_failure(source: SourceText, message: str) -> PlayerAliases:
    position = _TOML_PLACE.search(message)
    reason = message if position is None else message[: position.start()]
    place = None
    if position is not None and position[1] is not None:
        line, column = int(position[1]), int(position[2])
        place = Place(source.name, line, column, line, column + 1)
    return _failure(source, place, f"this is not TOML: {reason[:1].lower()}{reason[1:100]}")


def _failure(source: SourceText, place: Place | None, reason: str) -> PlayerAliases:
    place = place or source.place(Span(0, 0))
    problem = problems.records.WrongOtherNames(place, reason).diagnostic()
    return PlayerAliases(source, problems=(problem,))


# --- folders of records -----------------------------------------------------------------

MOST_RECORDS: Final = 10_000
"""The maximum number of files in a season."""
MOST_LOOKED_AT: Final = 100_000
"""The maximum number of files and folders of any kind in a folder."""
MOST_BYTES: Final = 1 << 28
"""The maximum total size of all files, in bytes."""
# Bytes of a CSV file to read in order to recognize a score sheet.
_HEAD: Final = 1 << 16

RECORD_ENDING: Final = ".toml"
SPREADSHEETS: Final = (".xls", ".ods", ".numbers")
"""The extensions of spreadsheet files, which cannot be read; they are skipped and reported."""

_Rules: TypeAlias = tuple[str, str, str | None]
"""The folder of a record, the rules that it names, and their recorded fingerprint."""


_Counted: TypeAlias = tuple[FinishedMatch, RecordPlaces]


@dataclass(frozen=True, slots=True)
class GatheredMatches:
    """The matches in some records, with the diagnostics.

    `files` counts the files that were read. `skipped` has the spreadsheets, and the CSV files that
    are not score sheets.
    """

    matches: tuple[FinishedMatch, ...]
    problems: tuple[Diagnostic, ...]
    sources: Mapping[str, SourceText]
    files: int
    skipped: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GatherRequest:
    """The input of a season.

    - `paths`: folders and files.
    - `rules`: the rules for sheets that do not name any, such as all CSV files; if None, such
      sheets are not counted.
    - `figures`: the meaning of columns that may hold totals or points.
    - `trust`: whether a record may name rules files anywhere.
    - `leave_out`: files to skip, such as the file of aliases.
    """

    paths: tuple[str, ...]
    names: PlayerAliases | None = None
    rules: str | None = None
    figures: Figures | None = None
    trust: bool = False
    leave_out: tuple[str, ...] = ()


def gather_matches(
    request: GatherRequest, progress: Callable[[int, int], None] | None = None
) -> GatheredMatches:
    """Returns the matches in the requested records.

    Calls `progress` after each file with the number of files read and the total number. Raises
    FileError if a limit is exceeded, and RulesError or ArgumentError if the `rules` of the request
    cannot be used.
    """
    reader = _RecordReader(request)
    files, skipped = _files(request, reader.report_unreadable_folder)
    for number, file in enumerate(files, 1):
        reader.read(file)
        if progress is not None:
            progress(number, len(files))
    return GatheredMatches(
        tuple(reader.matches),
        tuple(reader.problems),
        reader.sources,
        len(files),
        tuple(skipped),
    )


# --- finding files ----------------------------------------------------------------------------


def _files(
    request: GatherRequest, report_unreadable: Callable[[OSError], None]
) -> tuple[list[Path], list[str]]:
    """Returns the records in folders and subfolders without duplicates, and the skipped files."""
    by_real_path: dict[Path, Path] = {}
    skipped: list[str] = []
    size = 0
    left_out = {Path(name).resolve() for name in request.leave_out}
    for name in request.paths:
        path = Path(name)
        for file in _below(path, report_unreadable) if is_folder(path) else [path]:
            try:
                real = file.resolve()
                if real in by_real_path or real in left_out:
                    continue
                if file != path and _is_left_aside(file):
                    skipped.append(str(file))
                    continue
                size += min(file.stat().st_size, MOST_BYTES_OF_RECORD)
            except (OSError, RuntimeError, ValueError):
                real = file.absolute()  # reading the file later reports the error
            by_real_path[real] = file
            if len(by_real_path) > MOST_RECORDS:
                raise FileError(
                    f"there are more than {MOST_RECORDS:,} records: name a smaller folder"
                )
            if size > MOST_BYTES:
                raise FileError(
                    f"the records have more than {MOST_BYTES >> 20:,} MiB: name a smaller folder"
                )
    return list(by_real_path.values()), skipped


def _below(folder: Path, report_unreadable: Callable[[OSError], None]) -> Iterator[Path]:
    """Yields the files in a folder and its subfolders that may be records; skips hidden ones."""
    looked_at = 0
    for here, folders, files in os.walk(folder, onerror=report_unreadable):
        looked_at += len(folders) + len(files)
        if looked_at > MOST_LOOKED_AT:
            raise FileError(
                f"there are more than {MOST_LOOKED_AT:,} files in `{folder}`: name a smaller folder"
            )
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            endings = (RECORD_ENDING, *ENDINGS, *SPREADSHEETS)
            if not name.startswith(".") and name.lower().endswith(endings):
                yield Path(here, name)


def _is_left_aside(file: Path) -> bool:
    """Returns whether a file is skipped: a spreadsheet of another kind, or not a score sheet.

    Raises OSError if it is unreadable.
    """
    if file.suffix.lower() in SPREADSHEETS:
        return True
    if file.suffix.lower() not in ENDINGS:
        return False
    if path_exists(file) and not is_file(file):  # opening a pipe would block forever
        return True
    with file.open("rb") as opened:
        head = opened.read(_HEAD)
        if not head.startswith(ZIP):
            return not is_score_sheet(head)
        text = workbook_text(head + opened.read(MOST_BYTES_OF_RECORD), str(file))
    # a workbook that cannot be read is reported
    return isinstance(text, str) and not is_score_sheet(text.encode()[:_HEAD])


# --- reading files ----------------------------------------------------------------------------


class _RecordReader:
    """Reads records one by one; rules that several records share are checked once."""

    def __init__(self, request: GatherRequest) -> None:
        self.request = request
        self.matches: list[FinishedMatch] = []
        self.problems: list[Diagnostic] = []
        self.sources: dict[str, SourceText] = {}
        self.rules: dict[_Rules, CheckResult] = {}
        self.own = None if request.rules is None else check_path(request.rules)
        """The rules for sheets that do not name any."""
        if self.own is not None and self.own.game is None:
            raise RulesError(self.own.diagnostics, self.own.sources)
        self.counted: dict[tuple[PlayedGame, tuple[int, ...]], list[_Counted]] = {}
        """The matches counted so far, by game and final totals."""
        self.names: dict[str, str] = {}
        """The first spelling of every name, by its confusable key."""
        self.alike: set[str] = set()

    def report_unreadable_folder(self, error: OSError) -> None:
        """Reports a folder that cannot be read; the rest is still counted."""
        reason = f"the folder cannot be read: {str(error.strerror).lower()}"
        unread = unreadable_record(str(Path(error.filename)), reason)
        self._report(unread.diagnostics, unread.places.source)

    def read(self, file: Path) -> None:
        """Reads one file and counts or reports it; an internal error affects only this file."""
        try:
            self._read(file)
        except MemoryError:
            raise
        except Exception as error:
            if os.environ.get("CLAGDSL_DEBUG") or isinstance(error.__cause__, KeyboardInterrupt):
                raise
            source = SourceText(str(file), "")
            bug = problems.arguments.BugInClagdsl(error).diagnostic()
            self._report([replace(bug, place=source.place(Span(0, 0)))], source)

    def _read(self, file: Path) -> None:
        shown = str(file)
        sheet = file.suffix.lower() in ENDINGS
        rules = self.request.rules
        if sheet:
            game = None if self.own is None else self.own.game
            own = SheetRules(rules or "", game, figures=self.request.figures)
            parsed = read_sheet(file, own, shown)
        else:
            parsed = read_record(file, shown, rules)
        reported = list(parsed.diagnostics)
        match = (
            None if parsed.record is None else self._match(parsed, parsed.record, file, reported)
        )
        if match is not None:
            match = self._with_own_names(match, parsed.places, reported)
        if match is not None:
            self._count_match(match, parsed.places, reported)
        if reported:
            self._report(reported, parsed.places.source)

    def _report(self, reported: Sequence[Diagnostic], source: SourceText) -> None:
        self.problems += reported
        self.sources[source.name] = source

    def _match(
        self, parsed: RecordResult, record: Record, file: Path, reported: list[Diagnostic]
    ) -> FinishedMatch | None:
        place = parsed.places.value(None, "rules")
        if not record.rules:
            reason = "a CSV sheet does not name its rules"
            wrong = problems.records.UnusableRulesOfRecord(parsed.places.whole(), reason)
            reported.append(wrong.diagnostic())
            return None
        checked = self._check_rules(record, file, place)
        if checked.game is None:
            reported += checked.diagnostics
            self.sources |= checked.sources
            return None
        result = replay_sheet(record, checked.game, parsed.places)
        reported += result.diagnostics
        if any(diagnostic.severity == "error" for diagnostic in reported):
            return None
        figures = self.request.figures
        match = match_of_record(record, result, parsed.places, str(file), figures)
        if isinstance(match, Diagnostic):
            reported.append(match)
            return None
        return match

    def _check_rules(self, record: Record, file: Path, place: Place) -> CheckResult:
        """Returns the checked rules of a record; if it names none, those of the request."""
        if self.own is not None and record.rules == self.request.rules:
            return self.own
        folder = "" if is_bundled_name(record.rules) else str(file.parent)
        key: _Rules = (folder, record.rules, record.rules_hash)
        checked = self.rules.get(key)
        if checked is None:
            trust = self.request.trust
            checked = self.rules[key] = load_record_rules(record, file.parent, place, trust=trust)
        elif checked.game is None and checked.diagnostics:
            # The problems of the rules themselves were reported with the first record.
            return replace(checked, diagnostics=(replace(checked.diagnostics[0], place=place),))
        return checked

    def _with_own_names(
        self, match: FinishedMatch, places: RecordPlaces, reported: list[Diagnostic]
    ) -> FinishedMatch | None:
        """Returns the match with aliases resolved; None if two players share a name."""
        names = self.request.names
        joined = match if names is None else names.resolve_players(match)
        if isinstance(joined, FinishedMatch):
            return joined
        place = places.value(None, "players")
        reported.append(problems.records.TwoUnderOneName(place, *joined).diagnostic())
        return None

    def _count_match(
        self, match: FinishedMatch, places: RecordPlaces, reported: list[Diagnostic]
    ) -> None:
        """Counts a match; of several copies, keeps the one that records most.

        Reports names that may denote the same player.
        """
        alike = self.counted.setdefault((match.game, match.totals), [])
        for index, (counted, counted_places) in enumerate(alike):
            if not match.is_copy_of(counted):
                continue
            if counted.figures.count(None) <= match.figures.count(None):
                same = problems.records.SameMatch(places.whole(), counted.source)
                reported.append(same.diagnostic())
            else:
                alike[index] = match, places
                self.matches[self.matches.index(counted)] = match
                same = problems.records.SameMatch(counted_places.whole(), match.source)
                self._report([same.diagnostic()], counted_places.source)
            return
        alike.append((match, places))
        self.matches.append(match)
        for line, name in enumerate(match.players):
            if line in match.programs:
                continue
            other = self.names.setdefault(_confusable_key(name), name)
            if other != name and name not in self.alike:
                self.alike.add(name)  # reported once
                place = places.value(None, "players")
                reported.append(problems.records.NamesAlike(place, name, other).diagnostic())


def _confusable_key(name: str) -> str:
    """Returns a key that is equal for names that look alike: letters and digits, case folded."""
    from clagdsl.lang.identifiers import confusable_skeleton

    shown = confusable_skeleton(name).casefold()
    return "".join(sign for sign in shown if sign.isalnum()) or shown

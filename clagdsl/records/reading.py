"""Parses a record from its TOML text.

`toml_spans` bounds the text before it is parsed. Then every key is checked here rather than by a
schema validator, so that each problem has a code, a line and a fix. The published
`record.schema.json` describes the same format for other programs; a test compares the two.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeGuard

from clagdsl import problems
from clagdsl.lang.identifiers import confusable_skeleton, nfc_name
from clagdsl.lang.limits import (
    LARGEST_ADJUSTMENT,
    LONGEST_NAME,
    LONGEST_NOTE,
    LONGEST_RECORD_NOTE,
    MOST_CHANGES,
    MOST_DEALS,
    MOST_DIGITS,
)
from clagdsl.lang.philox import MATCH_LIMIT, SEED_LIMIT
from clagdsl.lang.record import (
    NEW_HEAD_KEYS,
    RECORD_VERSIONS,
    PlayerName,
    Record,
    RecordedAdjustment,
    RecordedChange,
    RecordedNonce,
    is_player_name,
)
from clagdsl.lang.roster_changes import Join, Leave, PlayAgain, RosterChange, SitOut, TakePlace
from clagdsl.lang.rules import Value
from clagdsl.lang.source import Place, SourceText, Span
from clagdsl.problems.diagnostic import Diagnostic
from clagdsl.problems.escape import escape_invisible, shorten
from clagdsl.records.parse_deal import MOST_FIGURE, DealReader
from clagdsl.records.toml_spans import MOST_BYTES, MOST_PROBLEMS, RecordPlaces, TomlScanner
from clagdsl.syntax.source_loader import guess_encoding, kind_of_document
from clagdsl.table.seating import Roster, apply_change, roster_of, why_not_change

# --- roster changes and adjustments -------------------------------------------------------


CHANGE_KEYS: Final = ("deal", "join", "after", "for", "total", "leave", "out", "back")
ADJUST_KEYS: Final = ("deal", "player", "points", "note")
_CHANGE: Final = '{ deal = 3, out = "Ann" }'
_JOIN: Final = '{ deal = 3, join = "Eve", after = "Ann", total = 20 }'
_ADJUST: Final = '{ deal = 3, player = "Ann", points = -5, note = "spilt beer" }'


class RosterReader:
    """Parses a record's `roster` and `adjust`, and tracks the roster of each deal."""

    def __init__(
        self,
        table: dict[str, object],
        players: tuple[str, ...],
        places: RecordPlaces,
        diagnostics: list[Diagnostic],
    ) -> None:
        self.table = table
        self.places = places
        self.problems = diagnostics
        self.rosters: list[tuple[int, Roster]] = [(1, roster_of(players))]
        """The rosters, each with the number of the first deal that it plays."""

    def changes(self) -> tuple[RecordedChange, ...]:
        """Returns every roster change, in order."""
        kept: list[RecordedChange] = []
        for index, entry in self._entries("roster", CHANGE_KEYS, _CHANGE):
            change = self._parse_change(index, entry)
            if change is None:
                continue
            number, roster = self.rosters[-1]
            why = why_not_change(roster, change.change)
            if change.deal < number:
                self._report_wrong_roster(
                    "roster", index, f"deal {change.deal} is listed after deal {number}"
                )
            elif why is not None:
                self._report_wrong_roster("roster", index, why.reason)
            elif change.total is not None and change.change.player in roster.names:
                name = escape_invisible(change.change.player)
                self._report_wrong_roster(
                    "roster", index, f"`{name}` already has a total: leave `total` out"
                )
            else:
                kept.append(change)
                self.rosters.append((change.deal, apply_change(roster, change.change)))
        return tuple(kept)

    def adjustments(self) -> tuple[RecordedAdjustment, ...]:
        """Returns every manual score adjustment, in order."""
        kept: list[RecordedAdjustment] = []
        for index, entry in self._entries("adjust", ADJUST_KEYS, _ADJUST):
            number, player = _number(entry.get("deal"), 1, MOST_DEALS + 1), entry.get("player")
            points = _number(entry.get("points"), -LARGEST_ADJUSTMENT, LARGEST_ADJUSTMENT)
            note = entry.get("note")
            is_note_valid = note is None or (isinstance(note, str) and len(note) <= LONGEST_NOTE)
            if number is None or not isinstance(player, str) or points is None or not is_note_valid:
                self._report_wrong_kind("adjust", index, _ADJUST)
            elif player not in self.roster_at(number).names:
                names = self.roster_at(number).names
                problem = problems.records.NotAPlayer(
                    self._place("adjust", index), "adjust", player, names
                )
                self.problems.append(problem.diagnostic())
            elif kept and number < kept[-1].deal:
                before = kept[-1].deal
                self._report_wrong_roster(
                    "adjust", index, f"deal {number} is listed after deal {before}"
                )
            else:
                words = note if isinstance(note, str) else None
                kept.append(RecordedAdjustment(number, player, points, words))
        return tuple(kept)

    def roster_at(self, number: int) -> Roster:
        """Returns the roster that plays deal `number`."""
        return [roster for first, roster in self.rosters if first <= number][-1]

    def _entries(
        self, key: str, allowed: tuple[str, ...], example: str
    ) -> list[tuple[int, dict[str, object]]]:
        """Returns the TOML tables of a list, each with its index."""
        value = self.table.get(key)
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
            self._report_wrong_kind(key, None, f"[{example}]")
            return []
        if len(value) > MOST_CHANGES:
            place = self.places.value(None, key)
            problem = problems.records.RecordTooLarge(place, f"entries of `{key}`", MOST_CHANGES)
            self.problems.append(problem.diagnostic())
            return []
        entries: list[tuple[int, dict[str, object]]] = list(enumerate(value))
        for index, entry in entries:
            for unknown_key in [name for name in entry if name not in allowed][:1]:
                place = self._place(key, index)
                self.problems.append(
                    problems.records.UnknownKey(place, unknown_key, allowed).diagnostic()
                )
        return entries

    def _parse_change(self, index: int, entry: dict[str, object]) -> RecordedChange | None:
        number = _number(entry.get("deal"), 1, MOST_DEALS + 1)
        change_keys = [key for key in ("join", "leave", "out", "back") if key in entry]
        change = None if len(change_keys) != 1 else _change_of(change_keys[0], entry)
        total = entry.get("total")
        begins = None if total is None else _number(total, -MOST_FIGURE, MOST_FIGURE)
        begins_wrong = (total is not None) and (begins is None or "join" not in entry)
        if number is None or change is None or begins_wrong:
            self._report_wrong_kind("roster", index, _JOIN if "join" in entry else _CHANGE)
            return None
        return RecordedChange(number, change, begins)

    def _place(self, key: str, index: int | None) -> Place:
        if index is None:
            return self.places.value(None, key)
        return self.places.cell(None, key, index)

    def _report_wrong_kind(self, key: str, index: int | None, example: str) -> None:
        expected = "a list of tables" if index is None else f"tables such as {example}"
        place = self._place(key, index)
        shown = f"{key} = {example}" if index is None else example
        problem = problems.records.WrongKindOfEntry(place, key, expected, shown)
        self.problems.append(problem.diagnostic())

    def _report_wrong_roster(self, key: str, index: int, reason: str) -> None:
        problem = problems.records.WrongRoster(self._place(key, index), reason)
        self.problems.append(problem.diagnostic())


def _change_of(key: str, entry: dict[str, object]) -> RosterChange | None:
    player, places = entry[key], [place for place in ("after", "for") if place in entry]
    if not isinstance(player, str) or len(places) != (key == "join"):
        return None
    match key:
        case "join":
            other = entry[places[0]]
            if not isinstance(other, str):
                return None
            return Join(player, other) if places == ["after"] else TakePlace(player, other)
        case "leave":
            return Leave(player)
        case "out":
            return SitOut(player)
        case _:
            return PlayAgain(player)


def _number(value: object, low: int, high: int) -> int | None:
    return value if type(value) is int and low <= value <= high else None


# --- the whole record ---------------------------------------------------------------------

Table: TypeAlias = dict[str, object]

HEAD_KEYS: Final = (
    "record",
    "rules",
    "rules_hash",
    "players",
    "dealer",
    "source",
    "parameters",
    "seed",
    "match",
    "person",
    "bots",
    "played",
    "note",
    "roster",
    "adjust",
    "ended",
    "salt",
    "commitment",
    "draw",
    "deal",
)
MOST_PARAMETERS: Final = 64
MOST_NUMBER: Final = 10**9
_SALT: Final = re.compile("[0-9a-f]{32}")
_COMMITMENT: Final = re.compile("[0-9a-f]{64}")
_NONCE_KEYS: Final = {
    "place": re.compile("[a-z0-9]{1,40} [0-9]{1,4} [0-9]{1,2}"),
    "nonce": _SALT,
    "commitment": _COMMITMENT,
}
"""The keys of an entry of `draw`, with the form of their texts."""
_NONCE: Final = '{ place = "abcdefghjk 1 2", nonce = "0f3a…", commitment = "0f3a…" }'
MOST_NONCES: Final = 11
"""One of the server, and one of each player."""
_DECIMAL: Final = re.compile("[0-9]{1,20}")
_LONG_NUMBER: Final = re.compile(rf"(?<![0-9_])[0-9][0-9_]{{{MOST_DIGITS},}}")
_DAY_LINE: Final = re.compile(r"\s*played\s*=\s*[0-9]")
_TOML_PLACE: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


@dataclass(frozen=True, slots=True)
class RecordResult:
    """The parsed record, or None, with the problems found; `places` locates its parts.

    A record can be present and still have errors, such as figures that contradict each other.
    """

    record: Record | None
    diagnostics: tuple[Diagnostic, ...]
    places: RecordPlaces


def read_record(
    path: Path, shown_name: str | None = None, rules: str | None = None
) -> RecordResult:
    """Returns the record in a TOML file; `rules` are used if the record names none."""
    return read_file(
        path,
        str(path) if shown_name is None else shown_name,
        lambda data, name: parse_record(data, name, rules),
    )


def read_file(path: Path, name: str, parse: Callable[[bytes, str], RecordResult]) -> RecordResult:
    """Returns the result of `parse` on a file's contents, or an error if the file
    cannot be read.
    """
    if not name:
        return unreadable_record(name, "the name of the record is empty")
    try:
        if not path.is_file():
            kind = "a folder" if path.is_dir() else "not a file"
            return unreadable_record(
                name, f"the record is {kind}" if path.exists() else "no such file"
            )
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return unreadable_record(name, f"the record cannot be read: {reason.lower()}")
    return parse(data, name)


def unreadable_record(name: str, reason: str) -> RecordResult:
    """Returns the result for a file that cannot be read as text."""
    source = SourceText(name, "")
    place = source.place(Span(0, 0))
    return RecordResult(
        None, (problems.records.UnreadableRecord(place, reason).diagnostic(),), RecordPlaces(source)
    )


def decode_text(data: bytes, name: str) -> SourceText | RecordResult:
    """Returns the text of a file, or an error if it is too large, another kind of document or not
    UTF-8.
    """
    if len(data) > MOST_BYTES:
        source = SourceText(name, "")
        excess = problems.records.RecordTooLarge(
            source.place(Span(0, 0)), "bytes", MOST_BYTES
        ).diagnostic()
        return RecordResult(None, (excess,), RecordPlaces(source))
    kind = kind_of_document(data)
    if kind is not None:
        source = SourceText(name, "")
        reason = f"the record is {kind}"
        document = problems.records.RecordOfAProgram(source.place(Span(0, 0)), reason)
        return RecordResult(None, (document.diagnostic(),), RecordPlaces(source))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        start = len(data[: error.start].decode("utf-8", "replace"))
        before = data[: error.start].decode("utf-8", "replace")
        source = SourceText(name, before + "\ufffd")
        reason = f"this is not UTF-8 text; {guess_encoding(data)}"
        encoded = problems.records.RecordNotUtf8(source.place(Span(start, start + 1)), reason)
        return RecordResult(None, (encoded.diagnostic(),), RecordPlaces(source))
    return SourceText(name, text)


def parse_record(
    data: bytes | str, name: str = "record.toml", rules: str | None = None
) -> RecordResult:
    """Returns the record in a TOML text; reports all problems in the result and never raises.

    `rules` are used if the record names none.
    """
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")
    source = decode_text(data, name)
    if isinstance(source, RecordResult):
        return source
    measure, places = TomlScanner(source).run()
    if measure.excess is not None:
        counted, most, offset = measure.excess
        place = source.place(Span(offset, offset + 1))
        return RecordResult(
            None, (problems.records.RecordTooLarge(place, counted, most).diagnostic(),), places
        )
    try:
        table = tomllib.loads(source.text)
    except (ValueError, RecursionError) as error:
        return RecordResult(None, (_toml_problem(error, source),), places)
    reader = HeadReader(table, places, rules)
    record = reader.read()
    ordered = tuple(sorted(reader.problems, key=_source_order))
    errors = any(diagnostic.severity == "error" for diagnostic in ordered)
    return RecordResult(None if errors else record, ordered, places)


def _source_order(diagnostic: Diagnostic) -> tuple[int, int]:
    place = diagnostic.place
    return (0, 0) if place is None else (place.line, place.column)


def _toml_problem(error: Exception, source: SourceText) -> Diagnostic:
    text = str(error)
    position = _TOML_PLACE.search(text)
    last = Span(len(source.text), len(source.text))
    long_number = _LONG_NUMBER.search(source.text)
    if position is None and isinstance(error, ValueError) and long_number is not None:
        place = source.place(Span(*long_number.span()))
        reason = f"a number has more than {MOST_DIGITS:,} digits"
        return problems.records.NotToml(place, reason).diagnostic()
    if position is None:
        return problems.records.NotToml(source.place(Span(0, 0)), _toml_reason(text)).diagnostic()
    reason = _toml_reason(text[: position.start()])
    if position.group(1) is None:
        return problems.records.NotToml(source.place(last), reason).diagnostic()
    line, column = int(position.group(1)), int(position.group(2))
    is_day = _DAY_LINE.match(source.text.split("\n")[line - 1]) is not None
    problem = problems.records.NotADateInToml if is_day else problems.records.NotToml
    return problem(Place(source.name, line, column, line, column + 1), reason).diagnostic()


def _toml_reason(text: str) -> str:
    short = text if len(text) <= 100 else text[:100] + "…"
    return short[:1].lower() + short[1:] if short else "it cannot be parsed"


class HeadReader:
    """Builds a `Record` from a parsed table and collects the problems found."""

    def __init__(self, table: Table, places: RecordPlaces, rules: str | None) -> None:
        self.table = table
        self.places = places
        self.default_rules = rules
        self.problems: list[Diagnostic] = []

    def read(self) -> Record:
        """Returns the record, without any entries that could not be parsed."""
        for key in [key for key in self.table if key not in HEAD_KEYS][:MOST_PROBLEMS]:
            place = self.places.key(None, key)
            self.problems.append(problems.records.UnknownKey(place, key, HEAD_KEYS).diagnostic())
        version = self._version()
        for key in NEW_HEAD_KEYS if version == 1 else ():
            if key in self.table:
                problem = problems.records.NewerKey(self.places.key(None, key), key)
                self.problems.append(problem.diagnostic())
        players = self._players()
        roster = RosterReader(self.table, players, self.places, self.problems)
        changes = roster.changes()
        rules = self._text("rules", 'rules = "pagat"')
        if rules is None and self.default_rules is None and "rules" not in self.table:
            self._report_missing("`rules`", 'rules = "pagat"')
        dealer = self._player("dealer", players)
        seed, match = self._seed()
        return Record(
            rules=rules or self.default_rules or "",
            players=players,
            deals=self._deals(roster, version),
            dealer=dealer,
            rules_hash=self._text("rules_hash", 'rules_hash = "sha256:…"'),
            source=self._text("source", 'source = "the blue book, page 3"'),
            parameters=self._parameters(),
            seed=seed,
            match=match,
            person=self._player("person", players),
            bots=self._bots(),
            played=self._played(),
            note=self._note(),
            roster=changes,
            adjust=roster.adjustments(),
            salt=self._digits("salt", _SALT, "32 hexadecimal digits"),
            commitment=self._digits("commitment", _COMMITMENT, "64 hexadecimal digits"),
            draw=self._draw(),
            ended=self._ended(),
        )

    def _report_missing(self, key: str, example: str) -> None:
        self.problems.append(
            problems.records.MissingKey(self.places.whole(), key, example).diagnostic()
        )

    def _report_wrong_kind(self, key: str, expected: str, example: str) -> None:
        place = self.places.value(None, key)
        self.problems.append(
            problems.records.WrongKindOfEntry(place, key, expected, example).diagnostic()
        )

    def _version(self) -> int:
        """Returns the format version; the newest if it is unknown."""
        if "record" not in self.table:
            self._report_missing("`record`, the version of the format,", "record = 1")
            return RECORD_VERSIONS[-1]
        version = self.table["record"]
        if type(version) is int and version in RECORD_VERSIONS:
            return version
        place, newest = self.places.value(None, "record"), RECORD_VERSIONS[-1]
        if type(version) is not int:
            self._report_wrong_kind("record", "a whole number", f"record = {newest}")
            return newest
        self.problems.append(problems.records.UnknownVersion(place, version, newest).diagnostic())
        return newest

    def _played(self) -> date | None:
        """Returns the date of the match."""
        value = self.table.get("played")
        if value is None or type(value) is date:
            return value
        self._report_wrong_kind("played", "a date", "played = 2025-01-31")
        return None

    def _note(self) -> str | None:
        note = self._text("note", 'note = "at the sea"')
        if note is None or len(note) <= LONGEST_RECORD_NOTE:
            return note
        self._report_wrong_kind(
            "note", f"a text of at most {LONGEST_RECORD_NOTE:,} characters", 'note = "at the sea"'
        )
        return None

    def _ended(self) -> bool:
        """Returns whether the players stopped before the last deal."""
        value = self.table.get("ended", False)
        if not isinstance(value, bool):
            self._report_wrong_kind("ended", "true or false", "ended = true")
        return value is True

    def _draw(self) -> tuple[RecordedNonce, ...]:
        """Returns the nonces from which the seed was made."""
        value = self.table.get("draw", [])
        entries: list[Any] = value if isinstance(value, list) else [None]
        if len(entries) <= MOST_NONCES and all(map(_is_nonce, entries)):
            return tuple(RecordedNonce(**entry) for entry in entries)
        expected = f"a list of at most {MOST_NONCES} nonces, each with its place and commitment"
        self._report_wrong_kind("draw", expected, f"draw = [{_NONCE}]")
        return ()

    def _digits(self, key: str, pattern: re.Pattern[str], words: str) -> str | None:
        """Returns a string of hexadecimal digits."""
        text = self._text(key, f'{key} = "0f3a…"')
        if text is None or pattern.fullmatch(text):
            return text
        self._report_wrong_kind(key, f"a text of {words} in lower case", f'{key} = "0f3a…"')
        return None

    def _text(self, key: str, example: str) -> str | None:
        value = self.table.get(key)
        if value is None or isinstance(value, str):
            return value
        self._report_wrong_kind(key, "a text", example)
        return None

    def _player(self, key: str, players: tuple[str, ...]) -> str | None:
        name = self._text(key, f'{key} = "Ann"')
        if name is not None and players and name not in players:
            place = self.places.value(None, key)
            self.problems.append(
                problems.records.NotAPlayer(place, key, name, players).diagnostic()
            )
        return name

    def _seed(self) -> tuple[int | None, int]:
        """Returns the seed, and the number of the match played with it."""
        seed: object = self.table.get("seed")
        if isinstance(seed, str) and _DECIMAL.fullmatch(seed):
            seed = int(seed)
        if "seed" in self.table and not _is_number(seed, SEED_LIMIT):
            self._report_wrong_kind(
                "seed", f"a whole number from 0 to {SEED_LIMIT - 1}", "seed = 7"
            )
            seed = None
        match: object = self.table.get("match", 0)
        if not _is_number(match, MATCH_LIMIT):
            self._report_wrong_kind(
                "match", f"a whole number from 0 to {MATCH_LIMIT - 1}", "match = 3"
            )
            match = 0
        if "match" in self.table and "seed" not in self.table:
            self._report_missing("`seed`, which `match` needs,", "seed = 7")
        return seed if isinstance(seed, int) else None, match if isinstance(match, int) else 0

    def _players(self) -> tuple[str, ...]:
        if "players" not in self.table:
            self._report_missing("`players`", 'players = ["Ann", "Bob", "Cai"]')
            return ()
        value = self.table["players"]
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
            self._report_wrong_kind("players", "a list of names", 'players = ["Ann", "Bob", "Cai"]')
            return ()
        reason = why_names_invalid(value)
        if reason is not None:
            place = self.places.value(None, "players")
            self.problems.append(problems.records.WrongNamesInRecord(place, reason).diagnostic())
        else:
            self.problems += warn_confusable_names(self.places.value(None, "players"), value)
        return tuple(value[:10])

    def _bots(self) -> PlayerName | None:
        """Returns the player name of the bots; whether such a bot exists is checked when the match
        is resumed.
        """
        name = self.table.get("bots")
        if isinstance(name, str) and is_player_name(name):
            return name
        if name is not None:
            self._report_wrong_kind("bots", "the name of a bot", 'bots = "steady"')
        return None

    def _parameters(self) -> tuple[tuple[str, Value], ...]:
        value = self.table.get("parameters")
        if value is None:
            return ()
        if not isinstance(value, dict):
            self._report_wrong_kind("parameters", "a table", "parameters = { hook = true }")
            return ()
        kept: list[tuple[str, Value]] = []
        for name, setting in list(value.items())[:MOST_PARAMETERS]:
            if len(name) <= LONGEST_NAME and _is_setting(setting):
                kept.append((name, setting))
            else:
                expected = "a table of names, each with a whole number, true, false or a word"
                if isinstance(setting, int):
                    expected += f": `{shorten(name)}` is more than {MOST_NUMBER:,} away from 0"
                self._report_wrong_kind("parameters", expected, "parameters = { hook = true }")
        return tuple(sorted(kept))

    def _deals(self, roster: RosterReader, version: int) -> tuple[DealReader.Deal, ...]:
        value = self.table.get("deal")
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(deal, dict) for deal in value):
            self._report_wrong_kind("deal", "a list of deals", "[[deal]]")
            return ()
        deals = []
        following = 1
        for index, table in enumerate(value):
            if len(self.problems) > MOST_PROBLEMS:
                break
            number = table.get("deal")
            if len(roster.rosters) > 1 and "deal" not in table and "label" in table:
                place = self.places.deal(index)
                missing = "the deal's number, which a record with `roster` needs,"
                self.problems.append(
                    problems.records.MissingKey(place, missing, f"deal = {following}").diagnostic()
                )
            roster_of_deal = roster.roster_at(number if type(number) is int and number > 0 else 1)
            everybody = roster.rosters[0][1].names
            players = roster_of_deal.players if everybody else ()
            reader = DealReader(
                table, index, following, players, self.places, self.problems, version
            )
            deals.append(reader.read())
            following = (number if type(number) is int else following) + 1
        return tuple(deals)


def _is_setting(value: object) -> TypeGuard[Value]:
    """Returns whether a value is of a type that a rules parameter can have."""
    if isinstance(value, str):
        return len(value) <= LONGEST_NAME
    return isinstance(value, int) and -MOST_NUMBER <= value <= MOST_NUMBER


def _is_nonce(entry: object) -> bool:
    """Returns whether a value is an entry of `draw`."""
    return (
        isinstance(entry, dict)
        and entry.keys() == _NONCE_KEYS.keys()
        and all(
            isinstance(entry[key], str) and pattern.fullmatch(entry[key])
            for key, pattern in _NONCE_KEYS.items()
        )
    )


def _is_number(value: object, limit: int) -> TypeGuard[int]:
    return type(value) is int and 0 <= value < limit


def why_names_invalid(names: list[str]) -> str | None:
    """Returns why a list of player names is invalid, or None if it is valid."""
    if not 2 <= len(names) <= 10:
        players = "player" if len(names) == 1 else "players"
        return f"the record has {len(names)} {players}, but a match is for 2 to 10"
    for place, name in enumerate(names):
        if not name.strip() or len(name) > LONGEST_NAME:
            return f"player {place + 1} needs a name of 1 to {LONGEST_NAME} characters"
        if nfc_name(name) in map(nfc_name, names[:place]):
            return f"two players are called `{name}`"
    return None


def warn_confusable_names(place: Place, names: Sequence[str]) -> list[Diagnostic]:
    """Returns a warning for every player whose name looks the same as an earlier one."""
    seen: dict[str, str] = {}
    pairs = ((name, seen.setdefault(confusable_skeleton(name), name)) for name in names)
    return [
        problems.records.PlayersLookTheSame(place, name, other).diagnostic()
        for name, other in pairs
        if name != other
    ]

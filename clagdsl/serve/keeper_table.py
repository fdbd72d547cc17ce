"""A table at which people keep score: an immutable value, the fold of the table's events.

`KeeperTable.apply` derives each state from the previous one. `why_stale` checks whether an entry
was made for the current turn, and `why_not_allowed` whether the member may make it. An event is
applied only if both return None; `Lobby.act` calls them in that order.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal, TypeAlias, assert_never

from clagdsl.api import PlayableGame
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.record import Record
from clagdsl.lang.roster_changes import INTERLUDE_VERBS, MATCH_VERBS, Join, TakePlace
from clagdsl.lang.rules import Value, draws_dealer
from clagdsl.problems.escape import shorten
from clagdsl.scorekeeping.entries import CorrectRoster, parse_entry
from clagdsl.scorekeeping.score_sheet import Sheet
from clagdsl.season.finished_match import FinishedMatch, match_of_sheet
from clagdsl.serve.form_fields import LONGEST_NAME, why_hidden
from clagdsl.serve.form_turn import FormTurn
from clagdsl.serve.members import (
    BaseTable,
    NotAllowedError,
    People,
    log_entry,
    new_people,
    why_not_permitted,
)
from clagdsl.serve.page_language import phrase
from clagdsl.serve.table_events import (
    ActionMade,
    ActionTakenBack,
    ChosenParameter,
    DrawContinued,
    EntryMade,
    MatchOpened,
    Member,
    NonceCommitted,
    NonceRevealed,
    PatienceChosen,
    PlayedBy,
    QuestionAnswered,
    RestClaimed,
    TableCommand,
    TableEvent,
    TableOpened,
    UndoAsked,
)
from clagdsl.serve.table_messages import TableMessage, Text
from clagdsl.table.table import read_parameter

CHANGE_WORDS: Final = frozenset({"undo", "correct", *INTERLUDE_VERBS, *MATCH_VERBS})
"""First words of entries that change earlier entries or the roster."""
ANY_TURN_WORDS: Final = frozenset({"trump"})
"""First words of entries that any seated member may make at any time."""
DEAL_WORDS: Final = ANY_TURN_WORDS | {"order"}
"""First words of entries about a whole deal, which may be made in any turn of the deal."""
PLAYER_WORDS: Final = frozenset({"auction", "bid", "call", "cards", "look", "pass"})
"""First words of entries that one player makes."""
EntryPermission: TypeAlias = Literal["now", "later", "gone", "never"]
"""Now; only in another turn; no longer, as the player has left; or never from that phone."""


@dataclass(frozen=True, slots=True)
class LoggedEntry:
    """An entry of the sheet's log, and who made it.

    `line` is the player's line for which it was made, None if it is about everybody. `member` is
    the id of its author, `by` the author's name at that time. The storage assigns `key` and `at`,
    the time in UTC.
    """

    number: int
    entry: str
    line: int | None
    deal: int
    member: str
    by: str
    key: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class KeeperTable(BaseTable):
    """A table with real cards after `number` events.

    `entries` has the sheet's log with its authors. `turn_start` is the number of the event that
    began the current turn. `last_entered` is the number of the event with the last entry.
    `last_changed` identifies the last entry that changed an earlier entry or the roster.
    """

    name: str
    game: PlayableGame
    opened: TableOpened
    sheet: Sheet
    people: People
    number: int = 1
    entries: tuple[LoggedEntry, ...] = ()
    turn_start: int = 1
    last_entered: int = 1
    last_changed: int = 1

    @property
    def match(self) -> Sheet:
        """The score sheet."""
        return self.sheet

    @property
    def summary_extras(self) -> dict[str, object]:
        """The lines of the players who have left, and what another match like this begins with:
        the people who are here now, and the player before the next dealer.
        """
        sheet = self.sheet
        again = {
            "game": self.opened.game,
            "names": [sheet.names[line] for line in sheet.circle],
            "dealer": self._last_dealer,
            "draws_dealer": draws_dealer(self.game.rules),
            "parameters": dict(sheet.table.changed_parameters),
        }
        return {"kind": "keeper", "left": sheet.left, "again": again}

    @property
    def _last_dealer(self) -> str | None:
        """The player who dealt first. If this player has left, the deal passes to the next one of
        the first deal who is still here, and this is the player before.
        """
        sheet = self.sheet
        if not sheet.rows:
            return self.opened.dealer
        first, circle = sheet.rows[0].dealer, sheet.circle
        if first in circle:
            return sheet.names[first]
        seats = sheet.rows[0].seats
        at = seats.index(first)
        here = (line for line in (*seats[at:], *seats[:at]) if line in circle)
        return sheet.names[circle[circle.index(next(here, circle[0])) - 1]]

    @property
    def finished_match(self) -> FinishedMatch | None:
        """The match for statistics; None until it is over."""
        if not self.sheet.over:
            return None
        return match_of_sheet(self.sheet, f"table {self.name}", self.date, self.note)

    @property
    def turn(self) -> FormTurn:
        """The turn to which the next entry belongs."""
        sheet = self.sheet
        player = "" if sheet.actor is None else sheet.names[sheet.actor]
        return FormTurn(self.turn_start, sheet.deal, sheet.phase, player)

    def record(self) -> Record:
        """Returns the sheet as a record, with its date and note."""
        note = "; ".join(filter(None, (self.note, self.sheet.note)))
        return replace(self.sheet.record(), played=self.played, note=note or None)

    def apply(self, event: TableEvent) -> KeeperTable:
        """Returns the table after an event; raises IllegalAction if the score sheet rejects it."""
        table = replace(self, number=self.number + 1)
        match event.did:
            case EntryMade(entry=entry, line=line):
                sheet = self.sheet.apply(entry)
                logged_entry = LoggedEntry(
                    len(sheet.log),
                    sheet.log[-1],
                    _line_of(self.sheet, entry) if line is None else line,
                    self.sheet.deal,
                    event.by,
                    self.author(event.by),
                )
                entered = replace(
                    table,
                    sheet=sheet,
                    entries=(*self.entries, logged_entry),
                    last_entered=table.number,
                    last_changed=table.number
                    if _first_word(entry) in CHANGE_WORDS
                    else self.last_changed,
                )
                return (
                    entered
                    if entered.turn == self.turn
                    else replace(entered, turn_start=table.number)
                )
            case TableOpened():
                raise NotAllowedError(TableMessage(Text.ALREADY_OPEN))
            case (
                MatchOpened()
                | NonceCommitted()
                | NonceRevealed()
                | DrawContinued()
                | ActionMade()
                | ActionTakenBack()
                | PlayedBy()
                | PatienceChosen()
                | RestClaimed()
                | UndoAsked()
                | QuestionAnswered()
            ):
                raise NotAllowedError(TableMessage(Text.OWN_CARDS))
            case _:
                people, place = self.people, len(self.sheet.log)
                logged = log_entry(place, event.by, event.did, people, self.sheet.names)
                return replace(table, people=people.apply(event.did).with_log_entry(logged))

    def with_stored_entry(self, key: str, at: str) -> KeeperTable:
        """Returns the table with the key and the time of its last entry, once it is stored."""
        stored = replace(self.entries[-1], key=key, at=at)
        return replace(self, entries=(*self.entries[:-1], stored))


def _line_of(sheet: Sheet, entry: str) -> int | None:
    """Returns the line for which an entry of a form or of an old file was made, if it is clear."""
    first = _first_word(entry)
    is_of_player = first in PLAYER_WORDS or (first in DEAL_WORDS and sheet.phase == "name")
    return sheet.actor if is_of_player else None


def create_keeper_table(name: str, game: PlayableGame, opened: TableOpened) -> KeeperTable:
    """Returns a new table; raises ArgumentError if the rules do not allow its players or values."""
    sheet = game.keep(opened.names, opened.dealer, parameter_values(game, opened.parameters))
    people = new_people(opened.host, opened.date, opened.note)
    return KeeperTable(name, game, opened, sheet, people)


def parameter_values(game: PlayableGame, chosen: tuple[ChosenParameter, ...]) -> dict[str, Value]:
    """Returns the parameter values chosen for a table; raises ArgumentError if one is invalid."""
    parameters = {parameter.name: parameter for parameter in game.rules.parameters}
    return {
        one.name: read_parameter(parameters[one.name], one.value)
        if one.name in parameters
        else one.value
        for one in chosen
    }


# --- stale entries ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EntryPosition:
    """A phone's position when it made an entry: the number of entries on its sheet (`seen`), the
    deal, and the line of the player for which it was made.
    """

    seen: int
    deal: int | None
    line: int | None


def why_stale(
    table: KeeperTable, turn: FormTurn | EntryPosition | None, seen: int | None, did: TableCommand
) -> TableMessage | None:
    """Returns why an entry no longer applies to the current state of a table, or None if it does.

    `turn` is the turn for which its form was rendered, `seen` the number of events that the form
    showed. A phone that folds the log itself gives its position instead. Commands other than
    entries do not depend on a turn.
    """
    if not isinstance(did, EntryMade):
        return None
    if isinstance(turn, EntryPosition):
        return _why_moved_on(table, turn, did.entry)
    first, now = _first_word(did.entry), table.turn
    since = table.number if seen is None else seen
    if turn is None or first == "undo":
        is_for_now = since >= table.last_entered
    elif first in CHANGE_WORDS:
        is_for_now = since >= table.last_changed and (first == "correct" or turn.deal == now.deal)
    else:
        is_for_now = turn.deal == now.deal if first in DEAL_WORDS else turn == now
    if is_for_now:
        return None
    last = len(table.sheet.log) - 1
    if first == "undo":
        return TableMessage(Text.NOT_UNDONE, {"cause": _who_entered(table, last)})
    if turn is None:
        cause = _who_entered(table, last)
    elif since < table.last_changed:
        changes = (
            n for n, entry in enumerate(table.sheet.log) if _first_word(entry) in CHANGE_WORDS
        )
        cause = _who_entered(table, max(changes))
    else:
        cause = TableMessage(Text.ENTERED_MEANWHILE, {"entered": turn.entered_text})
    return TableMessage(
        Text.ENTRY_STALE, {"now": now.now_text, "cause": cause, "entry": shorten(did.entry)}
    )


def _why_moved_on(table: KeeperTable, position: EntryPosition, entry: str) -> TableMessage | None:
    """Returns why an entry does not fit the table from that position, or None if it does.

    An entry for a player fits while the table waits for that player in that deal, whatever else
    was entered meanwhile. Any other entry fits only if nothing was.
    """
    sheet = table.sheet
    if position.line is None:
        is_for_now = position.seen == len(table.entries)
    else:
        is_for_now = (sheet.deal, sheet.actor) == (position.deal, position.line)
    if is_for_now:
        return None
    return TableMessage(Text.ENTRY_TOO_LATE, {"now": table.turn.now_text, "entry": shorten(entry)})


def _who_entered(table: KeeperTable, place: int) -> TableMessage:
    facts = {"author": table.entries[place].by, "entry": shorten(table.sheet.log[place])}
    return TableMessage(Text.ENTERED_BY, facts)


def _first_word(entry: str) -> str:
    return entry.split(maxsplit=1)[0] if entry.split() else ""


# --- permissions ------------------------------------------------------------------------


def why_not_allowed(
    table: KeeperTable, by: Member | None, did: TableCommand
) -> TableMessage | None:
    """Returns why a member may not make a command, or None if they may."""
    if isinstance(did, EntryMade) and by is not None and not table.is_host(by):
        return _why_entry_refused(table, by, did.entry)
    return why_not_permitted(table, by, did)


def _why_entry_refused(table: KeeperTable, by: Member, entry: str) -> TableMessage | None:
    """Returns why a member who is not the host may not make an entry, or None if they may."""
    first = _first_word(entry)
    if first == "undo":
        last = last_entry(table.sheet)
        if last is None or table.entries[last].member == by.id:
            return None
        return TableMessage(Text.UNDO_BY_HOST)
    if first in CHANGE_WORDS:
        return TableMessage(Text.CHANGES_BY_HOST)
    match entry_permission(table, by):
        case "never":
            return TableMessage(Text.WATCHING)
        case "gone":
            return TableMessage(Text.GONE_HOME, {"player": by.player or ""})
        case "later" if first not in ANY_TURN_WORDS:
            facts = {"player": table.turn.player, "owner": by.player or ""}
            return TableMessage(Text.OTHER_PHONE, facts)
        case "now" | "later":
            return None
        case other:
            assert_never(other)


def entry_permission(table: KeeperTable, by: Member | None) -> EntryPermission:
    """Returns when a member may make the next entry."""
    if by is None:
        return "never"
    if table.is_host(by):
        return "now"
    if by.player is None:
        return "never"
    sheet = table.sheet
    if by.player in (sheet.names[line] for line in sheet.left):
        return "gone"
    return "now" if sheet.actor is None or sheet.names[sheet.actor] == by.player else "later"


def last_entry(sheet: Sheet) -> int | None:
    """Returns the index in the log of the entry that `undo` would take back, or None."""
    taken_back = 0
    for place in reversed(range(len(sheet.log))):
        if sheet.log[place] == "undo":
            taken_back += 1
        elif taken_back:
            taken_back -= 1
        else:
            return place
    return None


def why_not_shown(entry: str) -> str | None:
    """Returns why the pages could not show an entry, or None if they can."""
    read = parse_entry(entry)
    changes = read.changes if isinstance(read, CorrectRoster) else (read,)
    joined = [one.player for one in changes if isinstance(one, Join | TakePlace)]
    if any(len(name) > LONGEST_NAME for name in joined):
        return phrase("name-too-long", most=LONGEST_NAME)
    return why_hidden(entry, "entry")

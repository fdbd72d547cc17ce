"""The people and bots at a table of either kind: seats, host, permissions and log."""

from __future__ import annotations

import datetime
import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from typing import Final, TypeAlias, assert_never

from clagdsl.api import PlayableGame
from clagdsl.engine.players.named_players import COMPILED, player_names
from clagdsl.engine.state import State
from clagdsl.lang.errors import ClagError
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.json_schema import to_json
from clagdsl.lang.record import PlayerName
from clagdsl.lang.rules import title_of
from clagdsl.scorekeeping.score_sheet import Sheet
from clagdsl.season.finished_match import FinishedMatch
from clagdsl.serve.form_fields import parse_date
from clagdsl.serve.page_language import english_phrase
from clagdsl.serve.table_events import (
    ActionTakenBack,
    HostChanged,
    Member,
    MemberSeated,
    NoteWritten,
    PatienceChosen,
    PeopleCommand,
    PhoneReplaced,
    PlayedBy,
    RightsChanged,
    SeatFreed,
    TableCommand,
    TableDeleted,
)
from clagdsl.serve.table_messages import TableMessage, Text
from clagdsl.storage.model import Standing

# --- bots and their labels --------------------------------------------------------------


SEARCH: Final = "search"
_NEEDED: Final = {SEARCH: "numba"}
"""The package that a bot requires, which may not be installed."""


def bot_label(name: PlayerName) -> str:
    """Returns the English label of a bot, as it is stored."""
    return english_phrase("bot-label", bot=name)


def offered_bots(game: PlayableGame) -> tuple[PlayerName, ...]:
    """Returns the bots that may play a game, the steady one first.

    For users' own rules these are only the fast ones, which need no time limit.
    """
    names = COMPILED if game.proved_elsewhere else player_names()
    there = [name for name in names if name not in _NEEDED or find_spec(_NEEDED[name])]
    return tuple(sorted(there, key=lambda name: name != "steady"))


# --- people -----------------------------------------------------------------------------

MOST_MEMBERS: Final = 100  # at one table


class NotAllowedError(ClagError):
    """Raised if the member may not make this command at this table; `message` explains why."""

    def __init__(self, message: TableMessage) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A member's action in the log: its author and text.

    `place` is the number of entries on the sheet, or of events in the match, before it. `number` is
    that of the table's event that made it, or moved it to its place.
    """

    place: int
    who: str
    text: str
    number: int = 1


@dataclass(frozen=True, slots=True)
class People:
    """The people at a table, with its date and note.

    If `everybody` is true, every seated member has the host's permissions. `log` lists their
    actions.
    """

    members: tuple[Member, ...]
    host: str
    everybody: bool = False
    date: str = ""
    note: str = ""
    deleted: bool = False
    log: tuple[LogEntry, ...] = ()

    def name_of(self, id: str) -> str:
        """Returns the name of a member by id, or "somebody" if the member has left."""
        return next((one.name for one in self.members if one.id == id), "somebody")

    def player_of(self, id: str) -> str | None:
        """Returns the player whose seat the member with this id has, or None."""
        return next((one.player for one in self.members if one.id == id), None)

    def with_log_entry(self, entry: LogEntry) -> People:
        """Returns the people with one more entry in their log."""
        return replace(self, log=(*self.log, entry))

    def clamp_log(self, place: int, number: int) -> People:
        """Returns the people with the positions in their log capped at `place`, by the table's
        event `number`.
        """
        log = (
            replace(one, place=place, number=number) if one.place > place else one
            for one in self.log
        )
        return replace(self, log=tuple(log))

    def apply(self, did: PeopleCommand) -> People:
        """Returns the people after a command."""
        match did:
            case MemberSeated(member=member):
                stay = (
                    replace(one, player=None) if _leaves_seat(one, member) else one
                    for one in self.members
                    if one.id == self.host or not _leaves_seat(one, member)
                )
                return replace(self, members=(*stay, member))
            case PhoneReplaced(member=id, token=token):
                members = (replace(m, token=token) if m.id == id else m for m in self.members)
                return replace(self, members=tuple(members))
            case SeatFreed(member=gone):
                return replace(self, members=tuple(m for m in self.members if m.id != gone))
            case HostChanged(member=host):
                return replace(self, host=host)
            case RightsChanged(everybody=everybody):
                return replace(self, everybody=everybody)
            case NoteWritten(date=date, note=note):
                return replace(self, date=date, note=note)
            case TableDeleted():
                return replace(self, deleted=True)
            case _:
                assert_never(did)


def new_people(host: Member, date: str, note: str) -> People:
    """Returns the people at a new table, who consist of the host alone."""
    return People(
        (host,), host.id, date=date, note=note, log=(LogEntry(0, host.name, "opens the table"),)
    )


def _leaves_seat(one: Member, member: Member) -> bool:
    """Returns whether a member loses the seat to a new member."""
    return member.player is not None and one.player == member.player


class BaseTable(ABC):
    """A table of either kind: its people, and the summary for lists."""

    __slots__ = ()
    name: str
    game: PlayableGame
    people: People

    @property
    @abstractmethod
    def match(self) -> Sheet | State:
        """The current match."""

    @property
    @abstractmethod
    def finished_match(self) -> FinishedMatch | None:
        """The match for statistics; None until it is over."""

    @property
    @abstractmethod
    def summary_extras(self) -> dict[str, object]:
        """Fields of the summary that are specific to this kind of table."""

    @property
    def title(self) -> str:
        """The title of the game."""
        return title_of(self.game.rules)

    @property
    def names(self) -> tuple[str, ...]:
        """The players in seat order, followed by those who joined later on a score sheet."""
        return self.match.names

    @property
    def standing(self) -> Standing:
        """The status of the table in lists of tables."""
        if self.deleted:
            return "deleted"
        return "over" if self.match.over else "running"

    @property
    def summary(self) -> str:
        """The summary for lists, as JSON with public facts only.

        For a finished table, it includes the match for statistics.
        """
        match = self.match
        shown: dict[str, object] = {
            **self.summary_extras,
            "title": self.title,
            "names": match.names,
            "totals": match.totals,
            "low_wins": match.game.winner.low_wins,
            "winners": match.winners,
            "deal": match.deal,
            "deals": len(match.table.schedule),
            "date": self.date,
            "note": self.note,
        }
        finished = self.finished_match
        if finished is not None:
            shown["match"] = to_json(finished)
        return json.dumps(shown, ensure_ascii=False, separators=(",", ":"))

    @property
    def members(self) -> tuple[Member, ...]:
        """All members: the host, and everybody who has joined with a code."""
        return self.people.members

    @property
    def host(self) -> str:
        """The id of the host, who has all permissions."""
        return self.people.host

    @property
    def everybody(self) -> bool:
        """True if every seated member has the host's permissions."""
        return self.people.everybody

    @property
    def date(self) -> str:
        """The date of the match in ISO 8601, or "" if it is not set."""
        return self.people.date

    @property
    def played(self) -> datetime.date | None:
        """The date of the match; None if it is not set, or invalid in an old file."""
        return parse_date(self.date)

    @property
    def note(self) -> str:
        """The note about the match."""
        return self.people.note

    @property
    def deleted(self) -> bool:
        """True if the table is deleted, so that it appears in no list."""
        return self.people.deleted

    def member(self, id: str) -> Member | None:
        """Returns the member with this id, or None."""
        return next((one for one in self.members if one.id == id), None)

    def member_of(self, player: str) -> Member | None:
        """Returns the member who has a player's seat, or None."""
        return next((one for one in self.members if one.player == player), None)

    def seat_of(self, member: Member | None) -> int | None:
        """Returns the seat of a member, or the line on a score sheet; None for a watcher."""
        if member is None or member.player not in self.names:
            return None
        return self.names.index(member.player)

    def author(self, id: str) -> str:
        """Returns the name of a member by id, or "somebody" if the member has left."""
        return self.people.name_of(id)

    def is_host(self, member: Member | None) -> bool:
        """Returns whether a member has the host's permissions."""
        if member is None:
            return False
        return member.id == self.host or (self.everybody and member.player is not None)


def why_not_permitted(
    table: BaseTable, by: Member | None, did: TableCommand
) -> TableMessage | None:
    """Returns why a member may not make a command about the table, or None if they may.

    Most of these commands are reserved for the host.
    """
    if isinstance(did, MemberSeated):
        if len(table.members) >= MOST_MEMBERS:
            return TableMessage(Text.TABLE_FULL, {"most": MOST_MEMBERS})
        return None
    if by is None:
        return TableMessage(Text.NO_SEAT)
    if isinstance(did, PhoneReplaced):
        return None if did.member == by.id else TableMessage(Text.FOREIGN_CODE)
    if not table.is_host(by):
        leaves = isinstance(did, SeatFreed) and did.member == by.id
        return None if leaves else TableMessage(Text.HOST_ONLY)
    match did:
        case SeatFreed(member=member) if member == table.host:
            return TableMessage(Text.HOST_STAYS)
        case SeatFreed(member=member) | HostChanged(member=member):
            return None if table.member(member) else TableMessage(Text.NO_PHONE)
        case _:
            return None


# --- log texts --------------------------------------------------------------------------


LoggedCommand: TypeAlias = PeopleCommand | PlayedBy | PatienceChosen | ActionTakenBack
"""Commands that are recorded neither as an entry of a sheet nor as an event of a match."""


def log_entry(
    place: int, by: str, did: LoggedCommand, people: People, names: Sequence[str]
) -> LogEntry:
    """Returns the log entry for a command of the member with id `by`.

    `place` is the length of the match so far, `people` are the people before the command, and
    `names` are the players in seat order.
    """
    who = did.member.name if isinstance(did, MemberSeated) else people.name_of(by)
    return LogEntry(place, who, _command_text(did, by, people, names))


def _seated_text(member: Member) -> str:
    if member.player is None:
        return "comes to watch"
    return "sits down" if member.player == member.name else f"plays for {member.player}"


def _bot_text(bot: PlayerName | None, player: str, *, is_own: bool) -> str:
    """Returns the text for a bot that plays for a player, or that is stopped if it is None."""
    if bot is not None:
        return f"lets a {bot_label(bot).lower()} play for {player}"
    return "plays again" if is_own else f"stops the bot of {player}"


def _command_text(did: LoggedCommand, by: str, people: People, names: Sequence[str]) -> str:
    match did:
        case MemberSeated(member=member):
            return _seated_text(member)
        case PhoneReplaced():
            return "goes on with another phone"
        case SeatFreed(member=id):
            return "leaves" if id == by else f"frees the seat of {people.name_of(id)}"
        case HostChanged(member=id):
            return f"makes {people.name_of(id)} the host"
        case RightsChanged(everybody=everybody):
            whose = "everybody who has a seat" if everybody else "nobody else"
            return f"lets {whose} do what is the host's"
        case NoteWritten():
            return "writes the date and the note"
        case TableDeleted():
            return "deletes the table"
        case PlayedBy(seat=seat, policy=bot):
            return _bot_text(bot, names[seat], is_own=people.player_of(by) == names[seat])
        case PatienceChosen(seconds=None):
            return "lets no bot take over"
        case PatienceChosen(seconds=seconds):
            return f"lets a bot take over from whoever has not acted for {seconds} seconds"
        case ActionTakenBack():
            return "takes back their last action"
        case _:
            assert_never(did)

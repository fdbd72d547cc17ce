"""The people and bots at a table, whoever deals: who has which seat, who is host, who may what."""

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
from clagdsl.serve.table_events import (
    ActionTakenBack,
    HostChanged,
    Member,
    MemberSeated,
    NoteWritten,
    PeopleCommand,
    PlayedBy,
    RightsChanged,
    SeatFreed,
    TableCommand,
    TableDeleted,
)
from clagdsl.storage.model import Standing

# --- bots, and what people call them ----------------------------------------------------


SEARCH: Final = "search"
_NEEDED: Final = {SEARCH: "numba"}
"""The package without which a bot cannot play; the server may be without it."""

_LABELS: Final = {"random": "Random bot", "steady": "Steady bot", SEARCH: "Searching bot"}


@dataclass(frozen=True, slots=True)
class OfferedBot:
    """A player of the registry by its name, and as people call it."""

    name: PlayerName
    label: str


def bot_label(name: PlayerName) -> str:
    """How people call a bot."""
    return _LABELS.get(name) or f"{name} bot"


def offered_bots(game: PlayableGame) -> tuple[OfferedBot, ...]:
    """Returns the bots that may play a game, the steady one first.

    By strangers' rules only those play whose decisions take no time worth bounding.
    """
    names = COMPILED if game.proved_elsewhere else player_names()
    there = [name for name in names if name not in _NEEDED or find_spec(_NEEDED[name])]
    there.sort(key=lambda name: name != "steady")
    return tuple(OfferedBot(name, bot_label(name)) for name in there)


# --- people -----------------------------------------------------------------------------

MOST_MEMBERS: Final = 100


class NotAllowedError(ClagError):
    """Somebody may not do this at a table; the text says why."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """What somebody did among the people of a table: who, in which words.

    `place` is how much of the match lies before it: entries of its sheet, or events.
    """

    place: int
    who: str
    text: str


@dataclass(frozen=True, slots=True)
class People:
    """Who is at a table, and what they have said of it.

    `everybody` tells whether who has a seat may do what the host may; `log` what they have done.
    """

    members: tuple[Member, ...]
    host: str
    everybody: bool = False
    date: str = ""
    note: str = ""
    deleted: bool = False
    log: tuple[LogEntry, ...] = ()

    def name_of(self, id: str) -> str:
        """Returns the name of whoever is called so, also of who is at the table no longer."""
        return next((one.name for one in self.members if one.id == id), "somebody")

    def with_log_entry(self, entry: LogEntry) -> People:
        """Returns the people with one more line in their log."""
        return replace(self, log=(*self.log, entry))

    def clamp_log(self, place: int) -> People:
        """Returns the people where no more than so much of the match lies before anything they did."""
        return replace(
            self, log=tuple(replace(one, place=min(one.place, place)) for one in self.log)
        )

    def apply(self, did: PeopleCommand) -> People:
        """Returns the people after something that happened among them."""
        match did:
            case MemberSeated(member=member):
                stay = (
                    replace(one, player=None) if _leaves_seat(one, member) else one
                    for one in self.members
                    if one.id == self.host or not _leaves_seat(one, member)
                )
                return replace(self, members=(*stay, member))
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
    """Returns the people of a new table: its host alone."""
    return People(
        (host,), host.id, date=date, note=note, log=(LogEntry(0, host.name, "opens the table"),)
    )


def _leaves_seat(one: Member, member: Member) -> bool:
    """Returns whether somebody has a seat no longer once another comes to it."""
    return member.player is not None and one.player == member.player


class BaseTable(ABC):
    """What any table has, whoever deals: its people, and how lists show its match."""

    __slots__ = ()
    name: str
    game: PlayableGame
    people: People

    @property
    @abstractmethod
    def match(self) -> Sheet | State:
        """The match as it stands."""

    @property
    @abstractmethod
    def finished_match(self) -> FinishedMatch | None:
        """The match as statistics count it, None as long as it is not over."""

    @property
    @abstractmethod
    def summary_extras(self) -> dict[str, object]:
        """What lists show of a table of this kind alone."""

    @property
    def title(self) -> str:
        """The game that is played."""
        return title_of(self.game.rules)

    @property
    def names(self) -> tuple[str, ...]:
        """The players: in seat order, and after them who joined at a score sheet."""
        return self.match.names

    @property
    def standing(self) -> Standing:
        """Whether the table goes on, as a list of tables has it."""
        if self.deleted:
            return "deleted"
        return "over" if self.match.over else "running"

    @property
    def summary(self) -> str:
        """What lists of tables show of it, as JSON: only what everybody may know.

        Once it is over it has its match, for statistics.
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
        """Everybody who has come with a code, and the host."""
        return self.people.members

    @property
    def host(self) -> str:
        """Who may do everything."""
        return self.people.host

    @property
    def everybody(self) -> bool:
        """Whether everybody who has a seat may do what the host may."""
        return self.people.everybody

    @property
    def date(self) -> str:
        """The day of the match as ISO 8601 has it, "" where none is said."""
        return self.people.date

    @property
    def played(self) -> datetime.date | None:
        """The day of the match, None where none is said, or what was once taken for one."""
        return parse_date(self.date)

    @property
    def note(self) -> str:
        """What is to be remembered of the match."""
        return self.people.note

    @property
    def deleted(self) -> bool:
        """Whether no list shows the table any more."""
        return self.people.deleted

    def member(self, id: str) -> Member | None:
        """Returns the member who is called so."""
        return next((one for one in self.members if one.id == id), None)

    def member_of(self, player: str) -> Member | None:
        """Who has the seat of a player."""
        return next((one for one in self.members if one.player == player), None)

    def author(self, id: str) -> str:
        """Returns the name of whoever did something, also of who has left."""
        return self.people.name_of(id)

    def is_host(self, member: Member | None) -> bool:
        """Returns whether somebody may do what is the host's."""
        if member is None:
            return False
        return member.id == self.host or (self.everybody and member.player is not None)


NO_SEAT: Final = "only who has a seat at this table may do that: ask the host for a code"
HOST_ONLY: Final = "that is the host's to do, who may also allow it to everybody who has a seat"


def why_not_permitted(table: BaseTable, by: Member | None, did: TableCommand) -> str | None:
    """Returns why somebody may not do what is the host's among the people of a table, or None."""
    if isinstance(did, MemberSeated):
        if len(table.members) >= MOST_MEMBERS:
            return f"a table has at most {MOST_MEMBERS} phones: the host can free seats"
        return None
    if by is None:
        return NO_SEAT
    if not table.is_host(by):
        leaves = isinstance(did, SeatFreed) and did.member == by.id
        return None if leaves else HOST_ONLY
    match did:
        case SeatFreed(member=member) if member == table.host:
            return "the host cannot go: make somebody else the host first"
        case SeatFreed(member=member) | HostChanged(member=member):
            return None if table.member(member) else "there is no such phone at this table"
        case _:
            return None


# --- what people do among themselves, in words ------------------------------------------


LoggedCommand: TypeAlias = PeopleCommand | PlayedBy | ActionTakenBack
"""What no entry of a sheet and no event of a match tells."""


def log_entry(
    place: int, by: str, did: LoggedCommand, people: People, names: Sequence[str]
) -> LogEntry:
    """What a member of that id has done, after so much of the match.

    `people` are those before it, `names` the players in seat order.
    """
    who = did.member.name if isinstance(did, MemberSeated) else people.name_of(by)
    return LogEntry(place, who, _command_text(did, by, people, names))


def _command_text(did: LoggedCommand, by: str, people: People, names: Sequence[str]) -> str:
    match did:
        case MemberSeated(member=member):
            return "comes to watch" if member.player is None else f"has the seat of {member.player}"
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
            who = "the person" if bot is None else f"a {bot_label(bot).lower()}"
            return f"lets {who} play for {names[seat]}"
        case ActionTakenBack():
            return "takes back what was done last"
        case _:
            assert_never(did)

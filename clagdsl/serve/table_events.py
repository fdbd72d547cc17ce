"""What happens at a table, as it is kept: frozen values, each with one JSON form."""

from __future__ import annotations

import json
from typing import Literal, TypeAlias

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.json_schema import from_json, to_json
from clagdsl.lang.record import PlayerName


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody at a table: `player` is whose seat they have, None for who watches or hosts.

    `token` is the hash of the secret that their browser keeps.
    """

    id: str
    name: str
    player: str | None
    token: str


@dataclass(frozen=True, slots=True)
class ChosenParameter:
    """The value that a table gives to a parameter, as a command line would."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table for these players; `dealer` is who deals first, None where that is left to the rules.

    `game` is how records name the rules.
    """

    game: str
    names: tuple[str, ...]
    dealer: str | None
    parameters: tuple[ChosenParameter, ...]
    host: Member
    date: str
    note: str
    kind: Literal["open"] = "open"


@dataclass(frozen=True, slots=True)
class EntryMade:
    """Something was entered in the score sheet."""

    entry: str
    kind: Literal["enter"] = "enter"


@dataclass(frozen=True, slots=True)
class MatchOpened:
    """A match whose cards the server deals; `bots` has who plays for a seat, None for a person.

    `commitment` is the SHA-256 of seed and salt, which are kept as the secret of the table.
    """

    game: str
    names: tuple[str, ...]
    bots: tuple[PlayerName | None, ...]
    dealer: str | None
    parameters: tuple[ChosenParameter, ...]
    host: Member
    date: str
    note: str
    commitment: str
    kind: Literal["open online"] = "open online"


@dataclass(frozen=True, slots=True)
class ActionMade:
    """A seat has done something in the match, a person or whoever plays for it."""

    seat: int
    action: str
    kind: Literal["act"] = "act"


@dataclass(frozen=True, slots=True)
class ActionTakenBack:
    """A seat has taken back what it did last."""

    seat: int
    kind: Literal["take back"] = "take back"


@dataclass(frozen=True, slots=True)
class PlayedBy:
    """From now on a policy plays for a seat, or, with None, its person does again."""

    seat: int
    policy: PlayerName | None
    kind: Literal["played by"] = "played by"


@dataclass(frozen=True, slots=True)
class MemberSeated:
    """Somebody came with a code; whoever had that player's seat before has it no longer."""

    member: Member
    kind: Literal["seat"] = "seat"


@dataclass(frozen=True, slots=True)
class SeatFreed:
    """The phone of a member is at the table no longer."""

    member: str
    kind: Literal["free"] = "free"


@dataclass(frozen=True, slots=True)
class HostChanged:
    """Another member is the host."""

    member: str
    kind: Literal["host"] = "host"


@dataclass(frozen=True, slots=True)
class RightsChanged:
    """Whether everybody who has a seat may do what the host may."""

    everybody: bool
    kind: Literal["rights"] = "rights"


@dataclass(frozen=True, slots=True)
class NoteWritten:
    """When the match is played, and a note about it."""

    date: str
    note: str
    kind: Literal["note"] = "note"


@dataclass(frozen=True, slots=True)
class TableDeleted:
    """No list shows the table any more."""

    kind: Literal["delete"] = "delete"


PeopleCommand: TypeAlias = (
    MemberSeated | SeatFreed | HostChanged | RightsChanged | NoteWritten | TableDeleted
)
"""What happens at any table, whoever deals the cards."""

TableCommand: TypeAlias = (
    PeopleCommand | TableOpened | EntryMade | MatchOpened | ActionMade | ActionTakenBack | PlayedBy
)
"""What somebody does at a table."""


@dataclass(frozen=True, slots=True)
class TableEvent:
    """A deed and the member whose it is; "" is the table itself."""

    by: str
    did: TableCommand


def event_json(event: TableEvent) -> str:
    """Returns an event as the file keeps it."""
    return json.dumps(to_json(event), ensure_ascii=False, separators=(",", ":"))


def read_event(text: str) -> TableEvent:
    """Returns the event that was kept as this text."""
    event = from_json(TableEvent, json.loads(text))
    assert isinstance(event, TableEvent)
    return event

"""The events of tables as they are stored: frozen values, each with one JSON form.

The JSON form is a file format: every later version must be able to read stored events.
"""

from __future__ import annotations

import json
from typing import Literal, TypeAlias

from clagdsl.lang.frozen import added_field, dataclass
from clagdsl.lang.json_schema import from_json, to_json
from clagdsl.lang.record import PlayerName


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody at a table; `player` is the player whose seat they have, None for a watcher or a
    host without a seat.

    `token` is the hash of the session token in their browser.
    """

    id: str
    name: str
    player: str | None
    token: str


@dataclass(frozen=True, slots=True)
class ChosenParameter:
    """A parameter's value as a text, in the form used on the command line."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table with real cards was opened; `dealer` deals first, or as the rules specify if None.

    `game` is the reference to the rules in records.
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
    """An entry was made in the score sheet.

    `line` is the player's line for which a phone made it, and `deal` the deal. Entries of plain
    forms and of old files have neither.
    """

    entry: str
    line: int | None = added_field(None)
    deal: int | None = added_field(None)
    kind: Literal["enter"] = "enter"


@dataclass(frozen=True, slots=True)
class MatchOpened:
    """A match was opened; `bots` has the bot that plays each seat, None for a person.

    `commitment` is the SHA-256 of seed and salt, which are stored as the table's secret. If
    `drawn` is true, everybody draws the seed, and it is the commitment to the server's nonce.
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
    drawn: bool = added_field(False)
    kind: Literal["open online"] = "open online"


@dataclass(frozen=True, slots=True)
class NonceCommitted:
    """The phone of a seat committed to a nonce, in a round of the draw of the seed."""

    seat: int
    round: int
    commitment: str
    kind: Literal["commit"] = "commit"


@dataclass(frozen=True, slots=True)
class NonceRevealed:
    """The phone of a seat revealed its nonce, which may differ from what it has promised."""

    seat: int
    round: int
    nonce: str
    kind: Literal["reveal"] = "reveal"


@dataclass(frozen=True, slots=True)
class DrawContinued:
    """A seat wants the draw to go on, though other phones do not answer."""

    seat: int
    round: int
    kind: Literal["continue draw"] = "continue draw"


@dataclass(frozen=True, slots=True)
class ActionMade:
    """A seat acted in the match, by its person or its bot."""

    seat: int
    action: str
    kind: Literal["act"] = "act"


@dataclass(frozen=True, slots=True)
class ActionTakenBack:
    """A seat took back its last action."""

    seat: int
    kind: Literal["take back"] = "take back"


@dataclass(frozen=True, slots=True)
class RestClaimed:
    """A seat claimed every trick that is left in the deal.

    `plays` are the actions of all seats with which the server has played the rest out. If they are
    empty, the claim was not certain, and the others were asked.
    """

    seat: int
    plays: tuple[str, ...] = ()
    kind: Literal["claim"] = "claim"


@dataclass(frozen=True, slots=True)
class UndoAsked:
    """A seat asked everybody to let it take back what it did last in the deal."""

    seat: int
    kind: Literal["ask undo"] = "ask undo"


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    """A seat agreed to what another one asked everybody, or wants to play on.

    `plays` are those of `RestClaimed`, if all have agreed to a claim now.
    """

    seat: int
    agrees: bool
    plays: tuple[str, ...] = ()
    kind: Literal["answer"] = "answer"


@dataclass(frozen=True, slots=True)
class PlayedBy:
    """A bot plays a seat from now on, or its person again if None."""

    seat: int
    policy: PlayerName | None
    kind: Literal["played by"] = "played by"


@dataclass(frozen=True, slots=True)
class PatienceChosen:
    """A time was chosen after which a bot plays for a person who does not act; None for never."""

    seconds: int | None
    kind: Literal["patience"] = "patience"


@dataclass(frozen=True, slots=True)
class MemberSeated:
    """Somebody joined with a code; a member who had that player's seat loses it."""

    member: Member
    kind: Literal["seat"] = "seat"


@dataclass(frozen=True, slots=True)
class PhoneReplaced:
    """A member goes on with another phone, whose session token has this hash."""

    member: str
    token: str
    kind: Literal["replace phone"] = "replace phone"


@dataclass(frozen=True, slots=True)
class SeatFreed:
    """A member's phone was removed from the table."""

    member: str
    kind: Literal["free"] = "free"


@dataclass(frozen=True, slots=True)
class HostChanged:
    """Another member became the host."""

    member: str
    kind: Literal["host"] = "host"


@dataclass(frozen=True, slots=True)
class RightsChanged:
    """Every seated member was given the host's permissions, or lost them."""

    everybody: bool
    kind: Literal["rights"] = "rights"


@dataclass(frozen=True, slots=True)
class NoteWritten:
    """The date and the note of the match were changed."""

    date: str
    note: str
    kind: Literal["note"] = "note"


@dataclass(frozen=True, slots=True)
class TableDeleted:
    """The table was deleted; it no longer appears in any list."""

    kind: Literal["delete"] = "delete"


PeopleCommand: TypeAlias = (
    MemberSeated
    | PhoneReplaced
    | SeatFreed
    | HostChanged
    | RightsChanged
    | NoteWritten
    | TableDeleted
)
"""Commands at any kind of table."""

SeatCommand: TypeAlias = ActionMade | ActionTakenBack | RestClaimed | UndoAsked | QuestionAnswered
"""Commands of a seat in a match."""

DrawCommand: TypeAlias = NonceCommitted | NonceRevealed | DrawContinued
"""Commands of a phone in the draw of the seed."""

TableCommand: TypeAlias = (
    PeopleCommand
    | TableOpened
    | EntryMade
    | MatchOpened
    | DrawCommand
    | SeatCommand
    | PlayedBy
    | PatienceChosen
)
"""All commands at tables."""


@dataclass(frozen=True, slots=True)
class TableEvent:
    """A command and the id of the member who made it; "" for the server itself."""

    by: str
    did: TableCommand


def event_json(event: TableEvent) -> str:
    """Returns the stored JSON of an event."""
    return json.dumps(to_json(event), ensure_ascii=False, separators=(",", ":"))


def read_event(text: str) -> TableEvent:
    """Returns the event from its stored JSON."""
    event = from_json(TableEvent, json.loads(text))
    assert isinstance(event, TableEvent)
    return event

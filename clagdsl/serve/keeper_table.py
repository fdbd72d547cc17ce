"""A table at which people keep score, as what happened there comes to."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Final, assert_never

from clagdsl.api import PlayableGame
from clagdsl.lang.errors import ClagError
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.game_text import title_of
from clagdsl.lang.rules import Value
from clagdsl.scorekeeping.score_sheet import Sheet
from clagdsl.serve.keeper_view import last_entry
from clagdsl.serve.table_events import (
    ChosenParameter,
    Deed,
    EntryMade,
    HostGiven,
    Member,
    MemberSeated,
    NoteWritten,
    RightsGiven,
    SeatFreed,
    TableDeleted,
    TableEvent,
    TableOpened,
)
from clagdsl.storage.stored import Standing
from clagdsl.table.table import read_parameter

CHANGES: Final = frozenset({"undo", "correct", "join", "leave", "out", "back", "more", "adjust"})
"""The first words of entries that change what was entered, or who plays."""
CHANGES_REFUSED: Final = (
    "corrections, changes of the players and points by hand are the host's, who may allow them to"
    " everybody"
)
MOST_MEMBERS: Final = 100


class NotAllowedError(ClagError):
    """Somebody may not do this at a table; the text says why."""


@dataclass(frozen=True, slots=True)
class KeeperTable:
    """A table after `number` events.

    `authors` has who made each entry of the sheet's log, in order; `everybody` tells whether who
    has a seat may do what the host may.
    """

    name: str
    game: PlayableGame
    sheet: Sheet
    members: tuple[Member, ...]
    host: str
    number: int = 1
    authors: tuple[str, ...] = ()
    everybody: bool = False
    date: str = ""
    note: str = ""
    deleted: bool = False

    @property
    def title(self) -> str:
        """The game that is played."""
        return title_of(self.game.rules)

    @property
    def standing(self) -> Standing:
        """Whether the table goes on, as a list of tables has it."""
        if self.deleted:
            return "deleted"
        return "over" if self.sheet.over else "running"

    @property
    def summary(self) -> str:
        """What lists of tables show of it, as JSON."""
        sheet = self.sheet
        shown = {
            "title": self.title,
            "names": sheet.names,
            "totals": sheet.totals,
            "left": sheet.left,
            "low_wins": sheet.game.winner.low_wins,
            "winners": sheet.winners,
            "deal": sheet.deal,
            "deals": len(sheet.table.schedule),
            "date": self.date,
            "note": self.note,
        }
        return json.dumps(shown, ensure_ascii=False, separators=(",", ":"))

    def member(self, id: str) -> Member | None:
        """The member who is called so."""
        return next((one for one in self.members if one.id == id), None)

    def member_of(self, player: str) -> Member | None:
        """Who has the seat of a player."""
        return next((one for one in self.members if one.player == player), None)

    def author(self, id: str) -> str:
        """The name of whoever did something, also of who has left."""
        found = self.member(id)
        return "somebody" if found is None else found.name

    def after(self, event: TableEvent) -> KeeperTable:
        """The table after an event; raises IllegalAction where the score sheet refuses it."""
        table = replace(self, number=self.number + 1)
        match event.did:
            case EntryMade(entry=entry):
                authors = (*self.authors, event.by)
                return replace(table, sheet=self.sheet.apply(entry), authors=authors)
            case MemberSeated(member=member):
                stay = (
                    one
                    for one in self.members
                    if member.player is None or one.player != member.player or one.id == self.host
                )
                return replace(table, members=(*stay, member))
            case SeatFreed(member=gone):
                return replace(table, members=tuple(m for m in self.members if m.id != gone))
            case HostGiven(member=host):
                return replace(table, host=host)
            case RightsGiven(everybody=everybody):
                return replace(table, everybody=everybody)
            case NoteWritten(date=date, note=note):
                return replace(table, date=date, note=note)
            case TableDeleted():
                return replace(table, deleted=True)
            case TableOpened():
                raise NotAllowedError("the table is open already")
            case _:
                assert_never(event.did)


def opened_table(name: str, game: PlayableGame, opened: TableOpened) -> KeeperTable:
    """A new table; raises ArgumentError where the rules cannot be played so."""
    sheet = game.keep(opened.names, opened.dealer, values_of(game, opened.parameters))
    return KeeperTable(
        name,
        game,
        sheet,
        (opened.host,),
        opened.host.id,
        date=opened.date,
        note=opened.note,
    )


def values_of(game: PlayableGame, chosen: tuple[ChosenParameter, ...]) -> dict[str, Value]:
    """The values of parameters that a table has chosen; raises ArgumentError."""
    known = {parameter.name: parameter for parameter in game.rules.parameters}
    return {
        one.name: read_parameter(known[one.name], one.value) if one.name in known else one.value
        for one in chosen
    }


# --- who may what -------------------------------------------------------------------------


def why_not_allowed(table: KeeperTable, by: Member | None, did: Deed) -> str | None:
    """Why somebody may not do something, in a sentence, or None if they may."""
    if isinstance(did, MemberSeated):
        if len(table.members) >= MOST_MEMBERS:
            return f"a table has at most {MOST_MEMBERS} phones: the host can free seats"
        return None
    if by is None:
        return "only who has a seat at this table may do that: ask the host for a code"
    if by.id == table.host or table.everybody:
        return _never(table, did)
    match did:
        case EntryMade(entry=entry):
            return _why_not_enter(table, by, entry)
        case SeatFreed(member=member) if member == by.id:
            return None
        case _:
            return "that is the host's to do, who may also allow it to everybody"


def _why_not_enter(table: KeeperTable, by: Member, entry: str) -> str | None:
    """Why a member who is not the host may not enter this."""
    first = entry.split(maxsplit=1)[0] if entry.split() else ""
    if first == "undo":
        last = last_entry(table.sheet)
        if last is not None and table.authors[last] == by.id:
            return None
    if first in CHANGES:
        return CHANGES_REFUSED
    if by.player is None:
        return "who watches enters nothing: the host can give you a seat"
    sheet = table.sheet
    if by.player in (sheet.names[line] for line in sheet.left):
        return f"{by.player} has gone home, and this is the phone of {by.player}"
    if sheet.actor is not None and sheet.names[sheet.actor] != by.player and first != "trump":
        return f"it is the turn of {sheet.names[sheet.actor]}, and this is the phone of {by.player}"
    return None


def _never(table: KeeperTable, did: Deed) -> str | None:
    """Why not even the host may do this."""
    match did:
        case SeatFreed(member=member) if member == table.host:
            return "the host cannot go: make somebody else the host first"
        case SeatFreed(member=member) | HostGiven(member=member):
            return None if table.member(member) else "there is no such phone at this table"
        case _:
            return None

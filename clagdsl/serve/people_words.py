"""What people do among themselves at a table, in words, as its log has it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, assert_never

from clagdsl.serve.bot_names import bot_label
from clagdsl.serve.members import People, ToldDeed
from clagdsl.serve.table_events import (
    ActionTakenBack,
    AmongPeople,
    HostGiven,
    MemberSeated,
    NoteWritten,
    PlayedBy,
    RightsGiven,
    SeatFreed,
    TableDeleted,
)

Told: TypeAlias = AmongPeople | PlayedBy | ActionTakenBack
"""What no entry of a sheet and no event of a match tells."""


def told_deed(place: int, by: str, did: Told, people: People, names: Sequence[str]) -> ToldDeed:
    """What a member of that id has done, after so much of the match.

    `people` are those before it, `names` the players in seat order.
    """
    who = did.member.name if isinstance(did, MemberSeated) else people.name_of(by)
    return ToldDeed(place, who, _words(did, by, people, names))


def _words(did: Told, by: str, people: People, names: Sequence[str]) -> str:
    match did:
        case MemberSeated(member=member):
            return "comes to watch" if member.player is None else f"has the seat of {member.player}"
        case SeatFreed(member=id):
            return "leaves" if id == by else f"frees the seat of {people.name_of(id)}"
        case HostGiven(member=id):
            return f"makes {people.name_of(id)} the host"
        case RightsGiven(everybody=everybody):
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

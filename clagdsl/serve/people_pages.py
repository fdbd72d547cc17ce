"""The page of the people at a table: invitation codes, seats, bots and the host's commands."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from clagdsl.lang.numerals import COUNT
from clagdsl.lang.record import PlayerName
from clagdsl.serve.addresses import qr_svg
from clagdsl.serve.form_actions import TablePage, submit_command
from clagdsl.serve.form_fields import (
    LONGEST_NOTE,
    NOTHING_FILLED,
    WrongFormError,
    read_date,
    read_text,
)
from clagdsl.serve.html_pages import rendered
from clagdsl.serve.http import WebRequest, WebResponse, redirect
from clagdsl.serve.join_codes import JoinCodes
from clagdsl.serve.keeper_table import KeeperTable
from clagdsl.serve.lobby import AnyTable, Lobby
from clagdsl.serve.members import offered_bots, why_not_permitted
from clagdsl.serve.online_table import OnlineTable
from clagdsl.serve.page_language import phrase
from clagdsl.serve.replies import member_at
from clagdsl.serve.seat_tokens import new_key
from clagdsl.serve.table_events import (
    HostChanged,
    NoteWritten,
    PatienceChosen,
    PlayedBy,
    RightsChanged,
    SeatFreed,
    TableCommand,
    TableDeleted,
)

PATIENCE: Final = ("", "30", "60", "120", "300")
"""Values of the form for the seconds after which a bot plays for a person who does not act."""


@dataclass(frozen=True, slots=True)
class ShownInvitation:
    """A seat with its member, and the code for it as text, URL and QR code."""

    player: str
    member: str
    taken: bool
    code: str
    address: str
    picture: str


@dataclass(frozen=True, slots=True)
class ShownPlayer:
    """A seat of a match: its bot, whether its person has a phone, whether the viewer
    may change it.
    """

    seat: int
    name: str
    policy: PlayerName | None
    joined: bool
    may: bool


class PeoplePages:
    """The pages of the people at tables; `page` renders the page of any table."""

    def __init__(
        self, lobby: Lobby, codes: JoinCodes, page: TablePage, address: str | None
    ) -> None:
        """Connects the pages to the tables of a lobby.

        `address` is the base URL for QR codes; None uses the address in the browser's request.
        """
        self._lobby = lobby
        self._codes = codes
        self._page = page
        self._address = address

    async def people(self, table: AnyTable, request: WebRequest) -> WebResponse:
        """Returns the page of the people at a table."""
        return await self.people_page(table, request)

    async def people_page(
        self, table: AnyTable, request: WebRequest, problem: str = "", status: int = 200
    ) -> WebResponse:
        """Returns the page of the people; after an error, it shows the message and the input."""
        filled = request.form if problem else NOTHING_FILLED
        about = {"date": table.date, "note": table.note}
        if filled.get("do") == "note":
            about |= filled
        member = member_at(table, request)
        may = why_not_permitted(table, member, RightsChanged(everybody=True)) is None
        if isinstance(table, KeeperTable):
            sheet = table.sheet
            here = tuple(n for line, n in enumerate(sheet.names) if line not in sheet.left)
            players: tuple[ShownPlayer, ...] = ()
        else:
            here = table.names
            own = table.seat_of(member)
            players = tuple(_player(table, seat, may=may or seat == own) for seat in _seats(table))
        own_code = "" if member is None else self._codes.own_code(table.name, member.id)
        first_page = self._address or request.base_url
        own_address = f"{first_page}/j/{own_code}"
        page = rendered(
            "people.html",
            table=table,
            member=member,
            first_page=first_page,
            own_code=own_code,
            own_picture=await asyncio.to_thread(qr_svg, own_address) if own_code else "",
            may=may,
            invitations=await self._invitations(table, (*here, None) if may else (), request),
            players=players,
            bots=offered_bots(table.game),
            about=about,
            problem=problem,
            filled=filled,
            longest_note=LONGEST_NOTE,
            patience=PATIENCE,
            key=new_key(),
        )
        return WebResponse(page, status=status)

    async def _invitations(
        self, table: AnyTable, players: Sequence[str | None], request: WebRequest
    ) -> list[ShownInvitation]:
        """Returns an invitation for each player; None in `players` gives one for a watcher.

        QR codes are drawn in a thread.
        """
        codes = [self._codes.invite(table.name, player) for player in players]
        addresses = [f"{self._address or request.base_url}/j/{code}" for code in codes]
        pictures = await asyncio.to_thread(lambda: [*map(qr_svg, addresses)])
        invitations = []
        for player, *shown in zip(players, codes, addresses, pictures, strict=True):
            has = None if player is None else table.member_of(player)
            member = "" if has is None else has.id
            invitations.append(ShownInvitation(player or "", member, has is not None, *shown))
        return invitations

    async def change(self, table: AnyTable, request: WebRequest) -> WebResponse:
        """Executes a command from the page, such as freeing a seat or deleting the table."""
        try:
            did = _parse_command(request.form, offered_bots(table.game))
        except WrongFormError as error:
            return await self.people_page(table, request, str(error), 422)
        if request.form.get("back") == "table":
            return await submit_command(self._lobby, table, request, did, self._page)
        answer = await submit_command(self._lobby, table, request, did, self.people_page, "/people")
        if answer.status == 303 and isinstance(did, TableDeleted):
            return redirect("/")
        return answer


def _seats(table: OnlineTable) -> range:
    return range(len(table.names))


def _player(table: OnlineTable, seat: int, *, may: bool) -> ShownPlayer:
    name = table.names[seat]
    return ShownPlayer(seat, name, table.policies[seat], table.member_of(name) is not None, may)


def _parse_command(form: Mapping[str, str], bots: Sequence[PlayerName]) -> TableCommand:
    """Returns the command that a form makes; raises WrongFormError if it is invalid."""
    match form.get("do"):
        case "free":
            return SeatFreed(form.get("member", ""))
        case "host":
            return HostChanged(form.get("member", ""))
        case "rights":
            return RightsChanged(everybody=form.get("everybody") == "yes")
        case "note":
            return NoteWritten(read_date(form), read_text(form, "note", LONGEST_NOTE))
        case "delete" if form.get("sure") == "yes":
            return TableDeleted()
        case "delete":
            raise WrongFormError(phrase("people-tick"))
        case "patience" if (text := form.get("seconds", "")) in PATIENCE:
            return PatienceChosen(int(text) if text else None)
        case "play":
            return PlayedBy(_seat(form.get("seat", "")), _bot(form.get("policy", ""), bots))
        case _:
            raise WrongFormError(phrase("people-no-button"))


def _seat(text: str) -> int:
    if not COUNT.fullmatch(text):
        raise WrongFormError(phrase("people-no-seat"))
    return int(text)


def _bot(text: str, bots: Sequence[PlayerName]) -> PlayerName | None:
    if text and text not in bots:
        raise WrongFormError(phrase("people-no-bot", bots=phrase("or").join(bots)))
    return text or None

"""The pages of a match whose cards the server deals: a shell, the same for everybody, and plain
pages without script, which show each phone only its seat's view.

The shell loads the online table (`page_files`), which draws what the server sends and posts acts
as JSON (`online_sync`). The plain page is made from the same state.
"""

from __future__ import annotations

import asyncio
from typing import cast

from clagdsl.engine.actions import TEXT_LIMIT
from clagdsl.lang.cards import Suit
from clagdsl.lang.json_value import JsonObject
from clagdsl.records.writing import write_record
from clagdsl.serve.addresses import qr_svg
from clagdsl.serve.form_actions import TablePage, submit_command
from clagdsl.serve.form_fields import NOTHING_FILLED, WrongFormError, read_text
from clagdsl.serve.html_pages import rendered
from clagdsl.serve.http import TOML, WebRequest, WebResponse
from clagdsl.serve.lobby import Lobby
from clagdsl.serve.match_log import match_log
from clagdsl.serve.online_sync import command_of, now_json, viewer_of
from clagdsl.serve.online_table import OnlineTable
from clagdsl.serve.page_files import shell
from clagdsl.serve.page_language import phrase
from clagdsl.serve.replies import file_name, member_at, refused, sentence
from clagdsl.serve.seat_tokens import new_key


class OnlinePages:
    """The pages of matches; `page` renders the page of any table."""

    def __init__(self, lobby: Lobby, page: TablePage) -> None:
        self._lobby = lobby
        self._page = page

    async def shell(self, table: OnlineTable, _request: WebRequest) -> WebResponse:
        """Returns the page that loads the online table."""
        title = phrase("shell-table")
        return shell("table", "shell.html", name=table.name, kind="table", title=title)

    async def join_code(self, table: OnlineTable, request: WebRequest) -> WebResponse:
        """Returns the address of the table as a QR code."""
        drawn = await asyncio.to_thread(qr_svg, f"{request.base_url}/t/{table.name}")
        return WebResponse(drawn, media_type="image/svg+xml")

    async def plain(self, table: OnlineTable, request: WebRequest) -> WebResponse:
        """Returns the page that works without script."""
        return await self.plain_page(table, request)

    async def plain_page(
        self, table: OnlineTable, request: WebRequest, problem: str = "", status: int = 200
    ) -> WebResponse:
        """Returns the plain page; after an error, it shows the message and the input."""
        viewer = viewer_of(table, member_at(table, request))
        seat = viewer.seat
        now = now_json(table, viewer, table.number)
        page = rendered(
            "plain_match.html",
            table=table,
            now=now,
            seat=seat,
            turn="" if seat is None else table.form_turn_of(seat),
            headline="" if table.is_drawing else _headline(table, now),
            trump=_trump_text(table.view(seat).trump),
            is_replaced=seat is not None and table.policies[seat] is not None,
            typed=(request.form if problem else NOTHING_FILLED).get("entry", ""),
            problem=problem,
            key=new_key(),
        )
        return WebResponse(page, status=status)

    async def enter(self, table: OnlineTable, request: WebRequest) -> WebResponse:
        """Takes an action in the match for the member's own seat."""
        form = request.form
        seat = table.seat_of(member_at(table, request))
        if seat is None:
            watching = phrase("plain-watching")
            return await self.plain_page(table, request, watching, 403)
        try:
            text = read_text(form, "entry", TEXT_LIMIT)
        except WrongFormError as error:
            return await self.plain_page(table, request, str(error), 422)
        if not text:
            return await self.plain_page(table, request, phrase("plain-nothing-entered"), 422)
        did = command_of(seat, text)
        return await submit_command(self._lobby, table, request, did, self._page, "/plain")

    async def log(self, table: OnlineTable, request: WebRequest) -> WebResponse:
        """Returns the log of everything that the viewer has seen, with authors, the last first."""
        lines = match_log(table, table.seat_of(member_at(table, request)))
        entries = list(enumerate(lines, 1))[::-1]
        return WebResponse(rendered("online_log.html", table=table, entries=entries))

    async def record(self, table: OnlineTable, _request: WebRequest) -> WebResponse:
        """Returns the match as a record, which `clagdsl replay` verifies; refused until the match
        is over.
        """
        if not table.state.over:
            return refused(phrase("record-later"), 403)
        text = write_record(table.record())
        name = f"{file_name(table.title)}-{table.date or table.name}.toml"
        return WebResponse(text, media_type=TOML, filename=name)


def _headline(table: OnlineTable, now: JsonObject) -> str:
    """Returns a sentence that says whose turn it is."""
    if now["legal"] or "groups" in now:
        return phrase("plain-your-turn")
    acting = cast("list[int]", now["actors"])
    if not acting:
        return sentence(phrase("table-match-over"))
    return phrase("plain-turn-of", names=[table.names[seat] for seat in acting])


def _trump_text(trump: tuple[Suit, ...] | None) -> str:
    if trump is None:
        return phrase("plain-trump-unknown")
    return phrase("then").join(phrase("suit", suit=suit) for suit in trump) or phrase("keeper-none")

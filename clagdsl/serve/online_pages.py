"""The pages of a match whose cards the server deals; each phone shows only its seat's view."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial

from clagdsl.engine.actions import TEXT_LIMIT
from clagdsl.records.writing import write_record
from clagdsl.serve.addresses import qr_svg
from clagdsl.serve.form_actions import TablePage, submit_command
from clagdsl.serve.form_fields import NOTHING_ENTERED, NOTHING_FILLED, WrongFormError, read_text
from clagdsl.serve.fragments import LivePage, PageCache, SharedParts
from clagdsl.serve.html_pages import rendered, rendered_live
from clagdsl.serve.http import TOML, WebRequest, WebResponse, redirect
from clagdsl.serve.lobby import Lobby
from clagdsl.serve.match_log import match_log
from clagdsl.serve.online_now import MOST_BUTTONS
from clagdsl.serve.online_sync import MatchViewer, match_seen, viewer_of
from clagdsl.serve.online_table import OnlineTable
from clagdsl.serve.online_view import call_action, match_face
from clagdsl.serve.page_files import shell_page
from clagdsl.serve.replies import file_name, member_at, refused
from clagdsl.serve.seat_tokens import new_key
from clagdsl.serve.table_events import ActionMade, ActionTakenBack, Member


class OnlinePages:
    """The pages of matches; `page` renders the page of any table."""

    def __init__(self, lobby: Lobby, page: TablePage) -> None:
        self._lobby = lobby
        self._page = page
        self._pages = PageCache()

    async def shell(self, table: OnlineTable, _request: WebRequest) -> WebResponse:
        """Returns the page that loads the online table."""
        return shell_page(table.name, "table", "Online table")

    async def join_code(self, table: OnlineTable, request: WebRequest) -> WebResponse:
        """Returns the address of the table as a QR code."""
        drawn = await asyncio.to_thread(qr_svg, f"{request.base_url}/t/{table.name}")
        return WebResponse(drawn, media_type="image/svg+xml")

    async def table_page(
        self, table: OnlineTable, request: WebRequest, problem: str = "", status: int = 200
    ) -> WebResponse:
        """Returns the page of a match; after an error, it shows the message and the input."""
        page = self.live(table, member_at(table, request), problem, request.form if problem else {})
        return WebResponse(page.whole(new_key()), status=status)

    def live(
        self,
        table: OnlineTable,
        member: Member | None,
        problem: str = "",
        filled: Mapping[str, str] = NOTHING_FILLED,
    ) -> LivePage:
        """Returns a member's page of a match, with its live parts."""
        viewer = viewer_of(table, member)
        if problem:
            return _render_match(table, viewer, {}, problem, filled)
        return self._pages.page(table, viewer, partial(_render_match, table, viewer))

    async def enter(self, table: OnlineTable, request: WebRequest) -> WebResponse:
        """Takes an action in the match for the member's own seat."""
        form = request.form
        seat = table.seat_of(member_at(table, request))
        if seat is None:
            watching = "You are watching: who has a code from the host can play."
            return await self.table_page(table, request, watching, 403)
        try:
            text = read_text(form, "entry", "An action", TEXT_LIMIT)
        except WrongFormError as error:
            return await self.table_page(table, request, str(error), 422)
        if form.get("row") == "call":
            text = call_action(form)
        if not text:
            return await self.table_page(table, request, NOTHING_ENTERED, 422)
        did = ActionMade(seat, text)
        if text == "undo":
            return await submit_command(
                self._lobby, table, request, ActionTakenBack(seat), self._page, "/plain"
            )
        return await submit_command(self._lobby, table, request, did, self._page, "/plain")

    async def deal(self, table: OnlineTable, _request: WebRequest) -> WebResponse:
        """Redirects to the score sheet, as a deal of a match does not have a separate page."""
        return redirect(f"/t/{table.name}/plain#sheet")

    async def log(self, table: OnlineTable, request: WebRequest) -> WebResponse:
        """Returns the log of everything that the viewer has seen, with authors, the last first."""
        lines = match_log(table, table.seat_of(member_at(table, request)))
        entries = list(enumerate(lines, 1))[::-1]
        return WebResponse(rendered("online_log.html", table=table, entries=entries))

    async def paper(self, table: OnlineTable, _request: WebRequest) -> WebResponse:
        """Returns the score sheet for printing, with public facts only."""
        face = match_face(match_seen(table, None))
        page = rendered(
            "online_print.html", table=table, names=table.names, face=face, rows=face.rows[::-1]
        )
        return WebResponse(page)

    async def record(self, table: OnlineTable, _request: WebRequest) -> WebResponse:
        """Returns the match as a record, which `clagdsl replay` verifies; refused until the match
        is over.
        """
        if not table.state.over:
            return refused("The record holds every card: it is given once the match is over.", 403)
        text = write_record(table.record())
        name = f"{file_name(table.title)}-{table.date or table.name}.toml"
        return WebResponse(text, media_type=TOML, filename=name)


def _render_match(
    table: OnlineTable,
    viewer: MatchViewer,
    shared: SharedParts,
    problem: str = "",
    filled: Mapping[str, str] = NOTHING_FILLED,
) -> LivePage:
    """Renders a match's page for viewers with this seat and permission, from the view
    of the seat.
    """
    seat = viewer.seat
    return rendered_live(
        "online.html",
        table.number,
        shared,
        table=table,
        face=match_face(match_seen(table, seat)),
        names=table.names,
        seat=seat,
        turn="" if seat is None else table.form_turn_of(seat),
        away=seat is not None and table.policies[seat] is not None,
        may_take_back=viewer.may_take_back,
        commitment=table.secret.commitment,
        told=table.secret if table.state.over else None,
        most_buttons=MOST_BUTTONS,
        problem=problem,
        filled=filled,
    )

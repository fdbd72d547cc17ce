"""The stream of a table: whenever it stands otherwise, what of a page that is open changes.

One message for each change, made of the page as whoever listens sees it and of nothing else.  It
goes out without the library's streams: a thousand phones take what one write each takes.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from clagdsl.serve.answering import sent
from clagdsl.serve.exchange import WebRequest
from clagdsl.serve.live_page import LivePage
from clagdsl.serve.lobby import AnyTable, ChangeListener, Lobby
from clagdsl.serve.replies import member_at, refused
from clagdsl.serve.seat_tokens import new_key
from clagdsl.serve.site import Site
from clagdsl.serve.stream_limits import Seat, StreamLimits
from clagdsl.serve.worker_process import WorkerError
from clagdsl.storage.stored import StorageError

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import Receive, Scope, Send

HEADERS: Final = [(b"content-type", b"text/event-stream; charset=utf-8")]
STILL_HERE: Final = b"event: here\ndata: still\n\n"
"""An event of its own: a page that has missed it knows that it is cut off, and asks anew."""


@dataclass(frozen=True, slots=True)
class _ShownAlready:
    """What a page shows that begins to listen: the events seen, and whether it is as it was made.

    A page that says what was refused is not: it is told anew as a whole when anything changes.
    """

    number: int | None
    clean: bool


class ChangeStream:
    """Answers who wants to be told of what changes at a table, as long as they are there."""

    def __init__(self, site: Site, lobby: Lobby) -> None:
        self._site = site
        self._lobby = lobby
        self._limits = StreamLimits()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Tell of changes until nobody listens any more; raises StorageError before the first."""
        from starlette.requests import Request

        request = Request(scope, receive)
        name = str(request.path_params["table"])
        table = await self._lobby.table(name)
        if table is None:
            await sent(refused("There is no such table here.", 404))(scope, receive, send)
            return
        asked = WebRequest({"table": name}, cookies=request.cookies)
        member, listener = member_at(table, asked), ChangeListener()
        seat = None if member is None else Seat(name, member.id)
        client = "" if request.client is None else request.client.host
        with self._limits.place(client, seat, listener) as has_place:
            if has_place:
                await self._listen(request, asked, listener, send)
            else:
                answer = refused("Too many pages are open at this server.", 503)
                await sent(answer)(scope, receive, send)

    async def _listen(
        self, request: Request, asked: WebRequest, listener: ChangeListener, send: Send
    ) -> None:
        known = request.headers.get("last-event-id", "")
        clean = bool(known) or "whole" not in request.query_params
        number = known or request.query_params.get("seen", "")
        short = number.isascii() and number.isdigit() and len(number) < 9
        shown = _ShownAlready(int(number) if short else None, clean)
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        leaving = asyncio.create_task(_until_gone(request.receive, listener))
        try:
            await self._tell(asked.parts["table"], asked, shown, listener, send)
        except (StorageError, WorkerError):
            pass  # the page asks again by itself
        finally:
            leaving.cancel()
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _tell(
        self,
        name: str,
        asked: WebRequest,
        shown: _ShownAlready,
        listener: ChangeListener,
        send: Send,
    ) -> None:
        page: LivePage | None = None
        first = True
        async with aclosing(self._lobby.changes(name, listener)) as changes:
            async for table in changes:
                if table is None:
                    body = STILL_HERE
                elif table.deleted:
                    body = message(table, json.dumps({"gone": True}))
                else:
                    now = await self._site.live(table, asked)
                    if first and shown.number == now.number:
                        told = json.dumps({"number": now.number, "parts": {}})
                        page = now if shown.clean else None
                    else:
                        told, page = now.since(page, new_key()), now
                    body, first = message(table, told), False
                await send({"type": "http.response.body", "body": body, "more_body": True})
                if table is not None and table.deleted:
                    return


def message(table: AnyTable, told: str) -> bytes:
    """A message of a stream: a browser that asks again says the number of the last one it got."""
    return f"id: {table.number}\ndata: {told}\n\n".encode()


async def _until_gone(receive: Receive, listener: ChangeListener) -> None:
    """Wait until nobody listens any more."""
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.end()

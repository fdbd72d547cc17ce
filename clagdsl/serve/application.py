"""The ASGI application: Starlette routes, form parsing, SSE streams and security checks.

A request first passes `SecurityMiddleware`, which checks its host, its origin and its length, and
adds the security headers to every response. Then Starlette chooses the route. `_endpoint` reads the
body within a time limit, parses the form and calls the handler of the page, which does not depend
on Starlette. Every error becomes a `WebRefusal`: a page, or JSON at the addresses of the API.

The routes that are not pages are streams of server-sent events for a table (`TableStream`).
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    Collection,
    Iterator,
    Mapping,
)
from contextlib import aclosing, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final
from urllib.parse import parse_qsl

from clagdsl.lang.resources import data_folder
from clagdsl.serve.html_pages import FOLDER
from clagdsl.serve.http import (
    MAX_BODY_BYTES,
    SECURITY_HEADERS,
    WebRequest,
    WebResponse,
    why_refused,
)
from clagdsl.serve.lobby import AnyTable, ChangeListener, Lobby
from clagdsl.serve.online_table import OnlineTable
from clagdsl.serve.page_language import phrase, set_language
from clagdsl.serve.rate_limit import OWN
from clagdsl.serve.replies import (
    WebRefusal,
    failure,
    member_at,
    no_answer,
    not_here,
    refusal,
    refused,
)
from clagdsl.serve.site import Page, Site
from clagdsl.serve.worker_pool import WorkerError
from clagdsl.storage.model import StorageError

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

# --- limits for open streams: guests cannot use up the places of members ----------------


MOST_STREAMS: Final = 2000  # of all clients together
MOST_OF_STRANGERS: Final = 1000
"""Maximum number of streams for guests, who have no seat; the others are reserved for members."""
STRANGERS_OF_ADDRESS: Final = 200  # streams of guests
MEMBERS_OF_ADDRESS: Final = 500
"""Maximum number of streams of each kind per IP address; the host of a table counts as a member."""
OF_SEAT: Final = 8
"""Maximum number of streams per seat; a further one ends the oldest, which is probably abandoned.
"""


@dataclass(frozen=True, slots=True)
class Seat:
    """The seat of a member at a table."""

    table: str
    member: str


class StreamLimits:
    """The open streams, counted by IP address and by seat."""

    def __init__(self) -> None:
        self._strangers: Counter[str] = Counter()
        self._members: Counter[str] = Counter()
        self._seats: dict[Seat, list[ChangeListener]] = {}

    @contextmanager
    def place(self, client: str, seat: Seat | None, listener: ChangeListener) -> Iterator[bool]:
        """Reserves a place for a stream until it ends; yields False if all places are taken."""
        counted = self._strangers if seat is None else self._members
        if not self._has_capacity(client, is_member=seat is not None):
            yield False
            return
        counted[client] += 1
        if seat is not None:
            same = self._seats.setdefault(seat, [])
            if len(same) >= OF_SEAT:
                same[0].end()
                del same[0]
            same.append(listener)
        try:
            yield True
        finally:
            counted[client] -= 1
            if not counted[client]:
                del counted[client]
            if seat is not None:
                self._release(seat, listener)

    def _has_capacity(self, client: str, *, is_member: bool) -> bool:
        strangers, members = self._strangers.total(), self._members.total()
        if is_member:
            own, most = self._members[client], MEMBERS_OF_ADDRESS
            is_full = strangers + members >= MOST_STREAMS
        else:
            own, most = self._strangers[client], STRANGERS_OF_ADDRESS
            is_full = strangers >= MOST_OF_STRANGERS or strangers + members >= MOST_STREAMS
        return not is_full and (client in OWN or own < most)

    def _release(self, seat: Seat, listener: ChangeListener) -> None:
        same = self._seats.get(seat, [])
        if listener in same:
            same.remove(listener)
        if not same:
            self._seats.pop(seat, None)


# --- responses in Starlette's form ------------------------------------------------------


A_YEAR: Final = 365 * 24 * 3600


def to_starlette(answer: WebResponse, *, secure: bool = False) -> Response:
    """Returns the Starlette response; if `secure`, its cookies are sent over TLS only."""
    from starlette.responses import Response

    response = Response(answer.body, answer.status, media_type=answer.media_type)
    response.headers["content-security-policy"] = answer.csp
    if answer.location is not None:
        response.headers["location"] = answer.location
    if answer.retry_after is not None:
        response.headers["retry-after"] = str(answer.retry_after)
    if answer.is_immutable:
        response.headers["cache-control"] = f"public, max-age={A_YEAR}, immutable"
    elif answer.is_shell:
        response.headers["cache-control"] = "no-cache"
    if answer.filename is not None:
        response.headers["content-disposition"] = f'attachment; filename="{answer.filename}"'
    for cookie in answer.cookies:
        response.set_cookie(
            cookie.name,
            cookie.value,
            max_age=A_YEAR,
            path=cookie.path,
            secure=secure,
            httponly=True,
            samesite="strict",
        )
    return response


# --- the event stream of a table --------------------------------------------------------

EVENTS: Final = "/t/{table}/events"
WALL_EVENTS: Final = "/t/{table}/wall/events"
HEADERS: Final = [(b"content-type", b"text/event-stream; charset=utf-8")]


class TableStream:
    """Server-sent events for a table, for as long as a client listens.

    They are the entries of a score sheet or the states of a match, and the changes of people and
    note (`sync`).
    """

    takes_cookies: ClassVar[bool] = True
    """False if the stream is the public one, even in the browser of a player."""

    def __init__(self, site: Site, lobby: Lobby, limits: StreamLimits) -> None:
        self._site = site
        self._lobby = lobby
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends changes until the client disconnects; raises StorageError only before the first
        message.
        """
        from starlette.requests import Request

        request = Request(scope, receive)
        name = str(request.path_params["table"])
        table = await self._lobby.table(name)
        if table is None or not self.serves(table):
            await to_starlette(refused(phrase("no-table-here"), 404))(scope, receive, send)
            return
        # a browser that reconnects by itself repeats the query with which it began
        query = {} if "last-event-id" in request.headers else request.query_params
        cookies = request.cookies if self.takes_cookies else {}
        web_request = WebRequest({"table": name}, query, cookies=cookies)
        member, listener = member_at(table, web_request), ChangeListener()
        seat = None if member is None else Seat(name, member.id)
        client = "" if request.client is None else request.client.host
        with self._limits.place(client, seat, listener) as has_place:
            if has_place:
                await self._listen(request, web_request, listener, send)
            else:
                answer = refused(phrase("too-many-pages"), 503)
                await to_starlette(answer)(scope, receive, send)

    def serves(self, _table: AnyTable) -> bool:
        """Returns whether this kind of table has such a stream."""
        return True

    async def messages(
        self, request: WebRequest, shown: int | None, changes: AsyncIterator[AnyTable | None]
    ) -> AsyncGenerator[bytes, None]:
        """Yields the events that a client lacks which knows everything up to number `shown`.

        `changes` has the table now and after every change, and None after every quiet interval.
        """
        sheet = self._site.sync.events(request, shown or 0)
        match = self._site.match_sync.events(request, shown or 0)
        async for table in changes:
            if isinstance(table, OnlineTable):
                events = match.after_change(table)
            else:
                events = sheet.after_change(table)
            for event in events:
                yield event.encode()
            if table is not None and table.deleted:
                return

    async def _listen(
        self, request: Request, web_request: WebRequest, listener: ChangeListener, send: Send
    ) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        leaving = asyncio.create_task(_wait_for_disconnect(request.receive, listener))
        name = web_request.path_params["table"]
        try:
            async with (
                aclosing(self._lobby.changes(name, listener)) as changes,
                aclosing(self.messages(web_request, _last_number(request), changes)) as bodies,
            ):
                async for body in bodies:
                    await send({"type": "http.response.body", "body": body, "more_body": True})
        except (StorageError, WorkerError):
            pass  # the page reconnects by itself
        finally:
            leaving.cancel()
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def _last_number(request: Request) -> int | None:
    """Returns the number of the last event that a client has, from the header of a browser that
    reconnects, or from the query.
    """
    number = request.headers.get("last-event-id") or request.query_params.get("after", "")
    return int(number) if number.isascii() and number.isdigit() and len(number) < 9 else None


class WallStream(TableStream):
    """The public states of a match, for a screen that everybody sees."""

    takes_cookies = False

    def serves(self, table: AnyTable) -> bool:
        """Returns whether the server deals the cards of a table."""
        return isinstance(table, OnlineTable)


async def _wait_for_disconnect(receive: Receive, listener: ChangeListener) -> None:
    """Waits for the client to disconnect, then ends the listener."""
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.end()


# --- the application --------------------------------------------------------------------

MOST_FIELDS: Final = 300
"""Maximum number of fields in a form."""
FILES: Final = ("/static/", "/editor/", "/web/")
"""Path prefixes of static files, which browsers may cache but must revalidate."""
FILES_CACHED: Final = (b"cache-control", b"no-cache")
NOT_CACHED: Final = (b"cache-control", b"no-store")


def application(
    site: Site, lobby: Lobby, names: Collection[str], report: Callable[[StorageError], None]
) -> SecurityMiddleware:
    """Returns the whole application, which accepts requests for these host names.

    `report` is called with every error of the file of tables.
    """
    from starlette.applications import Starlette
    from starlette.middleware.gzip import GZipMiddleware
    from starlette.routing import Mount, Route
    from starlette.staticfiles import StaticFiles

    refusals = WebRefusals({page.address: page.refusal_key for page in site.pages})
    limits = StreamLimits()

    async def not_found(request: Request, _error: Exception) -> Response:
        return refusals.response(request.url.path, not_here(phrase("no-page-here")))

    async def wrong_method(request: Request, _error: Exception) -> Response:
        return refusals.response(request.url.path, refusal(phrase("refused-method"), 405))

    async def storage_failed(request: Request, error: Exception) -> Response:
        assert isinstance(error, StorageError)
        report(error)
        is_read = request.method in ("GET", "HEAD")
        return refusals.response(request.url.path, failure(error, is_read=is_read))

    async def worker_failed(request: Request, error: Exception) -> Response:
        assert isinstance(error, WorkerError)
        return refusals.response(request.url.path, no_answer(error))

    async def internal_error(request: Request, _error: Exception) -> Response:
        return refusals.response(request.url.path, refusal(phrase("server-failed"), 500))

    pages = Starlette(
        routes=[
            Route(EVENTS, TableStream(site, lobby, limits), methods=["GET"]),
            Route(WALL_EVENTS, WallStream(site, lobby, limits), methods=["GET"]),
            # Starlette tries the routes in order, so the most frequent ones come first
            *(
                Route(page.address, _endpoint(page, refusals), methods=[page.method])
                for page in sorted(site.pages, key=lambda one: not one.address.startswith("/t/"))
            ),
            Mount("/static", StaticFiles(directory=FOLDER / "static")),
            Mount("/web", StaticFiles(directory=data_folder("web"))),
            Mount("/editor", StaticFiles(directory=data_folder("web") / "playground", html=True)),
        ],
        exception_handlers={
            404: not_found,
            405: wrong_method,
            StorageError: storage_failed,
            WorkerError: worker_failed,
            Exception: internal_error,
        },
    )
    # not added as Starlette middleware: Starlette's own error responses would bypass that
    body_limits = {page.address: page.max_body for page in site.pages if page.reads_body}
    return SecurityMiddleware(GZipMiddleware(pages), names, refusals, body_limits)


class WebRefusals:
    """Turns refusals into responses: JSON at the addresses of the API, a page everywhere else."""

    def __init__(self, keys: Mapping[str, str]) -> None:
        """Takes the key of the text in the JSON of each address; "" is for a page."""
        from starlette.routing import compile_path

        self._keys = [(compile_path(address)[0], key) for address, key in keys.items() if key]

    def response(self, path: str, refusal: WebRefusal) -> Response:
        """Returns the Starlette response for a refusal."""
        key = next((key for pattern, key in self._keys if pattern.fullmatch(path)), "")
        return to_starlette(refusal.json(key) if key else refusal.page())


class SecurityMiddleware:
    """Refuses requests by host, origin and length, and adds security headers to all responses.

    It is the outermost layer, so the responses of every route and every error have the headers.
    """

    def __init__(
        self,
        app: ASGIApp,
        names: Collection[str],
        refusals: WebRefusals,
        body_limits: Mapping[str, int],
    ) -> None:
        """Wraps an application; `body_limits` maps the paths that accept larger bodies to their
        limits in bytes.
        """
        self._app = app
        self._names = names
        self._refusals = refusals
        self._body_limits = body_limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sets the language of a request; passes it on, or refuses it before its body is read."""
        from starlette.requests import Request

        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        browser = Request(scope)
        accepted = browser.headers.get("accept-language", "")
        set_language(browser.cookies.get("language"), accepted)
        cache_header = FILES_CACHED if scope["path"].startswith(FILES) else NOT_CACHED

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message["headers"]]
                own = {name for name, _ in headers}
                headers += [one for one in (*SECURITY_HEADERS, cache_header) if one[0] not in own]
                message = {**message, "headers": headers}
            await send(message)

        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host, origin = headers.get(b"host", ""), headers.get(b"origin")
        fetch_site = headers.get(b"sec-fetch-site")
        why = why_refused(scope["method"], host, origin, fetch_site, self._names)
        length, most = headers.get(b"content-length", "0"), self._body_limit(scope["path"])
        problem = None
        if why is not None:
            problem = refusal(why, 403)
        elif not (length.isascii() and length.isdigit()) or int(length[:12]) > most:
            problem = _too_long(most)
        answer = self._app if problem is None else self._refusals.response(scope["path"], problem)
        await answer(scope, receive, send_with_headers)

    def _body_limit(self, path: str) -> int:
        return self._body_limits.get(path, MAX_BODY_BYTES)


def _endpoint(page: Page, refusals: WebRefusals) -> Callable[[Request], Awaitable[Response]]:
    from starlette.requests import ClientDisconnect

    from clagdsl.serve import slow_clients

    async def endpoint(request: Request) -> Response:
        form: dict[str, str] = {}
        body = b""
        if page.method == "POST":
            try:
                async with asyncio.timeout(slow_clients.LONGEST_WAIT):
                    async for piece in request.stream():
                        body += piece
                        if len(body) > page.max_body:
                            return refusals.response(page.address, _too_long(page.max_body))
            except TimeoutError:
                return refusals.response(page.address, refusal(phrase("refused-slow"), 408))
            except ClientDisconnect:  # nobody will read this response, but the log stays clean
                return refusals.response(page.address, refusal(phrase("refused-form"), 400))
            try:
                if not page.reads_body:
                    form = _parse_form(body)
            except ValueError:
                return refusals.response(page.address, refusal(phrase("refused-form"), 400))
        client = "" if request.client is None else request.client.host
        web_request = WebRequest(
            {name: str(value) for name, value in request.path_params.items()},
            dict(request.query_params),
            form,
            request.cookies,
            f"{request.url.scheme}://{request.headers.get('host', '')}",
            client,
            body if page.reads_body else b"",
        )
        return to_starlette(await page.handler(web_request), secure=request.url.scheme == "https")

    return endpoint


def _parse_form(body: bytes) -> dict[str, str]:
    """Returns form fields with whitespace collapsed; raises ValueError if the form is malformed."""
    fields = parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    return {name: " ".join(text.split()) for name, text in fields}


def _too_long(most: int) -> WebRefusal:
    return refusal(phrase("refused-long", most=most), 413)

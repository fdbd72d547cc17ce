"""The pages behind Starlette: what a request may be, and how an answer is sent."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl

from clagdsl.lang.resources import data_folder
from clagdsl.serve.answering import sent
from clagdsl.serve.change_stream import ChangeStream
from clagdsl.serve.exchange import SECURITY_HEADERS, WebRequest
from clagdsl.serve.guards import LONGEST_BODY, why_refused
from clagdsl.serve.html_pages import FOLDER
from clagdsl.serve.lobby import Lobby
from clagdsl.serve.replies import WebRefusal, failure, no_answer, plain, sentence
from clagdsl.serve.site import Page, Site
from clagdsl.serve.worker_process import WorkerError
from clagdsl.storage.stored import StorageError

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_FIELDS: Final = 300
"""No form has more fields."""
FILES: Final = ("/static/", "/editor/")
"""Where files are served, which browsers may keep as long as they ask whether they have changed."""
FILES_CACHED: Final = (b"cache-control", b"no-cache")
NOT_CACHED: Final = (b"cache-control", b"no-store")
NOTHING_THERE: Final = WebRefusal("Not here", "There is nothing at this address.", 404)
OTHER_METHOD: Final = WebRefusal("Refused", "This address is not asked in that way.", 405)
TOO_SLOW: Final = WebRefusal("Refused", "What was sent did not arrive in time.", 408)
NO_FORM: Final = WebRefusal("Refused", "The form cannot be read.", 400)
OUR_BUG: Final = WebRefusal("Refused", "That went wrong here, and is no mistake of yours.", 500)


def application(site: Site, lobby: Lobby, names: Collection[str]) -> Guard:
    """The whole server, which goes by these names."""
    from starlette.applications import Starlette
    from starlette.routing import Mount, Route
    from starlette.staticfiles import StaticFiles

    refusals = WebRefusals(frozenset(page.address for page in site.pages if page.for_programs))

    async def nothing_there(asked: Request, _error: Exception) -> Response:
        return refusals.sent(asked.url.path, NOTHING_THERE)

    async def other_method(asked: Request, _error: Exception) -> Response:
        return refusals.sent(asked.url.path, OTHER_METHOD)

    async def not_kept(asked: Request, error: Exception) -> Response:
        assert isinstance(error, StorageError)
        return refusals.sent(asked.url.path, failure(error))

    async def no_worker(asked: Request, error: Exception) -> Response:
        assert isinstance(error, WorkerError)
        return refusals.sent(asked.url.path, no_answer(error))

    async def our_bug(asked: Request, _error: Exception) -> Response:
        return refusals.sent(asked.url.path, OUR_BUG)

    pages = Starlette(
        routes=[
            Route("/t/{table}/changes", ChangeStream(site, lobby), methods=["GET"]),
            # the library tries one after the other: what is asked for most stands first
            *(
                Route(page.address, _endpoint(page, refusals), methods=[page.method])
                for page in sorted(site.pages, key=lambda one: not one.address.startswith("/t/"))
            ),
            Mount("/static", StaticFiles(directory=FOLDER / "static")),
            Mount("/editor", StaticFiles(directory=data_folder("web") / "playground", html=True)),
        ],
        exception_handlers={
            404: nothing_there,
            405: other_method,
            StorageError: not_kept,
            WorkerError: no_worker,
            Exception: our_bug,
        },
    )
    # not a middleware of the library, which answers its own errors outside all of those
    longer = {page.address: page.longest for page in site.pages if page.whole_body}
    return Guard(pages, names, refusals, longer)


@dataclass(frozen=True, slots=True)
class WebRefusals:
    """How requests are refused: as a page, and as JSON at the addresses at which programs ask."""

    for_programs: Collection[str]

    def sent(self, path: str, refusal: WebRefusal) -> Response:
        """A refusal as the library sends it."""
        return sent(refusal.json() if path in self.for_programs else refusal.page())


class Guard:
    """Refuses requests that this server may not answer, and adds security headers to all answers.

    Nothing answers outside of it, so no route and no error is without them.
    """

    def __init__(
        self,
        app: ASGIApp,
        names: Collection[str],
        refusals: WebRefusals,
        longer: Mapping[str, int],
    ) -> None:
        """`longer` has the addresses that take more than others, and how many bytes."""
        self._app = app
        self._names = names
        self._refusals = refusals
        self._longer = longer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it before anything looks at it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        kept = FILES_CACHED if scope["path"].startswith(FILES) else NOT_CACHED

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message["headers"]]
                own = {name for name, _ in headers}
                headers += [one for one in (*SECURITY_HEADERS, kept) if one[0] not in own]
                message = {**message, "headers": headers}
            await send(message)

        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host, origin = headers.get(b"host", ""), headers.get(b"origin")
        fetch_site = headers.get(b"sec-fetch-site")
        why = why_refused(scope["method"], host, origin, fetch_site, self._names)
        length, most = headers.get(b"content-length", "0"), self._most(scope["path"])
        refusal = None
        if why is not None:
            refusal = WebRefusal("Refused", plain(sentence(why)), 403)
        elif not (length.isascii() and length.isdigit()) or int(length[:12]) > most:
            refusal = _too_long(most)
        answer = self._app if refusal is None else self._refusals.sent(scope["path"], refusal)
        await answer(scope, receive, send_with_headers)

    def _most(self, path: str) -> int:
        return self._longer.get(path, LONGEST_BODY)


def _endpoint(page: Page, refusals: WebRefusals) -> Callable[[Request], Awaitable[Response]]:
    from starlette.requests import ClientDisconnect

    from clagdsl.serve import patience

    async def endpoint(request: Request) -> Response:
        form: dict[str, str] = {}
        body = b""
        if page.method == "POST":
            try:
                async with asyncio.timeout(patience.LONGEST_WAIT):
                    async for piece in request.stream():
                        body += piece
                        if len(body) > page.longest:
                            return refusals.sent(page.address, _too_long(page.longest))
            except TimeoutError:
                return refusals.sent(page.address, TOO_SLOW)
            except ClientDisconnect:  # nobody is there to read it, but the log stays clean
                return refusals.sent(page.address, NO_FORM)
            try:
                if not page.whole_body:
                    form = _form(body)
            except ValueError:
                return refusals.sent(page.address, NO_FORM)
        client = "" if request.client is None else request.client.host
        asked = WebRequest(
            {name: str(value) for name, value in request.path_params.items()},
            dict(request.query_params),
            form,
            request.cookies,
            f"{request.url.scheme}://{request.headers.get('host', '')}",
            client,
            body if page.whole_body else b"",
        )
        return sent(await page.handler(asked), secure=request.url.scheme == "https")

    return endpoint


def _form(body: bytes) -> dict[str, str]:
    """What was filled in, each text in one line; raises ValueError for what is no form."""
    fields = parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    return {name: " ".join(text.split()) for name, text in fields}


def _too_long(most: int) -> WebRefusal:
    return WebRefusal("Refused", f"No more than {most:,} bytes are taken at once.", 413)

"""The pages behind Starlette: what a request may be, and how an answer is sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl

from clagdsl.problems.safe_text import visible
from clagdsl.serve.exchange import POLICY, WebRequest, WebResponse
from clagdsl.serve.guards import LONGEST_BODY, why_refused
from clagdsl.serve.html_pages import FOLDER
from clagdsl.serve.lobby import Lobby, TooManyError
from clagdsl.serve.replies import failure, missing, no_answer, refused, sentence
from clagdsl.serve.site import Page, Site
from clagdsl.serve.worker_process import WorkerError
from clagdsl.storage.stored import StorageError

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp, Receive, Scope, Send

MOST_FIELDS: Final = 300
"""No form has more fields."""
A_YEAR: Final = 365 * 24 * 3600


def application(site: Site, lobby: Lobby, names: Collection[str]) -> Starlette:
    """The whole server, which goes by these names."""
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.routing import Mount, Route
    from starlette.staticfiles import StaticFiles

    async def changes(request: Request) -> Response:
        return await _changes(request, lobby)

    async def nothing_there(_request: Request, _error: Exception) -> Response:
        return _sent(missing("There is nothing at this address."))

    async def other_method(_request: Request, _error: Exception) -> Response:
        return _sent(refused("This address is not asked in that way.", 405))

    async def not_kept(_request: Request, error: Exception) -> Response:
        assert isinstance(error, StorageError)
        return _sent(failure(error))

    async def no_worker(_request: Request, error: Exception) -> Response:
        assert isinstance(error, WorkerError)
        return _sent(no_answer(error))

    async def our_bug(_request: Request, _error: Exception) -> Response:
        return _sent(refused("That went wrong here, and is no mistake of yours.", 500))

    return Starlette(
        routes=[
            *(Route(page.address, _endpoint(page), methods=[page.method]) for page in site.pages),
            Route("/t/{table}/changes", changes, methods=["GET"]),
            Mount("/static", StaticFiles(directory=FOLDER / "static")),
        ],
        middleware=[
            Middleware(
                Guard,
                names=names,
                longer={page.address: page.longest for page in site.pages if page.whole_body},
            )
        ],
        exception_handlers={
            404: nothing_there,
            405: other_method,
            StorageError: not_kept,
            WorkerError: no_worker,
            Exception: our_bug,
        },
    )


class Guard:
    """Lets through what this server may answer, and says on all of it what a page may load."""

    def __init__(self, app: ASGIApp, names: Collection[str], longer: Mapping[str, int]) -> None:
        """`longer` has the addresses that take more than others, and how many bytes."""
        self._app = app
        self._names = names
        self._longer = longer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """WebResponse a request, or refuse it before anything looks at it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host, origin = headers.get(b"host", ""), headers.get(b"origin")
        why = why_refused(scope["method"], host, origin, self._names)
        length = headers.get(b"content-length", "0")
        if why is not None:
            await _sent(refused(sentence(why), 403))(scope, receive, send)
        elif not length.isdigit() or int(length[:12]) > (most := self._most(scope["path"])):
            await _sent(_too_long(most))(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _most(self, path: str) -> int:
        return self._longer.get(path, LONGEST_BODY)


def _endpoint(page: Page) -> Callable[[Request], Awaitable[Response]]:
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
                            return _sent(_too_long(page.longest))
            except TimeoutError:
                return _sent(refused("The form did not arrive in time.", 408))
            try:
                if not page.whole_body:
                    form = _form(body)
            except ValueError:
                return _sent(refused("The form cannot be read.", 400))
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
        return _sent(await page.handler(asked))

    return endpoint


def _form(body: bytes) -> dict[str, str]:
    """What was filled in; raises ValueError for what is no form."""
    fields = parse_qsl(body.decode("utf-8"), max_num_fields=MOST_FIELDS)
    return {name: _one_line(text) for name, text in fields}


def _one_line(text: str) -> str:
    """What was filled in, without what no name and no entry has."""
    return visible(" ".join(text.split()))


def _too_long(most: int) -> WebResponse:
    return refused(f"No more than {most:,} bytes are taken at once.", 413)


def _sent(answer: WebResponse) -> Response:
    from starlette.responses import Response

    sent = Response(answer.body, answer.status, media_type=answer.media_type)
    sent.headers["content-security-policy"] = answer.policy
    sent.headers["x-content-type-options"] = "nosniff"
    sent.headers["referrer-policy"] = "same-origin"
    sent.headers["cache-control"] = "no-store"
    if answer.to is not None:
        sent.headers["location"] = answer.to
    if answer.wait is not None:
        sent.headers["retry-after"] = str(answer.wait)
    if answer.file is not None:
        sent.headers["content-disposition"] = f'attachment; filename="{answer.file}"'
    if answer.cookie is not None:
        sent.set_cookie(
            answer.cookie.name,
            answer.cookie.value,
            max_age=A_YEAR,
            path=answer.cookie.path,
            httponly=True,
            samesite="strict",
        )
    return sent


async def _changes(request: Request, lobby: Lobby) -> Response:
    """The stream that tells a page when there is something new."""
    from starlette.responses import StreamingResponse

    name = str(request.path_params["table"])
    if await lobby.table(name) is None:
        return _sent(refused("There is no such table here.", 404))
    if lobby.is_full:
        return _sent(refused("Too many pages are open at this server.", 503))

    async def lines() -> AsyncIterator[str]:
        try:
            async for number in lobby.changes(name):
                yield ": still here\n\n" if number is None else f"data: {json.dumps(number)}\n\n"
        except (StorageError, TooManyError, WorkerError):
            return

    headers = {"cache-control": "no-store", "content-security-policy": POLICY}
    return StreamingResponse(lines(), media_type="text/event-stream", headers=headers)

"""A server inside the test's process, and phones that call its application without a network."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlencode

from clagdsl.engine.actions import write_names
from clagdsl.serve.application import application
from clagdsl.serve.bots import Bots
from clagdsl.serve.join_codes import JoinCodes
from clagdsl.serve.lobby import Lobby
from clagdsl.serve.offered_games import OfferedGames
from clagdsl.serve.online_table import OnlineTable
from clagdsl.serve.site import Site
from clagdsl.storage.model import StorageError
from clagdsl.storage.store import Store
from support.table_server import Got, new_cookies, new_key

T = TypeVar("T")
HOST = "localhost"
GAMES = OfferedGames([])
"""The bundled games, each checked once for all tests."""
SHORT_MATCHES = [
    ("pagat", 4, 60),
    ("foss", 3, 40),
    ("raf", 3, 30),
    ("wizard", 3, 25),
    ("spades", 4, 20),
    ("israeli-whist", 4, 20),
    ("boerenbridge", 3, 20),
    ("scorecard", 3, 30),
]
"""Games whose beginnings have every kind of question: name, players, and actions at most."""


class MatchServer:
    """A complete server without its network, for one event loop."""

    def __init__(self, data: Path, games: OfferedGames = GAMES) -> None:
        self.store = Store(data)
        self.lobby = Lobby(self.store, games)
        self.site = Site(self.lobby, games, JoinCodes(lambda: 0.0))
        self.failures: list[StorageError] = []
        self.app = application(self.site, self.lobby, {HOST}, self.failures.append)
        self.bots = Bots(self.lobby, 0)

    async def table(self, address: str) -> OnlineTable:
        """Returns the match at an address."""
        table = await self.lobby.table(address.rpartition("/")[2])
        assert isinstance(table, OnlineTable)
        return table

    async def end(self) -> None:
        """Ends the server and closes its file."""
        self.lobby.end()
        await self.bots.end()
        self.store.close()


def served(
    data: Path, use: Callable[[MatchServer], Coroutine[Any, Any, T]], games: OfferedGames = GAMES
) -> T:
    """Returns the result of `use` with a server that exists for the duration."""

    async def run() -> T:
        server = MatchServer(data, games)
        try:
            return await use(server)
        finally:
            await server.end()

    return asyncio.run(run())


@dataclass
class MatchPhone:
    """A browser without script."""

    server: MatchServer
    cookies: dict[str, tuple[str, str]] = field(default_factory=dict)

    async def begun(self, path: str) -> Got:
        """Returns the first event of a change stream, and disconnects."""
        return await self.ask("GET", path, stays=False)

    async def ask(
        self,
        method: str,
        path: str,
        form: Mapping[str, object] | None = None,
        *,
        stays: bool = True,
    ) -> Got:
        """Returns the response to a form; without `stays` the phone disconnects early."""
        return await self.send(method, path, urlencode(form or {}).encode(), stays=stays)

    async def send(self, method: str, path: str, body: bytes, *, stays: bool = True) -> Got:
        """Returns the response to a request with a raw body."""
        known = [f"{n}={v}" for n, (v, where) in self.cookies.items() if path.startswith(where)]
        headers = [(b"host", HOST.encode()), (b"content-length", str(len(body)).encode())]
        headers += [(b"cookie", "; ".join(known).encode())] * bool(known)
        sent: list[dict[str, Any]] = []
        told = asyncio.Event()

        async def receive() -> dict[str, Any]:
            if not stays:
                await told.wait()
                return {"type": "http.disconnect"}
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            sent.append(dict(message))
            if message.get("body"):
                told.set()

        address, _, query = path.partition("?")
        scope = {
            "type": "http",
            "method": method,
            "path": address,
            "raw_path": address.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "scheme": "http",
            "http_version": "1.1",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": (HOST, 80),
        }
        await self.server.app(scope, receive, send)
        begun = sent[0]
        headers_told = [(name.decode(), value.decode()) for name, value in begun["headers"]]
        text = b"".join(message.get("body", b"") for message in sent[1:]).decode()
        self.cookies |= new_cookies(headers_told)
        return Got(begun["status"], dict(headers_told), text)

    async def get(self, path: str) -> Got:
        """Returns a page."""
        return await self.ask("GET", path)

    async def open(self, game: str, *who: str, **more: str) -> str:
        """Opens a match, given who plays each seat; returns its address."""
        form = {f"who{seat}": one for seat, one in enumerate(who)}
        got = await self.ask("POST", f"/play/{game}", {"key": new_key(), **form, **more})
        assert got.status == 303, got.problem
        return got.headers["location"]

    async def enter(self, table: str, entry: str, **form: object) -> Got:
        """Makes an entry on the current page of a table."""
        page = await self.get(f"{table}/plain")
        seen = re.search(r'name="seen" value="([0-9]+)"', page.text)
        given = {"key": new_key(), "entry": entry, **({"seen": seen[1]} if seen else {}), **form}
        return await self.ask("POST", f"{table}/plain", given)

    async def now(self, table: str, query: str = "") -> Any:
        """Returns the state of a match as this phone sees it, as JSON."""
        return (await self.get(f"{table}/now{query}")).json

    async def act(self, table: str, entry: str, /, **fields: object) -> Got:
        """Posts an action as a page does that has seen everything; `fields` replace others."""
        now = await self.now(table)
        body = {
            "key": new_key().zfill(32),
            "seen": now["n"],
            "deal": now["deal"],
            "for": now["you"]["seat"],
            "entry": entry,
        }
        return await self.post(table, {**body, **fields})

    async def post(self, table: str, body: object) -> Got:
        """Posts JSON to the acts of a match."""
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        return await self.send("POST", f"{table}/acts", sent)

    async def people(self, table: str, do: str, **form: object) -> Got:
        """Submits a form of the people page."""
        return await self.ask("POST", f"{table}/people", {"do": do, "key": new_key(), **form})

    async def codes(self, table: str) -> list[str]:
        """Returns the codes on the host's page: the players' in order, then the watchers'."""
        page = await self.get(f"{table}/people")
        return re.findall(r'<b class="code">([a-z0-9]+)</b>', page.text)

    async def join(self, code: str, **form: str) -> Got:
        """Joins with a code."""
        return await self.ask("POST", "/join", {"code": code, "key": new_key(), **form})


def offered(page: str) -> list[str]:
    """Returns all entries that a plain page of a match offers; undo is a button of its own."""
    return [unescape(text) for text in re.findall(r'<option value="([^"]+)"', page)]


def drawn_call(page: str, drawn: random.Random) -> str | None:
    """Returns a random call from the groups of a plain page; None if it has none."""
    groups = re.findall(r"(One of|At most one of|Any of): ([^.]*)\. ", unescape(page))
    if not groups:
        return None
    names: list[str] = []
    for kind, listed in groups:
        choices = listed.split(", ")
        if kind == "One of" or drawn.random() < 0.3:
            names.append(drawn.choice(choices))
    return f"call {write_names(names)}".strip()

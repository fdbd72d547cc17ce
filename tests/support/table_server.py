"""A server on a free port of this machine, and browsers without script that make requests to it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from html import unescape
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlencode

from clagdsl.serve.bots import PAUSE
from clagdsl.serve.offered_games import OfferedGames
from clagdsl.serve.server import ListenAddress, serve

QUICK = """clag 1
game "Quick & <i>Small</i>"
players 3 to 7
param bonus = 10 in 5 to 20 "points for a bid that is made"
deal normal
  trump turned
  bid in turn
  last bid keeps bids != cards
  score bonus + tricks when made, otherwise 0
schedule 1 up to 3 cards: normal
winner highest total, then shared
"""
"""Rules that are quick to check, with a name that must be escaped."""

LONGEST_START = 20.0


@contextmanager
def serving(
    data: Path,
    *files: Path,
    port: int = 0,
    names: tuple[str, ...] = (),
    pause: float = PAUSE,
    said: list[str] | None = None,
) -> Iterator[str]:
    """Runs a server over a file of tables during the block; yields its address, `host:port`.

    `said` gets the lines that the server prints.
    """
    from uvicorn import Server

    said = [] if said is None else said
    running: list[Server] = []
    there, failed = Event(), []

    def started(server: Server) -> None:
        running.append(server)

    def tell(line: str) -> None:
        said.append(line)
        there.set()

    def run() -> None:
        try:
            serve(
                OfferedGames(list(map(str, files))),
                data,
                ListenAddress("127.0.0.1", port, names=names, pause=pause),
                tell,
                started,
            )
        except BaseException as error:
            failed.append(error)
            there.set()

    thread = Thread(target=run, name="server")
    thread.start()
    try:
        assert there.wait(LONGEST_START)
        if failed:
            raise failed[0]
        found = re.search(r"http://(\S+:[0-9]+)", said[0])
        assert found is not None
        began = monotonic()
        while not running[0].started and monotonic() - began < LONGEST_START:
            sleep(0.01)
        yield found[1]
    finally:
        if running:
            running[0].should_exit = True
        thread.join()


@dataclass(frozen=True)
class Got:
    """A response: status, headers in lower case, and text."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.text)

    @property
    def problem(self) -> str:
        """The error message on the page."""
        return unescape(" ".join(re.findall(r'class="problem"[^>]*>([^<]*)', self.text)))

    def field(self, name: str) -> str:
        """Returns the value of the first hidden field with this name."""
        found = re.search(rf'name="{name}" value="([^"]*)"', self.text)
        assert found is not None, name
        return unescape(found[1])


@dataclass
class Phone:
    """A browser without script, which sends cookies only for their paths."""

    server: str
    cookies: dict[str, tuple[str, str]] = field(default_factory=dict)

    def ask(
        self,
        method: str,
        path: str,
        form: Mapping[str, object] | None = None,
        *,
        body: bytes | None = None,
        **headers: str,
    ) -> Got:
        """Returns the response to a request; header names have underscores, "" omits a header."""
        sent = {"Host": self.server}
        if method == "POST":
            sent["Origin"] = f"http://{self.server}"
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        known = [f"{n}={v}" for n, (v, where) in self.cookies.items() if path.startswith(where)]
        if known:
            sent["Cookie"] = "; ".join(known)
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {name: value for name, value in sent.items() if value}
        if form is not None:
            body = urlencode(form).encode()
        # closes the socket even if the server is killed
        with closing(HTTPConnection(self.server, timeout=20)) as connection:
            connection.request(method, path, body, sent)
            with closing(connection.getresponse()) as answer:
                text = answer.read().decode()
                told = [(name.lower(), value) for name, value in answer.getheaders()]
        self.cookies |= new_cookies(told)
        return Got(answer.status, dict(told), text)

    def get(self, path: str) -> Got:
        """Returns a page."""
        return self.ask("GET", path)

    def open(self, game: str, *names: str, **more: str) -> str:
        """Opens a table with the page's form; returns its address."""
        key = self.get(f"/new/{game}").field("key")
        form = {"key": key, **{f"name{seat}": name for seat, name in enumerate(names)}, **more}
        got = self.ask("POST", f"/new/{game}", form)
        assert got.status == 303, got.problem
        return got.headers["location"]

    def begin(self, names: Sequence[str], **fields: object) -> Got:
        """Opens a score sheet as the first page does."""
        body = {"key": new_key().zfill(32), "names": names, **fields}
        return self.post_json("/tables", body)

    def play(self, game: str, *who: str, **more: str) -> str:
        """Opens a match, given who plays each seat; returns its address."""
        form = {f"who{seat}": one for seat, one in enumerate(who)}
        got = self.ask("POST", f"/play/{game}", {"key": new_key(), **form, **more})
        assert got.status == 303, got.problem
        return got.headers["location"]

    def enter(self, table: str, entry: str = "", **form: object) -> Got:
        """Makes an entry on the current page of a table, or on the plain page of a score sheet."""
        page = self.get(f"{table}/plain")
        seen = re.search(r'name="seen" value="([0-9]+)"', page.text)
        given = {"key": new_key(), "entry": entry, **({"seen": seen[1]} if seen else {}), **form}
        return self.ask("POST", f"{table}/plain", given)

    def now(self, table: str) -> Any:
        """Returns the state of a score sheet as JSON."""
        return json.loads(self.get(f"{table}/now").text)

    def send(self, table: str, entry: str, line: int | None = None, **fields: object) -> Got:
        """Posts an entry as a page does that has seen everything; `fields` replace others."""
        now = self.now(table)
        body = {
            "key": new_key().zfill(32),
            "seen": now["number"],
            "deal": now["log"][-1]["deal"] if now["log"] else 1,
            "for": line,
            "entry": entry,
        }
        return self.post(table, {**body, **fields})

    def post(self, table: str, body: object) -> Got:
        """Posts JSON to the entries of a table."""
        return self.post_json(f"{table}/entries", body)

    def post_json(self, path: str, body: object, **headers: str) -> Got:
        """Posts JSON, or bytes that may be none."""
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.ask("POST", path, body=sent, Content_Type="application/json", **headers)

    def log(self, table: str) -> list[tuple[str, str]]:
        """Returns the entries of a score sheet, each with the phone on which it was made."""
        return [(one["entry"], one["by"]) for one in self.now(table)["log"]]

    def people(self, table: str, do: str, **form: object) -> Got:
        """Submits a form of the people page."""
        return self.ask("POST", f"{table}/people", {"do": do, "key": new_key(), **form})

    def codes(self, table: str) -> list[str]:
        """Returns the codes on the host's page: the players' in order, then the watchers'."""
        return re.findall(r'<b class="code">([a-z0-9]+)</b>', self.get(f"{table}/people").text)

    def join(self, code: str, **form: str) -> Got:
        """Joins with a code, with the form that a QR code leads to."""
        return self.ask("POST", "/join", {"code": code, "key": new_key(), **form})


def new_cookies(headers: Iterable[tuple[str, str]]) -> dict[str, tuple[str, str]]:
    """Returns the cookies that a response sets, each with its value and path."""
    cookies = {}
    for header, text in headers:
        if header == "set-cookie":
            name, _, value = text.partition(";")[0].partition("=")
            where = re.search(r"Path=([^;]+)", text)
            assert where is not None
            cookies[name] = (value, where[1])
    return cookies


_keys = iter(range(1, 1 << 40))


def new_key() -> str:
    """Returns a request key that no other request of the tests has."""
    return f"{next(_keys):016x}"


@contextmanager
def stream(server: str, path: str, **headers: str) -> Iterator[HTTPResponse]:
    """Opens a change stream for the block; header names have underscores."""
    connection = HTTPConnection(server, timeout=20)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("GET", path, headers={"Host": server, **sent})
    answer = connection.getresponse()
    try:
        yield answer
    finally:
        answer.close()
        connection.close()


def next_told(answer: HTTPResponse) -> Any:
    """Returns the data of the next event of a stream."""
    while True:
        line = answer.readline()
        assert line, "the stream has ended"
        if line.startswith(b"data: "):
            return json.loads(line.removeprefix(b"data: "))


@dataclass(frozen=True)
class StreamEvent:
    """An event of a stream."""

    name: str
    data: Any
    id: str = ""


def next_event(answer: HTTPResponse) -> StreamEvent:
    """Returns the next event of a stream, with its name."""
    fields: dict[str, str] = {}
    while True:
        line = answer.readline().decode()
        assert line, "the stream has ended"
        if line == "\n":
            return StreamEvent(fields["event"], json.loads(fields["data"]), fields.get("id", ""))
        name, _, value = line.rstrip("\n").partition(": ")
        fields[name] = value


def next_entry(answer: HTTPResponse) -> int:
    """Returns the number of the next entry in the stream of a score sheet."""
    while True:
        event = next_event(answer)
        if event.name == "entry":
            return int(event.data["n"])


def next_number(answer: HTTPResponse) -> int:
    """Returns the number of events in the next event of a stream."""
    return int(next_told(answer)["number"])

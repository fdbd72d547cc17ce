"""Measures `clagdsl serve`: start-up time, latency of notifications, throughput and memory.

    python benchmarks/serving.py [start] [tables] [flat] [crowd]

Without arguments all four run. Server and phones share the machine, and the phones of `tables` need
as much CPU time as the server; CPU shares are those of the server process. Each phone has a seat
and follows the stream of its table. An action is one request: an entry of a score sheet (a bid that
is made or taken back), or in a match something that the seat in turn may do.

- `start`: time to the first response, and memory, with finished tables in the file.
- `tables`: 300 score sheets, then 300 matches, with 4 phones each, and an action every 3 seconds.
- `flat`: actions per second at 80 score sheets, then matches, one after another at each.
- `crowd`: latency of an action with 1,000 open streams and 200 requests that never end.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import resource
import socket
import subprocess
import sys
import tempfile
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from statistics import median, quantiles
from time import monotonic, perf_counter, sleep
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

from clagdsl.storage.model import NewEvent
from clagdsl.storage.store import Store

RULES = """clag 1
game "Nineteen"
players 3 to 5
deal normal
  trump none
  bid in turn
  score 10 + tricks when made, otherwise tricks
schedule
  1 up to 10 cards: normal
  then 9 down to 1 cards: normal
winner highest total, then shared
"""
PLAYERS = ("Ann", "Bob", "Cai", "Dot")
# seconds that a load lasts
SECONDS = 20.0
# clock ticks per second in /proc/PID/stat
TICKS = os.sysconf("SC_CLK_TCK")
# seconds until the first response that are acceptable, by the number of finished tables
START_ALLOWED = {100: 1.0, 10_000: 2.0}


@dataclass(frozen=True)
class Running:
    """A server process and its address; `ready` is its start-up time in seconds."""

    process: subprocess.Popen[str]
    host: str
    port: int
    ready: float

    @property
    def address(self) -> str:
        return f"{self.host}:{self.port}"

    @property
    def cpu(self) -> float:
        """The CPU seconds of the process so far."""
        parts = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(parts[11]) + int(parts[12])) / TICKS

    @property
    def memory(self) -> float:
        """The resident memory in MiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+([0-9]+)", status)
        assert found is not None
        return int(found[1]) / 1024


@contextmanager
def served(data: Path) -> Iterator[Running]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    rules = data.with_name("nineteen.clag")
    rules.write_text(RULES)
    began = perf_counter()
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "clagdsl", "serve", str(rules)),
            *("--data", str(data), "--port", str(port)),
        ],
        stdout=subprocess.DEVNULL,
        text=True,
    )
    try:
        while True:
            try:
                with urlopen(f"http://127.0.0.1:{port}/health") as answer:
                    assert answer.status == 200
                break
            except OSError:
                assert process.poll() is None, "the server has ended"
                sleep(0.005)
        yield Running(process, "127.0.0.1", port, perf_counter() - began)
    finally:
        process.terminate()
        process.wait()


# --- phones -------------------------------------------------------------------------------


@dataclass
class Phone:
    """A phone with a keep-alive connection and the cookie of a seat."""

    server: Running
    cookie: str = ""
    line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, fields: dict[str, object]) -> Answer:
        """Posts JSON."""
        return await self.ask("POST", path, json.dumps(fields).encode())

    async def ask(
        self, method: str, path: str, form: dict[str, str] | bytes | None = None
    ) -> Answer:
        if self.line is not None and self.line[0].at_eof():
            self.hang_up()  # the server closes idle connections
        if self.line is None:
            self.line = await asyncio.open_connection(self.server.host, self.server.port)
        reader, writer = self.line
        body = form if isinstance(form, bytes) else urlencode(form or {}).encode()
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.server.address}"]
        lines += [f"Content-Length: {len(body)}"]
        lines += ["Content-Type: application/x-www-form-urlencoded"] if form else []
        lines += [f"Cookie: {self.cookie}"] if self.cookie else []
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
        except (asyncio.IncompleteReadError, ConnectionError):
            self.hang_up()
            return await self.ask(method, path, form)
        length = re.search(r"(?im)^content-length: ([0-9]+)", head)
        assert length is not None, head
        text = (await reader.readexactly(int(length[1]))).decode()
        return Answer(int(head.split(" ", 2)[1]), head, text)

    def hang_up(self) -> None:
        if self.line is not None:
            self.line[1].close()
            self.line = None


@dataclass(frozen=True)
class Answer:
    """A response."""

    status: int
    head: str
    text: str


@dataclass
class OpenTable(ABC):
    """A table, its host, the codes of its seats, and the start time of the last action."""

    path: str
    host: Phone
    codes: Sequence[str] = ()
    began: float = 0.0
    deliveries: int = 0
    phones: list[Phone] = field(default_factory=list)
    shown: dict[int, bytes] = field(default_factory=dict)
    """The last event in the stream of each seat."""

    async def join(self, phones: int) -> None:
        """Seats phones; the last ones are watchers if there are more than seats."""
        self.phones = [await self.seated(place) for place in range(phones)]

    async def seated(self, place: int) -> Phone:
        """Returns a phone with the seat of a player, or a watcher if there are no more seats."""
        phone = Phone(self.host.server)
        if place < len(self.codes):
            form = {"code": self.codes[place], "key": token_hex(8)}
            answer = await phone.ask("POST", "/join", form)
            cookie = re.search(r"(?im)^set-cookie: ([^;\s]+)", answer.head)
            assert cookie is not None, answer.text
            phone.cookie = cookie[1]
        return phone

    async def act(self) -> float:
        """Makes an action; returns the milliseconds until the response."""
        phone, address, fields = await self.next_action()
        self.began = perf_counter()
        answer = await phone.post(address, {"key": token_hex(16), **fields})
        took = (perf_counter() - self.began) * 1000
        assert answer.status == 201, answer.text
        self.take(json.loads(answer.text))
        return took

    @abstractmethod
    async def next_action(self) -> tuple[Phone, str, dict[str, object]]:
        """Returns the phone that acts, and what it posts to an address."""

    @abstractmethod
    def take(self, answer: dict[str, Any]) -> None:
        """Takes over the answer to the last action."""


@dataclass
class SheetTable(OpenTable):
    """A score sheet, at which the host bids and takes the bid back."""

    number: int = 0

    async def next_action(self) -> tuple[Phone, str, dict[str, object]]:
        bids = self.number % 2 == 0
        entry = {"entry": "bid 0", "for": 0} if bids else {"entry": "undo", "for": None}
        return self.host, f"{self.path}/entries", {"seen": self.number, "deal": 1, **entry}

    def take(self, answer: dict[str, Any]) -> None:
        self.number = answer["number"]


@dataclass
class MatchTable(OpenTable):
    """A match, in which each seat in turn does the first thing that it may do."""

    actor: int | None = None
    number: int = 0

    async def next_action(self) -> tuple[Phone, str, dict[str, object]]:
        if not self.phones:
            await self.join(len(self.codes))
        if self.actor is None:
            self.take({"now": await self.now(self.host)})
        assert self.actor is not None
        phone = self.phones[self.actor]
        now = json.loads(self.shown.get(self.actor, b"{}"))
        if now.get("n") != self.number:
            now = await self.now(phone)
        body = {"seen": now["n"], "deal": now["deal"], "for": self.actor, "entry": now["legal"][0]}
        return phone, f"{self.path}/acts", body

    async def now(self, phone: Phone) -> dict[str, Any]:
        """Returns the state as a phone sees it, without the log."""
        answer = await phone.ask("GET", f"{self.path}/now?after=9999999")
        now: dict[str, Any] = json.loads(answer.text)
        return now

    def take(self, answer: dict[str, Any]) -> None:
        self.actor, self.number = answer["now"]["actors"][0], answer["now"]["n"]


async def opened(server: Running, kind: type[OpenTable]) -> OpenTable:
    host = Phone(server)
    form = {"key": token_hex(8)} | {f"name{seat}": name for seat, name in enumerate(PLAYERS)}
    address = "/new/file-nineteen"
    if kind is MatchTable:
        address = "/play/file-nineteen"
        form |= {f"who{seat}": "person" for seat in range(len(PLAYERS))}
    answer = await host.ask("POST", address, form)
    assert answer.status == 303, answer.text
    place = re.search(r"(?im)^location: (\S+)", answer.head)
    cookie = re.search(r"(?im)^set-cookie: ([^;\s]+)", answer.head)
    assert place is not None
    assert cookie is not None
    host.cookie = cookie[1]
    page = await host.ask("GET", f"{place[1]}/people")
    codes = re.findall(r'<b class="code">([a-z0-9]+)</b>', page.text)[: len(PLAYERS)]
    assert len(codes) == len(PLAYERS)
    return kind(place[1], host, codes)


@asynccontextmanager
async def streams(
    tables: Sequence[OpenTable], each: int, waits: list[float], slowest: list[float]
) -> AsyncIterator[None]:
    """Opens streams of `each` phones at each table; further phones than seats are watchers.

    `waits` collects the milliseconds from an action to each phone's event, `slowest` those of the
    last phone of a table.
    """
    ready = asyncio.Semaphore(0)
    for one in tables:
        await one.join(each)

    async def listen(table: OpenTable, place: int) -> None:
        server, phone = table.host.server, table.phones[place]
        reader, writer = await asyncio.open_connection(server.host, server.port, limit=1 << 20)
        lines = [f"GET {table.path}/events HTTP/1.1", f"Host: {server.address}"]
        lines += [f"Cookie: {phone.cookie}"] if phone.cookie else []
        writer.write("\r\n".join([*lines, "", ""]).encode())
        is_ready, event = False, b""
        try:
            while line := await reader.readline():
                if line.startswith(b"event: "):
                    event = line[7:].strip()
                if not line.startswith(b"data: "):
                    continue
                if event == b"note":  # the last event at the beginning
                    ready.release()
                    is_ready = True
                if event not in (b"entry", b"now"):
                    continue
                table.shown[place] = line[6:]
                if is_ready:
                    took = (perf_counter() - table.began) * 1000
                    waits.append(took)
                    table.deliveries += 1
                    if table.deliveries % each == 0:
                        slowest.append(took)
        finally:
            writer.close()

    listening = [
        asyncio.create_task(listen(table, place)) for table in tables for place in range(each)
    ]
    for _ in listening:
        await ready.acquire()
    try:
        yield
    finally:
        for one in listening:
            one.cancel()
        await asyncio.gather(*listening, return_exceptions=True)


def shown(waits: Sequence[float]) -> str:
    return f"median {median(waits):.1f} ms, p95 {quantiles(waits, n=20)[-1]:.1f} ms"


# --- measurements -----------------------------------------------------------------------


def filled(data: Path, tables: int) -> None:
    """Fills a file with `tables` finished matches, copies of one that is entered."""
    with served(data) as server:
        asyncio.run(whole_match(server))
    store = Store(data)
    [stored] = store.tables("over", 2)
    events = store.events(stored.name)
    last = {"summary": stored.summary, "standing": "over"}
    begun = {
        "summary": json.dumps(json.loads(stored.summary) | {"match": None}),
        "standing": "running",
    }
    for first in range(1, tables, 500):
        waiting = [
            store.add(
                NewEvent(
                    f"copy{number}",
                    event.number,
                    event.key,
                    event.body,
                    event.rules,
                    **(last if event is events[-1] else begun),
                )
            )
            for number in range(first, min(first + 500, tables))
            for event in events
        ]
        for one in waiting:
            one.result()
    store.close()


async def whole_match(server: Running) -> None:
    """Keeps 19 deals in which everybody bids 0 and Ann wins all tricks."""
    table = await opened(server, SheetTable)
    number = 0
    for deal, cards in enumerate((*range(1, 11), *range(9, 0, -1)), 1):
        for entry in ("bids 0 0 0 0", f"won {cards} 0 0 0"):
            fields = {"seen": number, "deal": deal, "for": None, "entry": entry}
            answer = await table.host.post(
                f"{table.path}/entries", {"key": token_hex(16), **fields}
            )
            assert answer.status == 201, answer.text
            number = json.loads(answer.text)["number"]


def start(folder: Path) -> None:
    with served(folder / "none.db") as server:
        sleep(0.5)
        bare = server.memory
        print(
            f"start with no tables: {server.ready:.2f} s ({server.cpu:.2f} s of a core),"
            f" {bare:.0f} MiB"
        )
    for tables, allowed in START_ALLOWED.items():
        data = folder / f"{tables}.db"
        filled(data, tables)
        size = data.stat().st_size / 2**20
        with served(data) as server:
            more, cpu = server.memory - bare, server.cpu
            home = []
            for _ in range(2):
                began = perf_counter()
                with urlopen(f"http://{server.address}/home") as answer:
                    assert json.loads(answer.read())["finished"]
                home.append(perf_counter() - began)
            print(
                f"start with {tables:,} finished ({size:.0f} MiB): {server.ready:.2f} s"
                f" ({cpu:.2f} s of a core; allowed {allowed} s), first page"
                f" {home[0] * 1000:.0f} ms, again {home[1] * 1000:.0f} ms,"
                f" memory {more:+.1f} MiB"
            )
            for again in ("first", "again"):
                began = perf_counter()
                with urlopen(f"http://{server.address}/season") as answer:
                    size = len(answer.read()) / 1024
                took = perf_counter() - began
                print(
                    f"  its season, {again}: {took:.2f} s, {size:.0f} KiB, {server.memory:.0f} MiB"
                )


async def at_tables(
    server: Running, kind: type[OpenTable], tables: int, phones: int, pause: float
) -> None:
    at = [await opened(server, kind) for _ in range(tables)]
    waits: list[float] = []
    slowest: list[float] = []
    answered: list[float] = []

    async def play(table: OpenTable, first: float) -> None:
        await asyncio.sleep(first)
        until = monotonic() + SECONDS
        while monotonic() < until:
            began = monotonic()
            answered.append(await table.act())
            await asyncio.sleep(max(0.0, pause - (monotonic() - began)))

    async with streams(at, phones, waits, slowest):
        cpu, began = server.cpu, perf_counter()
        own = resource.getrusage(resource.RUSAGE_SELF)
        await asyncio.gather(*(play(one, pause * n / tables) for n, one in enumerate(at)))
        took = perf_counter() - began
        share = (server.cpu - cpu) / took
        mine = resource.getrusage(resource.RUSAGE_SELF)
        driver = (mine.ru_utime + mine.ru_stime - own.ru_utime - own.ru_stime) / took
        await asyncio.sleep(0.5)
        print(
            f"{tables} {kind.__name__}, {tables * phones} phones, an action in {pause:g} s:"
            f" answered {shown(answered)};"
            f" phones notified {shown(waits)}, the last phone of a table {shown(slowest)};"
            f" {len(answered) / took:.0f} of {tables / pause:.0f} actions/s, server {share:.0%} of"
            f" a core ({share * took * 1000 / len(answered):.1f} ms an action),"
            f" {server.memory:.0f} MiB (phones: {driver:.0%} of a core)"
        )


async def flat_out(server: Running, kind: type[OpenTable], tables: int) -> None:
    at = [await opened(server, kind) for _ in range(tables)]
    answered: list[float] = []

    async def play(table: OpenTable) -> None:
        until = monotonic() + SECONDS / 2
        while monotonic() < until:
            answered.append(await table.act())

    began, cpu = perf_counter(), server.cpu
    await asyncio.gather(*map(play, at))
    took = perf_counter() - began
    print(
        f"flat out at {tables} {kind.__name__}: {len(answered) / took:.0f} actions/s,"
        f" {shown(answered)}, server {(server.cpu - cpu) / took:.0%} of a core"
    )


async def in_a_crowd(server: Running) -> None:
    quiet = [await opened(server, SheetTable) for _ in range(100)]
    busy = await opened(server, SheetTable)
    alone = [await busy.act() for _ in range(200)]
    async with streams(quiet, 10, [], []):
        slow = []
        for _ in range(200):
            reader, writer = await asyncio.open_connection(server.host, server.port)
            writer.write(
                f"POST {busy.path}/entries HTTP/1.1\r\nHost: {server.address}\r\n".encode()
            )
            slow.append((reader, writer))
        crowd = [await busy.act() for _ in range(200)]
        print(
            f"one table alone: {shown(alone)}; with 1,000 streams and 200 requests that never"
            f" end: {shown(crowd)}; {server.memory:.0f} MiB"
        )
        for _, writer in slow:
            writer.close()


def main() -> None:
    chosen = sys.argv[1:] or ["start", "tables", "flat", "crowd"]
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory(dir=Path()) as inside:
        folder = Path(inside)
        if "start" in chosen:
            start(folder)
        if "tables" in chosen:
            for kind in (SheetTable, MatchTable):
                with served(folder / f"{kind.__name__}.db") as server:
                    asyncio.run(at_tables(server, kind, 1, 8, 0.2))
                with served(folder / f"many {kind.__name__}.db") as server:
                    asyncio.run(at_tables(server, kind, 300, 4, 3.0))
        if "flat" in chosen:
            for kind in (SheetTable, MatchTable):
                with served(folder / f"flat {kind.__name__}.db") as server:
                    asyncio.run(flat_out(server, kind, 80))
        if "crowd" in chosen:
            with served(folder / "crowd.db") as server:
                asyncio.run(in_a_crowd(server))


if __name__ == "__main__":
    main()

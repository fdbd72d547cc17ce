"""What strangers can do to a server of tables, and what pages hold."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from html import unescape
from pathlib import Path
from threading import Event
from unittest.mock import Mock

import pytest
from starlette.requests import Request
from starlette.types import Message
from support.table_server import QUICK, Got, Phone, new_key, next_entry, serving, stream

import clagdsl
from clagdsl.api import PlayableGame
from clagdsl.lang.errors import FileError
from clagdsl.serve.application import (
    MEMBERS_OF_ADDRESS,
    MOST_OF_STRANGERS,
    MOST_STREAMS,
    STRANGERS_OF_ADDRESS,
    Seat,
    StreamLimits,
    WebRefusals,
    _endpoint,
)
from clagdsl.serve.http import (
    MAX_BODY_BYTES,
    SECURITY_HEADERS,
    WebRequest,
    WebResponse,
    why_refused,
)
from clagdsl.serve.join_codes import (
    LONGEST_DELAY,
    MOST_WAITING,
    WINDOW,
    WRONG_TRIES,
    JoinCodes,
)
from clagdsl.serve.lobby import ChangeListener
from clagdsl.serve.offered_games import OfferedGames
from clagdsl.serve.replies import too_many_tables
from clagdsl.serve.rules_editor import LONGEST_WRITTEN
from clagdsl.serve.site import Page
from clagdsl.serve.worker_pool import BUSY, ENDED, WorkerError, Workers, WorkersBusyError
from clagdsl.storage.model import NewEvent, StorageError
from clagdsl.storage.store import Store

NAMES = ('<b id="x">Ann</b>', "Bob & 'co'", 'Cai"><script>alert(1)</script>')
PAGES = ("", "/people", "/plain", "/rules", "/record.toml")
LARGEST_PAGE = 100_000


@pytest.fixture
def table(host: Phone) -> str:
    """A table with markup wherever somebody may write, of which a deal is closed."""
    address = host.open(
        "file-quick", *NAMES, note="<img src=x onerror=alert(2)>", date="2026-01-31"
    )
    for entry in ("bid 0", "bid 1", "bid 1", "won 0 1 0"):
        assert host.enter(address, entry).status == 303
    joined = f'join "<u onclick=alert(5)>Eve" after "{NAMES[1]}"'
    name = NAMES[0].replace('"', '\\"')
    for entry in (joined, f'adjust "{name}" -5 "><svg onload=alert(6)>"'):
        got = host.enter(address, entry)
        assert got.status == 303, got.problem
    return address


def test_markup_is_shown_and_never_meant(host: Phone, table: str) -> None:
    for page in (
        "/",
        *(f"{table}{each}" for each in PAGES[:-1]),
        "/new/file-quick",
        "/rules/file-quick",
    ):
        got = host.get(page)
        assert got.status == 200, page
        for mark in ("<b id", "<script>", "<img", "<i>Small", "<u ", "<svg onload"):
            assert mark not in got.text, page
    assert "&lt;b id=&#34;x&#34;&gt;Ann" in host.get(f"{table}/plain").text
    assert "Quick &amp; &lt;i&gt;Small&lt;/i&gt;" in host.get(f"{table}/plain").text
    refused = host.enter(table, "<script>alert(3)</script>")
    assert "<script>alert" not in refused.text
    joined = host.get("/j/%3Cscript%3Ealert(4)")
    assert "<script>alert" not in joined.text


def test_pages_are_small_and_load_nothing_from_elsewhere(host: Phone, table: str) -> None:
    for page in (
        "/",
        "/join",
        "/new/file-quick",
        "/nothing",
        *(f"{table}{each}" for each in PAGES),
    ):
        got = host.get(page)
        assert len(got.text) < LARGEST_PAGE, page
        policy = got.headers["content-security-policy"]
        assert policy.startswith("default-src 'self'; "), page
        assert "unsafe-inline" not in policy
        assert got.headers["x-content-type-options"] == "nosniff"
        loaded = re.findall(r'(?:src|href|action)="([^"]*)"', got.text)
        if not page.endswith(("/rules", "/record.toml")):
            assert all(address.startswith(("/", "#")) for address in loaded), page
            assert not re.search(r"<style|style=|<script>|\son[a-z]+=\"", got.text), page
    assert host.get("/static/table.css").headers["content-type"].startswith("text/css")
    assert host.get("/static/../site.py").status == 404


def test_every_response_has_the_security_headers(
    host: Phone, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def check(got: Got, status: int) -> None:
        assert got.status == status
        names = {name.decode() for name, _ in SECURITY_HEADERS}
        assert names <= {*got.headers}, status
        assert "frame-ancestors 'none'" in got.headers["content-security-policy"]
        assert got.headers["cache-control"] in ("no-store", "no-cache")

    for page, status in (
        *((f"{table}{page}", 200) for page in PAGES),
        *((page, 200) for page in ("/health", "/static/table.css", "/editor/", "/editor/page.js")),
        ("/editor", 307),
        *((page, 404) for page in ("/nothing", "/static/nothing", "/editor/nothing", "/t/none")),
        ("/t/none/events", 404),
        (f"{table}/wall/events", 404),
    ):
        check(host.get(page), status)
        check(host.ask("HEAD", page), status)
    check(host.ask("POST", "/static/table.css", {}), 405)
    check(host.ask("DELETE", "/editor/"), 405)
    check(host.ask("GET", "/", Host="evil.example"), 403)
    check(host.ask("POST", "/join", body=b"x" * (MAX_BODY_BYTES + 1)), 413)
    check(host.ask("POST", "/join", body=b"=%ff".join([b"&"] * 400)), 400)
    with stream(host.server, f"{table}/events") as changes:
        check(Got(changes.status, {n.lower(): v for n, v in changes.getheaders()}, ""), 200)
    monkeypatch.setattr(Workers, "_answer", Mock(side_effect=ZeroDivisionError))
    check(host.ask("POST", "/write/answer", body=b'{"wish": "games"}'), 500)
    with socket.create_connection(host.server.split(":"), timeout=10) as garbled:
        garbled.sendall(b"no request\r\n\r\n")
        answer = garbled.makefile("rb").read()
    assert answer.startswith(b"HTTP/1.1 400 Bad Request\r\n")
    for name, value in SECURITY_HEADERS:
        assert b"\r\n" + name + b": " + value + b"\r\n" in answer


def test_no_response_names_a_folder_of_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "my rules"
    folder.mkdir()
    (tmp_path / "kept here").mkdir()
    (folder / "quick.clag").write_text(QUICK, "utf-8")
    (folder / "missing.clag").write_text(
        f'clag 1\ngame "A" extends "{tmp_path}/others/gone.clag"\n', "utf-8"
    )
    with serving(tmp_path / "kept here" / "t.db", folder) as address:
        host = Phone(address)
        table = host.open("file-quick", "Ann", "Bob", "Cai")
        pages = ["/home", "/", "/new/file-quick", "/rules/file-quick", "/new/file-missing"]
        pages += ["/season.json"]
        pages += [f"{table}{page}" for page in (*PAGES, "/rules.json", "/keep.html")]
        pages += ["/static/x", "/editor/x", "/static/%2e%2e/site.py", "/editor/..%2f..%2fx"]
        answers = [host.get(page) for page in pages]
        assert "gone.clag" in answers[0].text, "the problem is shown"
        wrong = b'{"wish": "check", "text": "clag 1\\ngame \\"A\\" extends \\"./x.clag\\""}'
        answers.append(host.ask("POST", "/write/answer", body=wrong))
        where = f"`{tmp_path}/kept here/t.db`"
        for why in (f"cannot write {where}: moved", f"[Errno 5] No: '{tmp_path}/t.db-wal'"):
            monkeypatch.setattr(Store, "_insert", Mock(side_effect=StorageError(why)))
            answers.append(host.enter(table, "bid 0"))
            assert answers[-1].status == 503
        monkeypatch.setattr(Workers, "_answer", Mock(side_effect=OSError(str(tmp_path))))
        answers.append(host.ask("POST", "/write/answer", body=wrong))
        for got in answers:
            for path in (
                str(tmp_path),
                "my rules",
                "kept here",
                str(Path(clagdsl.__file__).parent),
            ):
                assert path not in unescape(got.text)


def test_the_host_and_the_origin_are_the_servers_own(host: Phone, table: str) -> None:
    own = f"http://{host.server}"
    assert host.ask("GET", table, Host="evil.example").status == 403
    assert host.ask("GET", "/health", Host=f"evil.example:{host.server}").status == 403
    for origin, status in ((own, 422), ("http://evil.example", 403), ("null", 403), ("", 422)):
        form = {"key": new_key(), "entry": "nonsense"}
        assert host.ask("POST", f"{table}/plain", form, Origin=origin).status == status, origin
    assert host.ask("POST", "/join", {"code": "x"}, Origin="http://evil.example").status == 403


@pytest.mark.parametrize(
    ("host", "fine"),
    [
        ("localhost:8000", True),
        ("LOCALHOST", True),
        ("[::1]:8000", True),
        ("", False),
        ("localhost.evil.example", False),
        ("localhost:8000:9", False),
        ("localhost@evil.example", False),
    ],
)
def test_a_name_of_the_server_is_its_own_whatever_the_port(host: str, fine: bool) -> None:
    assert (why_refused("GET", host, None, None, {"localhost", "[::1]"}) is None) == fine


@pytest.mark.parametrize("origin", ["", "own"])
def test_a_form_on_a_page_elsewhere_is_refused_without_its_origin_too(
    host: Phone, table: str, origin: str
) -> None:
    own = f"http://{host.server}" if origin else ""
    key = host.get("/new/file-quick").field("key")
    form = {"key": key, "name0": "Ann", "name1": "Bob", "name2": "Cai"}
    forms = (
        ("/new/file-quick", form),
        ("/join", {"code": "x"}),
        (f"{table}/people", {"do": "free"}),
    )
    for used in (False, True):
        for site in ("cross-site", "same-site", "nonsense"):
            for address, filled in forms:
                got = host.ask("POST", address, filled, Origin=own, Sec_Fetch_Site=site)
                assert (got.status, used) == (403, used), (address, site)
        for site in ("same-origin", "none", ""):
            got = host.ask("POST", "/new/file-quick", form, Origin=own, Sec_Fetch_Site=site)
            assert got.status == 303, "the same tap is answered as it was"
    assert host.ask("GET", table, Sec_Fetch_Site="cross-site").status == 200, "a link"


def test_programs_are_refused_in_json(host: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    def why(status: int, method: str = "POST", body: bytes = b"{}", **headers: str) -> str:
        got = host.ask(method, "/write/answer", body=body, **headers)
        assert (got.status, got.headers["content-type"]) == (status, "application/json")
        return str(json.loads(got.text)["why"])

    assert "another site" in why(403, Origin="http://evil.example")
    assert "another site" in why(403, Sec_Fetch_Site="cross-site")
    assert "does not go by that name" in why(403, Host="evil.example")
    assert "262144 bytes" in why(413, body=b"x" * (LONGEST_WRITTEN + 1))
    name, _, port = host.server.partition(":")
    with socket.create_connection((name, int(port)), timeout=10) as counted:
        head = f"POST /write/answer HTTP/1.1\r\nHost: {host.server}\r\nTransfer-Encoding: chunked"
        counted.sendall(f"{head}\r\n\r\n".encode())
        counted.sendall((b"10000\r\n" + b"x" * 0x10000 + b"\r\n") * 5)
        told = counted.recv(1 << 16) + counted.recv(1 << 16)
        assert b" 413 " in told
        assert b'{"why": ' in told
    assert "not JSON" in why(400, body=b"{")
    assert why(400)
    assert why(405, "GET")
    assert why(405, "DELETE")

    for error, status in (
        (StorageError("the disk is full"), 503),
        (WorkersBusyError(BUSY), 503),
        (WorkerError(ENDED), 422),
        (ZeroDivisionError(), 500),
    ):
        monkeypatch.setattr(Workers, "_answer", Mock(side_effect=error))
        assert why(status, body=b'{"wish": "games"}')
    monkeypatch.setattr("clagdsl.serve.slow_clients.LONGEST_WAIT", 0.1)
    with socket.create_connection(host.server.split(":"), timeout=10) as slow:
        head = f"POST /write/answer HTTP/1.1\r\nHost: {host.server}\r\nContent-Length: 9\r\n\r\nx"
        slow.sendall(head.encode())
        got = b""
        while b'{"why": ' not in got and (piece := slow.recv(1 << 16)):
            got += piece
    assert b" 408 " in got
    assert b'{"why": ' in got


def test_a_server_goes_by_a_further_name_that_it_is_given(tmp_path: Path) -> None:
    (tmp_path / "quick.clag").write_text(QUICK, "utf-8")
    with serving(tmp_path / "t.db", tmp_path / "quick.clag", names=("Cards.example",)) as address:
        phone = Phone(address)
        assert phone.ask("GET", "/health", Host="cards.example").status == 200
        assert phone.ask("GET", "/health", Host="other.example").status == 403


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_a_body_has_its_longest_size(host: Phone, table: str, more: int) -> None:
    body = b"entry=nonsense&x=".ljust(MAX_BODY_BYTES + more, b"x")
    got = host.ask("POST", f"{table}/plain", body=body)
    assert got.status == (413 if more > 0 else 422)


def test_a_body_that_does_not_say_its_length_is_counted(host: Phone, table: str) -> None:
    name, _, port = host.server.partition(":")
    with socket.create_connection((name, int(port)), timeout=10) as sent:
        head = f"POST {table}/plain HTTP/1.1\r\nHost: {host.server}\r\n"
        sent.sendall(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode())
        for _ in range(20):
            sent.sendall(b"1000\r\n" + b"x" * 4096 + b"\r\n")
        sent.sendall(b"0\r\n\r\n")
        assert b" 413 " in sent.recv(100)


def test_a_form_that_cannot_be_read_is_refused(host: Phone, table: str) -> None:
    for body in (b"entry=\xff\xfe&x=%ff", b"&".join([b"a=1"] * 400)):
        got = host.ask("POST", f"{table}/plain", body=body)
        assert got.status in (400, 422)
        assert "Traceback" not in got.text


@pytest.mark.parametrize(
    "path",
    ["/t/none", "/t/none/people", "/t/none/events", "/new/none", "/rules/none", "/t/x/wall"],
)
def test_what_is_not_there_is_told(host: Phone, path: str) -> None:
    assert host.get(path).status == 404
    assert host.ask("POST", "/t/none/plain", {"entry": "bid 1"}).status == 404


def test_an_address_asked_for_in_another_way_is_told(host: Phone) -> None:
    assert host.ask("POST", "/", {}).status == 405
    assert host.ask("DELETE", "/").status == 405


def test_the_secret_of_a_seat_is_in_a_cookie_and_nowhere_else(host: Phone, table: str) -> None:
    guest = Phone(host.server)
    joined = guest.join(host.codes(table)[1])
    cookie = joined.headers["set-cookie"]
    assert re.search(r"=[0-9a-f]{32}; HttpOnly; .*SameSite=strict", cookie)
    assert f"Path={table}" in cookie
    token, path = guest.cookies[f"seat-{table[3:]}"]
    assert path == table
    assert guest.cookies["last-sheet"] == (table[3:], "/home"), "which is no secret"
    assert token not in joined.headers["location"]
    for page in ("", "/people", "/plain", "/now", "/record.toml"):
        assert token not in guest.get(f"{table}{page}").text
        assert token not in host.get(f"{table}{page}").text


@pytest.mark.parametrize(("scheme", "secure"), [("https", True), ("http", False), ("", False)])
def test_a_cookie_is_secure_behind_a_proxy_with_tls(
    host: Phone, table: str, scheme: str, secure: bool
) -> None:
    form = {"code": host.codes(table)[1], "key": new_key()}
    joined = Phone(host.server).ask("POST", "/join", form, X_Forwarded_Proto=scheme)
    assert joined.status == 303
    assert ("; Secure" in joined.headers["set-cookie"]) == secure


def test_the_file_does_not_hold_the_secret_of_a_seat(tmp_path: Path) -> None:
    (tmp_path / "quick.clag").write_text(QUICK, "utf-8")
    with serving(tmp_path / "t.db", tmp_path / "quick.clag") as address:
        phone = Phone(address)
        phone.open("file-quick", "Ann", "Bob", "Cai")
    [token] = [value for name, (value, _) in phone.cookies.items() if name.startswith("seat-")]
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("t.db*"))
    assert token.encode() not in kept
    assert b"Ann" in kept


# --- codes --------------------------------------------------------------------------------


def test_a_code_works_once_and_a_look_at_it_uses_nothing_up(host: Phone, table: str) -> None:
    guest, late = Phone(host.server), Phone(host.server)
    code = host.codes(table)[0]
    assert guest.get(f"/j/{code}").status == 200
    assert "You are" in guest.get(f"/j/{code}").text
    key = new_key()
    form = {"code": code.upper(), "key": key}
    assert guest.ask("POST", "/join", form).status == 303
    assert guest.ask("POST", "/join", form).status == 303, "the same tap again"
    assert late.join(code).status == 404
    looked = late.get(f"/j/{code}")
    assert looked.status == 404
    assert "This code is no longer valid" in looked.problem
    assert code not in host.codes(table)


def test_wrong_codes_of_others_at_an_address_lock_nobody_out(
    host: Phone, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clagdsl.serve.join_codes.FIRST_DELAY", 0.01)
    code = host.codes(table)[0]
    for _ in range(WRONG_TRIES + 2):
        assert host.join("wrongwrong").status == 404
    assert Phone(host.server).join(code).status == 303


def test_wrong_codes_are_answered_more_and_more_slowly() -> None:
    now, slept = [0.0], []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    codes = JoinCodes(lambda: now[0], sleep)

    async def try_wrong(times: int, client: str) -> list[float]:
        slept.clear()
        for _ in range(times):
            assert await codes.look_up("wrong", client) is None
            assert await codes.redeem("wrong", client) is None
        return [*slept]

    async def use() -> None:
        code = codes.invite("t", "Ann")
        assert codes.invite("t", "Ann") == code
        assert codes.invite("t", None) != code
        assert await try_wrong(WRONG_TRIES // 2, "a") == []
        assert await try_wrong(4, "a") == [0.25, 0.5, 1, 2, 4, 4, 4, 4]
        assert await try_wrong(2, "b") == []
        slept.clear()
        assert await codes.look_up(f" {code[:4]}-{code[4:].upper()}", "a") is not None
        assert slept == [], "a right code is answered at once"
        now[0] = WINDOW + 1
        assert await try_wrong(1, "a") == [], "wrong codes are forgotten"
        now[0] = 3601
        assert await codes.redeem(code, "a") is None

    asyncio.run(use())


def test_only_so_many_wrong_codes_of_an_address_wait() -> None:
    async def use() -> None:
        go_on = asyncio.Event()

        async def sleep(_seconds: float) -> None:
            await go_on.wait()

        codes = JoinCodes(lambda: 0.0, sleep)
        async with asyncio.TaskGroup() as tries:
            for _ in range(WRONG_TRIES + MOST_WAITING):
                assert not codes.is_crowded("a")
                tries.create_task(codes.look_up("wrong", "a"))
                await asyncio.sleep(0)
            assert codes.is_crowded("a")
            assert not codes.is_crowded("b")
            go_on.set()
        assert not codes.is_crowded("a")

    asyncio.run(use())


def test_who_tries_codes_all_the_time_is_told_to_wait(
    host: Phone, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(JoinCodes, "is_crowded", Mock(return_value=True))
    code = host.codes(table)[0]
    for got in (host.join(code), host.get(f"/j/{code}")):
        assert got.status == 429
        assert int(got.headers["retry-after"]) == LONGEST_DELAY


@pytest.mark.parametrize(("wait", "minutes"), [(1, 1), (60, 1), (61, 2), (3600, 60)])
def test_the_wait_for_another_table_is_told_in_whole_minutes(wait: int, minutes: int) -> None:
    refusal = too_many_tables(wait)
    assert f" in {minutes} min." in refusal.text
    assert (refusal.status, refusal.retry_after) == (429, wait)


# --- what is not kept ---------------------------------------------------------------------


def test_what_cannot_be_kept_is_told_and_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = []

    def added(self: Store, event: NewEvent) -> object:
        if full:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorname = "SQLITE_FULL"
            raise error
        return kept(self, event)

    kept = Store._insert
    monkeypatch.setattr(Store, "_insert", added)
    (tmp_path / "quick.clag").write_text(QUICK, "utf-8")
    with serving(tmp_path / "t.db", tmp_path / "quick.clag") as address:
        host = Phone(address)
        table = host.open("file-quick", "Ann", "Bob", "Cai")
        full.append(True)
        got = host.enter(table, "bid 0")
        assert got.status == 503
        assert "Nothing was saved" in got.text
        assert "the disk is full" in got.text
        assert "database or disk" not in got.text
        assert host.log(table) == []
        full.clear()
        assert host.enter(table, "bid 0").status == 303
        assert host.log(table) == [("bid 0", "The host")]


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with (
            pytest.raises(FileError, match=rf"port {port}: .*`--port` gives another"),
            serving(tmp_path / "t.db", port=port),
        ):
            pass
    assert not (tmp_path / "t.db").exists()


@pytest.mark.parametrize("many", [60, pytest.param(1000, marks=pytest.mark.long)])
def test_many_open_streams_stop_nobody(host: Phone, table: str, many: int) -> None:
    with ExitStack() as held:
        changes = [held.enter_context(stream(host.server, f"{table}/events")) for _ in range(many)]
        for _ in range(many // 5):
            slow = held.enter_context(socket.create_connection(host.server.split(":"), timeout=5))
            slow.sendall(b"POST /join HTTP/1.1\r\n")
        assert host.enter(table, "bid 0").status == 303
        for number in range(1, 8):
            assert {next_entry(each) for each in changes} == {number}


def test_the_streams_of_strangers_never_stop_those_of_members(
    host: Phone, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clagdsl.serve.application.MOST_OF_STRANGERS", 6)
    monkeypatch.setattr("clagdsl.serve.application.MOST_STREAMS", 9)
    cookie = "; ".join(f"{name}={value}" for name, (value, _) in host.cookies.items())
    path = f"{table}/events?after=6"
    with ExitStack() as held:
        for _ in range(6):
            assert held.enter_context(stream(host.server, path)).status == 200
        assert held.enter_context(stream(host.server, path)).status == 503
        member = held.enter_context(stream(host.server, path, Cookie=cookie))
        assert member.status == 200
        assert host.enter(table, "bid 0").status == 303
        assert next_entry(member) == 7


def test_a_seat_has_so_many_streams_and_the_oldest_ends(
    host: Phone, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clagdsl.serve.application.OF_SEAT", 2)
    cookie = "; ".join(f"{name}={value}" for name, (value, _) in host.cookies.items())
    with ExitStack() as held:
        first, second, third = (
            held.enter_context(stream(host.server, f"{table}/events?after=5", Cookie=cookie))
            for _ in range(3)
        )
        assert [next_entry(each) for each in (first, second, third)] == [6, 6, 6]
        while first.readline():
            pass  # what was on its way; then it ends
        assert host.enter(table, "bid 0").status == 303
        assert [next_entry(each) for each in (second, third)] == [7, 7]


def test_streams_are_counted_by_address_and_seat() -> None:
    limits, held = StreamLimits(), ExitStack()

    def has_place(client: str, member: str = "") -> bool:
        seat = Seat("t", member) if member else None
        return held.enter_context(limits.place(client, seat, ChangeListener()))

    with held:
        assert all(has_place("192.0.2.1") for _ in range(STRANGERS_OF_ADDRESS))
        assert not has_place("192.0.2.1")
        assert has_place("192.0.2.2"), "another address"
        assert has_place("192.0.2.1", "Ann"), "a seat at the same address"
        assert all(has_place("192.0.2.1", f"m{n}") for n in range(MEMBERS_OF_ADDRESS - 1))
        assert not has_place("192.0.2.1", "Bob")
        assert has_place("192.0.2.2", "Bob")
        opened = STRANGERS_OF_ADDRESS + 1
        assert all(has_place("127.0.0.1") for _ in range(MOST_OF_STRANGERS - opened))
        assert not has_place("192.0.2.3"), "no more strangers"
        free = MOST_STREAMS - MOST_OF_STRANGERS - MEMBERS_OF_ADDRESS - 1
        assert all(has_place("127.0.0.1", f"n{n}") for n in range(free))
        assert not has_place("192.0.2.3", "Cai")
    with held:
        assert has_place("192.0.2.1")
        assert has_place("192.0.2.1", "Ann"), "places are free again"


@pytest.mark.parametrize(
    ("sent", "answered"),
    [
        (b"", b""),
        (b"GET / HTTP/1.1\r\nX-Slow: ", b""),
        (b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\nx", b" 408 "),
        (b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b" 200 "),
    ],
    ids=["nothing", "head", "body", "second"],
)
def test_who_does_not_say_what_is_wanted_is_not_waited_for(
    host: Phone, monkeypatch: pytest.MonkeyPatch, sent: bytes, answered: bytes
) -> None:
    monkeypatch.setattr("clagdsl.serve.slow_clients.LONGEST_WAIT", 0.1)
    with socket.create_connection(host.server.split(":"), timeout=10) as slow:
        slow.sendall(sent)
        got = b""
        if b" 200 " in answered:
            got = slow.recv(1 << 16)
            slow.sendall(b"GET / HTT")
        while piece := slow.recv(1 << 16):
            got += piece
            if b" 408 " in got:
                break
    assert answered in got
    assert bool(got) == bool(answered)
    assert host.get("/health").status == 200


PERSIAN, FAMILY = "علی\u200cرضا", "👩\u200d👩\u200d👧"
HIDDEN = ("Ann\u202e", "An\u200cn", "\u2066Ann", "A\x00nn", "Ann\ufeff", "A\u00adnn")


def test_names_are_kept_as_they_are_spelt(host: Phone) -> None:
    """A joiner is a part of ordinary Persian, and of many pictures."""
    table = host.open("file-quick", PERSIAN, "Bob", "Cai", note=f"with {FAMILY}")
    for entry in ("bid 0", "bid 0", "bid 0", "won 0 0 1"):
        assert host.enter(table, entry).status == 303
    assert host.enter(table, f'join "{FAMILY}" after "{PERSIAN}"').status == 303
    for page in (*(f"{table}/{page}" for page in ("plain", "people", "now", "record.toml")),):
        text = host.get(page).text
        assert PERSIAN in text, page
        assert "U+200" not in text, page
    assert f"with {FAMILY}" in host.get(f"{table}/record.toml").text
    match = host.play("file-quick", "me", "steady", "steady", name0=PERSIAN)
    assert PERSIAN in host.get(f"{match}/plain").text


@pytest.mark.parametrize("name", HIDDEN)
def test_a_sign_that_is_not_seen_is_refused_and_written_out(host: Phone, name: str) -> None:
    form = {"key": new_key(), "name0": name, "name1": "Bob", "name2": "Cai"}
    got = host.ask("POST", "/new/file-quick", form)
    assert got.status == 422
    assert "A name has an invisible character" in got.problem
    assert "Type it again" in got.problem
    assert re.search(r"“.*(<U\+[0-9A-F]{4}>|␀).*”", got.problem)
    table = host.open("file-quick", *NAMES[:2], "Cai")
    for entry in (f"join {name} after Cai", f'adjust "Cai" 5 "{name}"'):
        got = host.enter(table, entry)
        assert got.status == 422
        assert "The entry has an invisible character" in got.problem
    assert host.people(table, "note", note=name).status == 422
    code = host.codes(table)[-1]
    assert Phone(host.server).join(code, name=name).status == 422


def test_the_same_letters_are_the_same_name_however_they_are_typed(host: Phone) -> None:
    form = {"key": new_key(), "name0": "Jos\u00e9", "name1": "Jose\u0301", "name2": "Cai"}
    got = host.ask("POST", "/new/file-quick", form)
    assert got.status == 422
    assert "Two players are called" in got.problem
    table = host.open("file-quick", "Jos\u00e9", "Bob", "Cai")
    got = host.enter(table, "join Jose\u0301 after Cai")
    assert got.status == 422
    assert "is already on the sheet, typed with different characters" in got.problem


def test_the_name_of_a_saved_file_has_nothing_that_is_read_otherwise(host: Phone) -> None:
    table = host.open("file-quick", *NAMES, date="2026-01-31")
    got = host.get(f"{table}/record.toml").headers["content-disposition"]
    assert got == 'attachment; filename="quick-i-small-i-2026-01-31.toml"'


def test_no_table_waits_for_games_that_are_read(
    host: Phone, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, known = Event(), OfferedGames.game

    def slow(self: OfferedGames, slug: str) -> PlayableGame:
        assert go_on.wait(20)
        return known(self, slug)

    monkeypatch.setattr(OfferedGames, "game", slow)
    with ThreadPoolExecutor(40) as others:
        asked = [others.submit(host.get, "/rules/file-quick") for _ in range(40)]
        try:
            assert host.enter(table, "bid 0").status == 303
            assert host.now(table)["number"] == 7
            assert not any(each.done() for each in asked)
        finally:
            go_on.set()
        assert {each.result().status for each in asked} == {200}


def test_a_phone_that_goes_away_while_it_sends_is_no_error_of_the_server() -> None:
    async def gone() -> Message:
        return {"type": "http.disconnect"}

    handler = Mock(side_effect=AssertionError("a form that was not sent to its end"))
    endpoint = _endpoint(Page("POST", "/enter", handler), WebRefusals({}))
    request = Request({"type": "http", "method": "POST", "path": "/enter", "headers": []}, gone)
    assert asyncio.run(endpoint(request)).status_code == 400


@pytest.mark.parametrize(("client", "expected"), [(("10.0.0.7", 1), "10.0.0.7"), (None, "")])
def test_a_page_knows_the_address_of_its_client(
    client: tuple[str, int] | None, expected: str
) -> None:
    asked: list[str] = []

    async def handler(request: WebRequest) -> WebResponse:
        asked.append(request.client)
        return WebResponse("")

    endpoint = _endpoint(Page("GET", "/", handler), WebRefusals({}))
    scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "client": client}
    more = {"query_string": b"", "scheme": "http", "server": ("localhost", 80)}
    asyncio.run(endpoint(Request({**scope, **more})))
    assert asked == [expected]


def test_a_body_that_is_announced_too_long_is_refused_before_it_is_sent(
    host: Phone, table: str
) -> None:
    with socket.create_connection(host.server.split(":"), timeout=10) as waiting:
        head = f"POST {table}/plain HTTP/1.1\r\nHost: {host.server}\r\n"
        waiting.sendall(f"{head}Content-Length: {MAX_BODY_BYTES + 1}\r\n\r\n".encode())
        assert b" 413 " in waiting.recv(100)

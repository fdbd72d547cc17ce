"""Score sheets as JSON: what a page gets, each answer to an entry, and the stream of entries."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest
from support.table_server import (
    QUICK,
    Phone,
    StreamEvent,
    new_key,
    next_event,
    serving,
    stream,
)

from clagdsl.api import load
from clagdsl.serve import join_codes, lobby, rate_limit
from clagdsl.serve.http import MAX_BODY_BYTES, SECURITY_HEADERS
from clagdsl.serve.join_codes import JoinCodes
from clagdsl.serve.rate_limit import ENTRY_WINDOW, MOST_ENTRIES, EntryRateLimit
from clagdsl.storage.model import StorageError
from clagdsl.version import VERSION

NAMES = ("Anna", "Bernd", "Clara")
ANNA, BERND, CLARA = range(3)


@pytest.fixture
def table(host: Phone) -> str:
    return host.open("file-quick", *NAMES, date="2026-01-31", note="at home")


def key() -> str:
    return new_key().zfill(32)


def seated(host: Phone, table: str, seat: int) -> Phone:
    """A phone with a seat of its own."""
    phone = Phone(host.server)
    assert phone.join(host.codes(table)[seat]).status == 303
    return phone


# --- the state ----------------------------------------------------------------------------


def test_now_has_all_that_a_page_folds(host: Phone, table: str) -> None:
    assert host.send(table, "bid 1", ANNA).status == 201
    now = host.now(table)
    [entry] = now.pop("log")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT[0-9:.]+Z", entry.pop("at"))
    assert re.fullmatch("[0-9a-f]{32}", entry.pop("key"))
    assert entry == {"n": 1, "entry": "bid 1", "for": 0, "deal": 1, "by": "The host"}
    you = now.pop("you")
    assert re.fullmatch("[a-z0-9]{10}", you.pop("code"))
    assert you == {"id": you["id"], "seat": None, "host": True, "may": "everything"}
    assert now.pop("members") == [{"id": you["id"], "name": "The host", "seat": None, "host": True}]
    rules = now.pop("rules")
    assert now == {
        "kind": "keeper",
        "program": VERSION,
        "name": table.removeprefix("/t/"),
        "title": "Quick & <i>Small</i>",
        "game": "quick.clag",
        "names": [*NAMES],
        "dealer": None,
        "parameters": {"bonus": 10},
        "date": "2026-01-31",
        "note": "at home",
        "everybody": False,
        "number": 1,
    }
    got = host.get(f"/rules/{rules}.json")
    assert (got.status, got.headers["cache-control"]) == (
        200,
        "public, max-age=31536000, immutable",
    )
    assert load(text=got.text).rules == load(text=QUICK).rules
    assert host.get(f"/rules/{'0' * 64}.json").status == 404
    assert host.get(f"{table}/now").headers["cache-control"] == "no-store"


def test_rules_are_compressed(host: Phone, table: str) -> None:
    connection = HTTPConnection(host.server, timeout=20)
    head = {"Host": host.server, "Accept-Encoding": "gzip"}
    connection.request("GET", f"/rules/{host.now(table)['rules']}.json", headers=head)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    assert answer.headers["content-encoding"] == "gzip"
    assert len(body) < 10_000
    assert json.loads(gzip.decompress(body))["format"] == "clagdsl game"


def test_you_are_a_seat_the_host_or_nobody(host: Phone, table: str) -> None:
    bernd, stranger = seated(host, table, BERND), Phone(host.server)
    watching = seated(host, table, 3)

    def rights(phone: Phone) -> tuple[object, ...]:
        you = phone.now(table)["you"]
        return you["seat"], you["host"], you["may"]

    assert rights(bernd) == (BERND, False, "own")
    assert rights(host) == (None, True, "everything")
    assert rights(watching) == rights(stranger) == (None, False, "nothing")
    assert host.people(table, "rights", everybody="yes").status == 303
    assert rights(bernd) == (BERND, True, "everything")
    assert host.people(table, "rights", everybody="no").status == 303
    assert [(one["name"], one["seat"]) for one in host.now(table)["members"]] == [
        ("The host", None),
        ("Bernd", BERND),
        ("A guest", None),
    ]
    own = bernd.now(table)["you"]["id"]
    assert [one["name"] for one in bernd.now(table)["members"] if one["id"] == own] == ["Bernd"]


# --- each answer to an entry --------------------------------------------------------------


def test_201_is_stored_and_200_was_stored_before(host: Phone, table: str) -> None:
    body = {"key": key(), "seen": 0, "deal": 1, "for": ANNA, "entry": " bid  1 "}
    got = host.post(table, body)
    assert got.status == 201
    assert got.json["n"] == got.json["number"] == 1
    assert [(one["n"], one["entry"], one["key"]) for one in got.json["events"]] == [
        (1, "bid 1", body["key"])
    ]
    assert host.send(table, "bid 0", BERND).status == 201
    again = host.post(table, body)
    assert (again.status, again.json["n"], again.json["number"]) == (200, 1, 2)
    assert [one["entry"] for one in again.json["events"]] == ["bid 1", "bid 0"]
    assert [one["entry"] for one in host.now(table)["log"]] == ["bid 1", "bid 0"]


def test_409_the_table_has_moved_on(host: Phone, table: str) -> None:
    assert host.send(table, "bid 1", ANNA).status == 201
    for fields in (
        {"for": ANNA},
        {"for": CLARA},
        {"for": BERND, "deal": 2},
        {"for": BERND, "deal": None},
        {"for": None, "seen": 0},
        {"for": None, "seen": 2},
    ):
        got = host.send(table, "bid 0", **fields)
        assert got.status == 409, fields
        assert got.json["reason"] == "Bernd bids now; your “bid 0” was not entered."
        assert len(got.json["events"]) == (1 if fields.get("seen") == 0 else 0)
    assert host.send(table, "bid 0", BERND, seen=0).status == 201, "others may enter meanwhile"
    assert host.send(table, "undo").status == 201
    assert host.send(table, "bid 0").status == 201, "nothing was entered meanwhile"


def test_422_the_rules_refuse_it(host: Phone, table: str) -> None:
    got = host.send(table, "bid 9", ANNA)
    assert got.status == 422
    why = load(text=QUICK).keep(NAMES).why_not("bid 9")
    assert why is not None
    assert (got.json["code"], got.json["reason"]) == (why.code, why.reason)
    assert got.json["source"] == why.source
    for entry, reason in (
        ("", "Nothing was entered"),
        ("bid\u202e1", "an invisible character"),
        (f"join {'x' * 41} after Anna", "at most 40 characters"),
    ):
        refused = host.send(table, entry)
        assert (refused.status, refused.json["code"]) == (422, None), entry
        assert reason in refused.json["reason"]
    body = {"key": key(), "seen": 0, "deal": 1, "for": ANNA, "entry": "bid 1"}
    assert host.post(table, body).status == 201
    other = host.post(table, {**body, "entry": "bid 0"})
    assert other.status == 422, "409 would be repeated for ever"
    assert [one["entry"] for one in other.json["events"]] == ["bid 1"]


def test_403_it_is_of_another_seat(host: Phone, table: str) -> None:
    bernd, stranger = seated(host, table, BERND), Phone(host.server)
    refused = bernd.send(table, "bid 1", ANNA)
    assert refused.status == 403
    assert refused.json["reason"] == "It is Anna's turn, and this is Bernd's phone."
    assert stranger.send(table, "bid 1", ANNA).status == 403
    assert host.send(table, "bid 1", ANNA).status == 201
    assert bernd.send(table, "bid 0", BERND).status == 201
    assert bernd.send(table, "adjust Anna 5").status == 403
    assert [(one["for"], one["by"]) for one in host.now(table)["log"]] == [
        (ANNA, "The host"),
        (BERND, "Bernd"),
    ]


def test_the_first_check_that_an_entry_fails_is_the_answer(host: Phone, table: str) -> None:
    """An entry with which everything is wrong; then one thing after another is put right."""
    used = {"key": key(), "seen": 0, "deal": 1, "for": ANNA, "entry": "bid 1"}
    assert host.post(table, used).status == 201
    bernd = seated(host, table, BERND)
    gone = host.open("file-quick", *NAMES)
    assert host.people(gone, "delete", sure="yes").status == 303
    body = {**used, "seen": "", "for": CLARA, "entry": "bid\u202e9"}
    assert bernd.post("/t/none", body).status == 400
    body["seen"] = 0
    assert bernd.post("/t/none", body).status == 404
    assert bernd.post(gone, body).status == 410
    for change, status, has_code, reason in (
        ({}, 422, False, "an invisible character"),
        ({"entry": "bid 9"}, 422, False, "for something else"),
        ({"key": key()}, 409, None, "Bernd bids now"),
        ({"for": None, "seen": 1, "entry": "adjust Anna many"}, 403, None, "Only the host can"),
        ({"for": BERND, "entry": "bid 9"}, 422, True, "9"),
        ({"entry": "bid 0"}, 201, None, ""),
    ):
        body.update(change)
        got = bernd.post(table, body)
        assert got.status == status, body
        assert reason in got.json.get("reason", "")
        if status == 422:
            assert (got.json["code"] is not None) == has_code


def test_404_and_410_there_is_no_such_sheet(host: Phone, table: str) -> None:
    body = {"key": key(), "seen": 0, "deal": 1, "for": ANNA, "entry": "bid 1"}
    match = host.play("file-quick", "me", "steady", "steady")
    for got in (host.post("/t/none", body), host.post(match, body), host.get("/t/none/now")):
        assert (got.status, got.json["reason"]) == (404, "There is no such score sheet here.")
    assert host.get("/t/none/events").status == 404
    assert host.people(table, "delete", sure="yes").status == 303
    for got in (host.post(table, body), host.get(f"{table}/now")):
        assert (got.status, got.json) == (410, {"reason": "This table was deleted."})


@pytest.mark.parametrize(
    "change",
    [
        {"key": None},
        {"key": "ab" * 15},
        {"key": "AB" * 16},
        {"seen": None},
        {"seen": "1"},
        {"seen": -1},
        {"seen": True},
        {"seen": 1_000_000},
        {"deal": 1.0},
        {"for": "Anna"},
        {"entry": None},
        {"entry": 7},
        {"entry": "x" * 4001},
        {"entry": "bid \ud800"},
    ],
    ids=str,
)
def test_400_the_request_is_malformed(host: Phone, table: str, change: dict[str, object]) -> None:
    body = {"key": key(), "seen": 0, "deal": 1, "for": ANNA, "entry": "bid 1"}
    got = host.post(table, {**body, **change})
    assert got.status == 400
    assert re.search(r"`(key|seen|deal|for|entry)`", got.json["reason"])
    assert host.now(table)["number"] == 0


def test_400_and_413_are_json_for_any_body(host: Phone, table: str) -> None:
    for body in (b"", b"x", b"\xff", b"[]", b"7", b"[" * 60_000):
        got = host.post(table, body)
        assert (got.status, [*got.json]) == (400, ["reason"]), body[:9]
    long = host.post(table, b"x" * (MAX_BODY_BYTES + 1))
    assert (long.status, [*long.json]) == (413, ["reason"])


def test_entries_from_other_sites_are_refused(host: Phone, table: str) -> None:
    body = json.dumps({"key": key(), "seen": 0, "deal": 1, "for": ANNA, "entry": "bid 1"}).encode()
    for headers in (
        {"Origin": "http://elsewhere.example"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Host": "elsewhere.example"},
    ):
        got = host.ask("POST", f"{table}/entries", None, body=body, **headers)
        assert (got.status, [*got.json]) == (403, ["reason"]), headers
        for name, value in SECURITY_HEADERS:
            assert got.headers[name.decode()] == value.decode()
    assert host.now(table)["number"] == 0


def test_429_many_entries_at_once(host: Phone, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bernd = seated(host, table, BERND)
    monkeypatch.setattr(rate_limit, "MOST_ENTRIES", 2)
    assert host.send(table, "bid 1", ANNA).status == 201
    assert host.send(table, "bid 1", ANNA).status == 409
    got = host.send(table, "bid 0", BERND)
    assert got.status == 429
    assert 1 <= int(got.headers["retry-after"]) <= ENTRY_WINDOW + 1
    assert got.json["reason"] == "Too many entries came from this phone at once."
    assert bernd.send(table, "bid 0", BERND).status == 201, "that is another phone"


def test_the_limit_is_for_each_member_and_slides() -> None:
    now = [100.0]
    limit = EntryRateLimit(lambda: now[0])
    for _ in range(MOST_ENTRIES):
        assert limit.retry_after("t", "a") is None
        now[0] += 1 / 64
    assert limit.retry_after("t", "a") == int(ENTRY_WINDOW - MOST_ENTRIES / 64) + 1
    assert limit.retry_after("t", "b") is None
    assert limit.retry_after("u", "a") is None
    now[0] = 100 + ENTRY_WINDOW
    assert limit.retry_after("t", "a") is None, "the first is no longer counted"
    assert limit.retry_after("t", "a") is not None
    now[0] += 2 * ENTRY_WINDOW
    assert limit.retry_after("t", "c") is None
    assert [*limit._sent] == [("t", "c")], "the others are forgotten"


def test_503_it_could_not_be_stored(
    host: Phone, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise StorageError("cannot write `/home/x/tables.db`: the disk is full")

    body = {"key": key(), "seen": 0, "deal": 1, "for": ANNA, "entry": "bid 1"}
    with monkeypatch.context() as full:
        full.setattr(lobby.Lobby, "_store_event", fails)
        got = host.post(table, body)
    assert (got.status, got.headers["retry-after"]) == (503, "5")
    assert "the disk is full" in got.json["reason"]
    assert "/home" not in got.json["reason"]
    assert host.post(table, body).status == 201


# --- the race of two phones ---------------------------------------------------------------


def test_a_bid_meant_for_one_is_never_anothers_whoever_is_faster(host: Phone, table: str) -> None:
    middle, anna = host, seated(host, table, ANNA)
    seen = middle.now(table)["number"]
    # Anna bids on her own phone while the one in the middle still shows that she is asked
    assert anna.send(table, "bid 1", ANNA).status == 201
    late = middle.post(
        table, {"key": key(), "seen": seen, "deal": 1, "for": ANNA, "entry": "bid 0"}
    )
    assert late.status == 409
    assert late.json["reason"] == "Bernd bids now; your “bid 0” was not entered."
    assert [(one["for"], one["entry"], one["by"]) for one in late.json["events"]] == [
        (ANNA, "bid 1", "Anna")
    ]
    assert [(one["for"], one["entry"]) for one in host.now(table)["log"]] == [(ANNA, "bid 1")]


# --- the stream ---------------------------------------------------------------------------


@contextmanager
def events(phone: Phone, table: str, query: str = "") -> Iterator[HTTPResponse]:
    cookie = "; ".join(f"{name}={value}" for name, (value, _) in phone.cookies.items())
    with stream(phone.server, f"{table}/events{query}", Cookie=cookie) as opened:
        yield opened


def first_events(phone: Phone, table: str, query: str, number: int) -> list[StreamEvent]:
    with events(phone, table, query) as opened:
        return [next_event(opened) for _ in range(number)]


def test_the_stream_has_what_is_missing_and_then_what_changes(host: Phone, table: str) -> None:
    for entry, line in (("bid 1", ANNA), ("bid 0", BERND)):
        assert host.send(table, entry, line).status == 201
    log = host.now(table)["log"]
    with events(host, table, "?after=1") as opened:
        assert opened.headers["content-type"] == "text/event-stream; charset=utf-8"
        assert next_event(opened) == StreamEvent("entry", log[1], "2")
        people, note = next_event(opened), next_event(opened)
        now = host.now(table)
        assert people.name == "people"
        assert people.data == {name: now[name] for name in ("members", "everybody", "you")}
        assert note == StreamEvent("note", {"date": "2026-01-31", "note": "at home"})
        assert host.send(table, "bid 1", CLARA).status == 201
        third = next_event(opened)
        assert (third.name, third.id, third.data) == ("entry", "3", host.now(table)["log"][2])
        assert host.people(table, "note", note="outside", date="").status == 303
        assert next_event(opened) == StreamEvent("note", {"date": "", "note": "outside"})
        seated(host, table, BERND)
        assert [one["name"] for one in next_event(opened).data["members"]] == ["The host", "Bernd"]
        assert host.people(table, "delete", sure="yes").status == 303
        assert next_event(opened) == StreamEvent("gone", {})
        assert opened.readline() == b"", "the stream ends"


def test_a_browser_that_reconnects_gets_what_it_has_missed(host: Phone, table: str) -> None:
    for entry, line in (("bid 1", ANNA), ("bid 0", BERND)):
        assert host.send(table, entry, line).status == 201
    with stream(host.server, f"{table}/events?after=0", Last_Event_ID="1") as opened:
        assert next_event(opened).id == "2"


def test_a_page_with_another_log_or_program_is_to_load_everything(host: Phone, table: str) -> None:
    for entry, line in (("bid 1", ANNA), ("bid 0", BERND)):
        assert host.send(table, entry, line).status == 201
    second = host.now(table)["log"][1]["key"]
    outdated = ("?after=3", f"?after=1&key={second}", "?after=2&program=0.0.0")
    for query in outdated:
        names = [one.name for one in first_events(host, table, query, 3)]
        assert names == ["reload", "people", "note"], query
    for query in (f"?after=2&key={second}", f"?after=2&program={VERSION}", "?after=0&key=x"):
        names = [one.name for one in first_events(host, table, query, 2)]
        assert "reload" not in names, query


def test_a_quiet_stream_says_that_it_is_there(
    host: Phone, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "KEEP_ALIVE_SECONDS", 0.05)
    assert first_events(host, table, "", 3)[2] == StreamEvent("here", {})


def test_a_phone_that_lost_its_seat_is_told(host: Phone, table: str) -> None:
    bernd = seated(host, table, BERND)
    with events(bernd, table) as opened:
        assert next_event(opened).data["you"]["seat"] == BERND
        next_event(opened)
        assert host.people(table, "free", member=bernd.now(table)["you"]["id"]).status == 303
        you = next_event(opened).data["you"]
        assert (you["seat"], you["may"]) == (None, "nothing")


# --- a phone that is lost -----------------------------------------------------------------


def own_code(phone: Phone, table: str) -> str:
    return str(phone.now(table)["you"]["code"])


def test_a_lost_phone_gets_its_seat_back_with_a_code_of_its_own(host: Phone, table: str) -> None:
    lost, new = seated(host, table, BERND), Phone(host.server)
    assert host.send(table, "bid 1", ANNA).status == 201
    assert lost.send(table, "bid 0", BERND).status == 201
    before, code = lost.now(table)["you"], own_code(lost, table)
    assert own_code(lost, table) == code, "it stays until it is used"
    assert code in lost.get(f"{table}/people").text
    assert "You are Bernd?" in new.get(f"/j/{code}").text
    with events(lost, table, "?after=2") as opened:
        next_event(opened)
        next_event(opened)
        assert new.join(f"{code[:5]}-{code[5:].upper()}").headers["location"] == table
        you = next_event(opened).data["you"]
        assert (you["seat"], you["may"], you["code"]) == (None, "nothing", None)
    after = new.now(table)["you"]
    assert after["code"] != code
    assert {**after, "code": 0} == {**before, "code": 0}, "the same seat and the same member"
    assert new.send(table, "undo").status == 201, "what the lost phone entered is its own"
    assert lost.send(table, "bid 0", BERND).status == 403
    assert Phone(host.server).join(code).status == 404, "it works once"
    assert "Bernd goes on with another phone" in host.get(f"{table}/people").text


def test_the_host_goes_on_with_another_phone_too(host: Phone, table: str) -> None:
    new = Phone(host.server)
    assert new.join(own_code(host, table)).status == 303
    assert new.now(table)["you"]["host"]
    assert host.now(table)["you"] == {
        "id": None,
        "seat": None,
        "host": False,
        "may": "nothing",
        "code": None,
    }
    assert [one["name"] for one in new.now(table)["members"]] == ["The host"]


def test_the_code_of_somebody_who_was_sent_away_gives_nothing(host: Phone, table: str) -> None:
    bernd = seated(host, table, BERND)
    code, id = own_code(bernd, table), bernd.now(table)["you"]["id"]
    assert host.people(table, "free", member=id).status == 303
    new = Phone(host.server)
    assert "The player with this code has left the table." in new.get(f"/j/{code}").text
    assert new.join(code).status == 404
    assert new.cookies == {}


def test_own_codes_expire_twelve_hours_after_they_were_shown_last() -> None:
    now = [0.0]
    codes = JoinCodes(lambda: now[0])

    def is_valid(code: str) -> bool:
        return asyncio.run(codes.look_up(code, "a")) is not None

    first, other = codes.own_code("t", "a"), codes.own_code("t", "b")
    now[0] = 12 * 3600 - 1
    assert codes.own_code("t", "a") == first
    now[0] = 12 * 3600
    assert (is_valid(first), is_valid(other)) == (True, False)
    assert codes.own_code("t", "b") != other
    now[0] = 3 * 12 * 3600
    assert codes.own_code("t", "a") != first


def test_only_so_many_own_codes_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(join_codes, "MOST_OWN_CODES", 2)
    codes = JoinCodes(lambda: 0.0)
    first, second = codes.own_code("t", "a"), codes.own_code("t", "b")
    assert codes.own_code("t", "a") == first
    codes.own_code("t", "c")
    found = [asyncio.run(codes.look_up(code, "x")) for code in (first, second)]
    assert [one is not None for one in found] == [True, False], "the one shown longest ago went"


# --- old files ----------------------------------------------------------------------------


def test_forms_and_pages_write_one_log(host: Phone, table: str, tmp_path: Path) -> None:
    assert host.enter(table, "bid 1").status == 303
    assert host.send(table, "bid 0", BERND).status == 201
    assert host.enter(table, "bid 1").status == 303
    assert host.enter(table, "won 1 0 0").status == 303
    fields: list[Any] = [(one["for"], one["deal"], one["entry"]) for one in host.now(table)["log"]]
    assert fields == [
        (ANNA, 1, "bid 1"),
        (BERND, 1, "bid 0"),
        (CLARA, 1, "bid 1"),
        (None, 1, "won 1 0 0"),
    ]
    rules, data = tmp_path / "quick.clag", tmp_path / "t.db"
    rules.write_text(QUICK, "utf-8")
    with serving(data, rules) as address:
        phone = Phone(address)
        own = phone.open("file-quick", *NAMES)
        assert phone.enter(own, "bid 1").status == 303
        assert phone.send(own, "bid 0", BERND).status == 201
        before = phone.now(own)
        del before["you"]["code"], before["you"]["id"]
    with serving(data, rules) as address:
        phone.server = address
        after = phone.now(own)
        assert after["you"].pop("code"), "codes are new after a restart, and seats stay"
        assert after["you"].pop("id")
        assert after == before

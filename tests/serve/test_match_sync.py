"""Matches as JSON: what each seat gets, each answer to an act, and the stream of states."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPResponse
from pathlib import Path
from typing import Any

import pytest
from support.match_server import SHORT_MATCHES, MatchPhone, MatchServer, served
from support.table_server import QUICK, Phone, StreamEvent, new_key, next_event, stream

from clagdsl import replay
from clagdsl.api import load
from clagdsl.lang.resources import all_names
from clagdsl.serve import lobby, rate_limit
from clagdsl.serve.http import MAX_BODY_BYTES
from clagdsl.serve.offered_games import OfferedGames
from clagdsl.storage.model import StorageError
from clagdsl.version import VERSION

LARGEST_NOW = 4_000
"""Bytes of `now` without the log."""
Evening = Callable[[MatchServer], Coroutine[Any, Any, None]]


async def opened(server: MatchServer, game: str, players: int) -> tuple[str, list[MatchPhone]]:
    """A match, and a phone for each seat and one for a watcher."""
    host = MatchPhone(server)
    address = await host.open(game, "me", *["person"] * (players - 1))
    phones = [host]
    for code in (await host.codes(address))[1:]:
        phones.append(MatchPhone(server))
        assert (await phones[-1].join(code)).status == 303
    assert len(phones) == players + 1
    return address, phones


def evening(tmp_path: Path, use: Evening) -> None:
    """Uses a server that offers `file-quick`, in which three bid in turn."""
    rules = tmp_path / "quick.clag"
    rules.write_text(QUICK, "utf-8")
    served(tmp_path / "t.db", use, OfferedGames([str(rules)]))


async def actor_of(server: MatchServer, address: str) -> int:
    seat = (await server.table(address)).state.actor
    assert isinstance(seat, int)
    return seat


def key() -> str:
    return new_key().zfill(32)


# --- the state ----------------------------------------------------------------------------


def test_now_has_what_a_seat_sees_and_nothing_else(tmp_path: Path) -> None:
    async def use(server: MatchServer) -> None:
        address, phones = await opened(server, "file-quick", 3)
        table = await server.table(address)
        now = await phones[0].now(address)
        hands = [[str(card) for card in hand] for hand in table.state.hands]
        [turned] = now.pop("turned")
        you = now.pop("you")
        assert you.pop("code")
        assert you == {"id": table.members[0].id, "seat": 0, "host": True, "may": "own"}
        assert [one["seat"] for one in now.pop("members")] == [0, 1, 2, None]
        assert (await phones[0].get(f"/rules/{now.pop('rules')}.json")).status == 200
        lines = now.pop("seen")
        assert lines[0] == {"n": 1, "text": "Host opens the table", "by": "Host"}
        assert lines[2] == {
            **{"n": 1, "text": "Everybody has 1 card", "by": ""},
            **{"kind": "CardsDealt", "cards": 1},
        }
        assert now == {
            "kind": "online",
            "program": VERSION,
            "name": table.name,
            "title": "Quick & <i>Small</i>",
            "game": "quick.clag",
            "parameters": {"bonus": 10},
            "names": list(table.names),
            "direction": "clockwise",
            "commitment": table.secret.commitment,
            "date": "",
            "note": "",
            "everybody": False,
            "n": 4,
            "deal": 1,
            "deals": 3,
            "deal_name": "normal",
            "phase": "bid",
            "actors": [0],
            "dealer": 2,
            "cards": 1,
            "hand": hands[0],
            "unseen": [0, 1, 1],
            "trump": [turned[-1]],
            "bids": [None] * 3,
            "tricks": [0] * 3,
            "totals": [0] * 3,
            "places": [1] * 3,
            "trick": [],
            "legal": ["bid 0", "bid 1"],
            "worth": {
                "bid 0": {"made": 10, "least": 0, "most": 0},
                "bid 1": {"made": 11, "least": 0, "most": 0},
            },
            "lines": len(lines),
        }
        other = await phones[1].now(address)
        assert (other["hand"], other["legal"], "worth" in other) == (hands[1], [], False)
        watchers = (phones[3], MatchPhone(server))
        seen_by_all = [await one.now(address) for one in watchers]
        seen_by_all += [(await one.get(f"{address}/wall/now")).json for one in phones]
        for public in seen_by_all:
            assert (public["hand"], public["unseen"]) == ([], [1, 1, 1])
            assert public["you"]["seat"] is None

    evening(tmp_path, use)


def test_now_has_why_not_on_the_own_turn_only(tmp_path: Path) -> None:
    async def use(server: MatchServer) -> None:
        address, phones = await opened(server, "file-quick", 3)
        for _ in range(2):
            assert (
                await phones[await actor_of(server, address)].act(address, "bid 0")
            ).status == 201
        dealer = await actor_of(server, address)
        now = await phones[dealer].now(address)
        assert (now["legal"], now["phase"]) == (["bid 0"], "bid")
        [why] = now["why"]
        assert why["source"] is None
        assert list(why["reasons"]) == ["bid 1"]
        assert "the bids" in why["reasons"]["bid 1"]
        for phone in phones:
            if phone is not phones[dealer]:
                assert "why" not in await phone.now(address)

    evening(tmp_path, use)


def kept_lines(lines: list[Any], now: Mapping[str, Any]) -> list[Any]:
    """The log of a page after it got another `now`."""
    seen = now["seen"]
    return lines[: now["lines"] - len(seen)] + seen


def choice(now: Mapping[str, Any], drawn: random.Random) -> str:
    """Something that a page may do with this `now`."""
    if "groups" not in now:
        return str(drawn.choice(now["legal"]))
    names = [drawn.choice(group["names"]) for group in now["groups"] if group["kind"] == "one of"]
    return f"call {', '.join(names)}".strip()


async def played(server: MatchServer, game: str, players: int, seed: int, most: int) -> None:
    """Plays a match by its JSON alone; each phone keeps its log as a page does."""
    drawn = random.Random(f"{game} {players} {seed}")
    address, phones = await opened(server, game, players)
    logs: list[list[Any]] = [[] for _ in phones]
    after = [0 for _ in phones]
    sizes: list[int] = []
    for step in range(most):
        nows = []
        for place, phone in enumerate(phones):
            now = await phone.now(address, f"?after={after[place]}")
            if place == step % len(phones) or now["n"] - after[place] > 2:  # others miss something
                logs[place], after[place] = kept_lines(logs[place], now), now["n"]
            whole = await phone.now(address)
            assert kept_lines(logs[place], now) == whole["seen"]
            without = {
                name: value for name, value in now.items() if name not in ("seen", "members")
            }
            sizes.append(len(json.dumps(without)))
            nows.append(now)
        if nows[0]["phase"] == "over":
            assert nows[0]["winners"]
            break
        able = [place for place, now in enumerate(nows) if now["legal"] or "groups" in now]
        assert set(nows[0]["actors"]) <= set(able) or nows[0]["phase"] == "bid"
        seat = drawn.choice(able)
        taken_back = drawn.random() < 0.3
        got = await phones[seat].act(address, choice(nows[seat], drawn))
        assert got.status == 201, (got.text, nows[seat])
        if taken_back and "undo" in got.json["now"]:
            assert (await phones[seat].act(address, "undo")).status == 201
    table = await server.table(address)
    assert max(sizes) < LARGEST_NOW
    if table.state.over:
        record = server.store.path.with_suffix(".toml")
        record.write_text((await phones[1].get(f"{address}/record.toml")).text, "utf-8")
        assert replay(record).totals == table.state.totals
        assert (await phones[-1].now(address))["secret"] == table.secret.text


@pytest.mark.parametrize(("game", "players", "most"), SHORT_MATCHES)
def test_a_match_is_played_by_its_json(game: str, players: int, most: int, tmp_path: Path) -> None:
    served(tmp_path / "t.db", lambda server: played(server, game, players, 1, most))


@pytest.mark.long
@pytest.mark.parametrize("game", all_names())
def test_every_game_is_played_to_its_end(game: str, tmp_path: Path) -> None:
    low, high = load(game).rules.players
    for players in range(low, high + 1):
        served(tmp_path / f"{players}.db", lambda s, n=players: played(s, game, n, 2, 10_000))


def test_while_all_bid_at_once_now_says_who_has_bid_and_not_what(tmp_path: Path) -> None:
    async def use(server: MatchServer) -> None:
        address, phones = await opened(server, "boerenbridge", 3)
        last, *_ = (await server.table(address)).acting_seats[::-1]
        assert (await phones[last].act(address, "bid 1")).status == 201
        before = await phones[last].now(address)
        own: list[int | None] = [None] * 3
        own[last] = 1
        assert (before["bids"], before["has_bid"], before["legal"]) == (own, [last], [])
        assert before["undo"]
        for phone in phones:
            now = await phone.now(address)
            assert now["has_bid"] == [last]
            assert last not in now["actors"]
            assert now["bids"] == own or phone is not phones[last]
            if phone is not phones[last]:
                assert now["bids"] == [None] * 3
                assert "undo" not in now
        for seat in before["actors"]:
            assert (await phones[seat].act(address, "bid 0")).status == 201
        now = await phones[-1].now(address, f"?after={before['n'] + 1}")
        assert sum(now["bids"]) == 1
        assert "has_bid" not in now
        assert now["n"] == before["n"] + 2, "one event for each bid"
        assert [line["kind"] for line in now["seen"]].count("BidsTold") == 1

    served(tmp_path / "t.db", use)


def test_a_bot_takes_over_and_the_person_comes_back(tmp_path: Path) -> None:
    async def use(server: MatchServer) -> None:
        address, phones = await opened(server, "file-quick", 3)
        seat = await actor_of(server, address)
        assert (
            await phones[seat].people(address, "play", seat=seat, policy="steady")
        ).status == 303
        await server.bots.wait_until_idle()
        now = await phones[seat].now(address)
        assert now["bots"] == ["steady" if one == seat else None for one in range(3)]
        assert (now["you"]["may"], now["legal"]) == ("nothing", [])
        assert [line["by"] for line in now["seen"] if line.get("kind") == "BidMade"] == ["bot"]
        while await actor_of(server, address) != seat:
            other = await actor_of(server, address)
            legal = (await phones[other].now(address))["legal"]
            await server.bots.end()  # the bot of the seat is slow
            server.lobby.on_change = lambda _name: None
            assert (await phones[other].act(address, legal[0])).status == 201
        refused = await phones[seat].act(address, "play 2C")
        assert refused.status == 403
        assert refused.json["reason"].startswith("A bot plays for you")
        assert (await phones[seat].people(address, "play", seat=seat, policy="")).status == 303
        now = await phones[seat].now(address)
        assert now["you"]["may"] == "own"
        assert "bots" not in now
        assert (await phones[seat].act(address, now["legal"][0])).status == 201

    evening(tmp_path, use)


# --- each answer --------------------------------------------------------------------------


def test_201_and_200_an_act_is_taken_once(tmp_path: Path) -> None:
    async def use(server: MatchServer) -> None:
        address, phones = await opened(server, "file-quick", 3)
        seat = await actor_of(server, address)
        body = {"key": key(), "seen": 4, "deal": 1, "for": seat, "entry": " bid  1 "}
        first = await phones[seat].post(address, body)
        again = await phones[seat].post(address, body)
        assert (first.status, again.status) == (201, 200)
        assert first.json == again.json
        now = first.json["now"]
        assert (now["n"], now["bids"][seat], now["legal"]) == (5, 1, [])
        assert [line["n"] for line in now["seen"]] == [5]
        other = await phones[seat].post(address, {**body, "entry": "bid 0"})
        assert (other.status, other.json["code"]) == (422, None)
        assert (await phones[seat].now(address))["n"] == 5

    evening(tmp_path, use)


def test_409_it_is_not_due(tmp_path: Path) -> None:
    async def use(server: MatchServer) -> None:
        address, phones = await opened(server, "file-quick", 3)
        seat = await actor_of(server, address)
        later = phones[(seat + 1) % 3]
        for got in (
            await later.act(address, "bid 0"),
            await phones[seat].act(address, "bid 0", deal=2),
            await phones[seat].act(address, "bid 0", deal=None),
            await phones[seat].act(address, "bid 0", seen=0),
        ):
            assert (got.status, got.json["now"]["n"]) == (409, 4)
            assert got.json["reason"].startswith("The table has moved on: ")
        assert (await phones[seat].act(address, "bid 0")).status == 201
        # what was meant for one question is not taken for the next one of the same seat
        for other in (1, 2):
            legal = (await phones[(seat + other) % 3].now(address))["legal"]
            assert (await phones[(seat + other) % 3].act(address, legal[0])).status == 201
        play = (await phones[seat].now(address))["legal"][0]
        assert (await phones[seat].act(address, play, seen=5)).status == 409
        assert (await phones[seat].act(address, play)).status == 201

    evening(tmp_path, use)


def test_422_the_rules_refuse_it(tmp_path: Path) -> None:
    async def use(server: MatchServer) -> None:
        address, phones = await opened(server, "pagat", 4)
        phone = phones[await actor_of(server, address)]
        got = await phone.act(address, "bid 77")
        assert got.status == 422
        assert sorted(got.json) == ["code", "now", "reason", "source"]
        assert got.json["code"].startswith("A")
        assert got.json["source"].startswith("Clag / Nominations")
        nothing = await phone.act(address, "")
        assert nothing.status == 422
        assert nothing.json["reason"].startswith("Nothing was entered")

    evening(tmp_path, use)


def test_403_it_is_of_another_seat(tmp_path: Path) -> None:
    async def use(server: MatchServer) -> None:
        address, phones = await opened(server, "file-quick", 3)
        seat = await actor_of(server, address)
        for phone in (phones[(seat + 1) % 3], phones[3], MatchPhone(server)):
            got = await phone.act(address, "bid 0", **{"for": seat})
            assert got.status == 403, got.text
            assert got.json["now"]["legal"] == []
        guest = MatchPhone(server)
        assert (await guest.act(address, "bid 0", seen=0, **{"for": seat})).status == 403
        assert (await phones[seat].act(address, "bid 0", seen=0)).status == 409
        assert (await phones[0].act(address, "bid 0", **{"for": 3})).status == 403
        assert (await phones[seat].act(address, "undo")).status == 403
        assert (await server.table(address)).number == 4

    evening(tmp_path, use)


@pytest.mark.parametrize(
    "change",
    [{"key": None}, {"seen": None}, {"for": None}, {"for": "Ann"}, {"deal": 1.0}, {"entry": 7}],
    ids=str,
)
def test_400_the_request_is_malformed(tmp_path: Path, change: dict[str, object]) -> None:
    async def use(server: MatchServer) -> None:
        address, phones = await opened(server, "file-quick", 3)
        got = await phones[await actor_of(server, address)].act(address, "bid 0", **change)
        assert (got.status, list(got.json)) == (400, ["reason"])
        assert next(iter(change)) in got.json["reason"]

    evening(tmp_path, use)


def test_404_410_413_429_and_503(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: object) -> None:
        raise StorageError("cannot write `/home/x/tables.db`: the disk is full")

    async def use(server: MatchServer) -> None:
        address, phones = await opened(server, "file-quick", 3)
        seat = await actor_of(server, address)
        phone = phones[seat]
        body = {"key": key(), "seen": 4, "deal": 1, "for": seat, "entry": "bid 1"}
        assert (await phone.post("/t/none", body)).status == 404
        assert (await phone.post(address, b"x" * (MAX_BODY_BYTES + 1))).status == 413
        with monkeypatch.context() as full:
            full.setattr(lobby.Lobby, "_store_event", fails)
            got = await phone.post(address, body)
        assert (got.status, got.headers["retry-after"]) == (503, "5")
        assert "/home" not in got.json["reason"]
        assert (await phone.post(address, body)).status == 201
        with monkeypatch.context() as strict:
            strict.setattr(rate_limit, "MOST_ENTRIES", 2)
            assert (await phone.post(address, body)).status == 429
        assert (await phones[0].people(address, "delete", sure="yes")).status == 303
        for got in (await phone.post(address, body), await phone.get(f"{address}/now")):
            assert (got.status, got.json) == (410, {"reason": "This table was deleted."})

    evening(tmp_path, use)


# --- the stream ---------------------------------------------------------------------------


@pytest.fixture
def table(host: Phone) -> str:
    return host.play("file-quick", "me", "person", "person")


@contextmanager
def events(phone: Phone, path: str, **headers: str) -> Iterator[HTTPResponse]:
    cookie = "; ".join(f"{name}={value}" for name, (value, _) in phone.cookies.items())
    with stream(phone.server, path, Cookie=cookie, **headers) as opened:
        yield opened


def act(phone: Phone, table: str, seat: int, entry: str) -> int:
    now = phone.now(table)
    body = {"key": key(), "seen": now["n"], "deal": now["deal"], "for": seat, "entry": entry}
    return phone.ask("POST", f"{table}/acts", body=json.dumps(body).encode()).status


def seated(host: Phone, table: str, seat: int) -> Phone:
    phone = Phone(host.server)
    assert phone.join(host.codes(table)[seat]).status == 303
    return phone


def test_the_stream_has_the_whole_state_after_every_action(host: Phone, table: str) -> None:
    actor = host.now(table)["actors"][0]
    phone = host if actor == 0 else seated(host, table, actor)
    now = phone.now(table)
    with events(phone, f"{table}/events?after={now['n']}&program={VERSION}") as opened:
        state, people, note = (next_event(opened) for _ in range(3))
        about = {"kind", "program", "name", "title", "game", "rules", "names", "parameters"}
        about |= {"date", "note", "members", "everybody", "you", "direction", "commitment"}
        fields = {name: value for name, value in now.items() if name not in about}
        assert state == StreamEvent("now", {**fields, "seen": []}, str(now["n"]))
        assert people.data == {name: now[name] for name in ("members", "everybody", "you")}
        assert (people.name, note) == ("people", StreamEvent("note", {"date": "", "note": ""}))
        assert act(phone, table, actor, "bid 0") == 201
        after = next_event(opened)
        assert (after.name, after.id) == ("now", str(now["n"] + 1))
        assert after.data["bids"][actor] == 0
        assert after.data["undo"]
        assert [line["kind"] for line in after.data["seen"]] == ["BidMade"]
        assert act(phone, table, actor, "undo") == 201
        back = next_event(opened).data
        assert (back["bids"], back["lines"]) == ([None] * 3, after.data["lines"])
        assert [line["text"] for line in back["seen"]] == [
            f"{now['names'][actor]} takes back their last action"
        ]
        assert host.people(table, "delete", sure="yes").status == 303
        assert next_event(opened) == StreamEvent("gone", {})
        assert opened.readline() == b"", "the stream ends"


def test_a_phone_that_missed_something_gets_only_what_it_lacks(host: Phone, table: str) -> None:
    actor = host.now(table)["actors"][0]
    phone = host if actor == 0 else seated(host, table, actor)
    before = phone.now(table)["n"]
    assert act(phone, table, actor, "bid 0") == 201
    for path, headers in (
        (f"{table}/events?after={before}", {}),
        (f"{table}/events?after=0", {"Last_Event_ID": str(before)}),
    ):
        with events(phone, path, **headers) as opened:
            assert [line["n"] for line in next_event(opened).data["seen"]] == [before + 1]


def test_a_page_of_another_program_or_file_is_to_load_everything(host: Phone, table: str) -> None:
    for query in ("?after=99", "?after=0&program=0.0.0"):
        with events(host, f"{table}/events{query}") as opened:
            assert [next_event(opened).name for _ in range(2)] == ["reload", "now"]


def test_a_quiet_stream_says_that_it_is_there(
    host: Phone, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "KEEP_ALIVE_SECONDS", 0.05)
    with events(host, f"{table}/events") as opened:
        assert [next_event(opened).name for _ in range(4)] == ["now", "people", "note", "here"]


def test_the_wall_never_shows_the_hand_of_the_browser_that_shows_it(
    host: Phone, table: str
) -> None:
    assert host.now(table)["hand"]
    for headers in ({}, {"Last_Event_ID": "1"}):
        with events(host, f"{table}/wall/events", **headers) as opened:
            state, people = next_event(opened), next_event(opened)
            assert (state.data["hand"], people.data["you"]["id"]) == ([], None)
    sheet = host.open("file-quick", "Anna", "Bernd", "Clara")
    assert host.get(f"{sheet}/wall/now").status == 404
    assert host.get(f"{sheet}/wall/events").status == 404

"""A page that is open is told what of it changes, as whoever has it open sees it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from markupsafe import Markup
from support.match_server import MatchPhone, MatchServer, served
from support.table_server import Phone, next_told, stream

from clagdsl.serve import html_pages
from clagdsl.serve.fragments import KEY_MARK, SEEN_MARK, LivePage, PagePart
from clagdsl.serve.online_pages import match_seen
from clagdsl.serve.online_table import OnlineTable
from clagdsl.serve.online_view import match_face

NAMES = ("Ann", "Bob", "Cai")


@pytest.fixture
def table(host: Phone) -> str:
    """A match in which the host bids first."""
    named = {f"name{seat}": name for seat, name in enumerate(NAMES)}
    return host.play("file-quick", "me", "person", "person", dealer="2", **named)


def join_all(host: Phone, table: str) -> list[Phone]:
    """Seats the other players; returns the phones by seat, the host's first."""
    phones = [host, Phone(host.server), Phone(host.server)]
    for phone, code in zip(phones[1:], host.codes(table)[1:3], strict=True):
        assert phone.join(code).status == 303
    return phones


def parts_of(page: str) -> dict[str, list[str]]:
    """The parts of a page as a stream tells them: by name, classes and content."""
    found = re.findall(
        r'<(\w+) id="(\w+)" class="([^"]*)" data-part[^>]*>(.*?)</\1>', page, re.DOTALL
    )
    blank = re.compile(r'(name="(?:key|seen)" value=")[^"]*')
    return {name: [classes, blank.sub(r"\1", content)] for _, name, classes, content in found}


def shown(page: dict[str, list[str]], told: Any) -> dict[str, list[str]]:
    """A page after what it was told."""
    return page | told["parts"]


def test_what_is_told_makes_the_page_that_is_sent_to_who_asks(host: Phone, table: str) -> None:
    phones = join_all(host, table)
    cookie = "; ".join(f"{name}={value}" for name, (value, _) in host.cookies.items())
    page = parts_of(host.get(table).text)
    assert {"turn", "hand", "problem"} <= {*page}
    with stream(host.server, f"{table}/changes?seen=3", Cookie=cookie) as changes:
        assert next_told(changes) == {"number": 3, "parts": {}}, "it shows all of it"
        for number, (seat, entry) in enumerate(
            ((0, "bid 0"), (1, "bid 1"), (1, "undo"), (1, "bid 1")), 4
        ):
            assert phones[seat].enter(table, entry).status == 303, entry
            told = next_told(changes)
            assert told["number"] == number
            assert re.fullmatch("[0-9a-f]{16}", told["key"])
            assert told["parts"]
            assert "problem" not in told["parts"], "nothing of that has changed"
            page = shown(page, told)
            assert page == parts_of(host.get(table).text)


@pytest.mark.parametrize(
    ("asked", "header", "whole"),
    [
        ("?seen=2", "", False),
        ("?seen=1", "", True),
        ("", "", True),
        ("?seen=none", "", True),
        ("?seen=1", "2", False),
        ("?seen=2", "1", True),
    ],
)
def test_who_comes_again_is_told_only_what_was_missed(
    host: Phone, table: str, asked: str, header: str, whole: bool
) -> None:
    assert host.enter(table, "bid 0").status == 303
    more = {"Last_Event_ID": header} if header else {}
    with stream(host.server, f"{table}/changes{asked}", **more) as changes:
        told = next_told(changes)
    assert told["number"] == 2
    assert bool(told["parts"]) == whole
    if whole:
        assert told["parts"] == parts_of(Phone(host.server).get(table).text)


def test_what_was_refused_is_not_left_on_a_page(host: Phone, table: str) -> None:
    refused = host.enter(table, "bid 77")
    assert refused.status == 422
    assert "data-refused" in refused.text
    assert "data-refused" not in host.get(table).text
    with stream(host.server, f"{table}/changes?seen=1&whole=1") as changes:
        assert next_told(changes) == {"number": 1, "parts": {}}, "it stays until something happens"
        assert host.enter(table, "bid 0").status == 303
        assert "problem" in next_told(changes)["parts"]


def test_who_looks_at_a_table_that_is_deleted_is_told(host: Phone, table: str) -> None:
    with stream(host.server, f"{table}/changes") as changes:
        assert next_told(changes)["number"] == 1
        assert host.people(table, "delete", sure="yes").status == 303
        assert next_told(changes) == {"gone": True}
        assert not changes.read().strip(), "the stream ends"


def test_each_phone_is_told_what_its_seat_sees(tmp_path: Path) -> None:
    async def told(server: MatchServer) -> tuple[list[str], OnlineTable]:
        host = MatchPhone(server)
        address = await host.open("pagat", *["person"] * 4)
        phones = [MatchPhone(server) for _ in range(5)]
        for phone, code in zip(phones, await host.codes(address), strict=False):
            assert (await phone.join(code)).status == 303
        streams = [(await phone.begun(f"{address}/changes")).text for phone in phones]
        return streams, await server.table(address)

    streams, table = served(tmp_path / "t.db", told)
    parts = [json.loads(text.partition("data: ")[2])["parts"] for text in streams]
    for seat, one in enumerate(parts):
        face = match_face(match_seen(table, seat if seat < 4 else None))
        assert ("Your hand" in one["hand"][1]) == bool(face.hand)
    assert len({one["hand"][1] for one in parts}) == 5 - sum(not one for one in table.state.hands)


def test_a_page_tells_of_another_only_what_differs() -> None:
    before = LivePage(3, "", {"turn": PagePart("turn", "Ann"), "sheet": PagePart("", "1 < 2")})
    now = LivePage(
        4, f"{KEY_MARK} {SEEN_MARK}", before.parts | {"turn": PagePart("turn yours", "Bob")}
    )
    assert now.since(before, "k") == (
        '{"number": 4, "key": "k", "parts": {"turn": ["turn yours", "Bob"]}}'
    )
    assert '"sheet": ["", "1 < 2"]' in now.since(None, "k")
    assert now.whole("k") == "k 4"


def test_what_pages_share_is_what_each_would_have_alone(host: Phone, table: str) -> None:
    """The players and a watcher of one match, in whatever order they ask."""
    phones = join_all(host, table)
    watcher = Phone(host.server)
    for seat, entry in ((0, "bid 0"), (1, "bid 1"), (2, "bid 1")):
        assert phones[seat].enter(table, entry).status == 303
        parts = [parts_of(phone.get(table).text) for phone in (watcher, *phones[::-1])]
        assert [one["sheet"] for one in parts] == [parts[0]["sheet"]] * 4
        assert len({one["hand"][1] for one in parts}) >= 3, "nobody sees another's"


def test_so_many_pieces_of_pages_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html_pages, "MOST_PIECES", 2)
    pieces, made = html_pages.RememberedPieces(), []

    def piece(name: str) -> Markup:
        return pieces.piece("line", name, caller=lambda: made.append(name) or Markup(name))

    assert [piece(name) for name in ("a", "b", "a", "c", "b", "a")] == [*"abacba"]
    assert made == ["a", "b", "c", "a"]

"""What is written out of a match under way: nothing that somebody at it may not know."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.match_server import MatchPhone, MatchServer, served

from clagdsl.cli.main import main
from clagdsl.serve.lobby import private_events


async def bids(server: MatchServer) -> tuple[str, str, list[list[str | None]]]:
    """A match in which all bid at once; what is exported of its bids after each of them."""
    host = MatchPhone(server)
    address = await host.open("boerenbridge", "me", "person", "person")
    codes = await host.codes(address)
    phones = [host, MatchPhone(server), MatchPhone(server)]
    for phone, code in zip(phones[1:], codes[1:3], strict=True):
        await phone.join(code)
    table = await server.table(address)
    first = table.state.actor
    assert isinstance(first, int)
    order = [(first + place) % 3 for place in range(3)]
    found = []

    def exported() -> list[str | None]:
        lines = list(server.store.export_lines(private_events))
        assert table.secret.salt not in "".join(lines)
        assert str(table.secret.seed) not in "".join(lines)
        events = [one for one in map(json.loads, lines) if one.get("kind") == "events"]
        bodies = [one["body"] for one in events]
        acts = [None if body is None else json.loads(body)["did"] for body in bodies]
        kept = [one for one in acts if one is None or one["kind"] in ("act", "take back")]
        return [None if one is None else one.get("action", "back") for one in kept]

    # before its turn, in its turn, and taken back; then the last one, and all are told
    taps = [(2, "bid 0"), (2, "undo"), (2, "bid 1"), (0, "bid 1"), (1, "bid 0")]
    for who, text in taps:
        got = await phones[order[who]].enter(address, text)
        assert got.status == 303, (text, got.problem)
        found.append(exported())
    return address.rpartition("/")[2], str(table.secret.seed), found


def test_bids_that_are_made_at_once_are_exported_when_they_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "t.db"
    name, seed, found = served(data, bids)
    assert found == [
        [None],
        [None, "back"],
        [None, "back", None],
        [None, "back", None, None],
        [None, "back", "bid 1", "bid 1", "bid 0"],
    ], "what was taken back was never told"
    assert main(["serve", "--data", str(data), "--export", "-"]) == 0
    told = capsys.readouterr().out
    assert f'"table_name": "{name}"' in told
    assert seed not in told
    assert told.count('"body": null') == 1


def test_where_nobody_can_say_what_is_hidden_no_event_is_told(tmp_path: Path) -> None:
    async def opened(server: MatchServer) -> list[str | None]:
        host = MatchPhone(server)
        address = await host.open("boerenbridge", "me", "steady", "steady")
        await host.enter(address, "bid 0")
        server.store._writes.execute("UPDATE rules SET text = 'clag 99'")
        lines = map(json.loads, server.store.export_lines(private_events))
        return [one["body"] for one in lines if one.get("kind") == "events"]

    bodies = served(tmp_path / "t.db", opened)
    assert bodies[0] is not None
    assert len(bodies) > 1
    assert set(bodies[1:]) == {None}

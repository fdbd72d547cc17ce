"""Whole matches by the pages of the online table: all that a seat may do can be tapped there."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from support.match_server import (
    SHORT_MATCHES,
    MatchPhone,
    MatchServer,
    drawn_call,
    offered,
    served,
)

from clagdsl import replay
from clagdsl.api import load
from clagdsl.lang.resources import all_names

LARGEST_PAGE = 100_000


async def played(server: MatchServer, game: str, players: int, seed: int, most: int) -> MatchPhone:
    """A phone that plays every seat of a match by turns, each as its own page offers."""
    drawn = random.Random(f"{game} {players} {seed}")
    host = MatchPhone(server)
    address = await host.open(game, "me", *["person"] * (players - 1))
    phones = [host]
    for code in (await host.codes(address))[1:players]:
        guest = MatchPhone(server)
        assert (await guest.join(code)).status == 303
        phones.append(guest)
    for _ in range(most):
        table = await server.table(address)
        state = table.state
        if state.over:
            break
        acting = [seat for seat in range(players) if table.legal_actions(seat)]
        seat = drawn.choice(acting)
        page = (await phones[seat].get(f"{address}/plain")).text
        assert len(page) < LARGEST_PAGE
        entry = drawn_call(page, drawn)
        if entry is None:
            texts = offered(page)
            assert sorted(texts) == sorted(map(str, table.legal_actions(seat)))
            entry = drawn.choice(texts)
        got = await phones[seat].enter(address, entry)
        assert got.status == 303, (got.problem, state)
    assert (await phones[1].get(f"{address}/log")).status == 200
    if (await server.table(address)).state.over:
        record = await phones[1].get(f"{address}/record.toml")
        assert record.status == 200
        path = server.store.path.with_suffix(".toml")
        path.write_text(record.text, "utf-8")
        assert replay(path).totals == (await server.table(address)).state.totals
    return host


@pytest.mark.parametrize(("game", "players", "most"), SHORT_MATCHES)
def test_a_match_is_played_by_its_pages(game: str, players: int, most: int, tmp_path: Path) -> None:
    served(tmp_path / "t.db", lambda server: played(server, game, players, 1, most))


@pytest.mark.long
@pytest.mark.parametrize("game", all_names())
def test_every_game_is_played_to_its_end(game: str, tmp_path: Path) -> None:
    low, high = load(game).rules.players
    for players in range(low, high + 1):
        served(tmp_path / f"{players}.db", lambda s, n=players: played(s, game, n, 2, 10_000))

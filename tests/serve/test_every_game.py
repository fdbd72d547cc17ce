"""The page without script through whole matches: whatever a game asks can be entered as text."""

from __future__ import annotations

import asyncio
import random

import pytest

from clagdsl.api import load
from clagdsl.lang.resources import all_names
from clagdsl.scorekeeping.score_sheet import Sheet
from clagdsl.serve.http import WebRequest
from clagdsl.serve.join_codes import JoinCodes
from clagdsl.serve.keeper_table import create_keeper_table
from clagdsl.serve.lobby import Lobby
from clagdsl.serve.offered_games import OfferedGames
from clagdsl.serve.seat_tokens import hash_token
from clagdsl.serve.site import Site
from clagdsl.serve.table_events import EntryMade, Member, TableEvent, TableOpened
from clagdsl.storage.store import Store

LARGEST_PAGE = 8_000
COOKIE = {"seat-t": "secret"}


def drawn_entry(sheet: Sheet, drawn: random.Random) -> str:
    """Something that may be entered now."""
    legal = [text for text in sheet.legal() if not text.startswith(("undo", "order", "trump"))]
    if sheet.phase != "tricks":
        return drawn.choice(legal or sheet.legal())
    players, cards = sheet.players, sheet.cards or 0
    takers = [drawn.randrange(players) for _ in range(cards)]
    won = " ".join(str(takers.count(seat)) for seat in range(players))
    points = " ".join(["0"] * players)
    taken = " ".join(str(taker + 1) for taker in takers)
    texts = (f"won {won}", f"taken {taken}", f"won {won} points {points}")
    return next(text for text in texts if sheet.why_not(text) is None)


def play(name: str, players: int, store: Store, entries: int) -> set[str]:
    """The phases of a match of which so much is entered, the page shown before each entry."""
    game = load(name)
    host = Member("h", "Host", None, hash_token("secret"))
    names = tuple("ABCDEFGHIJ"[:players])
    table = create_keeper_table("t", game, TableOpened(name, names, None, (), host, "", ""))
    games = OfferedGames([])
    site = Site(Lobby(store, games), games, JoinCodes(lambda: 0.0))
    drawn = random.Random(name)
    phases: set[str] = set()
    for _ in range(entries):
        phases.add(table.sheet.phase)
        answer = asyncio.run(site.keeper.plain(table, WebRequest(cookies=COOKIE)))
        assert len(answer.body) < LARGEST_PAGE
        has_numbers = 'name="n0"' in answer.body
        assert has_numbers == (table.sheet.phase in ("bid", "tricks"))
        if table.sheet.over:
            break
        table = table.apply(TableEvent("h", EntryMade(drawn_entry(table.sheet, drawn))))
    return phases


@pytest.fixture
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    return Store(tmp_path_factory.mktemp("tables") / "t.db")


@pytest.mark.parametrize(("name", "players"), [("raf", 3), ("foss", 3), ("israeli-whist", 4)])
def test_a_game_is_kept_as_text(name: str, players: int, store: Store) -> None:
    assert len(play(name, players, store, 30)) > 1
    store.close()


@pytest.mark.long
@pytest.mark.parametrize("name", all_names())
def test_every_game_is_kept_to_its_end(name: str, store: Store) -> None:
    for players in sorted({*load(name).rules.players}):
        assert "over" in play(name, players, store, 1000)
    store.close()

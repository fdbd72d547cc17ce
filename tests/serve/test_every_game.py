"""The page of the score keeper through whole matches: whatever a game asks can be answered."""

from __future__ import annotations

import asyncio
import random
from html import escape

import pytest

from clagdsl.api import load
from clagdsl.lang.resources import all_names
from clagdsl.serve import keeper_view
from clagdsl.serve.http import WebRequest
from clagdsl.serve.join_codes import JoinCodes
from clagdsl.serve.keeper_pages import table_entry
from clagdsl.serve.keeper_table import KeeperTable, create_keeper_table
from clagdsl.serve.lobby import Lobby
from clagdsl.serve.offered_games import OfferedGames
from clagdsl.serve.seat_tokens import hash_token
from clagdsl.serve.site import Site
from clagdsl.serve.table_events import EntryMade, Member, TableEvent, TableOpened
from clagdsl.storage.store import Store

LARGEST_PAGE = 100_000
COOKIE = {"seat-t": "secret"}


def filled(table: KeeperTable, drawn: random.Random) -> dict[str, str]:
    """A form of the page, filled in so that the rules may take it."""
    sheet = table.sheet
    asked = keeper_view.question(sheet)
    players, cards = len(sheet.names), sheet.cards or 0
    match asked.asked:
        case "choice":
            return {"entry": drawn.choice([tap.entry for tap in asked.choices if not tap.barred])}
        case "groups":
            form = {"row": "call"}
            for number, group in enumerate(asked.groups):
                if group.kind == "some":
                    some = [name for name in group.names if drawn.random() < 0.3]
                    form |= {f"g{number}-{at}": name for at, name in enumerate(some)}
                else:
                    form[f"g{number}"] = drawn.choice(group.names)
            return form
        case "takers":
            taken = {f"n{trick}": str(drawn.randint(1, players)) for trick in range(cards)}
            return {"row": "taken", **taken}
        case _:
            takers = [drawn.randrange(players) for _ in range(cards)]
            won = {f"n{seat}": str(takers.count(seat)) for seat in range(1, players)}
            points = {f"p{seat}": "0" for seat in range(players)} if asked.asked == "points" else {}
            return {"row": "won", **won, **points}


def play(name: str, players: int, store: Store, entries: int) -> set[str]:
    """What was asked for in a match of which so much is entered by the forms of the page."""
    game = load(name)
    host = Member("h", "Host", None, hash_token("secret"))
    names = tuple("ABCDEFGHIJ"[:players])
    table = create_keeper_table("t", game, TableOpened(name, names, None, (), host, "", ""))
    games = OfferedGames([])
    site = Site(Lobby(store, games), games, JoinCodes(lambda: 0.0))
    drawn = random.Random(name)
    asked: set[str] = set()
    for _ in range(entries):
        if table.sheet.over:
            break
        answer = asyncio.run(site.table_page(table, WebRequest(cookies=COOKIE)))
        assert len(answer.body) < LARGEST_PAGE
        form = filled(table, drawn)
        if "entry" in form:
            assert f'value="{escape(form["entry"])}"' in answer.body.replace("&#39;", "&#x27;")
        asked.add(keeper_view.question(table.sheet).asked)
        entry = table_entry(table, form)
        assert entry is not None
        table = table.apply(TableEvent("h", EntryMade(entry)))
    return asked


@pytest.fixture
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    return Store(tmp_path_factory.mktemp("tables") / "t.db")


def test_calls_of_many_choices_are_put_together_of_their_groups(store: Store) -> None:
    assert play("raf", 3, store, 14) >= {"choice", "groups", "takers"}
    store.close()


@pytest.mark.long
@pytest.mark.parametrize("name", all_names())
def test_every_game_is_kept_to_its_end(name: str, store: Store) -> None:
    for players in sorted({*load(name).rules.players}):
        play(name, players, store, 500)
    store.close()

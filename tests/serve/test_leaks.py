"""Nobody learns what is hidden: tables that are equal to a seat are answered with equal bytes."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from itertools import islice
from pathlib import Path
from typing import NoReturn

import pytest
from support.match_leaks import KEY, PAGES, Pair, answers, pairs
from support.match_server import MatchPhone, MatchServer, served

from clagdsl import load
from clagdsl.engine.view import View
from clagdsl.lang.resources import all_names
from clagdsl.problems.model import IllegalAction, Reason
from clagdsl.serve import change_stream, online_pages, people_pages
from clagdsl.serve.online_table import OnlineTable

Compared = Callable[[Pair], Awaitable[bool]]


@pytest.fixture(autouse=True)
def _one_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """The key of a page is drawn anew each time, and tells nothing."""
    for module in (change_stream, online_pages, people_pages):
        monkeypatch.setattr(module, "new_key", lambda: KEY)


async def compared(
    server: MatchServer, game: str, players: int, seed: int, *, most: int, tries: int
) -> list[bool]:
    """Of each pair whether it was answered alike on all pages, and refused what is not allowed."""
    drawn = random.Random(f"{game} {players} {seed}")
    host = MatchPhone(server)
    address = await host.open(game, *["person"] * players)
    phones: list[MatchPhone] = []
    for code in (await host.codes(address))[: players + 1]:
        phones.append(MatchPhone(server))
        assert (await phones[-1].join(code)).status == 303
    table = await server.table(address)
    secrets = (table.secret.salt, str(table.secret.seed))
    alike: list[bool] = []
    for pair in islice(pairs(table, game, drawn, 500 if tries > 9 else 50), most):
        phone = phones[-1 if pair.seat is None else pair.seat]
        assert pair.one.names == table.names  # by other names all phones only watch
        texts = pair.tells
        telling = pair.elsewhere
        tried = drawn.sample(telling, min(tries // 2, len(telling)))
        tried += drawn.sample(texts, min(tries - len(tried), len(texts)))
        routes = PAGES if tries > 9 else ("", "/changes", *drawn.sample(PAGES[1:4], 1))
        asked = [("page", page) for page in routes] + [("try", text) for text in tried]
        one = await answers(server, pair.one, phone, asked)
        other = await answers(server, pair.other, phone, asked)
        over = pair.one.state.over
        assert over or not any(each in text for _, _, text in one for each in secrets)
        if over:
            one, other = _but_record(one, asked), _but_record(other, asked)
        # what is tried is not allowed: done, it was let through
        alike.append(one == other and all(status != 303 for status, _, _ in one))
    return alike


def _but_record(
    found: list[tuple[int, str, str]], asked: list[tuple[str, str]]
) -> list[tuple[int, str, str]]:
    """The answers but for the record, which tells every card once the match is over."""
    return [one for one, route in zip(found, asked, strict=True) if route[1] != "/record.toml"]


@pytest.mark.parametrize("game", all_names())
def test_equal_views_are_answered_with_equal_bytes(game: str, tmp_path: Path) -> None:
    players = load(game).rules.players[0]
    alike = served(
        tmp_path / "t.db", lambda server: compared(server, game, players, 1, most=3, tries=2)
    )
    assert alike == [True] * 3


@pytest.mark.long
@pytest.mark.parametrize("game", all_names())
def test_ten_thousand_pairs_are_answered_with_equal_bytes(game: str, tmp_path: Path) -> None:
    low, high = load(game).rules.players
    for players in range(low, high + 1):
        most = 10_000 // len(all_names()) // (high - low + 1) + 1
        alike = served(
            tmp_path / f"{players}.db",
            lambda s, p=players, m=most: compared(s, game, p, 2, most=m, tries=10),
        )
        assert all(alike)


# --- the guard, taken away ----------------------------------------------------------------


def referees(table: OnlineTable, _seat: int, text: str) -> NoReturn:
    """What anybody means, judged by the referee, who knows the cards of whoever is to act."""
    raise IllegalAction(table.state.why_not(text) or Reason("A103", "it may be done", None, None))


def at_once(_table: OnlineTable, _seat: int) -> None:
    """Nobody waits for a turn."""


def neighbours(table: OnlineTable, seat: int | None) -> View:
    """The view of another seat."""
    return table.state.view(0 if seat is None else (seat + 1) % len(table.names))


@pytest.mark.parametrize(
    ("broken", "game"),
    [
        ({"meant": referees, "why_not_now": at_once}, "pagat"),
        ({"view": neighbours}, "pagat"),
        ({"view": neighbours}, "scorecard"),
    ],
)
def test_what_goes_past_the_guard_is_noticed(
    broken: dict[str, object], game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, way in broken.items():
        monkeypatch.setattr(OnlineTable, name, way)
    alike = served(tmp_path / "t.db", lambda server: compared(server, game, 4, 3, most=8, tries=8))
    assert not all(alike)

"""Moments of matches as the server sends them to a seat, for tests of the page of the table."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from clagdsl.api import PlayableGame
from clagdsl.engine.actions import PASSED
from clagdsl.engine.view import View
from clagdsl.serve.online_sync import MatchViewer, now_json
from clagdsl.serve.online_table import OnlineTable, create_match
from clagdsl.serve.seed_draw import DealSecret
from clagdsl.serve.table_events import ActionMade, MatchOpened, Member, TableEvent

NAMES: Final = (
    *("Anna", "Bernd", "Maximiliane-Charlotte", "Dieter", "Eva"),
    *("Fay", "Gustavo", "Hanna", "Ivo", "Wilhelmine"),
)
HOST: Final = Member("0123456789", "Anna", "Anna", "")


def opened(game: PlayableGame, names: Sequence[str], dealer: str | None = None) -> OnlineTable:
    """Returns a match whose last player is a bot."""
    bots = (None,) * (len(names) - 1) + ("steady",)
    secret = DealSecret(4, "")
    match = MatchOpened("game.clag", tuple(names), bots, dealer, (), HOST, "", "", "")
    return create_match("table", game, match, secret)


def moments(table: OnlineTable, drawn: random.Random) -> Iterator[OnlineTable]:
    """Yields a table after each random action until the match is over; nobody passes for ever."""
    while not table.state.over:
        seat = table.state.actor
        assert isinstance(seat, int)
        legal = [one for one in table.view(seat).legal if one != PASSED or drawn.random() < 0.3]
        action = str(drawn.choice(legal or table.view(seat).legal))
        table = table.apply(TableEvent("", ActionMade(seat, action)))
        yield table


def first_moment(
    table: OnlineTable, drawn: random.Random, fits: Callable[[View], bool]
) -> OnlineTable:
    """Returns the first moment of a match at which the view of seat 0 fits."""
    if fits(table.view(0)):
        return table
    return next(one for one in moments(table, drawn) if fits(one.view(0)))


def sent(table: OnlineTable, seat: int | None, after: int = 0) -> dict[str, Any]:
    """Returns the message of the server to the phone of a seat, or to everybody, with the lines of
    the log after number `after`.
    """
    members = [
        {"id": str(line), "name": name, "seat": line, "host": line == 0}
        for line, name in enumerate(table.names)
    ]
    own = {"id": None if seat is None else str(seat), "seat": seat, "host": seat == 0, "may": "own"}
    about = {"title": "A table", "program": "0", "names": list(table.names)}
    viewer = MatchViewer(seat, may_take_back=False)
    return {**about, "members": members, "you": own, **now_json(table, viewer, after)}

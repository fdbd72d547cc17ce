"""The first page: a shell that loads `web/house/home.js`, and the JSON that its program reads.

- `GET /home`: the offered games, the last score sheet of the phone's own people, the tables, and
  the names of people who play often: those who have played with them, for a new phone all
- `POST /tables`: opens a score sheet, as the form of `new_table_pages` does

Everybody who reaches the server may see every table with its public facts, except deleted tables.
The answers to a new table have these statuses:

- 201: opened, 200: opened before with this key; both have `table`, the address of the table
- 422: names, dealer, parameters, date or note do not fit, or the key was used for other choices
- 404: the game does not exist; 400 or 413: the request is malformed
- 429 or 503: not opened, try again later

All but 200 and 201 have `reason`, a sentence.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import cache, partial
from itertools import compress
from operator import not_
from typing import Any, Final

from clagdsl.api import PlayableGame
from clagdsl.check.checker import check_path
from clagdsl.lang.json_schema import to_json
from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.lang.resources import bundled_path
from clagdsl.lang.rules import Game, draws_dealer, value_text
from clagdsl.problems.escape import escape_invisible, shorten
from clagdsl.serve.form_fields import LONGEST_NOTE, read_date, read_text
from clagdsl.serve.http import JSON, WebRequest, WebResponse
from clagdsl.serve.lobby import Lobby
from clagdsl.serve.offered_games import OfferedGame, OfferedGames, OwnFile
from clagdsl.serve.offload import BackgroundThread
from clagdsl.serve.page_files import shell
from clagdsl.serve.page_language import phrase
from clagdsl.serve.rate_limit import IdempotencyCache
from clagdsl.serve.replies import (
    LAST_SHEET,
    WebRefusal,
    cookies_of,
    no_such_game,
    not_here,
    refusal,
    sentence,
)
from clagdsl.serve.seat_tokens import OpeningTap, opening_tap
from clagdsl.serve.sync import REASON, MalformedBodyError, read_keyed_object, read_line
from clagdsl.serve.table_opener import NewSheet, TableOpener
from clagdsl.storage.model import StorageError, StoredTable
from clagdsl.storage.store import utc_now
from clagdsl.table.table import open_table
from clagdsl.version import VERSION

FINISHED_SHOWN: Final = 30  # finished tables in one answer
RUNNING_SHOWN: Final = 100  # running tables, the last changed first
PUT_ASIDE_AFTER: Final = timedelta(hours=12)
"""The time without a change after which a running table counts as put aside."""
REGULARS_SHOWN: Final = 60
MOST_NAMES: Final = 100  # in a request for a new table


class HomePages:
    """The first page and its JSON."""

    def __init__(
        self,
        lobby: Lobby,
        games: OfferedGames,
        opener: TableOpener,
        responses: IdempotencyCache,
        rules_thread: BackgroundThread,
        today: Callable[[], date],
    ) -> None:
        self._lobby = lobby
        self._games = games
        self._opener = opener
        self._responses = responses
        self._rules_thread = rules_thread
        self._today = today
        self._facts: dict[str, tuple[PlayableGame, JsonObject]] = {}

    async def home(self, _request: WebRequest) -> WebResponse:
        """Returns the shell, which is the same for everybody with the same language."""
        return shell("home", "home.html")

    async def home_json(self, request: WebRequest) -> WebResponse:
        """Returns the content of the first page; with `before`, older finished tables alone."""
        before = request.query.get("before", "").partition(" ")
        start = (before[0], before[2]) if before[1] else None
        finished = self._lobby.list_tables("over", FINISHED_SHOWN + 1, start)
        last = finished[FINISHED_SHOWN - 1] if len(finished) > FINISHED_SHOWN else None
        over = self._listed(finished[:FINISHED_SHOWN])
        older: JsonObject = {
            "finished": [_table_json(one) for one in over],
            "older": "" if last is None else f"{last.changed} {last.name}",
        }
        if start is not None:
            return _answer(200, older)
        await self._games.own.refresh()
        running = self._listed(self._lobby.list_tables("running", RUNNING_SHOWN))
        fresh = _time(utc_now()) - PUT_ASIDE_AFTER
        is_fresh = [_time(one.stored.changed) >= fresh for one in running]
        tables = sorted((*running, *over), key=lambda one: one.stored.changed, reverse=True)
        own = self._own_sheet(request)
        last_sheet = None if own is None else _last_like(own, tables)
        known = tables if own is None else [one for one in tables if own.people & one.people]
        return _answer(
            200,
            {
                "program": VERSION,
                "games": await asyncio.to_thread(self._games_json),
                "left_out": self._games.own.left_out,
                "last": await self._last_json(last_sheet),
                "regulars": list(_regulars(known)),
                "running": [_table_json(one) for one in compress(running, is_fresh)],
                "put_aside": [_table_json(one) for one in compress(running, map(not_, is_fresh))],
                **older,
            },
        )

    def _listed(self, tables: Sequence[StoredTable]) -> list[ListedTable]:
        return [ListedTable(one, self._lobby.summary(one)) for one in tables]

    def _games_json(self) -> list[JsonValue]:
        """Returns the offered games: the operator's files, then the bundled ones by group."""
        files = self._games.own.files
        facts = [self._own_facts(one.slug, one.game) for one in files]
        listed: list[JsonValue] = [*map(_own_json, files, facts)]
        for group, games in (("clag", self._games.bundled), ("family", self._games.family)):
            listed += [_bundled_json(one, group) for one in games]
        return listed

    def _own_facts(self, slug: str, game: PlayableGame | None) -> JsonObject | None:
        """Returns the facts about the game of an operator's file, computed once."""
        if game is None:
            return None
        known = self._facts.get(slug)
        if known is None or known[0] is not game:
            known = self._facts[slug] = (game, _facts(game.rules))
        return known[1]

    def _own_sheet(self, request: WebRequest) -> ListedTable | None:
        """Returns the last score sheet that this phone began or joined, also a deleted one; or
        None.
        """
        stored = self._lobby.stored_table(request.cookies.get(LAST_SHEET, ""))
        if stored is None:
            return None
        [listed] = self._listed([stored])
        return listed if "again" in listed.summary else None

    async def _last_json(self, last: ListedTable | None) -> JsonObject | None:
        """Returns the last score sheet, with the facts about its game; or None.

        `slug` is the slug of its game, None if the game is no longer offered. Its own rules can
        still be played again.
        """
        if last is None:
            return None
        again = last.summary["again"]
        slug = self._games.slug_of(again["game"])
        begun = {**_table_json(last), **again, "slug": slug}
        if slug is not None:
            return {**begun, "rules": None}
        try:
            table = await self._lobby.table(last.stored.name)
        except StorageError:
            return None
        return None if table is None else {**begun, "rules": _facts(table.game.rules)}

    # --- a new table --------------------------------------------------------------------

    async def open_sheet(self, request: WebRequest) -> WebResponse:
        """Opens a score sheet; the client becomes its host."""
        try:
            posted = read_new_table(request.body)
        except MalformedBodyError as error:
            return refusal(sentence(str(error)), 400).json(REASON)
        filled_in = {"at": "/tables", "body": posted.body}
        cached = self._responses.response(posted.key, filled_in)
        if cached is not None:
            return replace(cached, status=200)
        if self._responses.is_used(posted.key):
            return _refused(phrase("form-used"))
        was_open = await self._lobby.table(opening_tap(posted.key).name) is not None
        outcome = await self._opener.open_once(
            posted.key,
            request.client,
            partial(self._find_game, posted),
            partial(self._open_sheet, posted),
        )
        if isinstance(outcome, str):
            return _refused(outcome)
        if isinstance(outcome, WebRefusal):
            return outcome.json(REASON)
        answer = _answer(200 if was_open else 201, {"table": f"/t/{outcome.name}"})
        opened = replace(answer, cookies=cookies_of(outcome.name, outcome.token))
        return self._responses.remember(posted.key, filled_in, opened)

    async def _find_game(self, posted: PostedTable) -> PlayableGame | WebRefusal:
        """Returns the game that is asked for, or the present rules of an earlier table's game."""
        slug = posted.game
        if posted.like:
            table = await self._lobby.table(posted.like)
            if table is None or table.deleted:
                return not_here(phrase("no-table-here"))
            offered = self._games.slug_of(table.game.reference)
            if offered is None:
                return table.game
            slug = offered
        game = await self._games.current_game(slug, self._rules_thread)
        return no_such_game(slug) if game is None else game

    async def _open_sheet(
        self, posted: PostedTable, game: PlayableGame, tap: OpeningTap
    ) -> str | None:
        """Opens a score sheet, or returns why it cannot be opened.

        Raises ArgumentError or WrongFormError if the choices are invalid.
        """
        if posted.dealer and posted.dealer not in posted.names:
            shown = shorten(escape_invisible(posted.dealer))
            return phrase("form-dealer-no-seat", name=shown)
        texts = {"date": posted.date, "note": posted.note}
        if posted.date is None:
            texts["date"] = self._today().isoformat()
        form = {name: text for name, text in texts.items() if text is not None}
        sheet = NewSheet(
            posted.names,
            posted.dealer,
            posted.parameters,
            read_date(form),
            read_text(form, "note", LONGEST_NOTE),
        )
        return await self._opener.open_sheet(game, sheet, tap)


def _answer(status: int, fields: JsonObject) -> WebResponse:
    text = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    return WebResponse(text, status, JSON)


def _refused(why: str) -> WebResponse:
    return refusal(why, 422).json(REASON)


# --- requests ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PostedTable:
    """The body of a request for a new table.

    Its game has a slug (`game`), or is that of an earlier table (`like`). `body` is the whole
    request, so that two can be compared.
    """

    key: str
    body: str
    game: str
    like: str
    names: tuple[str, ...]
    dealer: str
    parameters: Mapping[str, str]
    date: str | None
    note: str | None


def read_new_table(body: bytes) -> PostedTable:
    """Returns the new table in the body of a request; raises MalformedBodyError."""
    key, fields = read_keyed_object(body)
    names = fields.get("names")
    if not isinstance(names, list) or len(names) > MOST_NAMES:
        raise MalformedBodyError(f"`names` is not a list of at most {MOST_NAMES} names")
    parameters = fields.get("parameters") or {}
    if not isinstance(parameters, dict):
        raise MalformedBodyError("`parameters` is not an object")
    game, like = read_line(fields.get("game"), "game"), read_line(fields.get("like"), "like")
    if bool(game) == bool(like):
        raise MalformedBodyError("a table needs `game` or `like`, and not both")
    return PostedTable(
        key,
        json.dumps(fields, sort_keys=True),
        game or "",
        like or "",
        tuple(read_line(name, "names") or "" for name in names),
        read_line(fields.get("dealer"), "dealer") or "",
        {read_line(name, "parameters") or "": _value(value) for name, value in parameters.items()},
        read_line(fields.get("date"), "date"),
        read_line(fields.get("note"), "note"),
    )


def _value(value: object) -> str:
    if isinstance(value, bool | int):
        return value_text(value)
    if not isinstance(value, str):
        raise MalformedBodyError(
            "a value in `parameters` is not a whole number, `true`, `false` or a text"
        )
    return read_line(value, "parameters") or ""


# --- values as JSON ---------------------------------------------------------------------


def _facts(game: Game) -> JsonObject:
    """Returns the facts about a game that its form and its line in the list need."""
    low, high = game.players
    lengths = [len(open_table(game, players, {}).schedule) for players in range(low, high + 1)]
    return {
        "players": [low, high],
        "deals": [min(lengths), max(lengths)],
        "special_deals": len(game.deals) - 1,
        "special_cards": [one.name for one in game.specials],
        "direction": game.direction,
        "draws_dealer": draws_dealer(game),
        "parameters": [
            {
                "name": one.name,
                "description": one.description,
                "range": to_json(one.range),
                "default": one.default,
            }
            for one in game.parameters
        ],
    }


@cache
def _bundled_facts(slug: str) -> JsonObject | None:
    """Returns the facts about a bundled game, which is not proved for that."""
    path = bundled_path(slug)
    game = None if path is None else check_path(path, is_proved=lambda _: True).game
    return None if game is None else _facts(game)


def _bundled_json(offered: OfferedGame, group: str) -> JsonObject:
    facts = _bundled_facts(offered.slug)
    return {"slug": offered.slug, "title": offered.title, "group": group, "rules": facts}


def _own_json(file: OwnFile, facts: JsonObject | None) -> JsonObject:
    """Returns a file of the operator; `rules` is null if it has never been without errors."""
    problems: list[JsonValue] = [
        {"where": one.where, "text": one.text, "help": one.help} for one in file.problems
    ]
    return {
        "slug": file.slug,
        "title": file.title,
        "group": "own",
        "file": file.name,
        "problems": problems,
        "rules": facts,
    }


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table of a list, with its summary."""

    stored: StoredTable
    summary: dict[str, Any]

    @property
    def people(self) -> frozenset[str]:
        """The names at the table, on a score sheet without those who have left."""
        return frozenset(self.summary.get("again", self.summary)["names"])


def _table_json(listed: ListedTable) -> JsonObject:
    """Returns a table of the lists, with public facts only."""
    table, shown = listed.stored, listed.summary
    names, totals = shown["names"], shown["totals"]
    fields: JsonObject = {
        "name": table.name,
        "title": shown["title"],
        "names": names,
        "date": shown["date"],
        "note": shown["note"],
        "opened": table.opened,
        "changed": table.changed,
        "winners": [],
        "leader": None,
        "total": None,
        "deal": shown["deal"],
        "deals": shown["deals"],
        "is_over": table.standing == "over",
    }
    if table.standing == "over":
        winners = shown["winners"]
        total = totals[winners[0]] if winners else None
        return {**fields, "winners": [names[line] for line in winners], "total": total}
    best = min if shown.get("low_wins", False) else max
    here = [line for line in range(len(names)) if line not in shown.get("left", ())]
    most = best((totals[line] for line in here), default=0)
    ahead = [names[line] for line in here if totals[line] == most]
    if len(ahead) > 1:
        return fields
    return {**fields, "leader": ahead[0] if ahead else None, "total": most}


def _last_like(own: ListedTable, tables: Sequence[ListedTable]) -> ListedTable | None:
    """Returns the score sheet that was begun last by the people of a phone's own sheet, or None.

    Another phone may have begun it, and the phone itself need not have a seat there.
    """
    kept = (one for one in tables if "again" in one.summary and one.people == own.people)
    there = None if own.stored.standing == "deleted" else own
    return max(kept, key=lambda one: one.stored.opened, default=there)


def _regulars(tables: Sequence[ListedTable]) -> list[str]:
    """Returns the people of score sheets by how often and how lately they have played.

    `tables` are in the order of their last change, the latest first. People at tables whose cards
    the server deals may be bots, so they do not count.
    """
    weights: dict[str, float] = {}
    for place, table in enumerate(tables):
        if table.summary.get("kind") != "online":
            for name in table.summary["names"]:
                weights[name] = weights.get(name, 0) + 1 / (1 + place / 10)
    return sorted(weights, key=lambda name: -weights[name])[:REGULARS_SHOWN]


def _time(text: str) -> datetime:
    """Returns a stored time: ISO 8601 in UTC."""
    return datetime.fromisoformat(text).astimezone(UTC)

"""The routes: every page of the server with its method, address and handler."""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date
from typing import Final, TypeAlias

from clagdsl.serve import page_files
from clagdsl.serve.home_pages import HomePages
from clagdsl.serve.html_pages import FOLDER
from clagdsl.serve.http import JSON, MAX_BODY_BYTES, WebRequest, WebResponse, redirect
from clagdsl.serve.join_codes import JoinCodes
from clagdsl.serve.joining_pages import JoiningPages
from clagdsl.serve.keeper_pages import KeeperPages
from clagdsl.serve.keeper_sync import KeeperSync
from clagdsl.serve.keeper_table import KeeperTable
from clagdsl.serve.lobby import AnyTable, Lobby
from clagdsl.serve.new_table_pages import OpeningPages
from clagdsl.serve.offered_games import OfferedGames
from clagdsl.serve.offload import BackgroundThread
from clagdsl.serve.online_pages import OnlinePages
from clagdsl.serve.online_sync import MatchSync
from clagdsl.serve.online_table import OnlineTable
from clagdsl.serve.page_language import phrase
from clagdsl.serve.people_pages import PeoplePages
from clagdsl.serve.rate_limit import EntryRateLimit, IdempotencyCache, OpeningRateLimit
from clagdsl.serve.replies import missing
from clagdsl.serve.rules_editor import LONGEST_WRITTEN, WritingPages
from clagdsl.serve.rules_pages import RulesPages
from clagdsl.serve.season_pages import SeasonPages
from clagdsl.serve.sync import REASON
from clagdsl.serve.table_opener import TableOpener
from clagdsl.version import VERSION

Handler: TypeAlias = Callable[[WebRequest], Awaitable[WebResponse]]
TableHandler: TypeAlias = Callable[[AnyTable, WebRequest], Awaitable[WebResponse]]
KeeperHandler: TypeAlias = Callable[[KeeperTable, WebRequest], Awaitable[WebResponse]]
MatchHandler: TypeAlias = Callable[[OnlineTable, WebRequest], Awaitable[WebResponse]]


@dataclass(frozen=True, slots=True)
class Page:
    """A route: method, address with path parameters in braces, and handler.

    `max_body` is the maximum size of a request body in bytes. If `reads_body`, the handler gets the
    raw body instead of form fields. If there is a `refusal_key`, refusals are JSON with their text
    under this key, instead of pages.
    """

    method: str
    address: str
    handler: Handler
    max_body: int = MAX_BODY_BYTES
    reads_body: bool = False
    refusal_key: str = ""


class Site:
    """All pages for the tables of a lobby."""

    def __init__(
        self,
        lobby: Lobby,
        games: OfferedGames,
        codes: JoinCodes,
        *,
        address: str | None = None,
        today: Callable[[], date] = date.today,
        limits: OpeningRateLimit | None = None,
    ) -> None:
        """Connects the pages to the tables of a lobby.

        `address` is the base URL for QR codes; None uses the address in the browser's request.
        """
        self._lobby = lobby
        responses = IdempotencyCache()
        rules_thread = BackgroundThread()
        limits = OpeningRateLimit(time.monotonic) if limits is None else limits
        opener = TableOpener(lobby, limits)
        opening = OpeningPages(lobby, games, opener, responses, rules_thread, today)
        home = HomePages(lobby, games, opener, responses, rules_thread, today)
        joining = JoiningPages(lobby, codes, responses)
        rules = RulesPages(games, rules_thread, lobby.user_rules)
        writing = WritingPages(lobby.user_rules)
        season = SeasonPages(lobby)
        self.people = people = PeoplePages(lobby, codes, self.table_page, address)
        self.keeper = keeper = KeeperPages(lobby, rules, rules_thread, opener, today)
        self.online = online = OnlinePages(lobby, self.table_page)
        entry_limit = EntryRateLimit(time.monotonic)
        self.sync = sync = KeeperSync(lobby, codes, entry_limit)
        self.match_sync = match_sync = MatchSync(lobby, codes, entry_limit)
        for_kind, for_any = self._by_kind, self._for_any_table
        self.pages: Final[tuple[Page, ...]] = (
            Page("GET", "/health", self.health),
            Page("GET", "/favicon.ico", self.icon),
            Page("GET", "/", home.home),
            Page("GET", "/home", home.home_json, refusal_key=REASON),
            Page("POST", "/tables", home.open_sheet, reads_body=True, refusal_key=REASON),
            Page("GET", "/season", season.season_page),
            Page("GET", "/season.json", season.season_json),
            Page("GET", "/season.csv", season.season_csv),
            Page("GET", "/new/{game}", opening.new_table),
            Page("POST", "/new/{game}", opening.open_table),
            Page("GET", "/play/{game}", opening.new_match),
            Page("POST", "/play/{game}", opening.open_match),
            Page("GET", "/rules/{hash}.json", sync.rules, refusal_key=REASON),
            Page("GET", "/rules/{game}", rules.of_game),
            Page("GET", "/write", writing.write),
            Page("POST", "/write", writing.done, LONGEST_WRITTEN, reads_body=True),
            Page(
                "POST",
                "/write/answer",
                writing.answer,
                LONGEST_WRITTEN,
                reads_body=True,
                refusal_key="why",
            ),
            Page("GET", "/join", joining.type_code),
            Page("GET", "/j/{code}", joining.invited),
            Page("POST", "/join", joining.join),
            Page("GET", "/page/{file}", page_files.send_file),
            Page("GET", "/sw.js", page_files.send_worker),
            Page("GET", "/t/{table}", for_kind(keeper.shell, online.shell)),
            Page("GET", "/t/{table}/wall", for_kind(self.table_of, online.shell)),
            Page("GET", "/t/{table}/code.svg", for_kind(self.table_of, online.join_code)),
            Page("GET", "/t/{table}/plain", for_kind(keeper.plain, online.plain)),
            Page("POST", "/t/{table}/plain", for_kind(keeper.enter, online.enter)),
            Page("GET", "/t/{table}/keep.html", for_kind(keeper.take_along, self.table_of)),
            Page("POST", "/t/{table}/again", for_kind(keeper.again, self.table_of)),
            Page("GET", "/t/{table}/now", self.now, refusal_key=REASON),
            Page("GET", "/t/{table}/wall/now", match_sync.wall, refusal_key=REASON),
            Page("POST", "/t/{table}/acts", match_sync.enter, reads_body=True, refusal_key=REASON),
            Page("POST", "/t/{table}/entries", sync.enter, reads_body=True, refusal_key=REASON),
            Page("GET", "/t/{table}/people", for_any(people.people)),
            Page("POST", "/t/{table}/people", for_any(people.change)),
            Page("GET", "/t/{table}/log", for_kind(self.table_of, online.log)),
            Page("GET", "/t/{table}/rules", for_any(rules.of_table)),
            Page("GET", "/t/{table}/rules.json", for_any(rules.as_json)),
            Page("GET", "/t/{table}/record.toml", for_kind(keeper.record, online.record)),
        )

    # --- server pages -------------------------------------------------------------------

    async def health(self, _request: WebRequest) -> WebResponse:
        """Returns the status and the version of the server."""
        return WebResponse(json.dumps({"status": "ok", "version": VERSION}), media_type=JSON)

    async def icon(self, _request: WebRequest) -> WebResponse:
        """Returns the icon of the site."""
        drawn = (FOLDER / "static" / "icon.svg").read_text("utf-8")
        return WebResponse(drawn, media_type="image/svg+xml")

    # --- a table ------------------------------------------------------------------------

    async def table_page(
        self, table: AnyTable, request: WebRequest, problem: str = "", status: int = 200
    ) -> WebResponse:
        """Returns the page of a table; after an error, the page without script shows it."""
        if isinstance(table, KeeperTable):
            return await self.keeper.plain_page(table, request, problem, status)
        return await self.online.plain_page(table, request, problem, status)

    async def table_of(self, table: AnyTable, _request: WebRequest) -> WebResponse:
        """Redirects to the table from an address that its kind does not have."""
        return redirect(f"/t/{table.name}")

    async def now(self, request: WebRequest) -> WebResponse:
        """Returns the state of a table of either kind as JSON."""
        table = await self._lobby.table(request.path_params["table"])
        return await (self.match_sync if isinstance(table, OnlineTable) else self.sync).now(request)

    def _by_kind(self, keeper: KeeperHandler, online: MatchHandler) -> Handler:
        """Returns a handler that depends on the kind of table."""

        async def page(table: AnyTable, request: WebRequest) -> WebResponse:
            if isinstance(table, KeeperTable):
                return await keeper(table, request)
            return await online(table, request)

        return self._for_any_table(page)

    def _for_any_table(self, page: TableHandler) -> Handler:
        """Returns a handler for a page of any table; an unknown table gives 404."""

        async def handler(request: WebRequest) -> WebResponse:
            table = await self._lobby.table(request.path_params["table"])
            if table is None or table.deleted:
                return missing(phrase("no-table-here"))
            return await page(table, request)

        return handler

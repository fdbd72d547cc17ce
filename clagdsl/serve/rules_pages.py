"""Rule sheets of offered games, and of tables with their players and parameters."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from clagdsl.api import PlayableGame
from clagdsl.explain.rule_sheet.page import page as sheet_page
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.serve.http import POLICY, WebRequest, WebResponse
from clagdsl.serve.keeper_table import KeeperTable
from clagdsl.serve.lobby import AnyTable
from clagdsl.serve.offered_games import OfferedGames, rules_text
from clagdsl.serve.offload import BackgroundThread
from clagdsl.serve.page_language import phrase
from clagdsl.serve.replies import file_name, missing, no_such_game
from clagdsl.serve.user_rules import UserRules

MOST_RULE_SHEETS: Final = 50  # in the cache


@dataclass(frozen=True, slots=True)
class _MadeSheet:
    """The page of a rule sheet, with the game from which it was made."""

    game: PlayableGame
    page: str


class RulesPages:
    """The rule sheets, cached."""

    def __init__(
        self, games: OfferedGames, rules_thread: BackgroundThread, user_rules: UserRules
    ) -> None:
        self._games = games
        self._user_rules = user_rules
        self._rules_thread = rules_thread
        self._sheets: dict[tuple[str, int], _MadeSheet] = {}

    async def of_game(self, request: WebRequest) -> WebResponse:
        """Returns the rule sheet of a game."""
        slug = request.path_params["game"]
        game = await self._games.current_game(slug, self._rules_thread)
        if game is None:
            return no_such_game(slug).page()
        if game.proved_elsewhere:
            return await self._user_rule_sheet(slug, game, None, {})
        return await self._rules_thread.run(self._rule_sheet, f"game {slug}", game, None, {})

    async def of_table(self, table: AnyTable, _request: WebRequest) -> WebResponse:
        """Returns the rule sheet of a table, for its players and parameters."""
        played = table.sheet.table if isinstance(table, KeeperTable) else table.state.table
        players = table.sheet.players if isinstance(table, KeeperTable) else played.players
        if table.game.proved_elsewhere:
            settings = {name: str(value) for name, value in played.changed_parameters}
            return await self._user_rule_sheet(f"table {table.name}", table.game, players, settings)
        return await self._rules_thread.run(
            self._rule_sheet,
            f"table {table.name}",
            table.game,
            players,
            dict(played.changed_parameters),
        )

    async def as_json(self, table: AnyTable, _request: WebRequest) -> WebResponse:
        """Returns the rules of a table as a file, with which its record can be replayed."""
        text = await self._rules_thread.run(rules_text, table.game)
        name = f"{file_name(table.title)}.json"
        return WebResponse(text, media_type="application/json", filename=name)

    async def _user_rule_sheet(
        self, name: str, game: PlayableGame, players: int | None, settings: Mapping[str, str]
    ) -> WebResponse:
        key = (name, players or 0)
        made = self._cached_page(key, game)
        if made is None:
            made = await self._user_rules.sheet(game, players, settings)
            if made is None:
                return missing(phrase("no-rule-sheet"))
            self._cache_page(key, game, made)
        return sheet_response(made)

    def _cached_page(self, key: tuple[str, int], game: PlayableGame) -> str | None:
        """Returns the page cached for this game, or None; the file's rules may
        have changed since.
        """
        cached = self._sheets.get(key)
        return cached.page if cached is not None and cached.game is game else None

    def _cache_page(self, key: tuple[str, int], game: PlayableGame, page: str) -> None:
        if len(self._sheets) >= MOST_RULE_SHEETS:
            self._sheets.clear()
        self._sheets[key] = _MadeSheet(game, page)

    def _rule_sheet(
        self,
        name: str,
        game: PlayableGame,
        players: int | None,
        settings: Mapping[str, int | bool | str],
    ) -> WebResponse:
        key = (name, players or 0)
        made = self._cached_page(key, game)
        if made is None:
            try:
                sheet = rule_sheet(game.rules, players, settings)
            except ArgumentError:
                sheet = rule_sheet(game.rules)
            made = sheet_page(sheet)
            self._cache_page(key, game, made)
        return sheet_response(made)


def sheet_response(page: str) -> WebResponse:
    """Returns a response with a rule sheet, whose policy allows only the sheet's own styles."""
    return WebResponse(page, csp=f"{POLICY}; style-src {_style_hashes(page)}")


def _style_hashes(page: str) -> str:
    """Returns the `style-src` sources that allow only the inline styles of a rule sheet."""
    styles = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    styles += re.findall(r'style="([^"]*)"', page)
    hashes = (base64.b64encode(sha256(text.encode()).digest()).decode() for text in styles)
    return " ".join(["'unsafe-hashes'", *sorted({f"'sha256-{each}'" for each in hashes})])

"""Rule sheets: of a game that is offered, and of a table with its players and parameters."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from clagdsl.api import PlayableGame
from clagdsl.explain.rule_sheet.page import page as sheet_page
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet
from clagdsl.problems.model import ArgumentError
from clagdsl.serve.exchange import POLICY, WebRequest, WebResponse
from clagdsl.serve.keeper_table import KeeperTable
from clagdsl.serve.lobby import AnyTable
from clagdsl.serve.offered_games import OfferedGames
from clagdsl.serve.replies import missing
from clagdsl.serve.thread_apart import ThreadApart

MOST_RULE_SHEETS: Final = 50


class RulesPages:
    """The rule sheets, each made once."""

    def __init__(self, games: OfferedGames, apart: ThreadApart) -> None:
        self._games = games
        self._apart = apart
        self._sheets: dict[tuple[str, int], str] = {}

    async def of_game(self, asked: WebRequest) -> WebResponse:
        """The rule sheet of a game."""
        slug = asked.parts["game"]
        if self._games.listed(slug) is None:
            return missing("There is no such game here.")
        game = await self._apart.run(self._games.game, slug)
        return await self._apart.run(self._rule_sheet, f"game {slug}", game, None, {})

    async def of_table(self, table: AnyTable, _asked: WebRequest) -> WebResponse:
        """The rule sheet of a table, for its players and its parameters."""
        played = table.sheet.table if isinstance(table, KeeperTable) else table.state.table
        players = table.sheet.players if isinstance(table, KeeperTable) else played.players
        return await self._apart.run(
            self._rule_sheet,
            f"table {table.name}",
            table.game,
            players,
            dict(played.changed_parameters),
        )

    def _rule_sheet(
        self,
        name: str,
        game: PlayableGame,
        players: int | None,
        settings: Mapping[str, int | bool | str],
    ) -> WebResponse:
        key = (name, players or 0)
        if key not in self._sheets:
            if len(self._sheets) >= MOST_RULE_SHEETS:
                self._sheets.clear()
            try:
                sheet = rule_sheet(game.rules, players, settings)
            except ArgumentError:
                sheet = rule_sheet(game.rules)
            self._sheets[key] = sheet_page(sheet)
        page = self._sheets[key]
        return WebResponse(page, policy=f"{POLICY}; style-src {_style_hashes(page)}")


def _style_hashes(page: str) -> str:
    """What a policy says to allow just the styles that a rule sheet has within it."""
    styles = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    styles += re.findall(r'style="([^"]*)"', page)
    hashes = (base64.b64encode(sha256(text.encode()).digest()).decode() for text in styles)
    return " ".join(["'unsafe-hashes'", *sorted({f"'sha256-{each}'" for each in hashes})])

"""Rules that users write in a browser, or that only a file of tables has; workers check them.

This process never parses, checks or proves them; it plays only rules that a worker has compiled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from clagdsl.api import PlayableGame
from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.serve.offered_games import OfferedGames, UserGame, rules_text
from clagdsl.serve.offload import BackgroundThread
from clagdsl.serve.worker_pool import WorkerError, Workers

WISHES: Final = ("check", "mend", "sheet", "differences", "match")
"""The kinds of request that anybody may make; `match` plays one match of one seed, within a
worker's limits.
"""
LONGEST_RULES: Final = 1 << 16
"""Maximum size of rules written by a user, in bytes."""


@dataclass(frozen=True, slots=True)
class CheckedUserRules:
    """A worker's result for rules: the `game` (None if they have an error) and the problems."""

    game: UserGame | None
    problems: tuple[Mapping[str, JsonValue], ...]


class UserRules:
    """Sends questions about users' rules to workers, and returns the games that
    these have proved.
    """

    def __init__(self, games: OfferedGames, workers: Workers | None = None) -> None:
        self._games = games
        self.workers = Workers() if workers is None else workers
        self.thread: Final = BackgroundThread()
        """The thread for all tables with users' own rules, so that they delay no other table."""

    async def answer(self, question: JsonObject) -> JsonObject:
        """Returns the playground's answer to a question; raises WorkerError if the worker fails."""
        return await self.workers.ask(question)

    async def check_written(self, text: str) -> CheckedUserRules:
        """Returns the result of checking a user's text for tables; raises WorkerError if the worker
        fails.
        """
        response = await self.workers.ask({"wish": "table", "text": text})
        compiled, problems = response.get("compiled"), response.get("problems")
        problem_list = problems if isinstance(problems, list) else []
        game = None
        if isinstance(compiled, str):
            game = await self._read(compiled)
        return CheckedUserRules(
            game, tuple(each for each in problem_list if isinstance(each, dict))
        )

    async def why_not_playable(
        self, game: PlayableGame, parameters: Mapping[str, str]
    ) -> str | None:
        """Returns why a game is not playable with these parameters, or None if it is.

        Raises WorkerError if the worker fails.
        """
        text = await self.thread.run(rules_text, game)
        response = await self.workers.ask(
            {"wish": "table", "text": text, "parameters": dict(parameters)}
        )
        why = response.get("why")
        return why if isinstance(why, str) else None

    async def restore(self, text: str, parameters: Mapping[str, str]) -> PlayableGame | None:
        """Returns the game from a table's stored rules, proved again; None if they now have errors.

        Raises WorkerError if the worker fails.
        """
        response = await self.workers.ask(
            {"wish": "table", "text": text, "parameters": dict(parameters)}
        )
        compiled = response.get("compiled")
        return (await self._read(compiled)).game if isinstance(compiled, str) else None

    async def sheet(
        self, game: PlayableGame, players: int | None, parameters: Mapping[str, str]
    ) -> str | None:
        """Returns the rule sheet of a game as a page, or None if there are errors.

        Raises WorkerError if the worker fails.
        """
        text = await self.thread.run(rules_text, game)
        response = await self.workers.ask(
            {
                "wish": "table sheet",
                "text": text,
                "players": players,
                "parameters": dict(parameters),
            }
        )
        page = response.get("html")
        return page if isinstance(page, str) else None

    async def _read(self, compiled: str) -> UserGame:
        try:
            return await self.thread.run(self._games.add_compiled, compiled)
        except ValueError as error:
            raise WorkerError("the compiled rules cannot be read") from error


def is_too_long(text: str) -> bool:
    """Returns whether a text has more bytes than rules from a stranger may have."""
    return len(text.encode("utf-8", "surrogatepass")) > LONGEST_RULES

"""Rules that somebody writes in a browser, or that only a file of tables has: asked of the workers.

Nothing of them is read, checked or proved in this process: what a worker has compiled is all that
is played here.
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
"""What anybody may wish of rules: a match is one, by one seed, within the limits of a worker."""
LONGEST_RULES: Final = 1 << 16
"""Written rules have at most so many bytes."""


@dataclass(frozen=True, slots=True)
class CheckedUserRules:
    """What a worker says of written rules: the `game`, None where they have an error."""

    game: UserGame | None
    problems: tuple[Mapping[str, JsonValue], ...]


class UserRules:
    """Answers about strangers' rules, and the rules themselves once a worker has proved them."""

    def __init__(self, games: OfferedGames, workers: Workers | None = None) -> None:
        self._games = games
        self.workers = Workers() if workers is None else workers
        self.thread: Final = BackgroundThread()
        """Where everything runs that is played by strangers' rules: no other table waits for it."""

    async def answer(self, question: JsonObject) -> JsonObject:
        """What the playground answers; raises WorkerError."""
        return await self.workers.ask(question)

    async def check_written(self, text: str) -> CheckedUserRules:
        """Rules as somebody has written them, checked for tables; raises WorkerError."""
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
        """Returns why a game cannot be played with these parameters, or None; raises WorkerError."""
        text = await self.thread.run(rules_text, game)
        response = await self.workers.ask(
            {"wish": "table", "text": text, "parameters": dict(parameters)}
        )
        why = response.get("why")
        return why if isinstance(why, str) else None

    async def restore(self, text: str, parameters: Mapping[str, str]) -> PlayableGame | None:
        """Rules that a file of tables keeps, proved again for a table; None where they are none.

        Raises WorkerError.
        """
        response = await self.workers.ask(
            {"wish": "table", "text": text, "parameters": dict(parameters)}
        )
        compiled = response.get("compiled")
        return (await self._read(compiled)).game if isinstance(compiled, str) else None

    async def sheet(
        self, game: PlayableGame, players: int | None, parameters: Mapping[str, str]
    ) -> str | None:
        """Returns the rule sheet of a game as a page; raises WorkerError."""
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
            raise WorkerError("the rules that were compiled cannot be read") from error

"""A subprocess in which slow bots decide, so that no table waits for them.

It is started for the first question and ends after being idle for a while.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pickle
import signal
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Final

from clagdsl.engine.actions import Action
from clagdsl.engine.players.deciding import decide_from_view
from clagdsl.engine.players.player import words_for
from clagdsl.engine.state import State
from clagdsl.engine.view import View
from clagdsl.lang.errors import ClagError
from clagdsl.lang.record import PlayerName
from clagdsl.table.table import Table

MOST_SECONDS: Final = 30.0
"""Seconds that a bot has for each decision."""
MOST_SECONDS_AT_FIRST: Final = 300.0
"""Seconds for the first decision of a process, during which the searching bot is compiled."""
IDLE_SECONDS: Final = 300.0
"""Idle seconds after which the process ends."""
MOST_TABLES: Final = 16
"""Maximum number of tables that the process keeps unpickled."""


class NoDecisionError(Exception):
    """Raised if a bot did not decide; the text explains why, for the operator of the server."""


@dataclass(frozen=True, slots=True)
class BotQuestion:
    """A position in which a bot is to decide.

    `table` is pickled; `seed` and `match` determine the bot's random numbers.
    """

    player: PlayerName
    table: bytes
    view: View
    seed: int
    match: int


@dataclass(frozen=True, slots=True)
class BotAnswer:
    """A bot's action, or None with the reason."""

    action: Action | None
    why: str = ""


class BotProcess:
    """A client for the process, which answers one question at a time."""

    def __init__(self, most_seconds: float = MOST_SECONDS, idle_seconds: float = IDLE_SECONDS):
        self._most_seconds = most_seconds
        self._idle_seconds = idle_seconds
        self._turn = asyncio.Lock()
        self._process: multiprocessing.process.BaseProcess | None = None
        self._connection: Connection[BotQuestion, BotAnswer] | None = None
        self._leave: asyncio.TimerHandle | None = None
        self._has_answered = False

    @property
    def is_running(self) -> bool:
        """True if the process is running."""
        return self._process is not None and self._process.is_alive()

    async def decide(self, player: PlayerName, state: State) -> Action:
        """Returns a bot's action for the seat to act, using only its view; raises NoDecisionError
        if the bot does not decide.
        """
        async with self._turn:
            if self._leave is not None:
                self._leave.cancel()
            try:
                return await asyncio.to_thread(self._ask, player, state)
            finally:
                loop = asyncio.get_running_loop()
                self._leave = loop.call_later(self._idle_seconds, self.end)

    def end(self) -> None:
        """Kills the process, whatever it is doing."""
        if self._leave is not None:
            self._leave.cancel()
        process, self._process = self._process, None
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
        if process is not None:
            process.kill()
            process.join()

    def _ask(self, player: PlayerName, state: State) -> Action:
        seat, seed = state.actor, state.seed
        assert isinstance(seat, int)
        assert seed is not None
        table = pickle.dumps(state.table)
        question = BotQuestion(player, table, state.view(seat), seed, state.match)
        try:
            connection = self._ensure_process()
            connection.send(question)
            most = self._most_seconds if self._has_answered else MOST_SECONDS_AT_FIRST
            if not connection.poll(most):
                raise NoDecisionError(f"it takes more than {most:g} seconds")
            answer = connection.recv()
        except (OSError, EOFError) as error:
            self.end()
            raise NoDecisionError("its process has ended") from error
        except NoDecisionError:
            self.end()
            raise
        self._has_answered = True
        if answer.action is None:
            raise NoDecisionError(answer.why)
        return answer.action

    def _ensure_process(self) -> Connection[BotQuestion, BotAnswer]:
        """Returns the connection to the process, starting the process if it is not running."""
        if self._connection is None or not self.is_running:
            self.end()
            context = multiprocessing.get_context("spawn")  # inherits no threads or files
            own, its = context.Pipe()
            self._process = context.Process(target=answer_questions, args=(its,), daemon=True)
            self._process.start()
            its.close()
            self._connection, self._has_answered = own, False
        return self._connection


def answer_questions(connection: Connection[BotAnswer, BotQuestion]) -> None:
    """Answers questions until the connection closes; the main function of the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends this process
    with suppress(AttributeError, OSError):
        os.nice(5)
    tables: OrderedDict[bytes, Table] = OrderedDict()
    while True:
        try:
            question = connection.recv()
        except (EOFError, OSError):
            return
        if question.table not in tables:
            tables[question.table] = pickle.loads(question.table)
        tables.move_to_end(question.table)
        if len(tables) > MOST_TABLES:
            tables.popitem(last=False)
        connection.send(_answer(question, tables[question.table]))


def _answer(question: BotQuestion, table: Table) -> BotAnswer:
    rng = words_for(question.view, question.seed, question.match)
    try:
        return BotAnswer(decide_from_view(question.player, question.view, table, rng))
    except ClagError as error:
        return BotAnswer(None, str(error))

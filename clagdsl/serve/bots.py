"""Plays the bots' seats; each bot acts after a short pause."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial
from typing import Final

from clagdsl.engine.actions import Action, Play, PlayTop
from clagdsl.engine.players.deciding import decide
from clagdsl.engine.players.named_players import COMPILED, STEADY
from clagdsl.engine.state import State
from clagdsl.lang.record import PlayerName
from clagdsl.problems.diagnostic import IllegalAction
from clagdsl.serve.bot_process import BotProcess, NoDecisionError
from clagdsl.serve.lobby import Lobby
from clagdsl.serve.members import NotAllowedError, bot_label
from clagdsl.serve.online_table import PROGRAM, OnlineTable
from clagdsl.serve.seat_tokens import new_key
from clagdsl.serve.table_events import ActionMade, PlayedBy
from clagdsl.serve.worker_pool import WorkerError
from clagdsl.storage.model import StorageError

LOG: Final = logging.getLogger(__name__)
PAUSE: Final = 1.2
"""Seconds before a bot acts."""
TRICK_PAUSE_FACTOR: Final = 2.0
"""Factor by which the pause is longer after a finished trick, so that people can see the trick."""
TRIES: Final = 5
"""Consecutive failed actions (a person was faster) after which a bot gives up."""


class Bots:
    """Plays the bots' seats at the tables of a lobby, with one task per table."""

    def __init__(self, lobby: Lobby, pause: float = PAUSE) -> None:
        self._lobby = lobby
        self._pause = pause
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._process = BotProcess()
        self._logged: set[str] = set()
        self._taking_over: set[asyncio.Task[None]] = set()
        self._late: dict[str, asyncio.TimerHandle] = {}
        lobby.on_change = self.wake

    def wake(self, name: str) -> None:
        """Starts the bots of a table if it is the turn of one of them."""
        if name not in self._playing:
            self._playing[name] = asyncio.get_running_loop().create_task(self._play(name))

    async def wait_until_idle(self) -> None:
        """Waits until it is not a bot's turn at any table."""
        while self._playing:
            await asyncio.gather(*self._playing.values(), return_exceptions=True)

    async def end(self) -> None:
        """Stops all bots and their process."""
        for timer in self._late.values():
            timer.cancel()
        tasks = list(self._playing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._playing.clear()  # a task cancelled before its first step never reaches its `finally`
        self._process.end()

    async def _play(self, name: str) -> None:
        try:
            tries = 0
            while tries < TRIES:
                table = await self._lobby.table(name)
                if not isinstance(table, OnlineTable):
                    return
                if table.acting_policy is None:
                    self._wait_for_people(table)
                    return
                trick_finished = not table.state.trick and any(table.state.tricks)
                await asyncio.sleep(self._pause * (TRICK_PAUSE_FACTOR if trick_finished else 1))
                tries = 0 if await self._act(name) else tries + 1
        except (StorageError, WorkerError):
            return  # the next request for the table reports the error, and wakes the bots
        finally:
            # without delay, so that the next action can wake them again
            self._playing.pop(name, None)

    def _wait_for_people(self, table: OnlineTable) -> None:
        """Lets a bot take over from the people who do not act, after the table's time."""
        timer = self._late.pop(table.name, None)
        if timer is not None:
            timer.cancel()
        if table.patience is not None and table.late_seats and not table.deleted:
            loop = asyncio.get_running_loop()
            take_over = partial(self._take_over, table.name, table.number)
            self._late[table.name] = loop.call_later(
                table.patience, lambda: self._keep(loop.create_task(take_over()))
            )

    def _keep(self, task: asyncio.Task[None]) -> None:
        """Keeps a task until it is done."""
        self._taking_over.add(task)
        task.add_done_callback(self._taking_over.discard)

    async def _take_over(self, name: str, number: int) -> None:
        """Seats bots for the people who have not acted since event `number`."""
        self._late.pop(name, None)
        with suppress(NotAllowedError, StorageError, WorkerError):
            table = await self._lobby.table(name)
            if not isinstance(table, OnlineTable):
                return
            if table.number != number:
                self.wake(name)
                return
            for seat in table.late_seats:
                did = PlayedBy(seat, STEADY)
                await self._lobby.act(name, new_key(), None, PROGRAM.id, did)

    async def _act(self, name: str) -> bool:
        """Makes the bot's move if one is due; returns False if it failed or the match does not
        exist.
        """
        table = await self._lobby.table(name)
        if not isinstance(table, OnlineTable):
            return False
        seat, policy = table.state.actor, table.acting_policy
        if policy is None or not isinstance(seat, int):
            return True
        action = await self._decide(table, policy)
        did = ActionMade(seat, str(action))
        with suppress(NotAllowedError, IllegalAction, StorageError, WorkerError):
            await self._lobby.act(name, new_key(), table.number, PROGRAM.id, did)
            return True
        return False

    async def _decide(self, table: OnlineTable, policy: PlayerName) -> Action:
        """Returns a bot's action; if it cannot decide, logs a warning and returns
        the steady bot's.
        """
        if policy not in COMPILED and not table.game.proved_elsewhere:
            try:
                return await self._process.decide(policy, table.state)
            except NoDecisionError as error:
                self._log_once(f"{bot_label(policy)}: it plays steadily, since {error}")
        quick = policy if policy in COMPILED else STEADY
        # bids and calls take a moment, in which no table should wait
        return await self._lobby.run_in_thread(table.game, decide_action, table.state, quick)

    def _log_once(self, line: str) -> None:
        """Logs a warning for the operator of the server, unless it has been logged before."""
        if line not in self._logged:
            self._logged.add(line)
            LOG.warning(line)


def decide_action(state: State, policy: PlayerName) -> Action:
    """Returns a bot's action for the seat to act, in words that the table accepts of a seat.

    The random player is a function of the whole state, which names the top card.
    """
    action = decide(state, policy)
    assert action is not None
    if isinstance(action, Play) and state.position.dealing.rules.plays_top:
        return PlayTop(action.face)
    return action

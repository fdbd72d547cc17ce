"""Who plays for the seats that no person has: each acts by itself after a short pause."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final

from clagdsl.engine.actions import Action
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
from clagdsl.serve.table_events import ActionMade
from clagdsl.serve.worker_pool import WorkerError
from clagdsl.storage.model import StorageError

LOG: Final = logging.getLogger(__name__)
PAUSE: Final = 1.2
"""So many seconds pass before a seat acts that no person plays."""
TRICK_PAUSE_FACTOR: Final = 2.0
"""So many times longer the finished trick lies on the table."""
TRIES: Final = 5
"""So often in a row what a seat does may come to nothing, because a person was faster."""


class Bots:
    """Acts for seats at the tables of a lobby, each table at its own pace."""

    def __init__(self, lobby: Lobby, pause: float = PAUSE) -> None:
        self._lobby = lobby
        self._pause = pause
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._process = BotProcess()
        self._logged: set[str] = set()
        lobby.on_change = self.wake

    def wake(self, name: str) -> None:
        """Plays on at a table, if it is the turn of a seat that no person has."""
        if name not in self._playing:
            self._playing[name] = asyncio.get_running_loop().create_task(self._play(name))

    async def wait_until_idle(self) -> None:
        """Waits until it is the turn of a person at every table."""
        while self._playing:
            await asyncio.gather(*self._playing.values(), return_exceptions=True)

    async def end(self) -> None:
        """Plays no more."""
        tasks = list(self._playing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._playing.clear()  # who is told before the first step never comes to the last one
        self._process.end()

    async def _play(self, name: str) -> None:
        try:
            tries = 0
            while tries < TRIES:
                table = await self._lobby.table(name)
                if not isinstance(table, OnlineTable) or table.acting_policy is None:
                    return
                trick_finished = not table.state.trick and any(table.state.tricks)
                await asyncio.sleep(self._pause * (TRICK_PAUSE_FACTOR if trick_finished else 1))
                tries = 0 if await self._act(name) else tries + 1
        except (StorageError, WorkerError):
            return  # whoever asks for the table next is told, and wakes it
        finally:
            # at once, so that who acts from now on wakes it again
            self._playing.pop(name, None)

    async def _act(self, name: str) -> bool:
        """Returns whether the seat whose turn it is has acted."""
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
        """What a bot does; where it cannot decide the steady one does, and the server says so."""
        if policy not in COMPILED and not table.game.proved_elsewhere:
            try:
                return await self._process.decide(policy, table.state)
            except NoDecisionError as error:
                self._log_once(f"{bot_label(policy)}: it plays steadily, since {error}")
        quick = policy if policy in COMPILED else STEADY
        # what to bid and to call takes a moment, in which no table waits
        return await self._lobby.run_in_thread(table.game, decide_action, table.state, quick)

    def _log_once(self, line: str) -> None:
        """Tells whoever runs the server something, once."""
        if line not in self._logged:
            self._logged.add(line)
            LOG.warning(line)


def decide_action(state: State, policy: PlayerName) -> Action:
    """What a player does for the seat to act."""
    action = decide(state, policy)
    assert action is not None
    return action

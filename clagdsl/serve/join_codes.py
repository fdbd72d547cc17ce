"""Codes that let a phone take a seat, each once and not for long."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from clagdsl.serve.seat_tokens import LETTERS, new_name

CODE_LENGTH: Final = 8
CODE_LIFETIME: Final = 3600.0
"""So many seconds a code can be used."""
MOST_CODES: Final = 2000
WRONG_TRIES: Final = 10
WINDOW: Final = 60.0
"""After so many wrong codes within so many seconds each further one is answered more slowly."""
FIRST_DELAY: Final = 0.25
LONGEST_DELAY: Final = 4.0
"""The answer to a wrong code waits so many seconds, twice as long each time, at most so many."""
MOST_WAITING: Final = 50
"""So many wrong codes of one client wait for their answers; until then no further one is read."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """What a code is good for: the seat of a player at a table, or a seat among the watchers."""

    table: str
    player: str | None
    until: float


class JoinCodes:
    """The codes that are good at the moment; a restart of the server ends them all."""

    def __init__(
        self,
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._codes: dict[str, Invitation] = {}
        self._wrong: list[tuple[float, str]] = []
        self._waiting: Counter[str] = Counter()

    def invite(self, table: str, player: str | None) -> str:
        """Returns a code for a seat: the one that is good for it still, or a new one."""
        self._drop_expired()
        for code, invitation in self._codes.items():
            if (invitation.table, invitation.player) == (table, player):
                return code
        while len(self._codes) >= MOST_CODES:
            self._codes.pop(next(iter(self._codes)))
        code = new_name(CODE_LENGTH)
        self._codes[code] = Invitation(table, player, self._clock() + CODE_LIFETIME)
        return code

    def is_crowded(self, client: str) -> bool:
        """Returns whether so many wrong codes of a client wait that no further code is looked up."""
        return self._waiting[client] >= MOST_WAITING

    async def look_up(self, code: str, client: str) -> Invitation | None:
        """Returns what a code is good for, at once; None, perhaps after a while, if it is wrong."""
        self._drop_expired()
        invitation = self._codes.get(normalize_code(code))
        if invitation is None:
            await self._slow_down(client)
        return invitation

    async def redeem(self, code: str, client: str) -> Invitation | None:
        """Returns what a code was good for, which it is no longer; else as `look_up`."""
        self._drop_expired()
        invitation = self._codes.pop(normalize_code(code), None)
        if invitation is None:
            await self._slow_down(client)
        return invitation

    async def _slow_down(self, client: str) -> None:
        """Counts a wrong code, and wait the longer the more of them a client has sent lately."""
        now = self._clock()
        self._wrong = [one for one in self._wrong if one[0] > now - WINDOW]
        self._wrong.append((now, client))
        excess = sum(who == client for _, who in self._wrong) - WRONG_TRIES
        if excess <= 0:
            return
        self._waiting[client] += 1
        try:
            await self._sleep(min(LONGEST_DELAY, FIRST_DELAY * 2 ** min(excess - 1, 10)))
        finally:
            self._waiting[client] -= 1
            if not self._waiting[client]:
                del self._waiting[client]

    def _drop_expired(self) -> None:
        now = self._clock()
        self._codes = {code: one for code, one in self._codes.items() if one.until > now}


def normalize_code(code: str) -> str:
    """Returns a code as it is meant, whatever letters, gaps and dashes it was typed with."""
    return "".join(letter for letter in code.lower()[:64] if letter in LETTERS)

"""Codes that let a phone take a seat, each once and not for long."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from clagdsl.serve.seat_tokens import LETTERS, new_name

CODE_LENGTH: Final = 8
VALID: Final = 3600.0
"""So many seconds a code can be used."""
MOST_CODES: Final = 2000
WRONG_TRIES: Final = 10
ALL_WRONG_TRIES: Final = 200
WINDOW: Final = 60.0
"""So many wrong codes are looked at within so many seconds, of one client and of all together."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """What a code is good for: the seat of a player at a table, or a seat among the watchers."""

    table: str
    player: str | None
    until: float


class JoinCodes:
    """The codes that are good at the moment; a restart of the server ends them all."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._codes: dict[str, Invitation] = {}
        self._wrong: list[tuple[float, str]] = []

    def invite(self, table: str, player: str | None) -> str:
        """A code for a seat: the one that is good for it still, or a new one."""
        self._forget()
        for code, known in self._codes.items():
            if (known.table, known.player) == (table, player):
                return code
        while len(self._codes) >= MOST_CODES:
            self._codes.pop(next(iter(self._codes)))
        code = new_name(CODE_LENGTH)
        self._codes[code] = Invitation(table, player, self._clock() + VALID)
        return code

    def wait(self, client: str) -> int | None:
        """So many seconds no code of this client is looked at; None if one is."""
        now = self._clock()
        self._wrong = [(at, who) for at, who in self._wrong if at > now - WINDOW]
        own = [at for at, who in self._wrong if who == client]
        if len(own) >= WRONG_TRIES:
            return int(own[0] + WINDOW - now) + 1
        if len(self._wrong) >= ALL_WRONG_TRIES:
            return int(self._wrong[0][0] + WINDOW - now) + 1
        return None

    def look_up(self, code: str, client: str) -> Invitation | None:
        """What a code is good for; a wrong one counts against whoever tries."""
        self._forget()
        found = self._codes.get(as_typed(code))
        if found is None:
            self._wrong.append((self._clock(), client))
        return found

    def redeem(self, code: str, client: str) -> Invitation | None:
        """What a code was good for, which it is no longer."""
        found = self.look_up(code, client)
        if found is not None:
            del self._codes[as_typed(code)]
        return found

    def _forget(self) -> None:
        now = self._clock()
        self._codes = {code: one for code, one in self._codes.items() if one.until > now}


def as_typed(code: str) -> str:
    """A code as it is meant, whatever letters, gaps and dashes it was typed with."""
    return "".join(letter for letter in code.lower()[:64] if letter in LETTERS)

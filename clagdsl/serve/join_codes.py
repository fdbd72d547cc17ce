"""Expiring single-use codes with which a phone takes a seat; guessing them is throttled.

The host's codes invite somebody to a seat. Each member also has a code of their own, which gives
their place to another phone if theirs is lost.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from clagdsl.serve.seat_tokens import LETTERS, new_name

CODE_LENGTH: Final = 8  # letters
CODE_LIFETIME: Final = 3600.0
"""Seconds after which a code expires."""
MOST_CODES: Final = 2000  # valid at a time; above it the oldest is dropped
OWN_CODE_LENGTH: Final = 10  # letters; longer, because it is valid for longer
OWN_CODE_LIFETIME: Final = 12 * 3600.0
"""Seconds after a member's own code was last shown until it expires."""
MOST_OWN_CODES: Final = 20_000  # of members; above it the one shown longest ago is dropped
WRONG_TRIES: Final = 10
WINDOW: Final = 60.0
"""Seconds within which a client may send `WRONG_TRIES` invalid codes; further ones are delayed."""
FIRST_DELAY: Final = 0.25  # seconds
LONGEST_DELAY: Final = 4.0
"""Maximum delay of the response to an invalid code, in seconds; it doubles each time up to this."""
MOST_WAITING: Final = 50
"""Maximum number of delayed responses for one client; above it, further codes are refused."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """The seat that a code gives: a player's seat at a table, or a watcher's place if None.

    A member's own code gives the place of the `member` with this id.
    """

    table: str
    player: str | None
    until: float
    member: str = ""


class JoinCodes:
    """The valid codes; they are held in memory only, so a restart of the server invalidates them
    all.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._codes: dict[str, Invitation] = {}
        self._own_codes: dict[tuple[str, str], str] = {}
        self._own_invitations: dict[str, Invitation] = {}
        self._wrong: list[tuple[float, str]] = []
        self._waiting: Counter[str] = Counter()

    def invite(self, table: str, player: str | None) -> str:
        """Returns a code for a seat: the existing valid code if there is one, or a new one."""
        self._drop_expired()
        for code, invitation in self._codes.items():
            if (invitation.table, invitation.player) == (table, player):
                return code
        while len(self._codes) >= MOST_CODES:
            self._codes.pop(next(iter(self._codes)))
        code = new_name(CODE_LENGTH)
        self._codes[code] = Invitation(table, player, self._clock() + CODE_LIFETIME)
        return code

    def own_code(self, table: str, member: str) -> str:
        """Returns a member's own code: the existing valid code if there is one, or a new one."""
        code = self._own_codes.pop((table, member), None)
        if code is None or self._own_invitations[code].until <= self._clock():
            self._own_invitations.pop(code or "", None)
            code = new_name(OWN_CODE_LENGTH)
        while len(self._own_codes) >= MOST_OWN_CODES:
            oldest = next(iter(self._own_codes))
            del self._own_invitations[self._own_codes.pop(oldest)]
        self._own_codes[table, member] = code
        until = self._clock() + OWN_CODE_LIFETIME
        self._own_invitations[code] = Invitation(table, None, until, member)
        return code

    def is_crowded(self, client: str) -> bool:
        """Returns whether a client has too many delayed responses to look up another code."""
        return self._waiting[client] >= MOST_WAITING

    async def look_up(self, code: str, client: str) -> Invitation | None:
        """Returns the invitation for a code; if the code is invalid, None, possibly
        after a delay.
        """
        self._drop_expired()
        invitation = self._invitation(normalize_code(code))
        if invitation is None:
            await self._slow_down(client)
        return invitation

    async def redeem(self, code: str, client: str) -> Invitation | None:
        """Returns the invitation like `look_up`, but consumes the code."""
        self._drop_expired()
        code = normalize_code(code)
        invitation = self._invitation(code)
        if invitation is None:
            await self._slow_down(client)
        elif invitation.member:
            del self._own_invitations[code]
            del self._own_codes[invitation.table, invitation.member]
        else:
            del self._codes[code]
        return invitation

    def _invitation(self, code: str) -> Invitation | None:
        own = self._own_invitations.get(code)
        if own is not None and own.until > self._clock():
            return own
        return self._codes.get(code)

    async def _slow_down(self, client: str) -> None:
        """Counts an invalid code from a client and waits, longer the more of them are recent."""
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
    """Returns a code in its canonical form, in lower case without spaces and dashes."""
    return "".join(letter for letter in code.lower()[:64] if letter in LETTERS)

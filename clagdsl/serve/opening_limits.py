"""How many tables are opened: so many by one address within a while, and so many in all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

WINDOW: Final = 600.0
"""So many seconds are looked at."""
BY_ONE: Final = 30
"""So many tables one address opens within them."""
BY_ALL: Final = 600
"""So many all addresses open together within them."""
MOST_RUNNING: Final = 20_000
"""So many tables are under way at most, those that nobody has used for a while included."""
OWN: Final = frozenset({"", "127.0.0.1", "::1", "localhost"})
"""Whose asks from the machine of the server, which is not a stranger's."""


class OpeningLimits:
    """When which address has opened a table."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._opened: list[tuple[float, str]] = []

    def wait(self, client: str) -> int | None:
        """So many seconds a client opens no table; None if it may."""
        if client in OWN:
            return None
        now = self._clock()
        self._opened = [(at, who) for at, who in self._opened if at > now - WINDOW]
        own = [at for at, who in self._opened if who == client]
        if len(own) >= BY_ONE:
            return int(own[0] + WINDOW - now) + 1
        if len(self._opened) >= BY_ALL:
            return int(self._opened[0][0] + WINDOW - now) + 1
        return None

    def opened(self, client: str) -> None:
        """Count a table that a client has opened."""
        if client not in OWN:
            self._opened.append((self._clock(), client))

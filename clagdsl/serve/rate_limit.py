"""How many tables are opened by one address and in all; taps that open one do it once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from clagdsl.serve.http import WebResponse

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


class Opening:
    """A table that is being opened: it counts from the beginning, unless nothing came of it."""

    __slots__ = ("begun", "client", "done")

    def __init__(self, begun: float, client: str) -> None:
        self.begun = begun
        self.client = client
        self.done = False


class OpeningRateLimit:
    """When which address has opened a table, or has begun to."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._openings: list[Opening] = []
        self._in_progress = 0

    @property
    def in_progress(self) -> int:
        """How many tables are being opened just now."""
        return self._in_progress

    def retry_after(self, client: str) -> int | None:
        """So many seconds a client opens no table; None if it may."""
        if client in OWN:
            return None
        now = self._clock()
        self._openings = [one for one in self._openings if one.begun > now - WINDOW]
        own = [one.begun for one in self._openings if one.client == client]
        if len(own) >= BY_ONE:
            return int(own[-BY_ONE] + WINDOW - now) + 1
        if len(self._openings) >= BY_ALL:
            return int(self._openings[-BY_ALL].begun + WINDOW - now) + 1
        return None

    @contextmanager
    def opening(self, client: str) -> Iterator[Opening]:
        """Counts a table that a client opens, from now on: many may be begun at once."""
        entry = Opening(self._clock(), client)
        self._in_progress += 1
        if client not in OWN:
            self._openings.append(entry)
        try:
            yield entry
        finally:
            self._in_progress -= 1
            if not entry.done and entry in self._openings:
                self._openings.remove(entry)


# --- taps that opened something ---------------------------------------------------------


MOST_REMEMBERED: Final = 1000


@dataclass(frozen=True, slots=True)
class _CachedResponse:
    """What was filled in, as a hash, and what it was answered."""

    form_hash: int
    response: WebResponse


class IdempotencyCache:
    """What was answered to the last taps, by their keys."""

    def __init__(self) -> None:
        self._entries: dict[str, _CachedResponse] = {}

    def response(self, key: str, form: Mapping[str, str]) -> WebResponse | None:
        """What the tap of that key was answered, None if it is the first, or is about more."""
        cached = self._entries.get(key)
        return cached.response if cached is not None and cached.form_hash == _hash(form) else None

    def is_used(self, key: str) -> bool:
        """Returns whether a tap of that key was answered, whatever was filled in."""
        return key in self._entries

    def remember(self, key: str, form: Mapping[str, str], response: WebResponse) -> WebResponse:
        """Returns an answer, which the same tap gets again if it comes twice."""
        while len(self._entries) >= MOST_REMEMBERED:
            self._entries.pop(next(iter(self._entries)))
        self._entries[key] = _CachedResponse(_hash(form), response)
        return response


def _hash(form: Mapping[str, str]) -> int:
    return hash(frozenset(form.items()))

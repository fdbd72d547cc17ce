"""Rate limits for opening tables and for entries, and the idempotency cache of responses."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from clagdsl.serve.http import WebResponse

WINDOW: Final = 600.0
"""Seconds of the sliding window."""
BY_ONE: Final = 30
"""Maximum number of tables that one client may open within the window."""
BY_ALL: Final = 600
"""Maximum number of tables that all clients together may open within the window."""
MOST_RUNNING: Final = 20_000
"""Maximum number of running tables, including those that are no longer used."""
OWN: Final = frozenset({"", "127.0.0.1", "::1", "localhost"})
"""Clients on the server's own machine, to which the rate limit does not apply."""


class Opening:
    """A table that is being opened; it counts against the limit unless opening fails."""

    __slots__ = ("begun", "client", "done")

    def __init__(self, begun: float, client: str) -> None:
        self.begun = begun
        self.client = client
        self.done = False


class OpeningRateLimit:
    """A sliding-window log of the times at which each client started to open a table."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._openings: list[Opening] = []
        self._in_progress = 0

    @property
    def in_progress(self) -> int:
        """The number of tables that are currently being opened."""
        return self._in_progress

    def retry_after(self, client: str) -> int | None:
        """Returns the seconds until a client may open another table; None if it may do so now."""
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
        """Counts one table against the client's rate limit from the moment its opening starts."""
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


# --- entries ----------------------------------------------------------------------------


ENTRY_WINDOW: Final = 10.0  # seconds
MOST_ENTRIES: Final = 300
"""Maximum number of entries that one member may send to a table within the window.

A phone that was offline sends everything that it has queued, so the limit is far above play.
"""


class EntryRateLimit:
    """The times at which each member has recently sent an entry, in a sliding window."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._sent: dict[tuple[str, str], deque[float]] = {}

    def retry_after(self, table: str, member: str) -> int | None:
        """Counts an entry; returns the seconds to wait instead if there were too many."""
        now = self._clock()
        start = now - ENTRY_WINDOW
        # members in the order of their last entry, so those who may be forgotten come first
        while self._sent:
            idle = next(iter(self._sent))
            if self._sent[idle][-1] > start:
                break
            del self._sent[idle]
        times = self._sent.pop((table, member), deque[float]())
        self._sent[table, member] = times
        while times and times[0] <= start:
            times.popleft()
        if len(times) >= MOST_ENTRIES:
            return int(times[0] - start) + 1
        times.append(now)
        return None


# --- idempotency ------------------------------------------------------------------------


MOST_REMEMBERED: Final = 1000  # responses in the cache


@dataclass(frozen=True, slots=True)
class _CachedResponse:
    """The hash of a form, and the response to it."""

    form_hash: int
    response: WebResponse


class IdempotencyCache:
    """Remembers the response to each request key, so a retried POST takes effect once."""

    def __init__(self) -> None:
        self._entries: dict[str, _CachedResponse] = {}

    def response(self, key: str, form: Mapping[str, str]) -> WebResponse | None:
        """Returns the response to an earlier copy of a request; None if its key or form is new."""
        cached = self._entries.get(key)
        return cached.response if cached is not None and cached.form_hash == _hash(form) else None

    def is_used(self, key: str) -> bool:
        """Returns whether a request with this key has been answered, for any form."""
        return key in self._entries

    def remember(self, key: str, form: Mapping[str, str], response: WebResponse) -> WebResponse:
        """Remembers and returns a response, which a repeated request will also get."""
        while len(self._entries) >= MOST_REMEMBERED:
            self._entries.pop(next(iter(self._entries)))
        self._entries[key] = _CachedResponse(_hash(form), response)
        return response


def _hash(form: Mapping[str, str]) -> int:
    return hash(frozenset(form.items()))

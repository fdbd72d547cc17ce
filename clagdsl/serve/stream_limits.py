"""Limits on open streams of changes: strangers' never take the places of people who have a seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from clagdsl.serve.lobby import ChangeListener
from clagdsl.serve.opening_limits import OWN

MOST_STREAMS: Final = 2000
MOST_OF_STRANGERS: Final = 1000
"""Streams of people without a seat at the table; the other places are kept for those with one."""
STRANGERS_OF_ADDRESS: Final = 200
MEMBERS_OF_ADDRESS: Final = 500
"""An address has so many streams of each kind; whoever opens a table has a seat there, too."""
OF_SEAT: Final = 8
"""A seat has so many streams: a further one ends its oldest, which most likely nobody reads."""


@dataclass(frozen=True, slots=True)
class Seat:
    """The seat of a member at a table."""

    table: str
    member: str


class StreamLimits:
    """The streams that are open, counted by address and by seat."""

    def __init__(self) -> None:
        self._strangers: Counter[str] = Counter()
        self._members: Counter[str] = Counter()
        self._seats: dict[Seat, list[ChangeListener]] = {}

    @contextmanager
    def place(self, client: str, seat: Seat | None, listener: ChangeListener) -> Iterator[bool]:
        """Hold a place for a stream of an address and perhaps a seat; false if none is left."""
        counted = self._strangers if seat is None else self._members
        if not self._has_place(client, is_member=seat is not None):
            yield False
            return
        counted[client] += 1
        if seat is not None:
            same = self._seats.setdefault(seat, [])
            if len(same) >= OF_SEAT:
                same[0].end()
                del same[0]
            same.append(listener)
        try:
            yield True
        finally:
            counted[client] -= 1
            if not counted[client]:
                del counted[client]
            if seat is not None:
                self._leave(seat, listener)

    def _has_place(self, client: str, *, is_member: bool) -> bool:
        strangers, members = self._strangers.total(), self._members.total()
        if is_member:
            own, most = self._members[client], MEMBERS_OF_ADDRESS
            is_full = strangers + members >= MOST_STREAMS
        else:
            own, most = self._strangers[client], STRANGERS_OF_ADDRESS
            is_full = strangers >= MOST_OF_STRANGERS or strangers + members >= MOST_STREAMS
        return not is_full and (client in OWN or own < most)

    def _leave(self, seat: Seat, listener: ChangeListener) -> None:
        same = self._seats.get(seat, [])
        if listener in same:
            same.remove(listener)
        if not same:
            self._seats.pop(seat, None)

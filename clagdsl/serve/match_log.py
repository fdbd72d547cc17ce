"""The log of a match as one viewer may see it: events and members' actions, with their authors."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from clagdsl.engine.events import (
    CardPlayed,
    Event,
    Everybody,
    HandSeen,
    HandShown,
    Looked,
    event_words,
    seen_by,
)
from clagdsl.lang.frozen import dataclass
from clagdsl.serve.online_table import REVEALS_NO_CARD, OnlineTable


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log; `by` is its author, "" if the event happened automatically.

    `number` is that of the table's event that caused it. `event` is None for a member's action that
    is not part of the match.
    """

    text: str
    by: str
    number: int
    event: Event | None = None


def match_log(table: OnlineTable, seat: int | None, after: int = 0) -> Iterator[LogLine]:
    """Yields the visible events of a match and the actions of its members, in order.

    `seat` is the viewer's seat; None for what everybody may see. Only the lines after number
    `after` of the table's events are yielded. If an action was taken back, all lines after its
    place have the number of that command or a later one.
    """
    events = table.state.events
    first = bisect_right(table.event_numbers, after)
    deeds = [deed for deed in table.people.log if deed.number > after]
    players = {act.seat: act.who for act in table.actor_changes if act.place < first}
    for place in range(first, len(events) + 1):
        for deed in deeds:
            if deed.place == place:
                yield LogLine(f"{deed.who} {deed.text}", deed.who, deed.number)
        players.update((act.seat, act.who) for act in table.actor_changes if act.place == place)
        for event in seen_by(seat, events[place : place + 1]):
            words = event_words(event, Everybody(table.names))
            if words:
                number = table.event_numbers[place]
                yield LogLine(words, _author(event, players), number, event)


def count_lines(table: OnlineTable) -> int:
    """Returns the number of lines of the whole log, which is the same for every viewer."""
    kinds = [*map(type, table.state.events)]  # counting in a list takes no time
    silent = kinds.count(HandSeen) + kinds.count(HandShown)
    return len(table.people.log) + len(kinds) - silent


def _author(event: Event, players: dict[int, str]) -> str:
    """Returns the name of an event's author, or "" if it has none."""
    if isinstance(event, (*REVEALS_NO_CARD, CardPlayed, Looked)):
        return players.get(event.seat, "")
    return ""

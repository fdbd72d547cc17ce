"""The log of a match as one viewer may see it: events and members' actions, with their authors."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from clagdsl.engine.events import CardPlayed, Event, Everybody, Looked, event_words, seen_by
from clagdsl.lang.frozen import dataclass
from clagdsl.serve.online_table import REVEALS_NO_CARD, OnlineTable


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log; `by` is its author, "" if the event happened automatically."""

    text: str
    by: str


def match_log(table: OnlineTable, seat: int | None) -> Iterator[LogLine]:
    """Yields the visible events of a match and the actions of its members, in order.

    `seat` is the viewer's seat; None for what everybody may see.
    """
    seen = table.view(seat).events
    # counts visible events before each place, so that hidden ones leave no gap
    visible_counts = (len(seen_by(seat, (event,))) for event in table.state.events)
    places = list(accumulate(visible_counts, initial=0))
    deeds = [(places[one.place], one) for one in table.people.log]
    acts = [(places[one.place], one) for one in table.actor_changes]
    players: dict[int, str] = {}
    for number in range(len(seen) + 1):
        for place, deed in deeds:
            if place == number:
                yield LogLine(f"{deed.who} {deed.text}", deed.who)
        players.update((act.seat, act.who) for place, act in acts if place == number)
        if number < len(seen):
            words = event_words(seen[number], Everybody(table.names))
            if words:
                yield LogLine(words, _author(seen[number], players))


def _author(event: Event, players: dict[int, str]) -> str:
    """Returns the name of an event's author, or "" if it has none."""
    if isinstance(event, (*REVEALS_NO_CARD, CardPlayed, Looked)):
        return players.get(event.seat, "")
    return ""

"""What a seat sees, as a text of a few lines."""

from __future__ import annotations

import json
from dataclasses import fields

from clagdsl.engine.events import Event
from clagdsl.engine.view import View
from clagdsl.table.tricks import PlayedCard

_LEFT_OUT = ("events", "legal")
"""What has happened before, and what follows from the rest."""


def seen_text(view: View) -> str:
    """What a seat sees now, a line for each thing that there is to see."""
    seen = [(part.name, getattr(view, part.name)) for part in fields(view)]
    return "\n".join(
        f"{name} {_told(value)}"
        for name, value in seen
        if name not in _LEFT_OUT and value is not None and value != ()
    )


def _told(value: object) -> str:
    match value:
        case None:
            return "-"
        case PlayedCard(seat=seat, card=card, face=face):
            return f"{seat}:{card}" if card == face else f"{seat}:{card}={face}"
        case tuple():
            return "[" + " ".join(map(_told, value)) + "]"
        case _:
            return str(value)


def event_text(event: Event) -> str:
    """An event as its seat saw it, so that different events have different texts."""
    return json.dumps(event.to_json(), separators=(",", ":"))

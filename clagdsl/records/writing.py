"""Writes a record as TOML text; equal records give equal text.

A TOML library would write any table. This format has only a dozen kinds of lines, but aligns its
columns and orders its keys in the order of a deal.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Literal, assert_never

from clagdsl.engine.actions import write_names
from clagdsl.lang.cards import SUIT_NAMES, Suit
from clagdsl.lang.policies.bid import word_text
from clagdsl.lang.record import (
    Record,
    RecordedAdjustment,
    RecordedCard,
    RecordedChange,
    RecordedDeal,
    RecordedNonce,
)
from clagdsl.lang.roster_changes import Join, Leave, PlayAgain, SitOut, TakePlace
from clagdsl.lang.rules import Value


def write_record(record: Record) -> str:
    """Returns the TOML text of a record; parsing it yields an equal record."""
    lines = list(_aligned(_head(record)))
    for deal in record.deals:
        lines += ["", "[[deal]]", *_aligned(_deal(deal))]
    return "\n".join(lines) + "\n"


def _aligned(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    kept = list(pairs)
    width = max((len(key) for key, _ in kept), default=0)
    for key, value in kept:
        yield f"{key:<{width}} = {value}"


def _head(record: Record) -> Iterator[tuple[str, str]]:
    seed, played = record.seed, record.played
    pairs = ", ".join(f"{_key(name)} = {_value(value)}" for name, value in record.parameters)
    values = {
        "record": str(record.version),
        "rules": toml_string(record.rules),
        "rules_hash": _text(record.rules_hash),
        "players": _list(record.players),
        "dealer": _text(record.dealer),
        "source": _text(record.source),
        "parameters": f"{{ {pairs} }}" if pairs else None,
        "seed": None if seed is None else _seed(seed),
        "match": None if seed is None or not record.match else str(record.match),
        "salt": _text(record.salt),
        "commitment": _text(record.commitment),
        "draw": _tables(map(_nonce, record.draw)) if record.draw else None,
        "played": None if played is None else played.isoformat(),
        "note": _text(record.note),
        "roster": _tables(map(_change, record.roster)) if record.roster else None,
        "adjust": _tables(map(_adjustment, record.adjust)) if record.adjust else None,
        "ended": "true" if record.ended else None,
        "person": _text(record.person),
        "bots": _text(record.bots),
    }
    yield from _present_values(values)


def _present_values(values: dict[str, str | None]) -> Iterator[tuple[str, str]]:
    for key, value in values.items():
        if value is not None:
            yield key, value


def _seed(seed: int) -> str:
    """Returns a seed as text; in quotes from 2^63 on, as TOML only guarantees 64-bit integers."""
    return str(seed) if seed < 1 << 63 else toml_string(str(seed))


def _deal(deal: RecordedDeal) -> Iterator[tuple[str, str]]:
    hands, plays = deal.hands, deal.tricks
    values = {
        "deal": None if deal.number is None else str(deal.number),
        "scheduled": None if deal.scheduled is None else str(deal.scheduled),
        "label": _text(deal.label),
        "dealer": _text(deal.dealer),
        "caller": _text(deal.caller),
        "cards": None if deal.cards is None else str(deal.cards),
        "more": "true" if deal.more else None,
        "pack": None if deal.pack is None else toml_string(_cards(deal.pack)),
        "hands": None if hands is None else _list(_cards(hand) for hand in hands),
        "turned_before": None
        if deal.turned_before is None
        else toml_string(_cards(deal.turned_before)),
        "turned": None if deal.turned is None else toml_string(str(deal.turned)),
        "calls": None if deal.calls is None else toml_string(write_names(deal.calls)),
        "auction": None
        if deal.auction is None
        else toml_string(" ".join(map(word_text, deal.auction))),
        "trump": None if deal.trump is None else toml_string(_trump(deal.trump)),
        "order": None if deal.order is None else toml_string(" ".join(deal.order)),
        "first": _text(deal.first),
        "bids": _figures(deal.bids),
        "blind": None if deal.blind is None else _list(deal.blind),
        "looked": _text(deal.looked),
        "tricks": None if plays is None else _rows(" ".join(map(str, trick)) for trick in plays),
        "taken": None if deal.taken is None else _figures(seat + 1 for seat in deal.taken),
        "won": _figures(deal.won),
        "totals": _figures(deal.totals),
    }
    yield from _present_values(values)


def _change(entry: RecordedChange) -> Iterator[tuple[str, str]]:
    yield "deal", str(entry.deal)
    match entry.change:
        case Join(player=player, after=after):
            yield "join", toml_string(player)
            yield "after", toml_string(after)
        case TakePlace(player=player, leaver=leaver):
            yield "join", toml_string(player)
            yield "for", toml_string(leaver)
        case Leave(player=player):
            yield "leave", toml_string(player)
        case SitOut(player=player):
            yield "out", toml_string(player)
        case PlayAgain(player=player):
            yield "back", toml_string(player)
        case _:
            assert_never(entry.change)
    if entry.total is not None:
        yield "total", str(entry.total)


def _adjustment(entry: RecordedAdjustment) -> Iterator[tuple[str, str]]:
    yield "deal", str(entry.deal)
    yield "player", toml_string(entry.player)
    yield "points", str(entry.points)
    if entry.note is not None:
        yield "note", toml_string(entry.note)


def _nonce(entry: RecordedNonce) -> Iterator[tuple[str, str]]:
    yield "place", toml_string(entry.place)
    yield "nonce", toml_string(entry.nonce)
    yield "commitment", toml_string(entry.commitment)


def _tables(tables: Iterable[Iterable[tuple[str, str]]]) -> str:
    texts = (", ".join(f"{key} = {value}" for key, value in pairs) for pairs in tables)
    return "[\n" + "".join(f"  {{ {text} }},\n" for text in texts) + "]"


def _trump(trump: Suit | Literal["none"]) -> str:
    return "none" if trump == "none" else SUIT_NAMES[trump]


def _text(text: str | None) -> str | None:
    return None if text is None else toml_string(text)


def _cards(cards: Iterable[RecordedCard]) -> str:
    return " ".join("??" if card is None else str(card) for card in cards)


def _figures(figures: Iterable[object] | None) -> str | None:
    if figures is None:
        return None
    return toml_string(" ".join("?" if figure is None else str(figure) for figure in figures))


def _list(texts: Iterable[str]) -> str:
    return "[" + ", ".join(toml_string(text) for text in texts) + "]"


def _rows(texts: Iterable[str]) -> str:
    lines = "".join(f"  {toml_string(text)},\n" for text in texts)
    return f"[\n{lines}]" if lines else "[]"


def _key(name: str) -> str:
    plain = name.replace("-", "_")
    return name if plain.isascii() and plain.replace("_", "a").isalnum() else toml_string(name)


def _value(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else toml_string(value)


def toml_string(text: str) -> str:
    """Returns a text as a TOML basic string: as in JSON, but without the character 7F."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")

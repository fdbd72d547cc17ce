"""A record as TOML text, always the same text for the same record.

A TOML library would write any table; this format has a dozen kinds of lines, wants its columns
aligned and its keys in the order in which a deal goes, and needs no other values than these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from clagdsl.engine.actions import write_names
from clagdsl.lang.auction_words import word_text
from clagdsl.lang.cards import SUIT_NAMES, Suit
from clagdsl.lang.record import Record, RecordedCard, RecordedDeal
from clagdsl.lang.rules import Value

_ESCAPES = {
    '"': '\\"',
    "\\": "\\\\",
    "\n": "\\n",
    "\t": "\\t",
    "\r": "\\r",
    "\b": "\\b",
    "\f": "\\f",
}


def write_record(record: Record) -> str:
    """The TOML text of a record; reading it gives the record again."""
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
    yield "record", str(record.version)
    yield "rules", quoted(record.rules)
    if record.rules_hash is not None:
        yield "rules_hash", quoted(record.rules_hash)
    yield "players", _list(record.players)
    if record.dealer is not None:
        yield "dealer", quoted(record.dealer)
    if record.source is not None:
        yield "source", quoted(record.source)
    if record.parameters:
        pairs = ", ".join(f"{_key(name)} = {_value(value)}" for name, value in record.parameters)
        yield "parameters", f"{{ {pairs} }}"
    if record.seed is not None:
        # Readers of TOML need not take whole numbers of more than 63 bits.
        yield "seed", str(record.seed) if record.seed < 1 << 63 else quoted(str(record.seed))
        if record.match:
            yield "match", str(record.match)
    if record.person is not None:
        yield "person", quoted(record.person)
    if record.bots is not None:
        yield "bots", quoted(record.bots)


def _deal(deal: RecordedDeal) -> Iterator[tuple[str, str]]:
    hands, plays = deal.hands, deal.tricks
    values = {
        "deal": None if deal.number is None else str(deal.number),
        "label": _text(deal.label),
        "dealer": _text(deal.dealer),
        "caller": _text(deal.caller),
        "cards": None if deal.cards is None else str(deal.cards),
        "pack": None if deal.pack is None else quoted(_cards(deal.pack)),
        "hands": None if hands is None else _list(_cards(hand) for hand in hands),
        "turned": None if deal.turned is None else quoted(str(deal.turned)),
        "calls": None if deal.calls is None else quoted(write_names(deal.calls)),
        "auction": None if deal.auction is None else quoted(" ".join(map(word_text, deal.auction))),
        "trump": None if deal.trump is None else quoted(_trump(deal.trump)),
        "order": None if deal.order is None else quoted(" ".join(deal.order)),
        "first": _text(deal.first),
        "bids": _figures(deal.bids),
        "blind": None if deal.blind is None else _list(deal.blind),
        "looked": _text(deal.looked),
        "tricks": None if plays is None else _rows(" ".join(map(str, one)) for one in plays),
        "won": _figures(deal.won),
        "totals": _figures(deal.totals),
    }
    for key, value in values.items():
        if value is not None:
            yield key, value


def _trump(trump: Suit | Literal["none"]) -> str:
    return "none" if trump == "none" else SUIT_NAMES[trump]


def _text(text: str | None) -> str | None:
    return None if text is None else quoted(text)


def _cards(cards: Iterable[RecordedCard]) -> str:
    return " ".join("??" if card is None else str(card) for card in cards)


def _figures(figures: Iterable[object] | None) -> str | None:
    if figures is None:
        return None
    return quoted(" ".join("?" if figure is None else str(figure) for figure in figures))


def _list(texts: Iterable[str]) -> str:
    return "[" + ", ".join(quoted(text) for text in texts) + "]"


def _rows(texts: Iterable[str]) -> str:
    lines = "".join(f"  {quoted(text)},\n" for text in texts)
    return f"[\n{lines}]" if lines else "[]"


def _key(name: str) -> str:
    plain = name.replace("-", "_")
    return name if plain.isascii() and plain.replace("_", "a").isalnum() else quoted(name)


def _value(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else quoted(value)


def quoted(text: str) -> str:
    """A text as a basic string of TOML."""
    return '"' + "".join(_escaped(character) for character in text) + '"'


def _escaped(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    code = ord(character)
    return f"\\u{code:04X}" if code < 0x20 or code == 0x7F else character

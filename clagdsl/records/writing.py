"""A record as TOML text, always the same text for the same record.

A TOML library would write any table; this format has a dozen kinds of lines, wants its columns
aligned and its keys in the order in which a deal goes, and needs no other values than these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clagdsl.cards import SUIT_NAMES
from clagdsl.game import Value
from clagdsl.record import Record, RecordedCard, RecordedDeal

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


def _deal(deal: RecordedDeal) -> Iterator[tuple[str, str]]:
    if deal.number is not None:
        yield "deal", str(deal.number)
    for key, text in (("label", deal.label), ("dealer", deal.dealer), ("caller", deal.caller)):
        if text is not None:
            yield key, quoted(text)
    if deal.cards is not None:
        yield "cards", str(deal.cards)
    if deal.pack is not None:
        yield "pack", quoted(_cards(deal.pack))
    if deal.hands is not None:
        yield "hands", _list(_cards(hand) for hand in deal.hands)
    if deal.turned is not None:
        yield "turned", quoted(str(deal.turned))
    if deal.calls is not None:
        yield "calls", quoted(", ".join(deal.calls))
    if deal.trump is not None:
        yield "trump", quoted(SUIT_NAMES[deal.trump])
    if deal.order is not None:
        yield "order", quoted(" ".join(deal.order))
    if deal.bids is not None:
        yield "bids", quoted(_figures(deal.bids))
    if deal.tricks is not None:
        yield "tricks", _list((" ".join(map(str, trick)) for trick in deal.tricks), rows=True)
    if deal.won is not None:
        yield "won", quoted(_figures(deal.won))
    if deal.totals is not None:
        yield "totals", quoted(_figures(deal.totals))


def _cards(cards: Iterable[RecordedCard]) -> str:
    return " ".join("??" if card is None else str(card) for card in cards)


def _figures(figures: Iterable[object]) -> str:
    return " ".join("?" if figure is None else str(figure) for figure in figures)


def _list(texts: Iterable[str], *, rows: bool = False) -> str:
    written = [quoted(text) for text in texts]
    if rows and written:
        return "[\n" + "".join(f"  {text},\n" for text in written) + "]"
    return "[" + ", ".join(written) + "]"


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

"""Matches as rows, one for each match, deal and seat: as CSV, made by compiled code."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from clagdsl.simulation.jit import compiled, compiled_entry
from clagdsl.simulation.lowering.arrays import TRUMPS, Array, Outcome, Whole
from clagdsl.simulation.lowering.lower import calls_of
from clagdsl.simulation.stats.statistics import winning_seats
from clagdsl.table.table import Table

COLUMNS: Final = (
    "match",
    "deal",
    "name",
    "cards",
    "call",
    "dealer",
    "trump",
    "seat",
    "bid",
    "tricks",
    "score",
    "total",
    "completed",
    "winner",
)
"""The columns; `total` is after the deal, `winner` tells who wins the match."""

TRUTHS: Final = ("", "false", "true")
NUMBER_ROOM: Final = 20
BUFFER: Final = 1 << 22
COMMA: Final = ord(",")
LINE_END: Final = ord("\n")
MINUS: Final = ord("-")
ZERO: Final = ord("0")


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts that stand in rows, each once, and which of them is meant."""

    texts: tuple[str, ...]
    names: Array
    """[deal]: the name of the deal."""
    calls_from: Array
    """[deal]: where its calls begin among the texts."""
    trumps_from: int


def texts_of(table: Table) -> Texts:
    """The texts of a game at a table: names of deals, trumps, calls as in `--calls`."""
    names = list(dict.fromkeys(row.name for row in table.schedule))
    texts = [*names, *(" ".join(trumps) for trumps in TRUMPS)]
    calls_from: dict[str, int] = {}
    for name in names:
        calls_from[name] = len(texts)
        texts += [", ".join(call) for call in calls_of(table.rules(name))]
    return Texts(
        tuple(texts),
        np.array([names.index(row.name) for row in table.schedule], np.int64),
        np.array([calls_from[row.name] for row in table.schedule], np.int64),
        len(names),
    )


class CsvRows:
    """Turns blocks of matches of a game at a table into lines of CSV."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._texts = texts_of(table)
        texts = [_quoted(text).encode() for text in (*self._texts.texts, *TRUTHS)]
        self._letters = np.frombuffer(b"".join(texts) or b" ", np.uint8)
        self._ends = np.cumsum([0, *(len(text) for text in texts)])
        room = len(COLUMNS) * NUMBER_ROOM + 3 * max(len(text) for text in texts)
        self._match_room = room * len(table.schedule) * table.players

    @property
    def header(self) -> bytes:
        """The first line."""
        return (",".join(COLUMNS) + "\n").encode()

    def lines(self, first: int, block: Outcome) -> Iterator[bytes]:
        """The lines of a block whose first match has that number, in pieces."""
        winners = winning_seats(self._table.game.winner, block)
        texts = (self._letters, self._ends, self._texts.names, self._texts.calls_from)
        step = max(1, BUFFER // self._match_room)
        totals = np.zeros(self._table.players, np.int64)
        buffer = np.empty(self._match_room * min(step, len(block.cards)), np.uint8)
        for start in range(0, len(block.cards), step):
            part = (start, min(start + step, len(block.cards)))
            places = (self._texts.trumps_from, len(self._texts.texts))
            end = write_rows(block, winners, part, first, texts, places, totals, buffer)
            yield buffer[:end].tobytes()


def _quoted(text: str) -> str:
    if any(letter in text for letter in ',"\n\r'):
        return '"' + text.replace('"', '""') + '"'
    return text


@compiled
def put_number(buffer: Array, at: Whole, number: Whole) -> Whole:
    """Write a number and a comma; where it ends."""
    left = np.int64(number)
    if left < 0:
        buffer[at] = MINUS
        at += 1
        left = -left
    digits = 1
    power = np.int64(10)
    while left >= power:
        digits += 1
        power *= 10
    for place in range(digits - 1, -1, -1):
        buffer[at + place] = ZERO + left % 10
        left //= 10
    buffer[at + digits] = COMMA
    return at + digits + 1


@compiled
def put_text(buffer: Array, at: Whole, letters: Array, ends: Array, text: Whole) -> Whole:
    """Write a text and a comma; where it ends."""
    for place in range(ends[text], ends[text + 1]):
        buffer[at] = letters[place]
        at += 1
    buffer[at] = COMMA
    return at + 1


@compiled
def put_deal(
    buffer: Array,
    at: Whole,
    out: Outcome,
    match: Whole,
    deal: Whole,
    texts: tuple[Array, Array, Array, Array],
    trumps: Whole,
) -> Whole:
    """Write what is the same for all seats of a deal, each with a comma; where it ends."""
    letters, ends, names, calls = texts
    at = put_number(buffer, at, deal + 1)
    at = put_text(buffer, at, letters, ends, names[deal])
    at = put_number(buffer, at, out.cards[match, deal])
    if out.calls[match, deal] >= 0:
        call = calls[deal] + out.calls[match, deal]
        at = put_text(buffer, at, letters, ends, call) - 1
    buffer[at] = COMMA
    at = put_number(buffer, at + 1, out.dealers[match, deal])
    return put_text(buffer, at, letters, ends, trumps + out.trumps[match, deal])


@compiled_entry
def write_rows(
    out: Outcome,
    winners: Array,
    part: tuple[Whole, Whole],
    first: Whole,
    texts: tuple[Array, Array, Array, Array],
    places: tuple[Whole, Whole],
    totals: Array,
    buffer: Array,
) -> Whole:
    """Write a part of a block; where it ends.  `places`: the first of the trumps, of the truths."""
    letters, ends, _, _ = texts
    trumps, truths = places
    _, deals, players = out.scores.shape
    at = 0
    for match in range(part[0], part[1]):
        for seat in range(players):
            totals[seat] = 0
        for deal in range(deals):
            for seat in range(players):
                score = out.scores[match, deal, seat]
                totals[seat] += score
                at = put_number(buffer, at, first + match)
                at = put_deal(buffer, at, out, match, deal, texts, trumps)
                at = put_number(buffer, at, seat)
                if out.bids[match, deal, seat] >= 0:
                    at = put_number(buffer, at, out.bids[match, deal, seat]) - 1
                buffer[at] = COMMA
                at = put_number(buffer, at + 1, out.tricks[match, deal, seat])
                at = put_number(buffer, at, score)
                at = put_number(buffer, at, totals[seat])
                truth = truths + out.completed[match, deal, seat] + 1
                at = put_text(buffer, at, letters, ends, truth)
                truth = truths + np.int64(winners[match, seat]) + 1
                at = put_text(buffer, at, letters, ends, truth)
                buffer[at - 1] = LINE_END
    return at

"""Matches as rows, one for each match, deal and seat: as CSV, made by compiled code."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from clagdsl.lang.csv_text import harmless
from clagdsl.simulation.jit import compiled, compiled_entry
from clagdsl.simulation.lowering.arrays import TRUMPS, Array, Outcome, Whole
from clagdsl.simulation.lowering.lower import calls_of, every_rules
from clagdsl.simulation.stats.statistics import winning_seats
from clagdsl.table.bids import may_bid_blind
from clagdsl.table.table import Table

COLUMNS: Final = (
    "match",
    "deal",
    "name",
    "cards",
    "call",
    "dealer",
    "bidder",
    "auction",
    "auction_winner",
    "trump",
    "seat",
    "bid",
    "tricks",
    "score",
    "total",
    "completed",
    "winner",
)
"""The columns; `bidder` is who is drawn to bid first, `total` is after the deal.

`auction` is with what number `auction_winner` has won the auction, 0 where all passed.
"""

BLIND: Final = "blind"
"""The column behind the bid in a game in which bids may be made blind: whether this one is."""

TRUTHS: Final = ("", "false", "true")
NUMBER_ROOM: Final = 20
BUFFER: Final = 1 << 22
COMMA: Final = ord(",")
LINE_END: Final = ord("\n")
MINUS: Final = ord("-")
ZERO: Final = ord("0")


def columns_of(table: Table) -> tuple[str, ...]:
    """The columns of the rows of a game at a table."""
    if not any(map(may_bid_blind, every_rules(table))):
        return COLUMNS
    behind = COLUMNS.index("bid") + 1
    return (*COLUMNS[:behind], BLIND, *COLUMNS[behind:])


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts that stand in rows, each once, and which of them is meant."""

    texts: tuple[str, ...]
    names: Array
    """[deal]: the name of the deal."""
    calls_from: Array
    """[deal]: where its calls begin among the texts."""
    trumps_from: int


class TextArrays(NamedTuple):
    """The texts that stand in rows as compiled code reads them, and where those of a kind begin."""

    letters: Array  # of all texts, one after the other
    ends: Array  # [text]: where it begins; the next one is where it ends
    names: Array  # [deal]: the text that is its name
    calls: Array  # [deal]: the text of its first call
    trumps: Whole
    truths: Whole


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
        self._arrays = TextArrays(
            letters=np.frombuffer(b"".join(texts) or b" ", np.uint8),
            ends=np.cumsum([0, *(len(text) for text in texts)]),
            names=self._texts.names,
            calls=self._texts.calls_from,
            trumps=self._texts.trumps_from,
            truths=len(self._texts.texts),
        )
        self._columns = columns_of(table)
        room = len(self._columns) * NUMBER_ROOM + 3 * max(len(text) for text in texts)
        self._match_room = room * len(table.schedule) * table.players

    @property
    def header(self) -> bytes:
        """The first line."""
        return (",".join(self._columns) + "\n").encode()

    def lines(self, first: int, block: Outcome) -> Iterator[bytes]:
        """The lines of a block whose first match has that number, in pieces."""
        winners = winning_seats(self._table.game.winner, block)
        step = max(1, BUFFER // self._match_room)
        totals = np.zeros(self._table.players, np.int64)
        buffer = np.empty(self._match_room * min(step, len(block.cards)), np.uint8)
        for start in range(0, len(block.cards), step):
            stop = min(start + step, len(block.cards))
            end = write_rows(block, winners, start, stop, first, self._arrays, totals, buffer)
            yield buffer[:end].tobytes()


def _quoted(text: str) -> str:
    text = harmless(text)
    if any(letter in text for letter in ',"\n\r'):
        return '"' + text.replace('"', '""') + '"'
    return text


@compiled
def put_number(buffer: Array, end: Whole, number: Whole) -> Whole:
    """Write a number and a comma; where it ends."""
    left = np.int64(number)
    if left < 0:
        buffer[end] = MINUS
        end += 1
        left = -left
    digits = 1
    power = np.int64(10)
    while left >= power:
        digits += 1
        power *= 10
    for place in range(digits - 1, -1, -1):
        buffer[end + place] = ZERO + left % 10
        left //= 10
    buffer[end + digits] = COMMA
    return end + digits + 1


@compiled
def put_known(buffer: Array, end: Whole, number: Whole) -> Whole:
    """Write a number and a comma, the comma alone for one below 0; where it ends."""
    if number >= 0:
        return put_number(buffer, end, number)
    buffer[end] = COMMA
    return end + 1


@compiled
def put_text(buffer: Array, end: Whole, texts: TextArrays, text: Whole) -> Whole:
    """Write a text and a comma; where it ends."""
    for place in range(texts.ends[text], texts.ends[text + 1]):
        buffer[end] = texts.letters[place]
        end += 1
    buffer[end] = COMMA
    return end + 1


@compiled
def put_deal(
    buffer: Array,
    end: Whole,
    out: Outcome,
    match: Whole,
    deal: Whole,
    texts: TextArrays,
) -> Whole:
    """Write what is the same for all seats of a deal, each with a comma; where it ends."""
    end = put_number(buffer, end, deal + 1)
    end = put_text(buffer, end, texts, texts.names[deal])
    end = put_number(buffer, end, out.cards[match, deal])
    if out.calls[match, deal] >= 0:
        call = texts.calls[deal] + out.calls[match, deal]
        end = put_text(buffer, end, texts, call) - 1
    buffer[end] = COMMA
    end = put_number(buffer, end + 1, out.dealers[match, deal])
    end = put_known(buffer, end, out.bidders[match, deal])
    end = put_known(buffer, end, out.auctions[match, deal])
    end = put_known(buffer, end, out.auction_winners[match, deal])
    return put_text(buffer, end, texts, texts.trumps + out.trumps[match, deal])


@compiled_entry
def write_rows(
    out: Outcome,
    winners: Array,
    start: Whole,
    stop: Whole,
    first: Whole,
    texts: TextArrays,
    totals: Array,
    buffer: Array,
) -> Whole:
    """Write a part of a block, whose first match has the number `first`; where it ends."""
    _, deals, players = out.scores.shape
    end = 0
    for match in range(start, stop):
        for seat in range(players):
            totals[seat] = 0
        for deal in range(deals):
            if out.cards[match, deal] == 0:
                break
            for seat in range(players):
                score = out.scores[match, deal, seat]
                totals[seat] += score
                end = put_number(buffer, end, first + match)
                end = put_deal(buffer, end, out, match, deal, texts)
                end = put_number(buffer, end, seat)
                end = put_known(buffer, end, out.bids[match, deal, seat])
                if out.blind.shape[2]:
                    end = put_text(
                        buffer, end, texts, texts.truths + out.blind[match, deal, seat] + 1
                    )
                end = put_number(buffer, end, out.tricks[match, deal, seat])
                end = put_number(buffer, end, score)
                end = put_number(buffer, end, totals[seat])
                truth = texts.truths + out.completed[match, deal, seat] + 1
                end = put_text(buffer, end, texts, truth)
                truth = texts.truths + np.int64(winners[match, seat]) + 1
                end = put_text(buffer, end, texts, truth)
                buffer[end - 1] = LINE_END
    return end

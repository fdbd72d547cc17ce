"""The wire format of results: plain data, which the receiver checks and turns into objects.

A message is a line of JSON with the figures. If matches are recorded, their arrays follow as bytes.
The receiver, not the worker, determines which arrays follow, and their dtypes and shapes.
"""

from __future__ import annotations

import json

import numpy as np

from clagdsl.simulation.blocks import Part, Run, check_plausible
from clagdsl.simulation.lowering.arrays import TRUMPS, Array, Outcome, make_results, outcome_of
from clagdsl.table.bids import may_bid_blind
from clagdsl.table.choices import calls_of


class WrongAnswerError(Exception):
    """Raised if a worker returns a result that no set of matches could produce."""


def write_part(part: Part) -> bytes:
    """Returns the message for a part."""
    line = json.dumps(part.figures.to_json(), separators=(",", ":")).encode() + b"\n"
    if part.block is None:
        return line
    return line + b"".join(_array_bytes(each).tobytes() for each in part.block)


def read_part(answer: object, run: Run, first: int, matches: int) -> Part:
    """Parses the part with `matches` matches starting at number `first`.

    Raises WrongAnswerError if the message is not such a part.
    """
    if type(answer) is not bytes:
        raise WrongAnswerError("this is not an answer")
    line, _, arrays = answer.partition(b"\n")
    try:
        figures = run.read_figures(json.loads(line))
        if figures.matches != matches:
            raise ValueError("figures of other matches")
        check_plausible(figures, run)
        return Part(first, figures, _read_block(arrays, run, matches))
    except (ValueError, TypeError, ArithmeticError, LookupError, RecursionError) as error:
        raise WrongAnswerError("no matches come to this") from error


# --- recorded matches ---------------------------------------------------------------------


def _array_bytes(array: Array) -> Array:
    """Returns an array in the byte layout of messages: little-endian, C order."""
    return np.ascontiguousarray(array, array.dtype.newbyteorder("<"))


def _read_block(data: bytes, run: Run, matches: int) -> Outcome | None:
    table = run.simulator.table
    blind = any(map(may_bid_blind, table.plain_rules()))
    room = make_results(matches, len(table.schedule), table.players, blind=blind)
    block = outcome_of(room, matches) if run.keep else None
    begin = 0
    for name, column in {} if block is None else block._asdict().items():
        kind = column.dtype.newbyteorder("<")
        end = begin + column.size * kind.itemsize
        read = np.frombuffer(data[begin:end], kind)
        column[...] = read.reshape(column.shape)  # ValueError if bytes are missing
        _check_column(name, column, run)
        begin = end
    if begin != len(data):
        raise ValueError("more than was asked for")
    return block


def _check_column(name: str, column: Array, run: Run) -> None:
    """Raises ValueError if a number is out of range, because readers use numbers as indices."""
    table = run.simulator.table
    for deal, row in enumerate(table.schedule):
        last_seat, most = table.players - 1, row.high
        # deals after an early end have zeros or -1
        early = deal and table.game.ends is not None
        low, high = {
            "cards": (0 if early else row.low, most),
            "calls": (-1, len(calls_of(table.rules(row.name))) - 1),
            "dealers": (-1 if early else 0, last_seat),
            "trumps": (0, len(TRUMPS) - 1),
            "bids": (-1, most),
            "tricks": (0, most),
            "scores": (-run.frame.largest, run.frame.largest),
            "completed": (-1, 1),
            "deal_winners": (-1 if early else 0, last_seat),
            "bidders": (-1, last_seat),
            "auctions": (-1, most),
            "auction_winners": (-1, last_seat),
            "blind": (-1, 1),
        }[name]
        figures = column[:, deal]
        if figures.min(initial=low) < low or figures.max(initial=high) > high:
            raise ValueError(f"{name} of deal {deal + 1}")

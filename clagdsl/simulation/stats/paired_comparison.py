"""Two games played with the same packs: sums over pairs of matches, exact as those of a summary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.simulation.lowering.arrays import Array, Outcome
from clagdsl.simulation.stats.count_layout import SLICE, Frame
from clagdsl.simulation.stats.counters import Marks, Pairs, add_moments, moments, unwrapped
from clagdsl.simulation.stats.summary import (
    Summary,
    array_json,
    arrays_json,
    empty_summary,
    read_arrays,
)

Frames: TypeAlias = tuple[Frame, Frame]
Played: TypeAlias = tuple[Outcome, Marks]


@dataclass(slots=True)
class Comparison:
    """The figures of another game, and those of the pairs of matches."""

    frames: Frames
    other: Summary
    pairs: Pairs

    def add(self, first: Played, second: Played) -> None:
        """Count in pairs of matches; the summary of the other game is the caller's to fill."""
        self.pairs = _added(self.pairs, count_pairs(self.frames, first, second))

    def merge(self, other: Comparison) -> None:
        """Count in other matches of the same two games."""
        if self.frames != other.frames:
            raise ValueError("these are figures of different games")
        self.other.merge(other.other)
        self.pairs = _added(self.pairs, other.pairs)

    def to_json(self) -> JsonObject:
        """All figures exactly, for `from_json`."""
        return {"other": self.other.to_json(), "pairs": arrays_json(self.pairs)}

    @staticmethod
    def from_json(value: JsonValue, frames: Frames) -> Comparison:
        """The figures that `to_json` gave; ValueError for what cannot be such of the games."""
        match value:
            case {"other": other, "pairs": dict(pairs)}:
                empty = make_pairs(frames, object)
                if "both" not in pairs:  # kept before a match could be over early
                    every = [Summary.from_json(other, frames[1]).matches] * len(empty.both)
                    pairs = {**pairs, "both": array_json(np.array(every, object))}
                return Comparison(
                    frames, Summary.from_json(other, frames[1]), read_arrays(pairs, empty)
                )
            case _:
                raise ValueError("these are no figures of two games")


def no_comparison(frames: Frames) -> Comparison:
    """The figures before any match is played."""
    return Comparison(frames, empty_summary(frames[1]), make_pairs(frames, object))


def make_pairs(frames: Frames, kind: type) -> Pairs:
    """Nothing summed, of a kind of NumPy."""
    players = frames[0].players
    deals = min(frame.deals for frame in frames)
    return Pairs(
        seats=np.zeros((players + 1, moments(6)), kind),
        deals=np.zeros((deals, moments(6)), kind),
        wins=np.zeros((players, players + 1, players + 1), kind),
        changes=np.zeros((1, moments(2)), kind),
        thirds=np.zeros((1, moments(6)), kind),
        both=np.zeros(deals, kind),
    )


def _added(one: Pairs, other: Pairs) -> Pairs:
    return Pairs(*(first + second for first, second in zip(one, other, strict=True)))


def count_pairs(frames: Frames, first: Played, second: Played) -> Pairs:
    """What pairs of matches come to; the sums are Python's whole numbers."""
    wide = frames[0].wide or frames[1].wide
    whole = make_pairs(frames, object)
    for start in range(0, len(first[0].cards), SLICE):
        exact, rough = make_pairs(frames, np.int64), make_pairs(frames, np.float64)
        part = slice(start, start + SLICE)
        for name, figures in _figures(frames, first, second, part):
            rows = np.ascontiguousarray(figures.reshape(-1, figures.shape[-1]))
            add_moments(getattr(exact, name), getattr(rough, name), rows, len(figures[0]), wide)
        sums = (unwrapped(*each) for each in zip(exact, rough if wide else exact, strict=True))
        whole = _added(whole, Pairs(*sums))
    both = _both_played(frames, first[0], second[0]).sum(axis=0).astype(object)
    return whole._replace(wins=_wins(frames[0].players, first[1], second[1]), both=both)


def _both_played(frames: Frames, first: Outcome, second: Outcome) -> Array:
    """Whether both matches of a pair come to a deal, [match, deal]."""
    deals = min(frame.deals for frame in frames)
    played: Array = (first.cards[:, :deals] > 0) & (second.cards[:, :deals] > 0)
    return played


def _figures(frames: Frames, first: Played, second: Played, part: slice) -> list[tuple[str, Array]]:
    """The figures of both games, [row of moments, figure, match]."""
    deals = min(frame.deals for frame in frames)
    by_seat, by_deal = [], []
    both = _both_played(frames, first[0], second[0])[part]
    for block, _ in (first, second):
        figures = np.stack(
            [block.scores[part], block.completed[part] >= 0, block.completed[part] == 1]
        ).astype(np.int64)
        seats = figures.sum(axis=2)
        by_seat.append(np.concatenate([seats, seats.sum(axis=2, keepdims=True)], axis=2))
        by_deal.append(figures[:, :, :deals].sum(axis=3) * both)
    marks = (first[1], second[1])
    rows = [
        ("seats", np.concatenate(by_seat).transpose(2, 0, 1)),
        ("deals", np.concatenate(by_deal).transpose(2, 0, 1)),
        ("changes", np.stack([each.changes[part] for each in marks])[None]),
    ]
    if all(frame.thirds_fit for frame in frames):
        rows.append(("thirds", np.concatenate([each.decided[part].T for each in marks])[None]))
    return rows


def _wins(players: int, first: Marks, second: Marks) -> Array:
    wins = np.zeros((players, players + 1, players + 1), np.int64)
    one, other = (_joint(players, marks.winners) for marks in (first, second))
    for seat in range(players):
        np.add.at(wins[seat], (one[:, seat], other[:, seat]), 1)
    return wins.astype(object)


def _joint(players: int, winners: Array) -> Array:
    """How many won a match, at the seats that did, [match, seat]."""
    won = (winners[:, None] >> np.arange(players)) & 1
    joint: Array = won * won.sum(axis=1, keepdims=True)
    return joint

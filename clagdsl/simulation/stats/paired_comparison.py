"""Paired comparison: exact sums over pairs of matches of two games, played with the same packs.

Match m of both games has the same packs, so the pair is the sampling unit. The sums include
products of figures from both games, so that the intervals in `differences` account for the shared
packs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import add
from typing import Final, TypeAlias

import numpy as np

from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.simulation.lowering.arrays import Array, Outcome
from clagdsl.simulation.stats.count_layout import Frame
from clagdsl.simulation.stats.counters import Marks, Pairs, moments
from clagdsl.simulation.stats.match_counter import MARKS, result_rows, run_counter
from clagdsl.simulation.stats.summary import Summary, arrays_json, empty_summary, read_arrays
from clagdsl.simulation.vector.backends import Lane, LoopNumber
from clagdsl.simulation.vector.count_lanes import (
    PARTS,
    BoundedFigure,
    CountingLanes,
    FigureRow,
    NotedFigures,
    add_moments,
    truth_figure,
    whole_sums,
)

RESULTS: Final = ("cards", "scores", "completed")
"""The results used in the sums over pairs."""
SUMS: Final = ("seats", "deals", "changes", "thirds")

Frames: TypeAlias = tuple[Frame, Frame]
Played: TypeAlias = tuple[Outcome, Marks]


@dataclass(slots=True)
class Comparison:
    """The second game's summary, and the sums over pairs of matches."""

    frames: Frames
    other: Summary
    pairs: Pairs

    def add(self, first: Played, second: Played, *, machine: bool = False) -> None:
        """Adds pairs of matches; the caller must update the second game's summary."""
        self.pairs = _added(self.pairs, count_pairs(self.frames, first, second, machine=machine))

    def merge(self, other: Comparison) -> None:
        """Adds other pairs of the same two games; raises ValueError if the games differ."""
        if self.frames != other.frames:
            raise ValueError("these are figures of different games")
        self.other.merge(other.other)
        self.pairs = _added(self.pairs, other.pairs)

    def to_json(self) -> JsonObject:
        """Returns all figures as JSON without loss of precision, for `from_json`."""
        return {"other": self.other.to_json(), "pairs": arrays_json(self.pairs)}

    @staticmethod
    def from_json(value: JsonValue, frames: Frames) -> Comparison:
        """Parses the output of `to_json`; raises ValueError if it does not fit these games."""
        match value:
            case {"other": other, "pairs": dict(pairs)}:
                empty = make_pairs(frames)
                return Comparison(
                    frames, Summary.from_json(other, frames[1]), read_arrays(pairs, empty)
                )
            case _:
                raise ValueError("these are not figures of two games")


def no_comparison(frames: Frames) -> Comparison:
    """Returns a comparison without any matches."""
    return Comparison(frames, empty_summary(frames[1]), make_pairs(frames))


def make_pairs(frames: Frames) -> Pairs:
    """Returns sums over pairs that are all 0, as Python integers."""
    players = frames[0].players
    deals = min(frame.deals for frame in frames)
    return Pairs(
        seats=np.zeros((players + 1, moments(6)), object),
        deals=np.zeros((deals, moments(6)), object),
        wins=np.zeros((players, players + 1, players + 1), object),
        changes=np.zeros((1, moments(2)), object),
        thirds=np.zeros((1, moments(6)), object),
        both=np.zeros(deals, object),
    )


def _added(left: Pairs, right: Pairs) -> Pairs:
    return Pairs(*(first + second for first, second in zip(left, right, strict=True)))


def count_pairs(frames: Frames, first: Played, second: Played, *, machine: bool = False) -> Pairs:
    """Returns the exact sums over at most MOST_MATCHES pairs of matches."""
    rows: dict[str, Array] = {}
    for game, (block, marks) in enumerate((first, second)):
        for name in RESULTS:
            rows[f"{name} {game}"] = np.moveaxis(getattr(block, name), 0, -1)
        rows |= {f"{name} {game}": row for name, row in marks._asdict().items()}
    totals, _ = run_counter(PairCounter(frames), rows, machine=machine)
    empty = make_pairs(frames)
    return Pairs(
        **{name: whole_sums(totals[f"sum {name}"]) for name in SUMS},
        wins=totals["wins"][:, :-1].reshape(empty.wins.shape).astype(object),
        both=totals["both"].astype(object),
    )


@dataclass(frozen=True)
class PairCounter:
    """Counts pairs of matches of two games; row names end in the game's number, 0 or 1."""

    frames: Frames

    @cached_property
    def inputs(self) -> Mapping[str, FigureRow]:
        """The input rows by name."""
        rows: dict[str, FigureRow] = {}
        for game, frame in enumerate(self.frames):
            of_game = {**result_rows(frame, RESULTS), **MARKS}
            rows |= {f"{name} {game}": row for name, row in of_game.items()}
        return rows

    @property
    def outputs(self) -> Mapping[str, FigureRow]:
        """The output rows: an empty mapping."""
        return {}

    @cached_property
    def totals(self) -> Mapping[str, tuple[int, ...]]:
        """The dimensions of each total, by name."""
        empty = make_pairs(self.frames)
        players = self.frames[0].players
        return {
            **{f"sum {name}": (PARTS, *getattr(empty, name).shape) for name in SUMS},
            # the last entry collects lanes without a match
            "wins": (players, (players + 1) ** 2 + 1),
            "both": empty.both.shape,
        }

    def count(self, o: CountingLanes) -> None:
        """Counts all pairs of matches in the lanes."""
        games, seats = range(2), range(self.frames[0].players)
        noted = [
            NotedFigures(o, max(frame.largest, frame.deals), len(seats), 3) for frame in self.frames
        ]
        for game, frame in enumerate(self.frames):

            def note(deal: LoopNumber, game: int = game) -> None:
                for seat in seats:
                    for number, figure in enumerate(self._figures(o, game, deal, seat)):
                        noted[game].add(figure, seat, number)

            o.loop(frame.deals, note)
        by_seat = [[noted[game][seat, n] for game in games for n in range(3)] for seat in seats]
        together = [reduce(add, each) for each in zip(*by_seat, strict=True)]
        for place, figures in enumerate([*by_seat, together]):
            add_moments(o, "sum seats", (place,), figures)

        def count_deal(deal: LoopNumber) -> None:
            both = (o.read("cards 0", deal) > 0) & (o.read("cards 1", deal) > 0)
            o.add("both", (deal,), both)
            figures: list[BoundedFigure] = []
            for game in games:
                every = [self._figures(o, game, deal, seat) for seat in seats]
                figures += [reduce(add, each).where(both) for each in zip(*every, strict=True)]
            add_moments(o, "sum deals", (deal,), figures)

        o.loop(min(frame.deals for frame in self.frames), count_deal)
        self._count_marks(o)

    def _figures(
        self, o: CountingLanes, game: int, deal: LoopNumber, seat: int
    ) -> Sequence[BoundedFigure]:
        """Returns a seat's points in a deal, and whether its contract counts and is completed."""
        frame = self.frames[game]
        done = o.read(f"completed {game}", deal, seat)
        score = BoundedFigure(o.read(f"scores {game}", deal, seat), frame.largest // frame.deals)
        return score, truth_figure(done <= 1), truth_figure(done == 1)

    def _count_marks(self, o: CountingLanes) -> None:
        """Counts the winners of each match, the lead changes, and each third's contribution."""
        winners = [o.read(f"winners {game}") for game in range(2)]
        exists, players = o.read("cards 0", 0) > 0, self.frames[0].players

        def joint(won: Lane, seat: int) -> Lane:
            return o.where((won & (1 << seat)) != 0, o.bits(won), 0)

        for seat in range(players):
            one, other = (joint(won, seat) for won in winners)
            wins = o.where(exists, one * (players + 1) + other, (players + 1) ** 2)
            o.scatter("wins", (seat,), wins)
        changes, thirds = [], []
        for game, frame in enumerate(self.frames):
            changes.append(BoundedFigure(o.read(f"changes {game}"), frame.deals))
            decided = (o.read(f"decided {game}", third) for third in range(3))
            thirds += [BoundedFigure(lane, frame.most_decided) for lane in decided]
        add_moments(o, "sum changes", (0,), changes)
        if all(frame.thirds_fit for frame in self.frames):
            add_moments(o, "sum thirds", (0,), thirds)

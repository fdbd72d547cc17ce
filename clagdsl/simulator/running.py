"""Runs of many matches: the parts that threads or other machines play, and what they come to."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from clagdsl.json_value import JsonObject, JsonValue
from clagdsl.simulator.arrays import Outcome
from clagdsl.simulator.frame import Frame, make_frame
from clagdsl.simulator.play import Simulator
from clagdsl.simulator.summary import Summary, empty_summary


@dataclass(slots=True)
class Figures:
    """What the matches of a run come to, from match 0 on; exact, whatever played them."""

    summary: Summary

    @property
    def matches(self) -> int:
        """How many matches there are."""
        return self.summary.matches

    def merge(self, other: Figures) -> None:
        """Count in other matches of the same run."""
        self.summary.merge(other.summary)

    def to_json(self) -> JsonObject:
        """The figures exactly, for `Run.read_figures`."""
        return {"summary": self.summary.to_json()}


@dataclass(frozen=True, slots=True)
class Part:
    """A block of matches: its figures, and the matches themselves where a run keeps them."""

    first: int
    figures: Figures
    block: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """What is played: match numbers of a seed by a simulator."""

    simulator: Simulator
    frame: Frame
    seed: int
    keep: bool = False
    """Whether the parts hold their matches, for whoever writes them down."""

    @property
    def block(self) -> int:
        """How many matches make a part; none goes over a multiple of it."""
        return self.simulator.block

    def no_figures(self) -> Figures:
        """The figures before any match is played."""
        return Figures(empty_summary(self.frame))

    def read_figures(self, value: JsonValue) -> Figures:
        """The figures that `to_json` gave; ValueError for what cannot be such of this run."""
        match value:
            case {"summary": summary}:
                return Figures(Summary.from_json(summary, self.frame))
            case _:
                raise ValueError("these are no figures of a run")

    def part(self, first: int, matches: int) -> Part:
        """Play so many matches from that number on and count in them."""
        block = self.simulator.play(self.seed, first, matches)
        figures = self.no_figures()
        figures.summary.add(block)
        return Part(first, figures, block if self.keep else None)


def make_run(simulator: Simulator, seed: int, *, keep: bool = False) -> Run:
    """A run of a simulator."""
    return Run(simulator, make_frame(simulator), seed, keep)


def part_ranges(run: Run, first: int, last: int) -> Iterator[tuple[int, int]]:
    """The parts of matches `first` to `last`, without it: where each begins, and how many it has.

    They end at the multiples of `run.block`, wherever the first one begins: what is decided
    between parts does not depend on where a run was interrupted.
    """
    while first < last:
        matches = min(run.block - first % run.block, last - first)
        yield first, matches
        first += matches


def parts_by_threads(run: Run, first: int, last: int, threads: int) -> Iterator[Part]:
    """The parts of matches `first` to `last`, without it, in order; few are kept at a time."""
    ranges = part_ranges(run, first, last)
    if threads == 1:
        for begin, matches in ranges:
            yield run.part(begin, matches)
        return
    waiting: deque[Future[Part]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for begin, matches in ranges:
                waiting.append(pool.submit(run.part, begin, matches))
                if len(waiting) > threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()

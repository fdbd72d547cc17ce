"""Runs of many matches, split into parts that threads or other machines play and count.

A `Run` consists of a simulator, a seed, and optionally a second simulator that plays the same
packs. `part_ranges` divides its matches into parts; `Run.part` plays and counts one of them and
returns a `Part`.  From then on, only its `Figures` matter: exact integer counts and sums that can
be merged in any order.  So the result does not depend on threads, machines or interruptions.
"""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Final, TypeAlias

import numpy as np

from clagdsl.check.checker import game_of
from clagdsl.engine.players.named_players import RANDOM
from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.lang.rules import Value
from clagdsl.lang.source import SourceText
from clagdsl.simulation.lowering.arrays import Array, Outcome
from clagdsl.simulation.ordered_pool import Stopped, never_stopped, results_in_order
from clagdsl.simulation.runner import Simulator, Workspace, make_simulator
from clagdsl.simulation.stats.count_layout import Frame, make_frame
from clagdsl.simulation.stats.match_counter import MatchCounter
from clagdsl.simulation.stats.paired_comparison import Comparison, PairCounter, no_comparison
from clagdsl.simulation.stats.summary import Summary, empty_summary
from clagdsl.simulation.vector.count_lanes import Counter
from clagdsl.table.table import Table, open_table


@dataclass(slots=True)
class Figures:
    """Exact counts and sums over the matches of a run, starting at match 0."""

    summary: Summary
    comparison: Comparison | None = None

    @property
    def matches(self) -> int:
        """The number of matches counted."""
        return self.summary.matches

    def merge(self, other: Figures) -> None:
        """Adds the figures for other matches of the same run."""
        if self.comparison is not None and other.comparison is not None:
            self.comparison.merge(other.comparison)
        self.summary.merge(other.summary)

    def to_json(self) -> JsonObject:
        """Returns the figures as JSON without loss of precision; `Run.read_figures` reads it."""
        comparison = None if self.comparison is None else self.comparison.to_json()
        return {"summary": self.summary.to_json(), "comparison": comparison}


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a run: its figures, and the outcome itself if the run keeps it."""

    first: int
    figures: Figures
    block: Outcome | None = None


@dataclass(frozen=True)
class Run:
    """A simulator with a seed, and optionally a second one to compare."""

    simulator: Simulator
    frame: Frame
    seed: int
    keep: bool = False
    """Whether parts include the outcome of their matches, for callers that write it to files."""
    against: Run | None = None
    """The run of the other game, which is played with the same packs."""

    @property
    def block(self) -> int:
        """The maximum number of matches per part; parts never cross a multiple of it."""
        block = self.simulator.block
        return block if self.against is None else min(block, self.against.block)

    @cached_property
    def counts_as_code(self) -> bool:
        """True if machine code counts the matches: compiling pays, or the code is on disk."""
        if not self.simulator.compiles:
            return False
        if self.simulator.is_worth_compiling:
            return True
        from clagdsl.simulation.vector.machine_counting import is_counter_kept

        return all(map(is_counter_kept, self._counters))

    @property
    def _counters(self) -> list[Counter]:
        """The counters for the matches of each game, and for pairs if two games are compared."""
        counters: list[Counter] = [MatchCounter(self.frame)]
        if self.against is not None:
            frames = (self.frame, self.against.frame)
            counters += [MatchCounter(self.against.frame), PairCounter(frames)]
        return counters

    def compile_all(self) -> None:
        """Compiles all machine code that will be needed for playing and counting."""
        self.simulator.compile_all()
        if self.against is not None:
            self.against.simulator.compile_all()
        if self.counts_as_code:
            from clagdsl.simulation.vector.machine_counting import counter_code

            for counter in self._counters:
                counter_code(counter)

    def no_figures(self) -> Figures:
        """Returns the figures of a run before any matches have been played."""
        comparison = None
        if self.against is not None:
            comparison = no_comparison((self.frame, self.against.frame))
        return Figures(empty_summary(self.frame), comparison)

    def read_figures(self, value: JsonValue) -> Figures:
        """Parses the output of `to_json`; raises ValueError if it does not fit this run."""
        match value:
            case {"summary": summary, "comparison": None} if self.against is None:
                return Figures(Summary.from_json(summary, self.frame))
            case {"summary": summary, "comparison": comparison} if self.against is not None:
                frames = (self.frame, self.against.frame)
                return Figures(
                    Summary.from_json(summary, self.frame),
                    Comparison.from_json(comparison, frames),
                )
            case _:
                raise ValueError("these are not figures of this run")

    def part(self, first: int, matches: int, stopped: Stopped = never_stopped) -> Part:
        """Plays and counts `matches` matches starting at number `first`.

        Raises StoppedError if a stop is requested in the meantime.
        """
        figures = self.no_figures()
        workspace = None if self.keep else _workspace_of(self.simulator)
        block = self.simulator.play(self.seed, first, matches, workspace=workspace, stopped=stopped)
        machine = self.counts_as_code
        marks = figures.summary.add(block, machine=machine)
        comparison = figures.comparison
        if self.against is not None and comparison is not None:
            rival = self.against.simulator
            other = rival.play(
                self.seed, first, matches, workspace=_workspace_of(rival), stopped=stopped
            )
            other_marks = comparison.other.add(other, machine=machine)
            comparison.add((block, marks), (other, other_marks), machine=machine)
        return Part(first, figures, block if self.keep else None)


class _Workspaces(threading.local):
    """A thread's most recent workspaces: two, because a comparison alternates between two games."""

    def __init__(self) -> None:
        self.last: list[tuple[Simulator, Workspace]] = []


_WORKSPACES: Final = _Workspaces()


def _workspace_of(simulator: Simulator) -> Workspace | None:
    """Returns this thread's workspace for a simulator, or None if the simulator uses none.

    Playing in it overwrites its previous contents.
    """
    if not simulator.uses_workspaces:
        return None
    for owner, workspace in _WORKSPACES.last:
        if owner is simulator:
            return workspace
    workspace = simulator.make_workspace(simulator.block)
    _WORKSPACES.last = [*_WORKSPACES.last[-1:], (simulator, workspace)]
    return workspace


def make_run(
    simulator: Simulator, seed: int, *, keep: bool = False, against: Simulator | None = None
) -> Run:
    """Returns a run of a simulator, optionally compared with `against` on the same packs."""
    comparison = None if against is None else make_run(against, seed)
    return Run(simulator, make_frame(simulator.table), seed, keep, comparison)


def part_ranges(run: Run, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Yields the parts of matches `first` to `last` (exclusive) as (first match, length).

    Parts end at multiples of `Run.block`, even if `first` is not one.  So decisions made between
    parts do not depend on where a run was interrupted.
    """
    while first < last:
        matches = min(run.block - first % run.block, last - first)
        yield first, matches
        first += matches


def parts_by_threads(
    run: Run, first: int, last: int, threads: int, stopped: Stopped = never_stopped
) -> Generator[Part, None, None]:
    """Yields the parts of matches `first` to `last` (exclusive) in order, buffering only a few.

    If a stop is requested, the last complete part is the last one yielded.
    """
    ranges = part_ranges(run, first, last)
    # Stepped matches use other threads: in this one, signals would wait for a long decision.
    if threads == 1 and run.simulator.uses_workspaces:
        for begin, matches in ranges:
            yield run.part(begin, matches)
    else:
        jobs = (partial(run.part, begin, matches) for begin, matches in ranges)
        yield from results_in_order(jobs, threads, stopped)


# --- checks of figures that come from a file ---------------------------------------------------


def check_plausible(figures: Figures, run: Run) -> None:
    """Raises ValueError if figures violate simple bounds that hold for any matches."""
    if figures.matches == 0 and figures.to_json() != run.no_figures().to_json():
        raise ValueError("figures of no match")
    summaries = [figures.summary]
    sums: list[Array] = []
    if figures.comparison is not None:
        summaries.append(figures.comparison.other)
        sums.extend(figures.comparison.pairs)
    for summary in summaries:
        _check_counts(summary, figures.matches)
        sums.extend(summary.sums)
    _check_size(sums, max(_largest_sum(summary) for summary in summaries))


def _check_counts(summary: Summary, matches: int) -> None:
    counts, frame = summary.counts, summary.frame
    most = matches * frame.players * frame.deals
    if summary.matches != matches or not all(
        each.min(initial=0) >= 0 and each.max(initial=0) <= most for each in counts
    ):
        raise ValueError("a count that cannot be")
    ends, played = counts.final.sum(axis=1), counts.contracts.sum(axis=2)
    if frame.ends:  # later deals are played in fewer matches, but always by all seats
        fewer = (played[1:] <= played[:-1]).all() and (played == played[:, :1]).all()
        played = played[:1] if fewer else np.full_like(played, -1)
    for whole in (ends, played):
        if not np.array_equal(whole, np.full_like(whole, matches)):
            raise ValueError("counts that do not add up")


def _largest_sum(summary: Summary) -> int:
    """Returns a bound on every sum, whose terms multiply at most four sums over the seats."""
    frame = summary.frame
    return (
        summary.matches * (2 * frame.players * max(frame.largest, frame.deals * frame.players)) ** 4
    )


def _check_size(sums: Iterable[Array], most: int) -> None:
    if any(abs(each) > most for array in sums for each in array.ravel()):
        raise ValueError("a sum that cannot be")


# --- simulators by players ---------------------------------------------------------------------


def simulator_for(table: Table, policies: Sequence[str], matches: int | None = None) -> Simulator:
    """Returns the simulator for a game with these players; raises ArgumentError if one does not
    fit.

    `matches` is the number to be played, or None if unknown.  Unless all players are random, Numba
    is required.
    """
    if set(policies) <= {RANDOM}:
        return make_simulator(table, policies, matches)
    from clagdsl.simulation.batch_runner import make_batch_simulator

    return make_batch_simulator(table, policies, matches)


# --- tables as data, for workers ------------------------------------------------------------------


Texts: TypeAlias = tuple[tuple[str, str], ...]
"""The names and source texts of a rules file and of the files that it extends."""


@dataclass(frozen=True, slots=True)
class TableData:
    """A table as data that a worker can read: its rules, players and all parameters."""

    texts: Texts
    players: int
    parameters: tuple[tuple[str, Value], ...]

    @classmethod
    def of(cls, table: Table, chain: Sequence[SourceText]) -> TableData:
        """Returns the data of a table; `chain` has the source texts of its rules."""
        texts = tuple((source.name, source.text) for source in chain)
        return cls(texts, table.players, tuple(table.parameters.items()))

    def open(self) -> Table:
        """Returns the table, whose rules have been proved."""
        game = game_of([SourceText(name, text) for name, text in self.texts])
        return open_table(game, self.players, dict(self.parameters))

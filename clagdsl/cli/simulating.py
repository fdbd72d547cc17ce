"""Runs the matches of `simulate`: what is asked for, what plays them, how far it is."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import click

from clagdsl.cli.extras import needing
from clagdsl.cli.progress import Interruption, Progress
from clagdsl.cli.simulated_files import open_files
from clagdsl.cli.simulated_tables import read_tables
from clagdsl.machine.policies import seat_policies
from clagdsl.machine.table import Table

if TYPE_CHECKING:
    from clagdsl.simulator.running import Figures, Part, Run

MOST_UNTIL: Final = 10_000_000
"""So many matches are played at most where only `--until` is given."""


@dataclass(frozen=True, slots=True)
class Request:
    """The options as they are given: one field each."""

    file: str
    matches: int | None
    until: Fraction | None
    players: int | None
    seed: int
    policy: str
    threads: int | None
    against: str | None
    settings: tuple[str, ...]
    against_settings: tuple[str, ...]
    csv: str | None
    parquet: str | None
    by: tuple[str, ...]
    output_format: str

    @property
    def most(self) -> int:
        """How many matches are played at most."""
        return MOST_UNTIL if self.matches is None else self.matches


@dataclass(frozen=True, slots=True)
class Result:
    """What a run came to.

    `whole` where nobody interrupted it, `within` how exact it is and `reached` whether that is as
    exact as was asked for; `written` are the files that hold the matches.
    """

    table: Table
    against: Table | None
    figures: Figures
    whole: bool
    within: float | None
    reached: bool
    written: tuple[str, ...]


def run_matches(request: Request) -> Result:
    """Play what is asked for, until it is done or Ctrl-C; raises ArgumentError."""
    _check_options(request)
    with needing("simulate", "simulate", "NumPy and Numba", "numpy", "numba", "llvmlite"):
        from clagdsl.simulator.play import check_request, make_simulator
        from clagdsl.simulator.running import make_run
    table, against = read_tables(
        request.file, request.against, request.players, request.settings, request.against_settings
    )
    check_request(request.most, request.seed, threads_wanted(request))
    policies = seat_policies(request.policy, table.players)
    run = make_run(
        make_simulator(table, policies),
        request.seed,
        keep=bool(request.csv or request.parquet),
        against=None if against is None else make_simulator(against, policies),
    )
    return _played(request, run, against)


def _check_options(request: Request) -> None:
    if request.matches is None and request.until is None:
        raise click.UsageError("say how many matches, `-n N`, or how exact, `--until ±0.1`")
    if request.against is None and request.against_settings:
        raise click.UsageError("`--against-set` is of the rules that `--against` names")
    if request.against is not None and (request.csv or request.parquet):
        raise click.UsageError("`--csv` and `--parquet` hold one game: leave out `--against`")


def _played(request: Request, run: Run, against: Table | None) -> Result:
    from clagdsl.simulator.until import widest

    table = run.simulator.table
    figures = run.no_figures()
    progress = Progress(request.most, request.until, figures.matches)
    interruption = Interruption()
    reached = False
    with suppress(_NothingDoneError), ExitStack() as opened:
        files = open_files(opened, table, request.csv, request.parquet)
        with interruption, closing(parts_of(request, run, figures.matches)) as parts:
            for part in parts:
                for file in files:
                    file.write(part)
                figures.merge(part.figures)
                within = None if request.until is None else widest(figures)
                reached = within is not None and within <= float(request.until or 0)
                progress.show(figures.matches, within)
                if reached or interruption.asked:
                    break
        progress.clear()
        if not figures.matches:
            raise _NothingDoneError
    whole = reached or figures.matches == request.most
    wanted = (request.csv, request.parquet) if figures.matches else ()
    written = tuple(name for name in wanted if name is not None)
    return Result(table, against, figures, whole, widest(figures), reached, written)


class _NothingDoneError(Exception):
    """There is no match to be kept: files stay as they were."""


def parts_of(request: Request, run: Run, first: int) -> Generator[Part, None, None]:
    """The parts that are still to be played, in order, by whatever plays them."""
    from clagdsl.simulator.running import parts_by_threads

    return parts_by_threads(run, first, request.most, threads_wanted(request))


def threads_wanted(request: Request) -> int:
    """How many threads are asked for."""
    if request.threads is not None:
        return request.threads
    return min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1, 256)

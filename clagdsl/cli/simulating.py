"""Runs the matches of `simulate`: what is asked for, what plays them, how far it is."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from clagdsl.checker.tables import proved_table
from clagdsl.cli.rules import checked
from clagdsl.cli.settings import read_settings
from clagdsl.machine.table import Table

if TYPE_CHECKING:
    from clagdsl.simulator.running import Figures, Part, Run


@dataclass(frozen=True, slots=True)
class Request:
    """The options as they are given: one field each."""

    file: str
    matches: int
    players: int | None
    seed: int
    policy: str
    threads: int | None
    settings: tuple[str, ...]
    output_format: str


@dataclass(frozen=True, slots=True)
class Result:
    """What a run came to; `whole` where nobody interrupted it."""

    table: Table
    figures: Figures
    whole: bool


def run_matches(request: Request) -> Result:
    """Play what is asked for, until it is done or Ctrl-C; raises ArgumentError."""
    try:
        from clagdsl.simulator.play import check_request, make_simulator
        from clagdsl.simulator.running import make_run
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("numpy", "numba", "llvmlite"):
            raise
        raise click.UsageError(
            "`simulate` needs NumPy and Numba: install them with `pip install 'clagdsl[simulate]'`"
        ) from missing
    rules = checked(request.file)
    settings = read_settings(rules.game, request.settings)
    table = proved_table(rules.game, request.players, settings, rules.evidence.tried)
    check_request(request.matches, request.seed, threads_wanted(request))
    run = make_run(make_simulator(table), request.seed)
    figures = run.no_figures()
    progress = Progress(request.matches, figures.matches)
    whole = False
    try:
        for part in parts_of(request, run, figures.matches):
            figures.merge(part.figures)
            progress.show(figures.matches)
        whole = True
    except KeyboardInterrupt:
        pass
    progress.clear()
    return Result(table, figures, whole)


def parts_of(request: Request, run: Run, first: int) -> Iterator[Part]:
    """The parts that are still to be played, in order, by whatever plays them."""
    from clagdsl.simulator.running import parts_by_threads

    return parts_by_threads(run, first, request.matches, threads_wanted(request))


def threads_wanted(request: Request) -> int:
    """How many threads are asked for."""
    if request.threads is not None:
        return request.threads
    return min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1, 256)


class Progress:
    """How far a run is, on a terminal only."""

    def __init__(self, matches: int, first: int) -> None:
        self._matches = matches
        self._first = first
        self._begun = time.monotonic()
        self._shown = sys.stderr is not None and sys.stderr.isatty()

    def show(self, done: int) -> None:
        """Tell how many matches are done, the rate and the time left."""
        if self._shown:
            seconds = time.monotonic() - self._begun
            say(f"\r{progress_text(self._first, done, self._matches, seconds)}\x1b[K")

    def clear(self) -> None:
        """Leave the line as it was."""
        if self._shown:
            say("\r\x1b[K")


def progress_text(first: int, done: int, matches: int, seconds: float) -> str:
    """How far a run is that began at a match and has taken so many seconds."""
    rate = (done - first) / max(seconds, 1e-9)
    left = (matches - done) / max(rate, 1e-9)
    return f"{done:,} of {matches:,} matches, {rate:,.0f} a second, {left:.0f} s left"


def say(text: str) -> None:
    """Write to standard error, if there is one."""
    if sys.stderr is not None:
        sys.stderr.write(text)
        sys.stderr.flush()

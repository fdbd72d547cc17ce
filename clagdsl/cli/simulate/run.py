"""Runs the matches of `simulate`: what is asked for, what plays them, how far it is."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import click

from clagdsl.cli.optional_deps import needing
from clagdsl.cli.progress import Interruption, Progress
from clagdsl.cli.simulate.backends import parts_of, threads_wanted
from clagdsl.cli.simulate.match_files import open_files
from clagdsl.cli.simulate.saved_runs import Keeper, figures_of
from clagdsl.cli.simulate.simulated_tables import Played, read_tables
from clagdsl.engine.players.policy_names import seat_policies
from clagdsl.table.table import Table

if TYPE_CHECKING:
    from clagdsl.simulation.runs.blocks import Figures, Run
    from clagdsl.simulation.runs.saved_run import SavedRun

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
    cluster: str | None
    save: str | None
    resume: str | None
    saved: SavedRun | None = None
    """The run that `resume` names."""

    @property
    def most(self) -> int:
        """How many matches are played at most."""
        return MOST_UNTIL if self.matches is None else self.matches


@dataclass(frozen=True, slots=True)
class Result:
    """What a run came to.

    `whole` where nobody interrupted it, `within` how exact it is and `reached` whether that is as
    exact as was asked for; `written` are the files that hold the matches; `trouble` says why the
    run is not kept as it should be.
    """

    table: Table
    against: Table | None
    figures: Figures
    whole: bool
    within: float | None
    reached: bool
    written: tuple[str, ...]
    trouble: str | None = None


def run_matches(request: Request) -> Result:
    """Play what is asked for, until it is done or Ctrl-C; raises ArgumentError."""
    _check_options(request)
    with needing("simulate", "simulate", "NumPy and Numba", "numpy", "numba", "llvmlite"):
        from clagdsl.simulation.runner import check_request, make_simulator
        from clagdsl.simulation.runs.blocks import make_run
        from clagdsl.simulation.runs.precompile import compile_in_two
    played, other = read_tables(
        request.file, request.against, request.players, request.settings, request.against_settings
    )
    check_request(request.most, request.seed, threads_wanted(request))
    policies = seat_policies(request.policy, played.table.players)
    run = make_run(
        make_simulator(played.table, policies),
        request.seed,
        keep=bool(request.csv or request.parquet),
        against=None if other is None else make_simulator(other.table, policies),
    )
    if request.cluster is None:
        compile_in_two(run)
    return _played(request, run, (played,) if other is None else (played, other))


def _check_options(request: Request) -> None:
    if request.matches is None and request.until is None:
        raise click.UsageError("say how many matches, `-n N`, or how exact, `--until ±0.1`")
    if request.cluster is not None and request.threads is not None:
        raise click.UsageError("`--threads` is of this machine: leave it out with `--cluster`")
    if request.against is None and request.against_settings:
        raise click.UsageError("`--against-set` is of the rules that `--against` names")
    if request.against is not None and (request.csv or request.parquet):
        raise click.UsageError("`--csv` and `--parquet` hold one game: leave out `--against`")


def _played(request: Request, run: Run, played: Sequence[Played]) -> Result:
    from clagdsl.simulation.runs.stopping_rule import widest

    table = run.simulator.table
    against = None if len(played) == 1 else played[1].table
    figures = figures_of(request, run, played)
    progress = Progress(request.most, request.until, figures.matches)
    interruption = Interruption()
    keeper = Keeper(request, played)
    # Between its parts alone a run that was never interrupted is asked how exact it is.
    between = figures.matches % run.block == 0 or figures.matches == request.most
    reached = between and _is_reached(request, figures)
    with suppress(_NothingDoneError), ExitStack() as opened:
        files = open_files(opened, table, request.csv, request.parquet)
        first = request.most if reached else figures.matches
        parts = opened.enter_context(
            parts_of(request, run, played, first, lambda: interruption.asked)
        )
        with interruption, keeper.keeping(figures):
            for part in parts:
                for file in files:
                    file.write(part)
                figures.merge(part.figures)
                within = None if request.until is None else widest(figures)
                reached = within is not None and within <= float(request.until or 0)
                progress.show(figures.matches, within)
                keeper.now_and_then(figures)
                if reached or interruption.asked:
                    break
        progress.clear()
        if not figures.matches:
            raise _NothingDoneError
    whole = reached or figures.matches == request.most
    wanted = (request.csv, request.parquet) if figures.matches else ()
    written = tuple(name for name in wanted if name is not None)
    within = widest(figures)
    return Result(table, against, figures, whole, within, reached, written, keeper.trouble)


def _is_reached(request: Request, figures: Figures) -> bool:
    """Whether the figures are as exact as asked for."""
    from clagdsl.simulation.runs.stopping_rule import widest

    within = None if request.until is None else widest(figures)
    return within is not None and within <= float(request.until or 0)


class _NothingDoneError(Exception):
    """There is no match to be kept: files stay as they were."""

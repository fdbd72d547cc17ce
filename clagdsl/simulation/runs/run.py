"""The main loop of a run: compiles, plays parts in order, counts them, saves and stops.

Input: a `Request`, and a `Watch` that observes and may stop the run. Output: a `Simulation`.

Parts come from threads or from a cluster, always in the order of match numbers. Each part is
written to the match files, merged into the figures, and reported; the run is saved if a checkpoint
is due. It ends after the requested number of matches, or when `until` is reached.

Invariant: the result does not depend on threads, machines or interruptions. Figures are exact sums,
and precision is checked only at points where an uninterrupted run would check it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from fractions import Fraction
from pathlib import Path
from threading import Thread
from typing import Final, TypeAlias

from clagdsl.engine.players.named_players import seat_policies
from clagdsl.lang.files import atomic_writer
from clagdsl.simulation.blocks import (
    Figures,
    Part,
    Run,
    TableData,
    make_run,
    parts_by_threads,
    simulator_for,
)
from clagdsl.simulation.lowering.arrays import Outcome
from clagdsl.simulation.request_error import check_request
from clagdsl.simulation.runs.checkpoint import Checkpointer, figures_of
from clagdsl.simulation.runs.match_rows import CsvRows
from clagdsl.simulation.runs.progress import Progress, Watch
from clagdsl.simulation.runs.request import Played, Request, read_tables
from clagdsl.simulation.runs.simulation import Simulation
from clagdsl.simulation.stats.confidence import ONE, POINTS
from clagdsl.simulation.stats.differences import seat_differences
from clagdsl.simulation.stats.statistics import require_estimate, seat_moments
from clagdsl.table.table import Table

SECONDS_BETWEEN: Final = 0.1
"""The interval in seconds at which a wait checks whether compilation has ended."""

WriteBlock: TypeAlias = Callable[[int, Outcome], object]
"""A function that writes a block of matches, given the number of its first match."""


def run_matches(request: Request, watch: Watch) -> Simulation:
    """Plays the matches of a request until they are done or the run is stopped.

    Raises ArgumentError, RulesError or FileError if the request cannot be fulfilled.
    """
    played, other = read_tables(
        request.rules,
        request.against,
        request.players,
        request.parameters,
        request.against_parameters,
    )
    check_request(request.most, request.seed, request.thread_count)
    policies = seat_policies(request.policy, played.table.players)
    run = make_run(
        simulator_for(played.table, policies, request.expected),
        request.seed,
        keep=bool(request.csv or request.parquet),
        against=None if other is None else simulator_for(other.table, policies, request.expected),
    )
    if run.simulator.entries:
        from clagdsl.simulation.code_cache import FunctionCache

        FunctionCache.on_missing = watch.compiling
    both = (played,) if other is None else (played, other)
    figures = figures_of(request, run, both)
    keeper = Checkpointer(request, both)
    if request.cluster is None and figures.matches < request.most:
        compile_here(run)
    with suppress(_NoMatchesError):
        _play(request, run, both, figures, keeper, watch)
    outputs = (request.csv, request.parquet) if figures.matches else ()
    within = widest_interval(figures)
    reached = _is_precision_checked(request, run, figures) and is_reached(within, request.until)
    return Simulation(
        request=request,
        table=played.table,
        against=None if other is None else other.table,
        figures=figures,
        whole=reached or figures.matches == request.most,
        within=within,
        reached=reached,
        written=tuple(name for name in outputs if name is not None),
        trouble=keeper.trouble,
    )


def _play(
    request: Request,
    run: Run,
    played: Sequence[Played],
    figures: Figures,
    keeper: Checkpointer,
    watch: Watch,
) -> None:
    """Plays the remaining matches and adds them to `figures`."""
    first = figures.matches
    ended = False
    if request.until is not None and _is_precision_checked(request, run, figures):
        ended = is_reached(widest_interval(figures), request.until)
    with ExitStack() as opened:
        files = open_files(opened, played[0].table, request.csv, request.parquet)
        begin = request.most if ended else first
        parts = opened.enter_context(parts_of(request, run, played, begin, watch.stopped))
        watch.progress(Progress(first, first, request.most, request.until, None))
        with watch.playing, keeper.saving(figures):
            for part in parts:
                if part.block is not None:
                    for write in files:
                        write(part.first, part.block)
                figures.merge(part.figures)
                within = None if request.until is None else widest_interval(figures)
                watch.progress(
                    Progress(first, figures.matches, request.most, request.until, within)
                )
                keeper.save_if_due(figures)
                if is_reached(within, request.until) or watch.stopped():
                    break
        if not figures.matches:
            raise _NoMatchesError


def _is_precision_checked(request: Request, run: Run, figures: Figures) -> bool:
    """Returns whether an uninterrupted run would check its precision after these matches."""
    return figures.matches % run.block == 0 or figures.matches == request.most


class _NoMatchesError(Exception):
    """Raised if a run has no matches to save, so that files remain unchanged."""


# --- files of matches -------------------------------------------------------------------


def open_files(
    opened: ExitStack, table: Table, csv: str | None, parquet: str | None
) -> list[WriteBlock]:
    """Returns writers for the requested files, which appear once `opened` exits."""
    writers: list[WriteBlock] = []
    if csv is not None:
        rows = CsvRows(table)
        lines = opened.enter_context(atomic_writer(Path(csv), durable=True))
        lines.write(rows.header)
        writers.append(lambda first, block: lines.writelines(rows.lines(first, block)))
    if parquet is not None:
        from clagdsl.simulation.runs.parquet import ParquetRows

        file = opened.enter_context(atomic_writer(Path(parquet), durable=True))
        written = ParquetRows(table, file)
        opened.callback(written.close)
        writers.append(written.write)
    return writers


# --- parts and the stopping rule --------------------------------------------------------


@contextmanager
def parts_of(
    request: Request,
    run: Run,
    played: Sequence[Played],
    first: int,
    stopped: Callable[[], bool],
) -> Iterator[Iterator[Part]]:
    """Yields an iterator over the parts from match `first` on, in order, from threads or a cluster.

    Raises ArgumentError if the cluster fails.
    """
    if request.cluster is not None and first < request.most:
        from clagdsl.simulation.cluster.connection import connected, parts_by_cluster
        from clagdsl.simulation.cluster.worker import Job

        tables = tuple(TableData.of(each.table, each.chain) for each in played)
        job = Job(tables, run.simulator.policies, run.seed, run.keep, request.expected)
        ends = (first, request.most)
        with (
            connected(request.cluster) as connection,
            closing(parts_by_cluster(connection, job, run, ends, stopped)) as parts,
        ):
            yield parts
    else:
        threads = request.thread_count
        with closing(parts_by_threads(run, first, request.most, threads, stopped)) as here:
            yield here


def widest_interval(figures: Figures) -> float | None:
    """Returns the largest half width of the intervals of the seats' mean totals.

    If two games are compared, the intervals are those of the differences. Returns None before the
    second match.
    """
    if figures.matches < 2:
        return None
    if figures.comparison is not None:
        rows = seat_differences(figures.comparison)
        each = [row.mean.within for row in rows if row.seat is not None]
    else:
        each = [
            require_estimate(seat_moments(figures.summary, seat).ratio(POINTS, ONE)).within
            for seat in range(figures.summary.frame.players)
        ]
    return max(within for within in each if within is not None)


def is_reached(within: float | None, until: Fraction | None) -> bool:
    """Returns whether the half width `within` is at most the requested `until`."""
    return within is not None and until is not None and within <= float(until)


def compile_here(run: Run) -> None:
    """Compiles the code that a run needs: for its deals, for counting, and Numba's functions.

    During compilation, a signal ends the command immediately. Once matches are being played, a
    signal only requests a stop after the current parts, but a thread that compiles for them would
    be impossible to stop.
    """
    if not _is_kept(run.simulator.entries):
        _compile_in_thread(lambda: run.part(0, 1))
    _compile_in_thread(run.compile_all)


def _is_kept(entries: Sequence[str]) -> bool:
    """Returns whether Numba's functions, if any, are cached on disk."""
    if not entries:
        return True
    from clagdsl.simulation.code_cache import KEPT, is_kept

    return KEPT is not None and all(map(is_kept, entries))


def _compile_in_thread(compiling: Callable[[], object]) -> None:
    """Compiles in a thread that is abandoned on a signal.

    LLVM calls back into Python while it compiles, and an exception raised there by a signal is lost
    or mistaken for a failure.
    """
    failed: list[BaseException] = []

    def work() -> None:
        try:
            compiling()
        except BaseException as error:
            failed.append(error)

    thread = Thread(target=work, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(SECONDS_BETWEEN)
    for error in failed:
        raise error

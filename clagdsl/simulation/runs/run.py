"""Runs the matches that are asked for: what plays them, how far it is, when it ends."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, suppress

from clagdsl.players.named_players import seat_policies
from clagdsl.simulation.blocks import Figures, Run, make_run
from clagdsl.simulation.request_error import check_request
from clagdsl.simulation.runs.backends import parts_of, threads_wanted
from clagdsl.simulation.runs.keeping import Keeper, figures_of
from clagdsl.simulation.runs.match_files import open_files
from clagdsl.simulation.runs.precompile import compile_here
from clagdsl.simulation.runs.request import Request
from clagdsl.simulation.runs.simulation import Simulation
from clagdsl.simulation.runs.stopping_rule import is_reached, widest
from clagdsl.simulation.runs.tables import Played, read_tables
from clagdsl.simulation.runs.watch import Progress, Watch
from clagdsl.simulation.simulators import simulator_for


def run_matches(request: Request, watch: Watch) -> Simulation:
    """Play what is asked for, until it is done or stopped.

    Raises ArgumentError, RulesError, FileError.
    """
    played, other = read_tables(request)
    check_request(request.most, request.seed, threads_wanted(request))
    policies = seat_policies(request.policy, played.table.players)
    run = make_run(
        simulator_for(played.table, policies, request.expected),
        request.seed,
        keep=bool(request.csv or request.parquet),
        against=None if other is None else simulator_for(other.table, policies, request.expected),
    )
    if run.simulator.entries:
        from clagdsl.simulation.kept_code import KeptFunction

        KeptFunction.missing = watch.compiling
    both = (played,) if other is None else (played, other)
    figures = figures_of(request, run, both)
    keeper = Keeper(request, both)
    if request.cluster is None and figures.matches < request.most:
        compile_here(run)
    with suppress(_NothingDoneError):
        _play(request, run, both, figures, keeper, watch)
    wanted = (request.csv, request.parquet) if figures.matches else ()
    within = widest(figures)
    reached = _asked_now(request, run, figures) and is_reached(within, request.until)
    return Simulation(
        request=request,
        table=played.table,
        against=None if other is None else other.table,
        figures=figures,
        whole=reached or figures.matches == request.most,
        within=within,
        reached=reached,
        written=tuple(name for name in wanted if name is not None),
        trouble=keeper.trouble,
    )


def _play(
    request: Request,
    run: Run,
    played: Sequence[Played],
    figures: Figures,
    keeper: Keeper,
    watch: Watch,
) -> None:
    """Play what is left, and count it in."""
    first = figures.matches
    ended = False
    if request.until is not None and _asked_now(request, run, figures):
        ended = is_reached(widest(figures), request.until)
    with ExitStack() as opened:
        files = open_files(opened, played[0].table, request.csv, request.parquet)
        begin = request.most if ended else first
        parts = opened.enter_context(parts_of(request, run, played, begin, watch.stopped))
        watch.progress(Progress(first, first, request.most, request.until, None))
        with watch.playing, keeper.keeping(figures):
            for part in parts:
                for file in files:
                    file.write(part)
                figures.merge(part.figures)
                within = None if request.until is None else widest(figures)
                watch.progress(
                    Progress(first, figures.matches, request.most, request.until, within)
                )
                keeper.now_and_then(figures)
                if is_reached(within, request.until) or watch.stopped():
                    break
        if not figures.matches:
            raise _NothingDoneError


def _asked_now(request: Request, run: Run, figures: Figures) -> bool:
    """Whether a run that was never interrupted is asked here how exact it is: between its parts."""
    return figures.matches % run.block == 0 or figures.matches == request.most


class _NothingDoneError(Exception):
    """There is no match to be kept: files stay as they were."""

"""What plays the matches of a run: threads of this machine, or a cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager

from clagdsl.simulation.blocks import Part, Run, parts_by_threads
from clagdsl.simulation.request_error import MOST_THREADS
from clagdsl.simulation.runs.request import Request
from clagdsl.simulation.runs.tables import Played


@contextmanager
def parts_of(
    request: Request,
    run: Run,
    played: Sequence[Played],
    first: int,
    stopped: Callable[[], bool],
) -> Iterator[Iterator[Part]]:
    """The parts from a match on, in order, by whatever plays them; raises ArgumentError."""
    if request.cluster is not None and first < request.most:
        from clagdsl.simulation.cluster.connection import connected
        from clagdsl.simulation.cluster.parts import parts_by_cluster
        from clagdsl.simulation.cluster.worker import Job, rules_of

        rules = rules_of(run.simulator, played[0].chain)
        beside = run.against
        against = None if beside is None else rules_of(beside.simulator, played[1].chain)
        job = Job(rules, against, run.seed, run.keep, request.expected)
        ends = (first, request.most)
        with (
            connected(request.cluster) as connection,
            closing(parts_by_cluster(connection, job, run, ends, stopped)) as parts,
        ):
            yield parts
    else:
        threads = threads_wanted(request)
        with closing(parts_by_threads(run, first, request.most, threads, stopped)) as here:
            yield here


def threads_wanted(request: Request) -> int:
    """How many threads are asked for."""
    if request.threads is not None:
        return request.threads
    return cores()


def cores() -> int:
    """How many threads this machine runs at once, at most as many as may be asked for."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MOST_THREADS)
    return min(os.cpu_count() or 1, MOST_THREADS)

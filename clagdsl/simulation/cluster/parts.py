"""The parts of a run, played by a cluster."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from itertools import islice
from typing import TYPE_CHECKING, Final

from clagdsl import problems
from clagdsl.simulation.blocks import Part, Run, part_ranges
from clagdsl.simulation.cluster.answers import WrongAnswerError, read_part
from clagdsl.simulation.cluster.connection import Connection
from clagdsl.simulation.cluster.worker import Job, write_job

if TYPE_CHECKING:
    from distributed import Future

WAITING: Final = 2
"""So many parts are under way for each thread: the next one is there when one is done."""

LEAST_WAITING: Final = 4


def parts_by_cluster(
    connection: Connection,
    job: Job,
    run: Run,
    ends: tuple[int, int],
    stopped: Callable[[], bool],
) -> Generator[Part, None, None]:
    """The parts of matches from the first to the last of `ends`, without it, in order.

    `job` says the same as `run`.  Few parts are kept at a time; one whose worker is lost is played
    again by another.  Once `stopped` says so there are no more; what nobody waits for any longer is
    forgotten by the cluster, too.  Raises ArgumentError where that is lost.
    """
    asked = write_job(job)
    ranges = part_ranges(run, *ends)
    waiting: deque[tuple[tuple[int, int], Future[bytes | None]]] = deque()
    try:
        while True:
            wanted = max(LEAST_WAITING, WAITING * connection.threads)
            for each in islice(ranges, max(0, wanted - len(waiting))):
                waiting.append((each, connection.begin(asked, *each)))
            if not waiting:
                return
            played = connection.result(waiting[0][1], stopped)
            if played is None:
                return
            (first, matches), future = waiting.popleft()
            future.release()
            try:
                part = read_part(played, run, first, matches)
            except WrongAnswerError as error:
                raise problems.arguments.WrongCluster(
                    f"what a worker sends for {matches:,} matches from number {first:,} on is"
                    " nothing that they can come to"
                ).error() from error
            yield part
    finally:  # a future that is done may be in a circle: nobody would release it soon
        for _, future in waiting:
            future.release()

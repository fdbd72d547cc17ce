"""Threads that run the jobs of a run, give results in order, and can be stopped."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, wait
from queue import SimpleQueue
from threading import Event, Thread
from typing import Final, TypeAlias, TypeVar

Stopped: TypeAlias = Callable[[], bool]
"""Returns whether a stop was requested; any thread may request one."""

Result = TypeVar("Result")

SECONDS_BETWEEN: Final = 0.2
"""Seconds between checks for signals while waiting for a result."""


class StoppedError(Exception):
    """Raised if a part is stopped before its end: its matches do not count."""


def never_stopped() -> bool:
    """Returns False: no stop is ever requested."""
    return False


def check_stop(stopped: Stopped) -> None:
    """Raises StoppedError if a stop was requested."""
    if stopped():
        raise StoppedError


def results_in_order(
    jobs: Iterable[Callable[[Stopped], Result]], threads: int, stopped: Stopped
) -> Generator[Result, None, None]:
    """Yields the results of the jobs in order, up to the first job that is stopped.

    Each job gets a function that returns True once the job should stop: on request, or because
    nobody wants results any more.  At most one result more than there are threads is kept.  An
    exception raised while waiting, such as the KeyboardInterrupt of a second Ctrl-C, does not wait
    for the threads.
    """
    ended, queue = Event(), SimpleQueue[_Job[Result] | None]()
    waiting: deque[Future[Result]] = deque()

    def is_stopped() -> bool:
        return ended.is_set() or stopped()

    # Daemon threads: Python would wait at its end for an executor's, in the middle of a long
    # decision.
    for _ in range(threads):
        Thread(target=_work, args=(queue, is_stopped), daemon=True).start()
    try:
        for job in jobs:
            waiting.append(Future())
            queue.put((job, waiting[-1]))
            if len(waiting) > threads:
                yield _result_of(waiting.popleft())
        while waiting:
            yield _result_of(waiting.popleft())
    except (GeneratorExit, StoppedError):
        ended.set()
        left = [future for future in waiting if not future.cancel()]
        while wait(left, SECONDS_BETWEEN).not_done:
            pass
    finally:
        ended.set()
        for future in waiting:
            future.cancel()
        for _ in range(threads):
            queue.put(None)


def _result_of(future: Future[Result]) -> Result:
    """Returns the result of a job, or raises its exception.

    A signal that arrives just before a thread sleeps does not wake it, so no sleep is long.
    """
    while not future.done():
        wait([future], SECONDS_BETWEEN)
    return future.result()


_Job: TypeAlias = tuple[Callable[[Stopped], Result], Future[Result]]


def _work(queue: SimpleQueue[_Job[Result] | None], stopped: Stopped) -> None:
    """Runs the jobs of the queue until it yields None."""
    while (taken := queue.get()) is not None:
        job, future = taken
        if not future.set_running_or_notify_cancel():
            continue
        try:
            future.set_result(job(stopped))
        except BaseException as error:
            future.set_exception(error)

"""A thread pool that returns the results of a run's jobs in order, and can be stopped."""

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
"""The interval in seconds at which a wait for a result is interrupted to handle signals."""


class StoppedError(Exception):
    """Raised if a part is stopped before it is complete; its matches are not counted."""


def never_stopped() -> bool:
    """Returns False, because a stop is never requested."""
    return False


def check_stop(stopped: Stopped) -> None:
    """Raises StoppedError if a stop was requested."""
    if stopped():
        raise StoppedError


def results_in_order(
    jobs: Iterable[Callable[[Stopped], Result]], threads: int, stopped: Stopped
) -> Generator[Result, None, None]:
    """Runs jobs in threads and yields their results in order, up to the first stopped job.

    Each job gets a function that returns True once the job should stop: on request, or because its
    result is no longer wanted.  At most one more result is buffered than there are threads.  An
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
    """Returns a job's result, or raises its exception.

    A signal that arrives just before the thread sleeps does not wake it, so sleeps are kept short.
    """
    while not future.done():
        wait([future], SECONDS_BETWEEN)
    return future.result()


_Job: TypeAlias = tuple[Callable[[Stopped], Result], Future[Result]]


def _work(queue: SimpleQueue[_Job[Result] | None], stopped: Stopped) -> None:
    """Runs the jobs in the queue until it yields None."""
    while (taken := queue.get()) is not None:
        job, future = taken
        if not future.set_running_or_notify_cancel():
            continue
        try:
            future.set_result(job(stopped))
        except BaseException as error:
            future.set_exception(error)

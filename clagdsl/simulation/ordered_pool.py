"""Threads that do the parts of a run in order, and how they are stopped."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, wait
from queue import SimpleQueue
from threading import Event, Thread
from typing import Final, TypeAlias, TypeVar

Stopped: TypeAlias = Callable[[], bool]
"""Whether a stop is asked for; any thread may ask."""

Result = TypeVar("Result")

SECONDS_BETWEEN: Final = 0.2
"""So often whoever waits looks whether a signal has come."""


class StoppedError(Exception):
    """A part was stopped before its end: its matches do not count."""


def never_stopped() -> bool:
    """Nobody asks for a stop."""
    return False


def check_stop(stopped: Stopped) -> None:
    """Raises BrokenOffError where a stop is asked for."""
    if stopped():
        raise StoppedError


def results_in_order(
    jobs: Iterable[Callable[[Stopped], Result]], threads: int, stopped: Stopped
) -> Generator[Result, None, None]:
    """What the jobs come to, in their order; it ends with the first that is broken off.

    Each is given whether it is to break off: when a stop is asked for, or nobody waits any more.
    Few results are kept at a time.  What is raised while a result is waited for, such as the
    KeyboardInterrupt of a second Ctrl-C, leaves the threads behind and does not wait for them.
    """
    ended, queue = Event(), SimpleQueue[_Job[Result] | None]()
    waiting: deque[Future[Result]] = deque()

    def is_stopped() -> bool:
        return ended.is_set() or stopped()

    # An executor's threads are waited for as Python ends, in the midst of a long decision.
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
    """What a job comes to.

    A signal that comes as a thread is about to sleep does not wake it: so none sleeps for long.
    """
    while not future.done():
        wait([future], SECONDS_BETWEEN)
    return future.result()


_Job: TypeAlias = tuple[Callable[[Stopped], Result], Future[Result]]


def _work(queue: SimpleQueue[_Job[Result] | None], stopped: Stopped) -> None:
    """Does what is in the queue until it holds None."""
    while (taken := queue.get()) is not None:
        job, future = taken
        if not future.set_running_or_notify_cancel():
            continue
        try:
            future.set_result(job(stopped))
        except BaseException as error:
            future.set_exception(error)

"""Offloading: slow work runs in a thread so that the event loop is never blocked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import thread_time
from typing import Final, ParamSpec, TypeVar

Result = TypeVar("Result")

OFFLOAD_THRESHOLD: Final = 0.005
"""Seconds of CPU time above which work is offloaded; for faster work, the hand-over costs more."""


class Offloader:
    """Decides where to run recurring work, based on the CPU time of its last run."""

    def __init__(self) -> None:
        self._took = 0.0

    async def run(self, work: Callable[[], Result], *, slow: bool = False) -> Result:
        """Returns the result of `work`, run in a thread if `slow` or if its last run was slow."""
        if slow:
            return await asyncio.to_thread(work)
        if self._took > OFFLOAD_THRESHOLD:
            return await asyncio.to_thread(self._timed, work)
        return self._timed(work)

    def _timed(self, work: Callable[[], Result]) -> Result:
        began = thread_time()
        try:
            return work()
        finally:
            self._took = thread_time() - began


# --- a thread for rules -----------------------------------------------------------------


Params = ParamSpec("Params")


class BackgroundThread:
    """A single thread that checks rules and makes rule sheets, one at a time."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(1, "rules")

    async def run(
        self, work: Callable[Params, Result], /, *args: Params.args, **more: Params.kwargs
    ) -> Result:
        """Returns the result of `work`, called in the thread."""
        call = partial(work, *args, **more)
        return await asyncio.get_running_loop().run_in_executor(self._threads, call)

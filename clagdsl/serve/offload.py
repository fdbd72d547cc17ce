"""What is quick is done at once, what takes longer in a thread, so that no other table waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import thread_time
from typing import Final, ParamSpec, TypeVar

Result = TypeVar("Result")

OFFLOAD_THRESHOLD: Final = 0.005
"""What takes no more seconds than this is not worth a thread: to hand it over takes work, too."""


class Offloader:
    """How long something has taken that is done again and again, and will take, most likely."""

    def __init__(self) -> None:
        self._took = 0.0

    async def run(self, work: Callable[[], Result], *, slow: bool = False) -> Result:
        """What the work comes to; `slow` is work that takes long whatever was seen before."""
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


# --- a thread for what is of no table ---------------------------------------------------


Params = ParamSpec("Params")


class BackgroundThread:
    """One thread, in which rules are checked and sheets made, one after the other."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(1, "rules")

    async def run(
        self, work: Callable[Params, Result], /, *args: Params.args, **more: Params.kwargs
    ) -> Result:
        """What the work comes to."""
        call = partial(work, *args, **more)
        return await asyncio.get_running_loop().run_in_executor(self._threads, call)

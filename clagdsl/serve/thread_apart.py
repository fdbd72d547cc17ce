"""A thread for what takes a moment and is of no table, so that no table waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Made = TypeVar("Made")


class ThreadApart:
    """One thread, in which rules are checked and sheets made, one after the other."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(1, "rules")

    async def run(
        self, work: Callable[Given, Made], /, *given: Given.args, **more: Given.kwargs
    ) -> Made:
        """What the work comes to."""
        doing = partial(work, *given, **more)
        return await asyncio.get_running_loop().run_in_executor(self._threads, doing)

"""Compiles what a run needs before its matches are played in earnest."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Final

from clagdsl.simulation.blocks import Run
from clagdsl.simulation.kept_code import KEPT, is_kept

SECONDS_BETWEEN: Final = 0.1
"""So often it is seen whether all is compiled."""

COUNTER: Final = "count_points"
"""A compiled function that every run counts with: where its code is kept, that of the others is."""


def compile_here(run: Run) -> None:
    """Compile what a run needs: the machine code of its deals, and what Numba compiles.

    A signal ends the command at once meanwhile.  Once matches are played in earnest it only asks to
    stop after the present ones, and a thread that compiles for them cannot be stopped at all.
    """
    needed = (COUNTER, *run.simulator.entries)
    if KEPT is None or not all(map(is_kept, needed)):
        _beside(lambda: run.part(0, 1))
    for each in (run, run.against):
        if each is not None:
            _beside(each.simulator.compile_all)


def _beside(compiling: Callable[[], object]) -> None:
    """Compile in a thread that a signal leaves behind.

    LLVM calls back while it compiles, and what a signal raises there is lost or taken for a fault.
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

"""Compiles what a run needs before its matches are played in earnest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Thread
from typing import Final

from clagdsl.simulation.blocks import Run

SECONDS_BETWEEN: Final = 0.1
"""So often it is seen whether all is compiled."""


def compile_here(run: Run) -> None:
    """Compile what a run needs: its deals and what counts them, and what Numba compiles.

    A signal ends the command at once meanwhile.  Once matches are played in earnest it only asks to
    stop after the present ones, and a thread that compiles for them cannot be stopped at all.
    """
    if not _is_kept(run.simulator.entries):
        _beside(lambda: run.part(0, 1))
    _beside(run.compile_all)


def _is_kept(entries: Sequence[str]) -> bool:
    """Return whether what Numba compiles is on disk, if there is anything."""
    if not entries:
        return True
    from clagdsl.simulation.kept_code import KEPT, is_kept

    return KEPT is not None and all(map(is_kept, entries))


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

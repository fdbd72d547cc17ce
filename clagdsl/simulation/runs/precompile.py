"""The first run on a machine: two processes compile what one would compile in turn.

What they compile is kept on disk, where both find it.  Whatever goes wrong here only takes longer.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Final

from clagdsl.simulation.blocks import Run, make_run
from clagdsl.simulation.kept_code import KEPT, KeptFunction, is_kept
from clagdsl.simulation.runner import Simulator

MOST_SECONDS = 60
SECONDS_BETWEEN: Final = 0.1
"""So often it is seen whether all is compiled."""
PROGRAM = "from clagdsl.simulation.runs.precompile import compile_rest; compile_rest()"


def compile_in_two(run: Run) -> None:
    """Have everything compiled that a run of random players needs, unless a part has been.

    Where one kernel plays all deals there is nothing to share out.
    """
    needed = run.simulator.compiled
    shared = _random(run) and len(needed) > 1 and not any(map(is_kept, needed))
    if not shared or (os.cpu_count() or 1) < 2:
        return
    with (
        suppress(OSError, ValueError, subprocess.TimeoutExpired),
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as other,
    ):
        try:
            assert other.stdin is not None
            pickle.dump(run.simulator, other.stdin)
            other.stdin.close()
            _beside(run.simulator.compile_in_step)
            if KeptFunction.trouble is None:  # what the other keeps would not be found either
                other.wait(MOST_SECONDS)
        finally:
            other.kill()


def compile_here(run: Run) -> None:
    """Have what is not kept compiled by playing one match for nothing.

    A signal ends the command at once meanwhile.  Once matches are played in earnest it only asks to
    stop after the present ones, and a thread that compiles for them cannot be stopped at all.
    """
    needed = run.simulator.compiled
    if KEPT is None or not all(map(is_kept, needed)):
        _beside(lambda: run.part(0, 1))


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


def _random(run: Run) -> bool:
    return set(run.simulator.policies) <= {"random"}


def compile_rest() -> None:
    """Compile what is not for ordinary deals, by a simulator that comes from standard input."""
    simulator: Simulator = pickle.load(sys.stdin.buffer)
    run = make_run(simulator, 0)
    run.no_figures().summary.add(simulator.play_in_turn())

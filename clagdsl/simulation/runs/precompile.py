"""The first run on a machine: two processes compile what one would compile in turn.

What they compile is kept on disk, where both find it.  Whatever goes wrong here only takes longer.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from contextlib import suppress

from clagdsl.simulation.blocks import Run, make_run
from clagdsl.simulation.kept_code import KeptFunction, is_kept
from clagdsl.simulation.runner import Simulator

MOST_SECONDS = 60
PROGRAM = "from clagdsl.simulation.runs.precompile import compile_rest; compile_rest()"


def compile_in_two(run: Run) -> None:
    """Have everything compiled that a run of random players needs, unless it has been."""
    random = set(run.simulator.policies) <= {"random"}
    if not random or is_kept("play_one_by_one") or (os.cpu_count() or 1) < 2:
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
            run.simulator.compile_in_step()
            if KeptFunction.trouble is None:  # what the other keeps would not be found either
                other.wait(MOST_SECONDS)
        finally:
            other.kill()


def compile_here(run: Run) -> None:
    """Have everything compiled by playing one match for nothing.

    A signal ends the command at once meanwhile.  Once matches are played in earnest it only asks to
    stop after the present ones, and a thread that compiles for them cannot be stopped at all.
    """
    run.part(0, 1)


def compile_rest() -> None:
    """Compile what is not for ordinary deals, by a simulator that comes from standard input."""
    simulator: Simulator = pickle.load(sys.stdin.buffer)
    run = make_run(simulator, 0)
    run.no_figures().summary.add(simulator.play_in_turn())

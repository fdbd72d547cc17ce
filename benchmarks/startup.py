"""Measures how long `clagdsl check rules/pagat.clag` takes as a process, by stage.

    python benchmarks/startup.py

The yardstick is `python -c "import lark, click"`; the check may take at most 1.8 times as long. CPU
time is measured, so that other programs do not matter. The commands run in turn, and the median of
the ratios is taken, so that a drift of the machine does not matter either.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

ROOT = Path(__file__).parent.parent
RULES = "rules/pagat.clag"
RUNS = 15
ALLOWED = 1.8

STAGES = """
import json, sys, time
start = time.process_time()
marks = []
def mark(name):
    marks.append((name, time.process_time()))
import click
mark("import click")
from clagdsl.cli.main import main
from clagdsl.cli import check
mark("import the command line")
import clagdsl.check.checker as load
mark("import the syntax and the checker")
from clagdsl.syntax.parser import language, parse
language()
mark("load the parser's tables")
from pathlib import Path
from clagdsl.syntax.source_loader import read_source
source = read_source(Path(sys.argv[1]), sys.argv[1])
parse(source)
mark("parse the file")
kept, given = load.prove, []
def stop(*arguments):
    given.append(arguments)
    return None, ()
load.prove = stop
load.check_path(Path(sys.argv[1]))
mark("parse it again, resolve, types")
kept(*given[0])
mark("prove, run the examples")
times, last = [], start
for name, at in marks:
    times.append((name, at - last))
    last = at
print(json.dumps(times))
"""


def main() -> int:
    """Prints the table; returns 1 if the check takes longer than the limit."""
    yardstick: Sequence[str] = (sys.executable, "-c", "import lark, click")
    check: Sequence[str] = (sys.executable, "-m", "clagdsl", "check", RULES)
    bare: Sequence[str] = (sys.executable, "-c", "pass")
    measured: dict[Sequence[str], list[float]] = {yardstick: [], check: [], bare: []}
    for _ in range(RUNS):
        for command, times in measured.items():
            times.append(seconds(command))
    base, whole, empty = (median(measured[command]) for command in (yardstick, check, bare))
    ratio = median(a / b for a, b in zip(measured[check], measured[yardstick], strict=True))
    print(f"{'start Python':<36}{empty * 1000:8.1f} ms")
    for name, time_taken in stages():
        print(f"{name:<36}{time_taken * 1000:8.1f} ms")
    print(f"\n{'import lark, click, as a process':<36}{base * 1000:8.1f} ms")
    print(f"{f'clagdsl check {RULES}':<36}{whole * 1000:8.1f} ms")
    print(f"{'times as long':<36}{ratio:8.2f}    (at most {ALLOWED})")
    return 1 if ratio > ALLOWED else 0


def seconds(command: Sequence[str]) -> float:
    """Returns the CPU seconds of one run of a command, with bytecode caching as usual."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(command, cwd=ROOT, env=env, check=True, stdout=subprocess.DEVNULL)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def stages() -> list[tuple[str, float]]:
    """Returns the stages of one check in one process with their median CPU seconds."""
    runs = []
    for _ in range(RUNS):
        command = (sys.executable, "-c", STAGES, RULES)
        done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
        runs.append(json.loads(done.stdout))
    return [(stage[0][0], median(taken for _, taken in stage)) for stage in zip(*runs, strict=True)]


if __name__ == "__main__":
    raise SystemExit(main())

"""Sets clagdsl up in this folder and runs it: `python3 tasks.py demo`, `quick` or `test`.

It needs Python 3.11 or later and nothing else, on Linux, macOS and Windows.  A virtual environment
is made in `.venv` unless there is one; deleting that folder undoes everything.  Each step is
printed as the command that you could type instead.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
PROGRAMS = ROOT / ".venv" / ("Scripts" if os.name == "nt" else "bin")
LEAST_PYTHON = (3, 11)

QUICK = (
    "tests/lang",
    "tests/language",
    "tests/problems/test_golden_problems.py",
    "tests/problems/test_recipe.py",
    "tests/storage/test_kept.py",
    "tests/table",
    "tests/syntax/test_problems.py",
    "tests/syntax/test_parser.py",
    "tests/check/test_problems.py",
    "tests/check/test_independent_problems.py",
    "tests/check/test_prove_matches.py",
    "tests/engine/test_actions.py",
    "tests/engine/test_match.py",
    "tests/engine/test_moments.py",
    "tests/engine/test_refusals.py",
    "tests/engine/test_worlds.py",
    "tests/engine/test_named_players.py",
    "tests/simulation/test_lowering.py",
    "tests/simulation/test_policy_codes.py",
    "tests/records/test_cards.py",
    "tests/records/test_infer.py",
    "tests/records/test_rows.py",
    "tests/scorekeeping/test_entries.py",
    "tests/scorekeeping/test_refusals.py",
    "tests/explain/test_sheets.py",
    "tests/explain/test_words.py",
    "tests/season/test_counting.py",
    "tests/reviewing/test_mistake_words.py",
    "tests/conformance/test_cases.py",
    "tests/rl/test_doors.py",
    "tests/playground/test_page_answers.py",
    "tests/serve/test_lobby.py",
    "tests/serve/test_score_keeper.py",
    "tests/lsp/test_complete.py",
    "tests/lsp/test_names.py",
    "tests/cli/test_check.py",
    "tests/cli/test_score.py",
    "tests/web/test_size.py",
    "tests/project/test_rooms.py",
    "tests/project/test_sizes.py",
    "tests/project/test_plain_english.py",
)
"""Tests of every room that together take at most two minutes on two idle cores."""

TASKS = {
    "demo": (
        "install clagdsl (52 MB), check a game, play a match and replay a documented score card",
        (("pip", "install", "-q", "."), ("clagdsl", "demo")),
    ),
    "quick": (
        "run some tests of every part (at most 2 minutes); `test` installs what they need",
        (("python", "-m", "pytest", "-n", "2", *QUICK),),
    ),
    "test": (
        "install everything that developers need (1.3 GB) and run all tests (10 to 15 minutes)",
        (("pip", "install", "-q", "-e", ".[dev]"), ("python", "-m", "pytest", "-n", "2")),
    ),
}


def main(arguments: list[str]) -> int:
    """Runs the task that is named; returns 0 if every step succeeded."""
    name = arguments[0] if len(arguments) == 1 else ""
    if name not in TASKS:
        print(f"usage: {Path(sys.executable).name} tasks.py TASK\n\ntasks:")
        for task, (purpose, _) in TASKS.items():
            print(f"  {task}  {purpose}")
        return 2
    if sys.version_info < LEAST_PYTHON:
        print(f"clagdsl needs Python 3.11 or later; this is Python {sys.version.split()[0]}")
        return 2
    purpose, steps = TASKS[name]
    print(f"{name}: {purpose}", flush=True)
    python = PROGRAMS / ("python.exe" if os.name == "nt" else "python")
    if not python.exists() and run(sys.executable, "-m", "venv", ".venv"):
        print(
            "Python cannot make a virtual environment here;"
            " on Debian and Ubuntu install python3-venv"
        )
        return 1
    for program, *rest in steps:
        # pip is run as a module: on Windows a running pip.exe could not replace itself
        module = ("-m", "pip") if program == "pip" else ()
        command = python if program in ("pip", "python") else PROGRAMS / program
        status = run(str(command), *module, *rest)
        if status:
            return status
    return 0


def run(*command: str) -> int:
    """Prints a command, runs it in the project's folder and returns its exit status."""
    shown = [os.path.relpath(part, ROOT) if Path(part).is_absolute() else part for part in command]
    print(f"$ {' '.join(shown)}", flush=True)
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

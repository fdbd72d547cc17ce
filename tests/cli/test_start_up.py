"""What the check of a good file loads; `benchmarks/startup.py` measures how long it takes."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parent.parent.parent

LOADED = """
import sys
from clagdsl.cli.main import main
assert main(["check", "pagat"]) == 0
print("---", *sorted(sys.modules), sep="\\n")
"""

WHOLE = ("lang", "table", "check")
"""Rooms of which a check needs nearly all."""

ALLOWED = {
    "cli": {"main", "program", "check", "_game_summary", "_output", "_problems", "_signals"},
    "problems": {"model", "edit", "safe_text", "wording"},
    "syntax": {
        *("builders", "builders.clauses", "builders.examples", "builders.expressions"),
        *("builders.statements", "lexer", "lr_parser", "nodes", "nodes.examples", "nodes.names"),
        *(
            "parse_tables",
            "parser",
            "since",
            "source_loader",
            "stored_tables",
            "sync_points",
            "token",
        ),
    },
    "version": set[str](),
}
"""Of other rooms, what reads a file and says that it checks."""

LATER = {
    "lang": {"json_schema", "game_json", "fingerprint", "files", "record", "philox", "build_id"},
    "check": {"checked_rules", "proved_table", "references"},
    "table": {"states", "verify"},
}
"""Of the rooms above, what a check has no use for."""

LIBRARIES = {
    *("decimal", "fractions", "importlib.metadata", "lark", "numpy", "rich", "traceback"),
    *("anyio", "asyncio", "h11", "jinja2", "segno", "sqlite3", "starlette", "uvicorn"),
}
"""What was loaded once, or easily could be, and what answers browsers."""


def test_the_check_of_a_good_file_loads_nothing_that_it_does_not_need() -> None:
    command = [sys.executable, "-c", LOADED]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)
    loaded = set(done.stdout.partition("---\n")[2].split())
    assert "clagdsl.check.prove.prover" in loaded
    assert not loaded & LIBRARIES
    for name in sorted(each for each in loaded if each.startswith("clagdsl.")):
        room, _, module = name.removeprefix("clagdsl.").partition(".")
        if room in WHOLE:
            assert module not in LATER[room], name
        else:
            assert module in {"", *ALLOWED.get(room, ())}, name
            assert room in ALLOWED, name


def test_the_benchmark_of_a_check_knows_its_stages() -> None:
    spec = importlib.util.spec_from_file_location("startup", PROJECT / "benchmarks" / "startup.py")
    assert spec is not None
    assert spec.loader is not None
    startup = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(startup)
    startup.RUNS = 1
    told = startup.stages()
    assert told[-1][0].startswith("prove")
    assert all(seconds >= 0 for _, seconds in told)

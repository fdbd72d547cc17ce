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

MADE = """
import dataclasses
def library(*kinds, **options):
    raise AssertionError("the library makes a class")
library.__kwdefaults__ = dataclasses.dataclass.__kwdefaults__
dataclasses.dataclass = library
from clagdsl.cli.main import main
assert main(["check", "pagat"]) == 0
from clagdsl.lang import cards, special_cards
from clagdsl.problems import escape
from clagdsl.syntax import lexer
for rare in (
    cards._card_pattern, lexer.hidden_character, lexer._error_pattern,
    escape._joiner, special_cards._demand_pattern,
    special_cards._named_way_pattern, special_cards._way_pattern,
):
    assert not rare.cache_info().currsize, rare.__name__
from clagdsl.lang.rules import Game
from clagdsl.syntax.parser import language
assert type(vars(Game)["__eq__"]).__name__ == "_LazyMethod"
rows, rules = language().automaton.rows, language().automaton.rules
assert 0 < len(rows) < len(rows._texts) / 3, len(rows)
assert 0 < len(rules) < len(rules._rules) / 2, len(rules)
"""

WHOLE = ("lang", "table", "check")
"""Rooms of which a check needs nearly all."""

ALLOWED = {
    "cli": {"main", "check", "_game_summary", "_output", "_problems", "_signals"},
    "problems": {"diagnostic", "escape"},
    "syntax": {
        *("builders", "clause_builders", "lexer", "lr_parser", "nodes", "parser", "source_loader"),
        *("token", "version_features"),
    },
    "version": set[str](),
}
"""Of other rooms, what reads a file and says that it checks."""

LATER = {
    "lang": {"json_schema", "game_json", "fingerprint", "files", "record", "philox"},
    "check": {"compiled_game", "recovery"},
    "table": {"states"},
}
"""Of the rooms above, what a check has no use for."""

LIBRARIES = {
    *("decimal", "fractions", "importlib.metadata", "lark", "numpy", "traceback"),
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


def test_the_check_of_a_good_file_makes_nothing_that_it_does_not_need() -> None:
    """Patterns for what is wrong, methods that nobody calls, rows and rules for other files."""
    command = [sys.executable, "-c", MADE]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


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

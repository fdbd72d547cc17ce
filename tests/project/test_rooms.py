"""The rooms of the package: each has a door, and every module can be entered by itself.

`CLAGDSL_REWRITE=1 pytest tests/project/test_rooms.py` writes anew, in the docstring of each room,
which of its modules other rooms use; the change is reviewed as text.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import textwrap
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest
from support.expected import REWRITE
from support.source_trees import tree_of

ROOT = Path(__file__).parent.parent.parent
PACKAGE = ROOT / "clagdsl"
MODULES = sorted(PACKAGE.rglob("*.py"))
ROOMS = sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py"))
USED = re.compile(r"\n*Other rooms use (.*)\Z", re.DOTALL)

SAID_AND_MEANT = "as written, with names and places of their own; as it is checked"
TWICE = {
    "Alternative": SAID_AND_MEANT,
    "Aspect": "what is declared of an aspect; a clause while its tree is built",
    "Assumption": SAID_AND_MEANT,
    "Bidding": "what a steady player reckons a bid with; the bids that can stand in a deal",
    "Deal": "of the rules; of one table that compiled functions play",
    "Branch": "of an expression; of a state machine",
    "CallGroup": SAID_AND_MEANT,
    "CardPlay": "of a match that is played; of one that is recorded",
    "Clause": SAID_AND_MEANT,
    "Comparison": "of expressions; of the matches of two games",
    "Course": "through the states of a deal; through a schedule, as arrays",
    "Eye": "what a steady player looks at: interpreted, and compiled",
    "Evaluator": "of expressions where parameters vary; over many matches at once",
    "Figure": "exact, of a balance; a whole number over many matches, with its bounds",
    "Figures": "of an example; of the outcomes that are reached; of a run",
    "Findings": "of the reader; of the prover",
    "Lane": "of a picture; one figure of many matches",
    "Matches": "that are proved; that were simulated",
    "Notes": "sources and assumptions of a statement; what counting notes of matches",
    "Part": "of an expression; of a run, counted by one thread",
    "Played": "a game that a run plays; a card that many matches play",
    "PlayedCard": "as an example says it; as it lies in a trick",
    "Plays": "a trick as a steady player sees it: interpreted, and compiled",
    "RepeatedRows": SAID_AND_MEANT,
    "Report": "of a run as pictures; of the parser",
    "Result": "of a run; of a search",
    "Scan": "of a TOML text; of a rules text",
    "Scene": "a moment as Python asks for it; as an example describes it",
    "ScheduleRow": SAID_AND_MEANT,
    "Scores": "where a steady player looks a score up: interpreted, and compiled",
    "Seat": "of a stream; of many matches, as it plays",
    "Setting": "of parameters in a proof; of a match",
    "Sheet": "of a recorded row; kept at a table; of a batch; of tokens",
    "Stake": "what a steady player plays for: interpreted, and compiled; of a bid on a sheet",
    "Standing": "of a match that is played; of a recorded row",
    "State": "of a match; of a state machine",
    "Tables": "of the parser; of a game, as arrays",
    "Trump": "of an example; of many matches",
    "Won": "an entry of a sheet; what many matches won",
    "Word": "of an expression; of a line that is laid out",
    "Written": "where something is written; how a type is written",
    "Run": "what the rules remember of a player; what is simulated",
    "Tally": "what the rules remember of a player; the contracts of a score sheet",
}
"""Names of classes that stand in more than one module, and why; for the tree see 0013."""


def name_of(path: Path) -> str:
    """The name by which a module is imported."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = {name_of(path): path for path in MODULES}


@cache
def imported(path: Path) -> set[str]:
    """The modules of the package that a module imports anywhere."""
    found: set[str] = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{name.name}" for name in node.names}
            found |= inner & NAMES.keys() or {node.module} & NAMES.keys()
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names} & NAMES.keys()
    return found


SAYING = [path for path in MODULES if path.stat().st_size]
"""All modules but the empty doors of inner packages."""


@pytest.mark.parametrize("path", SAYING, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_says_what_it_is_for(path: Path) -> None:
    docstring = ast.get_docstring(tree_of(path)) or ""
    assert docstring.split("\n\n")[0].rstrip().endswith("."), "one sentence at the top"


def used_by_others(room: str) -> list[str]:
    """The modules of a room that modules outside of it import."""
    own = f"clagdsl.{room}"
    return sorted(
        {
            name.removeprefix(own).removeprefix(".")
            for other, path in NAMES.items()
            if not f"{other}.".startswith(f"{own}.")
            for name in imported(path)
            if f"{name}.".startswith(f"{own}.")
        }
        - {""}
    )


@pytest.mark.parametrize("room", ROOMS)
def test_the_door_of_a_room_names_what_other_rooms_use(room: str) -> None:
    path = PACKAGE / room / "__init__.py"
    docstring = ast.get_docstring(tree_of(path), clean=False) or ""
    used = used_by_others(room)
    if REWRITE:
        text = ", ".join(f"`{name}`" for name in used) or "nothing of it"
        told = textwrap.fill(f"Other rooms use {text}.", 100, break_on_hyphens=False)
        new = f"{USED.sub('', docstring).rstrip()}\n\n{told}\n"
        path.write_text(path.read_text("utf-8").replace(docstring, new, 1), "utf-8")
        docstring = new
    told = USED.search(docstring)
    assert told is not None
    assert re.findall(r"`([\w.]+)`", told[1]) == used


HEAVY = (
    "click",
    "distributed",
    "lark",
    "matplotlib",
    "numba",
    "numpy",
    "pyarrow",
    "pygls",
)

LIGHT = """
import sys, clagdsl
before = set(sys.modules)
import clagdsl.{room}
new = {{name.split(".")[0] for name in set(sys.modules) - before}}
print(*sorted(new & set({heavy!r})))
print(*sorted(name for name in sys.modules if name.startswith("clagdsl.{room}.")))
"""


ORDERS = """
import importlib, json, os, sys, traceback
heavy, rooms = json.load(sys.stdin)
for name in heavy:
    importlib.import_module(name)
wrong = {}
for room, names in rooms.items():
    for order in (names, names[::-1]):
        reads, writes = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                for name in order:
                    importlib.import_module(name)
                os._exit(0)
            except BaseException:
                os.write(writes, traceback.format_exc().encode()[-4096:])
                os._exit(1)
        os.close(writes)
        with open(reads, encoding="utf-8") as told:
            text = told.read()
        if os.waitpid(child, 0)[1] != 0:
            wrong[room] = wrong.get(room, "") + (text or "killed")
print(json.dumps(wrong))
"""
"""Each room in a fork of its own, for either order: what is no room's has been imported before."""


@pytest.fixture(scope="module")
def wrong_orders() -> dict[str, str]:
    """How the modules of a room cannot be imported."""
    rooms = {
        room: [name for name in NAMES if name.startswith(f"clagdsl.{room}.")] for room in ROOMS
    }
    command = [sys.executable, "-W", "ignore", "-c", ORDERS]
    done = subprocess.run(
        command,
        cwd=ROOT,
        input=json.dumps([HEAVY, rooms]),
        capture_output=True,
        text=True,
        check=True,
    )
    wrong: dict[str, str] = json.loads(done.stdout)
    return wrong


@pytest.mark.parametrize("room", ROOMS)
def test_the_modules_of_a_room_can_be_imported_in_any_order(
    room: str, wrong_orders: dict[str, str]
) -> None:
    """In a process that has imported no other room: no circle hides behind a lucky order.

    The contract of import-linter says so of the whole graph; this says it of Python itself, for
    the order of the names and for the opposite one.
    """
    assert wrong_orders.get(room, "") == ""


@pytest.mark.parametrize("room", ROOMS)
def test_a_door_is_light(room: str) -> None:
    """Whoever opens a door loads neither what stands behind it nor what that needs."""
    text = LIGHT.format(room=room, heavy=HEAVY)
    command = [sys.executable, "-c", text]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_no_two_rooms_have_modules_of_one_name_but_those_of_the_list() -> None:
    """CONTRIBUTING has the list, and what each name means wherever it stands."""
    rooms = defaultdict(set)
    for name in NAMES:
        parts = name.split(".")
        if len(parts) > 2 and not NAMES[name].name.startswith("__"):
            rooms[parts[-1]].add(parts[1])
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    listed = set(re.findall(r"^\| `(\w+)\.py` \|", text, re.MULTILINE))
    assert listed
    assert {name for name, found in rooms.items() if len(found) > 1} == listed


def test_no_two_classes_have_one_name_without_a_reason() -> None:
    found = defaultdict(set)
    for name, path in NAMES.items():
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ClassDef):
                found[node.name].add(name)
    twice = {name for name, modules in found.items() if len(modules) > 1}
    assert twice - TWICE.keys() == set()

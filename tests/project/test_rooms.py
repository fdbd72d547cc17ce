"""The rooms of the package: each has a door, and every module can be entered by itself.

`CLAGDSL_REWRITE=1 pytest tests/project/test_rooms.py` writes anew, in the docstring of each room,
which of its modules other rooms use; the change is reviewed as text.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import textwrap
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


@pytest.mark.parametrize("room", ROOMS)
def test_a_door_is_light(room: str) -> None:
    """Whoever opens a door loads neither what stands behind it nor what that needs."""
    text = LIGHT.format(room=room, heavy=HEAVY)
    command = [sys.executable, "-c", text]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []

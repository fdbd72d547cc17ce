"""How the tests are laid out: no test module leans on another."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent
MODULES = sorted(TESTS.rglob("*.py"))


def imported(path: Path) -> set[str]:
    """The last parts of the names that a module imports from, and what it imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {part for name in node.names for part in name.name.split(".")}
        if isinstance(node, ast.ImportFrom):
            found |= {*(node.module or "").split("."), *(name.name for name in node.names)}
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(TESTS)))
def test_no_module_imports_a_test_module(path: Path) -> None:
    names = {other.stem for other in MODULES if other.stem.startswith("test_")}
    assert imported(path) & names == set()
    assert not any(node.name.startswith("test_") for node in functions(path)) or (
        path.name.startswith("test_")
    )


def functions(path: Path) -> list[ast.FunctionDef]:
    return [
        node
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef)
    ]

"""How the tests are laid out: no test module leans on another."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent
MODULES = sorted(TESTS.rglob("*.py"))


def imported(tree: ast.Module) -> set[str]:
    """The last parts of the names that a module imports from, and what it imports."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {part for name in node.names for part in name.name.split(".")}
        if isinstance(node, ast.ImportFrom):
            found |= {*(node.module or "").split("."), *(name.name for name in node.names)}
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(TESTS)))
def test_no_module_imports_a_test_module(path: Path) -> None:
    names = {other.stem for other in MODULES if other.stem.startswith("test_")}
    tree = ast.parse(path.read_text("utf-8"))
    assert imported(tree) & names == set()
    assert not any(node.name.startswith("test_") for node in functions(tree)) or (
        path.name.startswith("test_")
    )


def functions(tree: ast.Module) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]

"""The tools that hold the style and the layers are part of the tests, so one command runs all."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
MODULES = sorted((ROOT / "clagdsl").rglob("*.py"))
LONGEST_MODULE = 500
LONGEST_FUNCTION = 40

TOOLS = {
    "mypy": ["-m", "mypy"],
    "ruff check": ["-m", "ruff", "check"],
    "ruff format": ["-m", "ruff", "format", "--check"],
    "import-linter": ["-c", "from importlinter.cli import lint_imports_command as c; c()"],
}


@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_finds_nothing(tool: str) -> None:
    done = subprocess.run(
        [sys.executable, *TOOLS[tool]],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_and_its_functions_are_short(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(text.splitlines()) < LONGEST_MODULE
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, kinds)]
    long = {f.name: body_lines(f) for f in functions if body_lines(f) >= LONGEST_FUNCTION}
    assert long == {}


def body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function without its docstring, which is a page of documentation."""
    first = function.body[0]
    documented = ast.get_docstring(function) is not None
    pages = (first.end_lineno or 0) - first.lineno + 1 if documented else 0
    return (function.end_lineno or 0) - function.lineno + 1 - pages


def test_nothing_is_left_undone() -> None:
    files = [*MODULES, *(ROOT / "tests").rglob("*.py"), *(ROOT / "docs").rglob("*.py")]
    marks = ("TO" + "DO", "FIX" + "ME", "X" * 3)
    left = [
        f"{path.relative_to(ROOT)}: {mark}"
        for path in files
        for mark in marks
        if mark in path.read_text("utf-8")
    ]
    assert left == []

"""The tools that hold the style and the layers are part of the tests, so one command runs all."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
MODULES = sorted((ROOT / "clagdsl").rglob("*.py"))

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

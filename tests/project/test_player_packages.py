"""The player of the how-to is packed and installed as that page says, and plays by its name."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from support.page_blocks import blocks_of

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "how-to" / "write-a-player.md"


def run(*command: str | Path, folder: Path, **environment: str) -> str:
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONUTF8": "1", **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_player_of_the_page_is_installed_and_plays(tmp_path: Path) -> None:
    blocks = blocks_of(PAGE.read_text("utf-8"))
    for block in blocks:
        if name := block.options.get("file"):
            (tmp_path / name).write_text(block.text, "utf-8")
    installed = tmp_path / "installed"
    pip = (sys.executable, "-m", "pip", "install", "-q", "--no-build-isolation", "--no-deps")
    run(*pip, "--target", installed, tmp_path, folder=tmp_path)
    [shown] = [block.text for block in blocks if block.language == "text"]
    command, _, expected = shown.removeprefix("$ clagdsl ").partition("\n")
    options = command.partition(" |")[0].split()
    path = os.pathsep.join([str(installed), str(ROOT)])
    told = run(sys.executable, "-m", "clagdsl", *options, folder=tmp_path, PYTHONPATH=path)
    assert told.startswith(expected)

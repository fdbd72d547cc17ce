"""The playground as it is published, written once for all tests of a worker."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site without NumPy, which is not in a registry of packages.

    Its packages come from npm's registry, if they are not here yet.
    """
    from fcntl import LOCK_EX, flock

    folder = tmp_path_factory.mktemp("playground") / "site"
    lock = ROOT / "build" / "playground.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as file:
        flock(file, LOCK_EX)  # two workers would fetch into one folder
        command = [sys.executable, "docs/write_playground.py", "--without-numpy", str(folder)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder

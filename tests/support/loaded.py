"""Games that many tests use, checked once in each process."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import clagdsl
from clagdsl.api import PlayableGame


@cache
def loaded(source: str | Path) -> PlayableGame:
    """Returns the game of a bundled name, or of a file that no test changes."""
    return clagdsl.load(source)

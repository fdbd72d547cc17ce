"""Rules that many tests read, checked once in a process."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import clagdsl
from clagdsl.api import PlayableGame


@cache
def loaded(source: str | Path) -> PlayableGame:
    """The rules of a bundled name or a file that no test changes."""
    return clagdsl.load(source)

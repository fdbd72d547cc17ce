"""Mutants of Python that play the same, each with the reason."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

LISTED: Final = Path(__file__).with_name("python_survivors.toml")


@cache
def reasons() -> dict[str, str]:
    """Why each listed mutant plays the same, by its name."""
    listed = tomllib.loads(LISTED.read_text(encoding="utf-8"))["survivor"]
    found = {name: entry["reason"] for entry in listed for name in entry["names"]}
    assert len(found) == sum(len(entry["names"]) for entry in listed)
    return found


def why_same(name: str) -> str | None:
    """Why a mutant plays the same, if it is known to."""
    return reasons().get(name)

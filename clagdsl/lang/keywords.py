"""The first words of a rules file, and those with which its statements begin."""

from __future__ import annotations

from typing import Final

VERSIONS: Final = (1, 2)
"""The versions of the language, as the first line of a file names them."""

STATEMENTS: Final = (
    "game",
    "players",
    "pack",
    "special",
    "source",
    "param",
    "let",
    "run",
    "tally",
    "deal",
    "twist",
    "schedule",
    "winner",
    "ends",
    "settle",
    "example",
    "change",
    "drop",
    "add",
)
"""The words that begin a statement."""

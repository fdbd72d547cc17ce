"""The words with which the statements of a rules file begin."""

from __future__ import annotations

from typing import Final

STATEMENTS: Final = (
    "game",
    "players",
    "source",
    "param",
    "let",
    "deal",
    "twist",
    "schedule",
    "winner",
    "settle",
    "example",
    "change",
    "drop",
    "add",
)
"""The words that begin a statement."""

"""The installation commands for users in the README."""

from __future__ import annotations

from typing import Final

USERS_SET_UP: Final = (
    "python3 tasks.py demo",
    "python3 -m venv .venv",
    ".venv/bin/pip install -q .",
    ".venv/bin/clagdsl demo",
)
"""The commands in order, as the README and the page on installation show them."""

"""How the README tells somebody who does not work on clagdsl to set it up."""

from __future__ import annotations

from typing import Final

USERS_SET_UP: Final = (
    "python3 tasks.py demo",
    "python3 -m venv .venv",
    ".venv/bin/pip install -q .",
    ".venv/bin/clagdsl demo",
)
"""The commands, in order, as README and the page about installing show them."""

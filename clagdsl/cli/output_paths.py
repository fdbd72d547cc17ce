"""The files that a command is asked to write: each once, and never the rules that it reads."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import click

RULES: Final = ".clag"


def check_targets(named: Iterable[tuple[str, str | None]], read: Iterable[str | None]) -> None:
    """Raise UsageError for what cannot be meant, before anything is played.

    `named` are options with the names of files to be written, `read` names of files to be read.
    """
    sources = {_real(name) for name in read if name}
    known: dict[Path, str] = {}
    for option, name in named:
        if name is None:
            continue
        if not name:
            raise click.UsageError(f"`{option}` needs the name of a file")
        real = _real(name)
        if real in sources or real.suffix.lower() == RULES:
            raise click.UsageError(f"`{option} {name}` would replace a file of rules")
        if real in known:
            both = f"`{known[real]}` and `{option}` both name"
            if known[real] == option:
                both = f"`{option}` is given twice with"
            raise click.UsageError(f"{both} `{name}`")
        known[real] = option


def _real(name: str) -> Path:
    try:
        return Path(name).resolve()
    except (OSError, RuntimeError, ValueError):  # what is wrong with it is told by its reader
        return Path(name)

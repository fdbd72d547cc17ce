"""Writes what a command makes to the file that the user names."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

import click

NEW_FILE: Final = 0o666


def write_file(path: Path, text: str) -> None:
    """Write a file aside and rename it, so that nobody ever reads half of it.

    Links are followed and an existing file keeps its mode.  A device or a pipe is written to, never
    replaced.  Raises UsageError where the system refuses.
    """
    try:
        real = path.resolve()
        if real.exists() and not real.is_file():
            real.write_text(text, encoding="utf-8", errors="backslashreplace")
        else:
            _replace(real, text)
    except (OSError, RuntimeError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise click.UsageError(f"cannot write `{path}`: {reason}") from error


def _replace(path: Path, text: str) -> None:
    mode = path.stat().st_mode & 0o7777 if path.exists() else NEW_FILE & ~_mask()
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:100]}.", dir=path.parent)
    aside = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
        # A file made aside is private; the real one is as readable as it was, or as a new file.
        aside.chmod(mode)
        aside.replace(path)
    except OSError:
        with suppress(OSError):
            aside.unlink()
        raise


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask

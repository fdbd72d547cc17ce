"""Writes what a command makes to the file that the user names."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

import click

NEW_FILE: Final = 0o666


def check_place(path: Path) -> None:
    """Raise UsageError where a file certainly cannot be written, before the work for it is done."""
    try:
        folder, taken = path.resolve().parent, path.is_dir()
        if taken or not folder.is_dir():
            reason = "Is a directory" if taken else "No such file or directory"
        elif not os.access(folder, os.W_OK):
            reason = "Permission denied"
        else:
            return
    except (OSError, RuntimeError, ValueError) as error:
        reason = str(error)
    raise click.UsageError(f"cannot write `{path}`: {reason}")


def write_file(path: Path, text: str | bytes) -> None:
    """Write a file aside and rename it, so that nobody ever reads half of it.

    Links are followed and an existing file keeps its mode.  A device or a pipe is written to, never
    replaced.  Raises UsageError where the system refuses.
    """
    data = text if isinstance(text, bytes) else text.encode("utf-8", "backslashreplace")
    try:
        real = path.resolve()
        if real.exists() and not real.is_file():
            real.write_bytes(data)
        else:
            _replace(real, data)
    except (OSError, RuntimeError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise click.UsageError(f"cannot write `{path}`: {reason}") from error


def _replace(path: Path, data: bytes) -> None:
    mode = path.stat().st_mode & 0o7777 if path.exists() else NEW_FILE & ~_mask()
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:100]}.", dir=path.parent)
    aside = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
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

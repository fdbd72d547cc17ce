"""Replaces files that people wrote: whole or not at all, whatever happens in the middle."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

import click


def replace_written(path: Path, before: bytes, after: bytes) -> None:
    """Put other bytes in the place of those that a file held when it was read.

    They are written aside, in the folder of the file itself and not of a link to it, and renamed
    when they are safe on the disk; the file keeps its mode.  A file that somebody else has
    changed in the meantime is left alone.
    """
    try:
        real = path.resolve(strict=True)
        mode = real.stat().st_mode & 0o7777
        handle, name = tempfile.mkstemp(prefix=f".{real.name}.", suffix=".aside", dir=real.parent)
    except OSError as error:
        raise cannot_write(path, error) from error
    aside = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(after)
            file.flush()
            os.fsync(file.fileno())
        aside.chmod(mode)
        if real.read_bytes() != before:
            raise click.UsageError(f"`{path}` was changed while it was read; it is left alone")
        aside.replace(real)
    except OSError as error:
        raise cannot_write(path, error) from error
    finally:
        with suppress(OSError):
            aside.unlink(missing_ok=True)


def cannot_write(path: Path, error: OSError) -> click.UsageError:
    """The wrong usage that a file is which cannot be written."""
    return click.UsageError(f"cannot write `{path}`: {error.strerror}")

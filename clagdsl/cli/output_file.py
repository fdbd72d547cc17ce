"""Writes what a command makes to the file that the user names."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

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


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file aside and rename it, so that nobody ever reads half of it.

    Links are followed and an existing file keeps its mode.  A device or a pipe is written to, never
    replaced.  Raises UsageError where the system refuses.
    """
    if isinstance(content, str):
        content = content.encode("utf-8", errors="backslashreplace")
    try:
        real = path.resolve()
        if real.exists() and not real.is_file():
            real.write_bytes(content)
        else:
            _replace(real, content)
    except (OSError, RuntimeError) as error:
        raise cannot_write(path, error) from error


def cannot_write(path: Path, error: Exception) -> click.UsageError:
    """The usage error of a file that the system refuses."""
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return click.UsageError(f"cannot write `{path}`: {reason}")


@contextmanager
def written_aside(path: Path) -> Iterator[IO[bytes]]:
    """A file to be written piece by piece, as `write_file` does it: whole in the end, or nothing.

    Raises UsageError where the system refuses, whenever that is.
    """
    try:
        real = path.resolve()
        pipe = real.exists() and not real.is_file()
        mode = None if pipe else _mode(real)
        aside, file = (real, real.open("wb")) if pipe else _open_aside(real)
    except (OSError, RuntimeError) as error:
        raise cannot_write(path, error) from error
    try:
        with file:
            yield file
        if mode is not None:
            _put_in_place(aside, real, mode)
    except BaseException as error:
        if mode is not None:
            with suppress(OSError):
                aside.unlink()
        if isinstance(error, OSError):
            raise cannot_write(path, error) from error
        raise


def _replace(path: Path, content: bytes) -> None:
    mode = _mode(path)
    aside, file = _open_aside(path)
    try:
        with file:
            file.write(content)
        _put_in_place(aside, path, mode)
    except OSError:
        with suppress(OSError):
            aside.unlink()
        raise


def _mode(path: Path) -> int:
    return path.stat().st_mode & 0o7777 if path.exists() else NEW_FILE & ~_mask()


def _open_aside(path: Path) -> tuple[Path, IO[bytes]]:
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:100]}.", dir=path.parent)
    return Path(name), os.fdopen(handle, "wb")


def _put_in_place(aside: Path, path: Path, mode: int) -> None:
    # A file made aside is private; the real one is as readable as it was, or as a new file.
    aside.chmod(mode)
    aside.replace(path)


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask

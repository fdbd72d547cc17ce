"""Writes files so that nobody ever reads half of one, whatever happens in the middle."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

from clagdsl.lang.errors import FileError

NEW_FILE: Final = 0o666
RULES: Final = ".clag"


def cannot_write(path: Path, error: Exception) -> FileError:
    """The error of a file that the system refuses."""
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return FileError(f"cannot write `{path}`: {reason}")


# --- before the work is done --------------------------------------------------------------


def check_place(path: Path) -> None:
    """Raise FileError where a file certainly cannot be written."""
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
    raise FileError(f"cannot write `{path}`: {reason}")


def is_taken(path: Path) -> bool:
    """Whether something stands there that a new file must not replace; an empty file may go.

    Raises FileError where that cannot be told.
    """
    try:
        return path.exists() and (not path.is_file() or path.stat().st_size > 0)
    except (OSError, ValueError) as error:
        raise FileError(f"cannot write `{path}`: {error}") from error


def check_targets(named: Iterable[tuple[str, str | None]], read: Iterable[str | None]) -> None:
    """Raise FileError where a file would be written twice, or in the place of rules.

    `named` are what shall be written, each with the name of its file, `read` names of files that
    are read.
    """
    sources = {_real(name) for name in read if name}
    known: dict[Path, str] = {}
    for option, name in named:
        if name is None:
            continue
        if not name:
            raise FileError(f"`{option}` needs the name of a file")
        real = _real(name)
        if real in sources or real.suffix.lower() == RULES:
            raise FileError(f"`{option} {name}` would replace a file of rules")
        if real in known:
            both = f"`{known[real]}` and `{option}` both name"
            if known[real] == option:
                both = f"`{option}` is given twice with"
            raise FileError(f"{both} `{name}`")
        known[real] = option


def _real(name: str) -> Path:
    try:
        return Path(name).resolve()
    except (OSError, RuntimeError, ValueError):  # what is wrong with it is told by its reader
        return Path(name)


# --- writing ------------------------------------------------------------------------------


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file aside and rename it.

    Links are followed and an existing file keeps its mode.  A device or a pipe is written to, never
    replaced.  Raises FileError where the system refuses.
    """
    if isinstance(content, str):
        content = content.encode("utf-8", errors="backslashreplace")
    with written_aside(path) as file:
        file.write(content)


@contextmanager
def written_aside(path: Path) -> Iterator[IO[bytes]]:
    """A file to be written piece by piece, as `write_file` does it: whole in the end, or nothing.

    Raises FileError where the system refuses, whenever that is.
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
            # A file made aside is private; the real one is as readable as it was, or as a new one.
            aside.chmod(mode)
            aside.replace(real)
    except BaseException as error:
        if mode is not None:
            with suppress(OSError):
                aside.unlink()
        if isinstance(error, OSError):
            raise cannot_write(path, error) from error
        raise


def replace_written(path: Path, before: bytes, after: bytes) -> None:
    """Put other bytes in the place of those that a file held when it was read.

    They are safe on the disk before the file of a person is given up for them; it keeps its mode.
    A file that somebody else has changed in the meantime is left alone.  Raises FileError.
    """
    try:
        real = path.resolve(strict=True)
        mode = _mode(real)
        aside, file = _open_aside(real)
    except OSError as error:
        raise cannot_write(path, error) from error
    try:
        with file:
            file.write(after)
            file.flush()
            os.fsync(file.fileno())
        aside.chmod(mode)
        if real.read_bytes() != before:
            raise FileError(f"`{path}` was changed while it was read; it is left alone")
        aside.replace(real)
    except OSError as error:
        raise cannot_write(path, error) from error
    finally:
        with suppress(OSError):
            aside.unlink(missing_ok=True)


def create_file(path: Path, text: str) -> None:
    """Write a new file whole; one that has appeared meanwhile is never overwritten.

    Raises FileError.
    """
    try:
        aside, file = _open_aside(path)
        try:
            with file:
                file.write(text.encode("utf-8"))
            aside.chmod(_new_mode())
            path.hardlink_to(aside)
        finally:
            with suppress(OSError):
                aside.unlink()
    except FileExistsError as error:
        raise FileError(f"`{path}` exists already and is not overwritten") from error
    except OSError as error:
        raise cannot_write(path, error) from error


def _mode(path: Path) -> int:
    return path.stat().st_mode & 0o7777 if path.exists() else _new_mode()


def _new_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return NEW_FILE & ~mask


def _open_aside(path: Path) -> tuple[Path, IO[bytes]]:
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:100]}.", dir=path.parent)
    return Path(name), os.fdopen(handle, "wb")

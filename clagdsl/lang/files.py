"""Writes files so that nobody ever reads half of one, whatever happens in the middle.

`targets` says what may be replaced; here it is done.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

from clagdsl.lang.errors import FileError

NEW_FILE: Final = 0o666
ANYBODY_MAY_WRITE: Final = 0o222
MOST_LINKS: Final = 40


def cannot_write(path: Path, error: Exception | str) -> FileError:
    """The error of a file that the system refuses."""
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return FileError(f"cannot write `{path}`: {reason}")


def is_read_only(real: Path) -> bool:
    """Whether a file that exists is not to be changed; an administrator could, and must not."""
    return not real.stat().st_mode & ANYBODY_MAY_WRITE or not os.access(real, os.W_OK)


def open_stream(path: Path) -> int | None:
    """The descriptor of this process that a path such as `/dev/stdout` stands for, or None.

    It must be told before links are followed to their end: where a shell has led standard output
    into a file, that end is the file, which is not to be replaced.
    """
    for _ in range(MOST_LINKS):
        folder = os.path.realpath(path.parent)
        own = folder == "/dev/fd" or folder == f"/proc/{os.getpid()}/fd"
        if own and path.name.isascii() and path.name.isdigit():
            return int(path.name)
        if not path.is_symlink():
            return None
        path = Path(folder, path.readlink())
    return None


# --- writing ------------------------------------------------------------------------------


def write_file(path: Path, content: str | bytes, *, durable: bool = False) -> None:
    """Write a file aside and rename it; `durable` waits until it is safe on the disk.

    Links are followed, and an existing file keeps its mode, owner and names.  A device or a pipe is
    written to, never replaced.  Raises FileError where the system refuses.
    """
    if isinstance(content, str):
        content = content.encode("utf-8", errors="backslashreplace")
    with written_aside(path, durable=durable) as file:
        file.write(content)


@contextmanager
def written_aside(
    path: Path, *, durable: bool = False, before: bytes | None = None
) -> Iterator[IO[bytes]]:
    """A file to be written piece by piece, as `write_file` does it: whole in the end, or nothing.

    With `before`, only a file that still holds these bytes is replaced.  Raises FileError where the
    system refuses, whenever that is.
    """
    try:
        stream = open_stream(path)
        real = path.resolve()
        straight = stream is not None or (real.exists() and not real.is_file())
        if not straight and real.exists() and is_read_only(real):
            raise cannot_write(path, "the file is read-only")
    except (OSError, RuntimeError, ValueError) as error:
        raise cannot_write(path, error) from error
    if straight:
        try:
            with os.fdopen(os.dup(stream), "wb") if stream is not None else real.open("wb") as file:
                yield file
        except OSError as error:
            raise cannot_write(path, error) from error
        return
    # Named before it is made, so that it can be taken away whenever the work is ended.
    aside = real.with_name(f".{real.name[:40]}.{os.urandom(4).hex()}")
    try:
        with _made(aside) as file:
            yield file
            file.flush()
            if durable:
                os.fsync(file.fileno())
        if before is not None and real.read_bytes() != before:
            raise FileError(f"`{path}` was changed while it was read; it is left alone")
        _put_in_place(aside, real)
        if durable:
            _sync_folder(real.parent)
    except BaseException as error:
        with suppress(OSError):
            aside.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise cannot_write(path, error) from error
        raise


def replace_written(path: Path, before: bytes, after: bytes) -> None:
    """Put other bytes in the place of those that a file held when it was read.

    They are safe on the disk before the file of a person is given up for them.  A file that
    somebody else has changed in the meantime is left alone, and so is one that is read-only.
    Raises FileError.
    """
    with written_aside(path, durable=True, before=before) as file:
        file.write(after)


def create_file(path: Path, text: str) -> None:
    """Write a new file whole; one that has appeared meanwhile is never overwritten.

    Raises FileError.
    """
    aside = path.with_name(f".{path.name[:40]}.{os.urandom(4).hex()}")
    try:
        try:
            with _made(aside) as file:
                file.write(text.encode("utf-8"))
            aside.chmod(_new_mode())
            path.hardlink_to(aside)
        finally:
            with suppress(OSError):
                aside.unlink(missing_ok=True)
    except FileExistsError as error:
        raise FileError(f"`{path}` exists already and is not overwritten") from error
    except (OSError, ValueError) as error:
        raise cannot_write(path, error) from error


# --- putting in place ---------------------------------------------------------------------


def _made(aside: Path) -> IO[bytes]:
    """A new file that only its owner can read."""
    return os.fdopen(os.open(aside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb")


def _put_in_place(aside: Path, real: Path) -> None:
    try:
        old = real.stat()
    except FileNotFoundError:
        aside.chmod(_new_mode())
        aside.replace(real)
        return
    if old.st_nlink > 1 or not _given_to(aside, old):
        _write_over(aside, real)  # a rename would take its other names, or its owner, from it
        aside.unlink()
    else:
        # A file made aside is private; the real one is as readable as it was.
        aside.chmod(old.st_mode & 0o7777)
        aside.replace(real)


def _given_to(aside: Path, old: os.stat_result) -> bool:
    """Whether a file has the owner and group of another one, now at the latest."""
    made = aside.stat()
    if (made.st_uid, made.st_gid) == (old.st_uid, old.st_gid):
        return True
    try:
        os.chown(aside, old.st_uid, old.st_gid)
    except OSError:
        return False
    return True


def _write_over(aside: Path, real: Path) -> None:
    """Write the bytes of one file into another; where that fails the other has its own again."""
    new, old = aside.read_bytes(), real.read_bytes()
    with real.open("r+b") as file:
        try:
            _fill(file, new)
        except BaseException:
            _fill(file, old)
            raise


def _fill(file: IO[bytes], content: bytes) -> None:
    file.seek(0)
    file.write(content)
    file.truncate()
    file.flush()
    os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Have the new name of a file reach the disk, where folders can be asked for that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _new_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return NEW_FILE & ~mask

"""One program at a time goes on with a file that it writes again and again."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final

from clagdsl.lang.errors import FileError

LONGEST_NAME: Final = 200
LOCKED_BYTE: Final = 1 << 20
"""Where Windows locks: behind the number of the process, which others may read."""


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold a file until the block is left; raises FileError where another program does.

    A file beside it is locked, because the file itself is replaced whenever it is written.  The
    system lets go of it when a program ends, however that is: what a dead one left behind holds
    nothing.  Where nothing can be locked nothing is held.
    """
    beside = lock_file(path)
    handle = None if beside is None else _locked(beside, path)
    try:
        yield
    finally:
        if handle is not None and beside is not None:
            if sys.platform == "win32":
                os.close(handle)
            with suppress(OSError):
                beside.unlink()
            if sys.platform != "win32":
                os.close(handle)


def lock_file(path: Path) -> Path | None:
    """The file that is locked, None where there is none: one for all spellings of a path."""
    try:
        real = path.resolve()
        if real.exists() and not real.is_file():
            return None
    except (OSError, RuntimeError, ValueError):  # told when it is written
        return None
    name = real.name
    if len(os.fsencode(name)) > LONGEST_NAME:
        name = blake2b(os.fsencode(name), digest_size=8).hexdigest()
    return real.with_name(f".{name}.lock")


def _locked(beside: Path, path: Path) -> int | None:
    """An open file that is locked, None where that is impossible."""
    while True:
        try:
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
            handle = os.open(beside, flags, 0o600)
        except OSError:
            return None
        try:
            _lock(handle)
            if os.path.samestat(os.fstat(handle), beside.stat()):
                with suppress(OSError):  # on a full disk nobody can read which process it is
                    os.truncate(handle, 0)
                    os.write(handle, str(os.getpid()).encode())
                return handle
        except (BlockingIOError, PermissionError) as error:
            process = _process(handle)
            os.close(handle)
            raise FileError(
                f"`{path}` is held by another clagdsl{process}: end that one first, or give"
                " another name"
            ) from error
        except FileNotFoundError:  # who held it took it away meanwhile
            pass
        except OSError:
            os.close(handle)
            return None
        os.close(handle)


def _lock(handle: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        os.lseek(handle, LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        os.lseek(handle, 0, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _process(handle: int) -> str:
    """The process that holds a locked file, as a message adds it."""
    with suppress(OSError):
        os.lseek(handle, 0, os.SEEK_SET)  # Windows is at the byte that could not be locked
        told = os.read(handle, 20)
        if told.isdigit():
            return f", process {told.decode()}"
    return ""

"""Writes files so that nobody ever reads half of one, whatever happens in the middle.

`targets` says what may be replaced; here it is done.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import IO, Final

from clagdsl.lang.errors import FileError
from clagdsl.lang.resources import path_exists

NEW_FILE: Final = 0o666
ANYBODY_MAY_WRITE: Final = 0o222
MOST_LINKS: Final = 40


def cannot_write(path: Path, error: Exception | str) -> FileError:
    """Returns the error of a file that the system refuses."""
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return FileError(f"cannot write `{path}`: {reason}")


def is_read_only(real: Path) -> bool:
    """Returns whether a file that exists is not to be changed; an administrator could, and must
    not.
    """
    return not real.stat().st_mode & ANYBODY_MAY_WRITE or not os.access(real, os.W_OK)


def open_stream(path: Path) -> int | None:
    """Returns the descriptor of this process that a path such as `/dev/stdout` stands for, or None.

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
    """Writes a file aside and rename it; `durable` waits until it is safe on the disk.

    Links are followed, and an existing file keeps its mode, owner and names.  A device or a pipe is
    written to, never replaced.  Raises FileError where the system refuses.
    """
    if isinstance(content, str):
        content = content.encode("utf-8", errors="backslashreplace")
    with atomic_writer(path, durable=durable) as file:
        file.write(content)


@contextmanager
def atomic_writer(
    path: Path, *, durable: bool = False, before: bytes | None = None
) -> Iterator[IO[bytes]]:
    """A file to be written piece by piece, as `write_file` does it: whole in the end, or nothing.

    With `before`, only a file that still holds these bytes is replaced.  Raises FileError where the
    system refuses, whenever that is.
    """
    try:
        stream = open_stream(path)
        real = path.resolve()
        in_place = stream is not None or (real.exists() and not real.is_file())
        if not in_place and real.exists() and is_read_only(real):
            raise cannot_write(path, "the file is read-only")
    except (OSError, RuntimeError, ValueError) as error:
        raise cannot_write(path, error) from error
    if in_place:
        try:
            with os.fdopen(os.dup(stream), "wb") if stream is not None else real.open("wb") as file:
                yield file
        except OSError as error:
            raise cannot_write(path, error) from error
        return
    # Named before it is made, so that it can be taken away whenever the work is ended.
    temporary = real.with_name(f".{real.name[:40]}.{os.urandom(4).hex()}")
    try:
        with _create_private(temporary) as file:
            yield file
            file.flush()
            if durable:
                os.fsync(file.fileno())
        if before is not None and real.read_bytes() != before:
            raise FileError(f"`{path}` was changed while it was read; it is left alone")
        _replace_target(temporary, real)
        if durable:
            _sync_folder(real.parent)
    except BaseException as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise cannot_write(path, error) from error
        raise


def replace_if_unchanged(path: Path, before: bytes, after: bytes) -> None:
    """Puts other bytes in the place of those that a file held when it was read.

    They are safe on the disk before the file of a person is given up for them.  A file that
    somebody else has changed in the meantime is left alone, and so is one that is read-only. Raises
    FileError.
    """
    with atomic_writer(path, durable=True, before=before) as file:
        file.write(after)


def create_file(path: Path, text: str) -> None:
    """Writes a new file whole; one that has appeared meanwhile is never overwritten.

    Raises FileError.
    """
    temporary = path.with_name(f".{path.name[:40]}.{os.urandom(4).hex()}")
    try:
        try:
            with _create_private(temporary) as file:
                file.write(text.encode("utf-8"))
            temporary.chmod(_new_mode())
            path.hardlink_to(temporary)
        finally:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
    except FileExistsError as error:
        raise FileError(f"`{path}` exists already and is not overwritten") from error
    except (OSError, ValueError) as error:
        raise cannot_write(path, error) from error


# --- putting in place ---------------------------------------------------------------------


def _create_private(temporary: Path) -> IO[bytes]:
    """Returns a new file that only its owner can read."""
    return os.fdopen(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb")


def _replace_target(temporary: Path, real: Path) -> None:
    try:
        old = real.stat()
    except FileNotFoundError:
        temporary.chmod(_new_mode())
        temporary.replace(real)
        return
    if old.st_nlink > 1 or not _match_owner(temporary, old):
        _overwrite(temporary, real)  # a rename would take its other names, or its owner, from it
        temporary.unlink()
    else:
        # A file made aside is private; the real one is as readable as it was.
        temporary.chmod(old.st_mode & 0o7777)
        temporary.replace(real)


def _match_owner(temporary: Path, old: os.stat_result) -> bool:
    """Returns whether a file has the owner and group of another one, now at the latest."""
    new = temporary.stat()
    if (new.st_uid, new.st_gid) == (old.st_uid, old.st_gid):
        return True
    try:
        os.chown(temporary, old.st_uid, old.st_gid)
    except OSError:
        return False
    return True


def _overwrite(temporary: Path, real: Path) -> None:
    """Writes the bytes of one file into another; where that fails the other has its own again."""
    new, old = temporary.read_bytes(), real.read_bytes()
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


# --- one program at a time goes on with a file that it writes again and again ---------------------


LONGEST_NAME: Final = 200
LOCKED_BYTE: Final = 1 << 20
"""Where Windows locks: behind the number of the process, which others may read."""


@contextmanager
def exclusive_lock(path: Path) -> Iterator[None]:
    """Holds a file until the block is left; raises FileError where another program does.

    A file beside it is locked, because the file itself is replaced whenever it is written.  The
    system lets go of it when a program ends, however that is: what a dead one left behind holds
    nothing.  Where nothing can be locked nothing is held.
    """
    lock = lock_file(path)
    handle = None if lock is None else _acquire_lock(lock, path)
    try:
        yield
    finally:
        if handle is not None and lock is not None:
            if sys.platform == "win32":
                os.close(handle)
            with suppress(OSError):
                lock.unlink()
            if sys.platform != "win32":
                os.close(handle)


def lock_file(path: Path) -> Path | None:
    """Returns the file that is locked, None where there is none: one for all spellings of a path."""
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


def _acquire_lock(lock: Path, path: Path) -> int | None:
    """Returns an open file that is locked, None where that is impossible."""
    while True:
        try:
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
            handle = os.open(lock, flags, 0o600)
        except OSError:
            return None
        try:
            _lock(handle)
            if os.path.samestat(os.fstat(handle), lock.stat()):
                with suppress(OSError):  # on a full disk nobody can read which process it is
                    os.truncate(handle, 0)
                    os.write(handle, str(os.getpid()).encode())
                return handle
        except (BlockingIOError, PermissionError) as error:
            process = _holder_text(handle)
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


def _holder_text(handle: int) -> str:
    """Returns the process that holds a locked file, as a message adds it."""
    with suppress(OSError):
        os.lseek(handle, 0, os.SEEK_SET)  # Windows is at the byte that could not be locked
        process_id = os.read(handle, 20)
        if process_id.isdigit():
            return f", process {process_id.decode()}"
    return ""


# --- private folder ------------------------------------------------------------------------------
# Folders whose content is believed: they belong to the user, and nobody else can write there.


OTHERS_MAY_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH


class NotPrivateError(Exception):
    """Why a folder cannot be the user's alone."""


def private_folder(path: Path) -> Path:
    """Returns the real path of a folder, made where it is missing; raises NotPrivateError.

    Nobody else can write in it, or put another in its place or in that of a folder above it.  What
    is made here can be entered by the user alone.  Where the system does not tell who may write, as
    Windows does not, only the user's own profile is trusted.
    """
    try:
        folder = path.expanduser().resolve()
        if not hasattr(os, "getuid"):
            return _ensure_in_profile(folder)
        return _ensure_private(folder)
    except (OSError, RuntimeError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise NotPrivateError(f"`{path}`: {reason or error}") from error


def _ensure_in_profile(folder: Path) -> Path:
    if home_folder().resolve() not in folder.parents:
        raise NotPrivateError(f"`{folder}` is not in the user's own folder")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _ensure_private(folder: Path) -> Path:
    levels = [folder, *folder.parents]
    there = next(place for place, level in enumerate(levels) if path_exists(level))
    for level in levels[there:]:
        _check_parent(level)
    for level in reversed(levels[:there]):
        level.mkdir(mode=0o700, exist_ok=True)
    _check_own(folder)
    for level in folder.parents:
        _check_parent(level)
    return folder


def _check_own(folder: Path) -> None:
    status = folder.stat()
    if status.st_uid != os.getuid():
        raise NotPrivateError(f"`{folder}` belongs to somebody else")
    if status.st_mode & OTHERS_MAY_WRITE:
        raise NotPrivateError(f"others can write in `{folder}`")


def _check_parent(folder: Path) -> None:
    """Nobody else can put another folder in the place of one in this."""
    status = folder.stat()
    if status.st_uid not in (0, os.getuid()):
        raise NotPrivateError(f"`{folder}` belongs to somebody else")
    if status.st_mode & OTHERS_MAY_WRITE and not status.st_mode & stat.S_ISVTX:
        raise NotPrivateError(f"others can write in `{folder}`")


def user_cache() -> Path:
    """Returns the user's folder for what can be made again; NotPrivateError where there is none."""
    xdg_cache = Path(os.environ.get("XDG_CACHE_HOME") or "")
    if xdg_cache.is_absolute():
        return xdg_cache / "clagdsl"
    try:
        return home_folder() / ".cache" / "clagdsl"
    except RuntimeError as error:
        raise NotPrivateError("there is no home folder") from error


def home_folder() -> Path:
    """Returns the user's own folder; raises RuntimeError where there is none.

    Python takes the root of the disk where `HOME` is empty.
    """
    home = Path.home()
    if os.environ.get("HOME") == "" and home == Path(home.anchor):
        raise RuntimeError("`HOME` is empty")
    if not home.is_absolute():
        raise RuntimeError(f"the home folder `{home}` is no whole path")
    return home

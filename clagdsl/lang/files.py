"""Writes files atomically: a reader sees either the old file or the new one, never a partial file.

The new contents are written to a temporary file next to the target, which then replaces it. Also
here: locks for files that one program rewrites again and again, and private folders, whose contents
are trusted. `output_paths` decides which files may be replaced.
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

# The mode of a new file before the umask; any write permission; links followed before giving up.
NEW_FILE: Final = 0o666
ANYBODY_MAY_WRITE: Final = 0o222
MOST_LINKS: Final = 40


def cannot_write(path: Path, error: Exception | str) -> FileError:
    """Returns the error for a file that the system does not allow to be written."""
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return FileError(f"cannot write `{path}`: {reason}")


def is_read_only(real: Path) -> bool:
    """Returns whether an existing file is marked read-only, even if an administrator could write
    it.
    """
    return not real.stat().st_mode & ANYBODY_MAY_WRITE or not os.access(real, os.W_OK)


def open_stream(path: Path) -> int | None:
    """Returns the open descriptor that a path such as `/dev/stdout` names, or None.

    This must be checked before links are fully resolved. If a shell has redirected standard output
    to a file, the path resolves to that file, which must not be replaced.
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
    """Writes a file under a temporary name and renames it; `durable` also syncs it to the disk.

    Links are followed, and an existing file keeps its mode, owner and hard links. A device or a
    pipe is written to, never replaced. Raises FileError if the system refuses.
    """
    if isinstance(content, str):
        content = content.encode("utf-8", errors="backslashreplace")
    with atomic_writer(path, durable=durable) as file:
        file.write(content)


@contextmanager
def atomic_writer(
    path: Path, *, durable: bool = False, before: bytes | None = None
) -> Iterator[IO[bytes]]:
    """Yields a file to be written piece by piece, with the guarantees of `write_file`.

    If the block raises, the target stays as it was. With `before`, the target is replaced only if
    its contents still equal these bytes. Raises FileError if the system refuses at any point.
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
    # The name is chosen first, so that the file can be removed however the block ends.
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
    """Replaces the contents of a file, if they are still the ones that were read.

    The new contents are synced to the disk before the old ones are discarded. A file that has
    changed in the meantime, or is read-only, is left unchanged, and FileError is raised.
    """
    with atomic_writer(path, durable=True, before=before) as file:
        file.write(after)


def create_file(path: Path, text: str) -> None:
    """Creates a file with its full contents; never overwrites one that has appeared in the
    meantime.

    Raises FileError if the file exists or the system refuses.
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


# --- replacing the target -----------------------------------------------------------------------


def _create_private(temporary: Path) -> IO[bytes]:
    """Creates a file that only its owner can read, and returns it."""
    return os.fdopen(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb")


def _replace_target(temporary: Path, real: Path) -> None:
    try:
        old = real.stat()
    except FileNotFoundError:
        temporary.chmod(_new_mode())
        temporary.replace(real)
        return
    if old.st_nlink > 1 or not _match_owner(temporary, old):
        _overwrite(temporary, real)  # a rename would lose its hard links or its owner
        temporary.unlink()
    else:
        # The temporary file is private; give it the mode of the old one.
        temporary.chmod(old.st_mode & 0o7777)
        temporary.replace(real)


def _match_owner(temporary: Path, old: os.stat_result) -> bool:
    """Returns whether a file has, or could be given, the owner and group of another file."""
    new = temporary.stat()
    if (new.st_uid, new.st_gid) == (old.st_uid, old.st_gid):
        return True
    try:
        os.chown(temporary, old.st_uid, old.st_gid)
    except OSError:
        return False
    return True


def _overwrite(temporary: Path, real: Path) -> None:
    """Writes the bytes of one file into another; restores the old bytes on failure."""
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
    """Syncs a folder, if the system supports it, so that a renamed file is on the disk."""
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


# --- locks: one program at a time rewrites a file -----------------------------------------------


LONGEST_NAME: Final = 200
LOCKED_BYTE: Final = 1 << 20
"""The byte that is locked on Windows: after the process id, so that others can read the id."""


@contextmanager
def exclusive_lock(path: Path) -> Iterator[None]:
    """Locks a file for the duration of the block; raises FileError if another program has locked
    it.

    The lock is on a separate file next to it, because the file itself is replaced whenever it is
    written. The system releases the lock when a program ends in any way, so a leftover lock file
    has no effect. If locks are not supported, nothing is locked.
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
    """Returns the lock file of a path, the same for all spellings of the path; None for devices and
    similar.
    """
    try:
        real = path.resolve()
        if real.exists() and not real.is_file():
            return None
    except (OSError, RuntimeError, ValueError):  # reported when it is written
        return None
    name = real.name
    if len(os.fsencode(name)) > LONGEST_NAME:
        name = blake2b(os.fsencode(name), digest_size=8).hexdigest()
    return real.with_name(f".{name}.lock")


def _acquire_lock(lock: Path, path: Path) -> int | None:
    """Returns a descriptor of the locked file; None if locks are not supported."""
    while True:
        try:
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
            handle = os.open(lock, flags, 0o600)
        except OSError:
            return None
        try:
            _lock(handle)
            if os.path.samestat(os.fstat(handle), lock.stat()):
                with suppress(OSError):  # on a full disk the process id is missing
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
        except FileNotFoundError:  # its previous holder has just removed it
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
    """Returns a message suffix that names the process holding a lock file."""
    with suppress(OSError):
        os.lseek(handle, 0, os.SEEK_SET)  # on Windows the position is at the locked byte
        process_id = os.read(handle, 20)
        if process_id.isdigit():
            return f", process {process_id.decode()}"
    return ""


# --- private folders: they belong to the user, and nobody else can write in them, so their
# contents are trusted


OTHERS_MAY_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH


class NotPrivateError(Exception):
    """Raised if a folder is not, and cannot be made, private to the user."""


def private_folder(path: Path) -> Path:
    """Returns the real path of a private folder, and creates it if missing; raises NotPrivateError
    if other users could change it.

    Nobody else can write in it, or replace it or a folder above it. Folders that are created here
    are accessible to the user alone. On systems without Unix permissions, such as Windows, only the
    user's own profile is trusted.
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
    """Raises NotPrivateError if somebody else could replace the folders inside this one."""
    status = folder.stat()
    if status.st_uid not in (0, os.getuid()):
        raise NotPrivateError(f"`{folder}` belongs to somebody else")
    if status.st_mode & OTHERS_MAY_WRITE and not status.st_mode & stat.S_ISVTX:
        raise NotPrivateError(f"others can write in `{folder}`")


def user_cache() -> Path:
    """Returns the user's cache folder; raises NotPrivateError if the user has no home folder."""
    xdg_cache = Path(os.environ.get("XDG_CACHE_HOME") or "")
    if xdg_cache.is_absolute():
        return xdg_cache / "clagdsl"
    try:
        return home_folder() / ".cache" / "clagdsl"
    except RuntimeError as error:
        raise NotPrivateError("there is no home folder") from error


def home_folder() -> Path:
    """Returns the user's home folder; raises RuntimeError if the user has none.

    If `HOME` is empty, Python uses the root of the disk, which is rejected here.
    """
    home = Path.home()
    if os.environ.get("HOME") == "" and home == Path(home.anchor):
        raise RuntimeError("`HOME` is empty")
    if not home.is_absolute():
        raise RuntimeError(f"the home folder `{home}` is not an absolute path")
    return home

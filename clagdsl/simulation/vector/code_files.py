"""Keeps machine code on disk, named by the hash of everything that it depends on.

- Input: all that a piece of code depends on, as bytes.
- Output: its object file, from disk or from the function that makes it.

Invariants:

- Loaded code is executed.  So it is kept only in a folder that belongs to the user and that nobody
  else can write; without such a folder nothing is kept, and one line is logged.
- A file is written under another name and then renamed, so that it is never seen half written, and
  two processes can write the same one.
- A file begins with a digest of the rest.  A file whose digest does not match counts as missing and
  is written again.

Tried and rejected: a folder for each state of the source, as the compiled functions of Numba need.
The name depends on exactly what the code depends on.  So a change of one rule leaves all other code
valid, and games share the code that they have in common.
"""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from shutil import rmtree
from typing import Final

from clagdsl.lang.files import NotPrivateError, private_folder, user_cache

LOG: Final = logging.getLogger("clagdsl")

CACHE_VARIABLE: Final = "CLAGDSL_CACHE"
"""The environment variable that names another folder for machine code."""

FOLDER: Final = "vector-code"
SEAL: Final = 16
"""The bytes of the digest at the head of a file."""
MOST_FILES: Final = 2000
"""If there are more, those read or written least recently are removed."""


@cache
def code_folder() -> Path | None:
    """Returns the folder for machine code, or None after logging why nothing can be kept."""
    reasons: list[str] = []
    for place in _places():
        try:
            return owner_only_folder(place() / FOLDER)
        except (NotPrivateError, OSError) as error:
            reasons.append(str(error))
    report_not_cached("; ".join(dict.fromkeys(reasons)))
    return None


def _places() -> Iterator[Callable[[], Path]]:
    """Yields functions that name a folder, best first."""
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen:
        yield lambda: Path(chosen) / "clagdsl"
    else:
        yield lambda: Path(__file__).parent / "__pycache__"
        yield user_cache


def owner_only_folder(path: Path) -> Path:
    """Returns a folder that only the user can enter or write.

    Raises NotPrivateError or OSError if that is impossible.
    """
    folder = private_folder(path)
    if hasattr(os, "getuid") and folder.stat().st_mode & 0o077:
        rmtree(folder)  # others may have opened files in it
        folder = private_folder(path)
    tempfile.TemporaryFile(dir=folder).close()
    return folder


@cache
def report_not_cached(reason: str) -> None:
    """Logs once that compiled code cannot be kept, and why."""
    LOG.warning("machine code is not kept, and is made anew each time: %s", reason)


def cached_code(folder: Path | None, parts: bytes, make: Callable[[], bytes]) -> bytes:
    """Returns the code kept for these parts; makes and keeps it if it is missing."""
    if folder is None:
        return make()
    path = folder / f"{blake2b(parts, digest_size=20).hexdigest()}.o"
    code = _read(path)
    if code is None:
        code = make()
        try:
            write_whole(path, _seal(code) + code)
            _remove_oldest(folder)
        except OSError as error:
            report_not_cached(error.strerror or str(error))
    return code


def is_kept(folder: Path | None, parts: bytes) -> bool:
    """Returns whether code for these parts is on disk."""
    return (
        folder is not None
        and _read(folder / f"{blake2b(parts, digest_size=20).hexdigest()}.o") is not None
    )


def _seal(code: bytes) -> bytes:
    return blake2b(code, digest_size=SEAL).digest()


def _read(path: Path) -> bytes | None:
    """Returns the contents of a file; None if it is missing or damaged."""
    try:
        whole = path.read_bytes()
        os.utime(path)
    except OSError:
        return None
    return whole[SEAL:] if _seal(whole[SEAL:]) == whole[:SEAL] else None


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file under another name and renames it, so that nobody sees it half written.

    Raises OSError.
    """
    handle, aside = tempfile.mkstemp(prefix=".", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(aside).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(aside).unlink()
        raise


def _remove_oldest(folder: Path) -> None:
    files = list(folder.iterdir())
    if len(files) > MOST_FILES:
        with suppress(OSError):  # another process may remove the same files
            files.sort(key=lambda file: file.stat().st_mtime)
            for file in files[: len(files) - MOST_FILES // 2]:
                file.unlink(missing_ok=True)

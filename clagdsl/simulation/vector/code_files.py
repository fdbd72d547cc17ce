"""Caches machine code on disk, keyed by a hash of everything that it depends on.

- Input: everything that a piece of code depends on, as bytes.
- Output: its object file, from disk or from the function that compiles it.

Invariants:

- Loaded code is executed.  It is therefore cached only in a folder that belongs to the user and
  that nobody else can write to; without such a folder nothing is cached, and one line is logged.
- A file is written under a temporary name and then renamed, so it is never visible half written,
  and two processes may write the same one.
- A file begins with a digest of the rest.  A file whose digest does not match counts as missing and
  is written again.

Tried and rejected: a separate folder for each state of the source, as the functions compiled by
Numba need.  Here the key covers exactly what the code depends on, so changing one rule leaves all
other code valid, and games share the code that they have in common.
"""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from shutil import rmtree
from typing import Final

from clagdsl.lang.files import NotPrivateError, private_folder, user_cache

LOG: Final = logging.getLogger("clagdsl")

CACHE_VARIABLE: Final = "CLAGDSL_CACHE"
"""The environment variable that overrides the machine code cache folder."""

FOLDER: Final = "vector-code"
SEAL: Final = 16
"""The length in bytes of the digest at the start of a file."""
MOST_FILES: Final = 2000
"""The maximum number of cached files; beyond it, the least recently used are removed."""


@cache
def code_folder() -> Path | None:
    """Returns the cache folder, or None (after logging the reason) if code cannot be cached."""
    return private_cache(os.environ.get(CACHE_VARIABLE, ""), Path(__file__).parent, FOLDER)


def private_cache(override: str, package: Path, name: str) -> Path | None:
    """Returns a cache folder called `name`; without one, logs the reason and returns None.

    `override` is a folder named by the user's environment.  By default the code is in the package,
    or else in the user's cache.
    """
    places: list[Callable[[], Path]] = [lambda: package / "__pycache__", user_cache]
    if override:
        places = [lambda: Path(override) / "clagdsl"]
    reasons: list[str] = []
    for place in places:
        try:
            return owner_only_folder(place() / name)
        except (NotPrivateError, OSError) as error:
            reasons.append(str(error))
    report_not_cached("; ".join(dict.fromkeys(reasons)))
    return None


def owner_only_folder(path: Path) -> Path:
    """Returns a folder that only the user can enter or write to, creating it if needed.

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
    """Logs, once only, that compiled code cannot be cached, and the reason."""
    LOG.warning("machine code cannot be saved and is compiled again each time: %s", reason)


def cached_code(folder: Path | None, parts: bytes, make: Callable[[], bytes]) -> bytes:
    """Returns the cached code for these parts; on a miss, compiles it with `make` and stores it."""
    if folder is None:
        return make()
    path = _path(folder, parts)
    code = _read(path)
    if code is None:
        code = make()
        try:
            write_whole(path, sealed(code))
            _remove_oldest(folder)
        except OSError as error:
            report_not_cached(error.strerror or str(error))
    return code


def is_kept(folder: Path | None, parts: bytes) -> bool:
    """Returns whether code for these parts is on disk."""
    return folder is not None and _read(_path(folder, parts)) is not None


def _path(folder: Path, parts: bytes) -> Path:
    return folder / f"{blake2b(parts, digest_size=20).hexdigest()}.o"


def sealed(data: bytes) -> bytes:
    """Returns the contents of a file: a digest, and the data."""
    return blake2b(data, digest_size=SEAL).digest() + data


def unsealed(path: Path) -> bytes:
    """Returns the data of a sealed file; raises ValueError if the data do not match its digest."""
    whole = path.read_bytes()
    if sealed(whole[SEAL:]) != whole:
        raise ValueError(f"{path} is damaged")
    return whole[SEAL:]


def _read(path: Path) -> bytes | None:
    """Returns the code in a file, or None if the file is missing or damaged."""
    try:
        code = unsealed(path)
        os.utime(path)
    except (OSError, ValueError):
        return None
    return code


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file under a temporary name and renames it, so it is never visible half written.

    Raises OSError if it cannot be written.
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

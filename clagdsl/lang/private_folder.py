"""Folders whose content is believed: they belong to the user, and nobody else can write there."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

from clagdsl.lang.paths import is_there

OTHERS: Final = stat.S_IWGRP | stat.S_IWOTH


class NotPrivateError(Exception):
    """Why a folder cannot be the user's alone."""


def private_folder(wanted: Path) -> Path:
    """The real path of a folder, made where it is missing; raises NotPrivateError.

    Nobody else can write in it, or put another in its place or in that of a folder above it.  What
    is made here can be entered by the user alone.  Where the system does not tell who may write,
    as Windows does not, only the user's own profile is trusted.
    """
    try:
        folder = wanted.expanduser().resolve()
        if not hasattr(os, "getuid"):
            return _in_profile(folder)
        return _made_private(folder)
    except (OSError, RuntimeError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise NotPrivateError(f"`{wanted}`: {reason or error}") from error


def _in_profile(folder: Path) -> Path:
    if home_folder().resolve() not in folder.parents:
        raise NotPrivateError(f"`{folder}` is not in the user's own folder")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _made_private(folder: Path) -> Path:
    levels = [folder, *folder.parents]
    there = next(place for place, level in enumerate(levels) if is_there(level))
    for level in levels[there:]:
        _check_above(level)
    for level in reversed(levels[:there]):
        level.mkdir(mode=0o700, exist_ok=True)
    _check_own(folder)
    for level in folder.parents:
        _check_above(level)
    return folder


def _check_own(folder: Path) -> None:
    found = folder.stat()
    if found.st_uid != os.getuid():
        raise NotPrivateError(f"`{folder}` belongs to somebody else")
    if found.st_mode & OTHERS:
        raise NotPrivateError(f"others can write in `{folder}`")


def _check_above(folder: Path) -> None:
    """Nobody else can put another folder in the place of one in this."""
    found = folder.stat()
    if found.st_uid not in (0, os.getuid()):
        raise NotPrivateError(f"`{folder}` belongs to somebody else")
    if found.st_mode & OTHERS and not found.st_mode & stat.S_ISVTX:
        raise NotPrivateError(f"others can write in `{folder}`")


def user_cache() -> Path:
    """The user's folder for what can be made again; NotPrivateError where there is none."""
    given = Path(os.environ.get("XDG_CACHE_HOME") or "")
    if given.is_absolute():
        return given / "clagdsl"
    try:
        return home_folder() / ".cache" / "clagdsl"
    except RuntimeError as error:
        raise NotPrivateError("there is no home folder") from error


def home_folder() -> Path:
    """The user's own folder; raises RuntimeError where there is none.

    Python takes the root of the disk where `HOME` is empty.
    """
    home = Path.home()
    if os.environ.get("HOME") == "" and home == Path(home.anchor):
        raise RuntimeError("`HOME` is empty")
    if not home.is_absolute():
        raise RuntimeError(f"the home folder `{home}` is no whole path")
    return home

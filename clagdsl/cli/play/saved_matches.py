"""Where matches are kept that nobody gave a file: numbered in the user's own folder."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Final

from clagdsl.check.loader import is_bundled_name
from clagdsl.lang.errors import FileError
from clagdsl.lang.files import NotPrivateError, cannot_write, home_folder, private_folder
from clagdsl.lang.resources import is_file

ENDING: Final = ".toml"
LONGEST_STEM: Final = 40


def folder() -> Path:
    """Returns the folder of kept matches, as the system wants it for what programs keep of their
    users.

    Raises FileError where the user has none.
    """
    try:
        return _state_folder() / "clagdsl" / "matches"
    except RuntimeError as error:
        raise FileError("there is no home folder") from error


def _state_folder() -> Path:
    if sys.platform == "win32":
        variable, usual = "LOCALAPPDATA", ("AppData", "Local")
    elif sys.platform == "darwin":
        variable, usual = "", ("Library", "Application Support")
    else:
        variable, usual = "XDG_STATE_HOME", (".local", "state")
    named = Path(os.environ.get(variable) or "") if variable else Path()
    if named.is_absolute():
        return named
    return home_folder().joinpath(*usual)


def new_match(rules: str) -> Path:
    """Returns a new, empty file for a match by these rules, such as `pagat-3`; raises FileError."""
    stem = re.sub(r"[^A-Za-z0-9_-]+", "-", Path(rules).stem)[:LONGEST_STEM].strip("-") or "match"
    place = folder()
    number = 1
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        while True:
            path = place / f"{stem}-{number}{ENDING}"
            try:
                with path.open("xb"):
                    return path
            except FileExistsError:
                number += 1
    except OSError as error:
        raise cannot_write(place, error) from error


def saved_match(name: str) -> Path:
    """Returns the file that `--resume` names: a path, or the name of a match in the folder."""
    path = Path(name)
    if not is_bundled_name(name):
        return path
    try:
        kept = folder() / f"{name}{ENDING}"
        return kept if is_file(kept) else path
    except FileError:
        return path


def resume_name(path: Path) -> str:
    """What `--resume` takes for a file: its name alone where it is in the folder."""
    return path.stem if _is_in_folder(path) else str(path)


def is_trusted(path: Path) -> bool:
    """Returns whether the user alone can have written a file: one in a folder that nobody else can
    write.

    Such a match may name rules anywhere, as `--trust` allows it for one from elsewhere.
    """
    try:
        return _is_in_folder(path) and bool(private_folder(path.parent))
    except NotPrivateError:
        return False


def _is_in_folder(path: Path) -> bool:
    try:
        return path.parent == folder() and path.suffix == ENDING
    except FileError:
        return False

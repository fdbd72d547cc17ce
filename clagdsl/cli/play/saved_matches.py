"""The user's folder of saved matches, for matches without a file of their own."""

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
# Characters of the rules' name that a file name keeps.
LONGEST_STEM: Final = 40


def folder() -> Path:
    """Returns the folder of saved matches, where the system keeps application data.

    Raises FileError if the user has no home folder.
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
    """Creates an empty file for a match with these rules, named like `pagat-3`; raises FileError if
    that fails.
    """
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
    """Returns the file that `--resume` refers to, by its path or by the name of a saved match."""
    path = Path(name)
    if not is_bundled_name(name):
        return path
    try:
        kept = folder() / f"{name}{ENDING}"
        return kept if is_file(kept) else path
    except FileError:
        return path


def resume_name(path: Path) -> str:
    """Returns the value of `--resume` for a file: only its name if it is in the folder."""
    return path.stem if _is_in_folder(path) else str(path)


def is_trusted(path: Path) -> bool:
    """Returns whether only the user can have written a file, and only they can write to its folder.

    Such a match may refer to rules anywhere, as `--trust` allows for others.
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

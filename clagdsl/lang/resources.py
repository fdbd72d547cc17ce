"""Finds the data that is shipped with the package: the grammar and the bundled rules."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

PACKAGE = Path(__file__).parent.parent


def shipped_folder() -> Path:
    """The folder of data inside the package; it exists only where the package was built."""
    return PACKAGE / "_data"


def data_folder(name: Literal["grammars", "rules"]) -> Path:
    """The folder of that name: inside the installed package, or beside it in a checkout."""
    shipped = shipped_folder() / name
    return shipped if shipped.is_dir() else PACKAGE.parent / name


def bundled_names() -> tuple[str, ...]:
    """The names of the bundled variants, in alphabetical order."""
    return tuple(sorted(path.stem for path in data_folder("rules").glob("*.clag")))


def bundled_path(name: str) -> Path | None:
    """The file of the bundled variant of that name, or None."""
    if not name.replace("-", "_").isidentifier():
        return None
    path = data_folder("rules") / f"{name}.clag"
    try:
        return path if path.is_file() else None
    except OSError:  # a name that no file can have
        return None


def sheet_path(name: str) -> Path:
    """The file of a score card that is shipped with the package."""
    shipped = shipped_folder() / "sheets"
    folder = shipped if shipped.is_dir() else PACKAGE.parent / "tests" / "conformance" / "sheets"
    return folder / f"{name}.toml"

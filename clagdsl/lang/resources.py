"""Finds the data shipped with the package: grammars, rules, conformance cases, JavaScript."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final, Literal

# --- paths --------------------------------------------------------------------------------------
# These functions accept any path from an argument, even one that no file can have. The methods of
# a Path, such as `exists`, raise OSError for some of these before Python 3.14.


def path_exists(path: Path) -> bool:
    """Returns whether a path exists; False if it cannot be followed."""
    return os.path.exists(path)  # noqa: PTH110


def is_folder(path: Path) -> bool:
    """Returns whether a path is a folder; False if it cannot be followed."""
    return os.path.isdir(path)  # noqa: PTH112


def is_file(path: Path) -> bool:
    """Returns whether a path is an ordinary file; False if it cannot be followed."""
    return os.path.isfile(path)  # noqa: PTH113


# --------------------------------------------------------------------------------------------------

PACKAGE = Path(__file__).parent.parent
FAMILY: Final = "family"
"""The folder of the bundled games that are not variants of Clag."""


_TITLE: Final = re.compile(r'^game\s+"([^"]*)"(?:\s+variant\s+"([^"]*)")?', re.MULTILINE)


def shipped_folder() -> Path:
    """Returns the folder of data inside the package, which exists only in a built package."""
    return PACKAGE / "_data"


def data_folder(name: Literal["grammars", "rules", "web"]) -> Path:
    """Returns the data folder with this name, in the installed package or in a checkout."""
    shipped = shipped_folder() / name
    return shipped if is_folder(shipped) else PACKAGE.parent / name


def bundled_names() -> tuple[str, ...]:
    """Returns the names of the bundled variants of Clag, in alphabetical order."""
    return _names_in(data_folder("rules"))


def family_names() -> tuple[str, ...]:
    """Returns the names of the other bundled games of the family, in alphabetical order."""
    return _names_in(data_folder("rules") / FAMILY)


def all_names() -> tuple[str, ...]:
    """Returns the names of all bundled rules: first the variants of Clag, then the family."""
    return (*bundled_names(), *family_names())


def _names_in(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in folder.glob("*.clag")))


def bundled_path(name: str) -> Path | None:
    """Returns the file of the bundled rules with this name, of Clag or of its family, or None."""
    if not name.replace("-", "_").isidentifier():
        return None
    rules = data_folder("rules")
    candidates = (folder / f"{name}.clag" for folder in (rules, rules / FAMILY))
    return next(filter(is_file, candidates), None)


def bundled_title(name: str) -> str:
    """Returns the title in a bundled rules file, or else its name; does not check the rules."""
    path = bundled_path(name)
    match = None if path is None else _TITLE.search(path.read_text("utf-8"))
    if match is None:
        return name
    return match[1] if match[2] is None else f"{match[1]}, {match[2]}"


def file_with_ending(name: str) -> str | None:
    """Returns the name with its ending added if this gives an existing rules file, or None."""
    return f"{name}.clag" if is_file(Path(f"{name}.clag")) else None


def conformance_folder() -> Path:
    """Returns the folder of the conformance cases, in the installed package or in a checkout."""
    shipped = shipped_folder() / "conformance"
    return shipped if is_folder(shipped) else PACKAGE.parent / "tests" / "conformance"


SUITE_PAGES: Final = ("conformance.md", "family-sources.md", "game-json.md", "language.md")
"""The pages of the reference that are in the conformance suite, and so in the package."""


def reference_folder() -> Path:
    """Returns the folder of the reference's pages, in the installed package or in a checkout."""
    shipped = shipped_folder() / "reference"
    return shipped if is_folder(shipped) else PACKAGE.parent / "docs" / "reference"


def sheet_path(name: str) -> Path:
    """Returns the path of a score card that is shipped with the package."""
    return conformance_folder() / "sheets" / f"{name}.toml"

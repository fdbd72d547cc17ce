"""How a file that is kept names rules: a bundled name, or a path from its own folder."""

from __future__ import annotations

import os
from pathlib import Path, PurePath

from clagdsl.check.loader import is_bundled_name


def reference_from(path: Path, rules: str) -> str | Path:
    """The rules that the file of a path names."""
    return rules if is_bundled_name(rules) else as_from_here(path.parent / rules)


def as_from_here(path: Path) -> Path:
    """The same file without the way up and down again that leads to it, from here if it is below.

    A path that goes up out of a link stays as it is.
    """
    if ".." not in path.parts:
        return path
    shorter = Path(os.path.normpath(path))
    try:
        if not shorter.samefile(path):
            return path
    except (OSError, ValueError):
        return path
    here = Path.cwd()
    return shorter.relative_to(here) if shorter.is_relative_to(here) else shorter


def rules_from(reference: str | Path, path: Path | None) -> str:
    """How a file at a path names the rules; without a path, as from the current folder."""
    if is_bundled_name(str(reference)):
        return str(reference)
    folder = Path() if path is None else path.parent
    try:
        named = PurePath(os.path.relpath(reference, folder)).as_posix()
    except ValueError:  # on another drive
        named = Path(reference).absolute().as_posix()
    return f"./{named}" if is_bundled_name(named) else named

"""Finds the command that installs an extra of the package, however this copy was installed.

The package itself is not in any index, so a command that names it would find nothing. The packages
that an extra requires are in an index, so the command installs those, using the running Python
interpreter.
"""

from __future__ import annotations

import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from typing import Final, Literal, TypeAlias

_MARKER: Final = re.compile(r"""extra == ['"]([a-z]+)['"]""")
Extra: TypeAlias = Literal[
    "cluster", "editor", "mcp", "parquet", "plot", "rl", "sheets", "simulate", "web"
]


def packages_of(*extras: Extra) -> tuple[str, ...]:
    """Returns the packages that extras need, in pip's syntax; empty if this copy does not list
    them.
    """
    offered = _from_metadata() or _from_pyproject()
    packages: dict[str, None] = {}
    waiting: list[str] = [*reversed(extras)]
    while waiting:
        for package in offered.get(waiting.pop(), []):
            own = package.removeprefix("clagdsl[").removesuffix("]")
            if own != package:
                waiting += own.split(",")
            else:
                packages[package] = None
    return tuple(packages)


def _from_metadata() -> dict[str, list[str]]:
    """Returns the packages of each extra, from the metadata of the installed package."""
    offered: dict[str, list[str]] = {}
    try:
        required = requires("clagdsl") or []
    except PackageNotFoundError:
        return {}
    for text in required:
        package, _, marker = text.partition(";")
        extra = _MARKER.fullmatch(marker.strip())
        if extra is not None:
            offered.setdefault(extra.group(1), []).append(package.strip())
    return offered


def _from_pyproject() -> dict[str, list[str]]:
    """Returns the packages of each extra, from the project file of a checkout."""
    try:
        text = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
        project: object = tomllib.loads(text).get("project")
    except (OSError, ValueError):
        return {}
    if not isinstance(project, dict) or project.get("name") != "clagdsl":
        return {}
    return {
        extra: [*packages] for extra, packages in project.get("optional-dependencies", {}).items()
    }


def install_command(
    *extras: Extra, python: str | None = None, without: tuple[str, ...] = ()
) -> str:
    """Returns the command that installs the packages of extras, for this Python or for `python`.

    Packages whose names are in `without` are left out.
    """
    packages = tuple(each for each in packages_of(*extras) if not each.startswith(without))
    if not packages:
        # This copy is not installed; FOLDER is its place.
        return f'pip install -e "FOLDER[{",".join(extras)}]"'
    executable = python or sys.executable or "python"
    quoted = f'"{executable}"' if " " in executable else executable
    return " ".join([quoted, "-m", "pip", "install", *(f'"{package}"' for package in packages)])

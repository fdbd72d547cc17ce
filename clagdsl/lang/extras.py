"""How what an extra of the package needs is installed, whatever way this copy was installed.

The package stands in no index: a command that names it would find nothing.  What an extra needs
does, so the packages themselves are named, and the Python that runs now is the one that gets them.
"""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, requires
from typing import Literal, TypeAlias

Extra: TypeAlias = Literal["cluster", "editor", "parquet", "plot", "simulate"]


def packages_of(*extras: Extra) -> tuple[str, ...]:
    """What extras need, as pip reads it; nothing where this copy was not installed by pip."""
    try:
        required = requires("clagdsl") or []
    except PackageNotFoundError:
        return ()
    found: dict[str, None] = {}
    waiting: list[str] = [*reversed(extras)]
    while waiting:
        wanted = waiting.pop()
        for text in required:
            package, _, marker = text.partition(";")
            if marker.strip().replace("'", '"') != f'extra == "{wanted}"':
                continue
            own = package.strip().removeprefix("clagdsl[").removesuffix("]")
            if own != package.strip():
                waiting += own.split(",")
            else:
                found[package.strip()] = None
    return tuple(found)


def install_command(*extras: Extra, python: str | None = None) -> str:
    """The command that installs what extras need, for the Python that runs or another one."""
    packages = packages_of(*extras)
    if not packages:
        # A copy that nobody installed: FOLDER is where it is.
        return f'pip install -e "FOLDER[{",".join(extras)}]"'
    executable = python or sys.executable or "python"
    quoted = f'"{executable}"' if " " in executable else executable
    return " ".join([quoted, "-m", "pip", "install", *(f'"{package}"' for package in packages)])

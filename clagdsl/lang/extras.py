"""How what an extra of the package needs is installed, whatever way this copy was installed.

The package stands in no index: a command that names it would find nothing.  What an extra needs
does, so the packages themselves are named, and the Python that runs now is the one that gets them.
"""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, requires
from typing import Literal, TypeAlias

Extra: TypeAlias = Literal["cluster", "editor", "parquet", "plot", "simulate"]


def packages_of(extra: Extra) -> tuple[str, ...]:
    """What an extra needs, as pip reads it; nothing where this copy was not installed by pip."""
    try:
        required = requires("clagdsl") or []
    except PackageNotFoundError:
        return ()
    found: dict[str, None] = {}
    waiting: list[str] = [extra]
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


def install_command(extra: Extra, python: str | None = None) -> str:
    """The command that installs what an extra needs, for the Python that runs or another one."""
    packages = packages_of(extra)
    if not packages:
        return f'pip install -e "FOLDER[{extra}]"'  # a copy that nobody installed: FOLDER is where
    executable = python or sys.executable or "python"
    quoted = f'"{executable}"' if " " in executable else executable
    return " ".join([quoted, "-m", "pip", "install", *(f'"{package}"' for package in packages)])

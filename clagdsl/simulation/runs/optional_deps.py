"""What needs an extra of the package."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from clagdsl.lang.extras import Extra, install_command
from clagdsl.simulation.runs.request_error import wrong_request


@contextmanager
def needing(argument: str, extra: Extra, named: str, *packages: str) -> Iterator[None]:
    """Imports of the packages of an extra: RequestError with what to install where one is missing.

    `argument` is what needs them, with the name of an argument in braces.
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in packages:
            raise
        raise wrong_request(
            f"`{argument}` needs {named}: install what is missing with `{install_command(extra)}`"
        ) from missing


def needing_numba(argument: str) -> AbstractContextManager[None]:
    """Imports of what plays many matches."""
    return needing(argument, "simulate", "NumPy and Numba", "numpy", "numba", "llvmlite")

"""Checks that the optional packages required by a feature are installed."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from mmap import mmap
from typing import Final, Literal, TypeAlias

from clagdsl.engine.players.named_players import RANDOM
from clagdsl.lang.optional_deps import Extra, install_command
from clagdsl.simulation.request_error import MissingPackagesError

ADDRESSES_OF_NUMBA: Final = 544 << 20
"""The address space (not memory) that Numba needs, in bytes; compiling uses 470 to 570 MiB."""

ADDRESSES_OF_NUMPY: Final = 192 << 20
"""The address space that NumPy needs, in bytes; with less, its linear algebra aborts on start."""


@dataclass(frozen=True, slots=True)
class _Needed:
    """An extra's packages: their names in messages, and the modules to import."""

    named: str
    modules: tuple[str, ...]


_NEEDED: Final[Mapping[Extra, _Needed]] = {
    "simulate": _Needed("NumPy and Numba", ("numpy", "numba", "llvmlite")),
    "plot": _Needed("matplotlib", ("matplotlib",)),
    "parquet": _Needed("PyArrow", ("pyarrow",)),
    "cluster": _Needed("Dask", ("distributed", "dask", "tornado")),
}

Library: TypeAlias = Literal["pettingzoo", "gymnasium", "openspiel"]
"""A library in the `rl` extra; any one of them can be used without the others."""

_LIBRARIES: Final[Mapping[Library, _Needed]] = {
    "pettingzoo": _Needed("PettingZoo", ("pettingzoo", "gymnasium")),
    "gymnasium": _Needed("Gymnasium", ("gymnasium",)),
    "openspiel": _Needed("OpenSpiel", ("pyspiel",)),
}

_OTHER_PACKAGES: Final[Mapping[Library, tuple[str, ...]]] = {
    "pettingzoo": ("open-spiel",),
    "gymnasium": ("open-spiel", "pettingzoo"),
    "openspiel": ("gymnasium", "pettingzoo"),
}
"""The packages of the `rl` extra that a library does not need."""


def plays_randomly(players: str | Sequence[str]) -> bool:
    """Returns whether all seats play at random; a string lists the players, comma-separated."""
    names = players.split(",") if isinstance(players, str) else players
    return isinstance(names, Sequence) and {str(name).strip() for name in names} == {RANDOM}


def check_library(library: Library, feature: str) -> None:
    """Raises MissingPackagesError if packages from `rl` that `feature` needs are missing."""
    needed = (_LIBRARIES[library], _NEEDED["simulate"])
    missing = [one.named for one in needed if not all(map(find_spec, one.modules))]
    if missing:
        command = install_command("rl", without=_OTHER_PACKAGES[library])
        raise MissingPackagesError(
            f"`{feature}` needs {', '.join(missing)} (the `rl` extra):"
            f" install what is missing with `{command}`"
        )


def check_extras(features: Mapping[Extra, str], *, compiled: bool = True) -> None:
    """Raises MissingPackagesError, with all packages and an install command, if any are missing.

    `features` maps each extra to the feature that needs it, with argument names in braces.  If
    `compiled` is false, NumPy is enough to simulate.  Raises MemoryError if a library has too
    little address space to start.
    """
    missing = [extra for extra in features if not all(map(find_spec, _modules(extra, compiled)))]
    if missing:
        wants = ", ".join(
            f"`{features[extra]}` needs {_NEEDED[extra].named} (the `{extra}` extra)"
            for extra in missing
        )
        command = install_command(*missing)
        raise MissingPackagesError(f"{wants}: install what is missing with `{command}`")
    if "simulate" in features:
        _check_memory(compiled=compiled)


def _modules(extra: Extra, compiled: bool) -> tuple[str, ...]:
    return ("numpy",) if extra == "simulate" and not compiled else _NEEDED[extra].modules


def _check_memory(*, compiled: bool) -> None:
    """Raises MemoryError if NumPy or Numba could not start, as either would abort the process."""
    library, needed = ("numba", ADDRESSES_OF_NUMBA) if compiled else ("numpy", ADDRESSES_OF_NUMPY)
    if sys.platform == "win32" or library in sys.modules:
        return
    try:
        mmap(-1, needed).close()
    except OSError as error:
        raise MemoryError(f"{library} has too few addresses") from error

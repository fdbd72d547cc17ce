"""The identity that a worker reports before it receives work; needs no heavy imports."""

from __future__ import annotations

from importlib.util import find_spec

from clagdsl.lang.fingerprint import program_hash
from clagdsl.version import VERSION

NEEDED = ("numpy", "numba")


def identity() -> tuple[str, str, tuple[str, ...]]:
    """Returns clagdsl's version, the hash of its program, and the names of missing packages."""
    return VERSION, program_hash(), tuple(name for name in NEEDED if find_spec(name) is None)

"""What a worker tells of itself before it is given work; nothing heavy is imported for it."""

from __future__ import annotations

from importlib.util import find_spec

from clagdsl.lang.fingerprint import program_hash
from clagdsl.version import VERSION

NEEDED = ("numpy", "numba")


def identity() -> tuple[str, str, tuple[str, ...]]:
    """Returns the version of clagdsl, the fingerprint of its program, and the packages that are
    missing.
    """
    return VERSION, program_hash(), tuple(name for name in NEEDED if find_spec(name) is None)

"""How functions are compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from numba import njit

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """The function as machine code, kept on disk for the next time where that can be written."""
    keep: Any = njit(cache=True, nogil=True)
    forget: Any = njit(nogil=True)
    try:
        made: F = keep(function)
    except RuntimeError:  # there is nowhere to keep it
        made = forget(function)
    return made

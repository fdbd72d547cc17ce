"""Collects the named tuples of arrays that compiled functions take, without importing Numba."""

from __future__ import annotations

from typing import Any, Final, TypeVar

R = TypeVar("R", bound=tuple[Any, ...])

RECORDS: Final[list[type]] = []
"""The records that Numba does not know yet: see `jit.register_records`."""


def array_record(record: type[R]) -> type[R]:
    """Registers a named tuple whose items are arrays, such records or None.

    Compiled functions receive it by its address.  They read items by name, but can neither create
    such a tuple nor use it in other ways.  Passing one with another kind of item raises TypeError.
    """
    RECORDS.append(record)
    return record

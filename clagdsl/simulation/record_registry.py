"""Collects the array record types of compiled functions, without importing Numba."""

from __future__ import annotations

from typing import Any, Final, TypeVar

R = TypeVar("R", bound=tuple[Any, ...])

RECORDS: Final[list[type]] = []
"""The records not yet registered with Numba: see `jit.register_records`."""


def array_record(record: type[R]) -> type[R]:
    """Registers a named tuple class whose items are arrays, other such records, or None.

    Compiled functions receive a record as an address.  They can read its items by name, but neither
    create such a tuple nor use it in other ways.  Passing a tuple with items of other types raises
    TypeError.
    """
    RECORDS.append(record)
    return record

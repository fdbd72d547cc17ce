"""Names the tuples of arrays that compiled functions take, whether Numba is loaded or not."""

from __future__ import annotations

from typing import Any, Final, TypeVar

R = TypeVar("R", bound=tuple[Any, ...])

RECORDS: Final[list[type]] = []
"""The records that Numba does not know yet: see `jit.register_records`."""


def array_record(record: type[R]) -> type[R]:
    """Have compiled functions take a named tuple of arrays, such records and None by its address.

    They read its items by their names, and can neither make one nor ask it for anything else.
    Raises TypeError, once it is given to them, where an item is something else.
    """
    RECORDS.append(record)
    return record

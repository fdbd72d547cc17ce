"""What is kept of tables, as values, and what goes wrong with it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from clagdsl.lang.errors import FileError
from clagdsl.lang.frozen import dataclass

Standing: TypeAlias = Literal["running", "over", "deleted"]
"""Whether a table goes on, is finished, or is shown to nobody any more."""


class StorageError(FileError):
    """A file of tables that cannot be opened, read or added to; nothing of it was kept."""


class OutOfStepError(StorageError):
    """Another event has the number that this one was to have."""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One event of a table: the `number`-th, from 1, which came with this `key`.

    `time` is when it was kept, in UTC as ISO 8601 has it, `rules` the fingerprint of the rules.
    """

    table: str
    number: int
    key: str
    body: str
    time: str
    rules: str


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event that is to be kept, and how the table stands with it.

    `summary` is what a list of tables shows of it, a text that nobody here reads.  `rules` is the
    fingerprint of the rules, `rules_text` the rules themselves where they are not kept yet.
    `secret` is what the table keeps to itself until it is over.
    """

    table: str
    number: int
    key: str
    body: str
    rules: str
    summary: str
    standing: Standing = "running"
    rules_text: str | None = None
    secret: str | None = None


@dataclass(frozen=True, slots=True)
class StoredResult:
    """An event that is safe on the disk; `again` if it was there before under the same key."""

    event: StoredEvent
    is_duplicate: bool = False


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as a list shows it; times are in UTC as ISO 8601 has them."""

    name: str
    standing: Standing
    opened: str
    changed: str
    summary: str

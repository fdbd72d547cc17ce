"""The values that are stored for a table, and the errors of storage."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeAlias

from clagdsl.lang.errors import FileError
from clagdsl.lang.frozen import dataclass

Standing: TypeAlias = Literal["running", "over", "deleted"]
"""Whether a table is in progress, finished, or hidden from everybody."""


class StorageError(FileError):
    """Raised if a file of tables cannot be opened, read or written; nothing was stored.

    `message` has no text of SQLite, no stored value and no raw cause: others may read it. `cause`
    is for the operator of the server alone.
    """

    def __init__(self, message: str, cause: str = "") -> None:
        super().__init__(f"{message} ({cause})" if cause else message)
        self.message = message


class DamagedFileError(StorageError):
    """Raised if a file of tables cannot be used because its contents are damaged."""

    def __init__(self, path: Path, cause: str = "") -> None:
        super().__init__(
            f"`{path}` is damaged: put it aside, and go on with a copy that `--backup` made, such"
            " as `clagdsl serve --data COPY.db`",
            cause,
        )


class OutOfStepError(StorageError):
    """Raised if another event already has the number of this one."""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One stored event of a table: its number, counted from 1, and its idempotency `key`.

    `time` is when it was stored, as ISO 8601 in UTC. `rules` is the fingerprint of the rules.
    """

    table: str
    number: int
    key: str
    body: str
    time: str
    rules: str


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event to be stored, and the state of its table after it.

    - `summary`: the text shown in lists of tables; opaque here.
    - `rules`: the fingerprint of the rules.
    - `rules_text`: the rules themselves, if they are not stored yet.
    - `secret`: a text that stays hidden until the match is over.
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
    """An event that is safe on disk; `is_duplicate` if its key had been stored before."""

    event: StoredEvent
    is_duplicate: bool = False


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as shown in lists; times are ISO 8601 in UTC."""

    name: str
    standing: Standing
    opened: str
    changed: str
    summary: str

"""The schema versions of the file, each as the statements that upgrade the previous version.

A new version appends statements and never edits released ones. `tests/storage` has a file of each
version.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TypeAlias

from clagdsl.storage.model import StorageError

APPLICATION: Final = 0x434C4147
"""The SQLite application id in the header of each file: `CLAG`."""

Migration: TypeAlias = tuple[str, ...]
"""The statements that upgrade a file by one version."""

MIGRATIONS: Final[tuple[Migration, ...]] = (
    (
        """CREATE TABLE tables (
             name TEXT PRIMARY KEY,
             standing TEXT NOT NULL CHECK (standing IN ('running', 'over', 'deleted')),
             opened TEXT NOT NULL,
             changed TEXT NOT NULL,
             summary TEXT NOT NULL
           ) STRICT""",
        "CREATE INDEX tables_by_change ON tables (standing, changed DESC, name)",
        "CREATE TABLE rules (fingerprint TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT",
        """CREATE TABLE events (
             table_name TEXT NOT NULL REFERENCES tables (name),
             number INTEGER NOT NULL,
             key TEXT NOT NULL,
             body TEXT NOT NULL,
             time TEXT NOT NULL,
             rules TEXT NOT NULL,
             PRIMARY KEY (table_name, number),
             UNIQUE (table_name, key)
           ) STRICT, WITHOUT ROWID""",
        # Acknowledged events never change; triggers guard against our own bugs.
        """CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events
           BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END""",
        """CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events
           BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END""",
    ),
    (
        # Hidden until the table is over; exports leave it out until then.
        """CREATE TABLE secrets (
             table_name TEXT PRIMARY KEY REFERENCES tables (name),
             body TEXT NOT NULL
           ) STRICT, WITHOUT ROWID""",
        """CREATE TRIGGER secrets_are_not_changed BEFORE UPDATE ON secrets
           BEGIN SELECT RAISE(ABORT, 'a secret is never changed'); END""",
        """CREATE TRIGGER secrets_are_not_deleted BEFORE DELETE ON secrets
           BEGIN SELECT RAISE(ABORT, 'a secret is never deleted'); END""",
    ),
)
"""All versions in order. Released versions must not change: every one of them can be upgraded to
the newest.
"""


def version_of(file: sqlite3.Connection, path: Path) -> int:
    """Returns the version of a file, 0 if it is empty; raises StorageError for other databases."""
    application = _number(file, "application_id")
    if application == APPLICATION:
        return _number(file, "user_version")
    if application or file.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
        raise StorageError(f"`{path}` is a database of another program: give another name")
    return 0


def migrate(
    file: sqlite3.Connection, path: Path, migrations: Sequence[Migration] = MIGRATIONS
) -> None:
    """Upgrades a file to the newest version in one transaction; raises StorageError if that fails.

    The old version is first copied to a file next to it.
    """
    version = version_of(file, path)
    if version > len(migrations):
        raise StorageError(
            f"`{path}` was written by a newer clagdsl (version {version} of the file, this one"
            f" reads up to {len(migrations)}): update clagdsl"
        )
    if version == len(migrations):
        return
    if version:
        copy_of(file, path.with_name(f"{path.name}.version-{version}"))
    file.execute("BEGIN IMMEDIATE")
    try:
        for statements in migrations[version:]:
            for statement in statements:
                file.execute(statement)
        file.execute(f"PRAGMA application_id = {APPLICATION}")
        file.execute(f"PRAGMA user_version = {len(migrations)}")
        file.execute("COMMIT")
    except sqlite3.Error:
        file.execute("ROLLBACK")
        raise


def copy_of(file: sqlite3.Connection, target: Path) -> None:
    """Writes a consistent copy of a file, even while others write to it; raises sqlite3.Error.

    An existing target is overwritten.
    """
    copy = sqlite3.connect(target)
    try:
        file.backup(copy)
    finally:
        copy.close()


def _number(file: sqlite3.Connection, pragma: str) -> int:
    number = file.execute(f"PRAGMA {pragma}").fetchone()[0]
    assert isinstance(number, int)
    return number

"""The versions of the file, each as the statements that lead to it from the one before."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TypeAlias

from clagdsl.storage.model import StorageError

APPLICATION: Final = 0x434C4147
"""The mark in the head of each of our files: `CLAG`."""

Migration: TypeAlias = tuple[str, ...]
"""The statements that make one version of the file from the version before."""

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
        # What was acknowledged is never changed, not even by a slip of ours.
        """CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events
           BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END""",
        """CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events
           BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END""",
    ),
    (
        # What a table keeps to itself until it is over: an export of everything leaves it out.
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
"""Released versions stay as they are: a file of each must lead to the newest."""


def version_of(file: sqlite3.Connection, path: Path) -> int:
    """Returns the version of a file, 0 for an empty one; raises StorageError for one that is not
    ours.
    """
    application = _number(file, "application_id")
    if application == APPLICATION:
        return _number(file, "user_version")
    if application or file.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
        raise StorageError(f"`{path}` is a database of another program: give another name")
    return 0


def migrate(
    file: sqlite3.Connection, path: Path, migrations: Sequence[Migration] = MIGRATIONS
) -> None:
    """Brings a file to the newest version, all at once or not at all; raises StorageError.

    What a file of an older version held is kept beside it, as it was.
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
    """Writes a whole copy of a file as it stands, though others write in it; raises sqlite3.Error.

    A file that is there already is written over.
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

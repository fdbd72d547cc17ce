"""The reader of a file of tables: lists, events, rules, copies and exports.

It only reads, so it works while another process's `Store` writes to the file. `Store` extends it
for the writer's own process. All SQLite errors are converted to `StorageError` with a reason that
users can act on.

While in use, a file of tables consists of three files: the database, its write-ahead log with the
newest events (`-wal`), and the index of that log (`-shm`). Therefore hard links and read-only
folders need special care.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Final, TypeAlias
from urllib.parse import quote

from clagdsl.lang.errors import FileError
from clagdsl.lang.files import cannot_write, lock_file
from clagdsl.lang.resources import is_file, is_folder, path_exists
from clagdsl.storage.migrations import MIGRATIONS, Migration, copy_of, version_of
from clagdsl.storage.model import (
    DamagedFileError,
    Standing,
    StorageError,
    StoredEvent,
    StoredTable,
)

EXPORT_FORMAT: Final = "clagdsl tables"
EXPORT_VERSION: Final = 1
LOCK_TIMEOUT: Final = 5.0
"""The number of seconds to wait for another program's write lock."""

SQLITE_MARK: Final = b"SQLite format 3\0"
"""The beginning of every SQLite database that is not empty."""

_REVEALED_SECRETS: Final = "WHERE table_name IN (SELECT name FROM tables WHERE standing = 'over')"
_TABLES_WITH_SECRETS: Final = (
    "SELECT name FROM tables JOIN secrets ON table_name = name WHERE standing <> 'over'"
    " ORDER BY name"
)

HiddenEvents: TypeAlias = Callable[["StoredFile", str], Collection[int]]
"""A function that returns the numbers of a table's events that are hidden from some players."""


class StoredFile:
    """The tables of a file that others may be writing to; thread-safe."""

    def __init__(self, path: Path, migrations: Sequence[Migration] = MIGRATIONS) -> None:
        """Opens a file of the newest version; raises StorageError if it cannot be read."""
        self.path = path
        self._migrations = migrations
        self._lock = Lock()
        with storage_errors(path, "read"), ExitStack() as hold:
            if not path.exists():
                raise StorageError(f"there is no file `{path}`")
            check_file(path)
            self._file = sqlite3.connect(
                _read_uri(path),
                uri=True,
                timeout=LOCK_TIMEOUT,
                isolation_level=None,
                check_same_thread=False,
            )
            hold.callback(self._file.close)
            self._file.row_factory = sqlite3.Row
            version = version_of(self._file, path)
            if version != len(migrations):
                mend = "update clagdsl"
                if version < len(migrations):
                    mend = "`clagdsl serve --data` with it brings it up to date"
                raise StorageError(
                    f"`{path}` is version {version} of a file of tables, not {len(migrations)}:"
                    f" {mend}"
                )
            hold.pop_all()  # the file stays open

    def close(self) -> None:
        """Releases the file."""
        with self._lock:
            self._file.close()

    def tables(
        self, standing: Standing, limit: int, before: tuple[str, str] | None = None
    ) -> tuple[StoredTable, ...]:
        """Returns one page of the tables with this standing, most recently changed first.

        A page has at most `limit` tables. `before` is the change time and the name of the last
        table on the previous page.
        """
        changed, name = before or ("~", "")
        rows = self._query(
            "SELECT name, standing, opened, changed, summary FROM tables"
            " WHERE standing = ? AND (changed < ? OR (changed = ? AND name > ?))"
            " ORDER BY changed DESC, name LIMIT ?",
            (standing, changed, changed, name, limit),
        )
        return tuple(StoredTable(*row) for row in rows)

    def count_tables(self, standing: Standing) -> int:
        """Returns the number of tables with this standing."""
        [row] = self._query("SELECT count(*) FROM tables WHERE standing = ?", (standing,))
        return int(row[0])

    def never_used(self, now: str, days: int, limit: int = 1000) -> tuple[str, ...]:
        """Returns the names of running tables opened at least `days` days ago that have only their
        first event.

        The age is measured both from `now` and from the last event in the file, so that an
        incorrect clock does not make tables look old.
        """
        rows = self._query(
            "SELECT name FROM tables WHERE standing = 'running' AND changed < strftime("
            "'%Y-%m-%dT%H:%M:%fZ', min(?, (SELECT max(changed) FROM tables"
            " WHERE standing <> 'deleted')), ?) AND NOT EXISTS"
            " (SELECT 1 FROM events WHERE table_name = tables.name AND number = 2) LIMIT ?",
            (now, f"-{days} days", limit),
        )
        return tuple(str(row[0]) for row in rows)

    def table(self, name: str) -> StoredTable | None:
        """Returns the table with that name, or None."""
        rows = self._query(
            "SELECT name, standing, opened, changed, summary FROM tables WHERE name = ?", (name,)
        )
        return StoredTable(*rows[0]) if rows else None

    def events(self, table: str, after: int = 0) -> tuple[StoredEvent, ...]:
        """Returns the events of a table with numbers above `after`, in order."""
        rows = self._query(
            "SELECT table_name, number, key, body, time, rules FROM events"
            " WHERE table_name = ? AND number > ? ORDER BY number",
            (table, after),
        )
        return tuple(StoredEvent(*row) for row in rows)

    def rules(self, fingerprint: str) -> str | None:
        """Returns the rules stored under a fingerprint, or None."""
        rows = self._query("SELECT text FROM rules WHERE fingerprint = ?", (fingerprint,))
        return str(rows[0][0]) if rows else None

    def secret(self, table: str) -> str | None:
        """Returns the secret of a table, or None; others may see it only once the match is over."""
        rows = self._query("SELECT body FROM secrets WHERE table_name = ?", (table,))
        return str(rows[0][0]) if rows else None

    def integrity_errors(self) -> tuple[str, ...]:
        """Returns the messages of SQLite's integrity check; empty if the file is sound."""
        lines = [str(row[0]) for row in self._query("PRAGMA integrity_check", ())]
        return () if lines == ["ok"] else tuple(lines)

    def copy_to(self, target: Path) -> None:
        """Writes a complete copy under a new name; raises FileError if the target exists.

        Raises DamagedFileError instead of copying a damaged file.
        """
        with storage_errors(self.path, "read"), self._lock:
            check_contents(self._file, self.path)
        aside = target.with_name(f".{target.name[:40]}.{os.urandom(4).hex()}")
        try:
            try:
                os.close(os.open(aside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
                with self._lock:
                    copy_of(self._file, aside)
                _sync(aside)
                target.hardlink_to(aside)
            finally:
                with suppress(OSError):
                    aside.unlink(missing_ok=True)
        except FileExistsError as error:
            raise FileError(
                f"`{target}` exists, and a copy replaces no file: give another name"
            ) from error
        except (OSError, ValueError, sqlite3.Error) as error:
            raise cannot_write(target, error) from error

    def export_lines(self, hidden_events: HiddenEvents) -> Iterator[str]:
        """Yields everything as lines of JSON: a header, then all rules, tables, events and secrets.

        Deleted tables are included. Secrets are included only for tables that are over. In other
        tables with a secret, the body of an event in `hidden_events` is null. The export is a
        consistent snapshot.
        """
        yield json.dumps({"format": EXPORT_FORMAT, "version": EXPORT_VERSION})
        # A separate connection holds one transaction open until the last line is consumed.
        own = StoredFile(self.path, self._migrations)
        try:
            own._file.execute("BEGIN")
            yield from own._lines("rules", "fingerprint, text", "fingerprint")
            yield from own._lines("tables", "name, standing, opened, changed, summary", "name")
            yield from own._exported_events(hidden_events)
            yield from own._lines("secrets", "table_name, body", "table_name", _REVEALED_SECRETS)
        finally:
            own.close()

    def _exported_events(self, hidden_events: HiddenEvents) -> Iterator[str]:
        """Yields the events as lines of JSON, without the bodies of hidden events."""
        keeping = self._query(_TABLES_WITH_SECRETS, ())
        hidden = {str(name): hidden_events(self, str(name)) for [name] in keeping}
        with storage_errors(self.path, "read"):
            for row in self._file.execute(
                "SELECT table_name, number, key, body, time, rules FROM events"
                " ORDER BY table_name, number"
            ):
                fields = {"kind": "events", **dict(row)}
                if fields["number"] in hidden.get(str(fields["table_name"]), ()):
                    fields["body"] = None
                yield json.dumps(fields, ensure_ascii=False)

    def _lines(self, kind: str, columns: str, order: str, which: str = "") -> Iterator[str]:
        names = columns.split(", ")
        with storage_errors(self.path, "read"):
            for row in self._file.execute(f"SELECT {columns} FROM {kind} {which} ORDER BY {order}"):
                fields = dict(zip(names, row, strict=True))
                yield json.dumps({"kind": kind, **fields}, ensure_ascii=False)

    def _query(self, statement: str, values: tuple[object, ...]) -> list[sqlite3.Row]:
        with storage_errors(self.path, "read"), self._lock:
            return self._file.execute(statement, values).fetchall()


def check_file(path: Path) -> None:
    """Raises StorageError for anything but a SQLite database with a single name, or an empty file.

    SQLite would take a file of one byte for an empty one, and write over it.

    The newest events are in a file next to one of the names, and a program that uses another name
    would miss them. Two programs using two names would also not lock each other out.
    """
    if is_folder(path):
        raise StorageError(f"`{path}` is a folder: name a file in it")
    head = None
    if is_file(path):  # reading a pipe could wait for ever
        with path.open("rb") as file:
            head = file.read(len(SQLITE_MARK))
    if head not in (b"", SQLITE_MARK):
        raise StorageError(f"`{path}` is not a file of tables: give another name")
    if path.stat().st_nlink > 1:
        raise StorageError(
            f"`{path}` has another name besides (a hard link), and tables are kept under one alone:"
            " delete the other name, or make a copy of the file"
        )


def _read_uri(path: Path) -> str:
    """Returns the URI with which SQLite opens a file for reading.

    On a read-only medium, SQLite cannot create its shared files next to the database. If no program
    can be writing to the file, it is opened as immutable.
    """
    real = path.resolve()
    alone = not os.access(real.parent, os.W_OK) and not path_exists(_write_ahead_log(real))
    return f"file:{quote(str(real))}?mode=ro{'&immutable=1' if alone else ''}"


def check_contents(file: sqlite3.Connection, path: Path) -> None:
    """Raises DamagedFileError if SQLite finds damage; texts inside the records may be wrong."""
    [[report]] = file.execute("PRAGMA quick_check(1)")
    if report != "ok":
        raise DamagedFileError(path)  # the report is about pages of the file, and helps nobody


def refuse_lone_log(path: Path) -> None:
    """Raises StorageError if there is a write-ahead log but no file that it belongs to.

    SQLite would delete it, and with it the newest events.
    """
    log = _write_ahead_log(path.resolve())
    is_empty = not path_exists(path) or not path.stat().st_size
    if is_empty and path_exists(log) and log.stat().st_size:
        raise StorageError(
            f"`{path}` is empty or missing, but `{log.name}` next to it has entries of a file of"
            f" tables: put that file back, or move `{log.name}` away"
        )


def _write_ahead_log(real: Path) -> Path:
    """Returns the path of the write-ahead log, which holds the newest events."""
    return real.with_name(f"{real.name}-wal")


def files_of(path: Path) -> tuple[Path, ...]:
    """Returns a file of tables and its accompanying files while in use, with links resolved."""
    try:
        real = path.resolve()
    except (OSError, RuntimeError, ValueError):  # reported when the file is opened
        return (path,)
    companions = tuple(real.with_name(f"{real.name}-{end}") for end in ("wal", "shm", "journal"))
    lock = lock_file(path)
    return (real, *companions) if lock is None else (real, *companions, lock)


@contextmanager
def storage_errors(path: Path, verb: str) -> Iterator[None]:
    """Converts SQLite errors into StorageError, with the file, the operation and the reason."""
    try:
        yield
    except (sqlite3.Error, OSError, ValueError) as error:
        raise storage_error(path, verb, error) from error


def storage_error(path: Path, verb: str, error: Exception) -> StorageError:
    """Returns the error for a failed operation, with a reason that suggests what to do."""
    reason = error.strerror if isinstance(error, OSError) else None
    # the message about a text that is not UTF-8 goes on with the text
    cause = "" if reason else str(error).partition(" with text ")[0]
    match getattr(error, "sqlite_errorname", ""):
        case "SQLITE_FULL":
            reason = "the disk is full"
        case "SQLITE_CANTOPEN" | "SQLITE_READONLY_DIRECTORY" if _has_unreadable_log(path):
            reason = (
                f"what was added last waits beside it in `{path}-wal`, and its folder is read-only:"
                " copy both files to a folder that can be written, and name that copy"
            )
        case "SQLITE_READONLY" | "SQLITE_READONLY_DIRECTORY" | "SQLITE_READONLY_DBMOVED":
            reason = "the file is read-only, or was taken away"
        case name if name == "SQLITE_NOTADB" or name.startswith("SQLITE_CORRUPT"):
            return DamagedFileError(path, cause)
        case name if name.startswith("SQLITE_IOERR"):
            reason = "the disk refuses it, or is full"
        case "" if cause.startswith("Could not decode to UTF-8"):
            return DamagedFileError(path, cause)
        case _:
            pass
    return StorageError(f"cannot {verb} `{path}`{f': {reason}' if reason else ''}", cause)


def _has_unreadable_log(path: Path) -> bool:
    """Returns whether SQLite would need to write next to the file to read all of it, but cannot."""
    try:
        real = path.resolve()
        return _write_ahead_log(real).exists() and not os.access(real.parent, os.W_OK)
    except (OSError, RuntimeError, ValueError):
        return False


def _sync(path: Path) -> None:
    """Waits until a file is safe on the disk."""
    handle = os.open(path, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

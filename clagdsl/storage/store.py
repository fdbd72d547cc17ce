"""The writer of a file of tables.

Requests wait in a queue. One thread takes all waiting requests, stores them in one transaction, and
resolves their futures once the transaction is on disk. So concurrent events share the cost of one
sync.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Final, TypeAlias

from clagdsl.lang.files import exclusive_lock, is_read_only
from clagdsl.lang.frozen import dataclass
from clagdsl.storage.migrations import MIGRATIONS, Migration, migrate, version_of
from clagdsl.storage.model import (
    NewEvent,
    OutOfStepError,
    StorageError,
    StoredEvent,
    StoredResult,
)
from clagdsl.storage.stored_file import (
    LOCK_TIMEOUT,
    StoredFile,
    check_contents,
    check_file,
    files_of,
    refuse_lone_log,
    storage_error,
    storage_errors,
)

LONGEST_BODY: Final = 1 << 16
"""The maximum number of characters in the body of an event."""
MOST_TOGETHER: Final = 256
"""The maximum number of events in one transaction."""

_PendingEvent: TypeAlias = tuple[NewEvent, Future[StoredResult]]
_Answer: TypeAlias = StoredResult | OutOfStepError


def utc_now() -> str:
    """Returns the current time as ISO 8601 in UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Store(StoredFile):
    """A file of tables to which only this process writes.

    INVARIANT: an event is acknowledged only once it is safe on disk.
    """

    def __init__(
        self,
        path: Path,
        *,
        clock: Callable[[], str] = utc_now,
        migrations: Sequence[Migration] = MIGRATIONS,
    ) -> None:
        """Opens or creates the file; raises StorageError, or FileError if it is in use."""
        self._clock = clock
        with ExitStack() as hold:
            with storage_errors(path, "open"):
                if path.exists():
                    check_file(path)
                    if is_read_only(path):
                        raise StorageError(f"cannot write `{path}`: the file is read-only")
                hold.enter_context(exclusive_lock(path))
                refuse_lone_log(path)
                # Only the owner may read who played at which table, and which cards they held.
                os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
                self._writes = sqlite3.connect(
                    path, timeout=LOCK_TIMEOUT, isolation_level=None, check_same_thread=False
                )
                hold.callback(self._writes.close)
                version_of(self._writes, path)  # refuses other databases before anything changes
                check_contents(self._writes, path)
                self._writes.execute("PRAGMA journal_mode = WAL")
                self._writes.execute("PRAGMA synchronous = FULL")
                self._writes.execute("PRAGMA foreign_keys = ON")
                migrate(self._writes, path, migrations)
            super().__init__(path, migrations)
            self._file_identities = {file: _identity(file) for file in files_of(path)[:2]}
            self._resources = hold.pop_all()
        self._closing = Lock()
        self._closed = False
        self._queue: SimpleQueue[_PendingEvent | None] = SimpleQueue()
        self._thread = Thread(target=self._run_writer, name="storage", daemon=True)
        self._thread.start()

    def add(self, event: NewEvent) -> Future[StoredResult]:
        """Queues an event; the future resolves once it is on disk, or fails if it was not stored.

        If the table already has the event's key, nothing is added, and the result is the event
        stored with that key. OutOfStepError means that another event has taken the number.
        """
        if len(event.body) > LONGEST_BODY:
            raise StorageError(f"an event has at most {LONGEST_BODY:,} characters")
        answer: Future[StoredResult] = Future()
        with self._closing:
            if self._closed:
                raise StorageError(f"cannot write `{self.path}`: it is closed")
            self._queue.put((event, answer))
        return answer

    def close(self) -> None:
        """Writes the queued events and releases the file."""
        with self._closing:
            if self._closed:
                return
            self._closed = True
            self._queue.put(None)
        self._thread.join()
        super().close()
        self._resources.close()

    # --- the writer thread ----------------------------------------------------------------

    def _run_writer(self) -> None:
        is_open = True
        while is_open:
            batch: list[_PendingEvent] = []
            pending = self._queue.get()
            # take everything that waits, up to the limit; None ends the thread
            while pending is not None:
                if pending[1].set_running_or_notify_cancel():
                    batch.append(pending)
                if len(batch) == MOST_TOGETHER:
                    break
                try:
                    pending = self._queue.get_nowait()
                except Empty:
                    break
            is_open = pending is not None
            if batch:
                self._commit(batch)

    def _commit(self, batch: list[_PendingEvent]) -> None:
        """Stores events in one transaction and resolves their futures once it is on disk."""
        try:
            self._check_files_in_place()
            self._writes.execute("BEGIN IMMEDIATE")
            answers = [self._insert(event) for event, _ in batch]
            self._writes.execute("COMMIT")
            self._check_files_in_place()
        except Exception as error:  # whatever it is, every future must be resolved
            with suppress(sqlite3.Error):
                self._writes.execute("ROLLBACK")
            why = error
            if not isinstance(error, StorageError):
                why = storage_error(self.path, "write", error)
            for _, future in batch:
                future.set_exception(why)
            return
        for (_, future), answer in zip(batch, answers, strict=True):
            if isinstance(answer, StoredResult):
                future.set_result(answer)
            else:
                future.set_exception(answer)

    def _check_files_in_place(self) -> None:
        """Raises StorageError if a file was deleted, moved or replaced, so that writes would be
        lost.
        """
        if any(_identity(file) != identity for file, identity in self._file_identities.items()):
            raise StorageError(
                f"cannot write `{self.path}`: it was deleted, moved or replaced while it was in"
                " use; put it back, or end the server and start it again"
            )

    def _insert(self, event: NewEvent) -> _Answer:
        """Returns the result for one event; it is valid only if the transaction commits."""
        execute = self._writes.execute
        existing = execute(
            "SELECT table_name, number, key, body, time, rules FROM events"
            " WHERE table_name = ? AND key = ?",
            (event.table, event.key),
        ).fetchone()
        if existing is not None:
            return StoredResult(StoredEvent(*existing), is_duplicate=True)
        [last] = execute(
            "SELECT coalesce(max(number), 0) FROM events WHERE table_name = ?", (event.table,)
        ).fetchone()
        if event.number != last + 1:
            return OutOfStepError(
                f"table {event.table} has {last} events: this one cannot be number {event.number}"
            )
        now = self._clock()
        execute(
            "INSERT INTO tables (name, standing, opened, changed, summary) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (name) DO UPDATE SET standing = excluded.standing,"
            " changed = excluded.changed, summary = excluded.summary",
            (event.table, event.standing, now, now, event.summary),
        )
        if event.rules_text is not None:
            execute("INSERT OR IGNORE INTO rules VALUES (?, ?)", (event.rules, event.rules_text))
        if event.secret is not None:
            execute("INSERT INTO secrets VALUES (?, ?)", (event.table, event.secret))
        kept = StoredEvent(event.table, event.number, event.key, event.body, now, event.rules)
        execute(
            "INSERT INTO events (table_name, number, key, body, time, rules)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (kept.table, kept.number, kept.key, kept.body, kept.time, kept.rules),
        )
        return StoredResult(kept)


@dataclass(frozen=True, slots=True)
class _Identity:
    """The identity of a file, whatever its name."""

    device: int
    inode: int


def _identity(path: Path) -> _Identity | None:
    """Returns the identity of the file at a path, or None if the file does not exist."""
    try:
        status = path.stat()
    except OSError:
        return None
    return _Identity(status.st_dev, status.st_ino)

"""A file of tables that is added to, by one thread: several events share one wait for the disk."""

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
from clagdsl.storage.migrations import MIGRATIONS, Migration, migrate
from clagdsl.storage.model import NewEvent, OutOfStepError, StorageError, StoredEvent, StoredResult
from clagdsl.storage.stored_file import (
    LOCK_TIMEOUT,
    StoredFile,
    files_of,
    refuse_hard_links,
    storage_error,
    storage_errors,
)

LONGEST_BODY: Final = 1 << 16
"""No event has a body of more characters."""
MOST_TOGETHER: Final = 256
"""So many events at most wait for the disk together."""

_PendingEvent: TypeAlias = tuple[NewEvent, Future[StoredResult]]
_Answer: TypeAlias = StoredResult | OutOfStepError


def utc_now() -> str:
    """Returns the time in UTC as ISO 8601 has it, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Store(StoredFile):
    """The tables of a file of which no other program adds to.

    An event is answered once it is safe on the disk, and never otherwise.
    """

    def __init__(
        self,
        path: Path,
        *,
        clock: Callable[[], str] = utc_now,
        migrations: Sequence[Migration] = MIGRATIONS,
    ) -> None:
        """Open or make the file; raises StorageError, FileError where another program has it."""
        self._clock = clock
        with ExitStack() as hold:
            with storage_errors(path, "open"):
                if path.is_dir():
                    raise StorageError(f"`{path}` is a folder: name a file in it")
                if path.exists() and is_read_only(path):
                    raise StorageError(f"cannot write `{path}`: the file is read-only")
                if path.exists():
                    refuse_hard_links(path)
                hold.enter_context(exclusive_lock(path))
                # Who was at which table, and what they held, is the owner's business.
                os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
                self._writes = sqlite3.connect(
                    path, timeout=LOCK_TIMEOUT, isolation_level=None, check_same_thread=False
                )
                hold.callback(self._writes.close)
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
        """Keeps an event; done once it is safe on the disk, or with StorageError, and not kept.

        An event whose key the table has already is not added again: what was kept then is the
        answer.  OutOfStepError tells that another one has come first.
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
        """Writes what waits, and let go of the file."""
        with self._closing:
            if self._closed:
                return
            self._closed = True
            self._queue.put(None)
        self._thread.join()
        super().close()
        self._resources.close()

    # --- the thread that writes -----------------------------------------------------------

    def _run_writer(self) -> None:
        is_open = True
        while is_open:
            batch: list[_PendingEvent] = []
            pending = self._queue.get()
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
        """Keeps events in one transaction, and answer when it is safe on the disk."""
        try:
            self._check_files_in_place()
            self._writes.execute("BEGIN IMMEDIATE")
            answers = [self._insert(event) for event, _ in batch]
            self._writes.execute("COMMIT")
            self._check_files_in_place()
        except Exception as error:  # whatever it is, nobody may wait for ever
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
        """Raises StorageError where what is written has no name any more, and is gone in the end."""
        if any(_identity(file) != identity for file, identity in self._file_identities.items()):
            raise StorageError(
                f"cannot write `{self.path}`: it was deleted, moved or replaced while it was in"
                " use; put it back, or end the server and start it again"
            )

    def _insert(self, event: NewEvent) -> _Answer:
        """Returns the answer to one event, true once the transaction is."""
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
    """What a file is, by whatever name."""

    device: int
    inode: int


def _identity(path: Path) -> _Identity | None:
    """Returns the file that has a name, None where there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return _Identity(status.st_dev, status.st_ino)

"""Events of tables: kept once, in order, for good, or not at all."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest

from clagdsl.lang.errors import FileError
from clagdsl.storage.migrations import APPLICATION, MIGRATIONS
from clagdsl.storage.model import (
    DamagedFileError,
    NewEvent,
    OutOfStepError,
    Standing,
    StorageError,
    StoredResult,
)
from clagdsl.storage.store import LONGEST_BODY, Store
from clagdsl.storage.stored_file import StoredFile

OLD_FILE = Path(__file__).parent / "version-1.sql"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path / "tables.db", clock=lambda: "2026-01-31T20:00:00.000Z")
    yield opened
    opened.close()


def event(number: int, table: str = "t", body: str = "{}", key: str = "") -> NewEvent:
    return NewEvent(table, number, key or f"key {number}", body, "sha256:1", f"after {number}")


def added(store: Store, *events: NewEvent) -> list[StoredResult]:
    return [waiting.result(10) for waiting in [store.add(each) for each in events]]


def test_what_was_added_is_there_in_order_after_the_file_is_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    first = Store(path)
    added(first, event(1, body='{"a": "é"}'), event(1, "u"), event(2))
    first.close()
    again = Store(path)
    assert [(each.number, each.body) for each in again.events("t")] == [
        (1, '{"a": "é"}'),
        (2, "{}"),
    ]
    assert [each.number for each in again.events("t", after=1)] == [2]
    table = again.table("t")
    assert table is not None
    assert table.summary == "after 2"
    assert again.integrity_errors() == ()
    again.close()


def test_the_same_key_is_kept_once_and_told_again(store: Store) -> None:
    first, second, other = added(store, event(1), event(1, body="other"), event(1, "u"))
    assert not first.is_duplicate
    assert second == StoredResult(first.event, is_duplicate=True)
    assert not other.is_duplicate, "another table has keys of its own"
    assert len(store.events("t")) == 1


def test_a_number_that_is_taken_or_left_out_is_refused_and_the_others_are_kept(
    store: Store,
) -> None:
    waiting = [store.add(each) for each in (event(1), event(1, key="x"), event(3), event(2))]
    assert [type(each.exception(10)) for each in waiting] == [
        type(None),
        OutOfStepError,
        OutOfStepError,
        type(None),
    ]
    assert [each.key for each in store.events("t")] == ["key 1", "key 2"]


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_a_body_has_its_longest_size(store: Store, more: int) -> None:
    body = "x" * (LONGEST_BODY + more)
    if more > 0:
        with pytest.raises(StorageError, match="65,536 characters"):
            store.add(event(1, body=body))
    else:
        assert added(store, event(1, body=body))


def test_nothing_in_the_file_changes_or_deletes_an_event(store: Store) -> None:
    added(store, event(1))
    by_hand = sqlite3.connect(store.path)
    for statement in ("UPDATE events SET body = 'x'", "DELETE FROM events"):
        with pytest.raises(sqlite3.IntegrityError, match="never"):
            by_hand.execute(statement)
    by_hand.close()


def test_lists_have_the_last_changed_first_and_go_on_where_they_ended(tmp_path: Path) -> None:
    times = iter(f"2026-01-{day:02}" for day in (1, 2, 3, 3, 4))
    store = Store(tmp_path / "tables.db", clock=lambda: next(times))
    standings: list[Standing] = ["over", "over", "over", "over", "running"]
    for name, standing in zip("abcde", standings, strict=True):
        added(store, NewEvent(name, 1, "k", "{}", "r", name, standing))
    first = store.tables("over", 2)
    assert [each.name for each in first] == ["c", "d"]
    rest = store.tables("over", 9, (first[-1].changed, first[-1].name))
    assert [each.name for each in rest] == ["b", "a"]
    assert [each.name for each in store.tables("running", 9)] == ["e"]
    store.close()


def test_rules_are_kept_once_under_their_fingerprint(store: Store) -> None:
    first = NewEvent("t", 1, "k", "{}", "sha256:1", "", rules_text="the rules")
    added(store, first, NewEvent("u", 1, "k", "{}", "sha256:1", "", rules_text="others"))
    assert store.rules("sha256:1") == "the rules"
    assert store.rules("sha256:2") is None


# --- copies -------------------------------------------------------------------------------


def test_a_copy_is_made_while_the_file_is_in_use_and_replaces_nothing(
    store: Store, tmp_path: Path
) -> None:
    added(store, event(1), event(2))
    beside = StoredFile(store.path)
    beside.copy_to(tmp_path / "copy.db")
    with pytest.raises(FileError, match="replaces no file"):
        beside.copy_to(tmp_path / "copy.db")
    beside.close()
    copy = Store(tmp_path / "copy.db")
    assert copy.events("t") == store.events("t")
    assert copy.integrity_errors() == ()
    copy.close()
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".copy")) == []


def everything(_file: StoredFile, _table: str) -> tuple[int, ...]:
    """Nothing that is kept back."""
    return ()


def test_an_event_is_exported_without_its_body_as_long_as_it_is_not_to_be_told(
    store: Store,
) -> None:
    standings: tuple[Standing, ...] = ("running", "over", "deleted")
    for name, standing in zip("tuv", standings, strict=True):
        added(store, NewEvent(name, 1, "k", "opened", "r", "s", secret="seed"))
        added(store, NewEvent(name, 2, "l", "hidden", "r", "s", standing))
    added(store, NewEvent("w", 1, "k", "hidden", "r", "s"))
    asked: list[str] = []

    def second(file: StoredFile, table: str) -> tuple[int, ...]:
        asked.append(table)
        return (file.events(table)[1].number,)

    lines = [json.loads(line) for line in store.export_lines(second)]
    told = [(one["table_name"], one["body"]) for one in lines if one.get("kind") == "events"]
    assert told == [
        *(("t", "opened"), ("t", None), ("u", "opened"), ("u", "hidden")),
        *(("v", "opened"), ("v", None), ("w", "hidden")),
    ]
    assert asked == ["t", "v"], "of what is over, and of real cards, nothing is hidden"


def test_an_export_holds_everything_and_one_moment(store: Store) -> None:
    added(store, NewEvent("t", 1, "k", "{}", "r", "s", "deleted", rules_text="the rules"))
    lines = store.export_lines(everything)
    head = json.loads(next(lines))
    first = json.loads(next(lines))
    added(store, event(1, "later"))
    rest = [json.loads(line) for line in lines]
    assert head == {"format": "clagdsl tables", "version": 1}
    assert first == {"kind": "rules", "fingerprint": "r", "text": "the rules"}
    assert [(line["kind"], line.get("table_name", line.get("name"))) for line in rest] == [
        ("tables", "t"),
        ("events", "t"),
    ]


def test_a_secret_is_exported_once_its_table_is_over(store: Store) -> None:
    for name in ("t", "u", "v"):
        added(store, NewEvent(name, 1, "k", "{}", "r", "s", secret=f"seed of {name}"))
    added(store, NewEvent("u", 2, "k2", "{}", "r", "s", "over"))
    added(store, NewEvent("v", 2, "k2", "{}", "r", "s", "deleted"))
    lines = [json.loads(line) for line in store.export_lines(everything)]
    told = [line for line in lines if line.get("kind") == "secrets"]
    assert told == [{"kind": "secrets", "table_name": "u", "body": "seed of u"}]
    assert "seed of t" not in json.dumps(lines)
    assert (store.secret("t"), store.secret("none")) == ("seed of t", None)
    with pytest.raises(StorageError):
        added(store, NewEvent("t", 2, "k2", "{}", "r", "s", secret="another"))
    assert len(store.events("t")) == 1


# --- what is refused ----------------------------------------------------------------------


def test_two_programs_on_one_file_are_refused(store: Store) -> None:
    text = (
        "import sys; from pathlib import Path; from clagdsl.storage.store import Store\n"
        "try: Store(Path(sys.argv[1]))\n"
        "except Exception as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", text, store.path], capture_output=True, text=True, check=True
    )
    assert "is held by another clagdsl, process" in done.stdout
    assert added(store, event(1))


def test_a_file_with_a_second_name_is_refused_under_both(store: Store, tmp_path: Path) -> None:
    """Its log stands beside one of them alone."""
    added(store, event(1))
    other = tmp_path / "other.db"
    other.hardlink_to(store.path)
    for path in (other, store.path):
        for opened in (Store, StoredFile):
            with pytest.raises(StorageError, match=r"hard link.* delete the other name"):
                opened(path)
    assert added(store, event(2)), "who has the file goes on"
    other.unlink()
    assert len(StoredFile(store.path).events("t")) == 2


def test_a_link_to_the_file_is_the_file(store: Store, tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(store.path)
    with pytest.raises(FileError, match="is held by another clagdsl"):
        Store(tmp_path / "link.db")


@pytest.mark.parametrize("ending", ["", "-wal"])
@pytest.mark.parametrize("replaced", [True, False])
def test_nothing_is_kept_in_a_file_that_was_taken_away(
    store: Store, tmp_path: Path, ending: str, replaced: bool
) -> None:
    added(store, event(1))
    file, aside = tmp_path / f"tables.db{ending}", tmp_path / "aside"
    file.rename(aside)
    if replaced:
        file.write_bytes(aside.read_bytes())
    for _ in range(2):
        with pytest.raises(StorageError, match="it was deleted, moved or replaced"):
            added(store, event(2))
    aside.replace(file)
    assert [kept.is_duplicate for kept in added(store, event(2))] == [False], "it is back"
    assert store.integrity_errors() == ()


def read_only(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Have a folder be one that nothing can be written to, for an administrator, too."""
    access = os.access
    monkeypatch.setattr(
        os, "access", lambda path, mode: Path(path) != folder and access(path, mode)
    )
    folder.chmod(0o555)


def test_a_file_on_a_medium_for_reading_only_is_read_and_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "medium"
    folder.mkdir()
    store = Store(folder / "tables.db")
    added(store, event(1))
    store.close()
    read_only(monkeypatch, folder)
    file = StoredFile(store.path)
    file.copy_to(tmp_path / "copy.db")
    lines = [json.loads(line) for line in file.export_lines(everything)]
    assert [line["kind"] for line in lines[1:]] == ["tables", "events"]
    assert [path.name for path in folder.iterdir()] == ["tables.db"], "nothing was made beside it"
    assert len(StoredFile(tmp_path / "copy.db").events("t")) == 1
    folder.chmod(0o755)


def test_a_log_that_cannot_be_read_where_nothing_can_be_written_is_told(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    added(store, event(1))
    folder = tmp_path / "medium"
    folder.mkdir()
    for ending in ("", "-wal"):
        (folder / f"tables.db{ending}").write_bytes(Path(f"{store.path}{ending}").read_bytes())
    # an administrator may write anywhere, but not there
    (folder / "tables.db-shm").symlink_to(tmp_path / "nowhere" / "shm")
    read_only(monkeypatch, folder)
    with pytest.raises(StorageError, match=r"waits beside it in .*-wal.*: copy both files"):
        StoredFile(folder / "tables.db")
    folder.chmod(0o755)


def test_a_file_that_may_not_be_written_is_told(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    Store(path).close()
    path.chmod(0o444)
    with pytest.raises(FileError, match=r"cannot write .*: the file is read-only"):
        Store(path)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"not a database at all" * 99, "is not a file of tables"),
        (b"x", "is not a file of tables"),
        (bytes(3000), "is not a file of tables"),
        (b"SQLite format 3\0", "is damaged"),
        (None, "is a folder"),
    ],
)
def test_what_is_no_file_of_tables_is_told_and_left_alone(
    tmp_path: Path, content: bytes | None, told: str
) -> None:
    path = tmp_path / "notes.db"
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    with pytest.raises(StorageError, match=told):
        Store(path)
    with pytest.raises(StorageError, match=told):
        StoredFile(path)
    if content is not None:
        assert path.read_bytes() == content


@pytest.mark.parametrize("length", [100, 3000, 4096, 5000, 20_000])
def test_a_file_that_was_cut_is_told_and_left_alone(
    store: Store, tmp_path: Path, length: int
) -> None:
    for number in range(1, 40):
        added(store, event(number, body="x" * 500))
    store.close()
    cut = store.path.read_bytes()[:length]
    store.path.write_bytes(cut)
    with pytest.raises(DamagedFileError, match=r"is damaged: .* a copy that `--backup` made"):
        Store(store.path)
    assert store.path.read_bytes() == cut
    with pytest.raises(DamagedFileError):
        StoredFile(store.path).copy_to(tmp_path / "copy.db")
    assert [path.name for path in tmp_path.iterdir() if "copy" in path.name] == []


@pytest.mark.parametrize("is_there", [True, False])
def test_the_newest_events_stay_if_their_file_is_gone(
    store: Store, tmp_path: Path, is_there: bool
) -> None:
    added(store, event(1))
    path = tmp_path / "other.db"
    log = tmp_path / "other.db-wal"
    newest = Path(f"{store.path}-wal").read_bytes()
    log.write_bytes(newest)
    if is_there:
        path.touch()
    with pytest.raises(StorageError, match=r"`other.db-wal` next to it has entries"):
        Store(path)
    assert log.read_bytes() == newest
    assert path.exists() == is_there


def test_an_empty_file_becomes_a_file_of_tables(tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    path.touch()
    with closing(Store(path)) as store:
        added(store, event(1))
    assert len(StoredFile(path).events("t")) == 1


def test_the_cause_is_for_the_operator_alone(store: Store) -> None:
    added(store, event(1, body="the seven of hearts"))
    store._writes.execute("DROP TRIGGER events_are_not_changed")
    store._writes.execute("UPDATE events SET body = CAST(x'414243ff' AS TEXT)")
    with pytest.raises(DamagedFileError) as damaged:
        store.events("t")
    assert "Could not decode to UTF-8" in str(damaged.value)
    assert "Could not decode" not in damaged.value.message
    assert "ABC" not in str(damaged.value), "what is stored stays in the file"
    with pytest.raises(StorageError) as missing:
        store._query("SELECT missing FROM events", ())
    assert missing.value.message == f"cannot read `{store.path}`"
    assert "no such column" in str(missing.value)


def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE mine (x)")
    other.close()
    with pytest.raises(StorageError, match="database of another program"):
        Store(path)


def test_a_full_disk_is_told_and_nothing_is_kept_until_there_is_room(tmp_path: Path) -> None:
    """The system refuses to let a file of this process grow, as a full disk does."""
    import resource

    store = Store(tmp_path / "tables.db")
    added(store, event(1))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    log = store.path.with_name("tables.db-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (log + 100, limits[1]))
    try:
        waiting = [store.add(event(2, body="x" * 60_000)), store.add(event(2, key="other"))]
        told = [str(each.exception(10)) for each in waiting]
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert all("cannot write" in text and "full" in text for text in told)
    assert [each.number for each in store.events("t")] == [1]
    assert [kept.is_duplicate for kept in added(store, event(2))] == [False]
    assert store.integrity_errors() == ()
    store.close()


def test_what_waits_is_written_before_the_file_is_closed(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.db")
    waiting = [store.add(event(number)) for number in range(1, 600)]
    store.close()
    assert all(not each.result(0).is_duplicate for each in waiting)
    with pytest.raises(StorageError, match="it is closed"):
        store.add(event(600))


def test_one_who_gives_up_waiting_does_not_stop_the_others(store: Store) -> None:
    waiting = [store.add(event(number)) for number in range(1, 50)]
    for each in waiting[25:]:
        each.cancel()
    assert added(store, event(1, "u"))
    kept = [each.number for each in store.events("t")]
    assert kept == list(range(1, len(kept) + 1))
    assert len(kept) >= sum(not each.cancelled() for each in waiting)


def test_threads_may_add_at_once(store: Store) -> None:
    def many(table: str) -> None:
        for number in range(1, 30):
            added(store, event(number, table))

    threads = [Thread(target=many, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(store.events(name)) for name in "abcd"] == [29] * 4


# --- versions -----------------------------------------------------------------------------


def old_file(folder: Path) -> Path:
    """A file as the first version wrote it, made from the statements that are stored here."""
    path = folder / "old.db"
    file = sqlite3.connect(path)
    file.executescript(OLD_FILE.read_text("utf-8"))
    file.close()
    return path


def test_a_file_of_the_first_version_is_opened_with_all_that_it_holds(tmp_path: Path) -> None:
    store = Store(old_file(tmp_path))
    assert [each.body for each in store.events("kitchen")] == ['{"do": "open"}', '{"do": "x"}']
    table = store.table("kitchen")
    assert table is not None
    assert (table.standing, table.summary) == ("over", "Ann & Bob")
    assert store.rules("sha256:1") == "clag 1"
    assert added(store, event(3, "kitchen"))
    store.close()


def test_a_file_of_the_second_version_has_its_secrets(tmp_path: Path) -> None:
    file = sqlite3.connect(tmp_path / "two.db")
    file.executescript(OLD_FILE.with_name("version-2.sql").read_text("utf-8"))
    file.close()
    store = Store(tmp_path / "two.db")
    assert (len(store.events("kitchen")), store.secret("kitchen")) == (2, "7:00")
    assert added(store, event(3, "kitchen"))
    store.close()


def test_a_new_version_leaves_the_old_file_beside_it(tmp_path: Path) -> None:
    path = old_file(tmp_path)
    newer = (*MIGRATIONS, ("ALTER TABLE tables ADD COLUMN note TEXT",))
    store = Store(path, migrations=newer)
    assert len(store.events("kitchen")) == 2
    store.close()
    kept = sqlite3.connect(tmp_path / "old.db.version-1")
    assert kept.execute("PRAGMA user_version").fetchone() == (1,)
    assert kept.execute("SELECT count(*) FROM events").fetchone() == (2,)
    kept.close()
    with pytest.raises(StorageError, match=r"newer clagdsl \(version 3 .*: update clagdsl"):
        Store(path)


def test_a_migration_that_fails_changes_nothing(tmp_path: Path) -> None:
    path = old_file(tmp_path)
    broken = (*MIGRATIONS, ("ALTER TABLE tables ADD COLUMN note TEXT", "nonsense"))
    with pytest.raises(StorageError):
        Store(path, migrations=broken)
    store = Store(path)
    assert len(store.events("kitchen")) == 2
    assert added(store, event(3, "kitchen"))
    store.close()


def test_the_stored_file_has_the_mark_and_the_version_of_its_time(tmp_path: Path) -> None:
    file = sqlite3.connect(old_file(tmp_path))
    assert file.execute("PRAGMA application_id").fetchone() == (APPLICATION,)
    assert file.execute("PRAGMA user_version").fetchone() == (1,)
    file.close()

"""A data file that is damaged: what the people at the tables read, and what the operator reads."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from support.match_server import MatchPhone, MatchServer, served
from support.table_server import QUICK, Got, Phone, serving

from clagdsl.cli.main import main
from clagdsl.serve.lobby import private_events
from clagdsl.serve.server import A_MINUTE, StorageReport
from clagdsl.storage.model import DamagedFileError

PAGE = 4096
DAMAGED = "the data file of this server is damaged."
LIBRARY_TEXTS = ("malformed", "Could not decode", "JSON", "Expecting", "SQL", "Ann")
"""Parts of what SQLite, Python and the file itself say, which are nobody's business but the
operator's.
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A file with a table of Ann, Bob and Cai, and some more; nobody uses it."""
    (tmp_path / "quick.clag").write_text(QUICK, "utf-8")
    path = tmp_path / "t.db"
    with serving(path, tmp_path / "quick.clag") as address:
        host = Phone(address)
        (tmp_path / "table").write_text(host.open("file-quick", "Ann", "Bob", "Cai"), "utf-8")
        for _ in range(5):
            host.open("file-quick", "Ann", "Bob", "Cai", note="x" * 100)
    return path


def changed(data: Path, statement: str) -> None:
    """Changes the file as a failing disk might."""
    with closing(sqlite3.connect(data)) as file:
        file.execute("DROP TRIGGER events_are_not_changed")
        file.execute(statement)
        file.commit()


def check_shown(got: Got, happened: str) -> None:
    """Checks that a refusal is a plain sentence with advice."""
    assert got.status == 503
    assert f"{happened}: {DAMAGED} The terminal of the server shows" in got.text
    assert "retry-after" in got.headers
    assert not [text for text in LIBRARY_TEXTS if text in got.text]


@pytest.mark.parametrize(
    ("statement", "cause"),
    [
        ("UPDATE events SET body = CAST(x'7b22ff' AS TEXT)", "Could not decode to UTF-8"),
        ("UPDATE events SET body = substr(body, 1, 40)", "JSONDecodeError"),
        ("UPDATE events SET body = replace(body, 'Cai', 'Ann')", "ArgumentError"),
        ("UPDATE events SET body = '{}'", "KeyError"),
    ],
)
def test_a_damaged_event_is_reported_in_words(data: Path, statement: str, cause: str) -> None:
    changed(data, statement)
    table = (data.parent / "table").read_text("utf-8")
    said: list[str] = []
    with serving(data, data.parent / "quick.clag", said=said) as address:
        phone = Phone(address)
        for path in (table, f"{table}/plain", f"{table}/now", f"{table}/events", f"{table}/rules"):
            check_shown(phone.get(path), "This cannot be shown")
        body = {"key": "0" * 32, "seen": 0, "deal": 1, "for": 0, "entry": "bid 1"}
        check_shown(phone.post(table, body), "Nothing was saved")
        check_shown(phone.people(table, "note", note="more"), "Nothing was saved")
        assert phone.get("/").status == phone.get("/health").status == 200
    [line] = [one for one in said if "is damaged:" in one]
    assert line.startswith(f"`{data}` is damaged: put it aside, and go on with a copy")
    assert "`clagdsl serve --data COPY.db`" in line
    assert cause in line
    assert "Ann" not in line


def test_a_damaged_list_is_reported_in_words(data: Path) -> None:
    changed(data, "UPDATE tables SET summary = substr(summary, 1, 20)")
    said: list[str] = []
    with serving(data, data.parent / "quick.clag", said=said) as address:
        check_shown(Phone(address).get("/home"), "This cannot be shown")
    assert [one for one in said if "JSONDecodeError" in one]


def test_damage_while_the_server_runs_is_reported_in_words(data: Path) -> None:
    table = (data.parent / "table").read_text("utf-8")
    said: list[str] = []
    with serving(data, data.parent / "quick.clag", said=said) as address:
        length = data.stat().st_size
        with data.open("r+b") as file:
            file.seek(PAGE)
            file.write(b"\xa5" * (length - PAGE))
        for path in (table, "/home"):
            check_shown(Phone(address).get(path), "This cannot be shown")
    [line] = [one for one in said if "is damaged:" in one]
    assert "database disk image is malformed" in line


def test_a_damaged_file_is_refused_at_the_start_and_stays(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = data.read_bytes()
    data.write_bytes(whole[:PAGE] + b"\xa5" * (len(whole) - PAGE))
    before = data.read_bytes()
    assert main(["serve", "--data", str(data), "--port", "0"]) == 2
    told = capsys.readouterr().err
    assert f"error U690: `{data}` is damaged: put it aside" in told
    assert "`clagdsl serve --data COPY.db`\n" in told
    assert "On tree page" not in told
    assert main(["serve", "--data", str(data), "--backup", str(data.parent / "copy.db")]) == 2
    assert "is damaged" in capsys.readouterr().err
    assert data.read_bytes() == before
    assert not (data.parent / "copy.db").exists()


def test_a_match_without_what_deals_its_cards_is_reported_in_words(tmp_path: Path) -> None:
    async def opened(server: MatchServer) -> Got:
        host = MatchPhone(server)
        address = await host.open("boerenbridge", "me", "steady", "steady")
        server.store._writes.execute("DROP TRIGGER secrets_are_not_deleted")
        server.store._writes.execute("DELETE FROM secrets")
        server.lobby._open.clear()
        return await host.get(f"{address}/plain")

    got = served(tmp_path / "t.db", opened)
    assert got.status == 503
    assert "what deals the cards" in got.text


def test_an_export_leaves_out_what_a_damaged_match_may_hide(tmp_path: Path) -> None:
    async def opened(server: MatchServer) -> int:
        host = MatchPhone(server)
        address = await host.open("boerenbridge", "me", "steady", "steady")
        await host.enter(address, "bid 0")
        server.store._writes.execute("DROP TRIGGER events_are_not_changed")
        server.store._writes.execute("UPDATE events SET body = substr(body, 1, 9) WHERE number = 2")
        name = address.rpartition("/")[2]
        return min(private_events(server.store, name))

    assert served(tmp_path / "t.db", opened) == 2


def test_the_operator_reads_each_error_once_a_minute() -> None:
    lines: list[str] = []
    now = [0.0]
    report = StorageReport(lines.append, lambda: now[0])
    for _ in range(3):
        report(DamagedFileError(Path("t.db"), "one"))
    assert len(lines) == 1
    report(DamagedFileError(Path("t.db"), "another"))
    assert len(lines) == 2
    now[0] = A_MINUTE
    report(DamagedFileError(Path("t.db"), "one"))
    assert len(lines) == 3
    assert lines[2] == lines[0]

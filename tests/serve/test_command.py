"""`clagdsl serve` as a command: what it needs, what it writes out, how it ends."""

from __future__ import annotations

import importlib.util
import json
import re
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack, suppress
from ipaddress import ip_address
from pathlib import Path
from threading import Thread
from time import sleep

import pytest
from support.table_server import QUICK, Phone, serving
from uvicorn import Server

from clagdsl.cli.main import main
from clagdsl.lang.optional_deps import install_command
from clagdsl.serve.addresses import BoundAddress, accepted_host_names
from clagdsl.serve.offered_games import OfferedGames
from clagdsl.serve.server import ListenAddress, serve
from clagdsl.storage.store import Store
from clagdsl.storage.stored_file import StoredFile


def test_a_missing_package_is_told_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(
        "clagdsl.cli.serve.find_spec", lambda name: None if name == "uvicorn" else found(name)
    )
    assert main(["serve", "--data", str(tmp_path / "t.db")]) == 2
    told = capsys.readouterr().err
    assert "error U643: the tables in the browser need uvicorn (the `web` extra)" in told
    assert f"install what is missing with `{install_command('web')}`" in told
    assert not (tmp_path / "t.db").exists()


def test_copies_are_made_while_the_server_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "quick.clag").write_text(QUICK, "utf-8")
    data = tmp_path / "t.db"
    with serving(data, tmp_path / "quick.clag") as address:
        host = Phone(address)
        table = host.open("file-quick", "Ann", "Bob", "Cai")
        host.enter(table, "bid 0")
        copy, export = tmp_path / "copy.db", tmp_path / "all.jsonl"
        given = ["serve", "--data", str(data), "--backup", str(copy), "--export", str(export)]
        assert main(given) == 0
        host.enter(table, "bid 1")
    lines = [json.loads(line) for line in export.read_text("utf-8").splitlines()]
    assert [line.get("kind", "head") for line in lines] == [
        "head",
        "rules",
        "tables",
        "events",
        "events",
    ]
    assert main(given) == 2, "a copy replaces nothing"
    told = capsys.readouterr().err
    assert f"`{copy}` exists, and a copy replaces no file: give another name" in told
    with serving(copy, tmp_path / "quick.clag") as address:
        host.server = address
        assert "bid 1" not in host.get(f"{table}/log").text
        assert host.enter(table, "bid 1").status == 303, "the seat is in the copy, too"
    assert main(["serve", "--data", str(data), "--export", "-"]) == 0
    assert '"entry\\":\\"bid 1' in capsys.readouterr().out
    mine = tmp_path / "mine.jsonl"
    mine.write_text("my own\n", "utf-8")
    assert main(["serve", "--data", str(data), "--export", str(mine)]) == 2
    assert mine.read_text("utf-8") == "my own\n"


def test_wrong_rules_are_told_before_anything_is_served(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "wrong.clag").write_text("clag 1\nnonsense\n", "utf-8")
    assert main(["serve", str(tmp_path), "--data", str(tmp_path / "t.db")]) == 1
    assert "wrong.clag:2:1: error" in capsys.readouterr().out
    assert not (tmp_path / "t.db").exists()


def test_ctrl_c_ends_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "clagdsl", "serve", "--port", "0"]
    command += ["--data", str(tmp_path / "t.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as it:
        assert it.stdout is not None
        assert it.stderr is not None
        first = it.stdout.readline()
        found = re.search(r"http://(\S+:[0-9]+)", first)
        assert found is not None
        answers = False
        while not answers and it.poll() is None:
            with suppress(ConnectionError):
                answers = Phone(found[1]).get("/health").status == 200
            sleep(0.02)
        it.send_signal(signal.SIGINT)
        assert it.wait(20) == 130
        assert it.stderr.read() == ""


BESIDE = (
    "t.db",
    "./t.db",
    "hard.db",
    "soft.db",
    "t.db-wal",
    "t.db-shm",
    "t.db-journal",
    ".t.db.lock",
    "copy.db",
)
"""Names of a file of tables, of what stands beside it in use, and of a backup."""


@pytest.mark.parametrize("runs", [True, False])
def test_tables_are_never_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, runs: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("quick.clag").write_text(QUICK, "utf-8")
    data = Path("t.db")
    with ExitStack() as running:
        address = running.enter_context(serving(data, Path("quick.clag")))
        Phone(address).open("file-quick", "Ann", "Bob", "Cai")
        if not runs:
            running.close()
        assert main(["serve", "--data", "t.db", "--backup", "copy.db"]) == 0
        Path("soft.db").symlink_to("t.db")
        for name in BESIDE:
            if name == "hard.db":
                Path(name).hardlink_to("t.db")
            before = data.read_bytes(), Path("copy.db").read_bytes()
            capsys.readouterr()
            given = ["serve", "--data", "t.db", "--export", name, "--force"]
            assert main(given) == 2, name
            told = capsys.readouterr().err
            assert f"`--export {name}` would replace a file of tables: give another" in told
            assert (data.read_bytes(), Path("copy.db").read_bytes()) == before
            if name == "hard.db":
                Path(name).unlink()
        assert main(["serve", "--data", "t.db", "--backup", "t.db-journal"]) == 2
        both = ["serve", "--data", "t.db", "--backup", "b.db", "--export", "b.db", "--force"]
        assert main(both) == 2, "the backup stays"
        assert StoredFile(Path("b.db")).count_tables("running") == 1
        assert main(["serve", "--data", "t.db", "--export", "x.jsonl"]) == 0
    assert StoredFile(data).count_tables("running") == 1


def test_other_commands_do_not_write_over_tables_either(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "t.html"
    Store(data).close()
    assert main(["keep", "foss", "-o", str(data), "--force"]) == 2
    assert "would replace a file of tables" in capsys.readouterr().err
    StoredFile(data).close()


def test_refusals_of_an_export_name_its_option(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, mine = tmp_path / "t.db", tmp_path / "mine.txt"
    Store(data).close()
    mine.write_text("mine", "utf-8")
    assert main(["serve", "--data", str(data), "--export", str(mine)]) == 2
    assert "give `--export` another name, or `--force`" in capsys.readouterr().err
    assert main(["serve", "--data", str(data), "--export", ""]) == 2
    assert "`--export` needs the name of a file" in capsys.readouterr().err


def greeted(folder: Path, host: str, *, lan: bool = False) -> list[str]:
    """What the terminal says of a server, which ends at once; its address answers."""
    told: list[str] = []
    running: list[Server] = []
    answers: list[int] = []

    def tell(line: str) -> None:
        told.append(line)
        if line.startswith("Press Ctrl-C"):
            Thread(target=ask).start()

    def ask() -> None:
        found = re.search(r"http://(\S+:[0-9]+)", told[0])
        assert found is not None
        try:
            while not running[0].started:
                sleep(0.01)
            answers.append(Phone(found[1]).get("/health").status)
        finally:
            running[0].should_exit = True

    serve(OfferedGames([]), folder / "t.db", ListenAddress(host, 0, lan), tell, running.append)
    assert answers == [200], told[0]
    return told


ALONE = "Only this machine can reach them"


def sixth_version() -> bool:
    """Whether this machine has addresses of IPv6, which not every one does."""
    try:
        with socket.socket(socket.AF_INET6) as trying:
            trying.bind(("::1", 0))
    except OSError:
        return False
    return True


LOOPBACK = ("127.0.0.1", "localhost", "127.0.0.2", *(["::1"] if sixth_version() else []))
OPEN = ("0.0.0.0", *(["::"] if sixth_version() else []))


@pytest.mark.parametrize(("host", "is_named"), [("127.0.0.1", False), ("0.0.0.0", True)])
def test_a_server_goes_by_the_name_of_its_machine_only_in_the_network(
    monkeypatch: pytest.MonkeyPatch, host: str, is_named: bool
) -> None:
    """Another site's page could reach a server of this machine alone under the machine's name."""
    monkeypatch.setattr(socket, "gethostname", lambda: "Kitchen")
    names = accepted_host_names(BoundAddress(host, ip_address(host)))
    assert {"localhost", "127.0.0.1", host} <= names
    assert ({"kitchen", "kitchen.local"} <= names) == is_named
    assert ("kitchen" in names) == is_named


@pytest.mark.parametrize("host", LOOPBACK)
def test_a_server_of_this_machine_alone_says_so(tmp_path: Path, host: str) -> None:
    assert ALONE in "\n".join(greeted(tmp_path, host))


@pytest.mark.parametrize(("host", "lan"), [*((one, False) for one in OPEN), ("", True)])
def test_a_server_that_the_network_reaches_says_so(tmp_path: Path, host: str, lan: bool) -> None:
    told = "\n".join(greeted(tmp_path, host, lan=lan))
    assert ALONE not in told
    assert "Everybody in your network can see the tables" in told
    assert "//0.0.0.0" not in told


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--host", ""], "`--host` needs an address"),
        (["--lan", "--host", "1.2.3.4"], "`--host 1.2.3.4` at one: leave out one of the two"),
        (["--name", "http://x/"], "`--name http://x/` is not the name of a server"),
        (["--name", "a b"], "give it without `http://`, port and path"),
        (["--name", ""], "is not the name of a server"),
        (["--name", "tables.example:8000"], "is not the name of a server"),
        (["--data", ""], "`--data` needs the name of a file"),
        (["--data", "", "--backup", "copy.db"], "`--data` needs the name of a file"),
        (["--force"], "`--force` needs `--export`"),
        (["--force", "--backup", "copy.db"], "a backup never replaces a file"),
        (["--bot-pause", "nan"], "is not a number: give seconds from 0 to 60"),
    ],
)
def test_options_that_can_have_no_effect_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], told: str
) -> None:
    assert main(["serve", "--data", str(tmp_path / "t.db"), *options]) == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "t.db").exists()

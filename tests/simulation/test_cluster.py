"""Blocks of matches on a Dask cluster: the same figures, whatever becomes of its workers."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread, Timer
from typing import Any, TypeAlias

import pytest
from distributed import Client, LocalCluster

from clagdsl.check.checker import check_path, game_of
from clagdsl.cli._progress import ProgressLine
from clagdsl.cli.main import main
from clagdsl.lang.fingerprint import rules_hash
from clagdsl.lang.optional_deps import install_command
from clagdsl.lang.resources import bundled_names
from clagdsl.lang.source import SourceText
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.simulation import runner as play
from clagdsl.simulation.blocks import (
    Part,
    Run,
    TableData,
    make_run,
    parts_by_threads,
    simulator_for,
)
from clagdsl.simulation.cluster import connection as connecting
from clagdsl.simulation.cluster.connection import (
    Connection,
    connected,
    parts_by_cluster,
    why_unfit,
)
from clagdsl.simulation.cluster.handshake import identity
from clagdsl.simulation.cluster.worker import Job
from clagdsl.simulation.runs.progress import Progress
from clagdsl.table.table import open_table
from clagdsl.version import VERSION

ROOT = Path(__file__).parent.parent.parent
HOUSE = """clag 1
game "Clag" variant "Home" extends pagat
deal Nuloss is normal with rank 2 3 4 5 6 7 8 9 10 J Q K A
add Nuloss after "Aces Low" assume "it follows the other deal with another order of ranks"
"""
MATCHES = 960
BLOCK = 64


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", protocol="tcp"
    ) as made:
        yield made


@pytest.fixture
def client(cluster: LocalCluster) -> Iterator[Client]:
    """Another client, by which tests play tricks on the workers."""
    with Client(cluster.scheduler_address, set_as_default=False) as made:
        made.wait_for_workers(2, timeout=30)
        yield made


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks that are asked for are small; workers play whatever they are asked for."""
    monkeypatch.setattr(play, "MOST_BLOCK", BLOCK)


def job_and_run(reference: str, seed: int, policies: Sequence[str] = ()) -> tuple[Job, Run]:
    checked = check_path(reference)
    assert checked.game is not None
    simulator = simulator_for(open_table(checked.game), policies, MATCHES)
    data = TableData.of(simulator.table, checked.chain)
    job = Job((data,), simulator.policies, seed, keep=False, matches=MATCHES)
    return job, make_run(simulator, seed)


def by_cluster(
    address: str, job: Job, run: Run, stopped: Callable[[], bool] = lambda: False
) -> Iterator[Part]:
    with connected(address) as connection:
        yield from parts_by_cluster(connection, job, run, (0, MATCHES), stopped)


def refused(address: str) -> str:
    begun = time.monotonic()
    with pytest.raises(ArgumentError) as error, connected(address):
        pass
    assert error.value.code == "U641"
    assert time.monotonic() - begun < 10
    return error.value.reason


def test_the_parts_are_those_of_this_machine(cluster: LocalCluster) -> None:
    job, run = job_and_run("raf", 7)
    here = list(parts_by_threads(run, 0, 2 * BLOCK, 1))
    with connected(cluster.scheduler_address) as connection:
        there = list(parts_by_cluster(connection, job, run, (0, 2 * BLOCK), lambda: False))
    assert [part.first for part in there] == [part.first for part in here]
    assert [part.figures.to_json() for part in there] == [part.figures.to_json() for part in here]


def test_seats_play_as_they_are_asked_to(cluster: LocalCluster) -> None:
    job, run = job_and_run("pagat", 7, ["steady", "random", "steady", "random"])
    _, other = job_and_run("pagat", 7)
    here = run.part(0, BLOCK).figures
    assert here != other.part(0, BLOCK).figures
    with connected(cluster.scheduler_address) as connection:
        (there,) = parts_by_cluster(connection, job, run, (0, BLOCK), lambda: False)
    assert there.figures == here


def test_a_killed_worker_changes_nothing(cluster: LocalCluster, client: Client) -> None:
    job, run = job_and_run("foss", 3)
    expected = run.no_figures()
    for part in parts_by_threads(run, 0, MATCHES, 1):
        expected.merge(part.figures)
    figures = run.no_figures()
    victims = [client.run(os.getpid).popitem()[1]]
    for part in by_cluster(cluster.scheduler_address, job, run):
        figures.merge(part.figures)
        if victims and figures.matches < MATCHES - 8 * BLOCK:  # more is under way
            os.kill(victims.pop(), signal.SIGKILL)
    assert not victims
    assert figures == expected


def test_nothing_more_is_played_once_it_is_stopped(cluster: LocalCluster, client: Client) -> None:
    job, run = job_and_run("foss", 3)
    seen: list[Part] = []
    for part in by_cluster(cluster.scheduler_address, job, run, lambda: len(seen) == 2):
        seen.append(part)
    assert [part.first for part in seen] == [0, BLOCK]
    assert tasks_left(client) == 0


def test_whoever_turns_away_leaves_nothing_behind(cluster: LocalCluster, client: Client) -> None:
    job, run = job_and_run("foss", 3)
    with connected(cluster.scheduler_address) as connection:
        parts = parts_by_cluster(connection, job, run, (0, MATCHES), lambda: False)
        next(parts)
        parts.close()
        assert tasks_left(client) == 0  # though the connection still stands


def tasks_left(client: Client) -> int:
    end = time.monotonic() + 30  # a task that is being done ends by itself
    while time.monotonic() < end:
        left = client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks))
        if not left:
            return 0
        time.sleep(0.05)
    return int(left)


def test_few_parts_are_under_way(cluster: LocalCluster) -> None:
    job, run = job_and_run("foss", 3)
    with connected(cluster.scheduler_address) as connection:
        begun, most = 0, 0
        real = connection.begin

        def begin(*asked: object) -> object:
            nonlocal begun
            begun += 1
            return real(*asked)  # type: ignore[arg-type]

        connection.begin = begin  # type: ignore[assignment, method-assign]
        parts = parts_by_cluster(connection, job, run, (0, MATCHES), lambda: False)
        for done, _ in enumerate(parts):
            most = max(most, begun - done)
    assert begun == -(-MATCHES // BLOCK)
    assert most <= 5


def test_rules_travel_as_text(
    cluster: LocalCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A house file and what it extends are not there for the workers, and have one name."""
    monkeypatch.chdir(tmp_path)
    house = Path("pagat.clag")
    house.write_text(HOUSE)
    job, run = job_and_run(str(house.absolute()), 5)
    named_alike, _ = job_and_run("./pagat.clag", 5)
    texts = [each.tables[0].texts[0][1] for each in (named_alike, job)]
    assert texts == [house.read_text()] * 2
    house.unlink()
    here = [part.figures.to_json() for part in parts_by_threads(run, 0, 3 * BLOCK, 1)]
    with connected(cluster.scheduler_address) as connection:
        there = parts_by_cluster(connection, job, run, (0, 3 * BLOCK), lambda: False)
        assert [part.figures.to_json() for part in there] == here


@pytest.mark.parametrize("reference", [*bundled_names(), str(ROOT / "rules/house/nuloss.clag")])
def test_the_texts_of_rules_are_all_that_is_needed(reference: str) -> None:
    checked = check_path(reference)
    assert checked.game is not None
    assert game_of(checked.chain) == checked.game
    assert rules_hash(game_of(checked.chain)) == rules_hash(checked.game)


def test_texts_that_are_no_rules() -> None:
    for chain in ([], [SourceText("a", "clag 1\ndeal")], [SourceText("a", "clag 1\n")]):
        with pytest.raises(ValueError, match="not texts of checked rules"):
            game_of(chain)


# --- what cannot play ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "",
        "localhost:8786",
        "tcp://localhost",
        "tcp://:8786",
        "tcp://localhost:0",
        "tcp://localhost:65536",
        "tcp://localhost:1/",
        "tcp://a b:1",
        "tcp://[::1:1",
        "tcp://\u0661:\u0661",
        "ftp://a:1",
    ],
)
def test_an_address_that_is_none(address: str) -> None:
    assert refused(address).startswith(f"`{address}` is not the address of a scheduler")


@contextmanager
def listener(answer: bytes | None) -> Iterator[str]:
    """The address of a program that accepts, and says this to whoever comes, or nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        kept = []

        def accept() -> None:
            with suppress(OSError):
                while True:
                    kept.append(server.accept()[0])
                    if answer is not None:
                        kept[-1].sendall(answer)
                        kept.pop().close()

        thread = Thread(target=accept, daemon=True)
        thread.start()
        yield f"tcp://127.0.0.1:{server.getsockname()[1]}"
        server.shutdown(socket.SHUT_RDWR)
        thread.join()
        for each in kept:
            each.close()


def test_nobody_at_the_address() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
    assert refused(address) == f"there is no scheduler at `{address}`: connection refused"
    assert "there is no scheduler at `tcp://nowhere.invalid:1`" in refused(
        "tcp://nowhere.invalid:1"
    )


def test_somebody_else_at_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "PATIENCE", 0.5)
    with listener(None) as silent:
        assert refused(silent) == f"`{silent}` does not answer like a scheduler"
    for answer in (b"", b"HTTP/1.0 400 Bad Request\r\n\r\n", bytes(100)):
        with listener(answer) as other:
            assert f"`{other}`" in refused(other)


def test_a_worker_is_no_scheduler(client: Client) -> None:
    worker = next(iter(client.nthreads()))
    assert refused(worker) == f"`{worker}` is a Dask worker, not a Dask scheduler"


def test_a_cluster_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "WORKERS_PATIENCE", 0.3)
    with LocalCluster(n_workers=0, processes=False, dashboard_address=":0", protocol="tcp") as bare:
        address = bare.scheduler_address
        reason = refused(address)
        assert reason.startswith(f"the cluster `{address}` has no workers, and none has joined")
        assert f"`dask worker {address}` starts one" in reason


Trick: TypeAlias = Callable[[str, str, str], None]


@pytest.fixture
def trick(client: Client) -> Iterator[Trick]:
    """Has a worker run a piece of Python, and later another that undoes it."""
    undone: list[tuple[str, str]] = []

    def play_trick(worker: str, program: str, undo: str) -> None:
        client.run(exec, program, {}, workers=[worker])
        undone.append((worker, undo))

    yield play_trick
    for worker, undo in undone:
        client.run(exec, undo, {}, workers=[worker])


@pytest.fixture
def worker(client: Client) -> str:
    """The address of one worker."""
    return next(iter(client.nthreads()))


def test_a_worker_without_clagdsl(
    cluster: LocalCluster, trick: Trick, worker: str, capfd: pytest.CaptureFixture[str]
) -> None:
    trick(
        worker,
        "import sys\n"
        "class Nothing:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'clagdsl':\n"
        "            raise ModuleNotFoundError('No module named clagdsl', name=name)\n"
        "for name in [name for name in sys.modules if name.partition('.')[0] == 'clagdsl']:\n"
        "    del sys.modules[name]\n"
        "sys.meta_path.insert(0, Nothing())\n",
        "import sys; del sys.meta_path[0]",
    )
    capfd.readouterr()
    reason = refused(cluster.scheduler_address)
    command = install_command("cluster", python="python")
    assert reason == (
        f"the worker `{worker}` has no `clagdsl`: `{command}` installs what it needs "
        "besides clagdsl itself; 1 of 2 workers cannot play"
    )


def test_a_worker_with_another_version(cluster: LocalCluster, trick: Trick, worker: str) -> None:
    trick(
        worker,
        "import clagdsl.simulation.cluster.handshake as it; it.VERSION = '0.0.9'",
        f"import clagdsl.simulation.cluster.handshake as it; it.VERSION = {VERSION!r}",
    )
    assert refused(cluster.scheduler_address) == (
        f"the worker `{worker}` has clagdsl 0.0.9, but this is clagdsl {VERSION}; "
        "1 of 2 workers cannot play"
    )


def test_a_worker_that_joins_with_another_program(
    cluster: LocalCluster, client: Client, trick: Trick, worker: str
) -> None:
    """Whoever was asked may be replaced in the middle: each block is asked for by the program."""
    job, run = job_and_run("foss", 3)
    with connected(cluster.scheduler_address) as connection:
        trick(
            worker,
            "import clagdsl.simulation.cluster.worker as it; it.program_hash = lambda: 'sha256:0'",
            "import clagdsl.simulation.cluster.worker as it;"
            "from clagdsl.lang.fingerprint import program_hash;"
            "it.program_hash = program_hash",
        )
        with pytest.raises(ArgumentError, match="runs a different clagdsl"):
            list(parts_by_cluster(connection, job, run, (0, MATCHES), lambda: False))
    assert tasks_left(client) == 0


def test_a_worker_that_fails(cluster: LocalCluster, trick: Trick, worker: str) -> None:
    job, run = job_and_run("foss", 3)
    with connected(cluster.scheduler_address) as connection:
        trick(
            worker,
            "import clagdsl.simulation.cluster.worker as it; it.program_hash = lambda: 1 // 0",
            "import clagdsl.simulation.cluster.worker as it;"
            "from clagdsl.lang.fingerprint import program_hash;"
            "it.program_hash = program_hash",
        )
        with pytest.raises(ArgumentError, match="a worker cannot play: ZeroDivisionError: "):
            list(parts_by_cluster(connection, job, run, (0, MATCHES), lambda: False))


def test_what_a_worker_may_tell() -> None:
    version, program, missing = identity()
    assert (version, missing) == (VERSION, ())
    assert why_unfit((version, program, ())) is None
    assert why_unfit((version, "sha256:0", ())) == (f"has a different build of clagdsl {version}")
    assert "has no `numba`" in str(why_unfit((version, program, ("numba",))))
    for other in (
        None,
        (version,),
        (version, program, (), 1),
        ModuleNotFoundError(name="clagdsl.x"),
    ):
        assert why_unfit(other) == "runs a different clagdsl"
    # however much a worker tells, a line is repeated
    numbered: Any = 5
    for long in (
        ("9" * 10**5, program, ()),
        (version, program, ["x"] * 10**5),
        ModuleNotFoundError(name="x" * 10**5),
        ValueError("x" * 10**5),
        ModuleNotFoundError(name=numbered),
    ):
        assert len(str(why_unfit(long))) < 500


def test_where_dask_differs_that_is_said_when_it_matters(
    cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connecting, "version", lambda _: "2024.8.0")
    job, run = job_and_run("foss", 3)
    with connected(cluster.scheduler_address) as connection:
        monkeypatch.setattr(connection._client, "submit", None)
        with pytest.raises(
            ArgumentError, match=r"was lost; it has Dask .*, this machine Dask 2024"
        ):
            next(parts_by_cluster(connection, job, run, (0, MATCHES), lambda: False))


LIES = {
    "a pickle": "pickle.dumps(Trap())",
    "a text": "it.real(*asked).decode()",
    "an array": "numpy.zeros((64, 3))",
    "cut short": "it.real(*asked)[:-3]",
    "other matches": "it.real(*asked[:3], asked[3] + 1)",
    "no numbers": "it.real(*asked).replace(b'0', b'NaN', 3)",
}
"""What a worker sends instead of the block that it is asked for."""


@pytest.mark.parametrize("lie", LIES)
def test_a_worker_that_lies_is_told(
    lie: str, cluster: LocalCluster, client: Client, trick: Trick, tmp_path: Path
) -> None:
    """Even a pickle that runs a program comes to nothing here but an error."""
    job, run = job_and_run("foss", 3)
    for name in client.nthreads():
        trick(
            name,
            "import pickle, numpy, os, clagdsl.simulation.cluster.worker as it\n"
            "class Trap:\n"
            f"    def __reduce__(self): return os.mkdir, ({str(tmp_path / 'sprung')!r},)\n"
            f"it.real, it.play = it.play, lambda *asked: {LIES[lie]}",
            "import clagdsl.simulation.cluster.worker as it; it.play = it.real",
        )
    with pytest.raises(
        ArgumentError, match="a worker has sent an impossible result for 64 matches"
    ) as error:
        list(by_cluster(cluster.scheduler_address, job, run))
    assert error.value.code == "U641"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("lost", ["scheduler", "workers"])
def test_a_cluster_that_is_lost_in_the_middle(lost: str, monkeypatch: pytest.MonkeyPatch) -> None:
    job, run = job_and_run("foss", 3)
    made = LocalCluster(n_workers=1, processes=False, dashboard_address=":0", protocol="tcp")
    seen: list[Part] = []

    def go_on() -> None:
        with connected(made.scheduler_address) as connection:
            for part in parts_by_cluster(connection, job, run, (0, 10**6), lambda: False):
                seen.append(part)
                if len(seen) == 1:
                    for name in ("PATIENCE", "WORKERS_PATIENCE"):
                        monkeypatch.setattr(connecting, name, 0.5)
                    made.close() if lost == "scheduler" else made.scale(0)

    with made, pytest.raises(ArgumentError) as error:
        go_on()
    assert len(seen) < 10**6 // BLOCK
    assert error.value.code == "U641"
    expected = {"scheduler": "was lost$", "workers": "has no workers"}[lost]
    assert re.search(expected, error.value.reason)


# --- the command --------------------------------------------------------------------------


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["simulate", *arguments]) == 0, capsys.readouterr()
    answer = capsys.readouterr()
    assert answer.err == ""
    return answer.out


@pytest.mark.parametrize(
    "arguments",
    [
        ["foss", "-n", "5000", "--until", "2", "--json"],
        ["foss", "-n", "300", "--against", "scorecard", "--against-set", "hook=true"],
        ["foss", "-n", "100", "--csv", "matches.csv"],
    ],
)
def test_the_command_says_the_same(
    arguments: list[str],
    cluster: LocalCluster,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    here = told(capsys, *arguments)
    files = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert len(files) == ("--csv" in arguments)
    again = ["--force"] if files else []
    assert told(capsys, *arguments, *again, "--cluster", cluster.scheduler_address) == here
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == files


def test_ctrl_c_keeps_what_is_done_and_the_run_goes_on(
    cluster: LocalCluster,
    client: Client,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ["simulate", "foss", "-n", "1000", "--json"]
    by = ["--cluster", cluster.scheduler_address]
    whole = told(capsys, *arguments[1:])

    def show(_self: ProgressLine, progress: Progress) -> None:
        if progress.done == 3 * BLOCK:
            signal.raise_signal(signal.SIGINT)

    with monkeypatch.context() as pressed:
        pressed.setattr(ProgressLine, "show", show)
        assert main([*arguments, *by, "--save", "run.json"]) == 130
    answer = capsys.readouterr()
    assert json.loads(answer.out)["matches"] == 3 * BLOCK
    assert answer.err == (
        f"interrupted: {3 * BLOCK} of 1000 matches were played and counted\n"
        "to go on: clagdsl simulate --resume run.json\n"
    )
    assert tasks_left(client) == 0
    assert told(capsys, "--resume", "run.json", "--json", *by) == whole


def test_ctrl_c_is_heard_while_nothing_comes(
    cluster: LocalCluster,
    client: Client,
    trick: Trick,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The workers play no block to its end before the command has ended."""
    for name in client.nthreads():
        trick(
            name,
            "import threading, clagdsl.simulation.cluster.worker as it;"
            "it.real, it.gate = it.play, threading.Event();"
            "it.play = lambda *_: it.gate.wait(60)",
            "import clagdsl.simulation.cluster.worker as it; it.gate.set(); it.play = it.real",
        )
    pressed = Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))

    def wait(self: Connection, *rest: Any) -> object:
        if not pressed.is_alive():
            pressed.start()
        return real(self, *rest)

    real = Connection.result
    monkeypatch.setattr(Connection, "result", wait)
    arguments = ["simulate", "foss", "-n", "1000", "--cluster", cluster.scheduler_address]
    try:
        assert main(arguments) == 130
    finally:
        pressed.cancel()
    answer = capsys.readouterr()
    assert (answer.out, answer.err) == (
        "",
        "interrupted: 0 of 1000 matches were played and counted\n",
    )


def test_a_lost_cluster_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    made = LocalCluster(n_workers=1, processes=False, dashboard_address=":0", protocol="tcp")

    def show(_self: ProgressLine, progress: Progress) -> None:
        if progress.done == 2 * BLOCK:
            made.close()

    arguments = ["foss", "-n", "100000", "--cluster", made.scheduler_address]
    with made, monkeypatch.context() as lost:
        lost.setattr(ProgressLine, "show", show)
        assert main(["simulate", *arguments, "--save", "run.json"]) == 2
    answer = capsys.readouterr()
    assert answer.out == ""
    assert answer.err.startswith("clagdsl: error U641: ")
    done = re.search(r"`--resume run.json` continues after ([\d,]+) matches", answer.err)
    assert done is not None
    more = str(int(done[1].replace(",", "")) + 100)
    assert told(capsys, "--resume", "run.json", "-n", more) == told(capsys, "foss", "-n", more)


def test_a_cluster_that_is_not_there_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ["simulate", "foss", "-n", "9", "--save", "run.json", "--cluster", "tcp://[::1]:1"]
    assert main(arguments) == 2
    assert "U641" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_nothing_but_the_option_needs_dask() -> None:
    program = (
        "import sys; sys.modules['distributed'] = sys.modules['dask'] = None\n"
        "from clagdsl.cli.main import main\n"
        "raise SystemExit(main(['simulate', 'foss', '-n', '5']))"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", program]
    assert subprocess.run(command, env=environment, timeout=60, check=False).returncode == 0


# --- the page about it --------------------------------------------------------------------

PAGE = ROOT / "docs" / "how-to" / "play-on-a-cluster.md"
SHOWN = re.compile(r"^```text\n(\$ .*?)^```$", re.M | re.S)


@contextmanager
def running(command: str) -> Iterator[subprocess.Popen[bytes]]:
    """A documented command, while it is needed."""
    folder = Path(sys.executable).parent
    started = subprocess.Popen(
        shlex.split(command),
        env={**os.environ, "PYTHONPATH": str(ROOT), "PATH": f"{folder}:{os.environ['PATH']}"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield started
    finally:
        started.terminate()
        started.wait(30)


def test_the_page_does_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its commands, on a port that is free."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(connecting, "WORKERS_PATIENCE", 30.0)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
    text = PAGE.read_text("utf-8").replace("8786", port)
    commands = re.findall(r"^\$ (.*)$", "".join(SHOWN.findall(text)), re.M)
    scheduler, worker, played = commands
    assert scheduler == f"dask scheduler --port {port}"
    expected = SHOWN.findall(text)[2].partition("\n")[2].partition("\n...")[0]
    with running(f"{scheduler} --host localhost --dashboard-address :0"), running(worker):
        end = time.monotonic() + 30
        while time.monotonic() < end:
            with suppress(OSError):
                socket.create_connection(("localhost", int(port)), 1).close()
                break
            time.sleep(0.1)
        assert told(capsys, *shlex.split(played)[2:]).startswith(expected)

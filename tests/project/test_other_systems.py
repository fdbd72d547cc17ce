"""What the program does where the system is another one, simulated: Windows, macOS, old consoles.

Each test takes away what Linux has, or puts a stand-in for what another system has in its place.
"""

from __future__ import annotations

import errno
import io
import json
import os
import signal
import socket
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from multiprocessing import Pipe
from pathlib import Path, PureWindowsPath
from types import ModuleType, SimpleNamespace

import pytest

from clagdsl.check import loader
from clagdsl.cli import _signals
from clagdsl.cli.main import main
from clagdsl.cli.play import saved_matches
from clagdsl.cli.play.command import line_reader
from clagdsl.lang.errors import FileError
from clagdsl.lang.files import (
    LOCKED_BYTE,
    NotPrivateError,
    exclusive_lock,
    private_folder,
    write_file,
)
from clagdsl.lsp import protocol
from clagdsl.problems.diagnostic import Diagnostic
from clagdsl.serve import bot_process
from clagdsl.serve.offered_games import OfferedGames
from clagdsl.serve.server import ListenAddress, serve
from clagdsl.simulation import optional_deps
from clagdsl.simulation.code_cache import PACKAGE, FunctionCache, cache_folder
from clagdsl.simulation.runs.request import cores
from clagdsl.syntax.source_loader import read_bytes

ROOT = Path(__file__).parent.parent.parent
Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


def fresh(path: Path) -> ModuleType:
    """A module that is executed anew, as on a system that looks as this one does now."""
    spec = spec_from_file_location(f"fresh_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# --- files --------------------------------------------------------------------------------


def msvcrt() -> ModuleType:
    """The module of Windows, which locks bytes at the present position, or raises at once."""
    from fcntl import LOCK_EX, LOCK_NB, flock

    module = ModuleType("msvcrt")
    vars(module)["LK_NBLCK"] = 2

    def locking(handle: int, mode: int, count: int) -> None:
        assert (mode, count) == (2, 1)
        assert os.lseek(handle, 0, os.SEEK_CUR) == LOCKED_BYTE
        try:
            flock(handle, LOCK_EX | LOCK_NB)
        except BlockingIOError as error:
            raise PermissionError(errno.EACCES, "Permission denied") from error

    vars(module)["locking"] = locking
    return module


def test_windows_locks_a_file_and_closes_it_before_it_is_deleted(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "msvcrt", msvcrt())
    monkeypatch.setitem(sys.modules, "fcntl", None)
    for name in ("pread", "O_NOFOLLOW"):
        monkeypatch.delattr(os, name)
    close, unlink = os.close, os.unlink
    done: list[str] = []
    monkeypatch.setattr(os, "close", lambda handle: (done.append("close"), close(handle)))
    monkeypatch.setattr(os, "unlink", lambda path: (done.append("unlink"), unlink(path)))
    match = tmp_path / "m.toml"
    with exclusive_lock(match):
        with pytest.raises(FileError, match=f"another clagdsl, process {os.getpid()}:"):
            exclusive_lock(match).__enter__()
        done.clear()
    assert done == ["close", "unlink"]
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_opened_is_still_written_to_and_named(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    opened = os.open

    def open_file(path: str | Path, flags: int, mode: int = 0o777) -> int:
        if Path(path).is_dir():
            raise PermissionError(errno.EACCES, "Permission denied")
        return opened(path, flags, mode)

    monkeypatch.setattr(os, "open", open_file)
    monkeypatch.delattr(os, "O_NONBLOCK")
    write_file(tmp_path / "sheet.md", "a sheet", durable=True)
    assert read_bytes(tmp_path / "sheet.md", "sheet.md") == b"a sheet"
    problem = read_bytes(tmp_path, "here")
    assert isinstance(problem, Diagnostic)
    assert "a folder" in problem.message


def test_without_owners_only_the_users_own_folder_is_private(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    home, other = tmp_path / "home", tmp_path / "other"
    home.mkdir(mode=0o777)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delattr(os, "getuid")
    assert private_folder(home / "a" / "b").is_dir()
    with pytest.raises(NotPrivateError, match="is not in the user's own folder"):
        private_folder(other)
    assert not other.exists()


def test_without_owners_a_folder_of_machine_code_is_not_emptied(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delattr(os, "getuid")
    folder = cache_folder(str(tmp_path / "kept"), PACKAGE)
    assert folder is not None
    folder.chmod(0o755)
    (folder / "code").touch()
    assert cache_folder(str(tmp_path / "kept"), PACKAGE) == folder
    assert (folder / "code").exists()


@pytest.mark.parametrize(
    ("platform", "variable", "folder"),
    [
        ("win32", "LOCALAPPDATA", "given"),
        ("win32", "XDG_STATE_HOME", "home/AppData/Local"),
        ("darwin", "XDG_STATE_HOME", "home/Library/Application Support"),
        ("linux", "LOCALAPPDATA", "home/.local/state"),
        ("linux", "XDG_STATE_HOME", "given"),
    ],
)
def test_matches_are_kept_where_each_system_keeps_such_files(
    platform: str, variable: str, folder: str, tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv(variable, str(tmp_path / "given"))
    assert saved_matches.folder() == tmp_path / folder / "clagdsl" / "matches"


# --- paths --------------------------------------------------------------------------------


def test_a_file_names_rules_with_slashes_on_windows(monkeypatch: Patch) -> None:
    monkeypatch.setattr(loader, "PurePath", PureWindowsPath)
    monkeypatch.setattr(os.path, "relpath", lambda *_: r"..\rules\club.clag")
    assert loader.rules_from(Path("club.clag"), Path("m.toml")) == "../rules/club.clag"


def test_rules_on_another_drive_are_named_by_their_whole_path(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    def relpath(*_: object) -> str:
        raise ValueError("path is on mount 'D:', start on mount 'C:'")

    base = tmp_path / "base.clag"
    base.write_text('clag 1\ngame "Club" extends pagat\n')
    monkeypatch.setattr(os.path, "relpath", relpath)
    assert main(["new", str(tmp_path / "house.clag"), "--from", str(base)]) == 0
    assert f'extends "{base}"' in (tmp_path / "house.clag").read_text()
    assert main(["check", str(tmp_path / "house.clag")]) == 0


@pytest.mark.parametrize("colon", [":", "%3A", "%3a"])
def test_an_editor_names_a_drive_in_three_ways(colon: str, monkeypatch: Patch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(protocol, "url2pathname", lambda path: asked.append(path) or path)
    protocol.path_of(f"file:///c{colon}/games/a%20b.clag")
    assert asked == ["/c:/games/a%20b.clag"]


# --- consoles -----------------------------------------------------------------------------


def test_an_old_console_of_windows_shows_colours_by_a_library(
    monkeypatch: Patch, capsys: Capture
) -> None:
    calls: list[str] = []
    library = ModuleType("colorama")
    monkeypatch.setattr(
        library, "just_fix_windows_console", lambda: calls.append("fixed"), raising=False
    )
    monkeypatch.setitem(sys.modules, "colorama", library)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "")
    assert main(["check", "no-such-file.clag"]) == 2
    assert "\x1b[" in capsys.readouterr().out
    assert calls


def test_a_line_is_read_where_it_cannot_be_edited(monkeypatch: Patch, capsys: Capture) -> None:
    monkeypatch.setitem(sys.modules, "readline", None)
    monkeypatch.setattr("sys.stdin", io.StringIO("7C\n"))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    ask = line_reader()
    assert (ask("card? "), ask("card? ")) == ("7C", None)
    assert capsys.readouterr().out == "card? card? \n"


# --- signals and processes ----------------------------------------------------------------


def test_closing_a_window_of_windows_ends_a_command_as_ctrl_c_does(monkeypatch: Patch) -> None:
    monkeypatch.delattr(signal, "SIGHUP")
    monkeypatch.setattr(signal, "SIGBREAK", signal.SIGUSR1, raising=False)
    windows = fresh(Path(_signals.__file__))
    assert windows.ENDING == (signal.SIGTERM, signal.SIGUSR1)
    with pytest.raises(KeyboardInterrupt) as ended, windows.ended_by_signals():
        signal.raise_signal(signal.SIGUSR1)
    assert windows.status_of(ended.value) == 128 + signal.SIGUSR1
    assert signal.getsignal(signal.SIGUSR1) is signal.SIG_DFL


WORKER = """
import os, sys
sys.modules["resource"] = None
del os.nice
from clagdsl.serve.rules_worker import main
main()
"""


def test_a_worker_answers_where_the_system_knows_no_limits() -> None:
    asked = {"id": 1, "asked": {"wish": "check", "text": 'clag 1\ngame "X" extends pagat\n'}}
    done = subprocess.run(
        [sys.executable, "-c", WORKER],
        input=json.dumps(asked) + "\n",
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    ready, answer = map(json.loads, done.stdout.splitlines())
    assert set(ready) == {"ready"}
    assert answer["id"] == 1
    assert answer["answer"]["problems"] == []
    assert done.stderr == ""


def test_bots_think_where_no_process_can_step_back(monkeypatch: Patch) -> None:
    monkeypatch.delattr(os, "nice")
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    server, bots = Pipe()
    server.close()
    bot_process.answer_questions(bots)


def test_windows_lets_no_two_servers_listen_at_one_port(tmp_path: Path, monkeypatch: Patch) -> None:
    options: list[int] = []
    monkeypatch.setitem(sys.modules, "resource", None)
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", -5, raising=False)
    monkeypatch.setattr(
        socket.socket, "setsockopt", lambda _own, _level, option, _value: options.append(option)
    )
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        place = ListenAddress("127.0.0.1", taken.getsockname()[1])
        with pytest.raises(FileError, match="cannot listen at"):
            serve(OfferedGames([]), tmp_path / "t.db", place, print)
    assert options == [-5]


# --- the simulator ------------------------------------------------------------------------


def test_all_processors_are_counted_where_none_can_be_set_apart(monkeypatch: Patch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    assert cores() == 3
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert cores() == 1


@pytest.mark.parametrize("platform", ["win32", "linux"])
def test_windows_is_not_asked_for_addresses(platform: str, monkeypatch: Patch) -> None:
    def refused(_number: int, _size: int) -> None:
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(optional_deps, "mmap", refused)
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    if platform == "win32":
        optional_deps.check_extras({"simulate": "this"})
    else:
        with pytest.raises(MemoryError):
            optional_deps.check_extras({"simulate": "this"})


def test_machine_code_is_kept_by_a_python_without_flags(tmp_path: Path, monkeypatch: Patch) -> None:
    kept = [FunctionCache(cores, tmp_path, "", print).__dict__]
    monkeypatch.delattr(sys, "abiflags")
    kept.append(FunctionCache(cores, tmp_path, "", print).__dict__)
    assert kept[0] == kept[1]


# --- the README's commands ----------------------------------------------------------------


def test_the_tasks_run_the_programs_of_windows(monkeypatch: Patch, capsys: Capture) -> None:
    monkeypatch.setitem(sys.modules, "os", SimpleNamespace(name="nt", path=os.path))
    tasks = fresh(ROOT / "tasks.py")
    commands: list[tuple[str, ...]] = []
    monkeypatch.setattr(tasks, "run", lambda *command: commands.append(command) or 0)
    assert tasks.main(["demo"]) == 0
    scripts = ROOT / ".venv" / "Scripts"
    assert commands == [
        (sys.executable, "-m", "venv", ".venv"),
        (str(scripts / "python.exe"), "-m", "pip", "install", "-q", "."),
        (str(scripts / "clagdsl"), "demo"),
    ]
    assert capsys.readouterr().out.startswith("demo: install clagdsl")

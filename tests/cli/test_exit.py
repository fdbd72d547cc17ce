"""Exit statuses and what is written where: whatever happens, never a traceback."""

import builtins
import errno
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shlex import split
from typing import get_args

import click
import pytest
from click import Option

from clagdsl.cli.main import COMMANDS, Group, LazyCommand, main, program
from clagdsl.lang.errors import FileError
from clagdsl.version import VERSION

ROOT = Path(__file__).parent.parent.parent
GOOD = """clag 1
game "X" variant "Y"
players 3 to 7
deal normal
  trump turned
  bid in turn
  last bid keeps bids != cards
  score 10 + tricks when made, otherwise -2 * abs(bid - tricks)
schedule
  1 up to 7 cards: normal
  then 7 cards: normal
winner highest total, then shared
"""


@pytest.fixture
def good(tmp_path: Path) -> str:
    path = tmp_path / "good.clag"
    path.write_text(GOOD)
    return str(path)


@pytest.fixture
def bad(tmp_path: Path) -> str:
    path = tmp_path / "bad.clag"
    path.write_text(GOOD.replace("7 cards: normal\nwinner", "7 cards: nromal\nwinner"))
    return str(path)


def process(*arguments: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    settings: dict[str, object] = {"cwd": ROOT, "capture_output": True, "timeout": 60, **options}
    return subprocess.run([sys.executable, "-m", "clagdsl", *arguments], **settings)


@pytest.mark.parametrize(
    "command",
    [
        "check no.clag",
        "check {bad} no.clag",
        "fmt --check no.clag",
        "diff foss no.clag",
        "conform no.clag --as pagat",
        "new x.clag --from no.clag",
        "play no.clag",
        "play --resume no.toml",
        "keep no.clag -o x.html",
        "sheet no.clag",
        "score no.clag --deal 1 --tricks 0,1,0",
        "trick no.clag --deal 1 AC",
        "replay no.toml",
        "replay no.csv --rules foss",
        "season no.toml",
        "season . --rules no.clag",
        "season . --alias no.toml",
        "review no.toml",
        "simulate no.clag",
        "balance no.clag",
        "compile no.clag",
        "graph no.clag",
        "serve no.clag",
    ],
)
def test_a_file_that_is_not_there_is_wrong_usage(
    command: str, bad: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(command.format(bad=bad).split()) == 2


def test_a_file_that_rules_or_a_record_name_is_a_problem_of_theirs(tmp_path: Path) -> None:
    rules, record = tmp_path / "x.clag", tmp_path / "x.toml"
    rules.write_text('clag 2\ngame "X" extends "no.clag"\n')
    record.write_text('record = 1\nrules = "./no.clag"\nplayers = ["Ann", "Bob", "Cai"]\n')
    assert main(["check", str(rules)]) == 1
    assert main(["replay", str(record)]) == 1


@pytest.mark.parametrize(
    "command", ["play pagat --players abc", "simulate pagat -n abc", "serve --bot-pause abc"]
)
def test_a_number_that_is_none_has_a_code(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command.split()) == 2
    assert capsys.readouterr().err.startswith(f"clagdsl {command.split()[0]}: error U690: ")


def test_rules_that_check_give_status_0(good: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", good]) == 0
    told = capsys.readouterr()
    assert told.out.startswith(f"{good}: X, Y checks\n")
    assert told.err == ""


def test_rules_with_a_problem_give_status_1(bad: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", bad]) == 1
    told = capsys.readouterr()
    assert told.out.startswith(f"{bad}:11:17: error ")
    assert told.err == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["nosuch"],
        ["check"],
        ["check", "--nosuch"],
        ["check", "--format", "xml", "x.clag"],
        ["check", "nosuchvariant"],
        ["show", "nosuchvariant"],
        ["explain", "Z999"],
        ["score", "foss"],
        ["--nosuch"],
    ],
)
def test_wrong_usage_gives_status_2_and_is_told_on_standard_error(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "error" in told.err
    assert "Traceback" not in told.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "--json"],
        ["check", "--json", "--nosuch"],
        ["check", "--format", "json", "nosuchvariant"],
        ["check", "--format=json", "nosuchvariant"],
        ["show", "nosuchvariant", "--json"],
        ["explain", "Z999", "--json"],
        ["nosuch", "--json"],
        ["score", "foss", "--json"],
        ["trick", "foss", "--json", "--deal", "1", "AC"],
    ],
)
def test_with_json_wrong_usage_is_one_document_on_standard_output(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    (problem,) = json.loads(capsys.readouterr().out)["problems"]
    assert problem["severity"] == "error"
    assert problem["message"]
    assert problem["code"].startswith("U")


@pytest.mark.parametrize("command", ["compile", "score", "trick"])
def test_with_json_rules_with_a_problem_are_one_document(
    command: str, bad: str, capsys: pytest.CaptureFixture[str]
) -> None:
    more = {"score": ["--deal", "1", "--tricks", "1,0,0"], "trick": ["--deal", "1", "AC"]}
    assert main([command, bad, "--json", *more.get(command, [])]) == 1
    (problem,) = json.loads(capsys.readouterr().out)["problems"]
    assert (problem["file"], problem["line"]) == (bad, 11)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], None]:
    """Makes `clagdsl variants` raise an exception."""

    def breaks(error: BaseException) -> None:
        @click.command("variants")
        @click.option("--json", is_flag=True, expose_value=False)
        def command() -> None:
            raise error

        monkeypatch.setattr(LazyCommand, "load", lambda _: command)

    return breaks


def test_a_bug_gives_status_3_and_says_that_it_is_ours(
    broken: Callable[[BaseException], None], capsys: pytest.CaptureFixture[str]
) -> None:
    broken(KeyError("nine\x1b"))
    assert main(["variants"]) == 3
    told = capsys.readouterr()
    assert told.out == ""
    assert "this is a bug in clagdsl, not a mistake of yours: KeyError" in told.err
    assert "please report it" in told.err
    assert "Traceback" not in told.err
    assert "\x1b" not in told.err


def test_a_bug_with_json_is_one_document(
    broken: Callable[[BaseException], None], capsys: pytest.CaptureFixture[str]
) -> None:
    broken(RecursionError("deep"))
    assert main(["variants", "--json"]) == 3
    (problem,) = json.loads(capsys.readouterr().out)["problems"]
    assert problem["code"] == "U699"


def test_a_bug_shows_its_traceback_when_asked(
    broken: Callable[[BaseException], None],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CLAGDSL_DEBUG", "1")
    broken(ZeroDivisionError())
    assert main(["variants"]) == 3
    assert "Traceback" in capsys.readouterr().err


def chained(error: Exception, cause: BaseException) -> Exception:
    error.__cause__ = cause
    return error


FULL_DISK = OSError(errno.ENOSPC, "No space left on device")
NO_SEGMENT = ImportError("libopenblas.so: failed to map segment from shared object")


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (MemoryError(), "there is not enough memory"),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), "there is not enough memory"),
        (chained(ImportError("IMPORTANT: PLEASE READ"), NO_SEGMENT), "there is not enough memory"),
        (RuntimeError("can't start new thread"), "there is not enough memory"),
        (FULL_DISK, "[Errno 28] No space left on device"),
        (chained(FileError("cannot write `x`"), FULL_DISK), "cannot write `x`"),
    ],
)
def test_a_machine_without_room_is_neither_a_bug_nor_wrong_usage(
    error: Exception,
    message: str,
    broken: Callable[[BaseException], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    broken(error)
    assert main(["variants"]) == 2
    first, help_line = capsys.readouterr().err.splitlines()
    assert first == f"clagdsl: error U691: {message}"
    assert "--help" not in help_line
    assert main(["variants", "--json"]) == 2
    (problem,) = json.loads(capsys.readouterr().out)["problems"]
    assert problem["code"] == "U691"


@pytest.mark.parametrize(("limit", "policy"), [(60, "random"), (150, "random"), (400, "steady")])
def test_the_simulator_reports_a_limit_of_memory(limit: int, policy: str) -> None:
    """NumPy below about 200 MiB, and Numba below 500, would end the process instead."""
    resource = pytest.importorskip("resource")
    done = subprocess.run(
        [sys.executable, "-m", "clagdsl", "simulate", "foss", "-n", "1", "--policy", policy],
        capture_output=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit << 20, limit << 20)),
        check=False,
        timeout=60,
    )
    assert done.returncode == 2, done
    assert done.stderr.startswith(b"clagdsl: error U691: there is not enough memory\n")


def test_an_interrupted_command_ends_quietly(
    broken: Callable[[BaseException], None], capsys: pytest.CaptureFixture[str]
) -> None:
    broken(KeyboardInterrupt())
    assert main(["variants"]) == 130
    assert capsys.readouterr().err == ""


def test_an_interruption_that_python_wraps_ends_quietly_too(
    broken: Callable[[BaseException], None], capsys: pytest.CaptureFixture[str]
) -> None:
    """As it does while a class is made: `Error calling __set_name__ on ...`."""
    error = RuntimeError("Error calling __set_name__ on '_tuplegetter' instance")
    error.__cause__ = KeyboardInterrupt()
    broken(error)
    assert main(["variants"]) == 130
    assert capsys.readouterr().err == ""


def test_nothing_is_imported_before_somebody_listens_for_ctrl_c() -> None:
    program = """
import sys
before = set(sys.modules)
import clagdsl.__main__
print(sorted(set(sys.modules) - before))
"""
    arguments = [sys.executable, "-c", program]
    done = subprocess.run(arguments, check=True, timeout=60, capture_output=True, text=True)
    assert done.stdout == "['clagdsl', 'clagdsl.__main__']\n"


WAITING_THREAD = """
ended = threading.Event()
leave = clagdsl.__main__.leave_at_once
clagdsl.__main__.leave_at_once = lambda status: (leave(status), ended.set())
threading.Thread(target=lambda: (ended.wait(60), print('waited for'))).start()
"""
"""A thread that prints only after the main thread has tried to end the process."""


@pytest.mark.parametrize(
    ("begun", "last"),
    [
        ("atexit.register(print, 'last')", "last\n"),
        (WAITING_THREAD, "waited for\n"),
    ],
)
def test_what_is_to_be_done_at_the_end_is_done(begun: str, last: str) -> None:
    program = (
        "import atexit, sys, threading\n"
        "import clagdsl.__main__\n"
        "sys.argv = ['clagdsl', '--version']\n"
        f"{begun}\n"
        "clagdsl.__main__.run()\n"
    )
    arguments = [sys.executable, "-c", program]
    done = subprocess.run(arguments, check=True, timeout=60, capture_output=True, text=True)
    assert done.stdout.startswith("clagdsl")
    assert done.stdout.endswith(last)
    assert done.stderr == ""


@pytest.mark.parametrize("handler", [signal.default_int_handler, signal.SIG_IGN])
def test_ctrl_c_while_the_program_is_loaded_ends_it_at_once(
    handler: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is imported then: in a callback of the interpreter it would be told and lost."""
    from clagdsl.__main__ import run

    before = signal.signal(signal.SIGINT, handler)  # type: ignore[arg-type]
    ended: list[int] = []
    monkeypatch.setattr("os._exit", ended.append)
    monkeypatch.setattr("clagdsl.cli.main.main", lambda **_: 7)
    monkeypatch.setattr("clagdsl.__main__.leave_at_once", lambda _: None)
    real = builtins.__import__

    def interrupted(name: str, *more: object) -> object:
        if name == "clagdsl.cli.main":
            signal.raise_signal(signal.SIGINT)
        return real(name, *more)  # type: ignore[arg-type]

    try:
        with monkeypatch.context() as patched:
            patched.setattr("builtins.__import__", interrupted)
            with pytest.raises(SystemExit) as left:
                run()
        assert (left.value.code, ended) == (7, [130] if callable(handler) else [])
        assert signal.getsignal(signal.SIGINT) == handler
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_reader_that_has_gone_ends_the_command_quietly() -> None:
    read, write = os.pipe()
    os.close(read)
    done = process("show", "pagat", capture_output=False, stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    assert done.returncode == 141
    assert done.stderr == b""


@pytest.mark.parametrize("command", [["show", "pagat"], ["fmt", "-"], ["fmt", "--help"]])
def test_a_full_disk_is_told(command: list[str]) -> None:
    text = b'clag 1\ngame "Friday" extends foss\n'
    with Path("/dev/full").open("wb") as stream:
        streams = {"input": text, "stdout": stream, "stderr": subprocess.PIPE}
        done = process(*command, capture_output=False, **streams)
    assert done.returncode == 2
    assert done.stderr.startswith(b"clagdsl: error: cannot write the answer")
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_disk_that_takes_a_part_of_an_answer_is_told(unbuffered: str, tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    with (tmp_path / "answer").open("wb") as stream:
        ended = subprocess.run(
            [sys.executable, "-m", "clagdsl", "sheet", "pagat"],
            stdout=stream,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024)),
            check=False,
        )
    assert ended.returncode == 2
    assert ended.stderr == b"clagdsl: error: cannot write the answer: File too large\n"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_any_encoding_of_the_terminal_will_do(encoding: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    done = process("explain", "nope \u2660\u00e8", env=environment)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert done.stderr.startswith(b"clagdsl explain: error")


def test_arguments_that_are_no_text_are_told_not_raised() -> None:
    name = os.fsdecode(b"no\xff\xfe.clag")
    done = process("check", name)
    assert done.returncode == 2
    assert b"Traceback" not in done.stdout + done.stderr
    assert json.loads(process("check", "--json", name).stdout)["problems"]


@pytest.mark.parametrize("command", [["variants"], ["--version"], ["check", "foss", "--json"]])
def test_a_closed_standard_output_is_told(
    command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout", None)
    assert main(command) == 2
    told = capsys.readouterr().err
    assert told == "clagdsl: error: cannot write the answer: standard output is closed\n"


def test_without_standard_output_nothing_breaks() -> None:
    done = subprocess.run(
        f'"{sys.executable}" -m clagdsl variants >&-',
        shell=True,
        cwd=ROOT,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(b"clagdsl: error: cannot write the answer")
    assert b"Traceback" not in done.stderr


def test_the_version_and_the_help_name_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"clagdsl {VERSION}\n"
    assert main(["--help"]) == 0
    help_text = capsys.readouterr().out
    assert [line[:-1] for line in help_text.splitlines() if line[:-1] in get_args(Group)] == list(
        get_args(Group)
    )
    for name, lazy in COMMANDS.items():
        assert [line for line in help_text.splitlines() if line.split()[:1] == [name]] == [
            f"  {name:<15}  {lazy.help}"
        ]
        command = lazy.load()
        assert command.name == name
        assert command.help
        assert " ".join(command.help.split("\n\n")[0].split()) == lazy.help
        assert main([name, "--help"]) == 0
        assert capsys.readouterr().out.endswith(f"Example:\n    clagdsl {lazy.example}\n")


@pytest.mark.parametrize("name", COMMANDS)
def test_the_example_of_a_command_can_be_typed(name: str) -> None:
    words = split(COMMANDS[name].example)
    assert words[0] == name
    COMMANDS[name].load().make_context(name, words[1:])


def sentences_of_help() -> list[tuple[str, int]]:
    """Each sentence of the help of every command and option, with its number of words."""
    texts = [program.help or ""]
    for lazy in COMMANDS.values():
        command = lazy.load()
        texts.append(command.help or "")
        texts += [each.help or "" for each in command.params if isinstance(each, Option)]
    parts = [part for text in texts for part in re.split(r"(?<=\.)\s+|\n\n", text) if part]
    return [(part, len(part.split())) for part in parts]


def test_the_help_has_short_sentences() -> None:
    lengths = [words for _, words in sentences_of_help()]
    assert sum(lengths) / len(lengths) <= 18
    assert [part for part, words in sentences_of_help() if words > 35] == []


def test_no_command_is_imported_for_the_help_or_for_another_command() -> None:
    program = """
import sys
from clagdsl.cli.main import main
from clagdsl.cli.main import COMMANDS
assert main(["--help"]) == 0
modules = {lazy.import_path.partition(":")[0] for lazy in COMMANDS.values()}
assert not modules & set(sys.modules), modules & set(sys.modules)
assert main(["show", "foss"]) == 0
assert modules & set(sys.modules) == {"clagdsl.cli.variants"}
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60, capture_output=True)


def test_the_command_and_the_module_are_the_same() -> None:
    done = process("--version")
    assert done.returncode == 0
    assert done.stdout.startswith(f"clagdsl {VERSION}".encode())

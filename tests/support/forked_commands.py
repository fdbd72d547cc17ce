"""A fork server for `clagdsl` commands, for shell scripts that run many of them.

A forked command behaves as a process of its own: arguments, environment, folder, standard streams,
signals and exit status. Only its modules are imported already. Program start-up is therefore tested
elsewhere, in `tests/cli/test_start_up.py` and `test_exit.py`.
"""

from __future__ import annotations

import os
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from select import select

ROOT = Path(__file__).parent.parent.parent
READY = "ready\n"

ASK = """
import os, socket, sys
asked = socket.socket(socket.AF_UNIX)
asked.connect(sys.argv[1])
given = [os.fsencode(word) for word in (os.getcwd(), str(len(sys.argv) - 2), *sys.argv[2:])]
given += [name + b"=" + value for name, value in os.environb.items()]
socket.send_fds(asked, [b"x"], [0, 1, 2])
asked.sendall(b"\\0".join(given))
asked.shutdown(socket.SHUT_WR)
status = int(asked.makefile().read())
if status < 0:
    os.kill(os.getpid(), -status)
sys.exit(status)
"""
"""The client that a shell runs in place of `clagdsl`; it ends with the command's status."""


@contextmanager
def forked_commands() -> Iterator[str]:
    """Yields a shell line that runs `clagdsl` with `"$@"`, while the server is running."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "commands"
        server = subprocess.Popen(
            [sys.executable, __file__, place],
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert server.stdin is not None
        assert server.stdout is not None
        try:
            assert server.stdout.readline() == READY
            (Path(folder) / "ask.py").write_text(ASK)
            yield f'exec "{sys.executable}" -I -S "{folder}/ask.py" "{place}" "$@"'
        finally:
            server.communicate()  # the server ends with its standard input


def serve(place: str) -> None:
    """Imports what commands need, then forks for each request; returns only in a fork."""
    for name in ("cli", "engine", "explain", "records"):
        package = import_module(f"clagdsl.{name}")
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    import_module("clagdsl.simulation.runs.run")
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # reaps the forks that wait for commands
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(place)
        listening.listen()
        print(READY, end="", flush=True)
        while listening in select([listening, sys.stdin], [], [])[0]:
            asked, _ = listening.accept()
            with asked:
                if os.fork() == 0:
                    return _run(asked)
    return os._exit(0)


def _run(asked: socket.socket) -> None:
    """Turns into the requested command, in a fork of this fork, which reports the exit status."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    _, streams, _, _ = socket.recv_fds(asked, 1, 3)
    with asked.makefile("rb") as sent:
        folder, count, *words = sent.read().split(b"\0")
    number = os.fork()
    if number:
        _, status = os.waitpid(number, 0)
        asked.sendall(str(os.waitstatus_to_exitcode(status)).encode())
        os._exit(0)
    for stream, given in enumerate(streams):
        os.dup2(given, stream)
        os.close(given)
    # Python's stream objects belong to the old descriptors, so they are made again.
    sys.stdin = os.fdopen(0)
    sys.stdout = os.fdopen(1, "w")
    sys.stderr = os.fdopen(2, "w", buffering=1, errors="backslashreplace")
    os.chdir(folder)
    environment = [word.split(b"=", 1) for word in words[int(count) :]]
    os.environb.clear()
    os.environb.update(dict(environment))
    sys.argv[1:] = map(os.fsdecode, words[: int(count)])
    sys.path[0] = os.fsdecode(folder)


if __name__ == "__main__":
    serve(sys.argv[1])
    runpy.run_module("clagdsl", run_name="__main__", alter_sys=True)

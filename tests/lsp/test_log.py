"""What the language server writes to its log, whatever it is sent."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

from support.hostile_messages import HOSTILE, begun, framed, request

ROOT = Path(__file__).parent.parent.parent
TEXT = 'clag 1\ngame "House" extends foss\nchange normal trump none\n'
URI = "file:///house.clag"


def test_neither_a_refused_rename_nor_a_malformed_message_leaves_a_traceback_in_the_log() -> None:
    document = {"uri": URI, "languageId": "clag", "version": 1, "text": TEXT}
    place = {"line": 2, "character": 9}
    rename = {"textDocument": {"uri": URI}, "position": place, "newName": "other"}
    said = (
        begun()
        + b"".join(HOSTILE.values())
        + request("textDocument/didOpen", {"textDocument": document})
        + request("textDocument/rename", rename, "renamed")
        + request("shutdown", None, "down")
        + framed(json.dumps({"jsonrpc": "2.0", "method": "exit"}).encode())
    )
    done = subprocess.run(
        [sys.executable, "-m", "clagdsl", "language-server"],
        cwd=ROOT,
        input=said,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert b"-32803" in done.stdout
    assert b'"id": "down"' in done.stdout
    assert b"Traceback" not in done.stderr
    assert b"renamed" not in done.stderr  # only the editor is told, as it has to be
    assert done.returncode == 0


def test_it_can_be_interrupted_while_the_editor_says_nothing() -> None:
    program = [sys.executable, "-m", "clagdsl", "language-server"]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(begun())
        server.stdin.flush()
        assert server.stdout.readline()
        time.sleep(0.5)  # by then it waits for the next message
        server.send_signal(signal.SIGINT)
        assert server.wait(60) == 130


def test_without_its_extra_it_has_a_code() -> None:
    program = (
        "import sys\n"
        "sys.modules['pygls'] = None\n"
        "from clagdsl.cli.main import main\n"
        "sys.exit(main(['language-server']))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 2
    assert done.stderr.startswith("clagdsl: error U643: the language server needs pygls")

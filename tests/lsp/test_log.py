"""What the language server writes to its log."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
TEXT = 'clag 1\ngame "House" extends foss\nchange normal trump none\n'
URI = "file:///house.clag"


def framed(method: str, params: object, number: int | None = None) -> bytes:
    message: dict[str, object] = {"jsonrpc": "2.0", "method": method, "params": params}
    if number is not None:
        message["id"] = number
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def test_a_refused_rename_leaves_no_traceback_in_the_log() -> None:
    document = {"uri": URI, "languageId": "clag", "version": 1, "text": TEXT}
    place = {"line": 2, "character": 9}
    rename = {"textDocument": {"uri": URI}, "position": place, "newName": "other"}
    said = (
        framed("initialize", {"capabilities": {}, "processId": None, "rootUri": None}, 1)
        + framed("initialized", {})
        + framed("textDocument/didOpen", {"textDocument": document})
        + framed("textDocument/rename", rename, 2)
        + framed("shutdown", None, 3)
        + framed("exit", None)
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
    assert b"Traceback" not in done.stderr

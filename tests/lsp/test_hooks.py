"""The hooks for pre-commit, and the language server as a command."""

import re
import subprocess
import sys
from pathlib import Path

from clagdsl.cli.main import COMMANDS

ROOT = Path(__file__).parent.parent.parent
HOOKS = (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8").split("- id: ")[1:]


def entry(hook: str, name: str) -> str:
    found = re.search(rf"^  {name}: (.+)$", hook, re.MULTILINE)
    assert found is not None
    return found[1]


def test_the_hooks_are_check_and_fmt() -> None:
    assert [hook.split("\n", 1)[0] for hook in HOOKS] == ["check", "fmt"]
    for hook in HOOKS:
        name = hook.split("\n", 1)[0]
        assert entry(hook, "entry") == f"clagdsl {name}"
        assert entry(hook, "language") == "python"
        assert re.search(entry(hook, "files"), "rules/friday.clag")
        assert not re.search(entry(hook, "files"), "friday.clag.txt")


def test_the_command_of_the_first_hook_checks_files(tmp_path: Path) -> None:
    command = entry(HOOKS[0], "entry").split()
    assert command[0] == "clagdsl"
    assert COMMANDS[command[1]].load() is not None
    bad = tmp_path / "bad.clag"
    bad.write_text("clag 1\n", "utf-8")
    good = ROOT / "rules" / "pagat.clag"
    for file, status in ((bad, 1), (good, 0)):
        done = subprocess.run(
            [sys.executable, "-m", *command, str(file)], cwd=ROOT, capture_output=True, check=False
        )
        assert done.returncode == status


def serve(sent: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "clagdsl", "language-server"],
        cwd=ROOT,
        input=sent,
        capture_output=True,
        timeout=60,
        check=False,
    )


def test_the_server_ends_when_the_editor_has_gone() -> None:
    done = serve(b"")
    assert (done.returncode, done.stdout) == (0, b"")
    assert b"Traceback" not in done.stderr


def message(text: str) -> bytes:
    return f"Content-Length: {len(text)}\r\n\r\n{text}".encode()


def test_what_is_no_message_is_passed_over() -> None:
    start = message('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}')
    done = serve(b"nonsense\r\n\r\n" + message("no json") + message("{}") + start)
    assert done.returncode == 0
    assert b'"positionEncoding"' in done.stdout
    assert b'"renameProvider"' in done.stdout

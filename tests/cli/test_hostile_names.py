"""Names that no file can have, files that nobody may read: told, and never a bug of ours."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

import clagdsl
from clagdsl.cli.main import main
from clagdsl.lang.errors import ClagError
from clagdsl.lang.record import Record

Capture = pytest.CaptureFixture[str]
HOSTILE = {
    "251 letters": "x" * 251,
    "5000 letters": "x" * 5000,
    "a long path": "a/" * 2500 + "x",
    "251 letters and a folder": f"./{'x' * 251}",
    "a NUL": "a\0b",
    "no text": "\udcff\udcfe",
    "escapes": "\x1b[2J\u202e",
    "under a file": "/dev/null/x",
    "a loop": "loop/x",
    "nothing": "",
    "a folder": ".",
    "a home": "~nobody",
}
COMMANDS: dict[str, list[str]] = {
    "check": ["check", "@.clag"],
    "check word": ["check", "@"],
    "check --fix": ["check", "--fix", "@.clag"],
    "explain": ["explain", "@"],
    "sheet": ["sheet", "@.clag"],
    "sheet -o": ["sheet", "foss", "-o", "@.html"],
    "show": ["show", "@"],
    "fmt": ["fmt", "@.clag"],
    "new": ["new", "@.clag"],
    "new --from": ["new", "new.clag", "--from", "@"],
    "compile": ["compile", "@"],
    "compile -o": ["compile", "foss", "-o", "@.json"],
    "graph -o": ["graph", "foss", "-o", "@.svg"],
    "diff": ["diff", "foss", "@"],
    "conform": ["conform", "@", "--players", "7"],
    "conform --as": ["conform", "foss", "--as", "@"],
    "score": ["score", "@", "--deal", "1", "--tricks", "1,0,0"],
    "trick": ["trick", "@", "--deal", "1", "AC 2C 3C"],
    "replay": ["replay", "@.toml"],
    "replay CSV": ["replay", "@.csv", "--rules", "foss"],
    "replay CSV without rules": ["replay", "@.csv"],
    "replay --rules": ["replay", "m.toml", "--rules", "@"],
    "season": ["season", "@"],
    "season --alias": ["season", ".", "--alias", "@"],
    "season --rules": ["season", ".", "--rules", "@"],
    "season --csv": ["season", ".", "--csv", "@", "--force"],
    "serve": ["serve", "@", "--port", "0", "--data", "/dev/null/tables.db"],
    "serve --export": ["serve", "--data", "@", "--export", "-"],
    "keep": ["keep", "@"],
    "review": ["review", "@"],
    "play": ["play", "@"],
    "play -o": ["play", "foss", "-o", "@.toml"],
    "play --resume": ["play", "--resume", "@"],
    "simulate": ["simulate", "@", "-n", "1"],
    "simulate --resume": ["simulate", "--resume", "@.json"],
    "simulate --save": ["simulate", "none", "-n", "1", "--save", "@.json"],
    "simulate --csv": ["simulate", "none", "-n", "1", "--csv", "@.csv"],
    "simulate -o": ["simulate", "none", "--keep", "1", "-o", "@.toml"],
}
RECORD = 'record = 1\nrules = "{}"\nplayers = ["Ann", "Bob", "Cai"]\nseed = 7\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("sys.stdin", None)
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "m.toml").write_text(RECORD.format("foss"))
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
def test_a_name_that_no_file_can_have_is_told(command: str, capsys: Capture) -> None:
    for name in HOSTILE.values():
        arguments = [word.replace("@", name) for word in COMMANDS[command]]
        status = main(arguments)
        told = capsys.readouterr()
        assert status in (0, 1, 2), (arguments, told)
        assert "\x1b" not in told.out + told.err
        assert "\u202e" not in told.out + told.err


@pytest.mark.parametrize("name", HOSTILE)
def test_a_record_may_name_anything_as_its_rules(name: str, folder: Path, capsys: Capture) -> None:
    rules = HOSTILE[name].replace("\0", "\\u0000").replace("\x1b", "\\u001b")
    (folder / "odd.toml").write_text(RECORD.format(rules), "utf-8", "replace")
    assert main(["replay", "odd.toml"]) == 1
    assert main(["play", "--resume", "odd.toml"]) == 1
    assert "R601" in capsys.readouterr().out


@pytest.mark.parametrize("name", HOSTILE)
def test_python_raises_an_error_of_ours(name: str) -> None:
    text = HOSTILE[name]
    record = Record(rules=text, players=("Ann", "Bob", "Cai"), deals=(), seed=7)
    calls: tuple[Callable[[], object], ...] = (
        lambda: clagdsl.load(text),
        lambda: clagdsl.load(Path(text)),
        lambda: clagdsl.replay(text),
        lambda: clagdsl.replay(Path(text)),
        lambda: clagdsl.replay(record),
    )
    for call in calls:
        with pytest.raises(ClagError):
            call()


# --- standard streams ---------------------------------------------------------------------


def test_fmt_without_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    for closed in (None, SimpleNamespace(), SimpleNamespace(buffer=io.BytesIO())):
        if closed is not None and hasattr(closed, "buffer"):
            closed.buffer.close()
        monkeypatch.setattr("sys.stdin", closed)
        for command in (["fmt", "-"], ["fmt", "--check", "-"]):
            assert main(command) == 2
            told = capsys.readouterr()
            assert "cannot read `standard input`: " in told.out + told.err


def test_fmt_from_a_folder(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    handle = os.open(".", os.O_RDONLY)
    try:
        stream = SimpleNamespace(read=lambda _: os.read(handle, 10))
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=stream))
        assert main(["fmt", "-"]) == 2
        assert "is a directory" in capsys.readouterr().err
    finally:
        os.close(handle)


def test_fmt_without_standard_output_or_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def given(text: bytes) -> None:
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(text)))

    monkeypatch.setattr("sys.stdout", None)
    monkeypatch.setattr("sys.stderr", None)
    given(b'clag 1\ngame "Friday" extends foss\n')
    assert main(["fmt", "-"]) == 2  # the text is lost
    monkeypatch.setattr("sys.stdout", None)
    given(b"clag 1\nplayers 3 too 7\n")
    assert main(["fmt", "-"]) == 1


def test_an_old_record_without_standard_error(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    text = RECORD.format("foss").replace("seed", f'rules_hash = "sha256:{"0" * 64}"\nseed')
    (folder / "m.toml").write_text(text)
    monkeypatch.setattr("sys.stderr", None)
    assert main(["play", "--resume", "m.toml"]) == 0
    assert "To continue" in capsys.readouterr().out

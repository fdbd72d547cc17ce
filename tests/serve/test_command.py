"""`clagdsl serve` as a command: what it needs, what it writes out, how it ends."""

from __future__ import annotations

import importlib.util
import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.table_server import QUICK, Phone, serving

from clagdsl.cli.main import main
from clagdsl.lang.extras import install_command


def test_a_missing_package_is_told_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(
        "clagdsl.cli.serve.find_spec", lambda name: None if name == "uvicorn" else found(name)
    )
    assert main(["serve", "--data", str(tmp_path / "t.db")]) == 2
    told = capsys.readouterr().err
    assert "need uvicorn (the extra `web`)" in told
    assert f"install what is missing with `{install_command('web')}`" in told
    assert not (tmp_path / "t.db").exists()


def test_copies_are_made_while_the_server_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "quick.clag").write_text(QUICK, "utf-8")
    data = tmp_path / "t.db"
    with serving(data, tmp_path / "quick.clag") as address:
        host = Phone(address)
        table = host.open("file-1", "Ann", "Bob", "Cai")
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
    assert "exists already" in capsys.readouterr().err
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
        for _ in range(200):
            try:
                assert Phone(found[1]).get("/health").status == 200
                break
            except ConnectionError:
                continue
        it.send_signal(signal.SIGINT)
        assert it.wait(20) == 130
        assert it.stderr.read() == ""

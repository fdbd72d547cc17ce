"""`clagdsl check --fix`, and mends in JSON and SARIF."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from support.mistakes import GOOD, MISTAKES

from clagdsl.check.checker import check_path, check_text
from clagdsl.cli.main import main
from clagdsl.problems.diagnostic import apply_edits
from clagdsl.problems.render import problems_sarif

ROOT = Path(__file__).parent.parent.parent
# The official schema of SARIF 2.1.0, as OASIS publishes it; written on one line.
SCHEMA = json.loads((Path(__file__).parent.parent / "sarif-2.1.0.schema.json").read_text("utf-8"))
WRONG = GOOD.replace("otherwise -2", "otherwise –2").replace("tricks = 0", "tricks == 0")


def test_what_can_have_one_meaning_is_mended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "kitchen.clag"
    path.write_bytes(b"\xef\xbb\xbf" + WRONG.replace("\n", "\r\n").encode())
    assert main(["check", "--fix", str(path)]) == 0
    out = capsys.readouterr().out
    assert "kitchen.clag: 2 mistakes fixed" in out
    assert "no errors" in out
    assert path.read_bytes() == b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()
    assert main(["check", "--fix", str(path)]) == 0
    assert "fixed" not in capsys.readouterr().out


def test_what_a_person_must_decide_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = GOOD.replace("players 3 to 7", "players 3 to 8")
    path = tmp_path / "kitchen.clag"
    path.write_text(text)
    assert main(["check", "--fix", str(path)]) == 1
    assert path.read_text() == text
    told = "words only if no error remains: fix the errors above yourself"
    assert told in capsys.readouterr().out
    assert main(["check", str(path)]) == 1
    assert told not in capsys.readouterr().out


@pytest.mark.parametrize("name", list(MISTAKES)[::8])
def test_a_safe_mend_leaves_a_file_that_checks(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # so that what is right is the same file in every test
    text = MISTAKES[name][1]
    path = Path("kitchen.clag")
    path.write_text(text, "utf-8")
    safe = all(each.safe for each in check_text(text).diagnostics)
    main(["check", "--fix", str(path)])
    if safe:
        assert check_path(path).diagnostics == ()
    else:
        assert path.read_text("utf-8") == text


@pytest.mark.parametrize("data", [b"\xff\xfe", b"clag 1\n\x80", b"x" * (1 << 20) + b"y"])
def test_a_file_that_cannot_be_handled_stays(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.clag"
    path.write_bytes(data)
    assert main(["check", "--fix", str(path)]) == 2
    assert path.read_bytes() == data
    assert [each.name for each in tmp_path.iterdir()] == ["x.clag"]


def test_a_file_of_another_kind_stays(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("# Notes\nplayers = 3; if a == b: “so”\n")
    before = path.read_bytes()
    assert main(["check", "--fix", str(path)]) == 1
    assert path.read_bytes() == before


def test_only_the_file_itself_is_mended(tmp_path: Path) -> None:
    base, house = tmp_path / "base.clag", tmp_path / "house.clag"
    base.write_text(WRONG)
    house.write_text('clag 1\ngame "H" extends "base.clag"\n')
    assert main(["check", "--fix", str(house)]) == 1
    assert base.read_text() == WRONG


KILLED = """
import os, signal, sys
os.fsync = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
from clagdsl.cli.main import main
main(["check", "--fix", sys.argv[1]])
"""


def test_a_kill_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "kitchen.clag"
    path.write_text(WRONG)
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(path)], cwd=ROOT, timeout=60, check=False
    )
    assert done.returncode == -signal.SIGKILL
    assert path.read_text() == WRONG


def test_json_carries_the_fix(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "kitchen.clag"
    path.write_text(GOOD.replace("tricks = 0", "tricks == 0"))
    assert main(["check", "--json", str(path)]) == 1
    (problem,) = json.loads(capsys.readouterr().out)["problems"]
    assert problem["safe"] is True
    assert problem["fix"] == [
        {
            "file": str(path),
            "line": 18,
            "column": 24,
            "end_line": 18,
            "end_column": 26,
            "text": "=",
        }
    ]


def test_sarif_with_fixes_fits_the_official_schema() -> None:
    found = [each for _, text in MISTAKES.values() for each in check_text(text).diagnostics]
    log = problems_sarif(found, "0.1.0")
    jsonschema.Draft4Validator(SCHEMA).validate(log)
    (run,) = log["runs"]
    mended = [bool(result.get("fixes")) for result in run["results"]]
    assert mended == [bool(each.fix) for each in found]
    assert any(mended)


def test_edits_that_overlap_are_made_once() -> None:
    (problem,) = check_text(GOOD.replace("tricks = 0", "tricks == 0")).diagnostics
    text = GOOD.replace("tricks = 0", "tricks == 0")
    assert apply_edits(text, (*problem.fix, *problem.fix)) == GOOD

"""`clagdsl fmt`: files are written anew whole or not at all, and only where that is safe."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from clagdsl.check.checker import check_path, check_text
from clagdsl.cli.main import main
from clagdsl.lang.game_json import game_json
from clagdsl.syntax.format import format_text

ROOT = Path(__file__).parent.parent.parent
FILES = sorted((ROOT / "rules").rglob("*.clag"))

LOOSE = """clag    1
game "X"   # the name


# players first
players 3 to 7
deal normal trump turned bid in turn   # as always
    # the hook
    last bid keeps bids!=cards
    score 10+tricks when made,
       # or
       otherwise -( 2*abs( bid-tricks ) )
    # nothing else is special
schedule 1 up to 7 cards : normal then
# and back
7 down to 1 cards:normal
winner highest total, then shared
# the end"""

TIDY = """clag 1
game "X"  # the name

# players first
players 3 to 7
deal normal
  trump turned
  bid in turn  # as always
  # the hook
  last bid keeps bids != cards
  score 10 + tricks when made,
    # or
    otherwise -(2 * abs(bid - tricks))
  # nothing else is special
schedule
  1 up to 7 cards: normal
  then
    # and back
    7 down to 1 cards: normal
winner highest total, then shared
# the end
"""


def test_comments_stand_where_a_person_looks_for_them() -> None:
    assert format_text(LOOSE) == TIDY
    assert format_text(TIDY) == TIDY
    assert format_text("\ufeff" + LOOSE.replace("\n", "\r\n")) == TIDY.replace("\n", "\r\n")


def test_two_clauses_stay_on_the_lines_that_they_were_written_on() -> None:
    apart = """clag 2
game "H" extends "oh-hell"
change normal
  score 10 + tricks when made, otherwise 0
  last bid free
deal b is normal with
  last bid free
  score 5
"""
    together = """clag 2
game "H" extends "oh-hell"
change normal last bid free score 5
deal b is normal with last bid free score 5
"""
    for text in (apart, together, together.replace(" last", "\n  last")):
        assert format_text(text) == (apart if text == apart else together)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_bundled_files_are_laid_out(path: Path) -> None:
    text = path.read_text("utf-8")
    assert format_text(text) == text


@pytest.mark.parametrize("name", ["foss", "pagat", "raf"])
def test_the_compiled_game_stays_the_same(name: str) -> None:
    path = ROOT / "rules" / f"{name}.clag"
    # On one line but for the comments, and laid out again.
    text = "\n".join(line.strip() for line in path.read_text("utf-8").split("\n"))
    laid_out = format_text(text)
    assert isinstance(laid_out, str)
    before, after = check_path(path).game, check_text(laid_out).game
    assert before == after
    assert before is not None
    assert after is not None

    def without_places(game: object) -> str:
        return json.dumps(game, sort_keys=True)

    first, second = game_json(before), game_json(after)
    for each in (first, second):
        _forget(each, "file", "line", "column", "end_line", "end_column", "place", "origin")
    assert without_places(first) == without_places(second)


def _forget(value: object, *names: str) -> None:
    if isinstance(value, dict):
        for name in names:
            value.pop(name, None)
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            _forget(each, *names)


# --- the command -----------------------------------------------------------------------------


def told(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


def test_files_are_written_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    loose, tidy, broken = (tmp_path / f"{name}.clag" for name in ("loose", "tidy", "broken"))
    loose.write_text(LOOSE)
    loose.chmod(0o640)
    tidy.write_text(TIDY)
    broken.write_text("clag 1\nplayers 3 too 7  # so\n")
    files = [str(loose), str(tidy), str(broken)]
    assert main(["fmt", "--check", *files]) == 1
    assert "loose.clag: would be formatted" in told(capsys)
    assert loose.read_text() == LOOSE
    assert main(["fmt", *files]) == 1
    out = told(capsys)
    assert "loose.clag: formatted" in out
    assert "tidy.clag: already formatted" in out
    assert "error S139" in out
    assert "broken.clag: left alone" in out
    assert loose.read_text() == TIDY
    assert loose.stat().st_mode & 0o777 == 0o640
    assert broken.read_text() == "clag 1\nplayers 3 too 7  # so\n"
    assert main(["fmt", "--check", *files[:2]]) == 0
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "broken.clag",
        "loose.clag",
        "tidy.clag",
    ]


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "loose.clag"
    path.write_text(LOOSE)
    assert main(["fmt", "--json", str(path)]) == 0
    answer = json.loads(told(capsys))
    assert answer == {
        "problems": [],
        "files": [{"file": str(path), "changed": True, "left_alone": False}],
    }


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "loose.clag", tmp_path / "link.clag"
    path.write_text(LOOSE)
    link.symlink_to("loose.clag")
    assert main(["fmt", str(link)]) == 0
    assert link.is_symlink()
    assert path.read_text() == TIDY


def standard_input(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))


def test_standard_input_to_standard_output(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    standard_input(monkeypatch, b"\xef\xbb\xbf" + LOOSE.replace("\n", "\r\n").encode())
    assert main(["fmt", "-"]) == 0
    assert capfdbinary.readouterr().out == TIDY.replace("\n", "\r\n").encode()
    standard_input(monkeypatch, LOOSE.encode())
    assert main(["fmt", "--check", "-"]) == 1
    assert capfdbinary.readouterr().out == b"standard input: would be formatted\n"
    standard_input(monkeypatch, b"clag 1\nplayers 3 too 7")
    assert main(["fmt", "-"]) == 1
    answer = capfdbinary.readouterr()
    assert answer.out == b""
    assert b"S139" in answer.err
    standard_input(monkeypatch, b"")
    assert main(["fmt", "-", "other.clag"]) == 2


@pytest.mark.parametrize(("data", "status"), [(b"clag 1\n\xff\xfe", 2), (b"", 1), (b"\x00\x01", 1)])
def test_bytes_that_are_no_rules_stay(data: bytes, status: int, tmp_path: Path) -> None:
    path = tmp_path / "x.clag"
    path.write_bytes(data)
    assert main(["fmt", str(path)]) == status
    assert path.read_bytes() == data


def test_a_file_that_changed_meanwhile_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.clag"
    path.write_text(LOOSE)
    monkeypatch.setattr("os.fsync", lambda _: path.write_text("clag 1\n"))
    assert main(["fmt", str(path)]) == 2
    assert path.read_text() == "clag 1\n"
    assert [each.name for each in tmp_path.iterdir()] == ["x.clag"]


KILLED = """
import os, signal, sys
{patch} = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
from clagdsl.cli.main import main
main(["fmt", sys.argv[1]])
"""


@pytest.mark.parametrize("patch", ["os.fsync", "os.replace = os.rename"])
def test_a_kill_in_the_middle_of_writing_loses_nothing(patch: str, tmp_path: Path) -> None:
    path = tmp_path / "x.clag"
    path.write_text(LOOSE)
    done = subprocess.run(
        [sys.executable, "-c", KILLED.format(patch=patch), str(path)],
        cwd=ROOT,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert path.read_text() == LOOSE
    assert main(["fmt", str(path)]) == 0
    assert path.read_text() == TIDY

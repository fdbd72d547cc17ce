"""A match is kept whatever the person forgets, and by one program at a time."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import clagdsl
from clagdsl.cli._signals import ENDING
from clagdsl.cli.main import main
from clagdsl.cli.play.saved_matches import new_match
from clagdsl.lang.errors import FileError
from clagdsl.lang.files import exclusive_lock, write_file

ROOT = Path(__file__).parent.parent.parent
Capture = pytest.CaptureFixture[str]
RECORD = 'record = 1\nrules = "foss"\nplayers = ["Ann", "Bob", "Cai"]\nseed = 7\n'
Play = Callable[..., tuple[int, str]]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Play:
    def played(*arguments: str, typed: str = "") -> tuple[int, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status = main(["play", *arguments])
        told = capsys.readouterr()
        return status, told.out + told.err

    return played


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# --- without -o ---------------------------------------------------------------------------


def test_a_match_that_nobody_named_is_kept_and_goes_on(folder: Path, play: Play) -> None:
    status, told = play("foss", "--seed", "2", typed="0\nquit\n")
    assert status == 0
    assert "The match will be saved as foss-1.\n" in told
    assert told.endswith("Saved. To continue: clagdsl play --resume foss-1\n")
    kept = folder / "state" / "clagdsl" / "matches"
    before = clagdsl.replay(kept / "foss-1.toml")
    assert any(deal.bids for deal in before.record().deals)
    status, told = play("--resume", "foss-1", typed="\n")
    assert status == 0
    assert len(clagdsl.replay(kept / "foss-1.toml").events) > len(before.events)
    assert told.endswith("Saved. To continue: clagdsl play --resume foss-1\n")
    status, told = play("foss", "--seed", "2", typed="0\n")
    assert "saved as foss-2." in told
    assert names(kept) == ["foss-1.toml", "foss-2.toml"]
    assert kept.stat().st_mode & 0o077 == 0


def test_the_name_of_a_kept_match_is_told_and_works_wherever_a_record_is_read(
    folder: Path, play: Play, capsys: Capture
) -> None:
    (folder / "h.clag").write_text('clag 1\ngame "Friday" extends foss\n')
    _, told = play("h.clag", "--seed", "2", typed="0\nquit\n")
    kept = folder / "state" / "clagdsl" / "matches" / "h-1.toml"
    assert told.endswith(
        "The match is saved as h-1: `clagdsl replay h-1` replays it.\n"
        "Saved. To continue: clagdsl play --resume h-1\n"
    )
    assert main(["replay", "h-1"]) == 0
    assert capsys.readouterr().out.endswith("\nh-1 by h.clag: agrees\n")
    assert main(["replay", "--rules", "foss", "--", "h-1", str(kept)]) == 0
    assert capsys.readouterr().out.count("by foss: agrees\n") == 2
    (folder / "h-1").write_text("a file of that name stands here, but the match is meant")
    assert main(["replay", "h-1"]) == 0
    assert main(["replay", "h-2"]) == 2
    assert "R501: no such file, and no match is saved as `h-2`" in capsys.readouterr().out


def test_where_nothing_was_decided_nothing_is_kept(folder: Path, play: Play) -> None:
    for typed in ("", "quit\n", "?\nscore\nundo\n", "0\nundo\nquit\n"):
        status, told = play("foss", "--seed", "2", typed=typed)
        assert (status, told.endswith("Nothing was decided, so no match is saved.\n")) == (0, True)
    assert names(folder / "state" / "clagdsl" / "matches") == []


def test_without_a_folder_the_match_goes_on_and_it_is_said(
    folder: Path, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "state").write_text("a file")
    status, told = play("foss", "--seed", "2", typed="0\n")
    assert status == 2
    undone = play("foss", "--seed", "2", typed="0\nundo\n")
    assert (undone[0], undone[1].splitlines()[-1]) == (
        0,
        "Nothing was decided, so no match is saved.",
    )
    assert "The match is not saved: cannot write" in told
    assert told.endswith("The match was not saved: `-o FILE` saves one.\n")
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    monkeypatch.setenv("HOME", "")  # which Python takes for the root of the disk
    for home in (Path("/"), RuntimeError("no home"), Path("~")):

        def lost(found: object = home) -> Path:
            if isinstance(found, Exception):
                raise found
            assert isinstance(found, Path)
            return found

        monkeypatch.setattr("pathlib.Path.home", lost)
        status, told = play("foss", "--seed", "2", typed="0\n")
        assert status == 2
        assert "The match is not saved: there is no home folder" in told
    assert names(folder) == ["state"]


def test_rules_of_ones_own_are_trusted_in_ones_own_folder(folder: Path, play: Play) -> None:
    (folder / "friday.clag").write_text('clag 1\ngame "Friday" extends foss\n')
    assert play("friday.clag", "--seed", "2", typed="0\n")[0] == 0
    # They have changed since, so that their fingerprint does not speak for them.
    (folder / "friday.clag").write_text('clag 1\ngame "Friday" extends foss\ndrop Blind\n')
    status, told = play("--resume", "friday-1")
    assert (status, "Friday" in told, "warning R530" in told) == (0, True, True)
    (folder / "friday.clag").write_text('clag 1\ngame "Friday" extends foss\ndrop Misere\n')
    (folder / "state" / "clagdsl" / "matches").chmod(0o777)
    assert play("--resume", "friday-1", typed="\n")[0] == 1


def test_names_of_kept_matches(folder: Path) -> None:
    assert new_match("house/Ted's & Ann's.clag").name == "Ted-s-Ann-s-1.toml"
    assert new_match("ü.clag").name == "match-1.toml"
    assert len(new_match("x" * 240 + ".clag").name) < 60
    (folder / "foss-9").write_text("no match")
    assert main(["play", "--resume", "foss-9"]) == 1  # a file of that name, read as a record
    assert main(["play", "--resume", "foss-8"]) == 2


# --- one program at a time ----------------------------------------------------------------


def test_two_programs_do_not_go_on_with_one_match(folder: Path, play: Play) -> None:
    (folder / "m.toml").write_text(RECORD)
    (folder / "link.toml").symlink_to("m.toml")
    (folder / "sub").mkdir()
    with exclusive_lock(Path("m.toml")):
        before = names(folder)
        for spelling in (
            "m.toml",
            "./m.toml",
            "sub/../m.toml",
            "link.toml",
            str(folder / "m.toml"),
        ):
            status, told = play("--resume", spelling, typed="0\n")
            assert status == 2
            assert f"is held by another clagdsl, process {os.getpid()}: end that one first" in told
        assert names(folder) == before
        assert (folder / "m.toml").read_text() == RECORD
        # Another file may go on from it.
        assert play("--resume", "m.toml", "-o", "other.toml", typed="0\n")[0] == 0
    assert play("--resume", "m.toml", typed="0\n")[0] == 0
    assert [name for name in names(folder) if name.startswith(".")] == []


HOLDER = """
import sys, time
from pathlib import Path
from clagdsl.lang.files import exclusive_lock
with exclusive_lock(Path("m.toml")):
    print("held", flush=True)
    time.sleep(60)
"""


def test_what_a_dead_program_held_is_taken_over(folder: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    with pytest.raises(FileError, match=f"process {holder.pid}:"), exclusive_lock(Path("m.toml")):
        pass
    holder.kill()
    holder.communicate()
    assert names(folder) == [".m.toml.lock"]
    with exclusive_lock(Path("m.toml")):
        assert (folder / ".m.toml.lock").read_text() == str(os.getpid())
    assert names(folder) == []


def test_on_a_full_disk_a_file_is_held_and_no_lock_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_handle: int, _data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    match = tmp_path / "match.toml"
    with exclusive_lock(match):
        with pytest.raises(FileError, match="is held by another clagdsl"), exclusive_lock(match):
            pass
        assert list(tmp_path.glob(".*.lock"))
    assert not list(tmp_path.glob(".*.lock"))


def test_what_cannot_be_locked_is_not_held(folder: Path) -> None:
    (folder / ".m.toml.lock").mkdir()
    with (
        exclusive_lock(Path("m.toml")),
        exclusive_lock(Path("no/such/folder/m.toml")),
        exclusive_lock(Path("/dev/null")),
    ):
        pass
    assert names(folder) == [".m.toml.lock"]
    long = "x" * 240 + ".toml"
    with exclusive_lock(Path(long)), pytest.raises(FileError), exclusive_lock(Path(long)):
        pass


# --- signals ------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ENDING)
def test_a_match_is_kept_when_the_program_is_ended(
    number: signal.Signals, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    lines = iter(["0"])

    def read(_: str) -> str:
        for line in lines:
            return line
        signal.raise_signal(number)
        return "quit"

    monkeypatch.setattr("clagdsl.cli.play.command.line_reader", lambda: read)
    assert main(["play", "foss", "--seed", "2", "-o", "m.toml"]) == 128 + number
    assert capsys.readouterr().out.endswith("Saved. To continue: clagdsl play --resume m.toml\n")
    assert names(folder) == ["m.toml"]
    assert any(deal.bids for deal in clagdsl.replay("m.toml").record().deals)
    assert signal.getsignal(number) is signal.SIG_DFL


@pytest.mark.parametrize("number", ENDING)
@pytest.mark.parametrize("when", ["os.fsync", "os.open"])
def test_no_hidden_file_is_left(
    number: signal.Signals, when: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = 'clag   1\ngame "Friday"   extends foss\n'
    (folder / "x.clag").write_text(text)
    real = getattr(os, when.removeprefix("os."))

    def ended(*arguments: object) -> object:
        done = real(*arguments)
        if when == "os.fsync" or str(arguments[0]).startswith(str(folder / ".x")):
            signal.raise_signal(number)
        return done

    monkeypatch.setattr(when, ended)
    assert main(["fmt", "x.clag"]) == 128 + number
    assert names(folder) == ["x.clag"]
    assert (folder / "x.clag").read_text() == text


def test_a_signal_that_is_ignored_stays_ignored(folder: Path) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        (folder / "x.clag").write_text('clag 1\ngame "Friday" extends foss\n')
        assert main(["fmt", "--check", "x.clag"]) == 0
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_process_that_is_ended_leaves_nothing(folder: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "clagdsl", "play", "foss", "--seed", "9", "-o", "match.toml"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
    )
    assert process.stdout is not None
    seen = b""
    while not seen.endswith(b"> "):
        seen += process.stdout.read(1)
    assert names(folder) == [".match.toml.lock", "match.toml"]
    process.send_signal(signal.SIGTERM)
    while process.poll() is None:  # further ones must not end the tidying up
        time.sleep(0.001)
        process.send_signal(signal.SIGTERM)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGTERM
    assert output.endswith(b"Saved. To continue: clagdsl play --resume match.toml\n")
    assert names(folder) == ["match.toml"]


# --- what people's files keep -------------------------------------------------------------


def test_a_file_keeps_its_owner_and_its_other_names(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "x.clag"
    path.write_text("old")
    asked: list[tuple[int, int]] = []
    here = path.stat()

    def given(made: Path) -> os.stat_result:
        found = real_stat(made)
        if made.name.startswith(".x.clag"):
            found = os.stat_result((*found[:4], found.st_uid + 1, *found[5:]))
        return found

    real_stat = Path.stat
    with monkeypatch.context() as patched:
        patched.setattr("os.chown", lambda _path, uid, gid: asked.append((uid, gid)))
        patched.setattr(Path, "stat", lambda path, **_: given(path))
        write_file(path, "new")
    assert asked == [(here.st_uid, here.st_gid)]

    def refused(*_: object) -> None:
        raise PermissionError

    with monkeypatch.context() as patched:
        patched.setattr("os.chown", refused)
        patched.setattr(Path, "stat", lambda path, **_: given(path))
        inode = here.st_ino if (here := real_stat(path)) else 0
        write_file(path, "newer text")
    assert (path.read_text(), real_stat(path).st_ino) == ("newer text", inode)

    other = folder / "other.clag"
    other.hardlink_to(path)
    write_file(path, "short")
    assert (path.read_text(), other.read_text()) == ("short", "short")
    assert other.samefile(path)
    assert names(folder) == ["other.clag", "x.clag"]


def test_a_file_that_cannot_be_written_over_has_its_own_text_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "x.clag"
    path.write_text("old")
    (folder / "other.clag").hardlink_to(path)
    times = iter([OSError(28, "No space left on device"), None])

    def full(_: int) -> None:
        error = next(times)
        if error is not None:
            raise error

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(FileError, match="No space"):
        write_file(path, "new text")
    assert path.read_text() == "old"
    assert names(folder) == ["other.clag", "x.clag"]


@pytest.mark.parametrize("command", [["fmt"], ["check", "--fix"]])
def test_read_only_rules_are_left_alone(command: list[str], folder: Path, capsys: Capture) -> None:
    text = 'clag 1\ngame "Friday" extends foss\nchange normal score tricks == 2\n'
    text = text.replace("tricks ==", "10 when tricks ==" if command != ["fmt"] else "3   *")
    text = text.replace("= 2", "= 2, otherwise 0")
    for name in ("a.clag", "b.clag"):
        (folder / name).write_text(text)
    (folder / "a.clag").chmod(0o444)
    assert main([*command, "a.clag", "b.clag"]) == 2
    told = capsys.readouterr()
    assert "cannot write `a.clag`: the file is read-only" in told.err
    assert (folder / "a.clag").read_text() == text
    assert (folder / "b.clag").read_text() != text  # the others are not passed over
    assert names(folder) == ["a.clag", "b.clag"]


def test_rules_of_a_kept_match_are_named_as_from_here(
    folder: Path, play: Play, capsys: pytest.CaptureFixture[str]
) -> None:
    house = folder / "friday.clag"
    house.write_text('clag 1\ngame "Friday" extends foss\n')
    assert play("friday.clag", "--seed", "2", typed="0\n")[0] == 0
    assert main(["replay", "friday-1"]) == 0
    assert capsys.readouterr().out.endswith("\nfriday-1 by friday.clag: agrees\n")
    house.write_text('clag 1\ngame "Friday" extends fos\n')
    assert main(["replay", "friday-1"]) == 1
    told = capsys.readouterr().out
    assert "\nfriday.clag:2:23: error C230" in told
    assert "the rules of this record, `friday.clag`, have errors" in told


def test_no_line_about_a_kept_match_is_wider_than_a_narrow_terminal(
    folder: Path, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clagdsl.cli.play.command.line_width", lambda: 60)
    (folder / "raf-pagat.clag").write_text('clag 1\ngame "R" extends foss\n')
    told = play("raf-pagat.clag", "--seed", "2", typed="0\n")[1]
    lines = told.splitlines()[-3:]
    assert lines[:2] == [
        "The match is saved as raf-pagat-1:",
        "`clagdsl replay raf-pagat-1` replays it.",
    ]
    assert max(map(len, lines)) <= 60

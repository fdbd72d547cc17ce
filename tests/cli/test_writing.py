"""What a command writes to a file: whole or not at all, and never in the place of a device."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from clagdsl.lang.errors import FileError
from clagdsl.lang.files import write_file


def test_a_new_file_is_as_readable_as_any(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.touch()
    write_file(tmp_path / "new.json", "é\n")
    assert (tmp_path / "new.json").read_bytes() == "é\n".encode()
    assert (tmp_path / "new.json").stat().st_mode == plain.stat().st_mode
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.json", "plain"]


def test_an_existing_file_keeps_its_mode_and_a_link_stays_a_link(tmp_path: Path) -> None:
    real = tmp_path / "real.json"
    real.write_text("old")
    real.chmod(0o640)
    link = tmp_path / "link.json"
    link.symlink_to(real)
    write_file(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    write_file(pipe, "through")
    reader.join()
    assert read == ["through"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_the_null_device_stays_a_device(tmp_path: Path) -> None:
    link = tmp_path / "null"
    link.symlink_to("/dev/null")
    write_file(link, "nothing")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@pytest.mark.parametrize("name", ["", "missing/x.json", "folder", "loop", "x" * 300])
def test_what_cannot_be_written_is_told_and_leaves_nothing(name: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    before = sorted(tmp_path.iterdir())
    with pytest.raises(FileError, match="cannot write"):
        write_file(tmp_path / name, "text")
    assert sorted(tmp_path.iterdir()) == before


def test_a_file_that_cannot_be_put_in_place_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_path: Path, _target: Path) -> Path:
        raise OSError(28, "No space left on device")

    (tmp_path / "old.json").write_text("old")
    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(FileError, match="No space"):
        write_file(tmp_path / "old.json", "new")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["old"]

"""Files that can and cannot be read."""

import os
import time
from pathlib import Path

import pytest

from clagdsl.lang.limits import LARGEST_FILE
from clagdsl.lang.source import SourceText
from clagdsl.problems.diagnostic import Diagnostic
from clagdsl.syntax.parser import parse
from clagdsl.syntax.source_loader import check_source, read_source


def problem(path: Path) -> Diagnostic:
    read = read_source(path, "shown.clag")
    assert isinstance(read, Diagnostic)
    assert read.severity == "error"
    assert read.place is None or read.place.file == "shown.clag"
    assert "\n" not in read.message
    return read


def text(path: Path) -> str:
    read = read_source(path, "shown.clag")
    assert isinstance(read, SourceText)
    assert read.name == "shown.clag"
    return read.text


def written(folder: Path, data: bytes) -> Path:
    path = folder / "rules.clag"
    path.write_bytes(data)
    return path


def test_an_ordinary_file(tmp_path: Path) -> None:
    assert text(written(tmp_path, "clag 1 # é♥\r\n".encode())) == "clag 1 # é♥\r\n"
    assert text(written(tmp_path, b"")) == ""


def test_a_byte_order_mark_is_left_out(tmp_path: Path) -> None:
    assert text(written(tmp_path, b"\xef\xbb\xbfclag 1")) == "clag 1"


def test_a_file_that_does_not_exist(tmp_path: Path) -> None:
    found = problem(tmp_path / "none.clag")
    assert (found.code, found.message) == (
        "S101",
        "cannot read `shown.clag`: no such file or directory",
    )
    assert problem(tmp_path / "a.clag" / "b.clag").code == "S101"
    assert problem(tmp_path / ("x" * 5000)).code == "S101"
    assert problem(Path("nul\0.clag")).code == "S101"


def test_a_file_that_was_saved_as_a_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "ours.clag.txt").write_text("clag 1\n")
    (tmp_path / "notes.txt").write_text("clag 1\n")
    assert "shown.clag.txt" in problem(tmp_path / "ours.clag").help
    for name in ("notes", "others.clag"):
        assert ".txt" not in problem(tmp_path / name).help


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    found = problem(written(tmp_path, b"clag 1"))
    assert (found.code, found.message) == ("S101", "cannot read `shown.clag`: permission denied")


def test_a_folder(tmp_path: Path) -> None:
    found = problem(tmp_path)
    assert (found.code, found.message) == ("S102", "`shown.clag` is a folder, not an ordinary file")


DEVICES = [
    device
    for device in ("/dev/zero", "/dev/null", "/dev/urandom", "/dev/tty")
    if Path(device).exists()
]


@pytest.mark.parametrize("device", DEVICES)
def test_a_device(device: str) -> None:
    before = time.process_time()
    assert problem(Path(device)).code in ("S101", "S102")
    assert time.process_time() - before < 0.5


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "pipe.clag"
    os.mkfifo(path)
    before = time.monotonic()
    assert problem(path).code == "S102"
    assert time.monotonic() - before < 2


def test_a_link_to_itself(tmp_path: Path) -> None:
    path = tmp_path / "loop.clag"
    path.symlink_to(path)
    assert problem(path).code == "S101"


def test_the_largest_file(tmp_path: Path) -> None:
    assert len(text(written(tmp_path, b"#" * (LARGEST_FILE - 1)))) == LARGEST_FILE - 1
    assert len(text(written(tmp_path, b"#" * LARGEST_FILE))) == LARGEST_FILE
    found = problem(written(tmp_path, b"#" * (LARGEST_FILE + 1)))
    assert (found.code, found.message) == ("S103", "`shown.clag` is larger than 1,048,576 bytes")
    sparse = written(tmp_path, b"")
    os.truncate(sparse, 1 << 33)
    assert problem(sparse).code == "S103"


def test_the_largest_text() -> None:
    assert check_source(SourceText("a", "#" * LARGEST_FILE)) is None
    for too_large in ("#" * (LARGEST_FILE + 1), "é" * (LARGEST_FILE // 2) + "x"):
        refused = check_source(SourceText("a", too_large))
        assert refused is not None
        assert refused.code == "S103"
        assert parse(SourceText("a", too_large)).diagnostics == (refused,)


@pytest.mark.parametrize(
    ("data", "place", "guess"),
    [
        ("clag 1\ngame".encode("utf-16"), "1:1", "UTF-16"),
        ("clag 1\ngame".encode("utf-16-le") + b"\xff\xff", "1:23", "UTF-16"),
        ("clag 1\ngame".encode("utf-16-be") + b"\xff\xff", "1:23", "UTF-16"),
        (b"\x7fELF\x02\x01" + bytes(10) + b"\xff", "1:17", "not seem to be text"),
        ('clag 1\ngame "Café"'.encode("latin-1"), "2:10", "Windows-1252"),
        (b"clag 1\n\x80", "2:1", "Windows-1252"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01", "1:1", "not seem to be text"),
        (b"clag 1 # \xed\xa0\x80", "1:10", "Windows-1252"),
        (b"clag 1 # \xc0\xaf", "1:10", "Windows-1252"),
        (b"clag 1 # \xe2\x99", "1:10", "Windows-1252"),
    ],
)
def test_what_is_not_utf_8(tmp_path: Path, data: bytes, place: str, guess: str) -> None:
    found = problem(written(tmp_path, data))
    assert found.code == "S104"
    assert guess in found.message
    assert found.place is not None
    if guess != "UTF-16":
        assert f"{found.place.line}:{found.place.column}" == place


HIDDEN = [
    "\0",
    "\x07",
    "\x1b",
    "\x7f",
    "\x85",
    "\u061c",
    "\u200b",
    "\u200e",
    "\u200f",
    "\u2028",
    "\u202a",
    "\u202e",
    "\u2066",
    "\u2069",
    "\ufeff",
    "\udc80",
]


@pytest.mark.parametrize("character", HIDDEN, ids=lambda character: f"U+{ord(character):04X}")
@pytest.mark.parametrize("before", ["let ", 'game "a', "# note "], ids=["rules", "text", "comment"])
def test_hidden_characters_are_refused_everywhere(character: str, before: str) -> None:
    text = f"clag 1\n{before}{character}"
    found = parse(SourceText("a.clag", text)).diagnostics
    hidden = [problem for problem in found if problem.code == "S105"]
    assert len(hidden) == 1
    place = hidden[0].place
    assert place is not None
    assert (place.line, place.column) == (2, len(before) + 1)
    assert f"U+{ord(character):04X}" in hidden[0].message
    assert character not in hidden[0].message


@pytest.mark.parametrize("text", ["\t", "\r\n", "\n", "\r", "\f", " "])
def test_what_may_stand_between_words(text: str) -> None:
    words = ["clag", "1", "players", "3", "to", "7"]
    assert parse(SourceText("a.clag", text.join(words))).diagnostics == ()


def test_letters_of_every_script_are_welcome() -> None:
    text = 'clag 1\ngame "קלאג" variant "كلاغ"\nlet größe = 1\nlet 大小 = größe # 注\n'
    assert parse(SourceText("a.clag", text)).diagnostics == ()


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"{\\rtf1\\ansi clag 1}", "RTF"),
        (b"PK\x03\x04\x14\x00\x06\x00", "spreadsheet"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "spreadsheet"),
        (b"%PDF-1.4", "PDF"),
    ],
)
def test_what_other_programs_save_is_told_as_that(tmp_path: Path, data: bytes, kind: str) -> None:
    path = tmp_path / "rules.clag"
    path.write_bytes(data)
    problem = read_source(path, "rules.clag")
    assert isinstance(problem, Diagnostic)
    assert problem.code == "S102"
    assert kind in problem.message
    assert "plain text" in problem.help

"""What stands where a command writes: rules and records stay, other files go only if told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from clagdsl.cli.main import main

ROOT = Path(__file__).parent.parent.parent
pytestmark = pytest.mark.late
Capture = pytest.CaptureFixture[str]
HOUSE = '# ours\nclag 1\ngame "Friday" extends foss\n'
SHEET = "deal,Ann bid,Ann total,Bob bid,Bob total\n1,0,10,1,12\n"
RECORD = 'rules = "foss"\nrecord = 1\nplayers = ["Ann", "Bob", "Cai"]\nseed = 7\n'

SHEETS = (
    f"\ufeff{SHEET}",
    f"sep=,\r\n{SHEET}",
    "\n" + SHEET.replace(",", ";"),
    SHEET.replace(",", "\t"),
    SHEET.replace("\n", "\r"),
    '"Points Ann","Points Bob","Round"\n12,8,1\n',
    SHEET.encode("utf-16-le").decode("latin-1"),
)

MATCH = str(ROOT / "tests" / "reviewing" / "one_deal.toml")

WRITERS: dict[str, tuple[list[str], str]] = {
    "compile": (["compile", "foss", "-o"], "x.json"),
    "sheet page": (["sheet", "foss", "-o"], "x.html"),
    "sheet text": (["sheet", "foss", "-o"], "x.md"),
    "keeper": (["keep", "foss", "-o"], "x.html"),
    "season page": (["season", ".", "-o"], "x.html"),
    "season csv": (["season", ".", "--csv"], "x.csv"),
    "review page": (["review", MATCH, "--player", "search:1", "-o"], "x.html"),
    "facts page": (["conform", "--matrix", "--players", "3", "-o"], "x.html"),
    "graph svg": (["graph", "foss", "-o"], "x.svg"),
    "graph dot": (["graph", "foss", "-o"], "x.dot"),
    "graph mmd": (["graph", "foss", "-o"], "x.mmd"),
    "csv": (["simulate", "foss", "-n", "4", "--threads", "1", "--csv"], "x.csv"),
    "parquet": (["simulate", "foss", "-n", "4", "--threads", "1", "--parquet"], "x.parquet"),
    "plot page": (["simulate", "foss", "-n", "4", "--threads", "1", "--plot"], "x.html"),
    "plot image": (["simulate", "foss", "-n", "4", "--threads", "1", "--plot"], "x.png"),
    "save": (["simulate", "foss", "-n", "4", "--threads", "1", "--save"], "x.json"),
    "keep": (["simulate", "foss", "--keep", "0", "-o"], "x.toml"),
    "play": (["play", "foss", "--seed", "1", "-o"], "x.toml"),
}
ALIKE = ("sheet text", "season csv", "graph dot", "graph mmd", "parquet", "plot image")
"""What the command before also writes, in another form."""
TRIED = [
    pytest.param(writer, marks=[pytest.mark.long] if writer in ALIKE else []) for writer in WRITERS
]
MARKED = ("compile", "sheet page", "sheet text", "graph svg", "graph dot", "graph mmd")
MARKED = (*MARKED, "plot page", "keeper", "season page", "review page", "facts page")
RECORDS = ("keep", "play")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", None)
    return tmp_path


def refused(capsys: Capture, *arguments: str) -> str:
    assert main([*arguments]) == 2
    return capsys.readouterr().err


@pytest.mark.parametrize("writer", TRIED)
def test_rules_and_records_are_never_replaced_by_another_kind(
    writer: str, folder: Path, capsys: Capture
) -> None:
    command, name = WRITERS[writer]
    (folder / "sub").mkdir()
    (folder / "mine.clag").write_text(HOUSE)
    # a byte order mark hides neither
    for text, kind in (
        *((HOUSE, "rules"), (RECORD, "record")),
        *((f"\ufeff{HOUSE}", "rules"), (f"\ufeff{RECORD}", "record")),
        (SHEET, "score sheet"),
        *((text, "score sheet") for text in SHEETS if writer in ("csv", "keep")),
    ):
        if kind == "record" and writer in RECORDS:
            continue
        (folder / name).write_bytes(text.encode())
        spellings = (name, f"./{name}", f"sub/../{name}", str(folder / name))
        for spelling in spellings if text == HOUSE else (name,):
            for force in ([], ["--force"]):
                told = refused(capsys, *command, spelling, *force)
                assert (f"replace a {kind}" in told) or ("of rules" in told), told
                assert (folder / name).read_bytes() == text.encode()
    assert sorted(path.name for path in folder.iterdir()) == sorted(["sub", "mine.clag", name])


@pytest.mark.parametrize("writer", TRIED)
def test_links_to_rules_do_not_hide_them(writer: str, folder: Path, capsys: Capture) -> None:
    command, name = WRITERS[writer]
    rules = folder / "mine.clag"
    rules.write_text('clag 2 "odd')  # no rules by their text, only by their name
    (folder / name).symlink_to("mine.clag")
    assert "of rules" in refused(capsys, *command, name, "--force")
    assert rules.read_text() == 'clag 2 "odd'
    (folder / name).unlink()
    rules.write_text(HOUSE)
    (folder / name).hardlink_to(rules)
    assert "of rules" in refused(capsys, *command, name, "--force")
    assert rules.read_text() == HOUSE


@pytest.mark.parametrize("writer", TRIED)
def test_a_file_of_somebody_else_goes_only_if_told(
    writer: str, folder: Path, capsys: Capture
) -> None:
    command, name = WRITERS[writer]
    path = folder / name
    path.write_text("precious")
    told = refused(capsys, *command, name)
    assert name in told
    assert "--force" in told or "--resume" in told
    assert path.read_text() == "precious"
    assert main([*command, name, "--force"]) == 0
    assert path.read_bytes() != b"precious"
    written = path.read_bytes()
    if writer in MARKED:  # it carries our mark now, and may go
        assert main([*command, name]) == 0
        assert path.read_bytes() == written
    else:
        refused(capsys, *command, name)
        assert path.read_bytes() == written
    assert [each.name for each in folder.iterdir()] == [name]


@pytest.mark.parametrize("writer", MARKED)
def test_our_mark_of_another_kind_is_no_leave(writer: str, folder: Path, capsys: Capture) -> None:
    command, name = WRITERS[writer]
    other = next(each for each in MARKED if each != writer)
    assert main([*WRITERS[other][0], WRITERS[other][1]]) == 0
    text = (folder / WRITERS[other][1]).read_bytes()
    (folder / name).write_bytes(text)
    capsys.readouterr()
    assert "--force" in refused(capsys, *command, name)
    assert (folder / name).read_bytes() == text


@pytest.mark.parametrize("writer", TRIED)
def test_what_is_read_only_or_no_file_stays(writer: str, folder: Path, capsys: Capture) -> None:
    command, name = WRITERS[writer]
    path = folder / name
    path.write_text("precious")
    path.chmod(0o444)
    assert "read-only" in refused(capsys, *command, name, "--force")
    assert path.read_text() == "precious"
    path.unlink()
    path.mkdir()
    refused(capsys, *command, name, "--force")
    assert path.is_dir()
    assert [each.name for each in folder.iterdir()] == [name]


@pytest.mark.parametrize("writer", TRIED)
def test_an_empty_file_and_the_null_device_take_anything(writer: str, folder: Path) -> None:
    command, name = WRITERS[writer]
    (folder / name).touch()
    assert main([*command, name]) == 0
    assert (folder / name).read_bytes()
    (folder / name).unlink()
    (folder / name).symlink_to("/dev/null")
    assert main([*command, name]) == 0
    assert Path("/dev/null").is_char_device()
    assert (folder / name).is_symlink()


def test_compile_insists_on_json(folder: Path, capsys: Capture) -> None:
    for name in ("aunt.clag", "aunt", "aunt.txt", "aunt.json.bak"):
        (folder / name).write_text(HOUSE)
        told = refused(capsys, "compile", "foss", "-o", name, "--force")
        assert f"`{name}` does not end in .json" in told
        assert (folder / name).read_text() == HOUSE


def test_rules_named_by_another_spelling_are_not_written_over(
    folder: Path, capsys: Capture
) -> None:
    rules = folder / "rules.json"
    rules.write_text(HOUSE)
    for spelling in ("rules.json", "./rules.json", str(rules)):
        told = refused(capsys, "compile", "./rules.json", "-o", spelling, "--force")
        assert "of rules" in told
    assert rules.read_text() == HOUSE


def test_python_replaces_files_of_its_own_choice_but_no_rules(folder: Path) -> None:
    import clagdsl
    from clagdsl.lang.errors import FileError

    (folder / "x.csv").write_text("old")
    run = clagdsl.simulate("foss", 4, csv="x.csv", threads=1)
    assert (folder / "x.csv").read_text().startswith("match,")
    (folder / "x.html").write_text(HOUSE)
    with pytest.raises(FileError, match="of rules"):
        run.draw("x.html")
    with pytest.raises(FileError, match="of rules"):
        clagdsl.simulate("foss", 4, csv="x.html", threads=1)


# --- streams ------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["wb", "ab"])
def test_standard_output_is_written_to_even_where_it_is_a_file(mode: str, folder: Path) -> None:
    notes = folder / "notes.txt"
    notes.write_text("before\n")
    with notes.open(mode) as file:
        done = subprocess.run(
            [sys.executable, "-m", "clagdsl", "compile", "foss", "-o", "/dev/stdout"],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=file,
            check=False,
            timeout=60,
        )
    assert done.returncode == 0
    text = notes.read_text()
    if mode == "ab":
        assert text.startswith("before\n")
        text = text.removeprefix("before\n")
    assert json.loads(text)["format"] == "clagdsl game"
    assert [path.name for path in folder.iterdir()] == ["notes.txt"]


# --- what is said -------------------------------------------------------------------------


@pytest.mark.parametrize("writer", TRIED)
def test_no_raw_escape_is_printed(writer: str, folder: Path, capsys: Capture) -> None:
    command, name = WRITERS[writer]
    odd = f"\x1b[31mred\u202e{name}"
    assert main([*command, odd]) == 0
    told = capsys.readouterr()
    assert "\x1b" not in told.out + told.err
    assert "\u202e" not in told.out + told.err
    assert (folder / odd).is_file()

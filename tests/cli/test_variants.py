"""`clagdsl variants`, `show` and `compile`."""

import json
from io import BytesIO, TextIOWrapper
from pathlib import Path
from unittest.mock import Mock

import pytest

from clagdsl.cli.main import main

ROOT = Path(__file__).parent.parent.parent
NAMES = sorted(path.stem for path in (ROOT / "rules").glob("*.clag"))
FAMILY = sorted(path.stem for path in (ROOT / "rules" / "family").glob("*.clag"))
Capture = pytest.CaptureFixture[str]


def test_the_variants_are_listed_with_deals_players_and_sources(capsys: Capture) -> None:
    assert main(["variants", "--json"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)["variants"]}
    assert sorted(rows) == NAMES
    assert (rows["pagat"]["deals"], rows["pagat"]["players"]) == (22, [4, 7])
    assert (rows["scottish"]["deals"], rows["foss"]["deals"]) == (18, 20)
    assert "pagat.com" in rows["pagat"]["source"]
    assert main(["variants"]) == 0
    text = capsys.readouterr().out
    assert all(f"\n{name} " in f"\n{text}" for name in NAMES)


def test_the_other_games_of_the_family_are_listed_apart(capsys: Capture) -> None:
    assert main(["variants", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    family = {row["name"]: row for row in listed["family"]}
    assert sorted(family) == FAMILY
    assert not set(FAMILY) & {row["name"] for row in listed["variants"]}
    assert (family["call-break"]["deals"], family["call-break"]["players"]) == (5, [4, 4])
    assert main(["variants"]) == 0
    clag, _, others = capsys.readouterr().out.partition("\nOther games of the family:\n")
    assert all(f"\n{name} " in others for name in FAMILY)
    assert not any(f"\n{name} " in clag for name in FAMILY)


@pytest.mark.parametrize("name", ["call-break", "oh-hell"])
def test_bare_names_mean_games_of_the_family_too(
    name: str, capsys: Capture, tmp_path: Path
) -> None:
    assert main(["check", name]) == 0
    house = tmp_path / "mine.clag"
    assert main(["new", str(house), "--from", name]) == 0
    assert main(["check", str(house)]) == 0
    house.write_text(f'clag 2 game "Mine" extends {name!r}'.replace("'", '"'), "utf-8")
    assert main(["check", str(house)]) == 0
    capsys.readouterr()
    assert main(["check", name[:-1]]) == 2
    assert name in capsys.readouterr().err


@pytest.mark.parametrize("name", [*NAMES, *FAMILY])
def test_show_prints_the_file(name: str, capsys: Capture) -> None:
    folder = ROOT / "rules" / ("family" if name in FAMILY else "")
    text = (folder / f"{name}.clag").read_text("utf-8")
    assert main(["show", name]) == 0
    assert capsys.readouterr().out == text
    assert main(["show", name, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"name": name, "text": text}


@pytest.mark.parametrize("name", ["house/x", "../pagat", "/etc/passwd", "pagat.clag", "", "."])
def test_show_reads_nothing_but_bundled_variants(name: str, capsys: Capture) -> None:
    assert main(["show", name]) == 2
    assert capsys.readouterr().out == ""


def test_compile_writes_one_document(capsys: Capture, tmp_path: Path) -> None:
    assert main(["compile", "foss"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["game"]["title"] == "Clag"
    target = tmp_path / "foss.json"
    assert main(["compile", "foss", "-o", str(target)]) == 0
    assert capsys.readouterr().out == f"{target} written\n"
    assert json.loads(target.read_text("utf-8")) == printed
    assert [path.name for path in tmp_path.iterdir()] == ["foss.json"]
    assert main(["compile", "foss", "-o", str(target), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"written": str(target)}


@pytest.mark.parametrize("encoding", ["UTF8", "latin-1", "cp1252"])
def test_compile_prints_letters_as_it_writes_them(
    encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, target = tmp_path / "zoë.clag", tmp_path / "zoë.json"
    rules.write_text('clag 1\ngame "Zoë, Łódź" extends foss\n', "utf-8")
    printed = TextIOWrapper(BytesIO(), encoding)
    monkeypatch.setattr("sys.stdout", printed)
    assert main(["compile", str(rules)]) == 0
    assert main(["compile", str(rules), "-o", str(target)]) == 0
    printed.flush()
    shown = printed.buffer.getvalue().decode(encoding).replace(f"{target} written\n", "")
    if encoding == "UTF8":
        assert shown == target.read_text("utf-8")
        assert "Zoë, Łódź" in shown
    assert json.loads(shown) == json.loads(target.read_text("utf-8"))


def test_compile_leaves_the_old_file_where_the_new_one_cannot_be(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "foss.json"
    target.write_text("old")

    full = Mock(side_effect=OSError(28, "No space left on device"))
    monkeypatch.setattr(Path, "replace", full)
    assert main(["compile", "foss", "-o", str(target), "--force"]) == 2
    assert "No space left on device" in capsys.readouterr().err
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["foss.json"]


def test_compile_into_a_folder_that_is_not_there_is_wrong_usage(
    capsys: Capture, tmp_path: Path
) -> None:
    assert main(["compile", "foss", "-o", str(tmp_path / "none" / "x.json")]) == 2
    assert "cannot write" in capsys.readouterr().err

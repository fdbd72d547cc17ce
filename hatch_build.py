"""Makes the parser's tables and the generated conformance cases when the package is built.

An editable install also gets bytecode, a wheel the conformance cases without the tests beside them.
"""

from __future__ import annotations

import compileall
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CASE_FILES = (".clag", ".csv", ".json", ".md", ".toml")


class TablesHook(BuildHookInterface[Any]):
    """Writes what is generated into the checkout, for wheels and for editable installs."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Generates tables and cases from this checkout and adds them to the wheel."""
        root = Path(self.root)
        sys.path.insert(0, str(root))
        try:
            from clagdsl.syntax.grammar_build import make_tables
            from clagdsl.syntax.parser import TABLES_FILE, dump_tables

            target = root / "clagdsl" / "_data" / TABLES_FILE
            target.parent.mkdir(exist_ok=True)
            target.write_text(dump_tables(make_tables()), encoding="utf-8")
        finally:
            sys.path.remove(str(root))
        sys.path.insert(0, str(root / "tests"))
        try:
            from reference import generate

            generate.main()
        finally:
            sys.path.remove(str(root / "tests"))
        if version == "editable":
            # pip compiles what it installs, but not what it links to; and where the environment
            # forbids programs to write bytecode, as in many containers, each run would compile all
            compileall.compile_dir(root / "clagdsl", quiet=2)
        else:
            cases = root / "tests" / "conformance"
            for path in (path for path in cases.rglob("*") if path.suffix in CASE_FILES):
                inside = f"clagdsl/_data/conformance/{path.relative_to(cases).as_posix()}"
                build_data["force_include"][str(path)] = inside
        build_data["artifacts"].append(f"clagdsl/_data/{TABLES_FILE}")

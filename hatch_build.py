"""Makes the parser's tables, the texts of the pages and the generated conformance cases when the
package is built.

An editable install also gets bytecode. A wheel also gets the conformance cases without the tests
beside them, and the programs and style sheets of the server's pages, each joined and minified.
"""

from __future__ import annotations

import compileall
import json
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface
from packaging.tags import sys_tags

CASE_FILES = (".clag", ".csv", ".json", ".toml")


MINIFIER = "minify-go>=2.24,<3"
MINIFIER_BUILDS = {
    f"cp3{minor}-cp3{minor}-{platform}"
    for minor in range(11, 15)
    for platform in (
        "macosx_11_0_arm64",
        "macosx_11_0_x86_64",
        "manylinux_2_28_aarch64",
        "manylinux_2_28_x86_64",
        "win_amd64",
    )
}
"""The minifier has no source distribution; elsewhere the server joins the files when it needs them.
"""
MEDIA_TYPES = {"css": "text/css", "js": "application/javascript"}


class ReadmeHook(MetadataHookInterface):
    """Gives the package index the README with links that lead from there to the repository."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Adds the README to the metadata, its relative links as addresses."""
        text = (Path(self.root) / "README.md").read_text("utf-8")
        address = metadata["urls"]["Source"].replace("github.com", "raw.githubusercontent.com")
        text = re.sub(r"(!\[[^]]*\]\()(?!http)", rf"\1{address}/main/", text)
        text = re.sub(r"\]\((?!http)", f"]({metadata['urls']['Source']}/blob/main/", text)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


class TablesHook(BuildHookInterface[Any]):
    """Writes what is generated into the checkout, for wheels and for editable installs."""

    _folder: tempfile.TemporaryDirectory[str] | None = None

    def dependencies(self) -> list[str]:
        """Returns the minifier if there is a build of it for this interpreter."""
        return [MINIFIER] if MINIFIER_BUILDS & {*map(str, sys_tags())} else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Generates tables and cases from this checkout and adds them to the wheel."""
        root = Path(self.root)
        sys.path.insert(0, str(root))
        try:
            from clagdsl.explain.catalogue import LANGUAGES, compiled_language
            from clagdsl.syntax.grammar_build import make_tables
            from clagdsl.syntax.parser import TABLES_FILE, dump_tables

            data = root / "clagdsl" / "_data"
            (data / "words").mkdir(parents=True, exist_ok=True)
            (data / TABLES_FILE).write_text(dump_tables(make_tables()), encoding="utf-8")
            for language in LANGUAGES:
                text = json.dumps(compiled_language(language), ensure_ascii=False)
                (data / "words" / f"{language}.json").write_text(text, encoding="utf-8")
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
            self._add_reference(root, build_data)
            self._add_pages(root, build_data)
        build_data["artifacts"] += [f"clagdsl/_data/{TABLES_FILE}", "clagdsl/_data/words/*.json"]

    def _add_reference(self, root: Path, build_data: dict[str, Any]) -> None:
        """Adds the pages of the reference that are in the conformance suite."""
        sys.path.insert(0, str(root))
        try:
            from clagdsl.lang.resources import SUITE_PAGES
        finally:
            sys.path.remove(str(root))
        for name in SUITE_PAGES:
            path = root / "docs" / "reference" / name
            build_data["force_include"][str(path)] = f"clagdsl/_data/reference/{name}"

    def _add_pages(self, root: Path, build_data: dict[str, Any]) -> None:
        """Adds the minified files of the server's pages, from a folder outside the checkout."""
        if not self.dependencies():
            return
        import minify

        sys.path.insert(0, str(root))
        try:
            from clagdsl.explain.web_bundle import LATER_FILES, SERVED_FILES, served_text
        finally:
            sys.path.remove(str(root))
        self._folder = tempfile.TemporaryDirectory()  # until `finalize`
        for name in (*SERVED_FILES, *LATER_FILES):
            path = Path(self._folder.name) / name
            media_type = MEDIA_TYPES[name.rpartition(".")[2]]
            path.write_text(minify.string(media_type, served_text(name)), encoding="utf-8")
            build_data["force_include"][str(path)] = f"clagdsl/_data/pages/{name}"

    def finalize(self, *_: object) -> None:
        """Removes the minified files, which are in the wheel now."""
        if self._folder is not None:
            self._folder.cleanup()

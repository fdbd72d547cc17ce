"""What the build adds to the package: tables of the parser, bytecode if linked to, pages."""

from __future__ import annotations

import importlib.util
import json
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

import pytest
from reference import generate

from clagdsl.explain.catalogue import LANGUAGES, compiled_language
from clagdsl.explain.web_bundle import LATER_FILES, SERVED_FILES, served_text
from clagdsl.syntax import grammar_build
from clagdsl.syntax.parser import load_tables

PROJECT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize(("version", "compiled"), [("editable", True), ("standard", False)])
def test_what_is_only_linked_to_is_compiled(
    version: str, compiled: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grammar_build, "make_tables", load_tables)
    generated: list[bool] = []  # what is generated, `test_packaging.py` looks for in the wheel
    monkeypatch.setattr(generate, "main", lambda: generated.append(True))
    spec = importlib.util.spec_from_file_location("hatch_build", PROJECT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build)
    module = tmp_path / "clagdsl" / "some_module.py"
    module.parent.mkdir()
    module.write_text("")
    hook = build.TablesHook(str(tmp_path), {}, None, None, str(tmp_path), "wheel")
    data: dict[str, Any] = {"artifacts": [], "force_include": {}}
    hook.initialize(version, data)
    assert generated
    assert data["artifacts"] == ["clagdsl/_data/tables.json", "clagdsl/_data/words/*.json"]
    files = [] if compiled else [*SERVED_FILES, *LATER_FILES]
    pages = [f"clagdsl/_data/pages/{name}" for name in files]
    made = {path: name for path, name in data["force_include"].items() if "/reference/" not in name}
    assert list(made.values()) == pages
    for path in map(Path, made):
        assert 0 < path.stat().st_size < len(served_text(path.name)), "minified"
    hook.finalize(version, data, "")
    assert not any(Path(path).exists() for path in made)
    assert (tmp_path / "clagdsl" / "_data" / "tables.json").is_file()
    for language in LANGUAGES:
        text = (tmp_path / "clagdsl" / "_data" / "words" / f"{language}.json").read_text("utf-8")
        assert json.loads(text) == compiled_language(language)
    assert Path(cache_from_source(str(module))).is_file() == compiled

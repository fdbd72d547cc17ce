"""The recipe "Adding a problem" of CONTRIBUTING: whichever of its steps is forgotten is noticed.

A page whose example does not fail with its code is noticed by `test_pages.py`.
"""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from pathlib import Path
from string import Formatter
from textwrap import dedent

import pytest
from support.source_trees import tree_of

from clagdsl import problems
from clagdsl.lang.resources import bundled_names
from clagdsl.problems.diagnostic import PROBLEM_KINDS, PlacedProblem, Problem
from clagdsl.problems.render import PAGES, SHARED, problem_kinds
from clagdsl.problems.suggestions import FACT_FORMATS

CODES = list(problem_kinds())
ROOM = Path(problems.__file__).parent
FAMILIES = sorted({kind.__module__ for kind in PROBLEM_KINDS.values()})
PLACE = object()


def texts(kind: type[Problem]) -> dict[str, str]:
    """The texts that the body of a class holds, by what they are."""
    tree = tree_of(ROOM / f"{kind.__module__.rpartition('.')[2]}.py")
    [body] = [each for each in tree.body if getattr(each, "name", "") == kind.__name__]
    assert isinstance(body, ast.ClassDef)
    found = {}
    for line in body.body:
        target = line.targets[0] if isinstance(line, ast.Assign) else getattr(line, "target", None)
        value = getattr(line, "value", None)
        if isinstance(target, ast.Name) and isinstance(value, ast.Constant):
            found[target.id] = str(value.value)
    return found


def test_every_problem_has_a_page_and_every_page_a_problem() -> None:
    assert {path.stem for path in PAGES.glob("*.md")} == set(PROBLEM_KINDS) == set(CODES)


def test_a_problem_without_a_page_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PROBLEM_KINDS, "X999", PROBLEM_KINDS["C201"])
    with pytest.raises(FileNotFoundError, match=r"X999\.md"):
        problem_kinds.__wrapped__()


def test_a_code_stands_once() -> None:
    body = {"code": "C201", "title": "another", "__annotations__": {"name": "str"}}
    with pytest.raises(ValueError, match="C201 is taken"):
        type(Problem)("Another", (PlacedProblem,), body)


@pytest.mark.parametrize(("said", "unsaid"), [("message", "help"), ("help", "message")])
def test_a_problem_that_leaves_out_what_it_owes_is_no_class(said: str, unsaid: str) -> None:
    with pytest.raises(TypeError, match=f"X999 does not say its {unsaid}"):
        type(Problem)("Silent", (Problem,), {"code": "X999", "title": "silent", said: "words"})
    assert "X999" not in PROBLEM_KINDS


def test_the_door_shows_every_module_of_problems() -> None:
    door = tree_of(ROOM / "__init__.py")
    shown = {
        f"clagdsl.problems.{alias.name}"
        for line in ast.walk(door)
        if isinstance(line, ast.ImportFrom) and line.module == "clagdsl.problems"
        for alias in line.names
    }
    assert sorted(shown) == FAMILIES


@pytest.mark.parametrize("code", CODES)
def test_a_text_names_facts_of_its_problem(code: str) -> None:
    kind = PROBLEM_KINDS[code]
    said = texts(kind)
    assert said["code"] == code
    assert said["title"] == kind.title
    for text in (*said.values(), *kind.place_labels.values()):
        for _, name, show, _ in Formatter().parse(text):
            assert name is None or hasattr(kind, name), f"{code}: {{{name}}}"
            assert not show or show in FACT_FORMATS or show == ",", f"{code}: {{{name}:{show}}}"
    assert set(kind.place_labels) <= set(inspect.signature(kind).parameters)


def test_every_shared_text_is_used_and_known() -> None:
    used = {
        name
        for path in PAGES.glob("*.md")
        for name in re.findall(r"^\{\{([\w-]+)\}\}$", path.read_text("utf-8"), re.MULTILINE)
    }
    assert {path.stem for path in SHARED.iterdir()} == used
    assert not [code for code, kind in problem_kinds().items() if "{{" in kind.page]


def test_the_recipe_shows_a_problem_as_it_stands() -> None:
    recipe = (ROOM.parent.parent / "CONTRIBUTING.md").read_text("utf-8")
    [shown] = re.findall(r"^ {3}```text\n( {3}class .*?) {3}```$", recipe, re.DOTALL | re.MULTILINE)
    assert f"\n\n\n{dedent(shown)}\n\n" in (ROOM / "checks.py").read_text("utf-8")


def test_problems_are_values_of_their_facts() -> None:
    first = problems.checks.UnknownVariant(PLACE, "fos", ("foss",))  # type: ignore[arg-type]
    assert first == problems.checks.UnknownVariant(PLACE, "fos", existing=("foss",))  # type: ignore[arg-type]
    assert len({first, problems.checks.UnknownVariant(PLACE, "x", ())}) == 2  # type: ignore[arg-type]
    assert repr(problems.arguments.WrongBids("too many")) == "WrongBids(message='too many')"
    with pytest.raises(AttributeError, match="cannot assign"):
        first.name = "foss"  # type: ignore[misc]
    with pytest.raises(TypeError, match="missing 2 required positional arguments"):
        problems.checks.UnknownVariant("fos")  # type: ignore[call-arg,arg-type]


def test_nothing_of_problems_is_loaded_where_nothing_is_wrong(tmp_path: Path) -> None:
    """Examples may say `may not`, and leave open deals that they do not suit: that is not wrong."""
    file = tmp_path / "kitchen.clag"
    file.write_text((SHARED / "kitchen.txt").read_text("utf-8"), "utf-8")
    program = f"""
import sys
from clagdsl.cli.main import main
assert main(["check", {str(file)!r}, *{bundled_names()!r}]) == 0
print(*sorted(set(sys.modules) & {{*{FAMILIES!r}, "clagdsl.problems.suggestions"}}))
"""
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert told.stdout.splitlines()[-1] == ""

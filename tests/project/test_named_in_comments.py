"""What a docstring or a comment of the package points at is there."""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path

from support.source_trees import tree_of

PACKAGE = Path(__file__).parent.parent.parent / "clagdsl"
MODULES = sorted(PACKAGE.rglob("*.py"))

COMMENT = re.compile(r"(?:^|\s)# .*")
MEMBER = re.compile(r"`([A-Za-z_]\w*)\.([A-Za-z_]\w*)`")
POINTED_AT = re.compile(r"\b(?:see|as in)\s+`([A-Za-z_]\w*)`", re.IGNORECASE)

OF_THE_LANGUAGE = {"winner"}
"""What has members in a rules file."""


@cache
def members() -> dict[str, set[str]]:
    """What is declared in each module, class and package, by the last part of its name."""
    found: dict[str, set[str]] = defaultdict(set)
    inherited: dict[str, set[str]] = defaultdict(set)
    for path in MODULES:
        tree = tree_of(path)
        room, name = path.parent.name, path.stem
        if name == "__init__":
            room, name = path.parent.parent.name, room
        found[room].add(name)
        found[name] |= declared(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                found[node.name] |= declared(node)
                inherited[node.name] |= {b.id for b in node.bases if isinstance(b, ast.Name)}
    for name, bases in inherited.items():
        found[name].update(*(found[base] for base in bases))
    return found


def declared(tree: ast.AST) -> set[str]:
    """The functions, classes, imports and names that are set, however deep."""
    found = set()
    for node in ast.walk(tree):
        match node:
            case (
                ast.FunctionDef(name=name)
                | ast.AsyncFunctionDef(name=name)
                | ast.ClassDef(name=name)
            ):
                found.add(name)
            case ast.Name(id=name, ctx=ast.Store()):
                found.add(name)
            case ast.alias(name=name, asname=asname):
                found.add(asname or name)
    return found


def told(path: Path) -> str:
    """All docstrings and comments of a module."""
    texts = [
        node.value.value
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    ]
    return "\n".join([*texts, *COMMENT.findall(path.read_text("utf-8"))])


@cache
def all_told() -> dict[Path, str]:
    return {path.relative_to(PACKAGE): told(path) for path in MODULES}


def test_what_a_comment_calls_part_of_a_module_or_class_is_there() -> None:
    known = members()
    gone = [
        f"{path}: `{owner}.{name}`"
        for path, text in all_told().items()
        for owner, name in MEMBER.findall(text)
        if name not in known.get(owner, ())
        and owner not in OF_THE_LANGUAGE
        and owner not in sys.stdlib_module_names
    ]
    assert not gone, "\n".join(gone)


def test_what_a_comment_says_to_see_is_there() -> None:
    """A module, a class, a function or a constant, not a variable that only happens to be."""
    known = members()
    names = set(known)
    for path in MODULES:
        functions = (each for each in ast.walk(tree_of(path)) if isinstance(each, ast.FunctionDef))
        names |= {each.name for each in functions}
    names |= {name for inner in known.values() for name in inner if name.isupper()}
    gone = [
        f"{path}: `{name}`"
        for path, text in all_told().items()
        for name in POINTED_AT.findall(text)
        if name not in names
    ]
    assert not gone, "\n".join(gone)

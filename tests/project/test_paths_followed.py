"""Paths may come from arguments: before Python 3.14 `Path.exists` raises for some that are long."""

import ast
from collections.abc import Iterator
from pathlib import Path

from support.source_trees import tree_of

PACKAGE = Path(__file__).parent.parent.parent / "clagdsl"
RAISING = ("exists", "is_dir", "is_file")


def raising_calls(node: ast.AST, *, guarded: bool = False) -> Iterator[int]:
    """The lines where a path is followed and nothing catches the OSError."""
    if isinstance(node, ast.Try):
        caught = any(
            isinstance(name, ast.Name) and name.id == "OSError"
            for handler in node.handlers
            if handler.type is not None
            for name in ast.walk(handler.type)
        )
        for child in node.body:
            yield from raising_calls(child, guarded=guarded or caught)
        for child in (*node.handlers, *node.orelse, *node.finalbody):
            yield from raising_calls(child, guarded=guarded)
        return
    if isinstance(node, ast.With):  # `storage_errors` reports an OSError
        guarded = guarded or ast.unparse(node.items[0]).startswith("storage_errors(")
    called = node.func if isinstance(node, ast.Call) else None
    if isinstance(called, ast.Attribute) and called.attr in RAISING and not guarded:
        yield called.lineno
    for child in ast.iter_child_nodes(node):
        yield from raising_calls(child, guarded=guarded)


def test_a_path_that_cannot_be_followed_never_ends_a_command() -> None:
    """Paths from arguments go through `path_exists`, `is_folder` and `is_file` of resources."""
    own = PACKAGE / "lang" / "resources.py"
    found = {
        f"{path.relative_to(PACKAGE)}:{line}"
        for path in PACKAGE.rglob("*.py")
        if path != own
        for line in raising_calls(tree_of(path))
    }
    assert found == set()


def test_calls_that_raise_are_seen() -> None:
    text = "try:\n  a.exists()\nexcept (OSError, ValueError):\n  b.is_dir()\nif c.is_file(): pass\n"
    assert list(raising_calls(ast.parse(text))) == [4, 5]

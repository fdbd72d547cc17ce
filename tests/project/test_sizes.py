"""No room of the package grows beyond its ceiling, and every run prints how large each room is.

`ceilings.toml` holds the ceilings.  `CLAGDSL_REWRITE=1 pytest tests/project/test_sizes.py` lowers
them to today's sizes and never raises one: that is done by hand, in a commit that says why.
"""

from __future__ import annotations

import ast
import io
import os
import tokenize
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

from support.source_trees import tree_of

ROOT: Final = Path(__file__).parent.parent.parent
PACKAGE: Final = ROOT / "clagdsl"
CEILINGS: Final = Path(__file__).parent / "ceilings.toml"
FIGURES: Final = ("modules", "lines", "nodes")
LAYOUT: Final = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def code_lines(text: str, tree: ast.Module) -> int:
    """Counts the lines that are not blank, a comment or a docstring, of attributes too."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in LAYOUT:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str()), lineno=first, end_lineno=last):
                lines -= set(range(first, (last or first) + 1))
    return len(lines)


def sizes() -> dict[str, Counter[str]]:
    """Returns the number of modules, code lines and `ast` nodes of each room.

    A data file of the package counts with its lines, so that code does not shrink by moving there.
    Pages of problems are documentation and do not count, nor do pictures.
    """
    rooms: dict[str, Counter[str]] = {}
    for path in sorted(PACKAGE.rglob("*")):
        inside = path.relative_to(PACKAGE)
        if path.is_dir() or {"_data", "__pycache__"} & set(inside.parts):
            continue
        if path.suffix in (".md", ".png"):
            continue
        room = rooms.setdefault(inside.parts[0] if len(inside.parts) > 1 else "clagdsl", Counter())
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".py":
            tree = tree_of(path)
            nodes = sum(1 for _ in ast.walk(tree))
            room.update(modules=1, lines=code_lines(text, tree), nodes=nodes)
        elif "pages" not in inside.parts:
            room.update(lines=sum(1 for line in text.splitlines() if line.strip()))
    return rooms


def as_toml(ceilings: dict[str, Counter[str]]) -> str:
    rows = (
        f"{room} = {{ {', '.join(f'{figure} = {row[figure]}' for figure in FIGURES)} }}"
        for room, row in sorted(ceilings.items())
    )
    return "\n".join([*CEILINGS.read_text("utf-8").splitlines()[:3], *rows]) + "\n"


def test_no_room_is_larger_than_its_ceiling(
    record_property: Callable[[str, object], None],
) -> None:
    rooms = sizes()
    total: Counter[str] = sum(rooms.values(), Counter())
    for room, row in [*sorted(rooms.items()), ("all", total)]:
        figures = "".join(f"{row[figure]:>9,} {figure}" for figure in FIGURES)
        record_property("size", f"{room:14}{figures}")
    ceilings = {room: Counter(row) for room, row in tomllib.loads(CEILINGS.read_text()).items()}
    if os.environ.get("CLAGDSL_REWRITE"):
        ceilings = {room: row & ceilings.get(room, row) for room, row in rooms.items()}
        CEILINGS.write_text(as_toml(ceilings), encoding="utf-8")
    assert sorted(ceilings) == sorted(rooms)
    above = [
        f"{room}: {row[figure]:,} {figure}, at most {ceilings[room][figure]:,} allowed"
        for room, row in rooms.items()
        for figure in FIGURES
        if row[figure] > ceilings[room][figure]
    ]
    assert above == []


def test_docstrings_comments_and_blank_lines_are_not_counted() -> None:
    text = '"""A module."""\n\n# why\nX = """two\nlines"""\n\n\ndef f() -> None:\n    """Does."""\n'
    assert code_lines(text, ast.parse(text)) == 3

"""Draws the rooms of the package and who imports whom, from the code itself."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "clagdsl"
PICTURE = ROOT / "docs" / "internals" / "rooms.svg"

WIDTH, ROW, LEFT, BOX = 760, 46, 210, 34
"""The width of the picture, the height of a row, where the boxes begin, the height of a box."""


def rooms() -> tuple[str, ...]:
    """The rooms from the highest to the lowest, in the order in which the layers are declared."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    [layers] = [contract["layers"] for contract in contracts if contract["type"] == "layers"]
    names = [name.strip() for layer in layers for name in layer.replace("|", ":").split(":")]
    return tuple(name for name in names if not name.startswith("__"))


def imported_rooms(path: Path) -> Iterator[str]:
    """The rooms that a module imports anything from, wherever in the module."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("clagdsl."):
            yield (node.module or "").split(".")[1]
        elif isinstance(node, ast.Import):
            yield from (
                alias.name.split(".")[1]
                for alias in node.names
                if alias.name.startswith("clagdsl.")
            )


def arrows() -> Mapping[str, frozenset[str]]:
    """For each room the other rooms that it imports."""
    known = rooms()
    found: dict[str, frozenset[str]] = {}
    for room in known:
        folder = PACKAGE / room
        paths = folder.rglob("*.py") if folder.is_dir() else [folder.with_suffix(".py")]
        targets = {target for path in paths for target in imported_rooms(path)}
        found[room] = frozenset(targets & set(known) - {room})
    return found


def sentence(room: str) -> str:
    """What the door of a room says that it is."""
    door = PACKAGE / room / "__init__.py"
    path = door if door.is_file() else PACKAGE / f"{room}.py"
    text = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return text.splitlines()[0] if text else ""


def drawn() -> str:
    """The picture as SVG: a box for each room, an arc for each arrow; all of them go down."""
    names = rooms()
    row = {name: number for number, name in enumerate(names)}
    height = ROW * len(names) + 12
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        'font-family="system-ui, sans-serif" font-size="14">',
        "<title>The rooms of clagdsl: each imports only from rooms below it</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
    ]
    for name, targets in arrows().items():
        for target in sorted(targets, key=row.__getitem__):
            lines.append(_arc(row[name], row[target]))
    for name, number in row.items():
        top = number * ROW + 8
        lines += [
            f'<rect x="{LEFT - 96}" y="{top}" width="96" height="{BOX}" rx="6" '
            'fill="#eef3f8" stroke="#2b5c8a"/>',
            f'<text x="{LEFT - 48}" y="{top + 22}" text-anchor="middle" '
            f'font-weight="600" fill="#14304a">{escape(name)}</text>',
        ]
    return "\n".join([*lines, "</svg>"]) + "\n"


def _arc(upper: int, lower: int) -> str:
    begin, end = upper * ROW + 8 + BOX // 2, lower * ROW + 8 + BOX // 2
    if lower - upper == 1:
        middle = LEFT - 48
        return _path(f"M{middle} {begin} V{end - BOX // 2 - 1}", (middle, end - BOX // 2), "down")
    # Long arrows bulge further, so that no two of one room lie on each other.
    reach = LEFT + 24 + 44 * (lower - upper)
    return _path(
        f"M{LEFT} {begin} C{reach} {begin} {reach} {end} {LEFT + 6} {end}", (LEFT, end), "left"
    )


def _path(curve: str, tip: tuple[int, int], towards: str) -> str:
    x, y = tip
    head = f"M{x} {y} l-4 -7 h8 z" if towards == "down" else f"M{x} {y} l7 -4 v8 z"
    return (
        f'<path d="{curve}" fill="none" stroke="#7a93ab" stroke-width="1.2"/>'
        f'<path d="{head}" fill="#7a93ab"/>'
    )

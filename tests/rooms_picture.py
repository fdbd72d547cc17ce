"""Draws the rooms of the package and who imports whom, from the code itself."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "clagdsl"
PICTURE = ROOT / "docs" / "internals" / "rooms.svg"

ROW, BOX, LEFT, COLUMN, FIRST_COLUMN = 46, 32, 170, 34, 330
"""Height of a row and of a box, right edge of the boxes, width and beginning of the table."""


@cache
def rooms() -> tuple[str, ...]:
    """The rooms from the highest to the lowest, in the order in which the layers are declared."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    [layers] = [contract["layers"] for contract in contracts if contract["type"] == "layers"]
    names = [name.strip() for layer in layers for name in layer.replace("|", ":").split(":")]
    return tuple(name for name in names if name not in ("__main__", "version"))


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


@cache
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


@cache
def needed_arrows() -> Mapping[str, frozenset[str]]:
    """The arrows that do not follow from the others: a room reaches no target in two steps."""
    direct = arrows()
    reached: dict[str, frozenset[str]] = {}
    for room in reversed(rooms()):
        reached[room] = direct[room].union(*(reached[target] for target in direct[room]))
    return {
        room: targets - frozenset().union(*(reached[target] for target in targets))
        for room, targets in direct.items()
    }


def drawn() -> str:
    """The picture as SVG: the rooms as boxes with the arrows that matter, and a table of all."""
    names = rooms()
    row = {name: number for number, name in enumerate(names)}
    height, width = ROW * len(names) + 12, FIRST_COLUMN + COLUMN * len(names) + 40
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -60 {width} {height + 60}" '
        'font-family="system-ui, sans-serif" font-size="14">',
        "<title>The rooms of clagdsl: each imports only from rooms below it</title>",
        f'<rect y="-60" width="{width}" height="{height + 60}" fill="#ffffff"/>',
    ]
    for name, targets in needed_arrows().items():
        for target in sorted(targets, key=row.__getitem__):
            lines.append(_arrow(row[name], row[target]))
    for name, number in row.items():
        lines += [*_box(name, number), *_table_row(number, len(names))]
        for target in sorted(arrows()[name], key=row.__getitem__):
            x, y = FIRST_COLUMN + COLUMN * row[target] + COLUMN // 2, _middle(number)
            lines.append(f'<circle cx="{x}" cy="{y}" r="6" fill="#2b5c8a"/>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def _middle(number: int) -> int:
    return number * ROW + 8 + BOX // 2


def _box(name: str, number: int) -> list[str]:
    top, column = number * ROW + 8, FIRST_COLUMN + COLUMN * number + COLUMN // 2
    return [
        f'<rect x="{LEFT - 100}" y="{top}" width="100" height="{BOX}" rx="6" '
        'fill="#eef3f8" stroke="#2b5c8a"/>',
        f'<text x="{LEFT - 50}" y="{top + 21}" text-anchor="middle" '
        f'font-weight="600" fill="#14304a">{escape(name)}</text>',
        f'<text transform="translate({column + 5} -4) rotate(-60)" '
        f'fill="#14304a">{escape(name)}</text>',
    ]


def _table_row(number: int, rooms_drawn: int) -> list[str]:
    """The line of a room through the table, dotted up to the diagonal: nothing may stand there."""
    y, diagonal = _middle(number), FIRST_COLUMN + COLUMN * number + COLUMN // 2
    end = FIRST_COLUMN + COLUMN * rooms_drawn
    return [
        f'<path d="M{diagonal} {y} H{end}" stroke="#d5dee7"/>',
        f'<path d="M{FIRST_COLUMN} {y} H{diagonal}" stroke="#d5dee7" stroke-dasharray="1 7"/>',
        f'<path d="M{diagonal - 4} {y - 4} h8 v8 h-8 z" fill="#b9c7d4"/>',
    ]


def _arrow(upper: int, lower: int) -> str:
    begin, end = _middle(upper), _middle(lower)
    if lower - upper == 1:
        x, top = LEFT - 50, end - BOX // 2
        return _path(f"M{x} {begin + BOX // 2} V{top - 6}", f"M{x} {top} l-4 -7 h8 z")
    # An arrow that passes rooms by goes around them, the further the more it passes.
    reach = LEFT + 14 + 28 * (lower - upper)
    curve = f"M{LEFT} {begin + 4} C{reach} {begin + 4} {reach} {end - 4} {LEFT + 6} {end - 4}"
    return _path(curve, f"M{LEFT} {end - 4} l7 -4 v8 z")


def _path(curve: str, head: str) -> str:
    return (
        f'<path d="{curve}" fill="none" stroke="#7a93ab" stroke-width="1.4"/>'
        f'<path d="{head}" fill="#7a93ab"/>'
    )

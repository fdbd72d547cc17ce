"""Writes conformance cases as JSON that people can review: one step, one list a line."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import fill
from typing import Any

WIDTH = 110


def write_cases(path: Path, subject: str, cases: list[dict[str, Any]]) -> None:
    """Write one file of cases."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(laid_out({"subject": subject, "cases": cases}, 0) + "\n", encoding="utf-8")


def laid_out(value: Any, indent: int) -> str:
    """JSON with every value that fits on its line."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + indent <= WIDTH and not (isinstance(value, dict) and "id" in value):
        return line
    inner = " " * (indent + 1)
    if isinstance(value, dict):
        rows = [
            f"{inner}{json.dumps(key)}: {_item(key, item, indent + 1)}"
            for key, item in value.items()
        ]
        return "{\n" + ",\n".join(rows) + "\n" + " " * indent + "}"
    if isinstance(value, list):
        rows = [inner + laid_out(item, indent + 1) for item in value]
        return "[\n" + ",\n".join(rows) + "\n" + " " * indent + "]"
    return line


def _item(key: str, value: Any, indent: int) -> str:
    """The value of a key; long lists of actions fill their lines."""
    line = laid_out(value, indent)
    if (
        key != "actions"
        or not isinstance(value, list)
        or "\n" not in line
        or any(isinstance(item, dict) for item in value)
    ):
        return line
    texts = [json.dumps(item, ensure_ascii=False) for item in value]
    margin = " " * (indent + 1)
    filled = fill(" ".join(text.replace(" ", "\0") + "," for text in texts)[:-1], WIDTH - indent)
    body = filled.replace("\0", " ").replace("\n", "\n" + margin)
    return f"[\n{margin}{body}\n{' ' * indent}]"

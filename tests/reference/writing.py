"""Writes conformance cases as JSON that people can review: one step, one list a line."""

from __future__ import annotations

import json
from pathlib import Path
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
            f"{inner}{json.dumps(key)}: {laid_out(item, indent + 1)}" for key, item in value.items()
        ]
        return "{\n" + ",\n".join(rows) + "\n" + " " * indent + "}"
    if isinstance(value, list):
        rows = [inner + laid_out(item, indent + 1) for item in value]
        return "[\n" + ",\n".join(rows) + "\n" + " " * indent + "]"
    return line

"""Expectations of conformance cases, altered so that no implementation can meet them."""

from __future__ import annotations

from typing import Any


def altered(name: str, value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case None:
            return "9S"
        case str() if name == "legal":
            return "bid 99" if not value.startswith("bid") else "play 2C"
        case str():
            return value + "x"
        case [{"line": line, **rest}, *others]:
            return [{"line": line + 1, **rest}, *others]
        case [first, *others]:
            return [altered(name, first), *others]
        case {"trump": trump, **rest}:
            return {**rest, "trump": "none" if trump != "none" else "unknown"}
        case _:
            return [{"code": "C999", "line": 1}]

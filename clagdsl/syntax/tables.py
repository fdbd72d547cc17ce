"""The parser's tables as plain data: found in the package, or made from the grammar."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from clagdsl.resources import data_folder, shipped_folder

FORMAT: Final = 1
"""The version of the stored form; a stored file of another version is not used."""

FILE: Final = "tables.json"

ChildData: TypeAlias = tuple[int, bool, int]
"""Index of a child, whether its own children take its place, optional parts left out before it."""

RuleData: TypeAlias = tuple[str, int, str, bool, tuple[ChildData, ...], int]
"""Name, length, builder, whether one child stands for it, children, parts left out at the end."""


class Tables(NamedTuple):
    """What the parser knows of the grammar.

    `words` has the terminals that a word or sign may be, best first.  `rows` has for each state
    what a symbol does: a number from 0 is the next state, a negative one is -1 minus a rule.
    """

    format: int
    grammar: dict[str, str]
    words: dict[str, list[str]]
    rows: list[dict[str, int]]
    rules: list[RuleData]
    starts: dict[str, tuple[int, int]]


def grammar_folder() -> Path:
    """Where the grammar is."""
    return data_folder("grammars")


def grammar_texts(folder: Path) -> dict[str, str]:
    """The files of the grammar by name."""
    return {path.name: path.read_text("utf-8") for path in sorted(folder.glob("*.lark"))}


def stored_text(tables: Tables) -> str:
    """The tables as JSON.  Rows that many states share are stored once."""
    shared: dict[str, int] = {}
    numbers = [shared.setdefault(json.dumps(row), len(shared)) for row in tables.rows]
    data = tables._asdict()
    data["rows"] = [json.loads(row) for row in shared]
    data["states"] = numbers
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def read_stored(text: str, grammar: dict[str, str]) -> Tables | None:
    """The tables that a stored text holds, or None where they are of another grammar or form."""
    try:
        data: Any = json.loads(text)
        if data.pop("format") != FORMAT or data.pop("grammar") != grammar:
            return None
        rows = data.pop("rows")
        data["rows"] = [rows[number] for number in data.pop("states")]
        return Tables(format=FORMAT, grammar=grammar, **data)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        return None


@cache
def load_tables() -> Tables:
    """The tables stored in the package if they are those of its grammar, else made afresh."""
    grammar = grammar_texts(grammar_folder())
    try:
        stored = read_stored((shipped_folder() / FILE).read_text("utf-8"), grammar)
    except (OSError, ValueError):
        stored = None
    if stored is not None:
        return stored
    from clagdsl.syntax.grammar import make_tables

    return make_tables()

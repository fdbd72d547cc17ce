"""The parser's tables as plain data: found in the package, or made from the grammar."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias
from zlib import crc32

from clagdsl.lang.resources import data_folder, shipped_folder

FILE: Final = "tables.json"

ChildData: TypeAlias = tuple[int, bool, int]
"""Index of a child, whether its own children take its place, optional parts left out before it."""

RuleData: TypeAlias = tuple[str, int, str, bool, tuple[ChildData, ...], int]
"""Name, length, builder, whether one child stands for it, children, parts left out at the end."""


class Tables(NamedTuple):
    """What the parser knows of the grammar.

    `made_from` tells from which grammar.  `words` has the terminals that a word or sign may be,
    best first.  `rows` has for each state what a symbol does: a number from 0 is the next state, a
    negative one is -1 minus a rule.
    """

    made_from: int
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


def fingerprint() -> int:
    """A number for the grammar and for the program that makes tables of it.

    The versions of Lark and Python are not part of it: the tables are plain data, which any
    version of them makes alike and which nothing but this package reads.
    """
    texts = [*grammar_texts(grammar_folder()).values()]
    texts.append(Path(__file__).with_name("grammar_build.py").read_text("utf-8"))
    return crc32("\0".join(texts).encode("utf-8"))


def stored_text(tables: Tables) -> str:
    """The tables as JSON.  Rows that many states share are stored once."""
    shared: dict[str, int] = {}
    numbers = [shared.setdefault(json.dumps(row), len(shared)) for row in tables.rows]
    data = tables._asdict()
    data["rows"] = [json.loads(row) for row in shared]
    data["states"] = numbers
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def read_stored(text: str, made_from: int) -> Tables | None:
    """The tables that a stored text holds, or None where they were made from anything else."""
    try:
        data: Any = json.loads(text)
        if data["made_from"] != made_from:
            return None
        rows = data.pop("rows")
        data["rows"] = [rows[number] for number in data.pop("states")]
        return Tables(**data)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        return None


@cache
def load_tables() -> Tables:
    """The tables stored in the package if they were made from its grammar, else made afresh."""
    try:
        stored = read_stored((shipped_folder() / FILE).read_text("utf-8"), fingerprint())
    except (OSError, ValueError):
        stored = None
    if stored is not None:
        return stored
    from clagdsl.syntax.grammar_build import make_tables

    return make_tables()

"""The parser's tables as plain data, and which grammar they were made from."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, TypeAlias
from zlib import crc32

from clagdsl.lang.resources import data_folder

ChildData: TypeAlias = tuple[int, bool, int]
"""Index of a child, whether its own children take its place, optional parts left out before it."""

RuleData: TypeAlias = tuple[str, int, str, bool, tuple[ChildData, ...], int]
"""Name, length, builder, whether one child stands for it, children, parts left out at the end."""


Row: TypeAlias = dict[str, int]
"""What each symbol does in a state."""


class Tables(NamedTuple):
    """What the parser knows of the grammar.

    `made_from` tells from which grammar.  `words` has the terminals that a word or sign may be,
    best first.  `rows` has for each state what a symbol does: a number from 0 is the next state, a
    negative one is -1 minus a rule.
    """

    made_from: int
    words: dict[str, list[str]]
    rows: Mapping[int, Row]
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

"""The part of the syntax tree that many others hold: names, notes, settings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from clagdsl.lang.source import Node


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name as written; `quoted` tells whether it stood in quotation marks."""

    text: str
    quoted: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Cite(Node):
    """`from wiki "deal 11"`: a declared source and, where given, the passage in it."""

    source: Name
    passage: str | None


@dataclass(frozen=True, slots=True)
class Assumption(Node):
    """`assume "..."`: a reading that the source does not state."""

    text: str
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class Notes:
    """The citations and assumptions that follow a statement or a clause."""

    cites: tuple[Cite, ...] = ()
    assumptions: tuple[Assumption, ...] = ()


@dataclass(frozen=True, slots=True)
class IntegerSetting(Node):
    """`5`, as the value of a parameter."""

    value: int


@dataclass(frozen=True, slots=True)
class TruthSetting(Node):
    """`true`, as the value of a parameter."""

    value: bool


@dataclass(frozen=True, slots=True)
class WordSetting(Node):
    """`low`, as the value of a parameter."""

    value: str


Setting: TypeAlias = IntegerSetting | TruthSetting | WordSetting

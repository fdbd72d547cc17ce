"""The part of the syntax tree that many others hold: names, notes, settings."""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from clagdsl.lang.expr.tree import Value
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.identifiers import spelt
from clagdsl.lang.source import Located, Node


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name in the normal form NFC; `quoted` tells whether it stood in quotation marks."""

    text: str
    quoted: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", spelt(self.text))


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


Setting: TypeAlias = Located[Value]
"""The value that a parameter is given."""

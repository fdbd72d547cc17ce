"""What a game remembers of a player's earlier deals: runs and tallies, by the names of the file."""

from __future__ import annotations

from dataclasses import field
from typing import Literal, TypeAlias

from clagdsl.lang.expr.tree import Expression
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.provenance import DEFAULT, Origin


@dataclass(frozen=True, slots=True)
class Run:
    """In how many deals on end, up to the one before, a condition held for a player."""

    name: str
    expression: Expression
    kind: Literal["run"] = "run"
    origin: Origin = field(default=DEFAULT, compare=False)


@dataclass(frozen=True, slots=True)
class Tally:
    """The sum of an expression over the earlier deals of a player."""

    name: str
    expression: Expression
    kind: Literal["tally"] = "tally"
    origin: Origin = field(default=DEFAULT, compare=False)


Past: TypeAlias = Run | Tally

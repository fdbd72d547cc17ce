"""The order of the ranks, which has no names: it is written out."""

from __future__ import annotations

from typing import Literal

from clagdsl.lang.frozen import dataclass


@dataclass(frozen=True, slots=True)
class RankOrder:
    """All ranks of the pack, high to low."""

    ranks: tuple[str, ...]
    kind: Literal["ranks"] = "ranks"

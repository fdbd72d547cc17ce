"""The players that need nothing but the rules: all engines play as they do."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

SeatPolicy: TypeAlias = Literal["random", "steady"]

POLICIES: Final[tuple[SeatPolicy, ...]] = get_args(SeatPolicy)

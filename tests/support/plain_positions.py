"""Positions in which any experienced card player knows what to do, and why.

They are in `tests/engine/plain_positions.json`, in the format of the conformance cases. `start`,
`hands`, `turned` and `actions` of a deal lead to the moment at which `seat` is to act. All actions
in `answer` are equally right, and no others are. A card player wrote them without knowledge of how
the bots decide.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from clagdsl.conformance.driver import Driver
from clagdsl.engine.state import State

FILE = Path(__file__).parent.parent / "engine" / "plain_positions.json"
KINDS = ("bid", "play", "trump", "call", "auction", "size", "other")

Position = Mapping[str, Any]


@cache
def plain_positions() -> tuple[Position, ...]:
    """Returns all positions in the order of the file."""
    positions: list[Position] = json.loads(FILE.read_text(encoding="utf-8"))["positions"]
    return tuple(positions)


def moment(driver: Driver, position: Position) -> State:
    """Returns the state in which the seat of a position is to act."""
    return driver.after({**position, "expect": {}}, position["actions"])

"""What card players call plain, the searching player does: 95 of 100 plain positions.

The positions and their answers were written and kept before the player was asked, by somebody who
had not seen it.
"""

from __future__ import annotations

from typing import Final

import pytest
from support.plain_positions import moment, plain_positions

import clagdsl
from clagdsl.conformance.driver import Driver

SEEDS: Final = range(3)


@pytest.mark.parametrize("step", [6, pytest.param(1, marks=pytest.mark.long)])
def test_the_searching_player_decides_plain_positions(step: int) -> None:
    """A position counts where the answer is right by each of three seeds."""
    driver, missed = Driver(), set()
    positions = plain_positions()[::step]
    for position in positions:
        state = moment(driver, position)
        for seed in SEEDS:
            if str(clagdsl.decide(state, "search", seed=seed)) not in position["answer"]:
                missed.add(position["id"])
    assert len(missed) <= 0.05 * len(positions), sorted(missed)

"""What card players call plain, the searching player does: 95 of 100 plain positions.

The positions and their answers were written and kept before the player was asked, by somebody who
had not seen it.
"""

from __future__ import annotations

from typing import Final

from support.plain_positions import moment, plain_positions

import clagdsl
from clagdsl.conformance.driver import Driver

SEEDS: Final = range(3)


def test_the_searching_player_decides_plain_positions() -> None:
    """A position counts where the answer is right by each of three seeds."""
    driver, missed = Driver(), set()
    for position in plain_positions():
        state = moment(driver, position)
        for seed in SEEDS:
            if str(clagdsl.decide(state, "search", seed=seed)) not in position["answer"]:
                missed.add(position["id"])
    assert len(missed) <= 0.05 * len(plain_positions()), sorted(missed)

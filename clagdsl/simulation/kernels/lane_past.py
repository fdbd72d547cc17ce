"""What is remembered of earlier deals where they are played in step.

What lies further for it is found for all lanes at once; what a deal adds is moved match by match.
"""

from __future__ import annotations

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.kernels.deal_phases import forget_blind
from clagdsl.simulation.kernels.past_figures import copy_past, end_row
from clagdsl.simulation.kernels.philox_lanes import EVERY_LANE
from clagdsl.simulation.kernels.results import move_past
from clagdsl.simulation.kernels.simd import FURTHER, ZERO, LaneDeal, fill
from clagdsl.simulation.lowering.arrays import LANES, ROW_BEST, Array, Results, Tables, Whole, Work


@compiled
def find_further(tables: Tables, work: Work, rows: Array, deal: LaneDeal, steps: Array) -> None:
    """How much further something lies for the seats of every lane, from the dealer's left.

    `steps` are by what is remembered.  A lane that is not in use stands as the last one that is,
    so that nothing is looked up which no match comes to.
    """
    for seat in range(deal.players):
        fill(rows, FURTHER + np.uint64(seat), ZERO)
    for one in range(len(steps)):
        if steps[one] != 0 and one != tables.past.blind[0]:  # no bid of such a deal is made blind
            for lane in range(LANES):
                match = deal.start + min(lane, deal.count - 1)
                seat = work.dealers[match]
                for step in range(deal.players):
                    seat = seat + 1 if seat + 1 < deal.players else 0
                    figure = work.pasts[match, seat, one]
                    if tables.past.kinds[one] == ROW_BEST:
                        figure = tables.past.best_places[figure]
                    place = (FURTHER + np.uint64(step)) * EVERY_LANE + np.uint64(lane)
                    rows[place] += np.uint64(steps[one] * figure)


@compiled
def move_all(
    tables: Tables, work: Work, out: Results, deal: Whole, start: Whole, count: Whole
) -> bool:
    """Move what is remembered of every seat in so many matches; false without a value."""
    scene = tables.scene_numbers[tables.first_scenes[deal]]
    for match in range(start, start + count):
        copy_past(work.past, work.pasts[match])
        forget_blind(tables, work.past)
        for seat in range(len(work.hands)):
            work.bids[seat] = out.bids[deal, seat, match]
            work.tricks[seat] = out.tricks[deal, seat, match]
            work.scores[seat] = out.scores[deal, seat, match]
        if not move_past(tables, work, scene):
            return False
        end_row(tables, work.past, deal)
        copy_past(work.pasts[match], work.past)
    return True

"""Compiled rollouts: plays matches from their current positions to the end of the deal or match."""

from __future__ import annotations

from clagdsl.simulation.batch import batch_state as board
from clagdsl.simulation.batch.batch_policies import random_action, steady_action
from clagdsl.simulation.batch.batch_state import Boards, Plan
from clagdsl.simulation.batch.step import begin_next, perform
from clagdsl.simulation.jit import compiled_entry
from clagdsl.simulation.lowering.arrays import (
    Array,
    Sheet,
    Steady,
    Tables,
)


@compiled_entry
def play_on(
    tables: Tables,
    plan: Plan,
    steady: Steady,
    sheet: Sheet,
    boards: Boards,
    rewards: Array,
    whole_match: bool,
    restart: bool,
) -> bool:
    """Plays every unfinished match to the end of its deal, or of the match if `whole_match`.

    Seats that are not steady play at random. `rewards` [match, seat] receives the points scored.
    Returns False if the tables lack a value, which should never happen.
    """
    for match in range(len(boards.progress)):
        progress, sums = boards.progress[match], boards.sums[match]
        progress[board.ENDED] = 0
        rewards[match] = 0
        if progress[board.PHASE] == board.OVER:
            continue
        for seat in range(rewards.shape[1]):
            rewards[match, seat] = -sums[seat, board.TOTAL]
        deal = progress[board.DEAL]
        while progress[board.PHASE] != board.OVER and (whole_match or progress[board.DEAL] == deal):
            if steady.seats[progress[board.SEAT]]:
                action = steady_action(tables, plan, steady, sheet, boards, match)
            else:
                action = random_action(tables, plan, boards, match)
            if not perform(tables, plan, sheet, boards, match, action):
                return False
        for seat in range(rewards.shape[1]):
            rewards[match, seat] += sums[seat, board.TOTAL]
        begin_next(tables, boards, match, restart)
    return True

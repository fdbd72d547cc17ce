"""Compiled policies that act on boards, the random and the steady one, and rollouts with them.

A rollout (`play_on`) plays matches from their current positions to the end of the deal or match.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from clagdsl.simulation.batch import batch_state as board
from clagdsl.simulation.batch.batch_state import Boards, Plan
from clagdsl.simulation.batch.legal_mask import (
    bids_before,
    count_legal,
    has_one_play,
    held_cards,
    legal_action,
    legal_bids,
    offers_look,
    trick_so_far,
)
from clagdsl.simulation.batch.rng import draw_choice
from clagdsl.simulation.batch.step import begin_next, perform
from clagdsl.simulation.jit import compiled, compiled_entry
from clagdsl.simulation.kernels.bits import ZERO, numbered
from clagdsl.simulation.kernels.deal_phases import Deal, copy_history, settled_trump
from clagdsl.simulation.kernels.seat_policies import CALL as CALL_OPTION
from clagdsl.simulation.kernels.seat_policies import CARDS as CARDS_OPTION
from clagdsl.simulation.kernels.seat_policies import TRUMP as TRUMP_OPTION
from clagdsl.simulation.kernels.seat_policies import (
    pick_auction_bid,
    pick_bid,
    pick_early,
    pick_play,
)
from clagdsl.simulation.lowering.arrays import TOP_CARD, Array, Sheet, Steady, Tables, Whole


@compiled_entry
def choose_randomly(tables: Tables, plan: Plan, boards: Boards, actions: Array) -> None:
    """Writes a random player's choice in every match to `actions`; -1 for matches that are over."""
    for match in range(len(boards.progress)):
        actions[match] = -1
        if boards.progress[match, board.PHASE] != board.OVER:
            actions[match] = random_action(tables, plan, boards, match)


@compiled
def random_action(tables: Tables, plan: Plan, boards: Boards, match: Whole) -> Whole:
    """Returns a random player's choice in a match that is not over."""
    progress = boards.progress[match]
    count = count_legal(tables, boards, match)
    number = draw_choice(
        boards.seed,
        progress[board.NUMBER],
        progress[board.DEAL] + 1,
        progress[board.DECISIONS],
        count,
    )
    return legal_action(tables, plan, boards, match, number)


@compiled_entry
def choose_steadily(
    tables: Tables, plan: Plan, steady: Steady, sheet: Sheet, boards: Boards, actions: Array
) -> None:
    """Writes a steady player's choice in every match to `actions`; -1 for matches that are over."""
    for match in range(len(boards.progress)):
        actions[match] = -1
        if boards.progress[match, board.PHASE] != board.OVER:
            actions[match] = steady_action(tables, plan, steady, sheet, boards, match)


@compiled
def steady_action(
    tables: Tables, plan: Plan, steady: Steady, sheet: Any, boards: Boards, match: Whole
) -> Whole:
    """Returns a steady player's choice in a match that is not over."""
    phase = boards.progress[match, board.PHASE]
    hidden = phase == board.PLAY and _may_be_wild(tables, boards, match)
    if phase == board.PLAY and has_one_play(tables, boards, match):
        return legal_action(tables, plan, boards, match, np.int64(0))
    _copy_deal(boards, match, sheet)
    if phase == board.PLAY:
        number = _pick_play(tables, steady, sheet, boards, match, hidden)
    elif phase == board.BID:
        number = _pick_bid(tables, steady, sheet, boards, match)
    elif phase == board.AUCTION:
        number = _pick_auction_bid(tables, steady, sheet, boards, match)
    else:
        number = _pick_early(tables, steady, sheet, boards, match)
    if phase == board.PLAY and _plays_unannounced(tables, boards, match):
        return plan.starts[board.TOP_START]
    if hidden:
        free: Whole = boards.free[match] & tables.equals[0]
        face = plan.faces[numbered(free, number)]
        return plan.starts[board.TOP_AS_START] + face
    return legal_action(tables, plan, boards, match, number)


@compiled
def _may_be_wild(tables: Tables, boards: Boards, match: Whole) -> bool:
    """Returns whether the top card is played and may, as far as its player knows, be wild."""
    way = boards.progress[match, board.WAY]
    return bool(tables.ways[way, TOP_CARD] != 0 and tables.wilds[way] != ZERO)


@compiled
def _plays_unannounced(tables: Tables, boards: Boards, match: Whole) -> bool:
    """Returns whether the top card is played without announcement, as in packs with specials."""
    top = tables.ways[boards.progress[match, board.WAY], TOP_CARD] != 0
    return bool(top and tables.specials[6] != ZERO)


@compiled
def _copy_deal(boards: Boards, match: Whole, sheet: Sheet) -> None:
    """Copies everything that the steady policy uses from a board to `sheet`."""
    for place in range(len(sheet.pack)):
        sheet.pack[place] = boards.packs[match, place]
    for seat in range(len(sheet.hands)):
        sheet.hands[seat] = boards.hands[match, seat]
        sheet.bids[seat] = boards.sums[match, seat, board.BIDS]
        sheet.tricks[seat] = boards.sums[match, seat, board.TRICKS]
        sheet.points[seat] = boards.sums[match, seat, board.POINTS]
    copy_history(sheet.past, boards.past[match])


@compiled
def _deal_of(boards: Boards, match: Whole) -> Deal:
    """Returns the part of the deal known so far, in the kernels' format."""
    progress = boards.progress[match]
    return Deal(
        progress[board.DEAL],
        progress[board.WAY],
        progress[board.SCENE],
        progress[board.CARDS],
        progress[board.TRUMP],
    )


@compiled
def _pick_early(tables: Tables, steady: Steady, sheet: Any, boards: Boards, match: Whole) -> Whole:
    phase, option = boards.progress[match, board.PHASE], CARDS_OPTION
    if phase == board.CALL:
        option = CALL_OPTION
    elif phase == board.NAME:
        option = TRUMP_OPTION
    seat = boards.progress[match, board.SEAT]
    return pick_early(steady, tables, sheet, seat, option, _deal_of(boards, match))


@compiled
def _pick_bid(tables: Tables, steady: Steady, sheet: Any, boards: Boards, match: Whole) -> Whole:
    progress, deal = boards.progress[match], _deal_of(boards, match)
    if offers_look(tables, boards, match):
        return np.int64(0)  # looks at the cards before bidding
    earlier, total = bids_before(boards, tables, match)
    after = boards.hands.shape[1] - 1 - earlier
    allowed = legal_bids(tables, boards, match)
    return pick_bid(steady, tables, sheet, progress[board.SEAT], deal, total, after, allowed)


@compiled
def _pick_auction_bid(
    tables: Tables, steady: Steady, sheet: Any, boards: Boards, match: Whole
) -> Whole:
    progress, way = boards.progress[match], boards.progress[match, board.WAY]
    scene, cards, trump = progress[board.SCENE], progress[board.CARDS], settled_trump(tables, way)
    deal = Deal(progress[board.DEAL], way, scene, cards, trump)
    return pick_auction_bid(
        steady, tables, sheet, progress[board.SEAT], deal, progress[board.HIGHEST]
    )


@compiled
def _pick_play(
    tables: Tables, steady: Steady, sheet: Any, boards: Boards, match: Whole, hidden: Whole
) -> Whole:
    progress = boards.progress[match]
    so_far = trick_so_far(tables, boards, match)
    cards = tables.wilds[progress[board.WAY]] if hidden else held_cards(tables, boards, match)
    return pick_play(
        steady, tables, sheet, progress[board.SEAT], _deal_of(boards, match), so_far, cards
    )


# --- rollouts -----------------------------------------------------------------------------


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

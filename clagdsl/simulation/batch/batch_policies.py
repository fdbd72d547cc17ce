"""What players do on boards, compiled: at random, or steadily as `seats` has it."""

from __future__ import annotations

from typing import Any

import numpy as np

from clagdsl.simulation.batch.batch_state import (
    BID,
    BIDDEN,
    BIDS,
    CALL,
    CARD,
    CARDS,
    DEAL,
    DECISIONS,
    FACE,
    FINISHED,
    LAIN,
    LEADER,
    MADE,
    NAME,
    NUMBER,
    OVER,
    PHASE,
    PLAY,
    POINTS,
    SCENE,
    SEAT,
    TOP_AS_START,
    TRICKS,
    TRUMP,
    WAY,
    Boards,
    Plan,
    Sheet,
)
from clagdsl.simulation.batch.legal_mask import count_legal, held_cards, legal_action, legal_bids
from clagdsl.simulation.batch.rng import draw_choice
from clagdsl.simulation.batch.rule_lookup import height
from clagdsl.simulation.jit import compiled
from clagdsl.simulation.kernels.bits import ZERO, numbered
from clagdsl.simulation.kernels.cardset import one_card
from clagdsl.simulation.kernels.seat_policies import CALL as CALL_OPTION
from clagdsl.simulation.kernels.seat_policies import CARDS as CARDS_OPTION
from clagdsl.simulation.kernels.seat_policies import TRUMP as TRUMP_OPTION
from clagdsl.simulation.kernels.seat_policies import look_round, pick_bid, pick_early, pick_play
from clagdsl.simulation.lowering.arrays import TOP_CARD, Array, Steady, Tables, Whole


@compiled
def choose_randomly(tables: Tables, plan: Plan, boards: Boards, actions: Array) -> None:
    """What a random player does in every match, -1 where it is over."""
    for match in range(len(boards.at)):
        at = boards.at[match]
        actions[match] = -1
        if at[PHASE] != OVER:
            count = count_legal(tables, boards, match)
            number = draw_choice(boards.seed, at[NUMBER], at[DEAL] + 1, at[DECISIONS], count)
            actions[match] = legal_action(tables, plan, boards, match, number)


@compiled
def choose_steadily(
    tables: Tables, plan: Plan, steady: Steady, sheet: Sheet, boards: Boards, actions: Array
) -> None:
    """What a steady player does in every match, -1 where it is over."""
    for match in range(len(boards.at)):
        phase = boards.at[match, PHASE]
        actions[match] = -1
        if phase != OVER:
            _copy_deal(boards, match, sheet)
            hidden = phase == PLAY and _may_be_wild(tables, boards, match)
            if phase == PLAY:
                number = _pick_play(tables, steady, sheet, boards, match, hidden)
            elif phase == BID:
                number = _pick_bid(tables, steady, sheet, boards, match)
            else:
                number = _pick_early(tables, steady, sheet, boards, match)
            if hidden:
                free: Whole = boards.free[match]
                actions[match] = plan.starts[TOP_AS_START] + numbered(free, number)
            else:
                actions[match] = legal_action(tables, plan, boards, match, number)


@compiled
def _may_be_wild(tables: Tables, boards: Boards, match: Whole) -> bool:
    """Whether a top card is played that may be wild, for all that its player knows."""
    way = boards.at[match, WAY]
    return bool(tables.ways[way, TOP_CARD] != 0 and tables.wilds[way] != ZERO)


@compiled
def _copy_deal(boards: Boards, match: Whole, sheet: Sheet) -> None:
    """What steady seats look at, as the kernel has it."""
    for place in range(len(sheet.pack)):
        sheet.pack[place] = boards.packs[match, place]
    for seat in range(len(sheet.hands)):
        sheet.hands[seat] = boards.hands[match, seat]
        sheet.bids[seat] = boards.sums[match, seat, BIDS]
        sheet.tricks[seat] = boards.sums[match, seat, TRICKS]
        sheet.points[seat] = boards.sums[match, seat, POINTS]


@compiled
def _pick_early(tables: Tables, steady: Steady, sheet: Any, boards: Boards, match: Whole) -> Whole:
    at = boards.at[match]
    what = CARDS_OPTION
    known = (at[DEAL], np.int64(0), np.int64(0), np.int64(0))
    if at[PHASE] == CALL:
        what, known = CALL_OPTION, (at[DEAL], at[WAY], np.int64(0), at[CARDS])
    elif at[PHASE] == NAME:
        what, known = TRUMP_OPTION, (np.int64(0), at[WAY], at[SCENE], at[CARDS])
    return pick_early(steady, tables, sheet, at[SEAT], what, known)


@compiled
def _pick_bid(tables: Tables, steady: Steady, sheet: Any, boards: Boards, match: Whole) -> Whole:
    at = boards.at[match]
    after = boards.hands.shape[1] - 1 - at[MADE]
    bidding = (at[SCENE], at[CARDS], at[BIDDEN], after)
    seen = (at[WAY], at[TRUMP], at[SEAT])
    return pick_bid(steady, tables, sheet, seen, bidding, legal_bids(tables, boards, match))


@compiled
def _pick_play(
    tables: Tables, steady: Steady, sheet: Any, boards: Boards, match: Whole, hidden: Whole
) -> Whole:
    at, sums = boards.at[match], boards.sums[match]
    players = boards.hands.shape[1]
    wilds: Whole = tables.wilds[at[WAY]]
    led_suit = highest = np.int64(-1)
    for step in range(at[LAIN]):
        seat = (at[LEADER] + step) % players
        face = sums[seat, FACE]
        led_suit = face // 13 if step == 0 else led_suit
        wild = np.int64((one_card(sums[seat, CARD]) & wilds) != ZERO)
        high = height(tables, at[WAY], at[TRUMP], led_suit, face, wild)
        highest = max(highest, high)
    look_round(steady, (at[SCENE], at[CARDS], at[FINISHED]))
    begun = (led_suit, highest, players - 1 - at[LAIN], boards.free[match])
    seen = (at[WAY], at[TRUMP], at[SEAT])
    cards = wilds if hidden else held_cards(tables, boards, match)
    return pick_play(steady, tables, sheet, seen, begun, cards)

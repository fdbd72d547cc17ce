"""Bids that no card player makes, compiled: below the tricks that nobody can take from a hand.

A trump is lost at most to one higher one that is out, and each of these takes at most one trick:
the others are sure, whatever anybody plays.  A bid below them is missed for certain, so that it is
left out where another one scores as much or more however many tricks are won.
"""

from __future__ import annotations

import numpy as np

from clagdsl.simulation.batch import batch_state as board
from clagdsl.simulation.batch.batch_state import Plan
from clagdsl.simulation.jit import compiled, compiled_apart
from clagdsl.simulation.kernels.bits import ONE, ZERO, bits, lowest
from clagdsl.simulation.kernels.cardset import one_card
from clagdsl.simulation.kernels.past_figures import scores_further
from clagdsl.simulation.lowering import arrays as codes
from clagdsl.simulation.lowering.arrays import Array, Tables, Whole, Word
from clagdsl.simulation.search.search_room import WORLD_ROW, SearchRoom


@compiled_apart
def leave_out_poor_bids(tables: Tables, plan: Plan, room: SearchRoom, seat: Whole) -> None:
    """Leave bids below the sure tricks out of the actions where another one is never worse."""
    progress = room.boards.progress[WORLD_ROW]
    if progress[board.PHASE] != board.BID or room.counts[3] == 0:
        return
    sure = sure_tricks(tables, room, seat)
    if sure == 0 or not _by_tricks_alone(tables.scenes[progress[board.SCENE]]):
        return
    own, kept = room.actions[room.found[0]], 0
    instead = np.int64(-1)
    for number in range(room.counts[2]):
        action, better = room.actions[number], np.int64(-1)
        if _is_bid_below(plan, action, sure):
            better = _never_worse(tables, plan, room, seat, action, sure)
        if better < 0:
            room.actions[kept] = action
            kept += 1
        elif action == own:
            instead = better
    room.counts[2] = kept
    if instead >= 0:
        own = instead
    for number in range(kept):
        if room.actions[number] == own:
            room.found[0] = number


@compiled_apart
def sure_tricks(tables: Tables, room: SearchRoom, seat: Whole) -> Whole:
    """The tricks that a seat wins in any case by its trumps."""
    progress, hand = room.boards.progress[WORLD_ROW], room.boards.hands[WORLD_ROW, seat]
    way, trump = progress[board.WAY], progress[board.TRUMP]
    if trump < codes.FIRST_SUIT or tables.wilds[way] != ZERO or tables.specials[0] != ZERO:
        return np.int64(0)
    suit: Word = _highest_suit(tables, trump)
    out = suit & ~hand & ~room.stock[0]
    order = tables.orders[way]
    left = suit & hand
    sure, lost = np.int64(0), np.int64(0)
    while left != ZERO:
        card = _highest_card(tables.strengths[order], left)
        left = left & ~one_card(card)
        stronger: Word = np.uint64(tables.stronger[order, card])
        if lost < bits(out & stronger):
            lost += 1
        else:
            sure += 1
    return sure


@compiled
def _highest_suit(tables: Tables, trump: Whole) -> Word:
    """The cards of the suit that beats all others."""
    highest = 0
    for suit in range(tables.priorities.shape[1]):
        if tables.priorities[trump, suit] > tables.priorities[trump, highest]:
            highest = suit
    cards: Word = tables.by_suit[highest]
    return cards


@compiled
def _highest_card(strengths: Array, cards: Word) -> Whole:
    """The strongest of some cards of a suit."""
    highest = lowest(cards)
    left = cards & (cards - ONE)
    while left != ZERO:
        card = lowest(left)
        left = left & (left - ONE)
        if strengths[card] > strengths[highest]:
            highest = card
    return highest


@compiled
def _by_tricks_alone(row: Array) -> bool:
    """Whether a score hangs on nothing else of the deal than the bid and the tricks."""
    others = row[codes.MOST_STEP] | row[codes.MOST_COUNT_STEP] | row[codes.MAKERS_STEP]
    return bool(others | row[codes.BIDS_STEP] | row[codes.POINTS_STEP] == 0)


@compiled
def _is_bid_below(plan: Plan, action: Whole, sure: Whole) -> bool:
    return bool(
        plan.meanings[action, board.KIND] == board.MAKE_BID
        and plan.meanings[action, board.SUBJECT] < sure
    )


@compiled_apart
def _never_worse(
    tables: Tables, plan: Plan, room: SearchRoom, seat: Whole, action: Whole, sure: Whole
) -> Whole:
    """The lowest bid of the sure tricks or more that never scores less, or -1."""
    progress = room.boards.progress[WORLD_ROW]
    row, way = tables.scenes[progress[board.SCENE]], progress[board.WAY]
    sign = 1 - 2 * tables.ways[way, codes.LOW_WINS]
    start = row[codes.SCORES] + scores_further(
        tables, room.boards.past[WORLD_ROW], progress[board.SCENE], seat
    )
    bid = plan.meanings[action, board.SUBJECT]
    for other in range(len(room.allows)):
        if not room.allows[other] or plan.meanings[other, board.KIND] != board.MAKE_BID:
            continue
        higher = plan.meanings[other, board.SUBJECT]
        if higher < sure:
            continue
        fits = True
        for tricks in range(sure, progress[board.CARDS] + 1):
            place = start + row[codes.TRICKS_STEP] * tricks
            low = tables.scores[place + row[codes.BID_STEP] * bid]
            high = tables.scores[place + row[codes.BID_STEP] * higher]
            if low == codes.NO_VALUE or high == codes.NO_VALUE or sign * low > sign * high:
                fits = False
        if fits:
            return np.int64(other)
    return np.int64(-1)

"""How likely a world is by the bids that others have made, compiled.

A steady player with the hand of that world would have bid some number; the nearer the bid that was
made, the likelier is the world.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from clagdsl.simulation.batch import batch_state as board
from clagdsl.simulation.batch.batch_state import Boards
from clagdsl.simulation.jit import compiled, compiled_apart
from clagdsl.simulation.kernels.bits import ZERO, numbered
from clagdsl.simulation.kernels.cardset import one_card
from clagdsl.simulation.kernels.deal_phases import (
    Deal,
    allowed_bids,
    first_bidder_of,
    next_seat,
)
from clagdsl.simulation.kernels.past_figures import bids_further, copy_past
from clagdsl.simulation.kernels.seat_policies import pick_bid
from clagdsl.simulation.lowering.arrays import BID_RULE, NEVER, SIGHT, Tables, Whole
from clagdsl.simulation.search.search_room import SEEN_ROW, SearchRoom

UNSEEN: Final = 1
"""In the column `SIGHT`: nobody sees the own hand before the bids are made."""

NEAR: Final = 0.25
"""How likely a bid is that is one off from a steady player's, a bid that is the same being 1."""

OFF: Final = 0.06
FAR: Final = 0.01


@compiled_apart
def bids_tell(tables: Tables, boards: Boards, seat: Whole) -> bool:
    """Whether others have made bids that tell something of their cards."""
    way = boards.progress[SEEN_ROW, board.WAY]
    sight = tables.ways[way, SIGHT]
    if tables.ways[way, BID_RULE] != 0 or sight in (UNSEEN, NEVER):
        return False
    for other in range(boards.sums.shape[1]):
        if other != seat and boards.sums[SEEN_ROW, other, board.BIDS] >= 0:
            return True
    return False


@compiled_apart
def weigh_by_bids(tables: Tables, room: SearchRoom, world: Whole, observer: Whole) -> float:
    """How likely the bids of the others are in a world; its pack has been drawn."""
    sheet: Any = room.sheet
    progress, players = room.boards.progress[SEEN_ROW], room.boards.sums.shape[1]
    pack, way, dealer = room.packs[world], progress[board.WAY], progress[board.DEALER]
    for seat in range(players):
        sheet.hands[seat] = ZERO
        sheet.bids[seat] = -1
        sheet.tricks[seat] = sheet.points[seat] = 0
    for place in range(len(pack)):
        sheet.pack[place] = pack[place]
        if room.holders[place] < players:
            sheet.hands[room.holders[place]] |= one_card(pack[place])
    copy_past(sheet.past, room.boards.past[SEEN_ROW])
    caller = progress[board.CALLER]
    seat = first_bidder_of(
        tables, way, dealer, caller, progress[board.BIDDER], progress[board.AUCTION_WINNER], players
    )
    deal = Deal(
        progress[board.DEAL],
        way,
        progress[board.SCENE],
        progress[board.CARDS],
        progress[board.TRUMP],
    )
    likely, before = 1.0, np.int64(0)
    for step in range(players):
        made = room.boards.sums[SEEN_ROW, seat, board.BIDS]
        if made < 0:
            break
        blind = tables.past.blind[0]
        told = seat != observer
        if blind >= 0:
            told = told and room.boards.past[SEEN_ROW, seat, blind] == 0
        if told:
            further = bids_further(tables, sheet.past, progress[board.SCENE], seat)
            after = players - 1 - step
            allowed = allowed_bids(tables, progress[board.SCENE], before, after == 0, further)
            number = pick_bid(room.steady, tables, sheet, seat, deal, before, after, allowed)
            likely = likely * _likely(abs(np.int64(numbered(allowed, number)) - made))
        sheet.bids[seat] = made
        before += made
        seat = next_seat(seat, players)
    return likely


@compiled
def _likely(off: Whole) -> float:
    if off == 0:
        return 1.0
    if off == 1:
        return NEAR
    return OFF if off == 2 else FAR

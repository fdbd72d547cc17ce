"""What a deal comes to: scores, contracts, who wins it, who deals next."""

from __future__ import annotations

import numpy as np

from clagdsl.simulation.jit import compiled, compiled_apart
from clagdsl.simulation.kernels.deal_phases import (
    next_seat,
)
from clagdsl.simulation.kernels.past_figures import scores_further
from clagdsl.simulation.lowering import arrays as codes
from clagdsl.simulation.lowering.arrays import Array, Sheet, Tables, Whole


@compiled
def common_place(row: Array, bids: Array, tricks: Array) -> Whole:
    """Where in the scores the entries of this deal begin, for all seats alike."""
    place = row[codes.SCORES]
    if (
        row[codes.MOST_STEP]
        | row[codes.MOST_COUNT_STEP]
        | row[codes.MAKERS_STEP]
        | row[codes.BIDS_STEP]
    ):
        most = most_count = makers = total = 0
        for seat in range(len(bids)):
            if tricks[seat] > most:
                most, most_count = tricks[seat], 0
            most_count += tricks[seat] == most
            makers += tricks[seat] == bids[seat]
            total += bids[seat]
        place += row[codes.MOST_STEP] * most + row[codes.MOST_COUNT_STEP] * most_count
        place += row[codes.MAKERS_STEP] * makers + row[codes.BIDS_STEP] * total
    return place


@compiled_apart
def move_past(tables: Tables, sheet: Sheet, scene: Whole) -> bool:
    """Move what is remembered of every seat after a scored deal; false without a value."""
    last = sheet.past.shape[1] - 1
    for one in range(sheet.past.shape[1]):
        if not tables.past.counts[scene, one]:
            continue
        kind = tables.past.kinds[one]
        if kind >= codes.ROW_MADE:
            for seat in range(sheet.past.shape[0]):
                if kind == codes.ROW_MADE:
                    sheet.past[seat, one] += sheet.tricks[seat] == sheet.bids[seat]
                elif sheet.scores[seat] > sheet.past[seat, one]:
                    sheet.past[seat, one] = sheet.scores[seat]
            continue
        row = tables.past.rows[scene, one]
        common = common_place(row, sheet.bids, sheet.tricks)
        for seat in range(sheet.past.shape[0]):
            place = (
                common
                + row[codes.BID_STEP] * sheet.bids[seat]
                + row[codes.TRICKS_STEP] * sheet.tricks[seat]
            )
            place += row[codes.POINTS_STEP] * sheet.points[seat]
            place += tables.past.auction_steps[scene, one] * sheet.past[seat, last]
            place += tables.past.blind_steps[scene, one] * sheet.past[seat, tables.past.blind[0]]
            added = tables.past.added[place]
            if added == codes.NO_VALUE:
                return False
            if kind == codes.A_TALLY:
                sheet.past[seat, one] += added
            elif added:
                sheet.past[seat, one] += 1
            else:
                sheet.past[seat, one] = 0
    return True


@compiled_apart
def score_deal(tables: Tables, sheet: Sheet, scene: Whole) -> bool:
    """Fill in what every seat scores; false where the tables have no value."""
    row = tables.scenes[scene]
    common = common_place(row, sheet.bids, sheet.tricks)
    by_bid, by_tricks, by_points = (
        row[codes.BID_STEP],
        row[codes.TRICKS_STEP],
        row[codes.POINTS_STEP],
    )
    for seat in range(np.uint64(len(sheet.bids))):
        place = common + by_bid * sheet.bids[seat] + by_tricks * sheet.tricks[seat]
        place += scores_further(tables, sheet.past, scene, np.int64(seat))
        entry = np.uint64(place + by_points * sheet.points[seat])
        if entry >= np.uint64(len(tables.scores)) or tables.scores[entry] == codes.NO_VALUE:
            return False
        sheet.scores[seat] = tables.scores[entry]
        sheet.done[seat] = tables.completed[entry]
    return True


@compiled
def win_deal(tables: Tables, way: Whole, scores: Array, dealer: Whole) -> Whole:
    """The seat that wins a deal: of those tied the first from the dealer's left."""
    players = len(scores)
    highest = scores[0]
    for seat in range(1, players):
        highest = max(highest, scores[seat])
    least = 1 if tables.ways[way, codes.ANY_POINTS] and highest > 0 else highest
    seat = next_seat(dealer, players)
    while scores[seat] < least:
        seat = next_seat(seat, players)
    return seat


@compiled
def next_dealer(tables: Tables, way: Whole, scores: Array, dealer: Whole, winner: Whole) -> Whole:
    """The seat that deals next, after a deal that `winner` won."""
    role = tables.ways[way, codes.NEXT_DEALER]
    loser = seat = next_seat(dealer, len(scores))
    while role == 2 and seat != dealer:
        seat = next_seat(seat, len(scores))
        loser = seat if scores[seat] < scores[loser] else loser
    return winner if role == 1 else loser

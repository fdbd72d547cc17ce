"""What a deal comes to: scores, contracts, who wins it, who deals next."""

from __future__ import annotations

import numpy as np

from clagdsl.simulation.jit import compiled, compiled_apart
from clagdsl.simulation.kernels.deal_phases import (
    Deal,
    may_look,
    next_dealer,
    next_seat,
    settled_bid,
    settled_trump,
)
from clagdsl.simulation.kernels.past_figures import copy_past, end_row, scores_further
from clagdsl.simulation.lowering.arrays import (
    A_TALLY,
    ANY_POINTS,
    BID_STEP,
    BIDS_STEP,
    MAKERS_STEP,
    MOST_COUNT_STEP,
    MOST_STEP,
    NO_VALUE,
    POINTS_STEP,
    ROW_MADE,
    SCORES,
    TRICKS_STEP,
    Array,
    Results,
    Tables,
    Whole,
    Work,
)


@compiled
def common_place(row: Array, bids: Array, tricks: Array) -> Whole:
    """Where in the scores the entries of this deal begin, for all seats alike."""
    place = row[SCORES]
    if row[MOST_STEP] | row[MOST_COUNT_STEP] | row[MAKERS_STEP] | row[BIDS_STEP]:
        most = most_count = makers = total = 0
        for seat in range(len(bids)):
            if tricks[seat] > most:
                most, most_count = tricks[seat], 0
            most_count += tricks[seat] == most
            makers += tricks[seat] == bids[seat]
            total += bids[seat]
        place += row[MOST_STEP] * most + row[MOST_COUNT_STEP] * most_count
        place += row[MAKERS_STEP] * makers + row[BIDS_STEP] * total
    return place


@compiled_apart
def move_past(tables: Tables, work: Work, scene: Whole) -> bool:
    """Move what is remembered of every seat after a scored deal; false without a value."""
    last = work.past.shape[1] - 1
    for one in range(work.past.shape[1]):
        if not tables.past.counts[scene, one]:
            continue
        kind = tables.past.kinds[one]
        if kind >= ROW_MADE:
            for seat in range(work.past.shape[0]):
                if kind == ROW_MADE:
                    work.past[seat, one] += work.tricks[seat] == work.bids[seat]
                elif work.scores[seat] > work.past[seat, one]:
                    work.past[seat, one] = work.scores[seat]
            continue
        row = tables.past.rows[scene, one]
        common = common_place(row, work.bids, work.tricks)
        for seat in range(work.past.shape[0]):
            place = common + row[BID_STEP] * work.bids[seat] + row[TRICKS_STEP] * work.tricks[seat]
            place += row[POINTS_STEP] * work.points[seat]
            place += tables.past.auction_steps[scene, one] * work.past[seat, last]
            place += tables.past.blind_steps[scene, one] * work.past[seat, tables.past.blind[0]]
            added = tables.past.added[place]
            if added == NO_VALUE:
                return False
            if kind == A_TALLY:
                work.past[seat, one] += added
            elif added:
                work.past[seat, one] += 1
            else:
                work.past[seat, one] = 0
    return True


@compiled_apart
def score_deal(tables: Tables, work: Work, scene: Whole) -> bool:
    """Fill in what every seat scores; false where the tables have no value."""
    row = tables.scenes[scene]
    common = common_place(row, work.bids, work.tricks)
    by_bid, by_tricks, by_points = row[BID_STEP], row[TRICKS_STEP], row[POINTS_STEP]
    for seat in range(np.uint64(len(work.bids))):
        place = common + by_bid * work.bids[seat] + by_tricks * work.tricks[seat]
        place += scores_further(tables, work.past, scene, np.int64(seat))
        entry = np.uint64(place + by_points * work.points[seat])
        if entry >= np.uint64(len(tables.scores)) or tables.scores[entry] == NO_VALUE:
            return False
        work.scores[seat] = tables.scores[entry]
        work.done[seat] = tables.completed[entry]
    return True


@compiled
def win_deal(tables: Tables, way: Whole, scores: Array, dealer: Whole) -> Whole:
    """The seat that wins a deal: of those tied the first from the dealer's left."""
    players = len(scores)
    highest = scores[0]
    for seat in range(1, players):
        highest = max(highest, scores[seat])
    least = 1 if tables.ways[way, ANY_POINTS] and highest > 0 else highest
    seat = next_seat(dealer, players)
    while scores[seat] < least:
        seat = next_seat(seat, players)
    return seat


@compiled
def end_deal(tables: Tables, work: Work, out: Results, match: Whole, deal: Deal) -> bool:
    """Score the deal of a match, keep it, and settle who deals next; false without a value."""
    if not score_deal(tables, work, deal.scene) or not move_past(tables, work, deal.scene):
        return False
    end_row(tables, work.past, deal.number)
    copy_past(work.pasts[:, :, match], work.past)
    keep_deal(tables, work, out, match, deal)
    return True


@compiled
def throw_in(tables: Tables, work: Work, out: Results, match: Whole, deal: Deal) -> None:
    """Keep the deal of a match that nobody plays: nobody scores, and nothing is remembered."""
    for seat in range(len(work.hands)):
        work.bids[seat] = settled_bid(tables, deal.way)
        work.tricks[seat] = 0
        work.scores[seat] = 0
        work.done[seat] = -1
    out.cards[deal.number, match] = deal.cards
    out.trumps[deal.number, match] = max(settled_trump(tables, deal.way), 0)
    out.auctions[deal.number, match] = 0
    out.auction_winners[deal.number, match] = -1
    end_row(tables, work.pasts[:, :, match], deal.number)
    keep_deal(tables, work, out, match, deal)


@compiled_apart
def keep_deal(tables: Tables, work: Work, out: Results, match: Whole, deal: Deal) -> None:
    """Keep what every seat has of the deal of a match, and settle who deals next."""
    number, players = deal.number, len(work.hands)
    dealer = work.dealers[match]
    winner = win_deal(tables, deal.way, work.scores, dealer)
    bids, tricks = out.bids[number, :, match], out.tricks[number, :, match]
    scores, completed = out.scores[number, :, match], out.completed[number, :, match]
    for seat in range(np.uint64(players)):
        bids[seat] = work.bids[seat]
        tricks[seat] = work.tricks[seat]
        scores[seat] = work.scores[seat]
        completed[seat] = work.done[seat]
    if tables.past.blind[0] >= 0:
        by_choice = may_look(tables, deal.way)
        for seat in range(players):
            chosen = by_choice and work.bids[seat] >= 0
            bid_so = work.past[seat, tables.past.blind[0]] if chosen else np.int64(-1)
            out.blind[number, seat, match] = bid_so
    out.dealers[number, match] = dealer
    out.deal_winners[number, match] = winner
    work.winners[match] = winner
    work.dealers[match] = next_dealer(tables, deal.way, dealer, winner, players)

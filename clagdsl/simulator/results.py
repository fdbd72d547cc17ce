"""What a deal comes to: scores, contracts, who wins it, who deals next."""

from __future__ import annotations

from clagdsl.simulator.arrays import (
    ANY_POINTS,
    BID_STEP,
    BIDS_STEP,
    MAKERS_STEP,
    MOST_COUNT_STEP,
    MOST_STEP,
    NO_VALUE,
    POINTS_STEP,
    SCORES,
    TRICKS_STEP,
    WINNER_DEALS,
    Array,
    Outcome,
    Tables,
    Whole,
    Work,
)
from clagdsl.simulator.compiled import compiled


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


@compiled
def score_deal(
    tables: Tables, work: Work, scene: Whole, bids: Array, tricks: Array, scores: Array, done: Array
) -> bool:
    """Fill in what every seat scores; false where the tables have no value."""
    row = tables.scenes[scene]
    common = common_place(row, bids, tricks)
    bid_step, tricks_step, points_step = row[BID_STEP], row[TRICKS_STEP], row[POINTS_STEP]
    for seat in range(len(bids)):
        place = common + bid_step * bids[seat] + tricks_step * tricks[seat]
        if points_step:
            place += points_step * work.points[seat]
        if place < 0 or place >= len(tables.scores) or tables.scores[place] == NO_VALUE:
            return False
        scores[seat] = tables.scores[place]
        done[seat] = tables.completed[place]
    return True


@compiled
def win_deal(scores: Array, first: Whole, any_points: Whole) -> Whole:
    """The seat that wins a deal: of those tied the first from the dealer's left."""
    players = len(scores)
    highest = scores[0]
    for seat in range(1, players):
        highest = max(highest, scores[seat])
    least = 1 if any_points and highest > 0 else highest
    seat = first
    for _ in range(players):
        if scores[seat] >= least:
            return seat
        seat += 1
        if seat == players:
            seat = 0
    return first


@compiled
def end_deal(tables: Tables, work: Work, out: Outcome, at: tuple[Whole, ...]) -> bool:
    """Score the deal of one lane, keep it, and settle who deals next; false without a value."""
    match, deal, way, scene, lane = at
    dealer = work.dealers[lane]
    first = dealer + 1
    if first == len(work.hands):
        first = 0
    scores, done = out.scores[match, deal], out.completed[match, deal]
    bids, tricks = out.bids[match, deal], out.tricks[match, deal]
    if not score_deal(tables, work, scene, bids, tricks, scores, done):
        return False
    winner = win_deal(scores, first, tables.ways[way, ANY_POINTS])
    out.dealers[match, deal] = dealer
    out.deal_winners[match, deal] = winner
    work.winners[lane] = winner
    work.dealers[lane] = winner if tables.ways[way, WINNER_DEALS] else first
    return True

"""What is remembered of earlier deals where they are played in step.

For the matches in the lanes it is taken from where it lasts, with the seats counted from the
dealer's left, read and moved for all of them at once, and put back.
"""

from __future__ import annotations

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.kernels.philox_lanes import EVERY_LANE
from clagdsl.simulation.kernels.simd import (
    BIDS,
    FURTHER,
    ONE,
    TRICKS,
    ZERO,
    LaneDeal,
    add_common,
    add_points,
    asks_common,
    count_common,
    fill,
    find_scores,
)
from clagdsl.simulation.lowering.arrays import (
    A_TALLY,
    BID_STEP,
    LANES,
    NO_VALUE,
    POINTS_STEP,
    ROW_BEST,
    ROW_MADE,
    SCORES,
    TRICKS_STEP,
    Array,
    Lanes,
    Results,
    Tables,
    Whole,
    Word,
    Work,
)


@compiled
def past_row(one: Whole, seat: Whole, players: Whole) -> Word:
    """Where begins what the lanes have of something remembered of a seat."""
    return (np.uint64(one) * np.uint64(players) + np.uint64(seat)) * EVERY_LANE


@compiled
def seat_of(work: Work, match: Word, step: Word, players: Word) -> Word:
    """The seat so far from the dealer's left in a match."""
    seat = np.uint64(work.dealers[match]) + ONE + step
    return seat - players if seat >= players else seat


@compiled
def seats_alike(tables: Tables, deal: LaneDeal) -> bool:
    """Whether the lanes play matches in order in which the same seat deals."""
    return bool(deal.in_order and tables.dealers[deal.number] >= 0)


@compiled
def take_past(tables: Tables, work: Work, lanes: Lanes, deal: LaneDeal) -> None:
    """Take what is remembered of the matches in the lanes."""
    players = np.uint64(deal.players)
    if seats_alike(tables, deal):
        for step in range(deal.players):
            seat = (tables.dealers[deal.number] + 1 + step) % deal.players
            for one in range(work.past.shape[1]):
                start = past_row(one, step, deal.players)
                figures = work.pasts[seat, one, deal.start : deal.start + LANES]
                for lane in range(EVERY_LANE):
                    lanes.past[start + lane] = figures[lane]
        return
    for step in range(players):
        for one in range(np.uint64(work.past.shape[1])):
            start = past_row(one, step, players)
            for lane in range(EVERY_LANE):
                match = np.uint64(lanes.places[lane])
                seat = seat_of(work, match, step, players)
                lanes.past[start + lane] = work.pasts[seat, one, match]


@compiled
def forget_blind_bids(tables: Tables, lanes: Lanes, players: Whole) -> None:
    """Nobody has bid blind in the deal that begins, nor may in one that is played in step."""
    if tables.past.blind[0] >= 0:
        for seat in range(players):
            start = past_row(tables.past.blind[0], seat, players)
            for lane in range(EVERY_LANE):
                lanes.past[start + lane] = 0


@compiled
def put_past(tables: Tables, work: Work, lanes: Lanes, deal: LaneDeal) -> None:
    """Put back what is remembered."""
    players = np.uint64(deal.players)
    if seats_alike(tables, deal):
        for step in range(deal.players):
            seat = (tables.dealers[deal.number] + 1 + step) % deal.players
            for one in range(work.past.shape[1]):
                start = past_row(one, step, deal.players)
                figures = work.pasts[seat, one, deal.start : deal.start + LANES]
                for lane in range(EVERY_LANE):
                    figures[lane] = lanes.past[start + lane]
        return
    for step in range(players):
        for one in range(np.uint64(work.past.shape[1])):
            start = past_row(one, step, players)
            for lane in range(np.uint64(deal.count)):
                match = np.uint64(lanes.places[lane])
                seat = seat_of(work, match, step, players)
                work.pasts[seat, one, match] = lanes.past[start + lane]


@compiled
def find_further(tables: Tables, lanes: Lanes, deal: LaneDeal, steps: Array) -> None:
    """How much further something lies for every lane's seats; `steps` by what is remembered."""
    rows = lanes.rows
    for seat in range(deal.players):
        to = (FURTHER + np.uint64(seat)) * EVERY_LANE
        fill(rows, FURTHER + np.uint64(seat), ZERO)
        for one in range(len(steps)):
            step, start = np.uint64(steps[one]), past_row(one, seat, deal.players)
            if steps[one] == 0:
                continue
            if tables.past.kinds[one] == ROW_BEST:
                for lane in range(EVERY_LANE):
                    place = tables.past.best_places[lanes.past[start + lane]]
                    rows[to + lane] += step * np.uint64(place)
            else:
                for lane in range(EVERY_LANE):
                    rows[to + lane] += step * np.uint64(lanes.past[start + lane])


@compiled
def count_made(lanes: Lanes, seat: Whole, start: Word) -> None:
    """One contract more in a row, where a seat has won as many tricks as it bid."""
    bids = (BIDS + np.uint64(seat)) * EVERY_LANE
    tricks = (TRICKS + np.uint64(seat)) * EVERY_LANE
    for lane in range(EVERY_LANE):
        made = lanes.small[tricks + lane] == lanes.small[bids + lane]
        lanes.past[start + lane] += np.int64(made)


@compiled
def keep_best(lanes: Lanes, scores: Array, start: Word) -> None:
    """The best score of a seat in a row."""
    for lane in range(EVERY_LANE):
        score = np.int64(scores[lane])
        lanes.past[start + lane] = max(lanes.past[start + lane], score)


@compiled
def move_figure(lanes: Lanes, added: Array, start: Word, kind: Whole) -> bool:
    """Move a run or a tally of a seat by what the deal adds; false where that has no value."""
    least = np.int64(0)
    for lane in range(EVERY_LANE):
        more = added[lanes.entries[lane]]
        least = min(least, more)
        figure = lanes.past[start + lane]
        run = figure + 1 if more != 0 else np.int64(0)
        lanes.past[start + lane] = figure + more if kind == A_TALLY else run
    return bool(least > NO_VALUE)


@compiled
def move_all(tables: Tables, lanes: Lanes, out: Results, deal: LaneDeal, bid_made: bool) -> bool:
    """Move what is remembered of every seat in the lanes; false without a value.

    Nobody makes a contract where no bid is made.  No bid of such a deal is made blind, and none
    comes after an auction.
    """
    players, end = deal.players, deal.start + LANES
    first = tables.dealers[deal.number] + 1
    for one in range(len(tables.past.kinds)):
        kind = tables.past.kinds[one]
        if tables.past.counts[deal.scene, one] == 0:
            continue
        row = tables.past.rows[deal.scene, one]
        common = asks_common(row)
        if common:
            count_common(lanes, players)
        for seat in range(players):
            start = past_row(one, seat, players)
            if kind == ROW_MADE:
                if bid_made:
                    count_made(lanes, seat, start)
            elif kind == ROW_BEST:
                scores = out.scores[deal.number, (first + seat) % players, deal.start : end]
                keep_best(lanes, scores, start)
            else:
                find_scores(lanes, seat, row[SCORES], row[BID_STEP], row[TRICKS_STEP])
                if common:
                    add_common(lanes, row)
                if row[POINTS_STEP] != 0:
                    add_points(lanes, seat, row[POINTS_STEP])
                if not move_figure(lanes, tables.past.added, start, kind):
                    return False
    end_row(tables, lanes, deal)
    return True


@compiled
def end_row(tables: Tables, lanes: Lanes, deal: LaneDeal) -> None:
    """Forget what is remembered of a row of the schedule, once its last deal is over."""
    if tables.past.ends_row[deal.number]:
        for one in range(len(tables.past.kinds)):
            if tables.past.kinds[one] >= ROW_MADE:
                for seat in range(deal.players):
                    start = past_row(one, seat, deal.players)
                    for lane in range(EVERY_LANE):
                        lanes.past[start + lane] = 0

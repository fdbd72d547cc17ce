"""What the lanes keep of the course of a match: its decisions, in the numbers of its cards."""

from __future__ import annotations

from typing import Final

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.kernels.bits import bits, lowest
from clagdsl.simulation.kernels.cardset import one_card
from clagdsl.simulation.kernels.lane_wilds import (
    PLAYED,
    faces_played,
    highest_of,
)
from clagdsl.simulation.kernels.philox_lanes import EVERY_LANE
from clagdsl.simulation.kernels.philox_rounds import picked_by
from clagdsl.simulation.kernels.simd import (
    ALLOWED,
    BIDS,
    CARD,
    HELD,
    LEADS,
    ONE,
    STEPS,
    TRUMP_NUMBER,
    ZERO,
    LaneDeal,
)
from clagdsl.simulation.kernels.trick_rules import play_as
from clagdsl.simulation.lowering.arrays import (
    NAMED_COUNT,
    Course,
    Lanes,
    Tables,
    Whole,
    Word,
)

BIDDING: Final = 0
PLAYING: Final = 1


@compiled
def pack_place(tables: Tables, shift: Whole) -> Whole:
    """The number of the card of that bit."""
    return tables.lane_cards[shift]


@compiled
def pack_mask(tables: Tables, mask: Word) -> Word:
    """A set of cards by their numbers."""
    whole = ZERO
    while mask != ZERO:
        whole |= one_card(pack_place(tables, lowest(mask)))
        mask = mask & (mask - ONE)
    return whole


@compiled
def note_all(
    tables: Tables,
    lanes: Lanes,
    course: Course,
    deal: LaneDeal,
    word: Whole,
    kind: Whole,
    row: Word,
) -> None:
    """Keep the decision that every lane made with that word."""
    for lane in range(np.uint64(deal.count)):
        allowed = lanes.rows[ALLOWED * EVERY_LANE + lane]
        action, mask = np.int64(0), np.int64(allowed)
        if kind == BIDDING:
            action = np.int64(lanes.small[(BIDS + row) * EVERY_LANE + lane])
        else:
            mask = np.int64(pack_mask(tables, allowed))
            left = lanes.rows[row * EVERY_LANE + lane]
            card = lowest(lanes.rows[HELD * EVERY_LANE + lane] ^ left)
            place = pack_place(tables, card)
            action = np.int64(play_as(place, place))
        note_one(lanes, course, lane, word, bits(allowed), action, mask)


@compiled
def note_one(
    lanes: Lanes,
    course: Course,
    lane: Whole,
    word: Whole,
    many: Whole,
    action: Whole,
    mask: Whole,
) -> None:
    """Keep the decision that one lane made with that word, out of so many."""
    drawn = np.uint64(lanes.words[np.uint64(word) * EVERY_LANE + lane])
    match = lanes.places[lane]
    place = course.noted[match]
    course.noted[match] += 1
    course.decisions[match, place, 0] = many
    course.decisions[match, place, 1] = np.int64(picked_by(drawn, np.uint64(many)))
    course.decisions[match, place, 2] = action
    course.decisions[match, place, 3] = mask


@compiled
def note_wild_plays(
    tables: Tables,
    lanes: Lanes,
    course: Course,
    deal: LaneDeal,
    word: Whole,
    wilds: Word,
    in_suit: bool,
) -> None:
    """Keep the play of every lane with what it stands for, and what each wild might have been."""
    rows = lanes.rows
    for lane in range(np.uint64(deal.count)):
        face, played = rows[CARD * EVERY_LANE + lane], rows[PLAYED * EVERY_LANE + lane]
        card = face if played == ZERO else played
        place, meant = pack_place(tables, lowest(card)), pack_place(tables, lowest(face))
        allowed = rows[ALLOWED * EVERY_LANE + lane]
        many, total, left = bits(allowed), ZERO, wilds
        while left != ZERO:
            wild = highest_of(left)
            faces = faces_played(rows, lane, wild, in_suit)
            if faces != ZERO:
                allowed, many = allowed | wild, many + bits(faces)
            there = np.uint64(2 * pack_place(tables, lowest(wild)) + 1)
            total += pack_mask(tables, faces) * there
            left = left ^ wild
        mask = pack_mask(tables, allowed)
        note_one(lanes, course, lane, word, many, np.int64(play_as(place, meant)), np.int64(mask))
        match = lanes.places[lane]
        course.decisions[match, course.noted[match] - 1, 4] = np.int64(total)


@compiled
def note_special_plays(
    tables: Tables, lanes: Lanes, course: Course, deal: LaneDeal, word: Whole
) -> None:
    """Keep the play of every lane, where special cards may be played in their only way."""
    for lane in range(np.uint64(deal.count)):
        allowed = lanes.rows[ALLOWED * EVERY_LANE + lane]
        card = lanes.rows[CARD * EVERY_LANE + lane]
        place = pack_place(tables, lowest(card))
        face = np.int64(0) if card & STEPS != ZERO else place
        mask = np.int64(pack_mask(tables, allowed))
        note_one(lanes, course, lane, word, bits(allowed), np.int64(play_as(place, face)), mask)
        total, left = np.int64(0), allowed & STEPS
        while left != ZERO:
            total += 2 * pack_place(tables, lowest(left)) + 1
            left = left & (left - ONE)
        match = lanes.places[lane]
        course.decisions[match, course.noted[match] - 1, 4] = total


@compiled
def note_named(
    tables: Tables, lanes: Lanes, course: Course | None, deal: LaneDeal, word: Whole
) -> None:
    """Keep the trump that every lane has named with that word."""
    if course is not None:
        for lane in range(np.uint64(deal.count)):
            trump = np.int64(lanes.rows[TRUMP_NUMBER * EVERY_LANE + lane])
            many = tables.ways[deal.way, NAMED_COUNT]
            note_one(lanes, course, lane, word, many, trump, np.int64(0))


@compiled
def note_takers(lanes: Lanes, course: Course, deal: LaneDeal, trick: Whole, first: Whole) -> None:
    """Keep who won a trick; `first` is the seat at the dealer's left."""
    for lane in range(np.uint64(deal.count)):
        leader = first + np.int64(lanes.rows[LEADS * EVERY_LANE + lane])
        course.taken[lanes.places[lane], deal.number, trick] = leader % deal.players

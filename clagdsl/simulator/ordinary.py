"""One ordinary deal of as many matches as there are lanes, from the hands to the scores."""

from __future__ import annotations

from typing import Final

import numpy as np

from clagdsl.simulator.arrays import (
    ANY_POINTS,
    BID_RULE,
    BID_STEP,
    BIDS_STEP,
    FIRST_SUIT,
    FIXED_BID,
    LANES,
    LEADER,
    LIMIT_SPAN,
    LIMITS,
    MAKERS_STEP,
    MOST_COUNT_STEP,
    MOST_STEP,
    NO_VALUE,
    SCORES,
    SETTLED_TRUMP,
    TRICKS_STEP,
    TRUMP_RULE,
    Course,
    Results,
    Tables,
    Whole,
    Word,
    Work,
)
from clagdsl.simulator.bits import bits, lowest
from clagdsl.simulator.compiled import compiled
from clagdsl.simulator.lanes import (
    ALLOWED,
    BEST,
    BEST_SEAT,
    BIDS,
    BYTE,
    EVERY_LANE,
    FEW,
    HANDS,
    HELD,
    LEADS,
    ONE,
    OTHER_HANDS,
    SOME,
    TOTAL,
    TRUMP,
    U32,
    WON,
    ZERO,
    bid_many,
    bid_some,
    compare_scores,
    deal_card,
    deal_pair,
    end_trick,
    fill,
    find_bits,
    find_scores,
    fix_trump,
    give_bids,
    give_scores,
    give_tricks,
    give_trumps,
    give_winners,
    look_up_limits,
    name_trump,
    play_few,
    play_last,
    play_many,
    play_some,
    remember,
    turn_hand,
    turn_trump,
)
from clagdsl.simulator.results import end_deal

NAMING: Final = 0
BIDDING: Final = 1
PLAYING: Final = 2


@compiled
def deal_hands(work: Work, players: Whole, cards: Whole, leads: Whole) -> None:
    """Deal every lane's cards; row 0 is the hand of the seat that leads."""
    for place in range(players * cards):
        find_bits(work.cards, work.shifts, place)
    for step in range(players):
        row = HANDS + np.uint64((step + players - leads) % players)
        fill(work.lanes, row, ZERO)
        for place in range(step, players * (cards - 1), 2 * players):
            deal_pair(work.shifts, place, place + players, work.lanes, row)
        if cards % 2:
            deal_card(work.shifts, step + players * (cards - 1), work.lanes, row)


@compiled
def settle_trumps(tables: Tables, work: Work, way: Whole, turned: Whole) -> Whole:
    """Every lane's trump; how many words that took."""
    rule = tables.ways[way, TRUMP_RULE]
    if rule == 0:
        fix_trump(tables.ways[way, SETTLED_TRUMP], work.lanes)
    elif rule == 1:
        find_bits(work.cards, work.shifts, turned)
        turn_trump(work.shifts, turned, work.lanes)
    else:
        name_trump(work.words, work.lanes)
        return 1
    return 0


@compiled
def make_all_bids(
    tables: Tables, work: Work, course: Course | None, at: tuple[Whole, ...], word: Whole
) -> Whole:
    """Every lane's bids; the number of the next word."""
    start, count, deal, way, scene = at
    players = len(work.hands)
    cards = tables.sizes[deal, 0]
    if tables.ways[way, BID_RULE] != 0:
        fixed = tables.ways[way, FIXED_BID] if tables.ways[way, BID_RULE] == 1 else 0
        for seat in range(players):
            fill(work.lanes, BIDS + np.uint64(seat), np.uint64(fixed))
        return word
    fill(work.lanes, TOTAL, ZERO)
    for seat in range(players):
        first = tables.scenes[scene, LIMITS]
        if seat == players - 1:
            first += tables.scenes[scene, LIMIT_SPAN]
        look_up_limits(tables.limits, first, work.lanes)
        if cards < SOME + 1:
            bid_some(work.words, word, work.lanes, seat)
        else:
            bid_many(work.words, word, work.lanes, seat)
        if course is not None:
            note_all(work, course, start, count, (word, BIDDING, np.uint64(seat)))
        word += 1
    return word


@compiled
def play_tricks(
    work: Work, course: Course | None, at: tuple[Whole, ...], word: Whole, cards: Whole
) -> None:
    """Play every lane's tricks, from that word on."""
    start, count, deal, _, _ = at
    players = len(work.hands)
    here, there = HANDS, OTHER_HANDS
    for trick in range(cards):
        held = cards - trick
        for step in range(players):
            row = here + np.uint64(step)
            if course is not None:
                remember(work.lanes, row, step)
            if held == 1:
                play_last(work.words, word, work.lanes, row, step)
            elif held <= FEW + 1:
                play_few(work.words, word, work.lanes, row, step)
            elif held <= SOME:
                play_some(work.words, word, work.lanes, row, step)
            else:
                play_many(work.words, word, work.lanes, row, step)
            if course is not None:
                note_all(work, course, start, count, (word, PLAYING, row))
            word += 1
        end_trick(work.lanes, players)
        if course is not None:
            note_takers(work, course, start, count, (deal, trick))
        if held > 1:
            bit = 1
            while bit < players:
                for step in range(players):
                    turn_hand(
                        work.lanes, there + np.uint64(step), turned(here, step, bit, players), bit
                    )
                here, there = there, here
                bit *= 4


@compiled
def turned(
    here: Whole, step: Whole, bit: Whole, players: Whole
) -> tuple[Whole, Whole, Whole, Whole]:
    """The rows from which the lead may turn to a row."""
    return (
        here + np.uint64(step),
        here + np.uint64((step + bit) % players),
        here + np.uint64((step + 2 * bit) % players),
        here + np.uint64((step + 3 * bit) % players),
    )


@compiled
def pack_place(shift: Whole) -> Whole:
    """The place in the fixed order of the pack of the card of that bit."""
    suit = 3 - shift // 16
    return 63 - shift - 3 * suit - (suit == 0)


@compiled
def pack_mask(mask: Word) -> Whole:
    """A set of cards by their places in the fixed order of the pack."""
    whole = 0
    while mask != ZERO:
        whole |= 1 << pack_place(lowest(mask))
        mask = mask & (mask - ONE)
    return whole


@compiled
def note_all(
    work: Work, course: Course, start: Whole, count: Whole, what: tuple[Whole, Whole, Word]
) -> None:
    """Keep the decision that every lane made with that word."""
    word, kind, row = what
    for lane in range(count):
        allowed = work.lanes[ALLOWED * EVERY_LANE + np.uint64(lane)]
        action, mask = 0, np.int64(allowed)
        if kind == NAMING:
            allowed, mask = np.uint64(15), 0
            suit = lowest(work.lanes[TRUMP * EVERY_LANE + np.uint64(lane)]) // 16
            action = FIRST_SUIT + 3 - suit
        elif kind == BIDDING:
            action = np.int64(work.lanes[(BIDS + np.uint64(row)) * EVERY_LANE + np.uint64(lane)])
        else:
            mask = pack_mask(allowed)
            held = work.lanes[HELD * EVERY_LANE + np.uint64(lane)]
            left = work.lanes[np.uint64(row) * EVERY_LANE + np.uint64(lane)]
            action = 65 * pack_place(lowest(held ^ left))
        many = bits(allowed)
        drawn = np.uint64(work.words[word * LANES + lane])
        match = start + lane
        place = course.noted[match]
        course.noted[match] += 1
        course.decisions[match, place, 0] = many
        course.decisions[match, place, 1] = np.int64((drawn * np.uint64(many)) >> U32)
        course.decisions[match, place, 2] = action
        course.decisions[match, place, 3] = mask


@compiled
def note_takers(
    work: Work, course: Course, start: Whole, count: Whole, what: tuple[Whole, Whole]
) -> None:
    """Keep who won a trick."""
    deal, trick = what
    players = len(work.hands)
    for lane in range(count):
        leader = np.int64(work.lanes[LEADS * EVERY_LANE + np.uint64(lane)])
        taker = (work.dealers[start + lane] + 1 + leader) % players
        course.taken[start + lane, deal, trick] = taker


@compiled
def keep_all(tables: Tables, work: Work, out: Results, at: tuple[Whole, ...]) -> bool:
    """Score every lane's deal and keep what it came to; false where the tables have no value."""
    start, _, deal, way, scene = at
    players, end = len(work.hands), start + LANES
    first = (tables.dealers[deal] + 1) % players
    give_trumps(work.lanes, out.trumps[deal, start:end])
    out.cards[deal, start:end] = tables.sizes[deal, 0]
    out.dealers[deal, start:end] = tables.dealers[deal]
    row = tables.scenes[scene]
    if row[MOST_STEP] | row[MOST_COUNT_STEP] | row[MAKERS_STEP] | row[BIDS_STEP]:
        return keep_each(tables, work, out, at)
    fill(work.lanes, BEST, ZERO)
    fill(work.lanes, BEST_SEAT, np.uint64(first))
    most = np.uint64(1 - NO_VALUE) if tables.ways[way, ANY_POINTS] else ~ZERO
    for step in range(players):
        seat = (first + step) % players
        if tables.ways[way, BID_RULE] != 2:
            give_bids(work.lanes, step, out.bids[deal, seat, start:end])
        give_tricks(work.lanes, step, out.tricks[deal, seat, start:end])
        find_scores(work.lanes, step, row[SCORES], row[BID_STEP], row[TRICKS_STEP])
        scores, done = out.scores[deal, seat, start:end], out.completed[deal, seat, start:end]
        if not give_scores(work.lanes, step, tables.scores, tables.completed, scores, done):
            return False
        compare_scores(work.lanes, step, seat, most)
    give_winners(work.lanes, work.winners[start:end], out.deal_winners[deal, start:end])
    work.dealers[start:end] = first
    return True


@compiled
def keep_each(tables: Tables, work: Work, out: Results, at: tuple[Whole, ...]) -> bool:
    """As `keep_all`, lane by lane: for scores that depend on what the others did."""
    start, count, deal, way, scene = at
    players = len(work.hands)
    first = (tables.dealers[deal] + 1) % players
    for lane in range(count):
        won = work.lanes[WON * EVERY_LANE + np.uint64(lane)]
        for step in range(players):
            seat = (first + step) % players
            bid = work.lanes[(BIDS + np.uint64(step)) * EVERY_LANE + np.uint64(lane)]
            work.bids[seat] = np.int64(bid) if tables.ways[way, BID_RULE] != 2 else -1
            work.tricks[seat] = np.int64((won >> np.uint64(8 * step)) & BYTE)
            work.points[seat] = 0
        if not end_deal(tables, work, out, start + lane, (deal, way, scene)):
            return False
    return True


@compiled
def play_ordinary(
    tables: Tables,
    work: Work,
    course: Course | None,
    out: Results,
    group: tuple[Whole, Whole, Whole],
) -> bool:
    """Play a deal of a group of matches; false where the tables have no answer.

    A group is where it starts in the block, how many matches it has, and the deal.
    """
    start, count, deal = group
    way = tables.plain_ways[deal]
    at = (start, count, deal, way, tables.scene_numbers[tables.first_scenes[deal]])
    players = len(work.hands)
    cards = tables.sizes[deal, 0]
    leads = 0 if tables.ways[way, LEADER] == 0 else players - 1
    deal_hands(work, players, cards, leads)
    word = settle_trumps(tables, work, way, players * cards)
    if course is not None and word:
        note_all(work, course, start, count, (0, NAMING, ZERO))
    fill(work.lanes, LEADS, np.uint64(leads))
    fill(work.lanes, WON, ZERO)
    word = make_all_bids(tables, work, course, at, word)
    play_tricks(work, course, at, word, cards)
    return keep_all(tables, work, out, at)

"""One ordinary deal of as many matches as there are lanes, from the hands to the scores."""

from __future__ import annotations

from typing import Final

import numpy as np

from clagdsl.simulator.arrays import (
    BID_RULE,
    FIRST_SUIT,
    FIXED_BID,
    LEADER,
    LIMIT_SPAN,
    LIMITS,
    SETTLED_TRUMP,
    TRUMP_RULE,
    Outcome,
    Tables,
    Whole,
    Work,
)
from clagdsl.simulator.bits import bits, lowest
from clagdsl.simulator.compiled import compiled
from clagdsl.simulator.lanes import (
    ALLOWED,
    BIDS,
    EVERY_LANE,
    FEW,
    HANDS,
    LEADER as LEADS,
    ONE,
    OTHER_HANDS,
    PLAYED,
    SOME,
    SUIT,
    TOTAL,
    TRUMP,
    U32,
    WON,
    ZERO,
    bid_many,
    bid_some,
    clear,
    deal_card,
    end_trick,
    fill,
    find_bits,
    fix_trump,
    look_up_limits,
    name_trump,
    play_few,
    play_last,
    play_many,
    play_some,
    turn_hand,
    turn_trump,
)
from clagdsl.simulator.results import end_deal, score_deal
from clagdsl.simulator.arrays import LANES

BYTE: Final = np.uint64(255)
NOTHING_ALLOWED: Final = np.uint64(64)
"""What a bid comes to where no bid is allowed."""

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
        clear(work.lanes, row)
        for place in range(step, players * cards, players):
            deal_card(work.shifts, place, work.lanes, row)


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
    tables: Tables, work: Work, out: Outcome, at: tuple[Whole, ...], word: Whole
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
    clear(work.lanes, TOTAL)
    for seat in range(players):
        first = tables.scenes[scene, LIMITS]
        if seat == players - 1:
            first += tables.scenes[scene, LIMIT_SPAN]
        look_up_limits(tables.limits, first, work.lanes)
        if cards < SOME + 1:
            bid_some(work.words, word, work.lanes, seat)
        else:
            bid_many(work.words, word, work.lanes, seat)
        if out.decisions.shape[1]:
            note_all(work, out, start, count, (word, BIDDING, seat))
        word += 1
    return word


@compiled
def play_tricks(
    work: Work, out: Outcome, start: Whole, count: Whole, deal: Whole, at: tuple[Whole, Whole]
) -> None:
    """Play every lane's tricks, from that word on."""
    word, cards = at
    players = len(work.hands)
    here, there = HANDS, OTHER_HANDS
    for trick in range(cards):
        held = cards - trick
        for step in range(players):
            row = here + np.uint64(step)
            if held == 1:
                play_last(work.words, word, work.lanes, row, step)
            elif held <= FEW + 1:
                play_few(work.words, word, work.lanes, row, step)
            elif held <= SOME:
                play_some(work.words, word, work.lanes, row, step)
            else:
                play_many(work.words, word, work.lanes, row, step)
            if out.decisions.shape[1]:
                note_all(work, out, start, count, (word, PLAYING, 0))
            word += 1
        end_trick(work.lanes, players)
        if trick < out.taken.shape[2]:
            note_takers(work, out, start, count, deal, trick)
        bit = 1
        while bit < players and held > 1:
            for step in range(players):
                other = here + np.uint64((step + bit) % players)
                turn_hand(work.lanes, there + np.uint64(step), here + np.uint64(step), other, bit)
            here, there = there, here
            bit *= 2


@compiled
def pack_place(shift: Whole) -> Whole:
    """The place in the fixed order of the pack of the card of that bit."""
    return 13 * (3 - shift // 16) + 12 - shift % 16


@compiled
def pack_mask(mask: np.uint64) -> Whole:
    """A set of cards by their places in the fixed order of the pack."""
    whole = 0
    while mask != ZERO:
        whole |= 1 << pack_place(lowest(mask))
        mask = mask & (mask - ONE)
    return whole


@compiled
def note_all(
    work: Work, out: Outcome, start: Whole, count: Whole, what: tuple[Whole, Whole, Whole]
) -> None:
    """Keep the decision that every lane made with that word."""
    word, kind, seat = what
    for lane in range(count):
        allowed = work.lanes[ALLOWED * EVERY_LANE + np.uint64(lane)]
        action, mask = 0, np.int64(allowed)
        if kind == NAMING:
            allowed, mask = np.uint64(15), 0
            suit = lowest(work.lanes[TRUMP * EVERY_LANE + np.uint64(lane)]) // 16
            action = FIRST_SUIT + 3 - suit
        elif kind == BIDDING:
            action = np.int64(work.lanes[(BIDS + np.uint64(seat)) * EVERY_LANE + np.uint64(lane)])
        else:
            mask = pack_mask(allowed)
            action = 65 * pack_place(lowest(work.lanes[PLAYED * EVERY_LANE + np.uint64(lane)]))
        many = bits(allowed)
        drawn = np.uint64(work.words[word * LANES + lane])
        place = work.noted[lane]
        work.noted[lane] += 1
        out.decisions[start + lane, place, 0] = many
        out.decisions[start + lane, place, 1] = np.int64((drawn * np.uint64(many)) >> U32)
        out.decisions[start + lane, place, 2] = action
        out.decisions[start + lane, place, 3] = mask


@compiled
def note_takers(
    work: Work, out: Outcome, start: Whole, count: Whole, deal: Whole, trick: Whole
) -> None:
    """Keep who won a trick."""
    players = len(work.hands)
    for lane in range(count):
        leader = np.int64(work.lanes[LEADS * EVERY_LANE + np.uint64(lane)])
        out.taken[start + lane, deal, trick] = (work.dealers[lane] + 1 + leader) % players


@compiled
def keep_all(
    tables: Tables, work: Work, out: Outcome, at: tuple[Whole, ...]
) -> bool:
    """Score every lane's deal and keep what it came to; false where the tables have no value."""
    start, count, deal, way, scene = at
    players = len(work.hands)
    bid_made = tables.ways[way, BID_RULE] != 2
    lanes = work.lanes
    for lane in range(count):
        match = start + lane
        out.cards[match, deal] = tables.sizes[deal, 0]
        at_lane = np.uint64(lane)
        bids, tricks = out.bids[match, deal], out.tricks[match, deal]
        won = lanes[WON * EVERY_LANE + at_lane]
        seat = work.dealers[lane] + 1
        for step in range(players):
            if seat >= players:
                seat -= players
            if bid_made:
                bid = lanes[(BIDS + np.uint64(step)) * EVERY_LANE + at_lane]
                if bid == NOTHING_ALLOWED:
                    return False
                bids[seat] = bid
            tricks[seat] = won & BYTE
            won = won >> np.uint64(8)
            seat += 1
        suit = lowest(lanes[TRUMP * EVERY_LANE + at_lane])
        out.trumps[match, deal] = 0 if suit == 64 else FIRST_SUIT + 3 - suit // 16
        if not end_deal(tables, work, out, (match, deal, way, scene, lane)):
            return False
    return True


@compiled
def play_ordinary(
    tables: Tables, work: Work, out: Outcome, start: Whole, count: Whole, deal: Whole
) -> bool:
    """Play a deal of as many matches as counted; false where the tables have no answer."""
    way = tables.plain_ways[deal]
    scene = tables.scene_numbers[tables.first_scenes[deal]]
    at = (start, count, deal, way, scene)
    players = len(work.hands)
    cards = tables.sizes[deal, 0]
    leads = 0 if tables.ways[way, LEADER] == 0 else players - 1
    deal_hands(work, players, cards, leads)
    word = settle_trumps(tables, work, way, players * cards)
    if word and out.decisions.shape[1]:
        note_all(work, out, start, count, (0, NAMING, 0))
    fill(work.lanes, LEADS, np.uint64(leads))
    clear(work.lanes, WON)
    word = make_all_bids(tables, work, out, at, word)
    play_tricks(work, out, start, count, deal, (word, cards))
    return keep_all(tables, work, out, at)

"""One deal of one match, whatever its rules: the general way.

What is not allowed is never done, so nothing here judges; what the tables cannot answer ends the
block with a false result.  Every choice is made by number in the fixed order of legal actions.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.kernels.bits import ZERO, bits, numbered
from clagdsl.simulation.kernels.cardset import (
    PACK_MASK,
    Masks,
    count_plays,
    numbered_play,
    of_suit,
    one_card,
    plain_plays,
)
from clagdsl.simulation.kernels.random_tricks import note_faces, play_quickly, top_card
from clagdsl.simulation.kernels.results import end_deal
from clagdsl.simulation.kernels.seat_policies import (
    CALL,
    CARDS,
    TRUMP,
    look_round,
    pick_bid,
    pick_early,
    pick_play,
)
from clagdsl.simulation.lowering.arrays import (
    BID_RULE,
    CALLED_BY,
    CALLS,
    DECISION,
    FIRST,
    FIRST_CALLED,
    FIRST_ORDER,
    FIRST_SUIT,
    FIXED_BID,
    FOLLOWS,
    LANE,
    LANES,
    LEADER,
    LIMIT_SPAN,
    LIMITS,
    MATCH,
    NAMED_BY,
    SETTLED_TRUMP,
    TOP_CARD,
    TRUMP_RULE,
    VALUES,
    WILD_IN_SUIT,
    Array,
    Course,
    Results,
    Steady,
    Tables,
    Whole,
    Word,
    Work,
)

U32: Final = np.uint64(32)
NOTHING: Final = np.int64(-1)
"""No suit led, no card played; with a type, so that nothing is compiled for the literal too."""


@compiled
def choose(work: Work, course: Course | None, count: Whole, wanted: Whole) -> Whole:
    """Which of so many legal actions is picked, from 0: at random where the one wanted is -1."""
    picked = wanted
    if wanted < 0:
        word = np.uint64(work.words[work.at[DECISION] * LANES + work.at[LANE]])
        picked = np.int64((word * np.uint64(count)) >> U32)
    work.at[DECISION] += 1
    if course is not None:
        match = work.at[MATCH]
        place = course.noted[match]
        course.decisions[match, place, 0] = count
        course.decisions[match, place, 1] = picked
        course.noted[match] += 1
    return picked


@compiled
def note(work: Work, course: Course | None, action: Whole, allowed: Whole) -> None:
    """Keep the action that was picked and what was allowed, with the choice just made."""
    if course is not None:
        match = work.at[MATCH]
        place = course.noted[match] - 1
        course.decisions[match, place, 2] = action
        course.decisions[match, place, 3] = allowed


@compiled
def play_wild(
    work: Work, course: Course | None, cards: Word, hand: Word, masks: Masks, wanted: Whole
) -> Whole:
    """A play where some cards are wild: 64 times the card, and what it stands for; -1 for none."""
    plain = plain_plays(cards, hand, masks)
    count, allowed = count_plays(plain, cards, hand, masks)
    if count == 0:
        return -1
    number = choose(work, course, count, wanted)
    play = numbered_play(plain, cards, hand, masks, number)
    note(work, course, play, np.int64(allowed))
    note_faces(course, work.at[MATCH], cards, hand, masks)
    return play


@compiled
def play_plain(work: Work, course: Course | None, cards: Word, led: Word, wanted: Whole) -> Whole:
    """A play where nothing is wild, told as by `play_wild`."""
    allowed = cards & led
    if allowed == ZERO:
        allowed = cards
    card = numbered(allowed, choose(work, course, bits(allowed), wanted))
    play = 65 * card
    note(work, course, play, np.int64(allowed))
    return play


@compiled
def play_trick(
    tables: Tables,
    work: Work,
    course: Course | None,
    way: Whole,
    trump: Whole,
    leader: Whole,
    top: Whole,
) -> Whole:
    """Play one trick; who wins it, or -1.  `top` is its number where the top card is played."""
    players = len(work.hands)
    wilds = tables.wilds[way]
    quiet = ZERO if tables.ways[way, WILD_IN_SUIT] else wilds
    heights = tables.heights[tables.orders[way], trump]
    free = PACK_MASK
    led_suit, highest, led = NOTHING, NOTHING, ZERO
    winner = seat = leader
    for step in range(players):
        hand = work.hands[seat]
        cards = hand if top < 0 else top_card(work, top, seat)
        begun = (led_suit, highest, players - 1 - step, free)
        wanted = pick_play(work.steady, tables, work, (way, trump, seat), begun, cards)
        if cards & wilds == ZERO:
            play = play_plain(work, course, cards, led, wanted)
        else:
            play = play_wild(work, course, cards, hand, (led, wilds, free, quiet), wanted)
        if play < 0:
            return -1
        face, mask = play & 63, one_card(play >> 6)
        work.hands[seat] = hand & ~mask
        wild = np.int64((mask & wilds) != ZERO)
        free = free & ~one_card(face) if wild else free
        if step == 0:
            led_suit = face // 13
            led = of_suit(led_suit) if tables.ways[way, FOLLOWS] else ZERO
        height = heights[face] + wild
        if height > highest and (height >= 32 or face // 13 == led_suit):
            highest, winner = height, seat
        seat = seat + 1 if seat + 1 < players else 0
    return winner


@compiled
def settle_trump(tables: Tables, work: Work, course: Course | None, at: tuple[Whole, ...]) -> Whole:
    """The trump of a deal: settled by the rules, turned, or named."""
    way, scene, caller, cards = at
    rule = tables.ways[way, TRUMP_RULE]
    if rule == 0:
        return tables.ways[way, SETTLED_TRUMP]
    if rule == 1:
        return FIRST_SUIT + work.pack[len(work.hands) * cards] // 13
    many, first = (4, FIRST_SUIT) if rule == 2 else (24, FIRST_ORDER)
    namer = caller if tables.ways[way, NAMED_BY] else work.dealers[work.at[MATCH]]
    known = (np.int64(0), way, scene, cards)
    wanted = pick_early(work.steady, tables, work, namer, TRUMP, known)
    trump = first + choose(work, course, many, wanted)
    note(work, course, trump, 0)
    return trump


@compiled
def make_bids(tables: Tables, work: Work, course: Course | None, at: tuple[Whole, ...]) -> bool:
    """Fill in the bids; false where no bid is allowed."""
    way, scene, trump, _, cards = at
    players = len(work.hands)
    rule = tables.ways[way, BID_RULE]
    if rule != 0:
        for seat in range(players):
            work.bids[seat] = tables.ways[way, FIXED_BID] if rule == 1 else -1
        return True
    total = 0
    seat = work.at[FIRST]
    for step in range(players):
        start = tables.scenes[scene, LIMITS]
        if step == players - 1:
            start += tables.scenes[scene, LIMIT_SPAN]
        allowed = tables.limits[start + total]
        if allowed == ZERO:
            return False
        bidding = (scene, cards, np.int64(total), players - 1 - step)
        wanted = pick_bid(work.steady, tables, work, (way, trump, seat), bidding, allowed)
        bid = numbered(allowed, choose(work, course, bits(allowed), wanted))
        note(work, course, bid, np.int64(allowed))
        work.bids[seat] = bid
        total += bid
        seat = seat + 1 if seat + 1 < players else 0
    return True


@compiled
def play_cards(
    steady: Steady | None,
    tables: Tables,
    work: Work,
    course: Course | None,
    deal: Whole,
    at: tuple[Whole, ...],
) -> bool:
    """Play every trick of a deal; where all seats play at random only the quick way is compiled."""
    way, scene, trump, leader, cards = at
    first_value = tables.scenes[scene, VALUES]
    values = tables.values[first_value : first_value + cards]
    for seat in range(len(work.hands)):
        work.tricks[seat] = 0
        work.points[seat] = 0
    if steady is None:
        heights = tables.heights[tables.orders[way], trump]
        wilds = tables.wilds[way]
        quiet = ZERO if tables.ways[way, WILD_IN_SUIT] else wilds
        follows, top = tables.ways[way, FOLLOWS], tables.ways[way, TOP_CARD]
        duty = (wilds, quiet, np.uint64(follows), np.uint64(top))
        return play_quickly(work, course, (heights, values), (deal, leader), duty)
    return play_each_trick(tables, work, course, values, (deal, *at))


@compiled
def play_each_trick(
    tables: Tables, work: Work, course: Course | None, values: Array, at: tuple[Whole, ...]
) -> bool:
    """Play every trick of a deal by the policies of the seats."""
    deal, way, scene, trump, leader, cards = at
    match = work.at[MATCH]
    for trick in range(cards):
        top = trick if tables.ways[way, TOP_CARD] else -1
        look_round(work.steady, (scene, cards, trick))
        leader = play_trick(tables, work, course, way, trump, leader, top)
        if leader < 0:
            return False
        work.tricks[leader] += 1
        work.points[leader] += values[trick]
        if course is not None:
            course.taken[match, deal, trick] = leader
    return True


@compiled
def pick_cards(tables: Tables, work: Work, course: Course | None, deal: Whole) -> Whole:
    """How many cards are dealt to each, picked where there is a choice."""
    low, high = tables.sizes[deal, 0], tables.sizes[deal, 1]
    cards = low
    if high > low:
        dealer = work.dealers[work.at[MATCH]]
        known = (deal, np.int64(0), np.int64(0), np.int64(0))
        wanted = pick_early(work.steady, tables, work, dealer, CARDS, known)
        cards = low + choose(work, course, high - low + 1, wanted)
        note(work, course, cards, 0)
    return cards


@compiled
def deal_cards(work: Work, pack: Array, cards: Whole) -> None:
    """Deal so many cards to each from a pack of this lane, and keep what lies after them."""
    players = len(work.hands)
    lane, seat = work.at[LANE], work.at[FIRST]
    for step in range(players):
        hand = ZERO
        for place in range(np.uint64(step), np.uint64(players * cards), np.uint64(players)):
            card = pack[place * np.uint64(LANES) + np.uint64(lane)]
            work.pack[place] = card
            hand |= one_card(card)
        work.hands[seat] = hand
        seat = seat + 1 if seat + 1 < players else 0
    if players * cards < len(work.pack):
        work.pack[players * cards] = pack[players * cards * LANES + lane]


@compiled
def call(
    tables: Tables,
    work: Work,
    course: Course | None,
    out: Results,
    deal: Whole,
    cards: Whole,
) -> tuple[Whole, Whole, Whole]:
    """The way of a deal after what is called, the number of the call, and who calls."""
    match = work.at[MATCH]
    way, caller, called = tables.plain_ways[deal], work.dealers[match], 0
    if tables.ways[way, CALLED_BY] != 0:
        if tables.ways[way, CALLED_BY] == 2 and deal > 0:
            caller = work.winners[match]
        known = (deal, way, np.int64(0), cards)
        wanted = pick_early(work.steady, tables, work, caller, CALL, known)
        called = choose(work, course, tables.ways[way, CALLS], wanted)
        note(work, course, called, 0)
        out.calls[deal, match] = called
        way = tables.ways[way, FIRST_CALLED] + called
    return way, called, caller


@compiled
def play_deal(
    tables: Tables,
    work: Work,
    course: Course | None,
    pack: Array,
    out: Results,
    at: tuple[Whole, Whole, Whole],
) -> bool:
    """Play a deal of one match, whose words and cards are in a lane; false where stuck."""
    deal, match, lane = at
    players = len(work.hands)
    dealer = work.dealers[match]
    first = dealer + 1 if dealer + 1 < players else 0
    work.at[MATCH], work.at[LANE], work.at[DECISION], work.at[FIRST] = match, lane, 0, first
    cards = pick_cards(tables, work, course, deal)
    deal_cards(work, pack, cards)
    way, called, caller = call(tables, work, course, out, deal, cards)
    low, high = tables.sizes[deal, 0], tables.sizes[deal, 1]
    row = tables.first_scenes[deal] + called * (high - low + 1) + cards - low
    scene = tables.scene_numbers[row]
    trump = settle_trump(tables, work, course, (way, scene, caller, cards))
    leads = tables.ways[way, LEADER]
    leader = first if leads == 0 else dealer if leads == 1 else caller
    out.cards[deal, match] = cards
    out.trumps[deal, match] = trump
    played = (way, scene, trump, leader, cards)
    if not make_bids(tables, work, course, played):
        return False
    if not play_cards(work.steady, tables, work, course, deal, played):
        return False
    return end_deal(tables, work, out, match, (deal, way, scene))

"""What a seat picks by its policy: the number of a legal action, or -1 to pick by a random word.

Where all seats play at random `policies` is None: what follows that question is then not even
compiled.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from clagdsl.machine.estimates import MOST_CALLS
from clagdsl.simulator.arrays import (
    CALLED_BY,
    CALLS,
    FIRST_CALLED,
    SHOWN,
    SIGHT,
    TOP_CARD,
    TRUMP_RULE,
    Array,
    Tables,
    Whole,
    Work,
)
from clagdsl.simulator.bits import ZERO
from clagdsl.simulator.compiled import compiled
from clagdsl.simulator.masks import PACK_MASK, one_card
from clagdsl.simulator.steady import (
    UNKNOWN,
    Eye,
    Stake,
    Trick,
    expect_after,
    weigh_bids,
    weigh_call,
    weigh_hand,
    weigh_plays,
    weigh_top,
)

# The places of `Work.at` and `Work.room` that are asked here; the others are of `kernel`, `steady`.
LANE: Final = 0
ROUND: Final = 6
BIDS: Final = 7
TRICKS: Final = 8


@compiled
def pick_cards(policies: Array | None, tables: Tables, work: Work, deal: Whole) -> Whole:
    """The number of cards that the dealer picks: that which is worth most, unseen."""
    if policies is None:
        return np.int64(-1)
    if not policies[work.dealers[work.at[LANE]]]:
        return np.int64(-1)
    players = len(work.hands)
    way = tables.plain_ways[deal]
    if tables.ways[way, CALLED_BY] != 0:
        way = tables.ways[way, FIRST_CALLED]
    low = tables.sizes[deal, 0]
    picked, best = np.int64(0), np.int64(0)
    for more in range(tables.sizes[deal, 1] - low + 1):
        scene = tables.scene_numbers[tables.first_scenes[deal] + more]
        eye = Eye(way, np.int64(UNKNOWN), players, np.int64(0), ZERO, PACK_MASK)
        worth = weigh_hand(tables, eye, scene, low + more, work.room)
        if more == 0 or worth > best:
            picked, best = np.int64(more), worth
    return picked


@compiled
def pick_call(
    policies: Array | None, tables: Tables, work: Work, caller: Whole, deal: Whole, cards: Whole
) -> Whole:
    """The number of the call that suits the caller's hand best, of some evenly taken."""
    if policies is None:
        return np.int64(-1)
    if not policies[caller]:
        return np.int64(-1)
    hand = work.hands[caller]
    way = tables.plain_ways[deal]
    calls = tables.ways[way, CALLS]
    sizes = tables.sizes[deal, 1] - tables.sizes[deal, 0] + 1
    picked, best = np.int64(0), np.int64(0)
    tried = min(calls, MOST_CALLS)
    for turn in range(tried):
        number = turn * calls // tried
        row = tables.first_scenes[deal] + number * sizes + cards - tables.sizes[deal, 0]
        called = tables.ways[way, FIRST_CALLED] + number
        players = len(work.hands)
        eye = Eye(called, np.int64(UNKNOWN), players, np.int64(cards), hand, PACK_MASK & ~hand)
        worth = weigh_call(tables, eye, tables.scene_numbers[row], cards, work.room)
        if turn == 0 or worth > best:
            picked, best = np.int64(number), worth
    return picked


@compiled
def pick_trump(
    policies: Array | None,
    tables: Tables,
    work: Work,
    at: tuple[Whole, ...],
    first: Whole,
    many: Whole,
) -> Whole:
    """The number of the suit or of the order of suits that suits the namer's hand best."""
    if policies is None:
        return np.int64(-1)
    way, scene, namer, cards = at
    if not policies[namer]:
        return np.int64(-1)
    hand = work.hands[namer]
    picked, best = np.int64(0), np.int64(0)
    for number in range(many):
        players = len(work.hands)
        trump = np.int64(first + number)
        eye = Eye(way, trump, players, np.int64(cards), hand, PACK_MASK & ~hand)
        worth = weigh_hand(tables, eye, scene, cards, work.room)
        if number == 0 or worth > best:
            picked, best = np.int64(number), worth
    return picked


@compiled
def pick_bid(
    policies: Array | None,
    tables: Tables,
    work: Work,
    at: tuple[Whole, Whole, Whole],
    bidding: tuple[Whole, Whole, Whole, Whole],
    allowed: Whole,
) -> Whole:
    """The number of the best bid; `bidding` as in `steady.weigh_bids`."""
    if policies is None:
        return np.int64(-1)
    way, trump, seat = at
    if not policies[seat]:
        return np.int64(-1)
    players, cards = len(work.hands), bidding[1]
    hand, held = work.hands[seat], np.int64(cards)
    unseen: Whole = PACK_MASK & ~hand
    if tables.ways[way, TRUMP_RULE] == 1:
        if tables.ways[way, SHOWN]:
            trump = UNKNOWN
        else:
            unseen = unseen & ~one_card(work.pack[players * cards])
    if tables.ways[way, SIGHT]:
        hand, held = ZERO, np.int64(0)
    eye = Eye(way, np.int64(trump), players, held, hand, unseen)
    return weigh_bids(tables, eye, bidding, allowed, work.room)[0]


@compiled
def look_round(
    policies: Array | None, work: Work, at: tuple[Whole, ...], bids: Array, tricks: Array
) -> None:
    """Before each trick: the scene, the cards, the trick's number; bids and tricks by seat."""
    if policies is None:
        return
    for place in range(3):
        work.room[ROUND, place] = at[place]
    for seat in range(len(bids)):
        work.room[BIDS, seat] = bids[seat]
        work.room[TRICKS, seat] = tricks[seat]


@compiled
def unseen_cards(tables: Tables, work: Work, way: Whole, cards: Whole, seat: Whole) -> Whole:
    """Every card that the seat has not seen: not played, not turned, not held and known."""
    players = len(work.hands)
    dealt = held = ZERO
    for place in range(players * cards):
        dealt = dealt | one_card(work.pack[place])
    for other in range(players):
        if other != seat or tables.ways[way, SIGHT] == 2:
            held = held | work.hands[other]
    unseen = (PACK_MASK & ~dealt) | held
    if tables.ways[way, TRUMP_RULE] == 1:
        unseen = unseen & ~one_card(work.pack[players * cards])
    return unseen


@compiled
def pick_play(
    policies: Array | None,
    tables: Tables,
    work: Work,
    at: tuple[Whole, Whole, Whole],
    begun: tuple[Whole, Whole, Whole, Whole],
    playable: Whole,
) -> Whole:
    """The number of the best play; `begun` is the suit led, the best height, how many follow."""
    if policies is None:
        return np.int64(-1)
    way, trump, seat = at
    if not policies[seat]:
        return np.int64(-1)
    if tables.ways[way, TOP_CARD] and playable & tables.wilds[way] == ZERO:
        return np.int64(0)
    players = len(work.hands)
    table, bids, tricks = work.room[ROUND], work.room[BIDS], work.room[TRICKS]
    scene, cards, number = table[0], table[1], table[2]
    total = others = np.int64(0)
    for other in range(players):
        total += bids[other]
        if other != seat:
            others = max(others, tricks[other])
    trick = Trick(np.int64(begun[0]), np.int64(begun[1]), np.int64(begun[2]), number, begun[3])
    stake = Stake(scene, players, cards, bids[seat], total)
    so_far = (tricks[seat], work.points[seat], others)
    expect_after(tables, stake, trick, so_far, work.room)
    held = cards - number
    unseen = unseen_cards(tables, work, way, cards, seat)
    eye = Eye(way, np.int64(trump), players, held, work.hands[seat], unseen)
    if tables.ways[way, TOP_CARD]:
        return weigh_top(tables, eye, trick, held, work.room)
    later = Eye(way, np.int64(trump), players, held - 1, work.hands[seat], unseen)
    return weigh_plays(tables, eye, later, trick, held, work.room)

"""What a seat picks by its policy: the number of a legal action, or -1 to pick by a random word.

Where all seats play at random `steady` is None: what follows that question is then not even
compiled.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from clagdsl.engine.players.estimates import MOST_CALLS
from clagdsl.simulation.jit import compiled_apart
from clagdsl.simulation.kernels.bits import ZERO
from clagdsl.simulation.kernels.cardset import PACK_MASK, one_card
from clagdsl.simulation.kernels.steady_policy import (
    NAMED,
    UNKNOWN,
    Eye,
    Stake,
    Trick,
    every_bid,
    expect_after,
    weigh_bids,
    weigh_plays,
    weigh_top,
)
from clagdsl.simulation.lowering.arrays import (
    CALLED_BY,
    CALLS,
    FIRST_CALLED,
    FIRST_ORDER,
    FIRST_SUIT,
    SETTLED_TRUMP,
    SHOWN,
    SIGHT,
    TOP_CARD,
    TRUMP_RULE,
    Steady,
    Tables,
    Whole,
    Word,
    Work,
)

# What is picked before the bids.
CARDS: Final = np.int64(0)
CALL: Final = np.int64(1)
TRUMP: Final = np.int64(2)

ROUND: Final = 7
"""The row of the room that holds the scene, the cards and the number of the trick."""


@compiled_apart
def count_options(tables: Tables, what: Whole, at: tuple[Whole, Whole, Whole, Whole]) -> Whole:
    """How many numbers of cards, calls or trumps there are to choose from."""
    if what == CARDS:
        return tables.sizes[at[0], 1] - tables.sizes[at[0], 0] + 1
    if what == CALL:
        return tables.ways[tables.plain_ways[at[0]], CALLS]
    return np.int64(4 if tables.ways[at[1], TRUMP_RULE] == 2 else 24)


@compiled_apart
def option_of(
    tables: Tables, what: Whole, at: tuple[Whole, Whole, Whole, Whole], number: Whole
) -> tuple[Whole, Whole, Whole, Whole]:
    """The way, the scene, the cards and the trump that one of the options leads to."""
    deal, way, scene, cards = at
    if what == TRUMP:
        first = FIRST_SUIT if tables.ways[way, TRUMP_RULE] == 2 else FIRST_ORDER
        return way, scene, cards, np.int64(first + number)
    low, high = tables.sizes[deal, 0], tables.sizes[deal, 1]
    called = number if what == CALL else np.int64(0)
    cards = low + number if what == CARDS else cards
    way = tables.plain_ways[deal]
    if tables.ways[way, CALLED_BY] != 0:
        way = tables.ways[way, FIRST_CALLED] + called
    row = tables.first_scenes[deal] + called * (high - low + 1) + cards - low
    rule = tables.ways[way, TRUMP_RULE]
    trump = np.int64(UNKNOWN if rule == 1 else NAMED)
    if rule == 0:
        trump = tables.ways[way, SETTLED_TRUMP]
    return way, tables.scene_numbers[row], cards, trump


@compiled_apart
def pick_early(
    steady: Steady | None,
    tables: Tables,
    work: Work,
    seat: Whole,
    what: Whole,
    at: tuple[Whole, Whole, Whole, Whole],
) -> Whole:
    """The option that is worth most to a hand that bids first.

    `at` is the deal, and the way, the scene and the cards once they are known.
    """
    if steady is None:
        return np.int64(-1)
    if not steady.seats[seat]:
        return np.int64(-1)
    players = len(work.hands)
    hand: Word = ZERO if what == CARDS else work.hands[seat]
    many = count_options(tables, what, at)
    tried = min(many, MOST_CALLS)
    picked = highest = np.int64(0)
    for turn in range(tried):
        number = np.int64(turn * many // tried)
        way, scene, cards, trump = option_of(tables, what, at, number)
        held = np.int64(0) if what == CARDS else cards
        eye = Eye(way, trump, players, held, hand, PACK_MASK & ~hand)
        bidding = (scene, cards, np.int64(0), players - 1)
        allowed = every_bid(tables, way, cards)
        worth = weigh_bids(tables, eye, bidding, allowed, steady.room)[1]
        if turn == 0 or worth > highest:
            picked, highest = number, worth
    return picked


@compiled_apart
def pick_bid(
    steady: Steady | None,
    tables: Tables,
    work: Work,
    at: tuple[Whole, Whole, Whole],
    bidding: tuple[Whole, Whole, Whole, Whole],
    allowed: Word,
) -> Whole:
    """The number of the best bid; `bidding` as in `steady.weigh_bids`."""
    if steady is None:
        return np.int64(-1)
    way, trump, seat = at
    if not steady.seats[seat]:
        return np.int64(-1)
    players, cards = len(work.hands), bidding[1]
    hand: Word = work.hands[seat]
    unseen: Word = PACK_MASK & ~hand
    held = np.int64(cards)
    if tables.ways[way, TRUMP_RULE] == 1:
        if tables.ways[way, SHOWN]:
            trump = UNKNOWN
        else:
            unseen = unseen & ~one_card(work.pack[players * cards])
    if tables.ways[way, SIGHT]:
        hand, held = ZERO, np.int64(0)
    eye = Eye(way, np.int64(trump), players, held, hand, unseen)
    return weigh_bids(tables, eye, bidding, allowed, steady.room)[0]


@compiled_apart
def look_round(steady: Steady | None, at: tuple[Whole, ...]) -> None:
    """Before each trick: the scene, the cards of each player, the number of the trick from 0."""
    if steady is None:
        return
    for place in range(3):
        steady.room[ROUND, place] = at[place]


@compiled_apart
def unseen_cards(tables: Tables, work: Work, way: Whole, cards: Whole, seat: Whole) -> Word:
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


@compiled_apart
def pick_play(
    steady: Steady | None,
    tables: Tables,
    work: Work,
    at: tuple[Whole, Whole, Whole],
    begun: tuple[Whole, Whole, Whole, Word],
    playable: Word,
) -> Whole:
    """The number of the best play; `begun` is the suit led, the best height, how many follow."""
    if steady is None:
        return np.int64(-1)
    way, trump, seat = at
    if not steady.seats[seat]:
        return np.int64(-1)
    if tables.ways[way, TOP_CARD] and playable & tables.wilds[way] == ZERO:
        return np.int64(0)
    players = len(work.hands)
    bids, tricks = work.bids, work.tricks
    scene, cards, number = steady.room[ROUND, 0], steady.room[ROUND, 1], steady.room[ROUND, 2]
    total = others = np.int64(0)
    for other in range(players):
        total += bids[other]
        if other != seat:
            others = max(others, tricks[other])
    trick = Trick(np.int64(begun[0]), np.int64(begun[1]), np.int64(begun[2]), number, begun[3])
    stake = Stake(scene, players, cards, bids[seat], total)
    so_far = (tricks[seat], work.points[seat], others)
    expect_after(tables, stake, trick, so_far, steady.room)
    held = cards - number
    unseen = unseen_cards(tables, work, way, cards, seat)
    eye = Eye(way, np.int64(trump), players, held, work.hands[seat], unseen)
    if tables.ways[way, TOP_CARD]:
        return weigh_top(tables, eye, trick, held, steady.room)
    later = Eye(way, np.int64(trump), players, held - 1, work.hands[seat], unseen)
    return weigh_plays(tables, eye, later, trick, held, steady.room)

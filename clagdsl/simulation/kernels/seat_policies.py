"""What a steady seat picks: the number of a legal action."""

from __future__ import annotations

from typing import Final

import numpy as np

from clagdsl.engine.players.heuristic import (
    IN_TURN,
    MOST_CALLS,
    TURNED,
    Stake,
    Taken,
    Trick,
)
from clagdsl.simulation.jit import compiled, compiled_apart
from clagdsl.simulation.kernels.bits import ZERO, lowest, numbered
from clagdsl.simulation.kernels.cardset import distinct, one_card
from clagdsl.simulation.kernels.deal_phases import (
    Deal,
    count_named,
    named_in_auction,
    named_late,
    nth_named,
    said_number,
    said_trump,
    scene_of,
    seen_by_namer,
    settled_trump,
    turns_card,
    way_called,
)
from clagdsl.simulation.kernels.special_policy import (
    special_bid,
    special_play,
    special_word,
    weigh_name,
)
from clagdsl.simulation.kernels.steady_policy import (
    Plays,
    bidding_of,
    eye_of,
    eye_of_others,
    fill_ends,
    weigh_bids,
    weigh_faces,
    weigh_plays,
)
from clagdsl.simulation.kernels.trick_rules import TrickSoFar, card_rules, duty_now
from clagdsl.simulation.lowering import arrays as codes
from clagdsl.simulation.lowering.arrays import Sheet, Steady, Tables, Whole, Word

# What is picked beside bids and cards.
CARDS: Final = np.int64(0)
CALL: Final = np.int64(1)
TRUMP: Final = np.int64(2)


@compiled
def count_options(tables: Tables, option: Whole, deal: Deal) -> Whole:
    """How many numbers of cards, calls or trumps there are to choose from."""
    if option == CARDS:
        return tables.sizes[deal.number, 1] - tables.sizes[deal.number, 0] + 1
    if option == CALL:
        return tables.ways[deal.way, codes.CALLS]
    return count_named(tables, deal.way)


@compiled
def deal_with(tables: Tables, option: Whole, deal: Deal, number: Whole) -> Deal:
    """The deal that one of the options leads to."""
    if option == TRUMP:
        trump = nth_named(tables, deal.way, number)
        return Deal(deal.number, deal.way, deal.scene, deal.cards, trump)
    called = number if option == CALL else np.int64(0)
    cards = tables.sizes[deal.number, 0] + number if option == CARDS else deal.cards
    way = way_called(tables, deal.number, called, cards)
    scene = scene_of(tables, deal.number, called, cards)
    return Deal(deal.number, way, scene, cards, settled_trump(tables, way))


@compiled_apart
def pick_early(
    steady: Steady, tables: Tables, sheet: Sheet, seat: Whole, option: Whole, deal: Deal
) -> Whole:
    """The option that is worth most to a hand that bids first."""
    if tables.specials[0] != ZERO:
        return weigh_name(tables, sheet, seat, deal) if option == TRUMP else np.int64(0)
    players = len(sheet.hands)
    hand: Word = ZERO if option == CARDS else sheet.hands[seat]
    if option == TRUMP:
        hand = seen_by_namer(tables, deal.way, deal.cards, players, sheet.pack, hand)
    many = count_options(tables, option, deal)
    tried = min(many, MOST_CALLS)
    picked = highest = np.int64(0)
    for turn in range(tried):
        number = np.int64(turn * many // tried)
        tried_deal = deal_with(tables, option, deal, number)
        cards = tried_deal.cards
        held = np.int64(0) if option == CARDS else cards
        eye = eye_of(tables, tried_deal, players, held, hand, tables.pack_set[0] & ~hand)
        bidding = bidding_of(tables, sheet.past, seat, tried_deal, np.int64(0), players - 1)
        every = (np.int64(1) << (cards + 1)) - 1 if bidding.rule == IN_TURN else np.int64(1)
        if option == TRUMP and named_late(tables, deal.way):
            own: Whole = sheet.bids[seat]
            bidding = bidding_of(
                tables, sheet.past, seat, tried_deal, sheet.bids.sum() - own, np.int64(0)
            )
            every = np.int64(1) << own
        worth = weigh_bids(eye, bidding, every, steady.scratch).worth
        if turn == 0 or worth > highest:
            picked, highest = number, worth
    return picked


@compiled_apart
def pick_word(
    steady: Steady, tables: Tables, sheet: Sheet, seat: Whole, deal: Deal, highest: Whole
) -> Whole:
    """How far above the highest bid of an auction a seat bids: 0 to pass.

    It is the lowest bid with no more tricks than the seat would bid first with that trump.
    """
    if tables.specials[0] != ZERO:
        return special_word(tables, sheet, seat, deal, highest)
    players, hand = len(sheet.hands), sheet.hands[seat]
    most, suits = (
        tables.scenes[deal.scene, codes.AUCTION_BIDS],
        tables.scenes[deal.scene, codes.AUCTION_SUITS],
    )
    every = (np.int64(1) << (deal.cards + 1)) - 1
    best = np.int64(most + 1)
    for place in range(suits):
        word = highest + 1 + (place - highest) % suits
        if word >= best:
            continue
        trump = deal.trump
        if named_in_auction(tables, deal.way):
            trump = said_trump(tables, deal.scene, word)
        seen = Deal(deal.number, deal.way, deal.scene, deal.cards, trump)
        eye = eye_of(tables, seen, players, deal.cards, hand, tables.pack_set[0] & ~hand)
        bidding = bidding_of(tables, sheet.past, seat, seen, np.int64(0), players - 1)
        tricks: Whole = weigh_bids(eye, bidding, every, steady.scratch).number
        if said_number(tables, deal.scene, word) <= tricks:
            best = word
    return best - highest if best <= most else np.int64(0)


@compiled
def bid_to_beat(sheet: Sheet, seat: Whole, after: Whole, cards: Whole) -> Whole:
    """What a bid must exceed for its maker to count on naming the trump."""
    players = len(sheet.bids)
    most: Whole = np.int64(cards // players)
    other = seat
    for _ in range(players - 1 - after):
        other = other - 1 if other > 0 else players - 1
        most = max(most, sheet.bids[other])
    return most


@compiled
def with_shown_hands(sheet: Sheet, seat: Whole, unseen: Word) -> Word:
    """What a seat has not seen that sees the hands of all others, and not its own."""
    for other in range(len(sheet.hands)):
        if other != seat:
            unseen = unseen & ~sheet.hands[other]
    return unseen | sheet.hands[seat]


@compiled_apart
def pick_bid(
    steady: Steady,
    tables: Tables,
    sheet: Sheet,
    seat: Whole,
    deal: Deal,
    before: Whole,
    after: Whole,
    allowed: Word,
) -> Whole:
    """The number of the best bid, after bids of that sum, where so many seats bid later."""
    if tables.specials[0] != ZERO:
        return special_bid(tables, sheet, seat, deal, allowed)
    way, players, held = deal.way, len(sheet.hands), deal.cards
    if tables.ways[way, codes.FIRST_BIDDER] == codes.TOGETHER:  # nobody knows another's bid
        before, after = np.int64(0), np.int64(players - 1)
    hand: Word = sheet.hands[seat]
    unseen: Word = tables.pack_set[0] & ~hand
    trump = settled_trump(tables, way) if named_late(tables, way) else deal.trump
    if tables.ways[way, codes.TRUMP_RULE] == TURNED:
        if tables.ways[way, codes.SHOWN]:
            trump = np.int64(-TURNED)
        elif turns_card(tables, way, players * deal.cards, len(sheet.pack)):
            unseen = unseen & ~one_card(sheet.pack[players * deal.cards])
    others = tables.ways[way, codes.SIGHT] == codes.OTHERS_ONLY
    if others:
        unseen = with_shown_hands(sheet, seat, unseen)
    sight = tables.ways[way, codes.SIGHT]
    if sight != 0 and sight != codes.BY_CHOICE:  # there the seat has looked
        hand, held = ZERO, np.int64(0)
    seen = Deal(deal.number, way, deal.scene, deal.cards, trump)
    eye = eye_of(tables, seen, players, held, hand, unseen)
    if others:
        eye = eye_of_others(eye, sheet.hands.view(np.int64), seat, steady.scratch)
    bidding = bidding_of(tables, sheet.past, seat, deal, before, after)
    number: Whole = weigh_bids(eye, bidding, np.int64(allowed), steady.scratch).number
    if named_late(tables, way) and numbered(allowed, number) <= bid_to_beat(
        sheet, seat, after, deal.cards
    ):
        seen = Deal(deal.number, way, deal.scene, deal.cards, np.int64(-TURNED))
        eye = eye_of(tables, seen, players, held, hand, unseen)
        number = weigh_bids(eye, bidding, np.int64(allowed), steady.scratch).number
    return number


@compiled
def unseen_cards(tables: Tables, sheet: Sheet, way: Whole, cards: Whole, seat: Whole) -> Word:
    """Every card that the seat has not seen: not played, not turned, not held and known."""
    players = len(sheet.hands)
    dealt = held = ZERO
    for place in range(players * cards):
        dealt = dealt | one_card(sheet.pack[place])
    for other in range(players):
        hidden = other != seat or tables.ways[way, codes.SIGHT] == codes.NEVER
        if tables.ways[way, codes.SIGHT] == codes.OTHERS_ONLY:
            hidden = other == seat
        if hidden:
            held = held | sheet.hands[other]
    unseen = (tables.pack_set[0] & ~dealt) | held
    if turns_card(tables, way, players * cards, len(sheet.pack)):
        unseen = unseen & ~one_card(sheet.pack[players * cards])
    return unseen


@compiled_apart
def pick_play(
    steady: Steady,
    tables: Tables,
    sheet: Sheet,
    seat: Whole,
    deal: Deal,
    so_far: TrickSoFar,
    playable: Word,
) -> Whole:
    """The number of the best play among those with these cards."""
    way, hand = deal.way, sheet.hands[seat]
    rules = card_rules(tables, way, deal.trump)
    heights = tables.heights[tables.orders[way], deal.trump]
    duty = duty_now(rules, so_far, hand, heights)
    if tables.specials[0] != ZERO:
        return special_play(tables, sheet, rules, seat, deal, so_far, playable, duty)
    top = tables.ways[way, codes.TOP_CARD]
    if top and playable & tables.wilds[way] == ZERO:
        return np.int64(0)
    players = len(sheet.hands)
    bids: Whole = sheet.bids
    tricks: Whole = sheet.tricks
    total: Whole = np.int64(0)
    others: Whole = np.int64(0)
    for other in range(players):
        total += bids[other]
        if other != seat:
            others = max(others, tricks[other])
    bidding = bidding_of(tables, sheet.past, seat, deal, np.int64(0), np.int64(0))
    stake = Stake(bidding.scores, bidding.values, players, deal.cards, bids[seat], total)
    points: Whole = sheet.points
    taken = Taken(tricks[seat], points[seat], others, so_far.number)
    fill_ends(stake, taken, steady.scratch)
    unseen = unseen_cards(tables, sheet, way, deal.cards, seat)
    eye = eye_of(tables, deal, players, deal.cards - so_far.number, hand, unseen)
    if tables.ways[way, codes.SIGHT] == codes.OTHERS_ONLY:
        eye = eye_of_others(eye, sheet.hands.view(np.int64), seat, steady.scratch)
    led: Whole = np.int64(-1)
    if so_far.led != ZERO:
        led = tables.suit_of[lowest(so_far.led)]
    trick = Trick(led, so_far.after)
    cards = distinct(tables, hand)
    plays = Plays(hand, cards, duty, heights, tables.suit_masks, so_far.led, so_far.height)
    if top:
        return weigh_faces(eye, trick, plays, np.int64(duty.free), steady.scratch).number
    return weigh_plays(eye, trick, plays, steady.scratch).number

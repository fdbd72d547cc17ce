"""The steady player where there are special cards, compiled: `engine.players.special_plan`.

A choice is the number of a legal action.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from clagdsl.engine.players.heuristic import TURNED
from clagdsl.simulation.jit import compiled, compiled_apart
from clagdsl.simulation.kernels.bits import ONE, ZERO, bits, lowest, numbered
from clagdsl.simulation.kernels.cardset import one_card
from clagdsl.simulation.kernels.deal_phases import (
    Deal,
    count_named,
    may_look,
    named_in_auction,
    naming_way,
    nth_named,
    said_number,
    said_trump,
    seen_by_namer,
    turned_late,
)
from clagdsl.simulation.kernels.trick_rules import (
    CardRules,
    Duty,
    TrickSoFar,
    after_first_suit,
    count_plays,
    height_in_trick,
    lift_of,
    numbered_play,
    plain_plays,
)
from clagdsl.simulation.lowering import arrays as codes
from clagdsl.simulation.lowering.arrays import Array, Sheet, Tables, Whole, Word

AHEAD: Final = 1 << 16
"""More than any card is worth keeping."""


@compiled
def sees_hand(tables: Tables, way: Whole) -> bool:
    """Whether a seat has seen its hand before the bids."""
    sight = tables.ways[way, codes.SIGHT]
    return bool(sight == 0 or (sight == 1 and tables.ways[way, codes.BID_RULE] != 0))


@compiled
def likely_tricks(
    tables: Tables, sheet: Sheet, seat: Whole, deal: Deal, trump: Whole, seen: bool
) -> Whole:
    """The tricks that a hand seems good for with a trump, less than 0 for one that is not known."""
    if not seen:
        return np.int64(deal.cards // len(sheet.hands))
    strengths = tables.strengths[tables.orders[deal.way]]
    priorities = tables.priorities[max(trump, 0)]
    top, halves, left = tables.ranks[0] - 1, np.int64(0), sheet.hands[seat]
    while left != ZERO:
        card = lowest(left)
        left = left & (left - ONE)
        if one_card(card) & tables.specials[0]:
            halves += 2 * (one_card(card) & tables.specials[1] != ZERO)
        elif priorities[tables.suit_of[card]] > 0:
            halves += 2 if 2 * strengths[card] >= top else 1
        else:
            halves += strengths[card] == top
    return np.int64(halves // 2)


@compiled_apart
def weigh_name(tables: Tables, sheet: Sheet, seat: Whole, deal: Deal) -> Whole:
    """The number of the trump that suits the hand best; of equal ones the first is named.

    Whoever names a trump has seen the own hand: the checker sees to that.
    """
    players, pack = len(sheet.hands), sheet.pack
    naming = naming_way(tables, pack, players, deal)
    hand = seen_by_namer(tables, deal.way, deal.cards, players, pack, sheet.hands[seat])
    strengths = tables.strengths[tables.orders[deal.way]]
    picked, most = np.int64(0), np.int64(-1)
    for number in range(count_named(tables, naming)):
        priorities = tables.priorities[nth_named(tables, naming, number)]
        weight, left = np.int64(0), hand & ~tables.specials[0]
        while left != ZERO:
            card = lowest(left)
            left = left & (left - ONE)
            weight += (tables.ranks[0] + strengths[card]) * priorities[tables.suit_of[card]]
        if weight > most:
            picked, most = np.int64(number), weight
    return picked


@compiled_apart
def special_word(tables: Tables, sheet: Sheet, seat: Whole, deal: Deal, highest: Whole) -> Whole:
    """How far above the highest bid of an auction a seat bids: 0 to pass."""
    for word in range(highest + 1, tables.scenes[deal.scene, codes.AUCTION_BIDS] + 1):
        trump = deal.trump
        if named_in_auction(tables, deal.way):
            trump = said_trump(tables, deal.scene, word)
        tricks = likely_tricks(tables, sheet, seat, deal, trump, sees_hand(tables, deal.way))
        if said_number(tables, deal.scene, word) <= tricks:
            return np.int64(word - highest)
    return np.int64(0)


@compiled_apart
def special_bid(tables: Tables, sheet: Sheet, seat: Whole, deal: Deal, allowed: Word) -> Whole:
    """The number of the allowed bid that is nearest to what the hand is good for."""
    trump = deal.trump
    if tables.ways[deal.way, codes.TRUMP_RULE] == TURNED and turned_late(tables, deal.way):
        trump = np.int64(-TURNED)
    seen = sees_hand(tables, deal.way) or may_look(tables, deal.way)
    wanted = likely_tricks(tables, sheet, seat, deal, trump, bool(seen))
    picked = np.int64(0)
    for number in range(1, bits(allowed)):
        if abs(numbered(allowed, number) - wanted) < abs(numbered(allowed, picked) - wanted):
            picked = np.int64(number)
    return picked


@compiled
def takes(
    tables: Tables, rules: CardRules, heights: Array, so_far: TrickSoFar, card: Whole, face: Whole
) -> bool:
    """Whether a card that is played so takes the trick as it lies."""
    led, asked = so_far.led, so_far.asked
    if one_card(card) & rules.specials != ZERO:
        high = tables.special_plays[1 - asked.follows, card, face] & codes.PLAYED_HIGH != 0
        return bool(so_far.height < codes.HIGH_HEIGHT - 1 if high else asked.follows == 0)
    if asked.follows == 0:
        return True
    if asked.waits != 0:
        led, asked = after_first_suit(led, asked, tables.suit_masks[face])
    wild = (one_card(card) & rules.wilds) != ZERO
    height = height_in_trick(heights, face, led, asked, lift_of(rules, card, wild))
    return bool(height > so_far.height)


@compiled
def worth_keeping(tables: Tables, rules: CardRules, deal: Deal, card: Whole, face: Whole) -> Whole:
    """How much a card is worth keeping: special ones first, then trumps, then by rank."""
    many = tables.ranks[0]
    if one_card(card) & rules.specials != ZERO:
        return 3 * many if one_card(card) & tables.specials[1] != ZERO else np.int64(-1)
    trump = tables.priorities[deal.trump, tables.suit_of[face]] > 0
    return tables.strengths[tables.orders[deal.way], face] + many * trump


@compiled_apart
def special_play(
    tables: Tables,
    sheet: Sheet,
    rules: CardRules,
    seat: Whole,
    deal: Deal,
    so_far: TrickSoFar,
    cards: Word,
    duty: Duty,
) -> Whole:
    """The number of the play, among those with these cards, for which there is most reason."""
    if tables.ways[deal.way, codes.TOP_CARD]:
        return unsaid_top(rules, lowest(cards), duty)
    heights, hand = tables.heights[tables.orders[deal.way], deal.trump], sheet.hands[seat]
    plain = plain_plays(cards, hand, duty)
    bid = sheet.bids[seat]
    wants = bid < 0 or sheet.tricks[seat] < bid
    picked, most = np.int64(0), np.int64(0)
    for number in range(count_plays(plain, cards, hand, duty)[0]):
        card, face = numbered_play(plain, cards, hand, duty, np.int64(number))
        wins = takes(tables, rules, heights, so_far, card, face)
        height = worth_keeping(tables, rules, deal, card, face)
        if wants:
            kept = height if wins and so_far.after > 0 else -height
        else:
            kept = -height if wins else height
        worth = np.int64(kept + AHEAD * (wins == wants))
        if number == 0 or worth > most:
            picked, most = np.int64(number), worth
    return picked


@compiled
def unsaid_top(rules: CardRules, card: Whole, duty: Duty) -> Whole:
    """The number of the play of a top card of which nothing is said: a wild is itself if it can."""
    own = card - card % rules.copies
    if one_card(card) & rules.wilds == ZERO or one_card(own) & duty.free == ZERO:
        return np.int64(0)
    return bits(duty.free & (one_card(own) - ONE))

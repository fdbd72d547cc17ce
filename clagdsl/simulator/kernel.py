"""Whole matches of random players, by the tables: one general function, compiled.

What is not allowed is never done, so nothing here judges; what the tables cannot answer ends the
block with a false result.  Every choice is made by number in the fixed order of legal actions.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

from clagdsl.simulator.arrays import (
    ANY_POINTS,
    BID_RULE,
    BID_STEP,
    BIDS_STEP,
    CALLED_BY,
    CALLS,
    FIRST_CALLED,
    FIRST_ORDER,
    FIRST_SUIT,
    FIXED_BID,
    FOLLOWS,
    LEADER,
    LIMIT_SPAN,
    LIMITS,
    MAKERS_STEP,
    MOST_COUNT_STEP,
    MOST_STEP,
    NO_VALUE,
    POINTS_STEP,
    SCORES,
    SETTLED_TRUMP,
    TOP_CARD,
    TRICKS_STEP,
    TRUMP_RULE,
    VALUES,
    WILD_IN_SUIT,
    WINNER_DEALS,
    Array,
    Outcome,
    Tables,
    Whole,
    Work,
)
from clagdsl.simulator.chance import (
    DEAL,
    DECISION,
    MATCH,
    NOTED,
    ONE,
    SEED_HIGH,
    SEED_LOW,
    ZERO,
    choose,
    note,
    shuffle,
)
from clagdsl.simulator.compiled import compiled

Masks: TypeAlias = tuple[Any, Any, Any, Any]

PACK_MASK: Final = np.uint64((1 << 52) - 1)
SUIT_MASK: Final = np.uint64((1 << 13) - 1)
PAIRS: Final = np.uint64(0x5555555555555555)
FOURS: Final = np.uint64(0x3333333333333333)
EIGHTS: Final = np.uint64(0x0F0F0F0F0F0F0F0F)
BYTES: Final = np.uint64(0x0101010101010101)
U2: Final = np.uint64(2)
U4: Final = np.uint64(4)
U56: Final = np.uint64(56)


@compiled
def bits(mask: np.uint64) -> Whole:
    """How many bits are set."""
    mask = mask - ((mask >> ONE) & PAIRS)
    mask = (mask & FOURS) + ((mask >> U2) & FOURS)
    mask = (mask + (mask >> U4)) & EIGHTS
    return np.int64((mask * BYTES) >> U56)


@compiled
def lowest(mask: np.uint64) -> Whole:
    """The place of the lowest bit set."""
    return bits((mask & (~mask + ONE)) - ONE)


@compiled
def numbered(mask: np.uint64, number: Whole) -> Whole:
    """The place of the bit of that number among those set, from the lowest."""
    for _ in range(number):
        mask = mask & (mask - ONE)
    return lowest(mask)


@compiled
def one_card(card: Whole) -> np.uint64:
    """The mask of one card."""
    return ONE << np.uint64(card)


@compiled
def of_suit(suit: Whole) -> np.uint64:
    """The mask of one suit."""
    return SUIT_MASK << np.uint64(13 * suit)


@compiled
def owed(hand: np.uint64, card: Whole, led: np.uint64, wilds: np.uint64) -> bool:
    """Whether a card of the suit led is owed when this card is played: another one is held."""
    others: bool = (hand & led & ~wilds & ~one_card(card)) != ZERO
    return others


@compiled
def faces(
    card: Whole,
    hand: np.uint64,
    led: np.uint64,
    wilds: np.uint64,
    free: np.uint64,
    quiet: np.uint64,
) -> np.uint64:
    """What a card may be played as.  `led` is the suit owed, `quiet` wilds that make no duty."""
    bound = led != ZERO and owed(hand, card, led, quiet)
    if one_card(card) & wilds:
        return free & led if bound else free
    if bound and (one_card(card) & led) == ZERO:
        return ZERO
    return one_card(card)


@compiled
def play_wild(work: Work, noted: Array, cards: np.uint64, hand: np.uint64, masks: Masks) -> Whole:
    """A play where some cards are wild: 64 times the card, and what it stands for; -1 for none."""
    led, wilds, free, quiet = masks
    count = 0
    allowed = ZERO
    left = cards
    while left != ZERO:
        card = lowest(left)
        left = left & (left - ONE)
        may = bits(faces(card, hand, led, wilds, free, quiet))
        count += may
        if may:
            allowed |= one_card(card)
    if count == 0:
        return -1
    number = choose(work.random, noted, count)
    left = cards
    while left != ZERO:
        card = lowest(left)
        left = left & (left - ONE)
        meant = faces(card, hand, led, wilds, free, quiet)
        may = bits(meant)
        if number < may:
            play = 64 * card + numbered(meant, number)
            note(work.random, noted, play, np.int64(allowed))
            return play
        number -= may
    return -1


@compiled
def play_plain(work: Work, noted: Array, cards: np.uint64, led: np.uint64) -> Whole:
    """A play where nothing is wild, told as by `play_wild`."""
    allowed = cards & led
    if allowed == ZERO:
        allowed = cards
    card = numbered(allowed, choose(work.random, noted, bits(allowed)))
    play = 65 * card
    note(work.random, noted, play, np.int64(allowed))
    return play


@compiled
def play_trick(
    tables: Tables, work: Work, noted: Array, way: Whole, trump: Whole, leader: Whole, top: Whole
) -> Whole:
    """Play one trick; who wins it, or -1.  `top` is where the top card lay, -1 for any card."""
    players = len(work.hands)
    wilds = tables.wilds[way]
    quiet = ZERO if tables.ways[way, WILD_IN_SUIT] else wilds
    free = PACK_MASK
    led_suit = 0
    led = ZERO
    highest = -1
    winner = leader
    for step in range(players):
        seat = (leader + step) % players
        hand = work.hands[seat]
        cards = hand
        if top >= 0:
            cards = one_card(work.pack[top + (seat + players - np.int64(work.first[0])) % players])
        if wilds == ZERO:
            play = play_plain(work, noted, cards, led)
        else:
            play = play_wild(work, noted, cards, hand, (led, wilds, free, quiet))
            if play < 0:
                return -1
        card, face = play // 64, play % 64
        work.hands[seat] = hand & ~one_card(card)
        suit = face // 13
        wild = np.int64((one_card(card) & wilds) != ZERO)
        if wild:
            free &= ~one_card(face)
        if step == 0:
            led_suit = suit
            led = of_suit(suit) if tables.ways[way, FOLLOWS] else ZERO
        rank = tables.priorities[trump, suit]
        if rank > 0 or suit == led_suit:
            height = 32 * rank + 2 * tables.strengths[way, face % 13] + wild
            if height > highest:
                highest = height
                winner = seat
    return winner


@compiled
def settle_trump(tables: Tables, work: Work, noted: Array, way: Whole, turned: Whole) -> Whole:
    """The trump of a deal: settled by the rules, turned, or named by random choice."""
    rule = tables.ways[way, TRUMP_RULE]
    if rule == 0:
        return tables.ways[way, SETTLED_TRUMP]
    if rule == 1:
        return FIRST_SUIT + work.pack[turned] // 13
    many, first = (4, FIRST_SUIT) if rule == 2 else (24, FIRST_ORDER)
    trump = first + choose(work.random, noted, many)
    note(work.random, noted, trump, 0)
    return trump


@compiled
def make_bids(
    tables: Tables, work: Work, noted: Array, way: Whole, scene: Whole, bids: Array
) -> bool:
    """Fill in the bids; false where no bid is allowed."""
    players = len(bids)
    rule = tables.ways[way, BID_RULE]
    if rule != 0:
        bids[:] = tables.ways[way, FIXED_BID] if rule == 1 else -1
        return True
    total = 0
    for step in range(players):
        start = tables.scenes[scene, LIMITS]
        if step == players - 1:
            start += tables.scenes[scene, LIMIT_SPAN]
        allowed = tables.limits[start + total]
        if allowed == ZERO:
            return False
        bid = numbered(allowed, choose(work.random, noted, bits(allowed)))
        note(work.random, noted, bid, np.int64(allowed))
        bids[(work.first[0] + step) % players] = bid
        total += bid
    return True


@compiled
def score_deal(
    tables: Tables, work: Work, scene: Whole, bids: Array, tricks: Array, scores: Array, done: Array
) -> bool:
    """Fill in what every seat scores; false where the tables have no value."""
    players = len(bids)
    most = tricks.max()
    most_count = makers = total = 0
    for seat in range(players):
        most_count += tricks[seat] == most
        makers += tricks[seat] == bids[seat]
        total += bids[seat]
    row = tables.scenes[scene]
    common = row[SCORES] + row[MOST_STEP] * most + row[MOST_COUNT_STEP] * most_count
    common += row[MAKERS_STEP] * makers + row[BIDS_STEP] * total
    for seat in range(players):
        place = common + row[BID_STEP] * bids[seat] + row[TRICKS_STEP] * tricks[seat]
        place += row[POINTS_STEP] * work.points[seat]
        if place < 0 or place >= len(tables.scores) or tables.scores[place] == NO_VALUE:
            return False
        scores[seat] = tables.scores[place]
        done[seat] = tables.completed[place]
    return True


@compiled
def win_deal(scores: Array, first: Whole, any_points: Whole) -> Whole:
    """The seat that wins a deal: of those tied the first from the dealer's left."""
    players = len(scores)
    highest = scores.max()
    least = 1 if any_points and highest > 0 else highest
    for step in range(players):
        seat = (first + step) % players
        if scores[seat] >= least:
            return seat
    return first


@compiled
def play_cards(
    tables: Tables, work: Work, out: Outcome, match: Whole, deal: Whole, at: tuple[Whole, ...]
) -> bool:
    """Play every trick of a deal."""
    way, scene, trump, leader, cards = at
    players = len(work.hands)
    tricks = out.tricks[match, deal]
    noted = out.decisions[match]
    tricks[:] = 0
    work.points[:] = 0
    for trick in range(cards):
        top = trick * players if tables.ways[way, TOP_CARD] else -1
        leader = play_trick(tables, work, noted, way, trump, leader, top)
        if leader < 0:
            return False
        tricks[leader] += 1
        work.points[leader] += tables.values[tables.scenes[scene, VALUES] + trick]
        if trick < out.taken.shape[2]:
            out.taken[match, deal, trick] = leader
    return True


@compiled
def deal_cards(tables: Tables, work: Work, noted: Array, deal: Whole, dealer: Whole) -> Whole:
    """Pick the number of cards where there is a choice, shuffle and deal; how many cards."""
    players = len(work.hands)
    low, high = tables.sizes[deal, 0], tables.sizes[deal, 1]
    cards = low
    if high > low:
        cards = low + choose(work.random, noted, high - low + 1)
        note(work.random, noted, cards, 0)
    shuffle(work.random, work.pack, players * cards + 1)
    first = (dealer + 1) % players
    work.first[0] = first
    for step in range(players):
        hand = ZERO
        for place in range(cards):
            hand |= one_card(work.pack[step + place * players])
        work.hands[(first + step) % players] = hand
    return cards


@compiled
def play_deal(
    tables: Tables, work: Work, out: Outcome, match: Whole, deal: Whole, last: tuple[Whole, Whole]
) -> tuple[Whole, Whole]:
    """Play one deal; `last` is the dealer and the winner of the deal before.  The next such two."""
    dealer, winner = last
    players = len(work.hands)
    noted = out.decisions[match]
    cards = deal_cards(tables, work, noted, deal, dealer)
    first = work.first[0]
    way = tables.plain_ways[deal]
    caller = dealer
    called = 0
    if tables.ways[way, CALLED_BY] != 0:
        if tables.ways[way, CALLED_BY] == 2 and deal > 0:
            caller = winner
        called = choose(work.random, noted, tables.ways[way, CALLS])
        note(work.random, noted, called, 0)
        out.calls[match, deal] = called
        way = tables.ways[way, FIRST_CALLED] + called
    low, high = tables.sizes[deal, 0], tables.sizes[deal, 1]
    row = tables.first_scenes[deal] + called * (high - low + 1) + cards - low
    scene = tables.scene_numbers[row]
    trump = settle_trump(tables, work, noted, way, players * cards)
    bids, scores = out.bids[match, deal], out.scores[match, deal]
    leader = (first, dealer, caller)[tables.ways[way, LEADER]]
    out.cards[match, deal] = cards
    out.dealers[match, deal] = dealer
    out.trumps[match, deal] = trump
    good = make_bids(tables, work, noted, way, scene, bids)
    good = good and play_cards(tables, work, out, match, deal, (way, scene, trump, leader, cards))
    done = out.completed[match, deal]
    if not good or not score_deal(tables, work, scene, bids, out.tricks[match, deal], scores, done):
        return -1, -1
    winner = win_deal(scores, first, tables.ways[way, ANY_POINTS])
    out.deal_winners[match, deal] = winner
    return (winner if tables.ways[way, WINNER_DEALS] else first), winner


@compiled
def play_matches(
    tables: Tables, work: Work, out: Outcome, seed: tuple[np.uint64, np.uint64], first: Whole
) -> bool:
    """Play a block of matches, from that number on; false where the tables have no answer."""
    work.random[SEED_LOW], work.random[SEED_HIGH] = seed
    matches, deals = out.cards.shape
    for match in range(matches):
        work.random[MATCH] = np.uint64(first + match)
        work.random[NOTED] = ZERO
        last = (len(work.hands) - 1, 0)
        for deal in range(deals):
            work.random[DEAL] = np.uint64(deal + 1)
            work.random[DECISION] = ZERO
            last = play_deal(tables, work, out, match, deal, last)
            if last[0] < 0:
                return False
    return True

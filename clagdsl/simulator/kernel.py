"""One deal of one match, whatever its rules: the general way.

What is not allowed is never done, so nothing here judges; what the tables cannot answer ends the
block with a false result.  Every choice is made by number in the fixed order of legal actions.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

from clagdsl.simulator.arrays import (
    BID_RULE,
    CALLED_BY,
    CALLS,
    FIRST_CALLED,
    FIRST_ORDER,
    FIRST_SUIT,
    FIXED_BID,
    FOLLOWS,
    LANES,
    LEADER,
    LIMIT_SPAN,
    LIMITS,
    SETTLED_TRUMP,
    TOP_CARD,
    TRUMP_RULE,
    VALUES,
    WILD_IN_SUIT,
    Array,
    Course,
    Results,
    Tables,
    Whole,
    Word,
    Work,
)
from clagdsl.simulator.bits import ONE, ZERO, bits, lowest, numbered
from clagdsl.simulator.compiled import compiled
from clagdsl.simulator.results import end_deal

Masks: TypeAlias = tuple[Any, Any, Any, Any]

# The places of `Work.at`.
LANE: Final = 0
MATCH: Final = 1  # its place in the block
DECISION: Final = 2  # how many decisions of this deal are made
FIRST: Final = 3  # the seat on the dealer's left

PACK_MASK: Final = np.uint64((1 << 52) - 1)
SUIT_MASK: Final = np.uint64((1 << 13) - 1)
U32: Final = np.uint64(32)


@compiled
def choose(work: Work, course: Course | None, count: Whole) -> Whole:
    """Which of so many legal actions a random player picks, from 0."""
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
def one_card(card: Whole) -> Word:
    """The mask of one card."""
    return ONE << np.uint64(card)


@compiled
def of_suit(suit: Whole) -> Word:
    """The mask of one suit."""
    return SUIT_MASK << np.uint64(13 * suit)


@compiled
def owed(hand: Word, card: Whole, led: Word, wilds: Word) -> bool:
    """Whether a card of the suit led is owed when this card is played: another one is held."""
    others: bool = (hand & led & ~wilds & ~one_card(card)) != ZERO
    return others


@compiled
def faces(
    card: Whole,
    hand: Word,
    led: Word,
    wilds: Word,
    free: Word,
    quiet: Word,
) -> Word:
    """What a card may be played as.  `led` is the suit owed, `quiet` wilds that make no duty."""
    bound = led != ZERO and owed(hand, card, led, quiet)
    if one_card(card) & wilds:
        return free & led if bound else free
    if bound and (one_card(card) & led) == ZERO:
        return ZERO
    return one_card(card)


@compiled
def play_wild(work: Work, course: Course | None, cards: Word, hand: Word, masks: Masks) -> Whole:
    """A play where some cards are wild: 64 times the card, and what it stands for; -1 for none."""
    led, wilds, free, quiet = masks
    plain = cards & ~wilds
    if hand & led & ~quiet != ZERO:
        plain = plain & led
    count = bits(plain)
    allowed = plain
    left = cards & wilds
    while left != ZERO:
        card = lowest(left)
        left = left & (left - ONE)
        may = bits(faces(card, hand, led, wilds, free, quiet))
        count += may
        if may:
            allowed |= one_card(card)
    if count == 0:
        return -1
    number = choose(work, course, count)
    left = allowed
    while left != ZERO:
        card = lowest(left)
        left = left & (left - ONE)
        meant = one_card(card)
        if meant & wilds:
            meant = faces(card, hand, led, wilds, free, quiet)
        may = bits(meant)
        if number < may:
            play = 64 * card + numbered(meant, number)
            note(work, course, play, np.int64(allowed))
            return play
        number -= may
    return -1


@compiled
def play_plain(work: Work, course: Course | None, cards: Word, led: Word) -> Whole:
    """A play where nothing is wild, told as by `play_wild`."""
    allowed = cards & led
    if allowed == ZERO:
        allowed = cards
    card = numbered(allowed, choose(work, course, bits(allowed)))
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
    """Play one trick; who wins it, or -1.  `top` is where the top card lay, -1 for any card."""
    players = len(work.hands)
    wilds = tables.wilds[way]
    quiet = ZERO if tables.ways[way, WILD_IN_SUIT] else wilds
    follows = tables.ways[way, FOLLOWS]
    strengths, priorities = tables.strengths[way], tables.priorities[trump]
    free = PACK_MASK
    led_suit = 0
    led = ZERO
    highest = -1
    winner = leader
    seat = leader
    for step in range(players):
        hand = work.hands[seat]
        cards = hand
        if top >= 0:
            from_first = seat - work.at[FIRST]
            cards = one_card(work.pack[top + from_first + (players if from_first < 0 else 0)])
        if cards & wilds == ZERO:
            play = play_plain(work, course, cards, led)
        else:
            play = play_wild(work, course, cards, hand, (led, wilds, free, quiet))
        if play < 0:
            return -1
        card, face = play >> 6, play & 63
        work.hands[seat] = hand & ~one_card(card)
        suit = face // 13
        wild = np.int64((one_card(card) & wilds) != ZERO)
        if wild:
            free &= ~one_card(face)
        if step == 0:
            led_suit = suit
            led = of_suit(suit) if follows else ZERO
        rank = priorities[suit]
        if rank > 0 or suit == led_suit:
            height = 32 * rank + 2 * strengths[face - 13 * suit] + wild
            if height > highest:
                highest = height
                winner = seat
        seat += 1
        if seat == players:
            seat = 0
    return winner


@compiled
def settle_trump(
    tables: Tables, work: Work, course: Course | None, way: Whole, turned: Whole
) -> Whole:
    """The trump of a deal: settled by the rules, turned, or named by random choice."""
    rule = tables.ways[way, TRUMP_RULE]
    if rule == 0:
        return tables.ways[way, SETTLED_TRUMP]
    if rule == 1:
        return FIRST_SUIT + work.pack[turned] // 13
    many, first = (4, FIRST_SUIT) if rule == 2 else (24, FIRST_ORDER)
    trump = first + choose(work, course, many)
    note(work, course, trump, 0)
    return trump


@compiled
def make_bids(tables: Tables, work: Work, course: Course | None, way: Whole, scene: Whole) -> bool:
    """Fill in the bids; false where no bid is allowed."""
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
        bid = numbered(allowed, choose(work, course, bits(allowed)))
        note(work, course, bid, np.int64(allowed))
        work.bids[seat] = bid
        total += bid
        seat = seat + 1 if seat + 1 < players else 0
    return True


@compiled
def play_cards(
    tables: Tables, work: Work, course: Course | None, deal: Whole, at: tuple[Whole, ...]
) -> bool:
    """Play every trick of a deal."""
    match = work.at[MATCH]
    way, scene, trump, leader, cards = at
    players = len(work.hands)
    first_value = tables.scenes[scene, VALUES]
    top_card = tables.ways[way, TOP_CARD]
    for seat in range(players):
        work.tricks[seat] = 0
        work.points[seat] = 0
    for trick in range(cards):
        top = trick * players if top_card else -1
        leader = play_trick(tables, work, course, way, trump, leader, top)
        if leader < 0:
            return False
        work.tricks[leader] += 1
        work.points[leader] += tables.values[first_value + trick]
        if course is not None:
            course.taken[match, deal, trick] = leader
    return True


@compiled
def pick_cards(tables: Tables, work: Work, course: Course | None, deal: Whole) -> Whole:
    """How many cards are dealt to each, picked where there is a choice."""
    low, high = tables.sizes[deal, 0], tables.sizes[deal, 1]
    cards = low
    if high > low:
        cards = low + choose(work, course, high - low + 1)
        note(work, course, cards, 0)
    return cards


@compiled
def deal_cards(work: Work, pack: Array, cards: Whole) -> None:
    """Deal so many cards to each from a pack of this lane, and keep what lies after them."""
    players = len(work.hands)
    for seat in range(players):
        work.hands[seat] = ZERO
    lane, seat = work.at[LANE], work.at[FIRST]
    for place in range(players * cards):
        card = np.int64(pack[place * LANES + lane])
        work.pack[place] = card
        work.hands[seat] |= one_card(card)
        seat = seat + 1 if seat + 1 < players else 0
    if players * cards < len(work.pack):
        work.pack[players * cards] = pack[players * cards * LANES + lane]


@compiled
def call(
    tables: Tables, work: Work, course: Course | None, out: Results, deal: Whole
) -> tuple[Whole, Whole, Whole]:
    """The way of a deal after what is called, the number of the call, and who calls."""
    match = work.at[MATCH]
    way, caller, called = tables.plain_ways[deal], work.dealers[match], 0
    if tables.ways[way, CALLED_BY] != 0:
        if tables.ways[way, CALLED_BY] == 2 and deal > 0:
            caller = work.winners[match]
        called = choose(work, course, tables.ways[way, CALLS])
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
    way, called, caller = call(tables, work, course, out, deal)
    low, high = tables.sizes[deal, 0], tables.sizes[deal, 1]
    row = tables.first_scenes[deal] + called * (high - low + 1) + cards - low
    scene = tables.scene_numbers[row]
    trump = settle_trump(tables, work, course, way, players * cards)
    leads = tables.ways[way, LEADER]
    leader = first if leads == 0 else dealer if leads == 1 else caller
    out.cards[deal, match] = cards
    out.trumps[deal, match] = trump
    if not make_bids(tables, work, course, way, scene):
        return False
    if not play_cards(tables, work, course, deal, (way, scene, trump, leader, cards)):
        return False
    return end_deal(tables, work, out, match, (deal, way, scene))

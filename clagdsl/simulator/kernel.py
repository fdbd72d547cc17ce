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
    NAMED_BY,
    SETTLED_TRUMP,
    TOP_CARD,
    TRUMP_RULE,
    VALUES,
    WILD_IN_SUIT,
    Array,
    Outcome,
    Tables,
    Whole,
    Work,
)
from clagdsl.simulator.bits import ONE, ZERO, bits, lowest, numbered
from clagdsl.simulator.compiled import compiled
from clagdsl.simulator.masks import PACK_MASK, faces, of_suit, one_card
from clagdsl.simulator.results import end_deal
from clagdsl.simulator.seats import (
    look_round,
    pick_bid,
    pick_call,
    pick_cards,
    pick_play,
    pick_trump,
)

Masks: TypeAlias = tuple[Any, Any, Any, Any]

# The places of `Work.at`.
LANE: Final = 0
DECISION: Final = 1  # how many decisions of this deal are made
FIRST: Final = 2  # the seat on the dealer's left

U32: Final = np.uint64(32)


@compiled
def choose(work: Work, noted: Array, count: Whole, wanted: Whole) -> Whole:
    """Which of so many legal actions is picked, from 0: the one wanted, at random where it is -1.

    Where there is room in `noted`, it keeps the count and the number picked.
    """
    lane = work.at[LANE]
    picked = wanted
    if wanted < 0:
        word = np.uint64(work.words[work.at[DECISION] * LANES + lane])
        picked = np.int64((word * np.uint64(count)) >> U32)
    work.at[DECISION] += 1
    if noted.shape[0]:
        noted[work.noted[lane], 0] = count
        noted[work.noted[lane], 1] = picked
        work.noted[lane] += 1
    return picked


@compiled
def note(work: Work, noted: Array, action: Whole, allowed: Whole) -> None:
    """Keep the action that was picked and what was allowed, with the choice just made."""
    if noted.shape[0]:
        place = work.noted[work.at[LANE]] - 1
        noted[place, 2] = action
        noted[place, 3] = allowed


@compiled
def play_wild(
    work: Work, noted: Array, cards: np.uint64, hand: np.uint64, masks: Masks, wanted: Whole
) -> Whole:
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
    number = choose(work, noted, count, wanted)
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
            note(work, noted, play, np.int64(allowed))
            return play
        number -= may
    return -1


@compiled
def play_plain(work: Work, noted: Array, cards: np.uint64, led: np.uint64, wanted: Whole) -> Whole:
    """A play where nothing is wild, told as by `play_wild`."""
    allowed = cards & led
    if allowed == ZERO:
        allowed = cards
    card = numbered(allowed, choose(work, noted, bits(allowed), wanted))
    play = 65 * card
    note(work, noted, play, np.int64(allowed))
    return play


@compiled
def play_trick(
    tables: Tables, work: Work, noted: Array, way: Whole, trump: Whole, leader: Whole, top: Whole
) -> Whole:
    """Play one trick; who wins it, or -1.  `top` is where the top card lay, -1 for any card."""
    players = len(work.hands)
    wilds = tables.wilds[way]
    quiet = ZERO if tables.ways[way, WILD_IN_SUIT] else wilds
    follows = tables.ways[way, FOLLOWS]
    strengths, priorities = tables.strengths[way], tables.priorities[trump]
    free = PACK_MASK
    led_suit = -1
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
        begun = (led_suit, highest, players - 1 - step, free)
        wanted = pick_play(work.policies, tables, work, (way, trump, seat), begun, cards)
        if cards & wilds == ZERO:
            play = play_plain(work, noted, cards, led, wanted)
        else:
            play = play_wild(work, noted, cards, hand, (led, wilds, free, quiet), wanted)
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
    tables: Tables, work: Work, noted: Array, way: Whole, scene: Whole, turned: Whole, caller: Whole
) -> Whole:
    """The trump of a deal: settled by the rules, turned, or named."""
    rule = tables.ways[way, TRUMP_RULE]
    if rule == 0:
        return tables.ways[way, SETTLED_TRUMP]
    if rule == 1:
        return FIRST_SUIT + work.pack[turned] // 13
    many, first = (4, FIRST_SUIT) if rule == 2 else (24, FIRST_ORDER)
    namer = caller if tables.ways[way, NAMED_BY] else work.dealers[work.at[LANE]]
    cards = turned // len(work.hands)
    wanted = pick_trump(work.policies, tables, work, (way, scene, namer, cards), first, many)
    trump = first + choose(work, noted, many, wanted)
    note(work, noted, trump, 0)
    return trump


@compiled
def make_bids(tables: Tables, work: Work, noted: Array, at: tuple[Whole, ...], bids: Array) -> bool:
    """Fill in the bids; false where no bid is allowed."""
    way, scene, trump, _, cards = at
    players = len(bids)
    rule = tables.ways[way, BID_RULE]
    if rule != 0:
        bids[:] = tables.ways[way, FIXED_BID] if rule == 1 else -1
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
        bidding = (scene, cards, total, players - 1 - step)
        wanted = pick_bid(work.policies, tables, work, (way, trump, seat), bidding, allowed)
        bid = numbered(allowed, choose(work, noted, bits(allowed), wanted))
        note(work, noted, bid, np.int64(allowed))
        bids[seat] = bid
        total += bid
        seat = seat + 1 if seat + 1 < players else 0
    return True


@compiled
def play_cards(
    tables: Tables, work: Work, out: Outcome, match: Whole, deal: Whole, at: tuple[Whole, ...]
) -> bool:
    """Play every trick of a deal."""
    way, scene, trump, leader, cards = at
    players = len(work.hands)
    tricks = out.tricks[match, deal]
    noted = out.decisions[match]
    first_value = tables.scenes[scene, VALUES]
    top_card = tables.ways[way, TOP_CARD]
    for seat in range(players):
        tricks[seat] = 0
        work.points[seat] = 0
    for trick in range(cards):
        top = trick * players if top_card else -1
        look_round(work.policies, work, (scene, cards, trick), out.bids[match, deal], tricks)
        leader = play_trick(tables, work, noted, way, trump, leader, top)
        if leader < 0:
            return False
        tricks[leader] += 1
        work.points[leader] += tables.values[first_value + trick]
        if trick < out.taken.shape[2]:
            out.taken[match, deal, trick] = leader
    return True


@compiled
def deal_cards(tables: Tables, work: Work, noted: Array, deal: Whole) -> Whole:
    """Pick the number of cards where there is a choice, and deal; how many cards."""
    players = len(work.hands)
    low, high = tables.sizes[deal, 0], tables.sizes[deal, 1]
    cards = low
    if high > low:
        wanted = pick_cards(work.policies, tables, work, deal)
        cards = low + choose(work, noted, high - low + 1, wanted)
        note(work, noted, cards, 0)
    for seat in range(players):
        work.hands[seat] = ZERO
    lane, seat = work.at[LANE], work.at[FIRST]
    for place in range(players * cards):
        card = np.int64(work.cards[place * LANES + lane])
        work.pack[place] = card
        work.hands[seat] |= one_card(card)
        seat = seat + 1 if seat + 1 < players else 0
    if players * cards < len(work.pack):
        work.pack[players * cards] = work.cards[players * cards * LANES + lane]
    return cards


@compiled
def call(
    tables: Tables, work: Work, out: Outcome, match: Whole, deal: Whole, cards: Whole
) -> tuple[Whole, Whole, Whole]:
    """The way of a deal after what is called, the number of the call, and who calls."""
    lane = work.at[LANE]
    way, caller, called = tables.plain_ways[deal], work.dealers[lane], 0
    if tables.ways[way, CALLED_BY] != 0:
        noted = out.decisions[match]
        if tables.ways[way, CALLED_BY] == 2 and deal > 0:
            caller = work.winners[lane]
        wanted = pick_call(work.policies, tables, work, caller, deal, cards)
        called = choose(work, noted, tables.ways[way, CALLS], wanted)
        note(work, noted, called, 0)
        out.calls[match, deal] = called
        way = tables.ways[way, FIRST_CALLED] + called
    return way, called, caller


@compiled
def play_deal(
    tables: Tables, work: Work, out: Outcome, match: Whole, deal: Whole, lane: Whole
) -> bool:
    """Play one deal of one match, whose words and cards are in that lane; false where stuck."""
    players = len(work.hands)
    dealer = work.dealers[lane]
    first = dealer + 1 if dealer + 1 < players else 0
    work.at[LANE], work.at[DECISION], work.at[FIRST] = lane, 0, first
    noted = out.decisions[match]
    cards = deal_cards(tables, work, noted, deal)
    way, called, caller = call(tables, work, out, match, deal, cards)
    low, high = tables.sizes[deal, 0], tables.sizes[deal, 1]
    row = tables.first_scenes[deal] + called * (high - low + 1) + cards - low
    scene = tables.scene_numbers[row]
    trump = settle_trump(tables, work, noted, way, scene, players * cards, caller)
    leads = tables.ways[way, LEADER]
    leader = first if leads == 0 else dealer if leads == 1 else caller
    out.cards[match, deal] = cards
    out.trumps[match, deal] = trump
    at = (way, scene, trump, leader, cards)
    if not make_bids(tables, work, noted, at, out.bids[match, deal]):
        return False
    if not play_cards(tables, work, out, match, deal, at):
        return False
    return end_deal(tables, work, out, (match, deal, way, scene, lane))

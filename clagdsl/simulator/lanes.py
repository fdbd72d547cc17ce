"""Ordinary deals of many matches in step: no branch depends on a match.

One lane is one match, as in `words`.  A card is a bit of a word of 64: sixteen for each suit, the
first suit on top, in it the highest rank on top, so that the higher of two cards of a suit is the
larger number.  Seats count from the dealer's left; hands turn with the lead, so that row 0 leads.
All rows lie in one array at known distances, which lets a compiler see that none overlap.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from clagdsl.simulator.arrays import FIRST_SUIT, MOST_LANE_CARDS, Array, Whole
from clagdsl.simulator.bits import wide_bits
from clagdsl.simulator.compiled import compiled
from clagdsl.simulator.words import EVERY_LANE, U32

# The rows.
FOLLOW: Final = np.uint64(0)
HIGHEST: Final = np.uint64(1)
WINNER: Final = np.uint64(2)
ALLOWED: Final = np.uint64(3)
TRUMP: Final = np.uint64(4)
LEADER: Final = np.uint64(5)
WON: Final = np.uint64(6)
TOTAL: Final = np.uint64(7)
PLAYED: Final = np.uint64(8)
HANDS: Final = np.uint64(16)
OTHER_HANDS: Final = np.uint64(24)
BIDS: Final = np.uint64(32)

FEW: Final = 3
SOME: Final = 7

ZERO: Final = np.uint64(0)
ONE: Final = np.uint64(1)
THREE: Final = np.uint64(3)
SUIT_BITS: Final = np.uint64(48)
SUIT: Final = np.uint64(0xFFFF)
TRUMPS_WIN: Final = np.uint64(1 << 63)


@compiled
def clear(lanes: Array, row: Whole) -> None:
    """Nothing in a row."""
    start = np.uint64(row) * EVERY_LANE
    for lane in range(EVERY_LANE):
        lanes[start + lane] = ZERO


@compiled
def fill(lanes: Array, row: Whole, figure: np.uint64) -> None:
    """The same figure in a whole row."""
    start = np.uint64(row) * EVERY_LANE
    for lane in range(EVERY_LANE):
        lanes[start + lane] = figure


@compiled
def find_bits(cards: Array, shifts: Array, place: Whole) -> None:
    """Which bit the card at a place is."""
    start = np.uint64(place) * EVERY_LANE
    for lane in range(EVERY_LANE):
        card = cards[start + lane]
        suits = np.uint8(card >= 13) + np.uint8(card >= 26) + np.uint8(card >= 39)
        shifts[start + lane] = np.uint8(60 - card - 3 * suits)


@compiled
def deal_card(shifts: Array, place: Whole, lanes: Array, row: Whole) -> None:
    """Add the card at a place to a hand."""
    start = np.uint64(place) * EVERY_LANE
    hand = np.uint64(row) * EVERY_LANE
    for lane in range(EVERY_LANE):
        lanes[hand + lane] |= ONE << np.uint64(shifts[start + lane])


@compiled
def turn_trump(shifts: Array, place: Whole, lanes: Array) -> None:
    """The suit of the card at a place is trump."""
    start = np.uint64(place) * EVERY_LANE
    row = TRUMP * EVERY_LANE
    for lane in range(EVERY_LANE):
        lanes[row + lane] = SUIT << (np.uint64(shifts[start + lane]) & SUIT_BITS)


@compiled
def name_trump(words: Array, lanes: Array) -> None:
    """A suit picked by the first word is trump."""
    row = TRUMP * EVERY_LANE
    for lane in range(EVERY_LANE):
        suit = (np.uint64(words[lane]) << np.uint64(2)) >> U32
        lanes[row + lane] = SUIT << (SUIT_BITS - (suit << np.uint64(4)))


@compiled
def fix_trump(trump: Whole, lanes: Array) -> None:
    """The trump that the rules settle, or none."""
    row = TRUMP * EVERY_LANE
    mask = ZERO
    if trump >= FIRST_SUIT:
        mask = SUIT << np.uint64(48 - 16 * (trump - FIRST_SUIT))
    for lane in range(EVERY_LANE):
        lanes[row + lane] = mask


@compiled
def look_up_limits(limits: Array, first: Whole, lanes: Array) -> None:
    """The bids that are allowed after those made."""
    row = ALLOWED * EVERY_LANE
    total = TOTAL * EVERY_LANE
    start = np.uint64(first)
    for lane in range(EVERY_LANE):
        lanes[row + lane] = limits[start + lanes[total + lane]]


@compiled
def bid_some(words: Array, word: Whole, lanes: Array, seat: Whole) -> None:
    """One seat's bid from its word, where at most eight bids are allowed; 64 where none is."""
    start = np.uint64(word) * EVERY_LANE
    row = (BIDS + np.uint64(seat)) * EVERY_LANE
    allowed = ALLOWED * EVERY_LANE
    total = TOTAL * EVERY_LANE
    for lane in range(EVERY_LANE):
        mask = lanes[allowed + lane]
        number = (np.uint64(words[start + lane]) * wide_bits(mask)) >> U32
        for step in range(SOME):
            mask = mask & (mask - ONE) if number > np.uint64(step) else mask
        bid = wide_bits((mask & (~mask + ONE)) - ONE)
        lanes[row + lane] = bid
        lanes[total + lane] += bid


@compiled
def bid_many(words: Array, word: Whole, lanes: Array, seat: Whole) -> None:
    """As `bid_some` for up to fourteen bids."""
    start = np.uint64(word) * EVERY_LANE
    row = (BIDS + np.uint64(seat)) * EVERY_LANE
    allowed = ALLOWED * EVERY_LANE
    total = TOTAL * EVERY_LANE
    for lane in range(EVERY_LANE):
        mask = lanes[allowed + lane]
        number = (np.uint64(words[start + lane]) * wide_bits(mask)) >> U32
        for step in range(MOST_LANE_CARDS):
            mask = mask & (mask - ONE) if number > np.uint64(step) else mask
        bid = wide_bits((mask & (~mask + ONE)) - ONE)
        lanes[row + lane] = bid
        lanes[total + lane] += bid


@compiled
def pick_last(mask: np.uint64, _word: np.uint64) -> np.uint64:
    """The only card of a set."""
    return mask


@compiled
def pick_few(mask: np.uint64, word: np.uint64) -> np.uint64:
    """The card of a set of at most four that a word picks."""
    count = wide_bits(mask)
    number = count - ONE - ((word * count) >> U32)
    for step in range(FEW):
        mask = mask & (mask - ONE) if number > np.uint64(step) else mask
    return mask & (~mask + ONE)


@compiled
def pick_some(mask: np.uint64, word: np.uint64) -> np.uint64:
    """The card of a set of at most seven that a word picks."""
    count = wide_bits(mask)
    number = count - ONE - ((word * count) >> U32)
    for step in range(SOME - 1):
        mask = mask & (mask - ONE) if number > np.uint64(step) else mask
    return mask & (~mask + ONE)


@compiled
def pick_many(mask: np.uint64, word: np.uint64) -> np.uint64:
    """The card of a set of at most thirteen that a word picks."""
    count = wide_bits(mask)
    number = count - ONE - ((word * count) >> U32)
    for step in range(MOST_LANE_CARDS - 1):
        mask = mask & (mask - ONE) if number > np.uint64(step) else mask
    return mask & (~mask + ONE)


@compiled
def may_play(lanes: Array, lane: np.uint64, hand: np.uint64) -> np.uint64:
    """The cards that may be played to the suit led."""
    held = lanes[hand + lane]
    allowed = held & lanes[FOLLOW * EVERY_LANE + lane]
    return held if allowed == ZERO else allowed


@compiled
def lead(lanes: Array, lane: np.uint64, hand: np.uint64, card: np.uint64) -> None:
    """Lead a card."""
    held = lanes[hand + lane]
    trump = card & lanes[TRUMP * EVERY_LANE + lane]
    lanes[hand + lane] = held ^ card
    lanes[ALLOWED * EVERY_LANE + lane] = held
    lanes[PLAYED * EVERY_LANE + lane] = card
    lanes[FOLLOW * EVERY_LANE + lane] = SUIT << (wide_bits(card - ONE) & SUIT_BITS)
    lanes[HIGHEST * EVERY_LANE + lane] = card | TRUMPS_WIN if trump != ZERO else card
    lanes[WINNER * EVERY_LANE + lane] = ZERO


@compiled
def follow(
    lanes: Array, lane: np.uint64, hand: np.uint64, card: np.uint64, allowed: np.uint64, step: Whole
) -> None:
    """Play a card to a trick, so many steps after the lead."""
    trumps = lanes[TRUMP * EVERY_LANE + lane]
    highest = lanes[HIGHEST * EVERY_LANE + lane]
    winner = lanes[WINNER * EVERY_LANE + lane]
    height = card & (lanes[FOLLOW * EVERY_LANE + lane] | trumps)
    height = height | TRUMPS_WIN if (card & trumps) != ZERO else height
    lanes[hand + lane] = lanes[hand + lane] ^ card
    lanes[ALLOWED * EVERY_LANE + lane] = allowed
    lanes[PLAYED * EVERY_LANE + lane] = card
    lanes[WINNER * EVERY_LANE + lane] = np.uint64(step) if height > highest else winner
    lanes[HIGHEST * EVERY_LANE + lane] = height if height > highest else highest


@compiled
def play_last(words: Array, word: Whole, lanes: Array, seat: Whole, step: Whole) -> None:
    """Lead from a hand of one card, or play to a trick so many steps later."""
    start = np.uint64(word) * EVERY_LANE
    hand = np.uint64(seat) * EVERY_LANE
    if step == 0:
        for lane in range(EVERY_LANE):
            card = pick_last(lanes[hand + lane], np.uint64(words[start + lane]))
            lead(lanes, lane, hand, card)
    else:
        for lane in range(EVERY_LANE):
            allowed = may_play(lanes, lane, hand)
            card = pick_last(allowed, np.uint64(words[start + lane]))
            follow(lanes, lane, hand, card, allowed, step)


@compiled
def play_few(words: Array, word: Whole, lanes: Array, seat: Whole, step: Whole) -> None:
    """Lead from a hand of at most four cards, or play to a trick so many steps later."""
    start = np.uint64(word) * EVERY_LANE
    hand = np.uint64(seat) * EVERY_LANE
    if step == 0:
        for lane in range(EVERY_LANE):
            card = pick_few(lanes[hand + lane], np.uint64(words[start + lane]))
            lead(lanes, lane, hand, card)
    else:
        for lane in range(EVERY_LANE):
            allowed = may_play(lanes, lane, hand)
            card = pick_few(allowed, np.uint64(words[start + lane]))
            follow(lanes, lane, hand, card, allowed, step)


@compiled
def play_some(words: Array, word: Whole, lanes: Array, seat: Whole, step: Whole) -> None:
    """Lead from a hand of at most seven cards, or play to a trick so many steps later."""
    start = np.uint64(word) * EVERY_LANE
    hand = np.uint64(seat) * EVERY_LANE
    if step == 0:
        for lane in range(EVERY_LANE):
            card = pick_some(lanes[hand + lane], np.uint64(words[start + lane]))
            lead(lanes, lane, hand, card)
    else:
        for lane in range(EVERY_LANE):
            allowed = may_play(lanes, lane, hand)
            card = pick_some(allowed, np.uint64(words[start + lane]))
            follow(lanes, lane, hand, card, allowed, step)


@compiled
def play_many(words: Array, word: Whole, lanes: Array, seat: Whole, step: Whole) -> None:
    """Lead from a hand of at most thirteen cards, or play to a trick so many steps later."""
    start = np.uint64(word) * EVERY_LANE
    hand = np.uint64(seat) * EVERY_LANE
    if step == 0:
        for lane in range(EVERY_LANE):
            card = pick_many(lanes[hand + lane], np.uint64(words[start + lane]))
            lead(lanes, lane, hand, card)
    else:
        for lane in range(EVERY_LANE):
            allowed = may_play(lanes, lane, hand)
            card = pick_many(allowed, np.uint64(words[start + lane]))
            follow(lanes, lane, hand, card, allowed, step)


@compiled
def end_trick(lanes: Array, players: Whole) -> None:
    """Who wins leads next; a byte for each seat counts its tricks."""
    seats = np.uint64(players)
    for lane in range(EVERY_LANE):
        leader = lanes[LEADER * EVERY_LANE + lane] + lanes[WINNER * EVERY_LANE + lane]
        leader = leader - seats if leader >= seats else leader
        lanes[LEADER * EVERY_LANE + lane] = leader
        lanes[WON * EVERY_LANE + lane] += ONE << (leader << THREE)


@compiled
def turn_hand(lanes: Array, to: np.uint64, stays: np.uint64, comes: np.uint64, bit: Whole) -> None:
    """A row takes one hand or the other, by one bit of how far the lead moves."""
    start, first, other = to * EVERY_LANE, stays * EVERY_LANE, comes * EVERY_LANE
    mask = np.uint64(bit)
    for lane in range(EVERY_LANE):
        one, two = lanes[first + lane], lanes[other + lane]
        moves = lanes[WINNER * EVERY_LANE + lane] & mask
        lanes[start + lane] = two if moves != ZERO else one

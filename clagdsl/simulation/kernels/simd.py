"""Ordinary deals of many matches in step: no branch depends on a match.

One lane is one match, as in `philox_lanes`.  A card is a bit of a word of 64: sixteen for each
suit, the first suit on top, in it the highest rank on top, so that the higher of two cards of a
suit is the larger number.  The bit on top is left for trumps, the lowest three for who played a
card.  Seats count from the dealer's left; hands turn with the lead, so that the first row leads.
All rows lie in one array at known distances, which lets a compiler see that none overlap; what fits
in a byte lies in another such array.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.kernels.bits import byte_bits, wide_bits
from clagdsl.simulation.kernels.philox_lanes import EVERY_LANE, HIGH_HALF, LOW_HALF, U2
from clagdsl.simulation.kernels.philox_rounds import MASK, picked_by, picked_by_halves
from clagdsl.simulation.kernels.trick_rules import plays_in_step
from clagdsl.simulation.lowering.arrays import (
    BIDS_STEP,
    CONTRACT,
    CONTRACT_BITS,
    FIRST_SUIT,
    MAKERS_STEP,
    MOST_COUNT_STEP,
    MOST_LANE_POINTS,
    MOST_STEP,
    NO_VALUE,
    Array,
    Byte,
    Lanes,
    Whole,
    Word,
)
from clagdsl.simulation.lowering.lane_tables import GAP
from clagdsl.simulation.lowering.layout import SUIT_SIZE, SUITS

# The rows.
FOLLOW: Final = np.uint64(0)
HIGHEST: Final = np.uint64(1)
TRUMP: Final = np.uint64(2)
LEADS: Final = np.uint64(3)
WON: Final = np.uint64(4)
TOTAL: Final = np.uint64(5)
ALLOWED: Final = np.uint64(6)
HELD: Final = np.uint64(7)
MOST: Final = np.uint64(10)
MOST_COUNT: Final = np.uint64(11)
MAKERS: Final = np.uint64(12)
TRUMP_NUMBER: Final = np.uint64(13)
# These only where tricks are played in full, see `lane_tricks`.
CARD: Final = np.uint64(15)
BEST_CARD: Final = np.uint64(16)
KEY: Final = np.uint64(17)
HIGHER: Final = np.uint64(18)
LAIN: Final = np.uint64(19)
KEPT: Final = np.uint64(20)
TURNS: Final = np.uint64(21)
WORTH: Final = np.uint64(22)
WILD_LAIN: Final = np.uint64(23)
# Of each seat one, from here on.
HANDS: Final = np.uint64(32)
OTHER_HANDS: Final = np.uint64(40)
FURTHER: Final = np.uint64(48)
POINTS: Final = np.uint64(56)

# The rows of bytes; of each seat one, from the last two on.
BEST_SEAT: Final = np.uint64(0)
MAY_BID: Final = np.uint64(1)
BID_NUMBER: Final = np.uint64(2)
BIDS: Final = np.uint64(8)
TRICKS: Final = np.uint64(16)

# Where the suits after the second begin in the pack.
THIRD: Final = 2 * SUIT_SIZE
FOURTH: Final = 3 * SUIT_SIZE

FEW: Final = 3
SOME: Final = 7

NOTHING: Final = np.uint8(0)
BYTE_ONE: Final = np.uint8(1)
LOW_FOUR: Final = np.uint8(0b00001111)
LOW_TWOS: Final = np.uint8(0b00110011)
LOW_ONES: Final = np.uint8(0b01010101)
ZERO: Final = np.uint64(0)
ONE: Final = np.uint64(1)
THREE: Final = np.uint64(3)
LAST_SUIT: Final = np.uint64(FIRST_SUIT + SUITS - 1)
FOUR: Final = np.uint64(4)
THIRTY_TWO: Final = np.uint64(32)
HALVINGS: Final = 6
LEAST_ENTRY: Final = np.int32(-MOST_LANE_POINTS << CONTRACT_BITS)
NO_SCORE: Final = np.int32(NO_VALUE)
NOBODY_BIDS: Final = np.uint8(64)
"""Stands for the bid of a seat that may make none."""
SUIT_BITS: Final = np.uint64(48)
SUIT: Final = np.uint64(0xFFFF)
TRUMPS_WIN: Final = np.uint64(1 << 63)
STEPS: Final = np.uint64(7)


class LaneDeal(NamedTuple):
    """A deal as every lane plays it, and the matches of the block that are in the lanes."""

    number: Whole  # its place in the schedule, from 0
    way: Whole
    scene: Whole
    players: Whole
    cards: Whole
    bidder: Whole  # who bids first, counted from the dealer's left
    leader: Whole  # who leads first, -1 where the highest bidder does
    word: Whole  # how many decisions were made before those of the lanes
    start: Whole  # where in the results their part begins
    count: Whole  # how many of the lanes are in use
    in_order: bool  # whether all are, by matches that follow each other


@compiled
def fill(lanes: Array, row: Whole, figure: Word) -> None:
    """The same figure in a whole row."""
    start = np.uint64(row) * EVERY_LANE
    for lane in range(EVERY_LANE):
        lanes[start + lane] = figure


@compiled
def fill_small(small: Array, row: Word, figure: Byte) -> None:
    """The same figure in a whole row."""
    for lane in range(EVERY_LANE):
        small[row * EVERY_LANE + lane] = figure


@compiled
def pick_numbers(halves: Array, word: Whole, small: Array, row: Word) -> None:
    """Which of as many things as stand in a row of bytes is picked by a word; into the same row."""
    low = U2 * np.uint64(word) * EVERY_LANE + LOW_HALF
    high = U2 * np.uint64(word) * EVERY_LANE + HIGH_HALF
    for lane in range(EVERY_LANE):
        many = np.uint16(small[row * EVERY_LANE + lane])
        picked = picked_by_halves(halves[low + U2 * lane], halves[high + U2 * lane], many)
        small[row * EVERY_LANE + lane] = np.uint8(picked)


@compiled
def bit_numbered(mask: Byte, number: Byte) -> Byte:
    """The bit of that number among those set, from the lowest: by halves."""
    mask, number = half_with(mask, number, LOW_FOUR)
    mask, number = half_with(mask, number, LOW_TWOS)
    mask, number = half_with(mask, number, LOW_ONES)
    return mask


@compiled
def half_with(mask: Byte, number: Byte, low: Byte) -> tuple[Byte, Byte]:
    """The half of the bits in which that of a number is, and its number there."""
    lower_half = np.uint8(mask & low)
    many = byte_bits(lower_half)
    above = number >= many
    left = np.uint8(number - many) if above else number
    return np.uint8(mask ^ lower_half) if above else lower_half, left


@compiled
def bit_of(card: Byte) -> Byte:
    """Which bit a card is."""
    first = np.uint8(card < SUIT_SIZE)
    suits = np.uint8(card >= SUIT_SIZE) + np.uint8(card >= THIRD) + np.uint8(card >= FOURTH)
    return np.uint8(63 - card - GAP * suits - first)


@compiled
def find_bits(cards: Array, shifts: Array, place: Whole) -> None:
    """Which bit the card at a place is."""
    start = np.uint64(place) * EVERY_LANE
    for lane in range(EVERY_LANE):
        shifts[start + lane] = bit_of(cards[start + lane])


@compiled
def deal_card(shifts: Array, place: Whole, lanes: Array, row: Whole) -> None:
    """Add the card at a place to a hand."""
    start = np.uint64(place) * EVERY_LANE
    hand = np.uint64(row) * EVERY_LANE
    for lane in range(EVERY_LANE):
        lanes[hand + lane] |= ONE << np.uint64(shifts[start + lane])


@compiled
def deal_pair(shifts: Array, place: Whole, other: Whole, lanes: Array, row: Whole) -> None:
    """Add the cards at two places to a hand."""
    start, second = np.uint64(place) * EVERY_LANE, np.uint64(other) * EVERY_LANE
    hand = np.uint64(row) * EVERY_LANE
    for lane in range(EVERY_LANE):
        card = ONE << np.uint64(shifts[start + lane])
        lanes[hand + lane] |= card | (ONE << np.uint64(shifts[second + lane]))


@compiled
def turn_trump(shifts: Array, place: Whole, lanes: Array) -> None:
    """The suit of the card at a place is trump."""
    start = np.uint64(place) * EVERY_LANE
    row = TRUMP_NUMBER * EVERY_LANE
    for lane in range(EVERY_LANE):
        lanes[row + lane] = LAST_SUIT - (np.uint64(shifts[start + lane]) >> FOUR)


@compiled
def name_trump(
    words: Array, word: Whole, lanes: Array, first: Whole, count: Whole, or_none: Whole
) -> None:
    """One of so many trumps is picked by a word; the last is none where none may be named."""
    start = np.uint64(word) * EVERY_LANE
    row = TRUMP_NUMBER * EVERY_LANE
    many, lowest_number = np.uint64(count), np.uint64(first)
    none = many - ONE if or_none else many
    for lane in range(EVERY_LANE):
        number = picked_by(np.uint64(words[start + lane]), many)
        lanes[row + lane] = ZERO if number == none else lowest_number + number


@compiled
def find_trumps(lanes: Array) -> None:
    """The cards of the trump suit: none without one, or under an order."""
    row, number_row = TRUMP * EVERY_LANE, TRUMP_NUMBER * EVERY_LANE
    for lane in range(EVERY_LANE):
        number = lanes[number_row + lane] - ONE
        cards = SUIT << ((THREE - (number & THREE)) << FOUR)
        lanes[row + lane] = cards if number <= THREE else ZERO


@compiled
def look_up_limits(limits: Array, first: Whole, lanes: Array) -> None:
    """The bids that are allowed after those made."""
    row = ALLOWED * EVERY_LANE
    total = TOTAL * EVERY_LANE
    start = np.uint64(first)
    for lane in range(EVERY_LANE):
        lanes[row + lane] = limits[start + lanes[total + lane]]


@compiled
def look_up_own_limits(limits: Array, first: Whole, lanes: Array, seat: Whole) -> None:
    """As `look_up_limits` where they lie further for what is remembered of the seat."""
    row = ALLOWED * EVERY_LANE
    total = TOTAL * EVERY_LANE
    further = (FURTHER + np.uint64(seat)) * EVERY_LANE
    start = np.uint64(first)
    for lane in range(EVERY_LANE):
        lanes[row + lane] = limits[start + lanes[further + lane] + lanes[total + lane]]


@compiled
def add_bid(lanes: Lanes, seat: Whole) -> None:
    """Add one seat's bid to those before it."""
    start = (BIDS + np.uint64(seat)) * EVERY_LANE
    for lane in range(EVERY_LANE):
        lanes.rows[TOTAL * EVERY_LANE + lane] += np.uint64(lanes.small[start + lane])


@compiled
def may_bid(lanes: Lanes) -> None:
    """The bids that are allowed, as bytes."""
    for lane in range(EVERY_LANE):
        lanes.small[MAY_BID * EVERY_LANE + lane] = np.uint8(lanes.rows[ALLOWED * EVERY_LANE + lane])


@compiled
def bid_some(lanes: Lanes, word: Whole, seat: Whole) -> None:
    """One seat's bid from its word, where at most eight bids are allowed; 64 where none is."""
    small, to = lanes.small, (BIDS + np.uint64(seat)) * EVERY_LANE
    may, numbers = MAY_BID * EVERY_LANE, BID_NUMBER * EVERY_LANE
    for lane in range(EVERY_LANE):
        small[numbers + lane] = byte_bits(small[may + lane])
    pick_numbers(lanes.halves, word, small, BID_NUMBER)
    for lane in range(EVERY_LANE):
        bit = bit_numbered(small[may + lane], small[numbers + lane])
        bid = byte_bits(np.uint8(bit - BYTE_ONE))
        small[to + lane] = bid if bit != NOTHING else NOBODY_BIDS


@compiled
def bid_many(lanes: Lanes, word: Whole, seat: Whole) -> None:
    """As `bid_some` for any number of bids."""
    start = np.uint64(word) * EVERY_LANE
    row = (BIDS + np.uint64(seat)) * EVERY_LANE
    for lane in range(EVERY_LANE):
        mask = lanes.rows[ALLOWED * EVERY_LANE + lane]
        count = wide_bits(mask)
        place = nth_bit(mask, picked_by(np.uint64(lanes.words[start + lane]), count))
        lanes.small[row + lane] = np.uint8(place) if count > ZERO else NOBODY_BIDS


@compiled
def nth_bit(mask: Word, number: Word) -> Word:
    """The place of the bit of that number among those set, from the lowest: by halves."""
    place = ZERO
    for step in range(HALVINGS):
        width = THIRTY_TWO >> np.uint64(step)
        below = wide_bits(mask & ((ONE << width) - ONE))
        above = number >= below
        number = number - below if above else number
        mask = mask >> width if above else mask
        place = place + width if above else place
    return place


@compiled
def pick_last(mask: Word, _word: Word) -> Word:
    """The only card of a set."""
    return mask


@compiled
def pick_few(mask: Word, word: Word) -> Word:
    """The card of a set of at most four that a word picks."""
    count = wide_bits(mask)
    number = count - ONE - picked_by(word, count)
    for step in range(FEW):
        mask = mask & (mask - ONE) if number > np.uint64(step) else mask
    return mask & (~mask + ONE)


@compiled
def pick_some(mask: Word, word: Word) -> Word:
    """The card of a set of at most seven that a word picks."""
    count = wide_bits(mask)
    number = count - ONE - picked_by(word, count)
    for step in range(SOME - 1):
        mask = mask & (mask - ONE) if number > np.uint64(step) else mask
    return mask & (~mask + ONE)


@compiled
def pick_many(mask: Word, word: Word) -> Word:
    """The card of a set that a word picks."""
    count = wide_bits(mask)
    return wide_bit_numbered(mask, count - ONE - picked_by(word, count))


@compiled
def wide_bit_numbered(mask: Word, number: Word) -> Word:
    """As `bit_numbered` for all bits of a word."""
    mask, number = wide_half_with(mask, number, np.uint64(0x00000000FFFFFFFF))
    mask, number = wide_half_with(mask, number, np.uint64(0x0000FFFF0000FFFF))
    mask, number = wide_half_with(mask, number, np.uint64(0x00FF00FF00FF00FF))
    mask, number = wide_half_with(mask, number, np.uint64(0x0F0F0F0F0F0F0F0F))
    mask, number = wide_half_with(mask, number, np.uint64(0x3333333333333333))
    mask, number = wide_half_with(mask, number, np.uint64(0x5555555555555555))
    return mask


@compiled
def wide_half_with(mask: Word, number: Word, low: Word) -> tuple[Word, Word]:
    """The half of the bits in which that of a number is, and its number there."""
    lower_half = mask & low
    many = wide_bits(lower_half)
    above = number >= many
    left = number - many if above else number
    return mask ^ lower_half if above else lower_half, left


@compiled
def higher_in_step(led: Word, trumps: Word, highest: Word) -> Word:
    """The cards of the suit led and trumps that would take the trick."""
    best = highest & ~(TRUMPS_WIN | STEPS)
    above = ~(best | (best - ONE))
    trumped = (highest & TRUMPS_WIN) != ZERO
    return (trumps & above) if trumped else (led & above) | trumps


@compiled
def may_play(lanes: Array, lane: Word, hand: Word, classes: Whole) -> Word:
    """The cards that may be played to the suit led."""
    led, trumps = lanes[FOLLOW * EVERY_LANE + lane], lanes[TRUMP * EVERY_LANE + lane]
    higher = higher_in_step(led, trumps, lanes[HIGHEST * EVERY_LANE + lane])
    return plays_in_step(lanes[hand + lane], led, trumps, higher, classes)


@compiled
def lead(lanes: Array, lane: Word, hand: Word, card: Word) -> None:
    """Lead a card."""
    trump = card & lanes[TRUMP * EVERY_LANE + lane]
    lanes[hand + lane] = lanes[hand + lane] ^ card
    lanes[FOLLOW * EVERY_LANE + lane] = SUIT << (wide_bits(card - ONE) & SUIT_BITS)
    lanes[HIGHEST * EVERY_LANE + lane] = card | TRUMPS_WIN if trump != ZERO else card


@compiled
def follow(lanes: Array, lane: Word, hand: Word, card: Word, step: Whole) -> None:
    """Play a card to a trick, so many steps after the lead."""
    trumps = lanes[TRUMP * EVERY_LANE + lane]
    highest = lanes[HIGHEST * EVERY_LANE + lane]
    height = (card & (lanes[FOLLOW * EVERY_LANE + lane] | trumps)) | np.uint64(step)
    height = height | TRUMPS_WIN if (card & trumps) != ZERO else height
    lanes[hand + lane] = lanes[hand + lane] ^ card
    lanes[HIGHEST * EVERY_LANE + lane] = height if height > highest else highest


@compiled
def remember(lanes: Array, seat: Whole, step: Whole, classes: Whole) -> None:
    """Keep a hand and what may be played from it, for the course of the match."""
    hand = np.uint64(seat) * EVERY_LANE
    for lane in range(EVERY_LANE):
        held = lanes[hand + lane]
        lanes[HELD * EVERY_LANE + lane] = held
        allowed = held if step == 0 else may_play(lanes, lane, hand, classes)
        lanes[ALLOWED * EVERY_LANE + lane] = allowed


@compiled
def play_last(
    words: Array, word: Whole, lanes: Array, seat: Whole, step: Whole, classes: Whole
) -> None:
    """Lead from a hand of one card, or play to a trick so many steps later."""
    start = np.uint64(word) * EVERY_LANE
    hand = np.uint64(seat) * EVERY_LANE
    if step == 0:
        for lane in range(EVERY_LANE):
            card = pick_last(lanes[hand + lane], np.uint64(words[start + lane]))
            lead(lanes, lane, hand, card)
    else:
        for lane in range(EVERY_LANE):
            allowed = may_play(lanes, lane, hand, classes)
            card = pick_last(allowed, np.uint64(words[start + lane]))
            follow(lanes, lane, hand, card, step)


@compiled
def play_few(
    words: Array, word: Whole, lanes: Array, seat: Whole, step: Whole, classes: Whole
) -> None:
    """Lead from a hand of at most four cards, or play to a trick so many steps later."""
    start = np.uint64(word) * EVERY_LANE
    hand = np.uint64(seat) * EVERY_LANE
    if step == 0:
        for lane in range(EVERY_LANE):
            card = pick_few(lanes[hand + lane], np.uint64(words[start + lane]))
            lead(lanes, lane, hand, card)
    else:
        for lane in range(EVERY_LANE):
            allowed = may_play(lanes, lane, hand, classes)
            card = pick_few(allowed, np.uint64(words[start + lane]))
            follow(lanes, lane, hand, card, step)


@compiled
def play_some(
    words: Array, word: Whole, lanes: Array, seat: Whole, step: Whole, classes: Whole
) -> None:
    """Lead from a hand of at most seven cards, or play to a trick so many steps later."""
    start = np.uint64(word) * EVERY_LANE
    hand = np.uint64(seat) * EVERY_LANE
    if step == 0:
        for lane in range(EVERY_LANE):
            card = pick_some(lanes[hand + lane], np.uint64(words[start + lane]))
            lead(lanes, lane, hand, card)
    else:
        for lane in range(EVERY_LANE):
            allowed = may_play(lanes, lane, hand, classes)
            card = pick_some(allowed, np.uint64(words[start + lane]))
            follow(lanes, lane, hand, card, step)


@compiled
def play_many(
    words: Array, word: Whole, lanes: Array, seat: Whole, step: Whole, classes: Whole
) -> None:
    """Lead from any hand, or play to a trick so many steps later."""
    start = np.uint64(word) * EVERY_LANE
    hand = np.uint64(seat) * EVERY_LANE
    if step == 0:
        for lane in range(EVERY_LANE):
            card = pick_many(lanes[hand + lane], np.uint64(words[start + lane]))
            lead(lanes, lane, hand, card)
    else:
        for lane in range(EVERY_LANE):
            allowed = may_play(lanes, lane, hand, classes)
            card = pick_many(allowed, np.uint64(words[start + lane]))
            follow(lanes, lane, hand, card, step)


@compiled
def end_trick(lanes: Array, players: Whole) -> None:
    """Who wins leads next; a byte for each seat counts its tricks."""
    seats = np.uint64(players)
    for lane in range(EVERY_LANE):
        leads = lanes[LEADS * EVERY_LANE + lane] + (lanes[HIGHEST * EVERY_LANE + lane] & STEPS)
        leads = leads - seats if leads >= seats else leads
        lanes[LEADS * EVERY_LANE + lane] = leads
        lanes[WON * EVERY_LANE + lane] += ONE << (leads << THREE)


@compiled
def count_tricks(lanes: Lanes, players: Whole) -> None:
    """How many tricks each seat has won, as bytes in rows of their own."""
    for seat in range(np.uint64(players)):
        shift, to = seat << THREE, (TRICKS + seat) * EVERY_LANE
        for lane in range(EVERY_LANE):
            lanes.small[to + lane] = np.uint8(lanes.rows[WON * EVERY_LANE + lane] >> shift)


@compiled
def turned_rows(
    here: Word, step: Whole, bit: Whole, players: Whole
) -> tuple[Word, Word, Word, Word]:
    """The rows from which the lead may turn to a row."""
    return (
        here + np.uint64(step),
        here + np.uint64((step + bit) % players),
        here + np.uint64((step + 2 * bit) % players),
        here + np.uint64((step + 3 * bit) % players),
    )


@compiled
def turn_hand(
    lanes: Array, to: Whole, rows: tuple[Whole, Whole, Whole, Whole], bit: Whole, by: Word
) -> None:
    """A row takes the first of four hands or a later one, by two bits of how far the lead moves.

    How far stands in the row `by`.
    """
    start, moved = np.uint64(to) * EVERY_LANE, by * EVERY_LANE
    first, second = np.uint64(rows[0]) * EVERY_LANE, np.uint64(rows[1]) * EVERY_LANE
    third, fourth = np.uint64(rows[2]) * EVERY_LANE, np.uint64(rows[3]) * EVERY_LANE
    low = np.uint64(bit)
    high = (low + low) & STEPS
    for lane in range(EVERY_LANE):
        moves = lanes[moved + lane]
        one, two = lanes[first + lane], lanes[second + lane]
        three, four = lanes[third + lane], lanes[fourth + lane]
        near = two if (moves & low) != ZERO else one
        far = four if (moves & low) != ZERO else three
        lanes[start + lane] = far if (moves & high) != ZERO else near


@compiled
def give_row(small: Array, row: Word, figures: Array) -> None:
    """Copy a row of bytes."""
    for lane in range(EVERY_LANE):
        figures[lane] = np.int8(small[row * EVERY_LANE + lane])


@compiled
def give_trumps(lanes: Array, trumps: Array) -> None:
    """The numbers of the trumps."""
    for lane in range(EVERY_LANE):
        trumps[lane] = np.int8(lanes[TRUMP_NUMBER * EVERY_LANE + lane])


@compiled
def find_scores(
    lanes: Lanes, seat: Whole, common: Whole, bid_step: Whole, trick_step: Whole
) -> None:
    """Where in the scores the entry of a seat is."""
    bids = (BIDS + np.uint64(seat)) * EVERY_LANE
    won = (TRICKS + np.uint64(seat)) * EVERY_LANE
    first, by_bid, by_trick = np.uint32(common), np.uint32(bid_step), np.uint32(trick_step)
    for lane in range(EVERY_LANE):
        bid, tricks = np.uint32(lanes.small[bids + lane]), np.uint32(lanes.small[won + lane])
        lanes.entries[lane] = np.uint32(first + by_bid * bid + by_trick * tricks)


@compiled
def add_points(lanes: Lanes, seat: Whole, step: Whole) -> None:
    """Move where the entry of a seat is, by the step of a scene for the value of its tricks."""
    points, by_points = (POINTS + np.uint64(seat)) * EVERY_LANE, np.uint64(step)
    for lane in range(EVERY_LANE):
        lanes.entries[lane] += np.uint32(by_points * lanes.rows[points + lane])


@compiled
def find_most(lanes: Lanes, seat: Whole) -> None:
    """The most tricks that a seat has won, after those before it."""
    won = (TRICKS + np.uint64(seat)) * EVERY_LANE
    for lane in range(EVERY_LANE):
        tricks, most = np.uint64(lanes.small[won + lane]), lanes.rows[MOST * EVERY_LANE + lane]
        lanes.rows[MOST * EVERY_LANE + lane] = max(most, tricks)


@compiled
def count_seat(lanes: Lanes, seat: Whole) -> None:
    """Count a seat among those with most tricks and those with as many as they bid; add its bid."""
    rows = lanes.rows
    bids = (BIDS + np.uint64(seat)) * EVERY_LANE
    won = (TRICKS + np.uint64(seat)) * EVERY_LANE
    for lane in range(EVERY_LANE):
        bid, tricks = np.uint64(lanes.small[bids + lane]), np.uint64(lanes.small[won + lane])
        most = rows[MOST * EVERY_LANE + lane]
        rows[MOST_COUNT * EVERY_LANE + lane] += ONE if tricks == most else ZERO
        rows[MAKERS * EVERY_LANE + lane] += ONE if tricks == bid else ZERO
        rows[TOTAL * EVERY_LANE + lane] += bid


@compiled
def asks_common(row: Array) -> bool:
    """Whether a scene asks for what is common to all seats."""
    return bool((row[MOST_STEP] | row[MOST_COUNT_STEP] | row[MAKERS_STEP] | row[BIDS_STEP]) != 0)


@compiled
def count_common(lanes: Lanes, players: Whole) -> None:
    """Count in every lane what may count in the scores of all seats."""
    for counted in (MOST, MOST_COUNT, MAKERS, TOTAL):
        fill(lanes.rows, counted, ZERO)
    for seat in range(players):
        find_most(lanes, seat)
    for seat in range(players):
        count_seat(lanes, seat)


@compiled
def add_common(lanes: Lanes, row: Array) -> None:
    """Move where the entry of a seat is, by the steps of a scene for what is common to all."""
    rows = lanes.rows
    by_most, by_count = np.uint64(row[MOST_STEP]) & MASK, np.uint64(row[MOST_COUNT_STEP]) & MASK
    by_makers, by_bids = np.uint64(row[MAKERS_STEP]) & MASK, np.uint64(row[BIDS_STEP]) & MASK
    for lane in range(EVERY_LANE):
        place = by_most * rows[MOST * EVERY_LANE + lane]
        place += by_count * rows[MOST_COUNT * EVERY_LANE + lane]
        place += by_makers * rows[MAKERS * EVERY_LANE + lane]
        place += by_bids * rows[TOTAL * EVERY_LANE + lane]
        lanes.entries[lane] += np.uint32(place)


@compiled
def add_further(lanes: Lanes, seat: Whole) -> None:
    """Move where the entry of a seat is by what is remembered of it."""
    further = (FURTHER + np.uint64(seat)) * EVERY_LANE
    for lane in range(EVERY_LANE):
        lanes.entries[lane] += np.uint32(lanes.rows[further + lane])


@compiled
def give_scores(lanes: Lanes, entries: Array, scores: Array, completed: Array) -> bool:
    """What a seat scores; false where there is no such entry or it has no value."""
    last = np.uint32(len(entries) - 1)
    least, furthest = np.int32(0), np.uint32(0)
    for lane in range(EVERY_LANE):
        place = lanes.entries[lane]
        furthest = max(furthest, place)
        lanes.entries[lane] = min(place, last)  # so that no lane is left before the others
    for lane in range(EVERY_LANE):
        lanes.found[lane] = entries[lanes.entries[lane]]
    for lane in range(EVERY_LANE):
        entry = lanes.found[lane]
        least = min(least, entry)
        scores[lane] = np.int32(entry >> CONTRACT_BITS)
        completed[lane] = np.int8(np.int8(entry & CONTRACT) - 1)
    return bool(least >= LEAST_ENTRY and furthest <= last)


@compiled
def compare_scores(lanes: Lanes, scores: Array, seat: Whole, most: Whole) -> None:
    """Whether a seat scores more than those before it, as far as points beyond `most` count."""
    own, limit = np.uint8(seat), np.int32(most)
    for lane in range(EVERY_LANE):
        score, best = min(scores[lane], limit), lanes.best[lane]
        best_seat = lanes.small[BEST_SEAT * EVERY_LANE + lane]
        lanes.best[lane] = max(score, best)
        lanes.small[BEST_SEAT * EVERY_LANE + lane] = own if score > best else best_seat


@compiled
def no_scores(lanes: Lanes) -> None:
    """Before anybody scores."""
    for lane in range(EVERY_LANE):
        lanes.best[lane] = NO_SCORE

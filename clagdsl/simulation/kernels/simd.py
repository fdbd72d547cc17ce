"""Ordinary deals of many matches in step: no branch depends on a match.

One lane is one match, as in `philox_lanes`.  A card is a bit of a word of 64: sixteen for each
suit, the first suit on top, in it the highest rank on top, so that the higher of two cards of a
suit is the larger number.  The bit on top is left for trumps, the lowest three for who played a
card.  Seats count from the dealer's left; hands turn with the lead, so that the first row leads.
All rows lie in one array at known distances, which lets a compiler see that none overlap.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.kernels.bits import wide_bits
from clagdsl.simulation.kernels.philox_lanes import EVERY_LANE
from clagdsl.simulation.kernels.philox_rounds import MASK, picked_by
from clagdsl.simulation.kernels.trick_rules import plays_in_step
from clagdsl.simulation.lowering.arrays import (
    BIDS_STEP,
    FIRST_SUIT,
    MAKERS_STEP,
    MOST_COUNT_STEP,
    MOST_STEP,
    NO_VALUE,
    Array,
    Byte,
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
BEST: Final = np.uint64(8)
BEST_SEAT: Final = np.uint64(9)
MOST: Final = np.uint64(10)
MOST_COUNT: Final = np.uint64(11)
MAKERS: Final = np.uint64(12)
TRUMP_NUMBER: Final = np.uint64(13)
PLACE: Final = np.uint64(14)
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
SCORES: Final = np.uint64(24)
HANDS: Final = np.uint64(32)
OTHER_HANDS: Final = np.uint64(40)
BIDS: Final = np.uint64(48)
FURTHER: Final = np.uint64(56)
POINTS: Final = np.uint64(64)

# Where the suits after the second begin in the pack.
THIRD: Final = 2 * SUIT_SIZE
FOURTH: Final = 3 * SUIT_SIZE

FEW: Final = 3
SOME: Final = 7

ZERO: Final = np.uint64(0)
ONE: Final = np.uint64(1)
THREE: Final = np.uint64(3)
LAST_SUIT: Final = np.uint64(FIRST_SUIT + SUITS - 1)
FOUR: Final = np.uint64(4)
BYTE: Final = np.uint64(255)
THIRTY_TWO: Final = np.uint64(32)
HALVINGS: Final = 6
NOBODY_BIDS: Final = np.uint64(64)
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


@compiled
def fill(lanes: Array, row: Whole, figure: Word) -> None:
    """The same figure in a whole row."""
    start = np.uint64(row) * EVERY_LANE
    for lane in range(EVERY_LANE):
        lanes[start + lane] = figure


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
def bid_some(words: Array, word: Whole, lanes: Array, seat: Whole) -> None:
    """One seat's bid from its word, where at most eight bids are allowed; 64 where none is."""
    start = np.uint64(word) * EVERY_LANE
    row = (BIDS + np.uint64(seat)) * EVERY_LANE
    allowed = ALLOWED * EVERY_LANE
    total = TOTAL * EVERY_LANE
    for lane in range(EVERY_LANE):
        mask = lanes[allowed + lane]
        number = picked_by(np.uint64(words[start + lane]), wide_bits(mask))
        for step in range(SOME):
            mask = mask & (mask - ONE) if number > np.uint64(step) else mask
        bid = wide_bits((mask & (~mask + ONE)) - ONE)
        lanes[row + lane] = bid
        lanes[total + lane] += bid


@compiled
def bid_many(words: Array, word: Whole, lanes: Array, seat: Whole) -> None:
    """As `bid_some` for any number of bids."""
    start = np.uint64(word) * EVERY_LANE
    row = (BIDS + np.uint64(seat)) * EVERY_LANE
    allowed = ALLOWED * EVERY_LANE
    total = TOTAL * EVERY_LANE
    for lane in range(EVERY_LANE):
        mask = lanes[allowed + lane]
        count = wide_bits(mask)
        place = nth_bit(mask, picked_by(np.uint64(words[start + lane]), count))
        bid = place if count > ZERO else NOBODY_BIDS
        lanes[row + lane] = bid
        lanes[total + lane] += bid


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
    return ONE << nth_bit(mask, count - ONE - picked_by(word, count))


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
def give_tricks(lanes: Array, seat: Whole, tricks: Array) -> None:
    """How many tricks a seat has won."""
    shift = np.uint64(8 * seat)
    for lane in range(EVERY_LANE):
        tricks[lane] = np.int8((lanes[WON * EVERY_LANE + lane] >> shift) & BYTE)


@compiled
def give_bids(lanes: Array, seat: Whole, bids: Array) -> None:
    """What a seat has bid."""
    start = (BIDS + np.uint64(seat)) * EVERY_LANE
    for lane in range(EVERY_LANE):
        bids[lane] = np.int8(lanes[start + lane])


@compiled
def give_trumps(lanes: Array, trumps: Array) -> None:
    """The numbers of the trumps."""
    for lane in range(EVERY_LANE):
        trumps[lane] = np.int8(lanes[TRUMP_NUMBER * EVERY_LANE + lane])


@compiled
def find_scores(
    lanes: Array, seat: Whole, common: Whole, bid_step: Whole, trick_step: Whole
) -> None:
    """Where in the scores the entry of a seat is."""
    shift = np.uint64(8 * seat)
    start = (BIDS + np.uint64(seat)) * EVERY_LANE
    first, by_bid, by_trick = (
        np.uint64(common),
        np.uint64(bid_step) & MASK,
        np.uint64(trick_step) & MASK,
    )
    for lane in range(EVERY_LANE):
        tricks = (lanes[WON * EVERY_LANE + lane] >> shift) & BYTE
        bid = lanes[start + lane] & BYTE
        lanes[PLACE * EVERY_LANE + lane] = first + by_bid * bid + by_trick * tricks


@compiled
def add_points(lanes: Array, seat: Whole, step: Whole) -> None:
    """Move where the entry of a seat is, by the step of a scene for the value of its tricks."""
    points, by_points = (POINTS + np.uint64(seat)) * EVERY_LANE, np.uint64(step)
    for lane in range(EVERY_LANE):
        lanes[PLACE * EVERY_LANE + lane] += by_points * lanes[points + lane]


@compiled
def find_most(lanes: Array, seat: Whole) -> None:
    """The most tricks that a seat has won, after those before it."""
    shift = np.uint64(8 * seat)
    for lane in range(EVERY_LANE):
        tricks = (lanes[WON * EVERY_LANE + lane] >> shift) & BYTE
        most = lanes[MOST * EVERY_LANE + lane]
        lanes[MOST * EVERY_LANE + lane] = max(most, tricks)


@compiled
def count_seat(lanes: Array, seat: Whole) -> None:
    """Count a seat among those with most tricks and those with as many as they bid; add its bid."""
    shift = np.uint64(8 * seat)
    start = (BIDS + np.uint64(seat)) * EVERY_LANE
    for lane in range(EVERY_LANE):
        tricks = (lanes[WON * EVERY_LANE + lane] >> shift) & BYTE
        bid = lanes[start + lane] & BYTE
        most = lanes[MOST * EVERY_LANE + lane]
        lanes[MOST_COUNT * EVERY_LANE + lane] += ONE if tricks == most else ZERO
        lanes[MAKERS * EVERY_LANE + lane] += ONE if tricks == bid else ZERO
        lanes[TOTAL * EVERY_LANE + lane] += bid


@compiled
def asks_common(row: Array) -> bool:
    """Whether a scene asks for what is common to all seats."""
    return bool((row[MOST_STEP] | row[MOST_COUNT_STEP] | row[MAKERS_STEP] | row[BIDS_STEP]) != 0)


@compiled
def count_common(lanes: Array, players: Whole) -> None:
    """Count in every lane what may count in the scores of all seats."""
    for counted in (MOST, MOST_COUNT, MAKERS, TOTAL):
        fill(lanes, counted, ZERO)
    for seat in range(players):
        find_most(lanes, seat)
    for seat in range(players):
        count_seat(lanes, seat)


@compiled
def add_common(lanes: Array, row: Array) -> None:
    """Move where the entry of a seat is, by the steps of a scene for what is common to all."""
    by_most, by_count = np.uint64(row[MOST_STEP]) & MASK, np.uint64(row[MOST_COUNT_STEP]) & MASK
    by_makers, by_bids = np.uint64(row[MAKERS_STEP]) & MASK, np.uint64(row[BIDS_STEP]) & MASK
    for lane in range(EVERY_LANE):
        place = lanes[PLACE * EVERY_LANE + lane]
        place += by_most * lanes[MOST * EVERY_LANE + lane]
        place += by_count * lanes[MOST_COUNT * EVERY_LANE + lane]
        place += by_makers * lanes[MAKERS * EVERY_LANE + lane]
        lanes[PLACE * EVERY_LANE + lane] = place + by_bids * lanes[TOTAL * EVERY_LANE + lane]


@compiled
def add_further(lanes: Array, seat: Whole) -> None:
    """Move where the entry of a seat is by what is remembered of it."""
    further = (FURTHER + np.uint64(seat)) * EVERY_LANE
    for lane in range(EVERY_LANE):
        lanes[PLACE * EVERY_LANE + lane] += lanes[further + lane]


@compiled
def give_scores(
    lanes: Array, seat: Whole, table: Array, done: Array, scores: Array, completed: Array
) -> bool:
    """What a seat scores; false where there is no such entry or it has no value."""
    start = (SCORES + np.uint64(seat)) * EVERY_LANE
    last = np.uint64(len(table)) - ONE
    least, furthest = np.int64(0), ZERO
    for lane in range(EVERY_LANE):
        place = lanes[PLACE * EVERY_LANE + lane]
        furthest = max(furthest, place)
        entry = min(place, last)  # so that no lane is left before the others
        score = table[entry]
        least = min(least, score)
        scores[lane] = score
        completed[lane] = done[entry]
        lanes[start + lane] = np.uint64(score - NO_VALUE)
    return bool(least > NO_VALUE and furthest <= last)


@compiled
def compare_scores(lanes: Array, row: Whole, seat: Whole, most: Word) -> None:
    """Whether a seat scores more than those before it, as far as points beyond `most` count."""
    start = (SCORES + np.uint64(row)) * EVERY_LANE
    own = np.uint64(seat)
    for lane in range(EVERY_LANE):
        score = min(lanes[start + lane], most)
        best = lanes[BEST * EVERY_LANE + lane]
        best_seat = lanes[BEST_SEAT * EVERY_LANE + lane]
        lanes[BEST * EVERY_LANE + lane] = max(score, best)
        lanes[BEST_SEAT * EVERY_LANE + lane] = own if score > best else best_seat


@compiled
def give_winners(lanes: Array, winners: Array) -> None:
    """Who wins the deal."""
    for lane in range(EVERY_LANE):
        winners[lane] = np.int8(lanes[BEST_SEAT * EVERY_LANE + lane])

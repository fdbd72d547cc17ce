"""Tricks of small hands in step: a hand of at most eight cards is a byte.

The cards of a hand lie sorted in *slots*, and a bit stands for a slot, the lowest for the first
card of the pack.  So a vector instruction works at eight times as many matches as with the sets of
cards of `simd`.  Where only the suit led tells what may be played, it is found for all seats at
once; who played before whom only tells whose word is whose.  A card takes a trick by its *height*,
the lower the better.
"""

from __future__ import annotations

import sys
from typing import Final

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.kernels.bits import byte_bits
from clagdsl.simulation.kernels.philox_lanes import EVERY_LANE, U1, U2, U3, U4
from clagdsl.simulation.kernels.simd import ALLOWED as WIDE_ALLOWED
from clagdsl.simulation.kernels.simd import HANDS, LEADS, TRUMP_NUMBER, WON, bit_of
from clagdsl.simulation.kernels.simd import HELD as WIDE_HELD
from clagdsl.simulation.lowering.arrays import FIRST_SUIT, Array, Byte, Half, Lanes, Whole, Word
from clagdsl.simulation.lowering.layout import SUIT_SIZE, SUITS

MOST_HELD: Final = 8

# The rows.
LEADER: Final = np.uint64(0)
LEAD_HELD: Final = np.uint64(1)  # the hand that leads
LEAD: Final = np.uint64(2)  # the card led
LED: Final = np.uint64(3)  # the first card of the suit led
TRUMPS: Final = np.uint64(4)  # the first card of the trump suit
LOWEST: Final = np.uint64(5)  # the best height
WINNER: Final = np.uint64(6)
LEAD_SUITS: Final = np.uint64(8)  # of each suit: what of it the hand has that leads
ASKED: Final = np.uint64(12)  # of each suit: all bits where it was led
# Of each seat one, from here on.
HELD: Final = np.uint64(16)
MAY: Final = np.uint64(24)  # what may be played
MANY: Final = np.uint64(32)  # how many that are
NUMBER: Final = np.uint64(40)  # which of them is played, in the order of play
PLAYED: Final = np.uint64(48)
TRICKS: Final = np.uint64(56)
SUIT_SLOTS: Final = np.uint64(64)  # of each seat one for each suit, dealt
SLOTS: Final = np.uint64(96)  # of each seat one for each card

NOTHING: Final = np.uint8(0)
ONE: Final = np.uint8(1)
TWO: Final = np.uint8(2)
FOUR: Final = np.uint8(4)
ALL: Final = np.uint8(255)
NO_CARD: Final = np.uint8(255)
NO_TRUMP: Final = np.uint8(200)
PLAIN: Final = np.uint8(64)
"""Added to the height of a card that is not trump."""
FIRST: Final = np.uint8(SUIT_SIZE)
SECOND: Final = np.uint8(2 * SUIT_SIZE)
THIRD: Final = np.uint8(3 * SUIT_SIZE)
LOW_FOUR: Final = np.uint8(0b00001111)
LOW_TWOS: Final = np.uint8(0b00110011)
LOW_ONES: Final = np.uint8(0b01010101)
LOW_HALF: Final = np.uint64(0 if sys.byteorder == "little" else 1)
HIGH_HALF: Final = U1 - LOW_HALF
H3: Final = np.uint16(3)
H7: Final = np.uint16(7)
H13: Final = np.uint16(13)
SIXTEEN: Final = np.uint32(16)
U5: Final = np.uint64(5)
U6: Final = np.uint64(6)
U7: Final = np.uint64(7)
EIGHT: Final = np.uint64(8)


# --- the hands ----------------------------------------------------------------------------


@compiled
def fill_small(small: Array, row: Word, figure: Byte) -> None:
    """The same figure in a whole row."""
    for lane in range(EVERY_LANE):
        small[row * EVERY_LANE + lane] = figure


@compiled
def take_card(small: Array, row: Word, cards: Array, place: Whole) -> None:
    """A slot takes the card at a place of the pack."""
    start = np.uint64(place) * EVERY_LANE
    for lane in range(EVERY_LANE):
        small[row * EVERY_LANE + lane] = cards[start + lane]


@compiled
def lower(one: Byte, other: Byte) -> Byte:
    """The lower of two cards."""
    return one if one < other else other


@compiled
def upper(one: Byte, other: Byte) -> Byte:
    """The higher of two cards."""
    return other if one < other else one


@compiled
def sort_slots(small: Array, seat: Word) -> None:
    """Sort the slots of a hand: the nineteen comparisons that eight figures take."""
    start = (SLOTS + EIGHT * seat) * EVERY_LANE
    for lane in range(EVERY_LANE):
        a, b = small[start + lane], small[start + EVERY_LANE + lane]
        c, d = small[start + U2 * EVERY_LANE + lane], small[start + U3 * EVERY_LANE + lane]
        e, f = small[start + U4 * EVERY_LANE + lane], small[start + U5 * EVERY_LANE + lane]
        g, h = small[start + U6 * EVERY_LANE + lane], small[start + U7 * EVERY_LANE + lane]
        a, c = lower(a, c), upper(a, c)
        b, d = lower(b, d), upper(b, d)
        e, g = lower(e, g), upper(e, g)
        f, h = lower(f, h), upper(f, h)
        a, e = lower(a, e), upper(a, e)
        b, f = lower(b, f), upper(b, f)
        c, g = lower(c, g), upper(c, g)
        d, h = lower(d, h), upper(d, h)
        a, b = lower(a, b), upper(a, b)
        c, d = lower(c, d), upper(c, d)
        e, f = lower(e, f), upper(e, f)
        g, h = lower(g, h), upper(g, h)
        c, e = lower(c, e), upper(c, e)
        d, f = lower(d, f), upper(d, f)
        b, e = lower(b, e), upper(b, e)
        d, g = lower(d, g), upper(d, g)
        b, c = lower(b, c), upper(b, c)
        d, e = lower(d, e), upper(d, e)
        f, g = lower(f, g), upper(f, g)
        small[start + lane], small[start + EVERY_LANE + lane] = a, b
        small[start + U2 * EVERY_LANE + lane], small[start + U3 * EVERY_LANE + lane] = c, d
        small[start + U4 * EVERY_LANE + lane], small[start + U5 * EVERY_LANE + lane] = e, f
        small[start + U6 * EVERY_LANE + lane], small[start + U7 * EVERY_LANE + lane] = g, h


@compiled
def add_slot(small: Array, seat: Word, slot: Whole) -> None:
    """Add the card in a slot of a hand to those of its suit."""
    start, to = (SLOTS + EIGHT * seat + np.uint64(slot)) * EVERY_LANE, suits_of(seat)
    bit = np.uint8(1 << slot)
    for lane in range(EVERY_LANE):
        card = small[start + lane]
        one, two, three = card < FIRST, card < SECOND, card < THIRD
        small[to + lane] |= bit if one else NOTHING
        small[to + EVERY_LANE + lane] |= bit if two and not one else NOTHING
        small[to + U2 * EVERY_LANE + lane] |= bit if three and not two else NOTHING
        small[to + U3 * EVERY_LANE + lane] |= bit if not three else NOTHING


@compiled
def suits_of(seat: Word) -> Word:
    """Where the rows of the suits of a hand start."""
    return (SUIT_SLOTS + U4 * seat) * EVERY_LANE


@compiled
def find_small_trumps(lanes: Lanes) -> None:
    """The first card of every lane's trump suit."""
    first, suits = np.uint64(FIRST_SUIT), np.uint64(SUITS)
    for lane in range(EVERY_LANE):
        suit = lanes.rows[TRUMP_NUMBER * EVERY_LANE + lane] - first
        start = np.uint8(suit * np.uint64(SUIT_SIZE))
        lanes.small[TRUMPS * EVERY_LANE + lane] = start if suit < suits else NO_TRUMP


@compiled
def take_leaders(lanes: Lanes) -> None:
    """Who leads the first trick."""
    for lane in range(EVERY_LANE):
        lanes.small[LEADER * EVERY_LANE + lane] = np.uint8(lanes.rows[LEADS * EVERY_LANE + lane])


# --- one of several rows --------------------------------------------------------------------


@compiled
def of_four(small: Array, start: Word, further: Word, lane: Word, index: Byte) -> Byte:
    """The figure of one of four rows, so far from one to the next, by two bits of its index."""
    one, two = small[start + lane], small[start + further + lane]
    three, four = small[start + U2 * further + lane], small[start + U3 * further + lane]
    low, high = np.uint8(index & ONE), np.uint8(index & TWO)
    near = one if low == NOTHING else two
    far = three if low == NOTHING else four
    return near if high == NOTHING else far


@compiled
def of_eight(small: Array, start: Word, further: Word, lane: Word, index: Byte) -> Byte:
    """The figure of one of eight rows."""
    near = of_four(small, start, further, lane, index)
    far = of_four(small, start + U4 * further, further, lane, index)
    return near if np.uint8(index & FOUR) == NOTHING else far


@compiled
def of_leader(small: Array, to: Word, start: Word, further: Word, players: Whole) -> None:
    """A row takes that of several, so far from one to the next, which belongs to who leads."""
    row = to * EVERY_LANE
    if players <= 4:
        for lane in range(EVERY_LANE):
            seat = small[LEADER * EVERY_LANE + lane]
            small[row + lane] = of_four(small, start, further, lane, seat)
    else:
        for lane in range(EVERY_LANE):
            seat = small[LEADER * EVERY_LANE + lane]
            small[row + lane] = of_eight(small, start, further, lane, seat)


@compiled
def see_leader(small: Array, players: Whole) -> None:
    """The hand of who leads, and what of each suit was dealt to it."""
    of_leader(small, LEAD_HELD, HELD * EVERY_LANE, EVERY_LANE, players)
    for suit in range(U4):
        start = (SUIT_SLOTS + suit) * EVERY_LANE
        of_leader(small, LEAD_SUITS + suit, start, U4 * EVERY_LANE, players)


@compiled
def seat_in_turn(leader: Byte, step: Byte, players: Byte) -> Byte:
    """Who plays so many steps after the lead."""
    seat = np.uint8(leader + step)
    return np.uint8(seat - players) if seat >= players else seat


@compiled
def many_in_turn(small: Array, step: Whole, players: Whole) -> None:
    """How many cards may play who plays so many steps after the lead."""
    to, many = (NUMBER + np.uint64(step)) * EVERY_LANE, MANY * EVERY_LANE
    later, seats = np.uint8(step), np.uint8(players)
    if players <= 4:
        for lane in range(EVERY_LANE):
            seat = seat_in_turn(small[LEADER * EVERY_LANE + lane], later, seats)
            small[to + lane] = of_four(small, many, EVERY_LANE, lane, seat)
    else:
        for lane in range(EVERY_LANE):
            seat = seat_in_turn(small[LEADER * EVERY_LANE + lane], later, seats)
            small[to + lane] = of_eight(small, many, EVERY_LANE, lane, seat)


@compiled
def number_of_seat(small: Array, seat: Word, players: Whole) -> None:
    """Which of its cards a seat plays, where that is known in the order of play."""
    to, numbers = (MANY + seat) * EVERY_LANE, NUMBER * EVERY_LANE
    own, seats = np.uint8(seat), np.uint8(players)
    if players <= 4:
        for lane in range(EVERY_LANE):
            step = steps_after(own, small[LEADER * EVERY_LANE + lane], seats)
            small[to + lane] = of_four(small, numbers, EVERY_LANE, lane, step)
    else:
        for lane in range(EVERY_LANE):
            step = steps_after(own, small[LEADER * EVERY_LANE + lane], seats)
            small[to + lane] = of_eight(small, numbers, EVERY_LANE, lane, step)


@compiled
def steps_after(seat: Byte, leader: Byte, players: Byte) -> Byte:
    """How many steps after the lead a seat plays."""
    steps = np.uint8(seat - leader)
    return np.uint8(steps + players) if seat < leader else steps


# --- one trick ----------------------------------------------------------------------------


@compiled
def picked_small(low: Half, high: Half, many: Half) -> Half:
    """Which of at most eight things a word picks whose halves are given: see `picked_by`.

    The last three bits of the upper half are reckoned apart, so that nothing exceeds sixteen bits.
    """
    below = np.uint16((np.uint32(low) * np.uint32(many)) >> SIXTEEN)
    last = np.uint16(np.uint16(high & H7) * many)
    carried = np.uint16(np.uint16(last + below) >> H3)
    return np.uint16(np.uint16(np.uint16(np.uint16(high >> H3) * many) + carried) >> H13)


@compiled
def number_small(halves: Array, word: Whole, small: Array, step: Whole) -> None:
    """Which of so many cards is played so many steps after the lead, by its word."""
    low = U2 * np.uint64(word) * EVERY_LANE + LOW_HALF
    high = U2 * np.uint64(word) * EVERY_LANE + HIGH_HALF
    row = (NUMBER + np.uint64(step)) * EVERY_LANE
    for lane in range(EVERY_LANE):
        many = np.uint16(small[row + lane])
        picked = picked_small(halves[low + U2 * lane], halves[high + U2 * lane], many)
        small[row + lane] = np.uint8(picked)


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
def lead_small(small: Array) -> None:
    """The card led, and its suit."""
    for lane in range(EVERY_LANE):
        number = small[NUMBER * EVERY_LANE + lane]
        bit = bit_numbered(small[LEAD_HELD * EVERY_LANE + lane], number)
        small[LEAD * EVERY_LANE + lane] = bit
        one = small[LEAD_SUITS * EVERY_LANE + lane]
        two = small[(LEAD_SUITS + U1) * EVERY_LANE + lane]
        three = small[(LEAD_SUITS + U2) * EVERY_LANE + lane]
        four = small[(LEAD_SUITS + U3) * EVERY_LANE + lane]
        small[ASKED * EVERY_LANE + lane] = ALL if np.uint8(one & bit) != NOTHING else NOTHING
        first = NOTHING
        asked = ALL if np.uint8(two & bit) != NOTHING else NOTHING
        small[(ASKED + U1) * EVERY_LANE + lane] = asked
        first = np.uint8(first | np.uint8(asked & FIRST))
        asked = ALL if np.uint8(three & bit) != NOTHING else NOTHING
        small[(ASKED + U2) * EVERY_LANE + lane] = asked
        first = np.uint8(first | np.uint8(asked & SECOND))
        asked = ALL if np.uint8(four & bit) != NOTHING else NOTHING
        small[(ASKED + U3) * EVERY_LANE + lane] = asked
        small[LED * EVERY_LANE + lane] = np.uint8(first | np.uint8(asked & THIRD))


@compiled
def allow_small(small: Array, seat: Word) -> None:
    """What a seat may play: who leads the card led, else a card of the suit where one is held."""
    start, own = suits_of(seat), np.uint8(seat)
    may_row, many_row, held_row = MAY + seat, MANY + seat, HELD + seat
    for lane in range(EVERY_LANE):
        held = small[held_row * EVERY_LANE + lane]
        one = small[start + lane] & small[ASKED * EVERY_LANE + lane]
        two = small[start + EVERY_LANE + lane] & small[(ASKED + U1) * EVERY_LANE + lane]
        three = small[start + U2 * EVERY_LANE + lane] & small[(ASKED + U2) * EVERY_LANE + lane]
        four = small[start + U3 * EVERY_LANE + lane] & small[(ASKED + U3) * EVERY_LANE + lane]
        suited = np.uint8(held & np.uint8(np.uint8(one | two) | np.uint8(three | four)))
        may = held if suited == NOTHING else suited
        leads = small[LEADER * EVERY_LANE + lane] == own
        may = small[LEAD * EVERY_LANE + lane] if leads else may
        small[may_row * EVERY_LANE + lane] = may
        small[many_row * EVERY_LANE + lane] = byte_bits(may)


@compiled
def card_in(small: Array, start: Word, lane: Word, bit: Byte) -> Byte:
    """The card in the slot of a bit, of the slots that start there."""
    a, b = small[start + lane], small[start + EVERY_LANE + lane]
    c, d = small[start + U2 * EVERY_LANE + lane], small[start + U3 * EVERY_LANE + lane]
    e, f = small[start + U4 * EVERY_LANE + lane], small[start + U5 * EVERY_LANE + lane]
    g, h = small[start + U6 * EVERY_LANE + lane], small[start + U7 * EVERY_LANE + lane]
    even = np.uint8(bit & LOW_ONES) != NOTHING
    one, two = a if even else b, c if even else d
    three, four = e if even else f, g if even else h
    first_two = np.uint8(bit & LOW_TWOS) != NOTHING
    near, far = one if first_two else two, three if first_two else four
    return near if np.uint8(bit & LOW_FOUR) != NOTHING else far


@compiled
def play_small(small: Array, seat: Word) -> None:
    """A seat plays its card, and takes the trick where that is the best so far."""
    start, own = (SLOTS + EIGHT * seat) * EVERY_LANE, np.uint8(seat)
    for lane in range(EVERY_LANE):
        may, number = small[(MAY + seat) * EVERY_LANE + lane], small[(MANY + seat) * EVERY_LANE + lane]
        bit = bit_numbered(may, number)
        small[(PLAYED + seat) * EVERY_LANE + lane] = bit
        small[(HELD + seat) * EVERY_LANE + lane] ^= bit
        card = card_in(small, start, lane, bit)
        suited = np.uint8(card - small[LED * EVERY_LANE + lane]) < FIRST
        trump = np.uint8(card - small[TRUMPS * EVERY_LANE + lane]) < FIRST
        height = np.uint8(card + PLAIN) if suited else NO_CARD
        height = card if trump else height
        lowest = small[LOWEST * EVERY_LANE + lane]
        winner = small[WINNER * EVERY_LANE + lane]
        small[WINNER * EVERY_LANE + lane] = own if height < lowest else winner
        small[LOWEST * EVERY_LANE + lane] = lower(height, lowest)


@compiled
def count_small(small: Array, seat: Word) -> None:
    """Count the trick for a seat where it has won it."""
    own, row = np.uint8(seat), (TRICKS + seat) * EVERY_LANE
    for lane in range(EVERY_LANE):
        won = ONE if small[WINNER * EVERY_LANE + lane] == own else NOTHING
        small[row + lane] = np.uint8(small[row + lane] + won)


@compiled
def lead_on(small: Array) -> None:
    """The winner leads next."""
    for lane in range(EVERY_LANE):
        small[LEADER * EVERY_LANE + lane] = small[WINNER * EVERY_LANE + lane]


# --- as the other kernels have it -----------------------------------------------------------


@compiled
def cards_of(small: Array, seat: Word, lane: Word, mask: Byte) -> Word:
    """The cards in these slots of a hand as a set of `simd`."""
    cards = np.uint64(0)
    for slot in range(EIGHT):
        if mask >> np.uint8(slot) & ONE:
            card = small[(SLOTS + EIGHT * seat + slot) * EVERY_LANE + lane]
            cards |= U1 << np.uint64(bit_of(card))
    return cards


@compiled
def show_small(lanes: Lanes, step: Whole, players: Whole) -> None:
    """What was held, might be played and is left after a play, for the course of the match."""
    small, rows = lanes.small, lanes.rows
    later, seats = np.uint8(step), np.uint8(players)
    for lane in range(EVERY_LANE):
        seat = np.uint64(seat_in_turn(small[LEADER * EVERY_LANE + lane], later, seats))
        left = small[(HELD + seat) * EVERY_LANE + lane]
        held = np.uint8(left | small[(PLAYED + seat) * EVERY_LANE + lane])
        may = held if step == 0 else small[(MAY + seat) * EVERY_LANE + lane]
        rows[WIDE_ALLOWED * EVERY_LANE + lane] = cards_of(small, seat, lane, may)
        rows[WIDE_HELD * EVERY_LANE + lane] = cards_of(small, seat, lane, held)
        rows[HANDS * EVERY_LANE + lane] = cards_of(small, seat, lane, left)


@compiled
def give_small(lanes: Lanes, players: Whole) -> None:
    """How many tricks each seat has won, and who leads."""
    for lane in range(EVERY_LANE):
        won = np.uint64(0)
        for seat in range(np.uint64(players)):
            won |= np.uint64(lanes.small[(TRICKS + seat) * EVERY_LANE + lane]) << (EIGHT * seat)
        lanes.rows[WON * EVERY_LANE + lane] = won
        lanes.rows[LEADS * EVERY_LANE + lane] = np.uint64(lanes.small[LEADER * EVERY_LANE + lane])

"""Tricks of small hands in step: a hand of at most eight cards is a byte.

The cards of a hand lie sorted in *slots*, and a bit stands for a slot, the lowest for the first
card of the pack.  So a vector instruction works at eight times as many matches as with the sets of
cards of `simd`.  Where only the suit led tells what may be played, it is found for all seats at
once; who played before whom only tells whose word is whose.  A card takes a trick by its *height*,
the lower the better.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.kernels.bits import byte_bits
from clagdsl.simulation.kernels.philox_lanes import EVERY_LANE, U1, U2, U3, U4
from clagdsl.simulation.kernels.simd import ALLOWED as WIDE_ALLOWED
from clagdsl.simulation.kernels.simd import (
    HANDS,
    LAIN,
    LEADS,
    LOW_FOUR,
    LOW_ONES,
    LOW_TWOS,
    NOTHING,
    TRICKS,
    TRUMP_NUMBER,
    WILD_LAIN,
    WORTH,
    ZERO,
    bit_numbered,
    bit_of,
    pick_numbers,
)
from clagdsl.simulation.kernels.simd import HELD as WIDE_HELD
from clagdsl.simulation.lowering.arrays import (
    FIRST_SUIT,
    OF_SUIT,
    OF_TRUMPS,
    PLACE_BITS,
    Array,
    Byte,
    Lanes,
    Tables,
    Whole,
    Word,
)
from clagdsl.simulation.lowering.layout import SUIT_SIZE, SUITS

MOST_HELD: Final = 8
FEW_SEATS: Final = 4

# The rows of bytes, behind those of `simd`.
LEADER: Final = np.uint64(24)
LEAD: Final = np.uint64(25)  # the card led
LED: Final = np.uint64(26)  # the first card of the suit led
TRUMPS: Final = np.uint64(27)  # the first card of the trump suit
LOWEST: Final = np.uint64(28)  # the best height
WINNER: Final = np.uint64(29)
MAY_LEAD: Final = np.uint64(30)  # what may be led
STILL_KEPT: Final = np.uint64(31)  # all bits where the suit that is kept may not be led yet
PRIORITIES: Final = np.uint64(32)  # of each suit: where its cards begin in an order of suits
ASKED: Final = np.uint64(36)  # of each suit: all bits where it was led
# From here on of each seat one.  All of a kind lie together: where a compiler asks whether rows
# overlap before it goes through the seats, those of a seat would lie between each other.
NUMBER_ROW: Final = np.uint64(40)  # which card is played, in the order of play
NUMBER: Final = NUMBER_ROW * EVERY_LANE
HELD: Final = np.uint64(48) * EVERY_LANE
MAY: Final = np.uint64(56) * EVERY_LANE  # what may be played
MANY: Final = np.uint64(64) * EVERY_LANE  # how many that are; which of them is played; then its bit
BEFORE: Final = np.uint64(72) * EVERY_LANE  # held before the trick; only for the course
SUITS_DEALT: Final = np.uint64(80) * EVERY_LANE  # the slots of each suit, as they were dealt
SLOTS: Final = np.uint64(112) * EVERY_LANE  # the cards of each slot
HEIGHTS: Final = np.uint64(176) * EVERY_LANE  # as the slots, where cards lie otherwise by strength
TRUMP_SLOTS: Final = np.uint64(240) * EVERY_LANE  # what of the trump suit was dealt
RANKS: Final = np.uint64(248)  # of each rank, alike in all lanes: where it lies by its strength
KEPT_SLOTS: Final = np.uint64(392) * EVERY_LANE  # what was dealt of a suit that may not be led
NEXT: Final = np.uint64(8) * EVERY_LANE
"""How far it is from a row to the next of the same seat, that of another suit or slot."""
NEXT2: Final = NEXT + NEXT
NEXT3: Final = NEXT2 + NEXT
NEXT4: Final = NEXT2 + NEXT2

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
EIGHT: Final = np.uint64(8)
SIXTY_THREE: Final = np.uint64(63)
EVERY_CARD: Final = np.uint8(4 * SUIT_SIZE)


# --- the hands ----------------------------------------------------------------------------


@compiled
def row_of(kind: Word, seat: Word) -> Word:
    """Where the row of a kind starts that belongs to a seat."""
    return kind + seat * EVERY_LANE


@compiled
def slot_of(kind: Word, seat: Word, slot: Whole) -> Word:
    """Where the row of a kind starts that belongs to a slot of a seat."""
    return row_of(kind, seat) + np.uint64(slot) * NEXT


@compiled
def take_card(small: Array, seat: Word, slot: Whole, cards: Array, place: Whole) -> None:
    """A slot takes the card at a place of the pack."""
    start, to = np.uint64(place) * EVERY_LANE, slot_of(SLOTS, seat, slot)
    for lane in range(EVERY_LANE):
        small[to + lane] = cards[start + lane]


@compiled
def leave_empty(small: Array, seat: Word, slot: Whole) -> None:
    """A slot has no card."""
    to = slot_of(SLOTS, seat, slot)
    for lane in range(EVERY_LANE):
        small[to + lane] = NO_CARD


@compiled
def lower(one: Byte, other: Byte) -> Byte:
    """The lower of two cards."""
    return one if one < other else other


@compiled
def upper(one: Byte, other: Byte) -> Byte:
    """The higher of two cards."""
    return other if one < other else one


@compiled
def bit_below(card: Byte, limit: Byte, bit: Whole) -> Byte:
    """A bit where a card comes before another in the pack."""
    return np.uint8(bit) if card < limit else NOTHING


@compiled
def bits_below(
    a: Byte, b: Byte, c: Byte, d: Byte, e: Byte, f: Byte, g: Byte, h: Byte, limit: Byte
) -> Byte:
    """The bits of the slots whose cards come before another in the pack."""
    first = np.uint8(bit_below(a, limit, 1) | bit_below(b, limit, 2))
    second = np.uint8(bit_below(c, limit, 4) | bit_below(d, limit, 8))
    third = np.uint8(bit_below(e, limit, 16) | bit_below(f, limit, 32))
    fourth = np.uint8(bit_below(g, limit, 64) | bit_below(h, limit, 128))
    return np.uint8(np.uint8(first | second) | np.uint8(third | fourth))


@compiled
def sort_hand(small: Array, seat: Word, cards: Whole) -> None:
    """Sort the slots of a hand, by the nineteen comparisons that eight figures take.

    Then tell what of each suit is in it.
    """
    every = np.uint8((1 << cards) - 1)
    slots, suits, held = row_of(SLOTS, seat), row_of(SUITS_DEALT, seat), row_of(HELD, seat)
    for lane in range(EVERY_LANE):
        start = slots + lane
        a, b, c, d = small[start], small[start + NEXT], small[start + NEXT2], small[start + NEXT3]
        start = slots + NEXT4 + lane
        e, f, g, h = small[start], small[start + NEXT], small[start + NEXT2], small[start + NEXT3]
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
        start = slots + lane
        small[start], small[start + NEXT], small[start + NEXT2], small[start + NEXT3] = a, b, c, d
        start = slots + NEXT4 + lane
        small[start], small[start + NEXT], small[start + NEXT2], small[start + NEXT3] = e, f, g, h
        one = bits_below(a, b, c, d, e, f, g, h, FIRST)
        two = bits_below(a, b, c, d, e, f, g, h, SECOND)
        three = bits_below(a, b, c, d, e, f, g, h, THIRD)
        small[suits + lane] = one
        small[suits + NEXT + lane] = np.uint8(two ^ one)
        small[suits + NEXT2 + lane] = np.uint8(three ^ two)
        small[suits + NEXT3 + lane] = np.uint8(every ^ three)
        small[held + lane] = every


@compiled
def find_small_trumps(lanes: Lanes) -> None:
    """The first card of every lane's trump suit."""
    first, suits = np.uint64(FIRST_SUIT), np.uint64(SUITS)
    for lane in range(EVERY_LANE):
        suit = lanes.rows[TRUMP_NUMBER * EVERY_LANE + lane] - first
        start = np.uint8(suit * np.uint64(SUIT_SIZE))
        lanes.small[TRUMPS * EVERY_LANE + lane] = start if suit < suits else NO_TRUMP


@compiled
def find_trump_slots(small: Array, seat: Word) -> None:
    """What of the trump suit was dealt to a seat."""
    suits, to = row_of(SUITS_DEALT, seat), row_of(TRUMP_SLOTS, seat)
    for lane in range(EVERY_LANE):
        first = small[TRUMPS * EVERY_LANE + lane]
        one, two = small[suits + lane], small[suits + NEXT + lane]
        three, four = small[suits + NEXT2 + lane], small[suits + NEXT3 + lane]
        slots = one if first == NOTHING else NOTHING
        slots = two if first == FIRST else slots
        slots = three if first == SECOND else slots
        small[to + lane] = four if first == THIRD else slots


@compiled
def suit_start(card: Byte) -> Byte:
    """The first card of the suit of a card."""
    start = FIRST if card >= FIRST else NOTHING
    start = SECOND if card >= SECOND else start
    return THIRD if card >= THIRD else start


@compiled
def find_heights(small: Array, place: Word, to: Word) -> None:
    """Where cards lie by the strengths of the ranks, which stand in their rows."""
    for lane in range(EVERY_LANE):
        card = small[place + lane]
        start = suit_start(card)
        rank, height = np.uint8(card - start), NOTHING
        for known in range(SUIT_SIZE):
            here = small[(RANKS + np.uint64(known)) * EVERY_LANE + lane]
            height = here if rank == np.uint8(known) else height
        small[to + lane] = np.uint8(start + height)


@compiled
def find_priorities(tables: Tables, lanes: Lanes) -> None:
    """Where the cards of every suit begin by the order of suits of each lane."""
    for suit in range(U4):
        top = np.uint64(bit_of(np.uint8(suit * np.uint64(SUIT_SIZE))))
        shift, to = EIGHT * (U3 - suit), (PRIORITIES + suit) * EVERY_LANE
        for lane in range(EVERY_LANE):
            turns = tables.turns[lanes.rows[TRUMP_NUMBER * EVERY_LANE + lane]]
            turned = (top + (turns >> shift)) & SIXTY_THREE
            before = U3 - (turned >> U4)
            lanes.small[to + lane] = np.uint8(before * np.uint64(SUIT_SIZE))


@compiled
def rank_heights(small: Array, place: Word, to: Word) -> None:
    """Where cards lie by the order of suits."""
    priorities = PRIORITIES * EVERY_LANE
    for lane in range(EVERY_LANE):
        card = small[place + lane]
        one, two = small[priorities + lane], small[priorities + EVERY_LANE + lane]
        three = small[priorities + U2 * EVERY_LANE + lane]
        four = small[priorities + U3 * EVERY_LANE + lane]
        start = two if card >= FIRST else one
        start = three if card >= SECOND else start
        start = four if card >= THIRD else start
        small[to + lane] = np.uint8(np.uint8(card - suit_start(card)) + start)


@compiled
def take_leaders(lanes: Lanes) -> None:
    """Who leads the first trick."""
    for lane in range(EVERY_LANE):
        lanes.small[LEADER * EVERY_LANE + lane] = np.uint8(lanes.rows[LEADS * EVERY_LANE + lane])


# --- one of several rows --------------------------------------------------------------------


@compiled
def of_four(small: Array, start: Word, lane: Word, index: Byte) -> Byte:
    """The figure of one of four rows, by two bits of its index."""
    one, two = small[start + lane], small[start + EVERY_LANE + lane]
    three, four = small[start + U2 * EVERY_LANE + lane], small[start + U3 * EVERY_LANE + lane]
    low, high = np.uint8(index & ONE), np.uint8(index & TWO)
    near = one if low == NOTHING else two
    far = three if low == NOTHING else four
    return near if high == NOTHING else far


@compiled
def of_seats(small: Array, start: Word, lane: Word, index: Byte, few: bool) -> Byte:
    """The figure of one of eight rows, or of four where there are few players.

    Whether there are is said at the call, so that no load is left in a branch.
    """
    near = of_four(small, start, lane, index)
    if few:
        return near
    far = of_four(small, start + U4 * EVERY_LANE, lane, index)
    return near if np.uint8(index & FOUR) == NOTHING else far


@compiled
def seat_in_turn(leader: Byte, step: Byte, players: Byte) -> Byte:
    """Who plays so many steps after the lead."""
    seat = np.uint8(leader + step)
    return np.uint8(seat - players) if seat >= players else seat


@compiled
def only_one(small: Array, seat: Word) -> None:
    """A seat plays its only card."""
    to = row_of(MANY, seat)
    for lane in range(EVERY_LANE):
        small[to + lane] = NOTHING


@compiled
def steps_after(seat: Byte, leader: Byte, players: Byte) -> Byte:
    """How many steps after the lead a seat plays."""
    steps = np.uint8(seat - leader)
    return np.uint8(steps + players) if seat < leader else steps


@compiled
def turn_kind(small: Array, to: Word, kind: Word, step: Whole, players: Whole) -> None:
    """Of who plays so many steps after the lead, what stands in the rows of a kind."""
    if players <= FEW_SEATS:
        turn_to(small, to, kind, step, players, True)
    else:
        turn_to(small, to, kind, step, players, False)


@compiled
def turn_to(small: Array, to: Word, kind: Word, step: Whole, players: Whole, few: bool) -> None:
    """As `turn_kind`, told whether there are few players."""
    row, later, seats = row_of(to, np.uint64(step)), np.uint8(step), np.uint8(players)
    for lane in range(EVERY_LANE):
        seat = seat_in_turn(small[LEADER * EVERY_LANE + lane], later, seats)
        small[row + lane] = of_seats(small, kind, lane, seat, few)


@compiled
def turn_back(small: Array, to: Word, kind: Word, seat: Word, players: Whole) -> None:
    """Of a seat, what stands in the rows of a kind in the order of play."""
    if players <= FEW_SEATS:
        turn_from(small, to, kind, seat, players, True)
    else:
        turn_from(small, to, kind, seat, players, False)


@compiled
def turn_from(small: Array, to: Word, kind: Word, seat: Word, players: Whole, few: bool) -> None:
    """As `turn_back`, told whether there are few players."""
    row, own, seats = row_of(to, seat), np.uint8(seat), np.uint8(players)
    for lane in range(EVERY_LANE):
        step = steps_after(own, small[LEADER * EVERY_LANE + lane], seats)
        small[row + lane] = of_seats(small, kind, lane, step, few)


# --- one trick ----------------------------------------------------------------------------


@compiled
def keep_slots(small: Array, seat: Word, kind: Word) -> None:
    """The slots that may not be led, as they stand in the rows of a kind."""
    slots, to = row_of(kind, seat), row_of(KEPT_SLOTS, seat)
    for lane in range(EVERY_LANE):
        small[to + lane] = small[slots + lane]


@compiled
def break_kept(small: Array, seat: Word) -> None:
    """The suit that is kept may be led once a seat has played a card of it."""
    kept_row, played = row_of(KEPT_SLOTS, seat), row_of(MANY, seat)
    for lane in range(EVERY_LANE):
        still, kept = small[STILL_KEPT * EVERY_LANE + lane], small[kept_row + lane]
        broken = np.uint8(kept & small[played + lane]) != NOTHING
        small[STILL_KEPT * EVERY_LANE + lane] = NOTHING if broken else still


@compiled
def lead_small(lanes: Lanes, word: Whole, players: Whole, kept: bool) -> None:
    """Lead a card, picked by that word; `kept`: whether there are cards that may not be led."""
    small = lanes.small
    if players <= FEW_SEATS:
        if kept:
            find_leads(small, True, True)
        else:
            find_leads(small, False, True)
    elif kept:
        find_leads(small, True, False)
    else:
        find_leads(small, False, False)
    pick_numbers(lanes.halves, word, small, NUMBER_ROW)
    if players <= FEW_SEATS:
        lead_by(small, True)
    else:
        lead_by(small, False)


@compiled
def find_leads(small: Array, kept: bool, few: bool) -> None:
    """What may be led, and how many cards that are: none that is kept, where others are held."""
    for lane in range(EVERY_LANE):
        seat = small[LEADER * EVERY_LANE + lane]
        hand = of_seats(small, HELD, lane, seat, few)
        if kept:
            stays = of_seats(small, KEPT_SLOTS, lane, seat, few)
            stays = np.uint8(stays & small[STILL_KEPT * EVERY_LANE + lane])
            free = np.uint8(hand & np.uint8(~stays))
            hand = hand if free == NOTHING else free
        small[MAY_LEAD * EVERY_LANE + lane] = hand
        small[NUMBER + lane] = byte_bits(hand)


@compiled
def lead_by(small: Array, few: bool) -> None:
    """The card led, and its suit; told whether there are few players."""
    asked = ASKED * EVERY_LANE
    for lane in range(EVERY_LANE):
        seat = small[LEADER * EVERY_LANE + lane]
        bit = bit_numbered(small[MAY_LEAD * EVERY_LANE + lane], small[NUMBER + lane])
        one = where_any(of_seats(small, SUITS_DEALT, lane, seat, few), bit)
        two = where_any(of_seats(small, SUITS_DEALT + NEXT, lane, seat, few), bit)
        three = where_any(of_seats(small, SUITS_DEALT + NEXT2, lane, seat, few), bit)
        four = where_any(of_seats(small, SUITS_DEALT + NEXT3, lane, seat, few), bit)
        small[LEAD * EVERY_LANE + lane] = bit
        small[asked + lane] = one
        small[asked + EVERY_LANE + lane] = two
        small[asked + U2 * EVERY_LANE + lane] = three
        small[asked + U3 * EVERY_LANE + lane] = four
        first = np.uint8(np.uint8(two & FIRST) | np.uint8(three & SECOND))
        small[LED * EVERY_LANE + lane] = np.uint8(first | np.uint8(four & THIRD))


@compiled
def where_any(mask: Byte, bit: Byte) -> Byte:
    """All bits where a mask has a bit, else none."""
    return ALL if np.uint8(mask & bit) != NOTHING else NOTHING


@compiled
def allow_small(small: Array, seat: Word) -> None:
    """What a seat may play: who leads the card led, else a card of the suit where one is held."""
    held_row, suits, own = row_of(HELD, seat), row_of(SUITS_DEALT, seat), np.uint8(seat)
    may_row, many_row, asked = row_of(MAY, seat), row_of(MANY, seat), ASKED * EVERY_LANE
    for lane in range(EVERY_LANE):
        held = small[held_row + lane]
        one = small[suits + lane] & small[asked + lane]
        two = small[suits + NEXT + lane] & small[asked + EVERY_LANE + lane]
        three = small[suits + NEXT2 + lane] & small[asked + U2 * EVERY_LANE + lane]
        four = small[suits + NEXT3 + lane] & small[asked + U3 * EVERY_LANE + lane]
        suited = np.uint8(held & np.uint8(np.uint8(one | two) | np.uint8(three | four)))
        may = held if suited == NOTHING else suited
        leader, led = small[LEADER * EVERY_LANE + lane], small[LEAD * EVERY_LANE + lane]
        may = led if leader == own else may
        small[may_row + lane] = may
        small[many_row + lane] = byte_bits(may)


@compiled
def allow_classes(small: Array, seat: Word, classes: Whole) -> None:
    """As `allow_small` where other classes of cards are owed than those of the suit led."""
    held_row, suits, own = row_of(HELD, seat), row_of(SUITS_DEALT, seat), np.uint8(seat)
    may_row, many_row, asked = row_of(MAY, seat), row_of(MANY, seat), ASKED * EVERY_LANE
    trump_row = row_of(TRUMP_SLOTS, seat)
    for lane in range(EVERY_LANE):
        held, trumps = small[held_row + lane], small[trump_row + lane]
        one = small[suits + lane] & small[asked + lane]
        two = small[suits + NEXT + lane] & small[asked + EVERY_LANE + lane]
        three = small[suits + NEXT2 + lane] & small[asked + U2 * EVERY_LANE + lane]
        four = small[suits + NEXT3 + lane] & small[asked + U3 * EVERY_LANE + lane]
        suited = np.uint8(np.uint8(one | two) | np.uint8(three | four))
        may = of_class(held, suited, trumps, classes >> (3 * PLACE_BITS), held)
        may = of_class(held, suited, trumps, classes >> (2 * PLACE_BITS), may)
        may = of_class(held, suited, trumps, classes >> PLACE_BITS, may)
        may = of_class(held, suited, trumps, classes, may)
        leader, led = small[LEADER * EVERY_LANE + lane], small[LEAD * EVERY_LANE + lane]
        may = led if leader == own else may
        small[may_row + lane] = may
        small[many_row + lane] = byte_bits(may)


@compiled
def of_class(held: Byte, suited: Byte, trumps: Byte, kind: Whole, other: Byte) -> Byte:
    """The cards of a hand in the first class of a list, or others where there are none."""
    high = np.uint8(held & trumps) if kind & OF_TRUMPS else NOTHING
    cards = np.uint8(held & suited) if kind & OF_SUIT else high
    return other if cards == NOTHING else cards


@compiled
def card_in(small: Array, start: Word, bit: Byte) -> Byte:
    """The card in the slot of a bit, of the slots that start there."""
    a, b, c, d = small[start], small[start + NEXT], small[start + NEXT2], small[start + NEXT3]
    last = start + NEXT4
    e, f, g, h = small[last], small[last + NEXT], small[last + NEXT2], small[last + NEXT3]
    even = np.uint8(bit & LOW_ONES) != NOTHING
    one, two = a if even else b, c if even else d
    three, four = e if even else f, g if even else h
    first_two = np.uint8(bit & LOW_TWOS) != NOTHING
    near, far = one if first_two else two, three if first_two else four
    return near if np.uint8(bit & LOW_FOUR) != NOTHING else far


@compiled
def play_small(small: Array, seat: Word, heights: Word, trumps: Byte) -> None:
    """A seat plays its card, and takes the trick where that is the best so far.

    Where cards lie by their strength stands in the rows `heights`; so many of them are trumps.
    """
    may, many, own = row_of(MAY, seat), row_of(MANY, seat), np.uint8(seat)
    held, slots = row_of(HELD, seat), row_of(heights, seat)
    for lane in range(EVERY_LANE):
        bit = bit_numbered(small[may + lane], small[many + lane])
        small[many + lane] = bit
        small[held + lane] ^= bit
        card = card_in(small, slots + lane, bit)
        suited = np.uint8(card - small[LED * EVERY_LANE + lane]) < FIRST
        trump = np.uint8(card - small[TRUMPS * EVERY_LANE + lane]) < trumps
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


# --- what a trick is worth ------------------------------------------------------------------


@compiled
def begin_laying(lanes: Lanes) -> None:
    """Before any card of a trick is counted by what it is worth."""
    for lane in range(EVERY_LANE):
        lanes.rows[LAIN * EVERY_LANE + lane] = ZERO
        lanes.rows[WILD_LAIN * EVERY_LANE + lane] = ZERO


@compiled
def lay_small(lanes: Lanes, seat: Word) -> None:
    """The card of a seat lies in the trick, as `lane_tricks` has it."""
    slots, played = row_of(SLOTS, seat), row_of(MANY, seat)
    for lane in range(EVERY_LANE):
        card = card_in(lanes.small, slots + lane, lanes.small[played + lane])
        lanes.rows[LAIN * EVERY_LANE + lane] |= U1 << np.uint64(bit_of(card))


@compiled
def find_best_ranks(small: Array, doubled: bool) -> None:
    """Where the best card lies in its suit, into the row of the winners' numbers.

    Where heights are `doubled`, those of plain cards lie behind twice as many.
    """
    plain = np.uint8(PLAIN + PLAIN) if doubled else PLAIN
    halved = ONE if doubled else NOTHING
    for lane in range(EVERY_LANE):
        lowest = small[LOWEST * EVERY_LANE + lane]
        height = np.uint8(lowest - plain) if lowest >= plain else lowest
        height = np.uint8(height >> halved)
        small[NUMBER + lane] = np.uint8(height - suit_start(height))


@compiled
def value_by_strength(lanes: Lanes, values: Array, first: Whole, heights: Array | None) -> None:
    """What a trick is worth by the strengths of the best cards, whose values begin there.

    Where cards do not lie by their strength, `heights` tells by rank where they would.
    """
    weakest = np.uint64(first) + np.uint64(SUIT_SIZE - 1)
    for lane in range(EVERY_LANE):
        rank = np.uint64(lanes.small[NUMBER + lane])
        height = rank if heights is None else np.uint64(heights[rank])
        lanes.rows[WORTH * EVERY_LANE + lane] = np.uint64(values[weakest - height])


# --- as the other kernels have it -----------------------------------------------------------


@compiled
def cards_of(small: Array, seat: Word, lane: Word, mask: Byte) -> Word:
    """The cards in these slots of a hand as a set of `simd`."""
    cards = np.uint64(0)
    for slot in range(EIGHT):
        if mask >> np.uint8(slot) & ONE:
            card = small[row_of(SLOTS, seat) + slot * NEXT + lane]
            cards |= U1 << np.uint64(bit_of(card))
    return cards


@compiled
def remember_held(small: Array, seat: Word) -> None:
    """Keep what a seat holds before a trick."""
    held, before = row_of(HELD, seat), row_of(BEFORE, seat)
    for lane in range(EVERY_LANE):
        small[before + lane] = small[held + lane]


@compiled
def show_small(lanes: Lanes, step: Whole, players: Whole) -> None:
    """What was held, might be played and is left after a play, for the course of the match."""
    small, rows = lanes.small, lanes.rows
    later, seats = np.uint8(step), np.uint8(players)
    for lane in range(EVERY_LANE):
        seat = np.uint64(seat_in_turn(small[LEADER * EVERY_LANE + lane], later, seats))
        left = small[row_of(HELD, seat) + lane]
        held = small[row_of(BEFORE, seat) + lane]
        leads, may = small[MAY_LEAD * EVERY_LANE + lane], small[row_of(MAY, seat) + lane]
        may = leads if step == 0 else may
        rows[WIDE_ALLOWED * EVERY_LANE + lane] = cards_of(small, seat, lane, may)
        rows[WIDE_HELD * EVERY_LANE + lane] = cards_of(small, seat, lane, held)
        rows[HANDS * EVERY_LANE + lane] = cards_of(small, seat, lane, left)


@compiled
def give_leaders(lanes: Lanes) -> None:
    """Who leads."""
    for lane in range(EVERY_LANE):
        lanes.rows[LEADS * EVERY_LANE + lane] = np.uint64(lanes.small[LEADER * EVERY_LANE + lane])

"""Wild cards in small hands: see `small_hands`, and `lane_wilds` for what may be named.

What is owed is found for all seats at once, as a *code*: the suit led, trumps, or anything.  What
wilds may be named hangs on what others were named in the same trick, so the plays of a trick are
picked one after the other, in the order of play.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.kernels.bits import bits, byte_bits, lowest
from clagdsl.simulation.kernels.lane_tricks import LaneRules
from clagdsl.simulation.kernels.lane_wilds import FREE, OWED, OWED_ELSE
from clagdsl.simulation.kernels.lane_wilds import PLAYED as WIDE_PLAYED
from clagdsl.simulation.kernels.philox_lanes import EVERY_LANE, HIGH_HALF, LOW_HALF, U1, U2, U3, U4
from clagdsl.simulation.kernels.philox_rounds import picked_of_many
from clagdsl.simulation.kernels.simd import ALLOWED as WIDE_ALLOWED
from clagdsl.simulation.kernels.simd import (
    CARD,
    FOUR,
    LAIN,
    NOTHING,
    SUIT,
    SUIT_BITS,
    WILD_LAIN,
    ZERO,
    bit_of,
    fill_small,
)
from clagdsl.simulation.kernels.simd import HELD as WIDE_HELD
from clagdsl.simulation.kernels.small_hands import (
    ALL,
    ASKED,
    BEFORE,
    FIRST,
    HELD,
    LEADER,
    LED,
    LOWEST,
    MAY,
    NEXT,
    NEXT2,
    NEXT3,
    NO_CARD,
    NUMBER,
    ONE,
    PLAIN,
    SECOND,
    SLOTS,
    SUITS_DEALT,
    THIRD,
    TRUMP_SLOTS,
    TRUMPS,
    WINNER,
    card_in,
    cards_of,
    find_heights,
    lower,
    rank_heights,
    row_of,
    seat_in_turn,
    slot_of,
    suit_start,
    turn_back,
    turn_kind,
    upper,
)
from clagdsl.simulation.lowering.arrays import (
    OF_SUIT,
    OF_TRUMPS,
    PLACE_BITS,
    Array,
    Byte,
    Half,
    Lanes,
    Tables,
    Whole,
    Word,
)

# The rows of bytes, behind those of `small_hands`.
FREE_LED: Final = np.uint64(264)  # how many cards of the suit led nothing was named in this trick
FREE_TRUMPS: Final = np.uint64(265)
FREE_ALL: Final = np.uint64(266)
START: Final = np.uint64(267)  # where the faces begin of which one is picked
LEFT: Final = np.uint64(268)  # a face on its way to its place among those named
LAID: Final = np.uint64(269)  # the card that counts in the trick, then its height
NAMED: Final = np.uint64(384)  # rows: which faces were named in this trick, in their order
# Of each seat one.
WILD_ROW: Final = np.uint64(272)  # the slots of wilds, as they were dealt
WILD_SLOTS: Final = WILD_ROW * EVERY_LANE
HELD_WILDS: Final = np.uint64(376) * EVERY_LANE
SOLE: Final = np.uint64(280) * EVERY_LANE  # the wild that is owed alone, if any
CODE: Final = np.uint64(288) * EVERY_LANE  # what wilds are asked for
SOLE_CODE: Final = np.uint64(296) * EVERY_LANE  # what the wild that is owed alone is
# The same in the order of play.
TURN_MAY: Final = np.uint64(304) * EVERY_LANE
TURN_WILDS: Final = np.uint64(312) * EVERY_LANE
TURN_SOLE: Final = np.uint64(320) * EVERY_LANE
TURN_CODE: Final = np.uint64(328) * EVERY_LANE
TURN_SOLE_CODE: Final = np.uint64(336) * EVERY_LANE
TURN_BIT: Final = np.uint64(344) * EVERY_LANE  # the slot played
TURN_FACE: Final = np.uint64(352) * EVERY_LANE  # what a wild is named, `NO_CARD` for other cards
# And again by seat.
BIT: Final = np.uint64(360) * EVERY_LANE
FACE: Final = np.uint64(368) * EVERY_LANE

NEAR: Final = np.uint8(0b00001111)  # the slots that are looked at for a play, or else the others
FAR: Final = np.uint8(0b00010000)  # the first of the others
TO_FAR: Final = np.uint8(4)  # and how far on that is

OF_LED: Final = np.uint8(0)
OF_TRUMP: Final = np.uint8(1)
ANYTHING: Final = np.uint8(2)


# --- what is owed -------------------------------------------------------------------------


@compiled
def find_wilds(small: Array, seat: Word, slot: Whole, rank: Byte) -> None:
    """Add a slot to those of wilds where its card is of their rank."""
    place, to = slot_of(SLOTS, seat, slot), row_of(WILD_SLOTS, seat)
    bit = np.uint8(1 << slot)
    for lane in range(EVERY_LANE):
        card, wilds = small[place + lane], small[to + lane]
        small[to + lane] = np.uint8(wilds | bit) if wild_rank(card) == rank else wilds


@compiled
def wild_rank(card: Byte) -> Byte:
    """The place of a card in its suit."""
    return np.uint8(card - suit_start(card))


@compiled
def owe_to_follow(small: Array, seat: Word, classes: Whole, in_suit: bool) -> None:
    """What a seat may play that follows, and what its wilds are asked for."""
    held_row, suits, asked = row_of(HELD, seat), row_of(SUITS_DEALT, seat), ASKED * EVERY_LANE
    wild_row, trump_row = row_of(WILD_SLOTS, seat), row_of(TRUMP_SLOTS, seat)
    may = row_of(MAY, seat)
    code_row, sole_code, sole_row = row_of(CODE, seat), row_of(SOLE_CODE, seat), row_of(SOLE, seat)
    held_wilds = row_of(HELD_WILDS, seat)
    first, then = classes, classes >> PLACE_BITS
    loud = ALL if in_suit else NOTHING
    for lane in range(EVERY_LANE):
        held, wilds = small[held_row + lane], small[wild_row + lane]
        trumps = small[trump_row + lane]
        one = small[suits + lane] & small[asked + lane]
        two = small[suits + NEXT + lane] & small[asked + EVERY_LANE + lane]
        three = small[suits + NEXT2 + lane] & small[asked + U2 * EVERY_LANE + lane]
        four = small[suits + NEXT3 + lane] & small[asked + U3 * EVERY_LANE + lane]
        suited = np.uint8(np.uint8(one | two) | np.uint8(three | four))
        plain = np.uint8(held & np.uint8(~wilds))
        counted = np.uint8(plain | np.uint8(held & loud))
        code = code_owed(counted, suited, trumps, first, then)
        owed = np.uint8(held & slots_of(code, suited, trumps))
        alone = owed != NOTHING and np.uint8(owed & np.uint8(owed - ONE)) == NOTHING
        sole = np.uint8(owed & np.uint8(wilds & loud)) if alone else NOTHING
        rest = np.uint8(held & np.uint8(~owed))
        small[may + lane] = np.uint8(plain & owed)
        small[held_wilds + lane] = np.uint8(held & wilds)
        small[code_row + lane] = code
        small[sole_row + lane] = sole
        small[sole_code + lane] = code_owed(rest, suited, trumps, first, then)


@compiled
def code_owed(counted: Byte, suited: Byte, trumps: Byte, first: Whole, then: Whole) -> Byte:
    """What is owed by who has those slots that count."""
    other = code_of(counted, suited, trumps, then, ANYTHING)
    return code_of(counted, suited, trumps, first, other)


@compiled
def code_of(counted: Byte, suited: Byte, trumps: Byte, kind: Whole, other: Byte) -> Byte:
    """The code of the first class of a list where a slot of it counts, else another."""
    high = trumps if kind & OF_TRUMPS else NOTHING
    slots = suited if kind & OF_SUIT else high
    code = OF_LED if kind & OF_SUIT else OF_TRUMP
    return code if np.uint8(counted & slots) != NOTHING else other


@compiled
def slots_of(code: Byte, suited: Byte, trumps: Byte) -> Byte:
    """The slots of what a code stands for."""
    other = trumps if code == OF_TRUMP else ALL
    return suited if code == OF_LED else other


# --- in the order of play -----------------------------------------------------------------


@compiled
def begin_wild_trick(small: Array, pack: FacesOfPack) -> None:
    """Before anything is named in a trick."""
    fill_small(small, FREE_LED, pack.ranks)
    fill_small(small, FREE_TRUMPS, pack.ranks)
    fill_small(small, FREE_ALL, pack.every)
    for place in range(pack.most_named):
        fill_small(small, NAMED + np.uint64(place), NO_CARD)


@compiled
def ask_leader(small: Array) -> None:
    """Who leads may play any card, and any wild as anything; what it holds lies in its rows."""
    for lane in range(EVERY_LANE):
        held, wilds = small[TURN_MAY + lane], small[TURN_WILDS + lane]
        small[TURN_MAY + lane] = np.uint8(held & np.uint8(~wilds))
        small[TURN_WILDS + lane] = np.uint8(held & wilds)
        small[TURN_SOLE + lane] = NOTHING
        small[TURN_CODE + lane] = ANYTHING
        small[TURN_SOLE_CODE + lane] = ANYTHING


@compiled
def many_asked(small: Array, lane: Word, code: Byte) -> Byte:
    """How many cards of what a code stands for nothing was named in this trick."""
    led, trumps = small[FREE_LED * EVERY_LANE + lane], small[FREE_TRUMPS * EVERY_LANE + lane]
    every = small[FREE_ALL * EVERY_LANE + lane]
    other = trumps if code == OF_TRUMP else every
    return led if code == OF_LED else other


@compiled
def plays_in(slots: Byte, may: Byte, wilds: Byte, sole: Byte, many: Half, alone: Half) -> Half:
    """How many plays there are with the cards in some slots."""
    others = np.uint16(byte_bits(np.uint8(np.uint8(wilds & slots) & np.uint8(~sole))))
    plain = np.uint16(byte_bits(np.uint8(may & slots)))
    total = np.uint16(plain + np.uint16(many * others))
    return np.uint16(total + alone) if np.uint8(sole & slots) != NOTHING else total


@compiled
def pick_wild_number(halves: Array, word: Whole, small: Array, step: Whole) -> None:
    """Which of all plays a word picks, so many steps after the lead, into the row of its number.

    It is counted from the first slot, or from the fifth where it is not among the first four, so
    that a byte has room for it; in the row of bits that slot is.
    """
    low = U2 * np.uint64(word) * EVERY_LANE + LOW_HALF
    high = U2 * np.uint64(word) * EVERY_LANE + HIGH_HALF
    turn = np.uint64(step)
    may_row, wild_row = row_of(TURN_MAY, turn), row_of(TURN_WILDS, turn)
    sole_row, bits_row, to = row_of(TURN_SOLE, turn), row_of(TURN_BIT, turn), row_of(NUMBER, turn)
    code_row, sole_code = row_of(TURN_CODE, turn), row_of(TURN_SOLE_CODE, turn)
    for lane in range(EVERY_LANE):
        may, wilds, sole = small[may_row + lane], small[wild_row + lane], small[sole_row + lane]
        many = np.uint16(many_asked(small, lane, small[code_row + lane]))
        alone = np.uint16(many_asked(small, lane, small[sole_code + lane]))
        total = plays_in(ALL, may, wilds, sole, many, alone)
        number = picked_of_many(halves[low + U2 * lane], halves[high + U2 * lane], total)
        near = plays_in(NEAR, may, wilds, sole, many, alone)
        far = number >= near
        small[to + lane] = np.uint8(np.uint16(number - near) if far else number)
        small[bits_row + lane] = FAR if far else ONE


@compiled
def find_wild_play(small: Array, step: Whole) -> None:
    """The slot of the play of a number, and in the row of faces which of its faces that is."""
    turn = np.uint64(step)
    may_row, wild_row = row_of(TURN_MAY, turn), row_of(TURN_WILDS, turn)
    sole_row = row_of(TURN_SOLE, turn)
    code_row, sole_code = row_of(TURN_CODE, turn), row_of(TURN_SOLE_CODE, turn)
    numbers = row_of(NUMBER, turn)
    bits_row, faces = row_of(TURN_BIT, turn), row_of(TURN_FACE, turn)
    for lane in range(EVERY_LANE):
        far = small[bits_row + lane] == FAR
        may, wilds, sole = small[may_row + lane], small[wild_row + lane], small[sole_row + lane]
        may = np.uint8(may >> TO_FAR) if far else may
        wilds = np.uint8(wilds >> TO_FAR) if far else wilds
        sole = np.uint8(sole >> TO_FAR) if far else sole
        many = many_asked(small, lane, small[code_row + lane])
        alone = many_asked(small, lane, small[sole_code + lane])
        left, found, face = small[numbers + lane], NOTHING, NOTHING
        for slot in range(U4):
            bit = np.uint8(U1 << slot)
            width = many if np.uint8(wilds & bit) != NOTHING else NOTHING
            width = alone if np.uint8(sole & bit) != NOTHING else width
            width = ONE if np.uint8(may & bit) != NOTHING else width
            here = found == NOTHING and left < width
            found, face = bit if here else found, left if here else face
            left = np.uint8(left - width)
        small[bits_row + lane] = np.uint8(found << TO_FAR) if far else found
        small[faces + lane] = face


@compiled
def name_wild(small: Array, step: Whole, pack: FacesOfPack) -> None:
    """What a wild is named that is played, `NO_CARD` for other cards; it is free no more."""
    before = min(step, pack.most_named)
    find_start(small, step, pack.ranks)
    for place in range(before):
        pass_named(small, step, np.uint64(place))
    show_face(small, step, pack.ranks)
    for place in range(min(step + 1, pack.most_named)):
        add_named(small, np.uint64(place))


@compiled
def find_start(small: Array, step: Whole, ranks: Byte) -> None:
    """Where the faces begin that are asked for, and the face from there, were all of them free."""
    turn = np.uint64(step)
    sole_row, bits_row = row_of(TURN_SOLE, turn), row_of(TURN_BIT, turn)
    code_row, sole_code = row_of(TURN_CODE, turn), row_of(TURN_SOLE_CODE, turn)
    faces, to = row_of(TURN_FACE, turn), START * EVERY_LANE
    for lane in range(EVERY_LANE):
        bit, code, alone = small[bits_row + lane], small[code_row + lane], small[sole_code + lane]
        code = alone if np.uint8(bit & small[sole_row + lane]) != NOTHING else code
        led, trumps = small[LED * EVERY_LANE + lane], small[TRUMPS * EVERY_LANE + lane]
        other = trumps if code == OF_TRUMP else NOTHING
        start = face_start(led if code == OF_LED else other, ranks)
        small[to + lane] = start
        small[faces + lane] = np.uint8(small[faces + lane] + start)


@compiled
def face_start(first: Byte, ranks: Byte) -> Byte:
    """Which of the faces of a pack is the first of a suit, by its first card."""
    start = ranks if first == FIRST else NOTHING
    start = np.uint8(ranks + ranks) if first == SECOND else start
    return np.uint8(np.uint8(ranks + ranks) + ranks) if first == THIRD else start


@compiled
def pass_named(small: Array, step: Whole, place: Word) -> None:
    """A face is one further where one before it, not before the start, was named."""
    faces, named_row = row_of(TURN_FACE, np.uint64(step)), (NAMED + place) * EVERY_LANE
    start = START * EVERY_LANE
    for lane in range(EVERY_LANE):
        face, named = small[faces + lane], small[named_row + lane]
        further = named >= small[start + lane] and named <= face
        small[faces + lane] = np.uint8(face + ONE) if further else face


@compiled
def show_face(small: Array, step: Whole, ranks: Byte) -> None:
    """The card that a wild stands for, by its face; `NO_CARD` for other cards."""
    turn = np.uint64(step)
    wild_row, bits_row = row_of(TURN_WILDS, turn), row_of(TURN_BIT, turn)
    faces, left = row_of(TURN_FACE, turn), LEFT * EVERY_LANE
    second, gap = np.uint8(ranks + ranks), np.uint8(FIRST - ranks)
    third = np.uint8(second + ranks)
    for lane in range(EVERY_LANE):
        bit, wilds = small[bits_row + lane], small[wild_row + lane]
        wild = np.uint8(bit & wilds) != NOTHING
        face = small[faces + lane]
        card = np.uint8(face + gap) if face >= ranks else face
        card = np.uint8(card + gap) if face >= second else card
        card = np.uint8(card + gap) if face >= third else card
        card = card if wild else NO_CARD
        small[left + lane] = face if wild else NO_CARD
        small[faces + lane] = card
        every = small[FREE_ALL * EVERY_LANE + lane]
        free, trumps = small[FREE_TRUMPS * EVERY_LANE + lane], small[TRUMPS * EVERY_LANE + lane]
        small[FREE_ALL * EVERY_LANE + lane] = np.uint8(every - ONE) if wild else every
        of_trumps = np.uint8(card - trumps) < FIRST
        small[FREE_TRUMPS * EVERY_LANE + lane] = np.uint8(free - ONE) if of_trumps else free


@compiled
def add_named(small: Array, place: Word) -> None:
    """One place of those named: the lower of two faces stays there, the other goes on."""
    named, left = (NAMED + place) * EVERY_LANE, LEFT * EVERY_LANE
    for lane in range(EVERY_LANE):
        one, other = small[named + lane], small[left + lane]
        small[named + lane], small[left + lane] = lower(one, other), upper(one, other)


@compiled
def name_of_led(small: Array, step: Whole) -> None:
    """What was named of the suit led is free no more."""
    faces = row_of(TURN_FACE, np.uint64(step))
    for lane in range(EVERY_LANE):
        face, led = small[faces + lane], small[LED * EVERY_LANE + lane]
        free = small[FREE_LED * EVERY_LANE + lane]
        of_led = np.uint8(face - led) < FIRST
        small[FREE_LED * EVERY_LANE + lane] = np.uint8(free - ONE) if of_led else free


@compiled
def lead_card(small: Array, players: Whole) -> None:
    """The card led: that of a slot of the leader, where no wild is named."""
    bits_row, faces, to = TURN_BIT, TURN_FACE, LED * EVERY_LANE
    for lane in range(EVERY_LANE):
        small[to + lane] = NO_CARD
    for seat in range(np.uint64(players)):
        slots, own = row_of(SLOTS, seat), np.uint8(seat)
        for lane in range(EVERY_LANE):
            card, led = card_in(small, slots + lane, small[bits_row + lane]), small[to + lane]
            small[to + lane] = card if small[LEADER * EVERY_LANE + lane] == own else led
    asked = ASKED * EVERY_LANE
    for lane in range(EVERY_LANE):
        face, card = small[faces + lane], small[to + lane]
        first = suit_start(card if face == NO_CARD else face)
        small[asked + lane] = ALL if first == NOTHING else NOTHING
        small[asked + EVERY_LANE + lane] = ALL if first == FIRST else NOTHING
        small[asked + U2 * EVERY_LANE + lane] = ALL if first == SECOND else NOTHING
        small[asked + U3 * EVERY_LANE + lane] = ALL if first == THIRD else NOTHING
        small[to + lane] = first


@compiled
def lay_card(small: Array, seat: Word) -> None:
    """A seat plays its card: the one that counts in the trick."""
    bits_row, faces, to = row_of(BIT, seat), row_of(FACE, seat), LAID * EVERY_LANE
    held, slots = row_of(HELD, seat), row_of(SLOTS, seat)
    for lane in range(EVERY_LANE):
        bit, face = small[bits_row + lane], small[faces + lane]
        small[held + lane] ^= bit
        card = card_in(small, slots + lane, bit)
        small[to + lane] = card if face == NO_CARD else face


@compiled
def compare_wild(small: Array, seat: Word, trumps: Byte) -> None:
    """A seat takes the trick where its card is the best so far; so many cards are trumps.

    A wild is a little better than the card that it stands for.
    """
    faces, own = row_of(FACE, seat), np.uint8(seat)
    for lane in range(EVERY_LANE):
        card, face = small[LAID * EVERY_LANE + lane], small[faces + lane]
        suited = np.uint8(card - small[LED * EVERY_LANE + lane]) < FIRST
        trump = np.uint8(card - small[TRUMPS * EVERY_LANE + lane]) < trumps
        height = np.uint8(card + card)
        height = np.uint8(height + ONE) if face == NO_CARD else height
        behind_trumps = np.uint8(np.uint8(height + PLAIN) + PLAIN) if suited else NO_CARD
        height = height if trump else behind_trumps
        lowest, winner = small[LOWEST * EVERY_LANE + lane], small[WINNER * EVERY_LANE + lane]
        small[WINNER * EVERY_LANE + lane] = own if height < lowest else winner
        small[LOWEST * EVERY_LANE + lane] = lower(height, lowest)


@compiled
def lay_with_wilds(lanes: Lanes, seat: Word) -> None:
    """The card of a seat lies in the trick, a wild as what it stands for."""
    slots, bits_row, faces = row_of(SLOTS, seat), row_of(BIT, seat), row_of(FACE, seat)
    for lane in range(EVERY_LANE):
        face = lanes.small[faces + lane]
        card = card_in(lanes.small, slots + lane, lanes.small[bits_row + lane])
        plain = face == NO_CARD
        meant = U1 << np.uint64(bit_of(card if plain else face))
        lanes.rows[LAIN * EVERY_LANE + lane] |= meant if plain else ZERO
        lanes.rows[WILD_LAIN * EVERY_LANE + lane] |= ZERO if plain else meant


# --- for the course of the match ----------------------------------------------------------


@compiled
def show_small_wilds(tables: Tables, lanes: Lanes, step: Whole, players: Whole) -> None:
    """What was held, owed and played, as `lane_wilds` has it."""
    small, rows = lanes.small, lanes.rows
    later, seats = np.uint8(step), np.uint8(players)
    for lane in range(EVERY_LANE):
        seat = np.uint64(seat_in_turn(small[LEADER * EVERY_LANE + lane], later, seats))
        bit, face = small[row_of(BIT, seat) + lane], small[row_of(FACE, seat) + lane]
        played = cards_of(small, seat, lane, bit)
        wild = face != NO_CARD
        meant = U1 << np.uint64(bit_of(face)) if wild else played
        free = tables.lane_pack[0] if step == 0 else rows[FREE * EVERY_LANE + lane]
        rows[FREE * EVERY_LANE + lane] = free & ~meant if wild else free
        rows[CARD * EVERY_LANE + lane] = meant
        rows[WIDE_PLAYED * EVERY_LANE + lane] = played if wild else ZERO
        held = small[row_of(BEFORE, seat) + lane]
        may = small[row_of(TURN_MAY, np.uint64(step)) + lane]
        rows[WIDE_HELD * EVERY_LANE + lane] = cards_of(small, seat, lane, held)
        rows[WIDE_ALLOWED * EVERY_LANE + lane] = cards_of(small, seat, lane, may)
        code = small[row_of(TURN_CODE, np.uint64(step)) + lane]
        other = small[row_of(TURN_SOLE_CODE, np.uint64(step)) + lane]
        rows[OWED * EVERY_LANE + lane] = cards_asked(small, lane, code)
        rows[OWED_ELSE * EVERY_LANE + lane] = cards_asked(small, lane, other)


@compiled
def cards_asked(small: Array, lane: Word, code: Byte) -> Word:
    """What a code stands for as a set of `simd`."""
    first = small[LED * EVERY_LANE + lane] if code == OF_LED else small[TRUMPS * EVERY_LANE + lane]
    of_suit = SUIT << (np.uint64(bit_of(first)) >> FOUR << FOUR)
    return ~ZERO if code == ANYTHING else of_suit


# --- a trick ------------------------------------------------------------------------------


class FacesOfPack(NamedTuple):
    """What wilds may be named in a pack: its faces lie suit by suit, without gaps."""

    ranks: Byte  # how many in a suit
    every: Byte
    most_named: Whole  # at most so many were named in a trick before the last of its wilds


@compiled
def faces_of_pack(tables: Tables, players: Whole, wilds: Word) -> FacesOfPack:
    """What wilds may be named, and how many may be in a trick."""
    most = min(players, bits(wilds)) - 1
    return FacesOfPack(np.uint8(tables.lane_ranks[0]), np.uint8(bits(tables.lane_pack[0])), most)


@compiled
def pick_wild_play(lanes: Lanes, word: Whole, step: Whole, pack: FacesOfPack) -> None:
    """The play of every lane, so many steps after the lead, by that word."""
    pick_wild_number(lanes.halves, word, lanes.small, step)
    find_wild_play(lanes.small, step)
    name_wild(lanes.small, step, pack)


@compiled
def play_wild_trick(
    lanes: Lanes, word: Whole, players: Whole, rules: LaneRules, pack: FacesOfPack, trumps: Byte
) -> None:
    """Play every lane's trick, from that word on; so many cards are trumps."""
    small, leads = lanes.small, np.int64(0)  # with a type: nothing is compiled for a literal too
    begin_wild_trick(small, pack)
    turn_kind(small, TURN_MAY, HELD, leads, players)
    turn_kind(small, TURN_WILDS, WILD_SLOTS, leads, players)
    ask_leader(small)
    pick_wild_play(lanes, word, leads, pack)
    lead_card(small, players)
    name_of_led(small, leads)
    for step in range(players):
        owe_to_follow(small, np.uint64(step), rules.classes, rules.in_suit)
    for step in range(1, players):
        turn_kind(small, TURN_MAY, MAY, step, players)
        turn_kind(small, TURN_WILDS, HELD_WILDS, step, players)
        turn_kind(small, TURN_SOLE, SOLE, step, players)
        turn_kind(small, TURN_CODE, CODE, step, players)
        turn_kind(small, TURN_SOLE_CODE, SOLE_CODE, step, players)
        pick_wild_play(lanes, word + step, step, pack)
        name_of_led(small, step)
    fill_small(small, LOWEST, NO_CARD)
    laid = LAID * EVERY_LANE
    for step in range(players):
        seat = np.uint64(step)
        turn_back(small, BIT, TURN_BIT, seat, players)
        turn_back(small, FACE, TURN_FACE, seat, players)
        lay_card(small, seat)
        if rules.moves != 0:
            find_heights(small, laid, laid)
        if rules.by_suits:
            rank_heights(small, laid, laid)
        compare_wild(small, seat, trumps)


@compiled
def deal_wilds(small: Array, players: Whole, cards: Whole, wilds: Word) -> None:
    """Tell the wilds of every hand."""
    for step in range(players):
        fill_small(small, WILD_ROW + np.uint64(step), NOTHING)
    left = wilds & (SUIT << SUIT_BITS)  # of the first suit: a rank is wild in all suits
    while left != ZERO:
        rank = np.uint8(np.int64(bit_of(NOTHING)) - lowest(left))
        for step in range(players):
            for slot in range(cards):
                find_wilds(small, np.uint64(step), slot, rank)
        left = left & (left - U1)

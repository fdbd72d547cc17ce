"""Special cards of many matches in step: those that are played in one way only and ask for no suit.

In a hand each has a bit that no card of a suit has.  Where it may be played, and as it lies in a
trick, one of the lowest three bits stands for any special card of a name, behind all suits as in
the pack: equal ones are one play.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from clagdsl.simulation.jit import compiled, compiled_apart
from clagdsl.simulation.kernels.bits import lowest, wide_bits
from clagdsl.simulation.kernels.deal_phases import (
    count_named,
    nth_named,
    turned_trump,
    way_to_name,
)
from clagdsl.simulation.kernels.lane_course import note_one
from clagdsl.simulation.kernels.philox_lanes import EVERY_LANE
from clagdsl.simulation.kernels.philox_rounds import picked_by
from clagdsl.simulation.kernels.simd import (
    ALLOWED,
    BEST_CARD,
    CARD,
    FOLLOW,
    FOUR,
    HIGHEST,
    KEPT,
    KEY,
    LAIN,
    ONE,
    STEPS,
    SUIT,
    SUIT_BITS,
    TRUMP,
    TRUMP_NUMBER,
    TRUMPS_WIN,
    ZERO,
    LaneDeal,
    find_bits,
)
from clagdsl.simulation.kernels.trick_rules import plays_in_step
from clagdsl.simulation.lowering.arrays import (
    Array,
    Course,
    Lanes,
    Tables,
    Whole,
    Word,
)
from clagdsl.simulation.lowering.lane_tables import GAP
from clagdsl.simulation.lowering.layout import PACK_SIZE, SUIT_SIZE

# The rows, behind those of `simd`: where cards are wild, none is special.
WINS: Final = np.uint64(72)  # the suit that takes the trick where no trump does, led or not
WAITS: Final = np.uint64(73)  # for a card of a suit: UNLED or LEADS_THEN, nothing once one lies
NAMED: Final = np.uint64(74)  # whether trump is named because a special card is turned

TWO: Final = np.uint64(2)

FIRST_SPECIAL: Final = np.uint8(PACK_SIZE)
"""The number of the first special card where all others are there: special ones lie in gaps."""

# How many special cards lie in the lowest gaps; one bit less is idle above the first suit's.
TWO_GAPS: Final = 2 * GAP
THREE_GAPS: Final = 3 * GAP
EVERY_GAP: Final = 4 * GAP - 1

UNLED: Final = ONE
"""In the row `WAITS`: its suit wins, but need not be followed."""

LEADS_THEN: Final = TWO
"""In the row `WAITS`: its suit is led."""


class LaneSpecials(NamedTuple):
    """The special cards of a game; all of it is nothing in a game without."""

    first: Word  # those of the first name as they lie in hands
    second: Word
    third: Word
    high: Word  # the bits of the names that take the trick
    asking: Word  # the bits of those that ask for the next card where they lead


@compiled
def specials_of(tables: Tables) -> LaneSpecials:
    """The special cards of a game."""
    sets = tables.lane_specials
    return LaneSpecials(sets[0], sets[1], sets[2], sets[3], sets[4])


@compiled
def find_special_bits(tables: Tables, cards: Array, shifts: Array, place: Whole) -> None:
    """Which bit in a hand the card at a place is; of most packs without looking it up."""
    start = np.uint64(place) * EVERY_LANE
    if lowest(tables.specials[0]) < PACK_SIZE:
        for lane in range(EVERY_LANE):
            shifts[start + lane] = tables.lane_bits[np.uint64(cards[start + lane])]
        return
    find_bits(cards, shifts, place)
    for lane in range(EVERY_LANE):
        card = cards[start + lane]
        number = max(card, FIRST_SPECIAL) - FIRST_SPECIAL
        full = np.uint8(number >= GAP) + np.uint8(number >= TWO_GAPS)
        full += np.uint8(number >= THREE_GAPS) + np.uint8(number >= EVERY_GAP)
        bit = np.uint8(number + SUIT_SIZE * full)
        shifts[start + lane] = bit if card >= FIRST_SPECIAL else shifts[start + lane]


@compiled_apart
def turn_up(
    tables: Tables, lanes: Lanes, course: Course | None, deal: LaneDeal, place: Whole, word: Whole
) -> None:
    """Turn the card at a place up in every lane; for a special one trump may be named by that word.

    Where it is not, the word is left for what comes next: where it is, later words move up.
    """
    start, drawn = np.uint64(place) * EVERY_LANE, np.uint64(word) * EVERY_LANE
    for lane in range(EVERY_LANE):
        card = np.int64(lanes.cards[start + lane])
        naming = way_to_name(tables, deal.way, card)
        trump = np.int64(0) if naming < 0 else turned_trump(tables, card)
        if naming > 0:
            many = count_named(tables, naming)
            number = picked_by(np.uint64(lanes.words[drawn + lane]), np.uint64(many))
            trump = nth_named(tables, naming, np.int64(number))
            if course is not None and lane < np.uint64(deal.count):
                note_one(lanes, course, lane, word, many, trump, np.int64(0))
        lanes.rows[TRUMP_NUMBER * EVERY_LANE + lane] = np.uint64(trump)
        lanes.rows[NAMED * EVERY_LANE + lane] = ONE if naming > 0 else ZERO
    for step in range(deal.players * deal.cards):
        skip_word(lanes.words, lanes.rows, word + step)


@compiled
def skip_word(words: Array, rows: Array, word: Whole) -> None:
    """Put the next word in the place of one, where trump was named by a word before."""
    start = np.uint64(word) * EVERY_LANE
    following = start + EVERY_LANE
    for lane in range(EVERY_LANE):
        here, later = words[start + lane], words[following + lane]
        words[start + lane] = later if rows[NAMED * EVERY_LANE + lane] != ZERO else here


# --- one card -----------------------------------------------------------------------------


@compiled
def names_held(held: Word, specials: LaneSpecials) -> Word:
    """The bits of the names of which a hand has special cards."""
    first = FOUR if held & specials.first != ZERO else ZERO
    second = TWO if held & specials.second != ZERO else ZERO
    third = ONE if held & specials.third != ZERO else ZERO
    return first | second | third


@compiled
def allow_with_specials(
    rows: Array, row: Word, leads: bool, classes: Whole, specials: LaneSpecials
) -> None:
    """What may be played: a special card always; nothing is owed while no suit is led."""
    others = ~(specials.first | specials.second | specials.third)
    if leads:
        for lane in range(EVERY_LANE):
            held = rows[row * EVERY_LANE + lane]
            suits = held & others
            free = suits & ~rows[KEPT * EVERY_LANE + lane]
            allowed = suits if free == ZERO else free
            rows[ALLOWED * EVERY_LANE + lane] = allowed | names_held(held, specials)
    else:
        for lane in range(EVERY_LANE):
            held, led = rows[row * EVERY_LANE + lane], rows[FOLLOW * EVERY_LANE + lane]
            trumps = rows[TRUMP * EVERY_LANE + lane]
            owed = trumps if led != ZERO else ZERO
            allowed = plays_in_step(held & others, led, owed, ZERO, classes)
            rows[ALLOWED * EVERY_LANE + lane] = allowed | names_held(held, specials)


@compiled
def in_hand(held: Word, card: Word, specials: LaneSpecials) -> Word:
    """The card of a hand that is played: of equal special cards it is one like another."""
    third = specials.third if card & ONE != ZERO else ZERO
    second = specials.second if card & TWO != ZERO else third
    named = held & (specials.first if card & FOUR != ZERO else second)
    return named & (~named + ONE) if card & STEPS != ZERO else card


@compiled
def open_with_specials(rows: Array, row: Word, specials: LaneSpecials) -> None:
    """The card played leads: no suit is led where it is special."""
    for lane in range(EVERY_LANE):
        card, key = rows[CARD * EVERY_LANE + lane], rows[KEY * EVERY_LANE + lane]
        held = rows[row * EVERY_LANE + lane]
        special = card & STEPS != ZERO
        trump = (card & rows[TRUMP * EVERY_LANE + lane]) != ZERO
        suit = ZERO if special else SUIT << (wide_bits(card - ONE) & SUIT_BITS)
        waits = LEADS_THEN if card & specials.asking != ZERO else UNLED
        bar = ~STEPS if card & specials.high != ZERO else ZERO
        height = key | TRUMPS_WIN if trump else key
        rows[row * EVERY_LANE + lane] = held ^ in_hand(held, card, specials)
        rows[FOLLOW * EVERY_LANE + lane] = suit
        rows[WINS * EVERY_LANE + lane] = suit
        rows[WAITS * EVERY_LANE + lane] = waits if special else ZERO
        rows[HIGHEST * EVERY_LANE + lane] = bar if special else height
        rows[BEST_CARD * EVERY_LANE + lane] = card
        rows[LAIN * EVERY_LANE + lane] = ZERO if special else card


@compiled
def add_with_specials(
    rows: Array, row: Word, step: Whole, by_suits: bool, specials: LaneSpecials
) -> None:
    """The card played follows, so many steps after the lead; any may win by an order of suits.

    The first of a suit after special cards says which suit wins, and is led where they ask for it.
    The first high one takes the trick, a low one never does.
    """
    any_suit = ~ZERO if by_suits else ZERO
    for lane in range(EVERY_LANE):
        card, key = rows[CARD * EVERY_LANE + lane], rows[KEY * EVERY_LANE + lane]
        held, waits = rows[row * EVERY_LANE + lane], rows[WAITS * EVERY_LANE + lane]
        trumps, led = rows[TRUMP * EVERY_LANE + lane], rows[FOLLOW * EVERY_LANE + lane]
        highest, best = rows[HIGHEST * EVERY_LANE + lane], rows[BEST_CARD * EVERY_LANE + lane]
        wins = rows[WINS * EVERY_LANE + lane]
        special = card & STEPS != ZERO
        suit = SUIT << (wide_bits(card - ONE) & SUIT_BITS)
        said = ZERO if special else waits
        led = suit if said == LEADS_THEN else led
        wins = suit if said != ZERO else wins
        height = key if (card & (wins | trumps | any_suit)) != ZERO else ZERO
        height = height | TRUMPS_WIN if (card & trumps) != ZERO else height
        bar = ~STEPS if card & specials.high != ZERO else ZERO
        height = (bar if special else height) | np.uint64(step)
        takes = height > highest | STEPS
        rows[row * EVERY_LANE + lane] = held ^ in_hand(held, card, specials)
        rows[FOLLOW * EVERY_LANE + lane] = led
        rows[WINS * EVERY_LANE + lane] = wins
        rows[WAITS * EVERY_LANE + lane] = waits if special else ZERO
        rows[BEST_CARD * EVERY_LANE + lane] = card if takes else best
        rows[HIGHEST * EVERY_LANE + lane] = height if takes else highest
        rows[LAIN * EVERY_LANE + lane] |= ZERO if special else card

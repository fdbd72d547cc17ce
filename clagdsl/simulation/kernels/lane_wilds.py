"""Wild cards of many matches in step: what each may be named, and which play a word picks.

A play is a card and what it stands for, its *face*; the face alone counts in the trick, but a wild
beats the card that it stands for.  All wilds of a hand may be named the same, but for one that
alone does a duty: so plays are counted and looked for without going through them.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.kernels.bits import wide_bits
from clagdsl.simulation.kernels.philox_lanes import EVERY_LANE
from clagdsl.simulation.kernels.philox_rounds import picked_by
from clagdsl.simulation.kernels.simd import (
    ALLOWED,
    CARD,
    FOLLOW,
    HELD,
    KEPT,
    ONE,
    TRUMP,
    ZERO,
    wide_bit_numbered,
)
from clagdsl.simulation.lowering.arrays import (
    OF_SUIT,
    OF_TRUMPS,
    PLACE_BITS,
    Array,
    Whole,
    Word,
)

Four = tuple[Word, Word, Word, Word]

# The rows, behind those of `simd`.
FREE: Final = np.uint64(72)
OWED: Final = np.uint64(73)
PLAYED: Final = np.uint64(74)
OWED_ELSE: Final = np.uint64(75)
NUMBER: Final = np.uint64(76)  # which play is picked, of those with the cards that are left
LEFT: Final = np.uint64(77)  # cards, among which the one played is
MORE: Final = np.uint64(78)  # how many more plays there are with a wild than with another card
SOLE: Final = np.uint64(79)  # the wild that alone is owed, if any
STILL_MORE: Final = np.uint64(80)  # and how many more with that one than with other wilds

HALVES: Final = np.uint64(0x00000000FFFFFFFF)
QUARTERS: Final = np.uint64(0x0000FFFF0000FFFF)
EIGHTHS: Final = np.uint64(0x00FF00FF00FF00FF)
FOURS: Final = np.uint64(0x0F0F0F0F0F0F0F0F)
TWOS: Final = np.uint64(0x3333333333333333)
ONES: Final = np.uint64(0x5555555555555555)


@compiled
def owed_in_step(counted: Word, led: Word, trumps: Word, classes: Whole) -> Word:
    """The cards of which one is owed by who has those that count, all where nothing is."""
    first, then = owed_class(led, trumps, classes), owed_class(led, trumps, classes >> PLACE_BITS)
    other = then if (counted & then) != ZERO else ~ZERO
    return first if (counted & first) != ZERO else other


@compiled
def owed_class(led: Word, trumps: Word, kind: Whole) -> Word:
    """The cards of the first class of a list, nothing behind its end."""
    high = trumps if kind & OF_TRUMPS else ZERO
    return led if kind & OF_SUIT else high


@compiled
def owed_by(rows: Array, lane: Word, counted: Word, leads: bool, classes: Whole) -> Word:
    """What is owed in a lane by who has those cards that count."""
    if leads:
        free = ~rows[KEPT * EVERY_LANE + lane]
        return free if (counted & free) != ZERO else ~ZERO
    led, trumps = rows[FOLLOW * EVERY_LANE + lane], rows[TRUMP * EVERY_LANE + lane]
    return owed_in_step(counted, led, trumps, classes)


@compiled
def allow_plain(
    rows: Array, row: Word, leads: bool, classes: Whole, wilds: Word, in_suit: bool
) -> None:
    """The cards that may be played as what they are; wilds in their suit make a duty, too."""
    quiet = ZERO if in_suit else wilds
    for lane in range(EVERY_LANE):
        held = rows[row * EVERY_LANE + lane]
        owed = owed_by(rows, lane, held & ~quiet, leads, classes)
        allowed = held & ~wilds & owed
        rows[HELD * EVERY_LANE + lane] = held
        rows[OWED * EVERY_LANE + lane] = owed
        rows[ALLOWED * EVERY_LANE + lane] = allowed
    if in_suit:
        for lane in range(EVERY_LANE):
            other = rows[HELD * EVERY_LANE + lane] & ~rows[OWED * EVERY_LANE + lane]
            rows[OWED_ELSE * EVERY_LANE + lane] = owed_by(rows, lane, other, leads, classes)


@compiled
def sole_wild(held: Word, owed: Word, wilds: Word) -> Word:
    """The wild that is the only card to do a duty.

    It makes none for itself: what it may be named is what the other cards owe.
    """
    due = held & owed
    return due & wilds if (due & (due - ONE)) == ZERO else ZERO


@compiled
def many_plays(
    cards: Word, wilds: Word, more: Word, sole: Word, still_more: Word, alone: bool
) -> Word:
    """How many plays there are with some cards; `alone`: whether a wild may be owed alone."""
    many = wide_bits(cards) + wide_bits(cards & wilds) * more
    owed = cards & sole if alone else ZERO
    return many + still_more if owed != ZERO else many


@compiled
def count_plays(
    words: Array, word: Whole, rows: Array, wilds: Word, other_row: Word, alone: bool
) -> None:
    """The cards that may be played, and which of all plays a word picks, from the lowest bit."""
    start = np.uint64(word) * EVERY_LANE
    for lane in range(EVERY_LANE):
        held, owed = rows[HELD * EVERY_LANE + lane], rows[OWED * EVERY_LANE + lane]
        other, free = rows[other_row * EVERY_LANE + lane], rows[FREE * EVERY_LANE + lane]
        many, of_sole = wide_bits(owed & free), wide_bits(other & free)
        sole = sole_wild(held, owed, wilds) if alone else ZERO
        others = held & wilds & ~sole
        cards = rows[ALLOWED * EVERY_LANE + lane] | (others if many != ZERO else ZERO)
        cards = cards | (sole if of_sole != ZERO else ZERO)
        more, still_more = many - ONE, of_sole - many
        count = many_plays(cards, wilds, more, sole, still_more, alone)
        number = count - ONE - picked_by(np.uint64(words[start + lane]), count)
        rows[NUMBER * EVERY_LANE + lane] = number
        rows[LEFT * EVERY_LANE + lane] = cards
        rows[MORE * EVERY_LANE + lane] = more
        rows[SOLE * EVERY_LANE + lane] = sole
        rows[STILL_MORE * EVERY_LANE + lane] = still_more


@compiled
def halve(rows: Array, wilds: Word, alone: bool, one: Word, two: Word, three: Word) -> None:
    """Keep the half of the cards that are left in which the play of the number is, three times.

    The lower half is that of some bits.
    """
    for lane in range(EVERY_LANE):
        cards, number = rows[LEFT * EVERY_LANE + lane], rows[NUMBER * EVERY_LANE + lane]
        more, sole = rows[MORE * EVERY_LANE + lane], rows[SOLE * EVERY_LANE + lane]
        still_more = rows[STILL_MORE * EVERY_LANE + lane]
        for low in (one, two, three):
            below = cards & low
            before = many_plays(below, wilds, more, sole, still_more, alone)
            above = number >= before
            cards = cards ^ below if above else below
            number = number - before if above else number
        rows[LEFT * EVERY_LANE + lane] = cards
        rows[NUMBER * EVERY_LANE + lane] = number


@compiled
def show_play(rows: Array, row: Word, wilds: Word, other_row: Word, alone: bool) -> None:
    """The face that was picked in every lane, and the card that leaves the hand."""
    for lane in range(EVERY_LANE):
        held, owed = rows[HELD * EVERY_LANE + lane], rows[OWED * EVERY_LANE + lane]
        other, free = rows[other_row * EVERY_LANE + lane], rows[FREE * EVERY_LANE + lane]
        card, number = rows[LEFT * EVERY_LANE + lane], rows[NUMBER * EVERY_LANE + lane]
        played, sole = card & wilds, rows[SOLE * EVERY_LANE + lane]
        asked = other if alone and sole == card else owed
        face = wide_bit_numbered(card if played == ZERO else asked & free, number)
        rows[CARD * EVERY_LANE + lane] = face
        rows[row * EVERY_LANE + lane] = held ^ card
        rows[PLAYED * EVERY_LANE + lane] = played
        rows[FREE * EVERY_LANE + lane] = free if played == ZERO else free & ~face


@compiled
def pick_play(
    words: Array, word: Whole, rows: Array, row: Word, wilds: Word, other_row: Word, alone: bool
) -> None:
    """Pick every lane's play; `alone`: whether a wild may be owed alone."""
    count_plays(words, word, rows, wilds, other_row, alone)
    halve(rows, wilds, alone, HALVES, QUARTERS, EIGHTHS)
    halve(rows, wilds, alone, FOURS, TWOS, ONES)
    show_play(rows, row, wilds, other_row, alone)


@compiled
def pick_with_wilds(
    words: Array,
    word: Whole,
    rows: Array,
    row: Word,
    leads: bool,
    classes: Whole,
    wilds: Word,
    in_suit: bool,
) -> None:
    """Pick every lane's play, where wilds are held."""
    allow_plain(rows, row, leads, classes, wilds, in_suit)
    if in_suit:
        pick_play(words, word, rows, row, wilds, OWED_ELSE, True)
    else:
        pick_play(words, word, rows, row, wilds, OWED, False)


@compiled
def highest_of(cards: Word) -> Word:
    """The first of these cards in the pack, the highest bit; nothing of none."""
    card = cards
    while card & (card - ONE) != ZERO:
        card = card & (card - ONE)
    return card


@compiled
def faces_played(rows: Array, lane: Word, wild: Word, in_suit: bool) -> Word:
    """What a wild might have been named in the last play of a lane."""
    other_row = (OWED_ELSE if in_suit else OWED) * EVERY_LANE
    held, owed = rows[HELD * EVERY_LANE + lane], rows[OWED * EVERY_LANE + lane]
    played, face = rows[PLAYED * EVERY_LANE + lane], rows[CARD * EVERY_LANE + lane]
    free = rows[FREE * EVERY_LANE + lane] | (face if played != ZERO else ZERO)
    asked = owed if sole_wild(held, owed, wild) == ZERO else rows[other_row + lane]
    return asked & free if (held & wild) != ZERO else ZERO

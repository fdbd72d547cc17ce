"""Wild cards of many matches in step: what each may be named, and which play a word picks.

A play is a card and what it stands for, its *face*; the face alone counts in the trick, but a wild
beats the card that it stands for.  The wilds of a deal are the same in all lanes, so that they are
gone through one after the other, from the first of the pack on.
"""

from __future__ import annotations

from typing import Final, NamedTuple

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
def faces_of(held: Word, owed: Word, other: Word, free: Word, wild: Word) -> Word:
    """What a wild may be named, where it is held.

    It makes no duty for itself: if no other card is there to do it, what is owed is what the
    `other` cards owe.
    """
    asked = other if (held & owed) == wild else owed
    return asked & free if (held & wild) != ZERO else ZERO


class FoundSoFar(NamedTuple):
    """How far one has looked for the play of a number."""

    passed: Word  # so many plays have the wilds that were looked at
    number: Word  # which of the choices it is: for now of the cards that are no wilds
    played: Word  # the wild whose play it is, nothing while none is
    choices: Word  # among what its face is


@compiled
def look_at(so_far: FoundSoFar, plain: Word, number: Word, wild: Word, faces: Word) -> FoundSoFar:
    """Whether the play is one of a wild; else its plays are left out, where they come before."""
    many = wide_bits(faces)
    first = wide_bits(plain & ~(wild | (wild - ONE))) + so_far.passed
    behind = number - first
    found, before = behind < many, number >= first + many
    left = so_far.number - many if before else so_far.number
    return FoundSoFar(
        so_far.passed + many,
        behind if found else left,
        wild if found else so_far.played,
        faces if found else so_far.choices,
    )


@compiled
def faces_of_four(held: Word, owed: Word, other: Word, free: Word, wilds: Four) -> Four:
    """What four wilds may be named, each where it is held."""
    one, two, three, four = wilds
    return (
        faces_of(held, owed, other, free, one),
        faces_of(held, owed, other, free, two),
        faces_of(held, owed, other, free, three),
        faces_of(held, owed, other, free, four),
    )


@compiled
def count_faces(faces: Four) -> Word:
    """How many plays four wilds give."""
    one, two, three, four = faces
    return wide_bits(one) + wide_bits(two) + wide_bits(three) + wide_bits(four)


@compiled
def look_at_four(
    so_far: FoundSoFar, plain: Word, number: Word, wilds: Four, faces: Four
) -> FoundSoFar:
    """Look for the play of a number among those of four wilds."""
    so_far = look_at(so_far, plain, number, wilds[0], faces[0])
    so_far = look_at(so_far, plain, number, wilds[1], faces[1])
    so_far = look_at(so_far, plain, number, wilds[2], faces[2])
    return look_at(so_far, plain, number, wilds[3], faces[3])


@compiled
def pick_play(
    words: Array,
    word: Whole,
    rows: Array,
    row: Word,
    wilds: Four,
    in_suit: bool,
) -> None:
    """The face that a word picks in every lane, and the card that leaves the hand."""
    start, else_row = np.uint64(word) * EVERY_LANE, (OWED_ELSE if in_suit else OWED) * EVERY_LANE
    for lane in range(EVERY_LANE):
        held, owed = rows[HELD * EVERY_LANE + lane], rows[OWED * EVERY_LANE + lane]
        other, free = rows[else_row + lane], rows[FREE * EVERY_LANE + lane]
        plain = rows[ALLOWED * EVERY_LANE + lane]
        faces = faces_of_four(held, owed, other, free, wilds)
        count = wide_bits(plain) + count_faces(faces)
        number = picked_by(np.uint64(words[start + lane]), count)
        found = look_at_four(FoundSoFar(ZERO, number, ZERO, plain), plain, number, wilds, faces)
        choices, played = found.choices, found.played
        face = wide_bit_numbered(choices, wide_bits(choices) - ONE - found.number)
        card = face if played == ZERO else played
        rows[CARD * EVERY_LANE + lane] = face
        rows[row * EVERY_LANE + lane] = held ^ card
        rows[PLAYED * EVERY_LANE + lane] = played
        rows[FREE * EVERY_LANE + lane] = free if played == ZERO else free & ~face


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
    pick_play(words, word, rows, row, four_of(wilds), in_suit)


@compiled
def four_of(wilds: Word) -> Four:
    """The wilds one by one: all four cards of a rank, those as well that the pack has not."""
    one = highest_of(wilds)
    two = highest_of(wilds ^ one)
    three = highest_of(wilds ^ one ^ two)
    return one, two, three, wilds ^ one ^ two ^ three


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
    else_row = (OWED_ELSE if in_suit else OWED) * EVERY_LANE
    held, owed = rows[HELD * EVERY_LANE + lane], rows[OWED * EVERY_LANE + lane]
    played, face = rows[PLAYED * EVERY_LANE + lane], rows[CARD * EVERY_LANE + lane]
    free = rows[FREE * EVERY_LANE + lane] | (face if played != ZERO else ZERO)
    return faces_of(held, owed, rows[else_row + lane], free, wild)

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
from clagdsl.simulation.kernels.philox_lanes import EVERY_LANE, U2, U3
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
    nth_bit,
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
FACES: Final = np.uint64(72)  # what each wild that is held may be named, nothing for the others
FREE: Final = np.uint64(80)
OWED: Final = np.uint64(81)
COUNT: Final = np.uint64(82)
NUMBER: Final = np.uint64(83)
SKIPPED: Final = np.uint64(84)
CHOICES: Final = np.uint64(85)
PLAYED: Final = np.uint64(86)
OWED_ELSE: Final = np.uint64(87)


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
        rows[COUNT * EVERY_LANE + lane] = wide_bits(allowed)
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


@compiled
def find_faces(rows: Array, place: Whole, wilds: Four, in_suit: bool) -> None:
    """What four wilds may be named, from that place on, and how many more plays that gives."""
    one, two, three, four = wilds
    start = (FACES + np.uint64(place)) * EVERY_LANE
    second, third, fourth = start + EVERY_LANE, start + U2 * EVERY_LANE, start + U3 * EVERY_LANE
    else_row = (OWED_ELSE if in_suit else OWED) * EVERY_LANE
    for lane in range(EVERY_LANE):
        held, owed = rows[HELD * EVERY_LANE + lane], rows[OWED * EVERY_LANE + lane]
        other, free = rows[else_row + lane], rows[FREE * EVERY_LANE + lane]
        first_faces = faces_of(held, owed, other, free, one)
        second_faces = faces_of(held, owed, other, free, two)
        third_faces = faces_of(held, owed, other, free, three)
        fourth_faces = faces_of(held, owed, other, free, four)
        count = rows[COUNT * EVERY_LANE + lane]
        count += wide_bits(first_faces) + wide_bits(second_faces)
        count += wide_bits(third_faces) + wide_bits(fourth_faces)
        rows[start + lane], rows[second + lane] = first_faces, second_faces
        rows[third + lane], rows[fourth + lane] = third_faces, fourth_faces
        rows[COUNT * EVERY_LANE + lane] = count


@compiled
def draw_number(words: Array, word: Whole, rows: Array) -> None:
    """Which play the word picks; a card that is what it is until a wild is found there."""
    start = np.uint64(word) * EVERY_LANE
    for lane in range(EVERY_LANE):
        count = rows[COUNT * EVERY_LANE + lane]
        rows[NUMBER * EVERY_LANE + lane] = picked_by(np.uint64(words[start + lane]), count)
        rows[SKIPPED * EVERY_LANE + lane] = ZERO
        rows[PLAYED * EVERY_LANE + lane] = ZERO
        rows[CHOICES * EVERY_LANE + lane] = rows[ALLOWED * EVERY_LANE + lane]


class FoundSoFar(NamedTuple):
    """How far one has looked for the play of a number."""

    skipped: Word  # so many plays of wilds come before it
    played: Word  # the wild whose play it is, nothing while none is
    choices: Word  # among what its face is


@compiled
def look_at(so_far: FoundSoFar, plain: Word, number: Word, wild: Word, faces: Word) -> FoundSoFar:
    """Whether the play is one of a wild; else its plays are skipped, where they come before."""
    skipped, played, choices = so_far
    first = wide_bits(plain & ~(wild | (wild - ONE))) + skipped
    many = wide_bits(faces)
    found = number - first < many and played == ZERO
    # where it is found all before is skipped, so that the number counts among its faces
    further = skipped + many if number >= first + many and played == ZERO else skipped
    return FoundSoFar(
        first if found else further, wild if found else played, faces if found else choices
    )


@compiled
def look_at_wilds(rows: Array, place: Whole, wilds: Four) -> None:
    """Look for the play that is picked among those of four wilds, from that place on."""
    one, two, three, four = wilds
    start = (FACES + np.uint64(place)) * EVERY_LANE
    second, third, fourth = start + EVERY_LANE, start + U2 * EVERY_LANE, start + U3 * EVERY_LANE
    for lane in range(EVERY_LANE):
        number, plain = rows[NUMBER * EVERY_LANE + lane], rows[ALLOWED * EVERY_LANE + lane]
        looked = FoundSoFar(
            rows[SKIPPED * EVERY_LANE + lane],
            rows[PLAYED * EVERY_LANE + lane],
            rows[CHOICES * EVERY_LANE + lane],
        )
        looked = look_at(looked, plain, number, one, rows[start + lane])
        looked = look_at(looked, plain, number, two, rows[second + lane])
        looked = look_at(looked, plain, number, three, rows[third + lane])
        looked = look_at(looked, plain, number, four, rows[fourth + lane])
        rows[SKIPPED * EVERY_LANE + lane] = looked.skipped
        rows[PLAYED * EVERY_LANE + lane] = looked.played
        rows[CHOICES * EVERY_LANE + lane] = looked.choices


@compiled
def settle_play(rows: Array, row: Word) -> None:
    """The face that is picked, and the card that leaves the hand."""
    for lane in range(EVERY_LANE):
        choices, played = rows[CHOICES * EVERY_LANE + lane], rows[PLAYED * EVERY_LANE + lane]
        number = rows[NUMBER * EVERY_LANE + lane] - rows[SKIPPED * EVERY_LANE + lane]
        face = ONE << nth_bit(choices, wide_bits(choices) - ONE - number)
        free = rows[FREE * EVERY_LANE + lane]
        card = face if played == ZERO else played
        rows[CARD * EVERY_LANE + lane] = face
        rows[row * EVERY_LANE + lane] = rows[row * EVERY_LANE + lane] ^ card
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
    place, left = np.int64(0), wilds
    while left != ZERO:
        four, left = next_four(left)
        find_faces(rows, place, four, in_suit)
        place += 4
    draw_number(words, word, rows)
    place, left = np.int64(0), wilds
    while left != ZERO:
        four, left = next_four(left)
        look_at_wilds(rows, place, four)
        place += 4
    settle_play(rows, row)


@compiled
def next_four(wilds: Word) -> tuple[Four, Word]:
    """The first four of these wilds, nothing in place of those that there are not, and the rest."""
    one = highest_of(wilds)
    rest = wilds ^ one
    two = highest_of(rest)
    rest = rest ^ two
    three = highest_of(rest)
    rest = rest ^ three
    four = highest_of(rest)
    return (one, two, three, four), rest ^ four


@compiled
def highest_of(cards: Word) -> Word:
    """The first of these cards in the pack, the highest bit; nothing of none."""
    card = cards
    while card & (card - ONE) != ZERO:
        card = card & (card - ONE)
    return card


@compiled
def allowed_with_wilds(rows: Array, lane: Word, wilds: Word) -> Word:
    """The cards of a lane that may be played, wilds among them that may be named something."""
    allowed, left, place = rows[ALLOWED * EVERY_LANE + lane], wilds, np.uint64(0)
    while left != ZERO:
        wild = highest_of(left)
        if rows[(FACES + place) * EVERY_LANE + lane] != ZERO:
            allowed = allowed | wild
        left = left ^ wild
        place += ONE
    return allowed

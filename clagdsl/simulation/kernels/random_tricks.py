"""The tricks of a deal of random players."""

from __future__ import annotations

from typing import Final

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.kernels.bits import ONE, ZERO, lowest, numbered, wide_bits
from clagdsl.simulation.kernels.cardset import (
    PACK_MASK,
    Masks,
    count_plays,
    numbered_play,
    of_suit,
    one_card,
    plain_plays,
    sum_of_faces,
)
from clagdsl.simulation.lowering.arrays import (
    DECISION,
    FIRST,
    LANE,
    LANES,
    MATCH,
    Array,
    Course,
    Whole,
    Word,
    Work,
)

U32: Final = np.uint64(32)
NOBODY: Final = np.int64(-1)
SEATS: Final = 6
"""So many bits hold a seat."""


@compiled
def note_play(
    course: Course | None, match: Whole, picked: tuple[Whole, Whole, Whole], allowed: Word
) -> None:
    """Keep a decision, as `kernel.choose` and `kernel.note` do, where that is wanted."""
    if course is not None:
        place = course.noted[match]
        course.noted[match] += 1
        for column in range(3):
            course.decisions[match, place, column] = picked[column]
        course.decisions[match, place, 3] = np.int64(allowed)


@compiled
def note_faces(course: Course | None, match: Whole, cards: Word, hand: Word, masks: Masks) -> None:
    """Keep what the wilds may stand for, with the play just noted."""
    if course is not None:
        place = course.noted[match] - 1
        course.decisions[match, place, 4] = sum_of_faces(cards, hand, masks)


@compiled
def pick_card(
    cards: Word, hand: Word, led: Word, free: Word, word: Word, duty: tuple[Word, Word, Word, Word]
) -> tuple[Whole, Whole, Whole, Word]:
    """How many plays of these cards there are, the one that a word picks, and the cards allowed.

    The one picked is told by its number and as 64 times the card and what it stands for.
    """
    wilds, quiet, follows, _ = duty
    owed = led if follows != ZERO else ZERO
    if cards & (wilds | (cards - ONE)) == ZERO:
        return np.int64(1), np.int64(0), 65 * lowest(cards), cards
    if cards & wilds == ZERO:
        allowed = cards & owed
        allowed = cards if allowed == ZERO else allowed
        many = wide_bits(allowed)
        number = np.int64((word * many) >> U32)
        return np.int64(many), number, 65 * numbered(allowed, number), allowed
    masks = (owed, wilds, free, quiet)
    plain = plain_plays(cards, hand, masks)
    count, allowed = count_plays(plain, cards, hand, masks)
    number = np.int64((word * np.uint64(count)) >> U32)
    return count, number, numbered_play(plain, cards, hand, masks, number), allowed


@compiled
def top_card(work: Work, trick: Whole, seat: Whole) -> Word:
    """The card of a seat that was dealt for a trick."""
    players = len(work.hands)
    step = seat - work.at[FIRST]
    return one_card(work.pack[trick * players + (step if step >= 0 else step + players)])


@compiled
def play_quick_trick(
    work: Work,
    course: Course | None,
    heights: Array,
    at: tuple[Whole, Whole, Whole, Whole],
    duty: tuple[Word, Word, Word, Word],
) -> Whole:
    """Play one trick from that word on; who wins it, -1 where nothing may be played."""
    match, leader, trick, first = at
    hands, words = work.hands, work.words
    players = np.uint64(len(hands))
    seat, word = np.uint64(leader), np.uint64(first)
    led, free = ZERO, PACK_MASK
    best = NOBODY
    for step in range(players):
        hand = hands[seat]
        cards = hand if duty[3] == ZERO else top_card(work, trick, np.int64(seat))
        drawn = np.uint64(words[word])
        count, number, play, allowed = pick_card(cards, hand, led, free, drawn, duty)
        if count == 0:
            return NOBODY
        note_play(course, match, (count, number, play), allowed)
        masks = (led if duty[2] != ZERO else ZERO, duty[0], free, duty[1])
        note_faces(course, match, cards, hand, masks)
        card, face = play >> 6, np.uint64(play & 63)
        mask, shown = one_card(card), ONE << face
        hands[seat] = hand ^ mask
        wild = np.int64((mask & duty[0]) != ZERO)
        free = free & ~shown if wild else free
        if step == ZERO:
            led = of_suit(face // np.uint64(13))
        height = heights[face] + wild
        beats = (height >= 32) | ((shown & led) != ZERO)
        best = max(best, ((height if beats else NOBODY) << SEATS) | np.int64(seat))
        word += np.uint64(LANES)
        seat = seat + ONE if seat + ONE < players else ZERO
    return best & 63


@compiled
def play_quickly(
    work: Work,
    course: Course | None,
    tables: tuple[Array, Array],
    at: tuple[Whole, Whole],
    duty: tuple[Word, Word, Word, Word],
) -> bool:
    """Play every trick of a deal; the tables hold heights of cards and values of tricks.

    `duty` is the wild cards, those of them that make no duty, whether suits are followed, and
    whether the top card is played.
    """
    heights, values = tables
    deal, leader = at
    match = work.at[MATCH]
    word = work.at[DECISION] * LANES + work.at[LANE]
    for trick in range(len(values)):
        leader = play_quick_trick(work, course, heights, (match, leader, trick, word), duty)
        if leader < 0:
            return False
        word += LANES * len(work.hands)
        work.tricks[leader] += 1
        work.points[leader] += values[trick]
        if course is not None:
            course.taken[match, deal, trick] = leader
    return True

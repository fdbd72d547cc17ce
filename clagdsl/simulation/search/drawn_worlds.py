"""Worlds drawn for a search, compiled: packs that fit all that a seat has seen, and their weights.

Cards that not everybody can hold are laid first, one by one, each at any place where it may be; the
others are shuffled into what is left.  A pack is drawn less often the more places its cards had to
choose from, which its weight makes up for: with it each that fits is as likely as another.
"""

from __future__ import annotations

import numpy as np

from clagdsl.simulation.jit import compiled, compiled_apart
from clagdsl.simulation.kernels.philox_rounds import BLOCK, WORLDS, philox, picked_by
from clagdsl.simulation.lowering.arrays import Array, Whole, Word
from clagdsl.simulation.lowering.layout import SUITS
from clagdsl.simulation.search.search_room import SearchRoom

MOST_TRIES = 64
"""So often a world is begun anew in which a card has no place left."""

# The places of `SearchRoom.words`.
KEY_LOW = 0
KEY_HIGH = 1
WORLD = 2
NEXT_BLOCK = 3
LEFT = 4
FIRST_WORD = 5


@compiled
def begin_words(words: Array, world: Whole) -> None:
    """Begin with the first word of a world."""
    words[WORLD] = world
    words[NEXT_BLOCK] = words[LEFT] = 0


@compiled
def next_below(words: Array, count: Whole) -> Whole:
    """The next number from 0 up to but not including the count."""
    if words[LEFT] == 0:
        first, second, third, fourth = philox(
            words[WORLD], 0, WORLDS, words[NEXT_BLOCK], words[KEY_LOW], words[KEY_HIGH]
        )
        words[FIRST_WORD], words[FIRST_WORD + 1] = first, second
        words[FIRST_WORD + 2], words[FIRST_WORD + 3] = third, fourth
        words[NEXT_BLOCK] += np.uint64(1)
        words[LEFT] = BLOCK
    word: Word = words[FIRST_WORD + BLOCK - np.int64(words[LEFT])]
    words[LEFT] -= np.uint64(1)
    return np.int64(picked_by(word, np.uint64(count)))


@compiled_apart
def draw_world(room: SearchRoom, world: Whole) -> None:
    """Fill in the pack and the weight of a world; the weight is 0 where none was found."""
    begin_words(room.words, world)
    pack, weight = room.packs[world], 0.0
    for place in range(len(pack)):
        if room.known[place] >= 0:
            pack[place] = room.known[place]
    for _ in range(MOST_TRIES):
        weight = _lay_bound(room, pack)
        if weight > 0.0:
            break
    room.weights[world] = weight
    if weight > 0.0:
        _lay_loose(room, pack)
    room.lots[world, 0] = next_below(room.words, np.int64(SUITS))
    room.lots[world, 1] = next_below(room.words, np.int64(len(room.rooms) - 1))


@compiled_apart
def lay_anyhow(room: SearchRoom, world: Whole) -> None:
    """Fill in the pack of a world in which what has been shown of suits is passed over.

    Where none was found that fits, it has every card once, and none that the seat knows elsewhere.
    """
    pack, bound = room.packs[world], room.counts[0]
    for number in range(bound + room.counts[1]):
        card = room.bound[number] if number < bound else room.loose[number - bound]
        pack[room.free[number]] = card


@compiled
def _lay_bound(room: SearchRoom, pack: Array) -> float:
    """Lay the cards that not everybody can hold; what that makes the pack weigh, 0 if none fits."""
    holders, weight = len(room.rooms), 1.0
    for holder in range(holders):
        room.left[holder] = room.rooms[holder]
    for number in range(len(room.free)):
        room.places[number] = room.free[number]
    for number in range(room.counts[0]):
        card = room.bound[number]
        allowed, spaces = room.allowed[card], np.int64(0)
        for holder in range(holders):
            if allowed >> holder & 1:
                spaces += room.left[holder]
        if spaces == 0:
            return 0.0
        weight = weight * spaces / room.spaces[card]
        wanted = next_below(room.words, spaces)
        holder = 0
        while True:
            if allowed >> holder & 1:
                if wanted < room.left[holder]:
                    break
                wanted -= room.left[holder]
            holder += 1
        start = room.starts[holder]
        room.left[holder] -= 1
        last = start + room.left[holder]
        pack[room.places[start + wanted]] = card
        room.places[start + wanted] = room.places[last]
    return weight


@compiled
def _lay_loose(room: SearchRoom, pack: Array) -> None:
    """Shuffle the other hidden cards into the places that are left."""
    count = room.counts[1]
    taken = np.int64(0)
    for holder in range(len(room.rooms)):
        start = room.starts[holder]
        for number in range(room.left[holder]):
            other = taken + next_below(room.words, count - taken)
            card = room.loose[other]
            room.loose[other] = room.loose[taken]
            room.loose[taken] = card
            pack[room.places[start + number]] = card
            taken += 1

"""What a seat sees of a board, compiled: nothing else gets from a match into a search.

The cards that the seat knows lie where they may have lain in the pack, always at the same places
for the same knowledge: two matches that it cannot tell apart give equal rows.
"""

from __future__ import annotations

import numpy as np

from clagdsl.simulation.batch import batch_state as board
from clagdsl.simulation.batch.batch_state import Boards
from clagdsl.simulation.jit import compiled, compiled_apart
from clagdsl.simulation.kernels.bits import ONE, ZERO, bits, lowest, one_card
from clagdsl.simulation.kernels.deal_phases import copy_past, next_seat
from clagdsl.simulation.lowering import arrays as codes
from clagdsl.simulation.lowering.arrays import Array, Tables, Whole, Word
from clagdsl.simulation.search.search_room import SEEN_ROW, SearchRoom

# --- rows of boards copied, compiled --------------------------------------------------------------


@compiled_apart
def copy_row(boards: Boards, source: Whole, target: Whole) -> None:
    """Copy all that a match is played on with from one row to another."""
    copy_figures(boards.progress[target], boards.progress[source])
    copy_past(boards.sums[target], boards.sums[source])
    copy_past(boards.past[target], boards.past[source])
    copy_figures(boards.hands[target], boards.hands[source])
    copy_figures(boards.packs[target], boards.packs[source])
    boards.free[target] = boards.free[source]


@compiled
def copy_figures(to: Array, source: Array) -> None:
    """Copy a row of figures."""
    for place in range(source.shape[0]):
        to[place] = source[place]


# --- what a seat has seen, as a row ------------------------------------------------------


@compiled_apart
def see_row(tables: Tables, boards: Boards, match: Whole, seat: Whole, room: SearchRoom) -> None:
    """Put what a seat sees of a match into `SEEN_ROW`, and where the hidden cards may be."""
    _copy_public(tables, boards, match, room)
    _lay_known(tables, boards, match, seat, room)
    _spread_hidden(tables, boards, match, seat, room)


@compiled
def _copy_public(tables: Tables, boards: Boards, match: Whole, room: SearchRoom) -> None:
    seen = room.boards
    copy_figures(seen.progress[SEEN_ROW], boards.progress[match])
    copy_past(seen.sums[SEEN_ROW], boards.sums[match])
    copy_past(seen.past[SEEN_ROW], boards.past[match])
    seen.free[SEEN_ROW] = boards.free[match]
    seen.hands[SEEN_ROW] = ZERO
    progress = seen.progress[SEEN_ROW]
    progress[board.PACK_LIES] = 1
    way = progress[board.WAY]
    if (
        progress[board.PHASE] == board.BID
        and tables.ways[way, codes.FIRST_BIDDER] == codes.TOGETHER
    ):
        progress[board.SEAT] = progress[board.MADE] = progress[board.BIDDEN] = (
            0  # nobody knows another's bid
        )
        for other in range(seen.sums.shape[1]):
            seen.sums[SEEN_ROW, other, board.BIDS] = -1


@compiled
def sees_hand(tables: Tables, boards: Boards, match: Whole, seat: Whole, other: Whole) -> bool:
    """Whether a seat sees the hand of another one, or its own."""
    progress = boards.progress[match]
    if other != seat:
        return bool(tables.ways[progress[board.WAY], codes.SIGHT] == codes.OTHERS_ONLY)
    return bool(progress[board.SEEN] or boards.sums[match, seat, board.LOOKED])


@compiled
def _lay_known(tables: Tables, boards: Boards, match: Whole, seat: Whole, room: SearchRoom) -> None:
    progress, players = boards.progress[match], boards.hands.shape[1]
    known, size, cards = room.known, boards.packs.shape[1], progress[board.CARDS]
    first = next_seat(progress[board.DEALER], players)
    for place in range(size):
        known[place] = -1
        room.holders[place] = (first + place) % players if place < players * cards else players
    turned = progress[board.TURNED]
    room.stock[0] = ZERO
    if turned >= 0:
        known[players * cards if players * cards < size else size - 1] = turned
        if players * cards < size:
            room.stock[0] = one_card(turned)
    _lay_played(tables, boards, match, room, first)
    room.counts[3] = sees_hand(tables, boards, match, seat, seat)
    if tables.ways[progress[board.WAY], codes.TOP_CARD]:
        return  # how the cards of a hand lie that is known is not known
    for other in range(players):
        if sees_hand(tables, boards, match, seat, other):
            left: Word = boards.hands[match, other]
            while left != ZERO:
                card = lowest(left)
                left = left & (left - ONE)
                if card != turned:
                    _lay_next(known, (other + players - first) % players, players, card)


@compiled
def _lay_played(
    tables: Tables, boards: Boards, match: Whole, room: SearchRoom, first: Whole
) -> None:
    """Lay what has been played into the hands of those who did, the first of which is `first`."""
    progress, players = boards.progress[match], boards.hands.shape[1]
    top = tables.ways[progress[board.WAY], codes.TOP_CARD] != 0
    room.gone[0] = ZERO
    for card in range(boards.played.shape[1]):
        trick = boards.played[match, card, 1]
        if trick == 0:
            continue
        room.gone[0] |= one_card(card)
        place = (boards.played[match, card, 0] + players - first) % players
        if top:
            room.known[place + (trick - 1) * players] = card
        elif card != progress[board.TURNED]:
            _lay_next(room.known, place, players, card)


@compiled
def _lay_next(known: Array, place: Whole, players: Whole, card: Whole) -> None:
    """Lay a card at the next free place of a hand that begins there."""
    while known[place] >= 0:
        place += players
    known[place] = card


@compiled
def _spread_hidden(
    tables: Tables, boards: Boards, match: Whole, seat: Whole, room: SearchRoom
) -> None:
    """Which cards are hidden, and who can hold each."""
    players, size = boards.hands.shape[1], boards.packs.shape[1]
    hidden: Word = tables.pack_set[0]
    everybody, count = np.int64(0), 0
    for holder in range(players + 1):
        room.starts[holder] = count
        for place in range(size):
            if room.holders[place] == holder and room.known[place] < 0:
                room.free[count] = place
                count += 1
        room.rooms[holder] = count - room.starts[holder]
        everybody |= np.int64(room.rooms[holder] > 0) << holder
    for place in range(size):
        if room.known[place] >= 0:
            hidden = hidden & ~one_card(room.known[place])
    room.counts[0] = room.counts[1] = 0
    left = hidden
    while left != ZERO:
        card = lowest(left)
        left = left & (left - ONE)
        allowed = everybody & _holders_of(tables, boards, match, seat, card)
        if allowed == everybody:
            room.loose[room.counts[1]] = card
            room.counts[1] += 1
        else:
            _bind(room, card, allowed)


@compiled
def _holders_of(tables: Tables, boards: Boards, match: Whole, seat: Whole, card: Whole) -> Whole:
    """Who can hold a hidden card by what has been played, and by what is known of hands."""
    top = tables.ways[boards.progress[match, board.WAY], codes.TOP_CARD] != 0
    allowed = np.int64(-1)
    for other in range(boards.hands.shape[1]):
        if boards.lacking[match, other] & one_card(card) != ZERO:
            allowed &= ~(np.int64(1) << other)
        if top and sees_hand(tables, boards, match, seat, other):
            held = boards.hands[match, other] & one_card(card) != ZERO
            allowed &= (np.int64(1) << other) if held else ~(np.int64(1) << other)
    return allowed


@compiled
def _bind(room: SearchRoom, card: Whole, allowed: Whole) -> None:
    """Put a card that not everybody can hold among those of which that is so, by its places."""
    spaces = np.int64(0)
    for holder in range(len(room.rooms)):
        if allowed >> holder & 1:
            spaces += room.rooms[holder]
    room.allowed[card], room.spaces[card] = allowed, spaces
    place = room.counts[0]
    while place > 0 and room.spaces[room.bound[place - 1]] > spaces:
        room.bound[place] = room.bound[place - 1]
        place -= 1
    room.bound[place] = card
    room.counts[0] += 1


@compiled
def dealt_to(boards: Boards, match: Whole, seat: Whole) -> Whole:
    """How many cards a seat has been dealt: those that it holds, and those that it has played."""
    hand: Word = boards.hands[match, seat]
    lies = boards.sums[match, seat, board.FACE] >= 0
    return bits(hand) + boards.progress[match, board.FINISHED] + lies

"""A seat's belief: everything that it has seen, and the possible holders of hidden cards.

Input: the board of a match. Output: `SEEN_ROW` of the workspace's boards, and arrays about hidden
cards; a search uses nothing else from the match.

Known cards are put at places in the pack where they may have been, which depend only on the seat's
knowledge. Invariant: two matches that the seat cannot distinguish give equal rows.
"""

from __future__ import annotations

import numpy as np

from clagdsl.simulation.batch import batch_state as board
from clagdsl.simulation.batch.batch_state import Boards
from clagdsl.simulation.jit import compiled, compiled_noinline
from clagdsl.simulation.kernels.bits import ONE, ZERO, bits, lowest, one_card
from clagdsl.simulation.kernels.deal_phases import (
    bids_together,
    copy_history,
    first_bidder_of,
    last_turned,
    next_seat,
    turned_aside,
)
from clagdsl.simulation.lowering import arrays as codes
from clagdsl.simulation.lowering.arrays import Array, Tables, Whole, Word
from clagdsl.simulation.search.workspace import SEEN_ROW, SearchWorkspace

# --- copying rows -------------------------------------------------------------------------------


@compiled_noinline
def copy_row(boards: Boards, source: Whole, target: Whole) -> None:
    """Copies everything needed to continue a match from one row to another."""
    copy_figures(boards.progress[target], boards.progress[source])
    copy_history(boards.sums[target], boards.sums[source])
    copy_history(boards.past[target], boards.past[source])
    copy_figures(boards.hands[target], boards.hands[source])
    copy_figures(boards.packs[target], boards.packs[source])
    boards.free[target] = boards.free[source]


@compiled
def copy_figures(to: Array, source: Array) -> None:
    """Copies a row of numbers."""
    for place in range(source.shape[0]):
        to[place] = source[place]


# --- the observation of a seat -----------------------------------------------------------


@compiled_noinline
def observe_match(
    tables: Tables, boards: Boards, match: Whole, seat: Whole, workspace: SearchWorkspace
) -> None:
    """Writes a match as a seat sees it to `SEEN_ROW`, and the possible places of hidden cards."""
    _copy_public(tables, boards, match, workspace)
    _place_visible_cards(tables, boards, match, seat, workspace)
    _spread_hidden(tables, boards, match, seat, workspace)


@compiled
def _copy_public(tables: Tables, boards: Boards, match: Whole, workspace: SearchWorkspace) -> None:
    seen = workspace.boards
    copy_figures(seen.progress[SEEN_ROW], boards.progress[match])
    copy_history(seen.sums[SEEN_ROW], boards.sums[match])
    copy_history(seen.past[SEEN_ROW], boards.past[match])
    seen.free[SEEN_ROW] = boards.free[match]
    seen.hands[SEEN_ROW] = ZERO
    progress = seen.progress[SEEN_ROW]
    progress[board.PACK_FIXED] = 1
    way = progress[board.WAY]
    players = seen.sums.shape[1]
    if (
        progress[board.PHASE] == board.BID
        and progress[board.BIDS_MADE] < players
        and bids_together(tables, way)
    ):  # others' simultaneous bids are hidden
        progress[board.BIDS_MADE] = progress[board.BID_SUM] = 0
        caller, drawn = progress[board.CALLER], progress[board.BIDDER]
        progress[board.SEAT] = first_bidder_of(
            tables,
            way,
            progress[board.DEALER],
            caller,
            drawn,
            progress[board.AUCTION_WINNER],
            players,
        )
        for other in range(players):
            seen.sums[SEEN_ROW, other, board.BIDS] = -1


@compiled
def sees_hand(tables: Tables, boards: Boards, match: Whole, seat: Whole, other: Whole) -> bool:
    """Returns whether a seat sees the hand of `other`, which may be its own."""
    progress = boards.progress[match]
    if other != seat:
        return bool(tables.ways[progress[board.WAY], codes.SIGHT] == codes.OTHERS_ONLY)
    return bool(progress[board.SEEN] or boards.sums[match, seat, board.LOOKED])


@compiled
def _place_visible_cards(
    tables: Tables, boards: Boards, match: Whole, seat: Whole, workspace: SearchWorkspace
) -> None:
    progress, players = boards.progress[match], boards.hands.shape[1]
    visible_cards, size, cards = (
        workspace.visible_cards,
        boards.packs.shape[1],
        progress[board.CARDS],
    )
    first = next_seat(progress[board.DEALER], players)
    for place in range(size):
        visible_cards[place] = -1
        workspace.holders[place] = (first + place) % players if place < players * cards else players
    turned, way = progress[board.TURNED], progress[board.WAY]
    workspace.stock[0] = ZERO
    if turned >= 0:
        pack = boards.packs[match]
        last = last_turned(tables, pack, players, way, cards)
        for place in range(min(players * cards, last), last + 1):
            visible_cards[place] = pack[place]
        workspace.stock[0] = turned_aside(tables, pack, players, way, cards)
    _place_played_cards(tables, boards, match, workspace, first)
    workspace.counts[3] = sees_hand(tables, boards, match, seat, seat)
    if tables.ways[progress[board.WAY], codes.TOP_CARD]:
        return  # the order of a hand matters, and is unknown even if its cards are known
    for other in range(players):
        if sees_hand(tables, boards, match, seat, other):
            left: Word = boards.hands[match, other]
            while left != ZERO:
                card = lowest(left)
                left = left & (left - ONE)
                if card != turned:
                    _place_in_hand(
                        visible_cards, (other + players - first) % players, players, card
                    )


@compiled
def _place_played_cards(
    tables: Tables, boards: Boards, match: Whole, workspace: SearchWorkspace, first: Whole
) -> None:
    """Puts played cards back into their players' hands; `first` is the first seat dealt to."""
    progress, players = boards.progress[match], boards.hands.shape[1]
    top = tables.ways[progress[board.WAY], codes.TOP_CARD] != 0
    workspace.gone[0] = ZERO
    for card in range(boards.played.shape[1]):
        trick = boards.played[match, card, 1]
        if trick == 0:
            continue
        workspace.gone[0] |= one_card(card)
        place = (boards.played[match, card, 0] + players - first) % players
        if top:
            workspace.visible_cards[place + (trick - 1) * players] = card
        elif card != progress[board.TURNED]:
            _place_in_hand(workspace.visible_cards, place, players, card)


@compiled
def _place_in_hand(visible_cards: Array, place: Whole, players: Whole, card: Whole) -> None:
    """Puts a card at the next free place of the hand that begins at `place`."""
    while visible_cards[place] >= 0:
        place += players
    visible_cards[place] = card


@compiled
def _spread_hidden(
    tables: Tables, boards: Boards, match: Whole, seat: Whole, workspace: SearchWorkspace
) -> None:
    """Lists each holder's free places, and divides the hidden cards into two groups.

    A `loose` card can be at any free place; a `bound` card cannot be with some of the holders.
    """
    players, size = boards.hands.shape[1], boards.packs.shape[1]
    hidden: Word = tables.pack_set[0]
    everybody, count = np.int64(0), 0
    for holder in range(players + 1):
        workspace.starts[holder] = count
        for place in range(size):
            if workspace.holders[place] == holder and workspace.visible_cards[place] < 0:
                workspace.free[count] = place
                count += 1
        workspace.rooms[holder] = count - workspace.starts[holder]
        everybody |= np.int64(workspace.rooms[holder] > 0) << holder
    for place in range(size):
        if workspace.visible_cards[place] >= 0:
            hidden = hidden & ~one_card(workspace.visible_cards[place])
    workspace.counts[0] = workspace.counts[1] = 0
    left = hidden
    while left != ZERO:
        card = lowest(left)
        left = left & (left - ONE)
        allowed = everybody & _holders_of(tables, boards, match, seat, card)
        if allowed == everybody:
            workspace.loose[workspace.counts[1]] = card
            workspace.counts[1] += 1
        else:
            _add_constrained_card(workspace, card, allowed)


@compiled
def _holders_of(tables: Tables, boards: Boards, match: Whole, seat: Whole, card: Whole) -> Whole:
    """Returns a mask of a hidden card's possible holders, inferred from plays and known hands."""
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
def _add_constrained_card(workspace: SearchWorkspace, card: Whole, allowed: Whole) -> None:
    """Inserts a card into `bound`, which is sorted by the number of allowed places."""
    spaces = np.int64(0)
    for holder in range(len(workspace.rooms)):
        if allowed >> holder & 1:
            spaces += workspace.rooms[holder]
    workspace.allowed[card], workspace.spaces[card] = allowed, spaces
    place = workspace.counts[0]
    while place > 0 and workspace.spaces[workspace.bound[place - 1]] > spaces:
        workspace.bound[place] = workspace.bound[place - 1]
        place -= 1
    workspace.bound[place] = card
    workspace.counts[0] += 1


@compiled
def dealt_to(boards: Boards, match: Whole, seat: Whole) -> Whole:
    """Returns the number of cards dealt to a seat: those in hand plus those played."""
    hand: Word = boards.hands[match, seat]
    in_trick = boards.sums[match, seat, board.FACE] >= 0
    return bits(hand) + boards.progress[match, board.FINISHED] + in_trick

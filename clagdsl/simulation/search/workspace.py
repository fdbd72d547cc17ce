"""The arrays in which a decision is searched: nothing but data."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from clagdsl.simulation.batch.batch_state import (
    Boards,
    make_boards,
)
from clagdsl.simulation.batch.vector_env import PreparedGame
from clagdsl.simulation.lowering.arrays import (
    Array,
    Sheet,
    Steady,
    make_sheet,
    make_steady,
)
from clagdsl.simulation.record_registry import array_record

# The rows of `SearchWorkspace.boards`.
SEEN_ROW: Final = np.int64(0)  # what the seat sees, and nothing else
WORLD_ROW: Final = np.int64(1)  # the same with hands
TRIED_ROW: Final = np.int64(2)  # a match that is played on

CANDIDATES: Final = np.int64(4)
"""So many times as many worlds are drawn as are kept, where bids say which are likely."""


@array_record
class SearchWorkspace(NamedTuple):
    """All that a thread needs to search one decision after the other."""

    boards: Boards
    sheet: Sheet
    steady: Steady
    visible_cards: Array  # [place]: the card that the seat knows to lie there in the pack, or -1
    holders: Array  # [place]: the seat that it is dealt to, the number of players for the stock
    free: Array  # the places of which it does not know the card, holder after holder
    places: Array  # the same, as they are used up
    starts: Array  # [holder]: where its places begin there
    rooms: Array  # [holder]: how many they are
    left: Array  # the same, as they are used up
    bound: Array  # hidden cards that not everybody can hold, those with the fewest places first
    allowed: Array  # [card]: who can hold it, a bit for each holder
    spaces: Array  # [card]: how many places that are
    loose: Array  # the hidden cards that everybody can hold
    # [5]: how many `bound` and `loose` cards there are, how many actions may be chosen, whether the
    # hand is seen, how many actions are tried
    counts: Array
    words: Array  # [9]: the generator: key, world, block, words left, and four words
    packs: Array  # [world, place]: the cards of each world from the top
    lots: Array  # [world, 2]: the place of the suit that is drawn in it, and who bids first
    gone: Array  # [1]: the cards that have been played, as a mask
    stock: Array  # [1]: those that are known to lie in the stock
    weights: Array  # [world]: how likely it is, as a number
    picked: Array  # [world]: how often it is taken
    forced_action: (
        Array  # [1]: the action that is tried whether it may be chosen or not, -1 for none
    )
    actions: Array  # [number]: what is tried, first what may be chosen
    worths: Array  # [number, world]: what it comes to
    points: Array  # [number, world]: the points of the seat alone
    legal: Array  # [action]: what is legal
    decision: (
        Array  # [3]: steady's own number among the actions, the one chosen, the worlds that fit
    )


def make_search_workspace(prepared: PreparedGame, worlds: int) -> SearchWorkspace:
    """Room to search with so many worlds."""
    table, tables, plan = prepared.table, prepared.tables, prepared.plan
    players, size = table.players, table.deck.size
    rows = make_boards(table, tables, np.zeros(3, np.int64), 0, None, history=False)
    boards = rows._replace(lacking=np.zeros((0, players), np.uint64))
    sheet = make_sheet(players, boards.past.shape[2], size, len(plan.program))
    drawn, actions, cards = int(CANDIDATES) * worlds, len(plan.meanings), boards.played.shape[1]

    def whole(*shape: int) -> Array:
        return np.zeros(shape, np.int64)

    return SearchWorkspace(
        boards=boards,
        sheet=sheet,
        steady=make_steady(("steady",) * players),
        visible_cards=whole(size),
        holders=whole(size),
        free=whole(size),
        places=whole(size),
        starts=whole(players + 1),
        rooms=whole(players + 1),
        left=whole(players + 1),
        bound=whole(size),
        allowed=whole(cards),
        spaces=whole(cards),
        loose=whole(size),
        counts=whole(5),
        words=np.zeros(9, np.uint64),
        packs=np.zeros((drawn, size), np.int8),
        lots=whole(drawn, 2),
        gone=np.zeros(1, np.uint64),
        stock=np.zeros(1, np.uint64),
        weights=np.zeros(drawn, np.float64),
        picked=whole(drawn),
        forced_action=np.full(1, -1, np.int64),
        actions=whole(actions),
        worths=whole(actions, drawn),
        points=whole(actions, drawn),
        legal=np.zeros(actions, np.bool_),
        decision=whole(3),
    )
